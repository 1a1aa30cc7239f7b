"""Checkpoints that training continues from, in three files: weights with the history of settings, the averaged weights,
the optimiser's state."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List

import torch

from .kinds import new_net
from .net import Net, Shape, grow
from .optimiser import Optimiser


def beside(path: Path, what: str) -> Path:
    return path.with_name(f"{path.stem}-{what}{path.suffix}")


def on_cpu(state: Dict[str, torch.Tensor]) -> Dict[str, torch.Tensor]:
    return {k: v.detach().contiguous().cpu() for k, v in state.items()}


def save(path: Path, net: Any, optimiser: Optimiser, history: List[Dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {
        "format": 2,
        "kind": net.kind,
        "shape": net.shape.to_dict(),
        "net": on_cpu(net.state_dict()),
        "history": history,
    }
    average = on_cpu(optimiser.average.state_dict())
    state = {k: v.bfloat16() if k.startswith("momentum") else v for k, v in on_cpu(optimiser.state()).items()}
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


def load_average(path: Path, device: str = "cpu") -> Any:
    """The averaged net: the one that plays."""
    body = read(path)
    net = new_net(body).to(device).eval()
    load_net(net, body["average"])
    return net


def load_net(net: Any, state: Dict[str, torch.Tensor]) -> None:
    """A residual net may grow from one with fewer planes or blocks."""
    if isinstance(net, Net):
        grow(net, state)
    else:
        net.load_state_dict(state)


def resume(path: Path, net: Any, optimiser: Optimiser) -> List[Dict[str, Any]]:
    """Continues a net of the same kind and shape, or grows one of fewer planes or blocks (then the optimiser starts anew).
    Returns the history."""
    body = read(path)
    if body.get("kind", "residual") != net.kind:
        raise ValueError(f"{path} has a {body.get('kind', 'residual')} net, not a {net.kind} net")
    load_net(net, body["net"])
    load_net(optimiser.average, body["average"])
    mine = net.state_dict()
    same = all(name in body["net"] and body["net"][name].shape == t.shape for name, t in mine.items())
    if same and beside(path, "optimiser").exists():
        optimiser.load(torch.load(beside(path, "optimiser"), map_location="cpu"))
    return body["history"]
