"""Checkpoints that training continues from: weights and settings in one file, the optimiser's state in another."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, Optional

import torch

from .net import Net, Shape
from .optimiser import Optimiser


def optimiser_path(path: Path) -> Path:
    return path.with_name(path.stem + "-optimiser" + path.suffix)


def on_cpu(state: Dict[str, torch.Tensor]) -> Dict[str, torch.Tensor]:
    return {k: v.detach().contiguous().cpu() for k, v in state.items()}


def save(path: Path, net: Net, optimiser: Optimiser, history: List[Dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {
        "format": 1,
        "shape": net.shape.to_dict(),
        "net": on_cpu(net.state_dict()),
        "average": on_cpu(optimiser.average.state_dict()),
        "history": history,
    }
    for target, content in ((path, body), (optimiser_path(path), on_cpu(optimiser.state()))):
        partial = target.with_name(target.name + ".partial")
        torch.save(content, partial)
        partial.rename(target)


def read(path: Path) -> Dict[str, Any]:
    if not path.exists():
        raise FileNotFoundError(f"no checkpoint at {path}")
    body = torch.load(path, map_location="cpu")
    if body.get("format") != 1:
        raise ValueError(f"{path} is not a checkpoint of this version")
    return body


def load_average(path: Path, device: str = "cpu") -> Net:
    """The averaged net: the one that plays."""
    body = read(path)
    net = Net(Shape.from_dict(body["shape"])).to(device).eval()
    net.load_state_dict(body["average"])
    return net


def resume(path: Path, net: Net, optimiser: Optimiser) -> Optional[List[Dict[str, Any]]]:
    body = read(path)
    if Shape.from_dict(body["shape"]) != net.shape:
        raise ValueError(f"{path} holds a net of shape {body['shape']}, not {net.shape.to_dict()}")
    net.load_state_dict(body["net"])
    optimiser.average.load_state_dict(body["average"])
    if optimiser_path(path).exists():
        optimiser.load(torch.load(optimiser_path(path), map_location="cpu"))
    return body["history"]
