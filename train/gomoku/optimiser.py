"""Muon for the tower's convolutions, AdamW for everything else, and a running average of the weights.

Muon (Jordan 2024) turns the momentum of each weight matrix into the nearest orthogonal matrix, so that no direction of
the layer learns much faster than another. The step is scaled so that its size compares with AdamW's (Liu et al. 2025).
All state is in a few tensors and no step waits for the host: a whole training step fits in a CUDA graph.
"""

from __future__ import annotations

from typing import Dict, List

import torch

from .net import Net, Shape


def orthogonal(g: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """Newton–Schulz iteration on a stack of matrices [k, rows, columns], rows ≤ columns."""
    x = g.bfloat16() if g.is_cuda else g
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        a = x @ x.transpose(1, 2)
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x.to(g.dtype)


class Optimiser:
    def __init__(self, net: Net, device: str, muon: bool = True, weight_decay: float = 0.05):
        self.net, self.muon, self.weight_decay = net, muon, weight_decay
        named = list(net.named_parameters())
        tower: List[torch.Tensor] = [p for n, p in named if n.startswith("blocks.") and p.dim() == 4] if muon else []
        self.tower = tower
        self.rest: List[torch.Tensor] = [p for _, p in named if not any(p is t for t in tower)]
        size = sum(p.numel() for p in self.rest)
        self.sizes = [p.numel() for p in self.rest]
        zeros = lambda *shape: torch.zeros(*shape, device=device)
        self.first, self.second, self.count = zeros(size), zeros(size), zeros(())
        self.decays = torch.cat([torch.full((p.numel(),), float(p.dim() > 1)) for p in self.rest]).to(device)
        self.momentum = zeros(len(tower), tower[0].shape[0], tower[0][0].numel()) if tower else zeros(0)
        self.rate, self.keep = zeros(()), zeros(())  # learning rate; what the average keeps at each step
        self.average = Net(net.shape).to(device).eval()
        self.average.load_state_dict(net.state_dict())
        pairs = zip(self.average.state_dict().values(), net.state_dict().values())
        self.averaged = [(a, b) for a, b in pairs if a.is_floating_point()]

    def parameters(self) -> List[torch.Tensor]:
        return self.tower + self.rest

    @torch.no_grad()
    def step(self, gradients: List[torch.Tensor]) -> None:
        """gradients: in the order of parameters()."""
        if self.tower:
            g = torch.stack([x.flatten(1) for x in gradients[: len(self.tower)]])
            self.momentum.lerp_(g, 0.05)
            update = orthogonal(torch.lerp(g, self.momentum, 0.95))
            scale = 0.2 * max(update.shape[1:]) ** 0.5
            for p, u in zip(self.tower, update):
                p.mul_(1 - self.rate * self.weight_decay).sub_(u.view(p.shape) * (self.rate * scale))
        g = torch.cat([x.flatten() for x in gradients[len(self.tower) :]])
        self.count += 1
        self.first.lerp_(g, 0.1)
        self.second.lerp_(g * g, 0.01)
        corrected = self.first / (1 - torch.pow(0.9, self.count))
        spread = torch.sqrt(self.second / (1 - torch.pow(0.99, self.count))) + 1e-8
        flat = torch.cat([p.flatten() for p in self.rest])
        update = self.rate * (corrected / spread + self.weight_decay * self.decays * flat)
        for p, u in zip(self.rest, update.split(self.sizes)):
            p.sub_(u.view(p.shape))
        for a, b in self.averaged:
            a.mul_(self.keep).add_(b * (1 - self.keep))

    def state(self) -> Dict[str, torch.Tensor]:
        return {"first": self.first, "second": self.second, "count": self.count, "momentum": self.momentum.bfloat16()}

    def load(self, state: Dict[str, torch.Tensor]) -> None:
        for name, t in state.items():
            mine = getattr(self, name)
            if mine.shape != t.shape:
                raise ValueError(
                    f"optimiser state '{name}' has shape {tuple(t.shape)}, this net needs {tuple(mine.shape)}"
                )
            mine.copy_(t)


def fresh(shape: Shape, device: str) -> Net:
    net = Net(shape).to(device)
    return net.to(memory_format=torch.channels_last) if device == "cuda" else net
