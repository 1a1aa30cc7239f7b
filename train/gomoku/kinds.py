"""The kinds of nets: residual ones for the GPU, line nets for the CPU. A checkpoint or weight file without a kind is residual."""

from __future__ import annotations

from typing import Any, Callable, Dict, NamedTuple

from . import line, net


class Kind(NamedTuple):
    shape: Any
    net: Any
    fast: Any
    weights: Callable  # net → what inference needs


KINDS: Dict[str, Kind] = {
    "residual": Kind(net.Shape, net.Net, net.FastNet, net.inference_weights),
    "line": Kind(line.LineShape, line.LineNet, line.FastLineNet, line.inference_weights),
}


def kind_of(described: Dict[str, Any]) -> Kind:
    """Of a checkpoint's body or a weight file's header."""
    name = described.get("kind", "residual")
    if name not in KINDS:
        raise ValueError(f"unknown kind of net '{name}'")
    return KINDS[name]


def new_net(described: Dict[str, Any]) -> Any:
    kind = kind_of(described)
    return kind.net(kind.shape.from_dict(described["shape"]))


def fast_net(described: Dict[str, Any], weights: Dict[str, Any], device: str) -> Any:
    kind = kind_of(described)
    fast = kind.fast(kind.shape.from_dict(described["shape"]), device)
    fast.load_weights(weights)
    return fast
