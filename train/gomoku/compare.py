"""Variants of net and optimiser on the same recorded samples, for the same time each: loss on samples held back."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List

import torch

from .learner import Learner
from .native import SearchSettings, SelfPlaySettings, Workspace
from .net import Shape
from .optimiser import Optimiser, fresh


@dataclass
class Variant:
    name: str
    shape: Shape = Shape()
    muon: bool = True
    rate: float = 2e-3
    batch: int = 2048
    weight_decay: float = 0.05


VARIANTS = [
    Variant("base: Muon, rate 0.002, batch 2048, pooling"),
    Variant("AdamW", muon=False),
    Variant("Muon, rate 0.004", rate=4e-3),
    Variant("Muon, rate 0.001", rate=1e-3),
    Variant("batch 4096", batch=4096),
    Variant("no pooling", Shape(pooling=())),
    Variant("6x128", Shape(channels=128)),
    Variant("pooling in every other block", Shape(pooling=(0, 2, 4))),
]


def buffer(samples: Dict[str, torch.Tensor], device: str) -> Workspace:
    n = samples["replay_value"].shape[0]
    work = Workspace(device, 1, SearchSettings(), SelfPlaySettings(games=1, replay=n, pool=1))
    for name, t in samples.items():
        work.tensors[name].copy_(t)
    work.counters[0] = n
    return work


def held_back(learner: Learner, test: Workspace) -> List[float]:
    judge = Learner(learner.optimiser, test, learner.batch, 1 << 30, 1.0, learner.device)
    torch.manual_seed(5)
    total = torch.zeros(3, device=learner.device)
    average, net = learner.optimiser.average, learner.optimiser.net
    learner.optimiser.net = average
    with torch.no_grad():
        count = 40_000 // learner.batch + 1
        for _ in range(count):
            target = judge._sample()
            total += judge._losses_of(judge.input.permute(0, 3, 1, 2), judge.policy, judge.next, target)[1]
    learner.optimiser.net = net
    return (total / count).tolist()


def main(replay: Path, device: str, spell: float) -> None:
    """Samples are in the order played, so the newest tenth, held back, comes from other games than the rest."""
    samples = torch.load(replay, map_location="cpu")
    n = samples["replay_value"].shape[0] * 9 // 10
    train, test = (
        buffer({k: part(v) for k, v in samples.items()}, device) for part in (lambda v: v[:n], lambda v: v[n:])
    )
    for v in VARIANTS:
        torch.manual_seed(1)
        optimiser = Optimiser(fresh(v.shape, device).train(), device, v.muon, v.weight_decay)
        learner = Learner(optimiser, train, v.batch, 1 << 30, 1.0, device)
        optimiser.keep.fill_(0.9)
        learner.capture()
        steps, start = 0, time.time()
        while time.time() - start < spell:
            share = (time.time() - start) / spell
            optimiser.rate.fill_(v.rate * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * share))))
            optimiser.keep.fill_(min(0.99, (steps + 1) / (steps + 10)))
            for _ in range(8):
                learner.train_step()
            steps += 8
            if device == "cuda":
                torch.cuda.synchronize()
        policy, value, following = held_back(learner, test)
        print(
            f"{v.name:45s} steps {steps:5d}  held back: policy {policy:.4f} value {value:.4f} next {following:.4f}",
            flush=True,
        )
