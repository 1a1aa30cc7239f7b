"""The training loop: self-play and learning in turn on one device, for a given time. Each board size has its own games
and replay buffer; a batch takes its share from each."""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Dict, List, Optional

import torch

from . import checkpoint
from .learner import LOSSES, Learner, Part
from .native import SearchSettings, SelfPlaySettings
from .net import FastNet, Shape, inference_weights
from .optimiser import Optimiser, fresh
from .rules import Variant
from .selfplay import SelfPlay


@dataclass
class TrainSettings:
    seconds: float = 60.0
    mix: str = "freestyle-15:1"  # what is played: RULE-SIZE:WEIGHT,…
    batch: int = 2048
    rounds: int = 16  # network calls between two spells of learning
    reuse: float = 5.0  # how often a sample is learned from, on average
    first_fill: int = 30_000  # samples before learning begins
    rate: float = 2e-3  # learning rate at the start …
    final_rate: float = 2e-3  # … and at the end of this run
    warm_up: int = 100  # steps
    average: float = 0.998  # what the averaged net keeps at each step
    window_start: int = 100_000  # newest samples to learn from: start + share × all
    window_share: float = 0.4
    refresh: int = 20  # loops between two draws of openings
    next_target: bool = True  # learn the move played next too
    muon: bool = True
    weight_decay: float = 0.05
    compiled: bool = False  # torch.compile what learning does: slower to start, faster to run
    seed: int = 1
    snapshot_seconds: float = 0.0  # keep a 16-bit copy this often; 0: never
    save_seconds: float = 60.0


@dataclass
class Run:
    """What a run needs to know of itself; goes into the checkpoint's history."""

    settings: Dict[str, Any]
    seconds: float = 0.0
    games: int = 0
    moves: int = 0
    samples: int = 0
    evaluations: int = 0
    steps: int = 0


def rate_at(t: Any, share: float, step: int) -> float:
    """Cosine from rate to final_rate over the run, after a linear start."""
    low, high = t.final_rate, t.rate
    return (low + (high - low) * 0.5 * (1 + math.cos(math.pi * min(share, 1.0)))) * min(
        1.0, (step + 1) / max(1, t.warm_up)
    )


def parse_mix(text: str) -> Dict[int, Dict[int, float]]:
    """RULE-SIZE:WEIGHT,… → for each size the share of each rule (by its code); all shares add up to 1."""
    shares: Dict[int, Dict[int, float]] = {}
    for item in text.split(","):
        name, _, weight = item.partition(":")
        variant = Variant.parse(name.strip())
        shares.setdefault(variant.size, {})[variant.code] = float(weight or 1)
    total = sum(w for codes in shares.values() for w in codes.values())
    return {size: {code: w / total for code, w in codes.items()} for size, codes in sorted(shares.items())}


class Pupil:
    """A net that learns from the games, with its history of runs."""

    def __init__(self, shape: Shape, train: TrainSettings, device: str, resume: Optional[Path]):
        self.shape = shape
        self.net = fresh(shape, device).train()
        self.optimiser = Optimiser(self.net, device, train.muon, train.weight_decay)
        self.history: List[Dict[str, Any]] = checkpoint.resume(resume, self.net, self.optimiser) if resume else []

    def listen(self, train: TrainSettings, parts: List[Part], device: str) -> None:
        self.learner = Learner(self.optimiser, parts, device, train.compiled, train.next_target)

    def set_rate(self, train: TrainSettings, share: float, steps: int) -> None:
        before = sum(r["steps"] for r in self.history)
        self.optimiser.rate.fill_(rate_at(train, share, steps))
        self.optimiser.keep.fill_(min(train.average, (before + steps + 1) / (before + steps + 20)))

    def losses(self) -> Dict[str, float]:
        return dict(zip(LOSSES, (round(x, 4) for x in self.learner.losses.tolist())))

    def save(self, out: Path, run: "Run") -> None:
        settings = {**run.settings, "shape": self.shape.to_dict()}
        mine = {**asdict(run), "settings": settings, "losses": self.losses()}
        checkpoint.save(out / "checkpoint.pt", self.net, self.optimiser, self.history + [mine])


class Trainer:
    """The first pupil plays the games. A student learns from the same games, without playing."""

    def __init__(
        self,
        shape: Shape,
        train: TrainSettings,
        search: SearchSettings,
        play: SelfPlaySettings,
        device: str,
        resume: Optional[Path] = None,
        replay: Optional[Path] = None,
        student: Optional[Path] = None,
    ):
        torch.manual_seed(train.seed)
        self.settings, self.device, self.replay_path = train, device, replay
        self.started = time.time()
        self.player = Pupil(shape, train, device, resume)
        self.pupils = [self.player]
        if student:
            self.pupils.append(Pupil(checkpoint.shape_of(student), train, device, student))
        self.fast = FastNet(shape, device)
        self.fast.load(self.player.optimiser.average)
        self.parts: List[SelfPlay] = []
        samplers: List[Part] = []
        for size, codes in parse_mix(train.mix).items():
            share = sum(codes.values())
            own = replace(play, games=round(play.games * share), replay=max(1, round(play.replay * share)))
            part = SelfPlay(self.fast, search, own, device, size, codes, train.seed + size)
            self.parts.append(part)
            batch, start = round(train.batch * share), round(train.window_start * share)
            samplers.append(Part(part.work, batch, start, train.window_share))
        for pupil in self.pupils:
            pupil.listen(train, samplers, device)
        settings = {"train": asdict(train), "search": asdict(search), "play": asdict(play)}
        self.run = Run({**settings, "player": shape.to_dict()})
        self.snapshots: List[Dict[str, Any]] = []
        self.learned = 0  # samples
        self.captured = False
        self.restored = self._load_replay()

    def elapsed(self) -> float:
        return time.time() - self.started

    def loop(self, out: Optional[Path] = None) -> None:
        t = self.settings
        loops, saved, shown = 0, 0.0, 0.0
        next_snapshot = t.snapshot_seconds or math.inf
        while self.elapsed() < t.seconds:
            for _ in range(t.rounds):
                for part in self.parts:
                    part.advance()
            head = self.count()["replay_head"]
            if self._ready():
                self._learn(head)
            loops += 1
            if loops % t.refresh == 0:
                for part in self.parts:
                    part.refresh()
            if self.elapsed() >= next_snapshot:
                self._take_snapshot()
                next_snapshot += t.snapshot_seconds
            if out and self.elapsed() - saved > t.save_seconds:
                saved = self.elapsed()
                self.save(out)
            if self.elapsed() - shown > 10:
                shown = self.elapsed()
                print(self.progress(), flush=True)
        print(self.progress(), flush=True)
        if out:
            self.save(out)
        self._save_replay()

    def count(self) -> Dict[str, int]:
        """The counters of all parts together."""
        counts = [part.work.count() for part in self.parts]
        return {k: sum(c[k] for c in counts) for k in counts[0]}

    def _ready(self) -> bool:
        """Whether learning can go on; prepares it when there are enough samples of each part."""
        share = self.settings.first_fill / self.settings.batch
        enough = lambda part: part.work.count()["replay_head"] >= share * part.batch
        if not self.captured and all(enough(part) for part in self.player.learner.parts):
            self._set_rate()
            for pupil in self.pupils:
                pupil.learner.capture()
            self.captured = True
            self.learned = int(self.settings.reuse * self.restored)  # restored samples were learned from before
        return self.captured

    def _take_snapshot(self) -> None:
        weights = {k: v.half().cpu() for k, v in inference_weights(self.player.optimiser.average).items()}
        self.snapshots.append({"seconds": self.elapsed(), "shape": self.player.shape.to_dict(), "weights": weights})

    def _set_rate(self) -> None:
        for pupil in self.pupils:
            pupil.set_rate(self.settings, self.elapsed() / self.settings.seconds, self.run.steps)

    def _learn(self, head: int) -> None:
        self._set_rate()
        due = int((self.settings.reuse * head - self.learned) // self.settings.batch)
        for _ in range(max(0, min(due, 64))):
            for pupil in self.pupils:
                pupil.learner.train_step()
            self.run.steps += 1
            self.learned += self.settings.batch
        self.fast.load(self.player.optimiser.average)

    def progress(self) -> str:
        c, s = self.count(), max(self.elapsed(), 1e-9)
        r = self.run
        r.seconds, r.games, r.moves, r.samples, r.evaluations = (
            s,
            c["games"],
            c["moves"],
            c["replay_head"] - self.restored,
            c["evaluations"],
        )
        games = max(1, c["games"])
        losses = "  student: ".join(
            " ".join(f"{k} {v:.3f}" for k, v in pupil.losses().items()) for pupil in self.pupils
        )
        return (
            f"{s:6.0f} s  games {c['games']}  moves/s {c['moves'] / s:,.0f}  evaluations/s {c['evaluations'] / s:,.0f}  samples {r.samples}  "
            f"moves/game {c['moves'] / games:.1f} stones/move {c['stones'] / max(1, c['moves']):.2f}  first side {c['first_side_wins'] / games:.1%} draws {c['draws'] / games:.1%}  steps {r.steps}  {losses}"
        )

    def save(self, out: Path) -> None:
        self.progress()
        for pupil, folder in zip(self.pupils, (out, out / "student")):
            pupil.save(folder, self.run)
        if self.snapshots:
            torch.save(self.snapshots, out / "snapshots.pt")

    def _save_replay(self) -> None:
        """The newest samples of each size, a million in all."""
        if not self.replay_path:
            return
        saved = {}
        for part in self.player.learner.parts:
            w = part.work
            share = part.batch / self.player.learner.batch
            n = min(w.count()["replay_head"], w.arena.replay_size, int(1_000_000 * share))
            index = torch.remainder(w.counters[0] - n + torch.arange(n, device=self.device), w.arena.replay_size)
            saved[w.size] = {k: t[index].cpu() for k, t in w.tensors.items() if k.startswith("replay_")}
        torch.save(saved, self.replay_path)

    def _load_replay(self) -> int:
        """Takes over the newest samples of the run before, where they are still there. Without them a run starts a little slower."""
        if not self.replay_path or not self.replay_path.exists():
            return 0
        saved = torch.load(self.replay_path, map_location="cpu")
        total = 0
        for part in self.parts:
            w = part.work
            n = min(saved[w.size]["replay_value"].shape[0], w.arena.replay_size)
            for k, t in saved[w.size].items():
                w.tensors[k][:n] = t[-n:].to(self.device)
            w.counters[0] = n
            total += n
        return total
