"""Checkpoints that training continues from, in three files: weights with the history of settings, the averaged weights,
the optimiser's state."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List

import torch

from .net import Net, Shape, grow
from .optimiser import Optimiser


def beside(path: Path, what: str) -> Path:
    return path.with_name(f"{path.stem}-{what}{path.suffix}")


def on_cpu(state: Dict[str, torch.Tensor]) -> Dict[str, torch.Tensor]:
    return {k: v.detach().contiguous().cpu() for k, v in state.items()}


def save(path: Path, net: Net, optimiser: Optimiser, history: List[Dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {
        "format": 2,
        "shape": net.shape.to_dict(),
        "net": on_cpu(net.state_dict()),
        "history": history,
    }
    average = on_cpu(optimiser.average.state_dict())
    state = on_cpu(optimiser.state())
    for target, content in ((path, body), (beside(path, "average"), average), (beside(path, "optimiser"), state)):
        partial = target.with_name(target.name + ".partial")
        torch.save(content, partial)
        partial.rename(target)


def read(path: Path) -> Dict[str, Any]:
    if not path.exists():
        raise FileNotFoundError(f"no checkpoint at {path}")
    body = torch.load(path, map_location="cpu")
    if body.get("format") not in (1, 2):
        raise ValueError(f"{path} is not a checkpoint of this version")
    if body["format"] == 2:  # format 1 had the average inside
        body["average"] = torch.load(beside(path, "average"), map_location="cpu")
    return body


def shape_of(path: Path) -> Shape:
    return Shape.from_dict(read(path)["shape"])


def load_average(path: Path, device: str = "cpu") -> Net:
    """The averaged net: the one that plays."""
    body = read(path)
    net = Net(Shape.from_dict(body["shape"])).to(device).eval()
    grow(net, body["average"])
    return net


def resume(path: Path, net: Net, optimiser: Optimiser) -> List[Dict[str, Any]]:
    """Continues a net of the same shape, or grows one of fewer planes or blocks (then the optimiser starts anew). Returns
    the history."""
    body = read(path)
    grow(net, body["net"])
    grow(optimiser.average, body["average"])
    same = len(body["net"]) == len(net.state_dict()) and body["net"]["stem.weight"].shape == net.stem.weight.shape
    if same and beside(path, "optimiser").exists():
        optimiser.load(torch.load(beside(path, "optimiser"), map_location="cpu"))
    return body["history"]
