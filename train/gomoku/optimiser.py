"""Muon for the matrices in the middle of a net, AdamW for everything else, and a running average of the weights.

Muon (Jordan 2024) turns the momentum of each weight matrix into the nearest orthogonal matrix, so that no direction of
the layer learns much faster than another. The step is scaled so that its size compares with AdamW's (Liu et al. 2025).
All state is in a few tensors and no step waits for the host: a whole training step fits in a CUDA graph.
"""

from __future__ import annotations

from typing import Any, Dict, List

import torch

from .net import Net, Shape


def orthogonal(g: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """Newton–Schulz iteration on a stack of matrices [k, rows, columns]."""
    if g.shape[1] > g.shape[2]:
        return orthogonal(g.transpose(1, 2), steps).transpose(1, 2)
    x = g.bfloat16() if g.is_cuda else g
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        a = x @ x.transpose(1, 2)
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x.to(g.dtype)


class Optimiser:
    def __init__(self, net: Any, device: str, muon: bool = True, weight_decay: float = 0.05):
        self.net, self.muon, self.weight_decay = net, muon, weight_decay
        matrices: List[torch.Tensor] = net.matrices() if muon else []
        self.stacks: List[List[torch.Tensor]] = []  # matrices of one shape, learned together
        for shape in dict.fromkeys(p.flatten(1).shape for p in matrices):
            self.stacks.append([p for p in matrices if p.flatten(1).shape == shape])
        self.matrices = [p for stack in self.stacks for p in stack]
        self.rest: List[torch.Tensor] = [p for p in net.parameters() if not any(p is t for t in self.matrices)]
        size = sum(p.numel() for p in self.rest)
        self.sizes = [p.numel() for p in self.rest]
        zeros = lambda *shape: torch.zeros(*shape, device=device)
        self.first, self.second, self.count = zeros(size), zeros(size), zeros(())
        self.decays = torch.cat([torch.full((p.numel(),), float(p.dim() > 1)) for p in self.rest]).to(device)
        self.momenta = [zeros(len(stack), *stack[0].flatten(1).shape) for stack in self.stacks]
        self.rate, self.keep = zeros(()), zeros(())  # learning rate; what the average keeps at each step
        self.average = type(net)(net.shape).to(device).eval()
        self.average.load_state_dict(net.state_dict())
        pairs = zip(self.average.state_dict().values(), net.state_dict().values())
        self.averaged = [(a, b) for a, b in pairs if a.is_floating_point()]

    def parameters(self) -> List[torch.Tensor]:
        return self.matrices + self.rest

    @torch.no_grad()
    def step(self, gradients: List[torch.Tensor]) -> None:
        """gradients: in the order of parameters()."""
        at = 0
        for stack, momentum in zip(self.stacks, self.momenta):
            g = torch.stack([x.flatten(1) for x in gradients[at : at + len(stack)]])
            at += len(stack)
            momentum.lerp_(g, 0.05)
            update = orthogonal(torch.lerp(g, momentum, 0.95))
            scale = 0.2 * max(update.shape[1:]) ** 0.5
            for p, u in zip(stack, update):
                p.mul_(1 - self.rate * self.weight_decay).sub_(u.reshape(p.shape) * (self.rate * scale))
        g = torch.cat([x.flatten() for x in gradients[at:]])
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
        momenta = {f"momentum{k or ''}": m for k, m in enumerate(self.momenta)}
        return {"first": self.first, "second": self.second, "count": self.count, **momenta}

    def load(self, state: Dict[str, torch.Tensor]) -> None:
        mine = self.state()
        if mine.keys() != state.keys():
            raise ValueError(f"optimiser state has {', '.join(state)}; this net needs {', '.join(mine)}")
        for name, t in state.items():
            if mine[name].shape != t.shape:
                raise ValueError(
                    f"optimiser state '{name}' has shape {tuple(t.shape)}, this net needs {tuple(mine[name].shape)}"
                )
            mine[name].copy_(t)


def fresh(shape: Shape, device: str) -> Net:
    net = Net(shape).to(device)
    return net.to(memory_format=torch.channels_last) if device == "cuda" else net
