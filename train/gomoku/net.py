"""The network: a small residual tower with global pooling, and its fast form for search.

    planes 16 ─► conv 5×5 ─► blocks ─┬─► 1×1 ─► 1×1 ─► policy logits, logits of the move after
                                     └─► 1×1 ─► mean and max over the board ─► 96 ─► value in −1..1

A block is relu(x + conv(relu(conv(x)))), with a batch norm after each convolution. In a pooling block each channel
also gets a bias from the mean and the maximum of all channels over the board, so that one corner hears of another.
Boards may have any size. A training batch may have parts of different sizes; they share their batch norms.
"""

from __future__ import annotations

import ctypes
from dataclasses import asdict, dataclass
from typing import Dict, List, Optional, Sequence, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F

from . import native
from .native import PLANES


@dataclass(frozen=True)
class Shape:
    blocks: int = 6
    channels: int = 96
    pooling: Tuple[int, ...] = (1, 4)  # blocks with global pooling
    head: int = 32  # channels of each head
    hidden: int = 96  # hidden units of the value head

    @staticmethod
    def from_dict(d: Dict) -> "Shape":
        return Shape(**{**d, "pooling": tuple(d["pooling"])})

    def to_dict(self) -> Dict:
        return asdict(self)


def pooled(x: torch.Tensor) -> torch.Tensor:
    """Mean and maximum over the board: [n, c, size, size] → [n, 2c]."""
    flat = x.flatten(2)
    return torch.cat([flat.mean(2), flat.amax(2)], 1)


class Norm(nn.BatchNorm2d):
    """A batch norm whose statistics go over all parts of the batch."""

    def together(self, parts: Sequence[torch.Tensor]) -> List[torch.Tensor]:
        if len(parts) == 1 or not self.training:
            return [self(x) for x in parts]
        assert self.running_mean is not None and self.running_var is not None and self.momentum is not None
        count = sum(x.numel() // x.shape[1] for x in parts)
        mean = torch.stack([x.float().sum((0, 2, 3)) for x in parts]).sum(0) / count
        square = torch.stack([x.float().square().sum((0, 2, 3)) for x in parts]).sum(0) / count
        variance = (square - mean * mean).clamp(min=0)
        with torch.no_grad():
            self.running_mean.lerp_(mean.detach(), self.momentum)
            self.running_var.lerp_(variance.detach() * (count / (count - 1)), self.momentum)
        scale = self.weight * torch.rsqrt(variance + self.eps)
        shift = self.bias - mean * scale
        return [(x.float() * scale[:, None, None] + shift[:, None, None]).to(x.dtype) for x in parts]


class Block(nn.Module):
    def __init__(self, channels: int, pooling: bool):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = Norm(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = Norm(channels)
        self.pool = nn.Linear(2 * channels, channels) if pooling else None
        nn.init.zeros_(self.second_norm.weight)  # each block begins as the identity
        if self.pool is not None:
            nn.init.zeros_(self.pool.weight)
            nn.init.zeros_(self.pool.bias)

    def forward(self, parts: List[torch.Tensor]) -> List[torch.Tensor]:
        inner = [F.relu(h) for h in self.first_norm.together([self.first(x) for x in parts])]
        if self.pool is not None:
            inner = [h + self.pool(pooled(h))[:, :, None, None] for h in inner]
        added = self.second_norm.together([self.second(h) for h in inner])
        return [F.relu(x + y) for x, y in zip(parts, added)]


class Net(nn.Module):
    kind = "residual"

    def __init__(self, shape: Shape = Shape()):
        super().__init__()
        c = shape.channels
        self.shape = shape
        self.stem = nn.Conv2d(PLANES, c, 5, padding=2, bias=False)
        self.stem_norm = Norm(c)
        self.blocks = nn.ModuleList(Block(c, i in shape.pooling) for i in range(shape.blocks))
        self.policy_hidden = nn.Conv2d(c, shape.head, 1)
        self.policy_out = nn.Conv2d(shape.head, 2, 1)
        self.value_hidden = nn.Conv2d(c, shape.head, 1)
        self.value_middle = nn.Linear(2 * shape.head, shape.hidden)
        self.value_out = nn.Linear(shape.hidden, 1)

    def matrices(self) -> List[torch.Tensor]:
        """What Muon learns: the tower's convolutions."""
        return [p for block in self.blocks for p in block.parameters() if p.dim() == 4]

    def forward(self, parts: Sequence[torch.Tensor]) -> List[Tuple[torch.Tensor, torch.Tensor]]:
        """For each part of the batch: planes [n, 16, size, size] → logits [n, 2, points] (this move, the move after), value
        before tanh [n]."""
        tower = self.foot(parts)
        for block in self.blocks:
            tower = block(tower)
        return [self.heads(h) for h in tower]

    def foot(self, parts: Sequence[torch.Tensor]) -> List[torch.Tensor]:
        return [F.relu(h) for h in self.stem_norm.together([self.stem(x) for x in parts])]

    def heads(self, h: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        logits = self.policy_out(F.relu(self.policy_hidden(h))).flatten(2)
        v = F.relu(self.value_middle(pooled(F.relu(self.value_hidden(h)))))
        return logits, self.value_out(v).squeeze(1)


def with_all_planes(stem: torch.Tensor) -> torch.Tensor:
    """The stem's weights of a net that was trained with fewer planes: it takes no notice of the others."""
    return F.pad(stem, (0, 0, 0, 0, 0, PLANES - stem.shape[1]))


def grow(net: Net, state: Dict[str, torch.Tensor]) -> None:
    """Loads the state of a net with fewer planes or blocks; what is new begins without effect."""
    state = {**state, "stem.weight": with_all_planes(state["stem.weight"])}
    missing, unexpected = net.load_state_dict(state, strict=False)
    kept = {int(k.split(".")[1]) for k in state if k.startswith("blocks.")}
    if unexpected or any(not k.startswith("blocks.") or int(k.split(".")[1]) in kept for k in missing):
        raise ValueError(f"this net cannot grow from that one: {missing[:2] + unexpected[:2]} do not fit")


def folded(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> Tuple[torch.Tensor, torch.Tensor]:
    """The convolution and its batch norm as one convolution with a bias."""
    assert norm.running_var is not None and norm.running_mean is not None
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return conv.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


def inference_weights(net: Net) -> Dict[str, torch.Tensor]:
    """What inference needs, batch norms folded away. The names are those of the weight file."""
    with torch.no_grad():
        out: Dict[str, torch.Tensor] = {}
        out["stem.weight"], out["stem.bias"] = folded(net.stem, net.stem_norm)
        for i, b in enumerate(net.blocks):
            out[f"block{i}.first.weight"], out[f"block{i}.first.bias"] = folded(b.first, b.first_norm)
            if b.pool is not None:
                out[f"block{i}.pool.weight"], out[f"block{i}.pool.bias"] = b.pool.weight, b.pool.bias
            out[f"block{i}.second.weight"], out[f"block{i}.second.bias"] = folded(b.second, b.second_norm)
        out["policy.hidden.weight"], out["policy.hidden.bias"] = net.policy_hidden.weight, net.policy_hidden.bias
        out["policy.out.weight"], out["policy.out.bias"] = net.policy_out.weight[:1], net.policy_out.bias[:1]
        out["value.hidden.weight"], out["value.hidden.bias"] = net.value_hidden.weight, net.value_hidden.bias
        out["value.middle.weight"], out["value.middle.bias"] = net.value_middle.weight, net.value_middle.bias
        out["value.out.weight"], out["value.out.bias"] = net.value_out.weight, net.value_out.bias
        return {k: v.detach().clone() for k, v in out.items()}


class FastNet:
    """Inference from folded weights: 16 bits and fused kernels on the GPU, 32 bits and plain ones on the CPU. Loading new
    weights keeps their addresses, so that a captured CUDA graph goes on with them."""

    def __init__(self, shape: Shape, device: str):
        self.shape, self.device = shape, device
        self.cuda = device == "cuda"
        self.dtype = torch.float16 if self.cuda else torch.float32
        self.weights: Dict[str, torch.Tensor] = {}
        self.load_weights(inference_weights(Net(shape)))

    def load(self, net: Net) -> None:
        self.load_weights(inference_weights(net))

    def load_weights(self, weights: Dict[str, torch.Tensor]) -> None:
        for name, w in weights.items():
            if name == "stem.weight":
                w = with_all_planes(w)
            if name not in self.weights:
                dtype = torch.float32 if name.endswith("pool.bias") else self.dtype
                fresh = torch.empty(w.shape, dtype=dtype, device=self.device)
                if w.dim() == 4 and self.cuda:
                    fresh = fresh.to(memory_format=torch.channels_last)
                if name.endswith("pool.weight") and self.cuda:
                    fresh = torch.empty(w.shape[1], w.shape[0], dtype=dtype, device=self.device)
                self.weights[name] = fresh
            self.weights[name].copy_(w.t() if name.endswith("pool.weight") and self.cuda else w)

    def conv(self, name: str, x: torch.Tensor, add: Optional[torch.Tensor] = None) -> torch.Tensor:
        """relu(conv(x) + bias [+ add])"""
        w, b = self.weights[name + ".weight"], self.weights[name + ".bias"]
        pad = w.shape[2] // 2
        if self.cuda:
            options = ([1, 1], [pad, pad], [1, 1], 1)
            if add is None:
                return torch.cudnn_convolution_relu(x, w, b, *options)
            return torch.cudnn_convolution_add_relu(x, w, add, 1.0, b, *options)
        y = F.conv2d(x, w, b, padding=pad)
        return F.relu(y if add is None else y + add)

    def pool(self, name: str, h: torch.Tensor) -> torch.Tensor:
        w, b = self.weights[name + ".weight"], self.weights[name + ".bias"]
        if not self.cuda:
            return h + F.linear(pooled(h), w, b)[:, :, None, None]
        p = native.pointer
        code = native.kernels("cuda", h.shape[2]).tg_pool(
            ctypes.c_void_p(h.data_ptr()), p(w), p(b), h.shape[0], h.shape[1], native.stream("cuda")
        )
        native.check(code, "pool")
        return h

    def __call__(self, x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        """planes → policy logits [n, points] and value in −1..1 [n], both 32 bits."""
        with torch.no_grad():
            h = self.conv("stem", x.to(self.dtype))
            for i in range(self.shape.blocks):
                z = self.conv(f"block{i}.first", h)
                if i in self.shape.pooling:
                    z = self.pool(f"block{i}.pool", z)
                h = self.conv(f"block{i}.second", z, h)
            w = self.weights
            logits = F.conv2d(self.conv("policy.hidden", h), w["policy.out.weight"], w["policy.out.bias"])
            v = pooled(self.conv("value.hidden", h))
            v = F.relu(F.linear(v, w["value.middle.weight"], w["value.middle.bias"]))
            v = F.linear(v, w["value.out.weight"], w["value.out.bias"])
            return logits.flatten(1).float(), torch.tanh(v.squeeze(1).float())
