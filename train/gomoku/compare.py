"""Variants of net and optimiser on the same recorded samples, for the same time each: loss on samples held back."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional

import torch

from . import checkpoint
from .learner import Learner, Part
from .native import SearchSettings, SelfPlaySettings, Workspace
from .net import Shape
from .optimiser import Optimiser, fresh


@dataclass
class Trial:
    name: str
    shape: Shape = Shape()
    muon: bool = True
    rate: float = 2e-3
    batch: int = 2048
    weight_decay: float = 0.05


TRIALS = [
    Trial("6x96"),
    Trial("8x96", Shape(8)),
    Trial("10x96", Shape(10, 96, (1, 4, 7))),
    Trial("6x96, rate 0.004", rate=4e-3),
    Trial("6x96, rate 0.001", rate=1e-3),
]

Samples = Dict[int, Dict[str, torch.Tensor]]  # for each board size


def buffers(samples: Samples, device: str) -> List[Workspace]:
    out = []
    for size, tensors in samples.items():
        n = tensors["replay_value"].shape[0]
        work = Workspace(device, size, 1, SearchSettings(), SelfPlaySettings(games=1, replay=n, pool=1))
        for name, t in tensors.items():
            work.tensors[name].copy_(t)
        work.counters[0] = n
        out.append(work)
    return out


def parts_of(works: List[Workspace], batch: int) -> List[Part]:
    total = sum(w.arena.replay_size for w in works)
    return [Part(w, round(batch * w.arena.replay_size / total), 1 << 30, 1.0) for w in works]


def held_back(learner: Learner, test: List[Workspace]) -> List[float]:
    parts = parts_of(test, learner.batch)
    torch.manual_seed(5)
    total = torch.zeros(3, device=learner.device)
    average, net = learner.optimiser.average, learner.optimiser.net
    learner.optimiser.net = average
    with torch.no_grad():
        count = 40_000 // learner.batch + 1
        for _ in range(count):
            total += learner._losses_of([p.sample() for p in parts])[1]
    learner.optimiser.net = net
    return (total / count).tolist()


def main(replay: Path, device: str, spell: float, resume: Optional[Path] = None) -> None:
    """Samples are in the order played, so the newest tenth, held back, comes from other games than the rest. Each trial
    starts from nothing, or grows from the same checkpoint."""
    samples: Samples = torch.load(replay, map_location="cpu")
    cut = lambda t: t.shape[0] * 9 // 10
    train = buffers({s: {k: t[: cut(t)] for k, t in v.items()} for s, v in samples.items()}, device)
    test = buffers({s: {k: t[cut(t) :] for k, t in v.items()} for s, v in samples.items()}, device)
    for v in TRIALS:
        torch.manual_seed(1)
        optimiser = Optimiser(fresh(v.shape, device).train(), device, v.muon, v.weight_decay)
        if resume:
            checkpoint.resume(resume, optimiser.net, optimiser)
        learner = Learner(optimiser, parts_of(train, v.batch), device)
        if resume and v is TRIALS[0]:
            show("before", 0, held_back(learner, test))
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
        show(v.name, steps, held_back(learner, test))


def show(name: str, steps: int, losses: List[float]) -> None:
    policy, value, following = losses
    print(
        f"{name:20s} steps {steps:5d}  held back: policy {policy:.4f} value {value:.4f} next {following:.4f}",
        flush=True,
    )
