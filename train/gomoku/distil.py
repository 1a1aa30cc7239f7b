"""Distillation: line nets learn what a teacher's search says, while the teacher plays itself.

    the teacher's games  ──► searched policy, lambda-return ──────────────┐
    its search trees     ──► its raw answers, which the search asked for ─┤
    the pupil's trees    ──► the teacher's raw answers ───────────────────┼─► one batch ──► a step of each pupil
    detours off the games ─► the teacher's raw answers ───────────────────┘

A search asks the teacher about as many positions as it has simulations, so raw answers are plenty where searched ones are dear, and
they are about the positions that a search sees. Several pupils may learn from the same batches, to compare them.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch
import torch.nn.functional as F

from . import checkpoint, native
from .line import (
    FastLineNet,
    LineNet,
    LineShape,
    LineSums,
    cells_and_views,
    geometry,
    line_numbers,
    occurrences,
)
from .native import FORBIDDEN, QUIET, SearchSettings, SelfPlaySettings, Workspace
from .optimiser import Optimiser
from .rules import RULES
from .selfplay import SelfPlay, captured
from .train import Run, parse_mix, rate_at

LOSSES = ("policy", "value", "same move", "told policy", "told value")


@dataclass
class DistilSettings:
    seconds: float = 60.0
    mix: str = "freestyle-15:1"  # what is played: RULE-SIZE:WEIGHT,…
    rounds: int = 8  # network calls of self-play between two spells of learning …
    steps: int = 8  # … of so many steps
    batch: int = 4096
    searched: float = 0.5  # share of a batch with searched policies and values; the rest has the teacher's raw answers
    gather: int = 4  # rounds after which the answers to all games' questions are kept
    own: int = 1024  # positions of the first pupil's trees that are asked for and kept in each loop …
    detours: int = 512  # … and positions some random moves off the games
    told: int = 200_000  # raw answers that are kept
    first_fill: int = 60_000  # searched positions before learning begins
    value_loss: float = 2.0  # weight of the value's loss
    rate: float = 4e-3  # learning rate at the start …
    final_rate: float = 2e-5  # … and at the end of this run
    warm_up: int = 200  # steps
    average: float = 0.999  # what the averaged net keeps at each step
    refresh: int = 20  # loops between two draws of openings, and two versions of the pupil that plays
    muon: bool = True
    weight_decay: float = 0.02
    compiled: bool = False  # torch.compile what learning does: slower to start, faster to run
    seed: int = 1
    save_seconds: float = 60.0


class Lesson:
    """Positions of one board size with what is to be said of them; the first `searched` ones were searched."""

    def __init__(
        self, size: int, cells: torch.Tensor, views: torch.Tensor, policy: torch.Tensor, value: torch.Tensor, searched: int
    ):
        self.size, self.cells, self.views, self.policy, self.value = size, cells, views, policy, value
        self.searched, self.closed = searched, cells > 0
        self._lines: Dict[int, Tuple[torch.Tensor, torch.Tensor, torch.Tensor]] = {}

    def lines(self, shape: LineShape) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Line numbers and their occurrences: the same for all pupils of one radius."""
        if shape.radius not in self._lines:
            g = geometry(self.size, shape.radius, self.cells.device.type)
            numbers = line_numbers(self.cells, self.views, g, shape.lines)
            self._lines[shape.radius] = (numbers, *occurrences(numbers))
        return self._lines[shape.radius]


class Told:
    """The newest raw answers of the teacher, with their positions."""

    def __init__(self, room: int, points: int, device: str):
        self.room = room
        self.cells = torch.zeros(room, points, dtype=torch.uint8, device=device)
        self.views = torch.zeros(room, dtype=torch.uint8, device=device)
        self.policy = torch.zeros(room, points, dtype=torch.float16, device=device)
        self.value = torch.zeros(room, device=device)
        self.head = torch.zeros((), dtype=torch.int64, device=device)

    def add(self, planes: torch.Tensor, logits: torch.Tensor, value: torch.Tensor) -> None:
        at = torch.remainder(self.head + torch.arange(len(value), device=value.device), self.room)
        closed = (planes[:, 0] + planes[:, 1] + planes[:, FORBIDDEN]).flatten(1) > 0
        self.cells[at], self.views[at] = cells_and_views(planes)
        self.policy[at] = torch.softmax(logits.masked_fill(closed, -1e4), 1).half()
        self.value[at] = value
        self.head += len(value)

    def choose(self, count: int) -> torch.Tensor:
        known = torch.clamp(self.head, max=self.room)
        return (torch.rand(count, device=self.head.device, dtype=torch.float64) * known).long()


class Source:
    """Where the lessons of one board size come from. All sizes have as many games; their rounds go by their shares."""

    def __init__(
        self,
        teacher: Any,
        pupil: FastLineNet,
        settings: DistilSettings,
        search: SearchSettings,
        play: SelfPlaySettings,
        size: int,
        codes: Dict[int, float],
    ):
        share, device = sum(codes.values()), teacher.device
        self.teacher, self.device, self.size, self.gather = teacher, device, size, settings.gather
        count = lambda whole: round(whole * share)
        self.batch, self.rounds = count(settings.batch), max(1, count(settings.rounds))
        self.searched, self.own, self.detours = round(self.batch * settings.searched), count(settings.own), count(settings.detours)
        own = replace(play, replay=max(1, count(play.replay)))
        self.play = SelfPlay(teacher, search, own, device, size, codes, settings.seed + size)
        self.told = Told(max(self.own + self.detours + play.games, count(settings.told)), size * size, device)
        self.symmetries = native.permutations(device, size)[:8].long()
        if self.own:
            small = replace(play, games=self.own, replay=1, pool=min(play.pool, 1024))
            self.pupil_play = SelfPlay(pupil, search, small, device, size, codes, settings.seed + size + 1)
        if self.detours:
            self.desk = Workspace(device, size, self.detours, SearchSettings(full=1, fast=1, root_vcf=1))
        self.keep_trees = captured(self._keep_trees, device)
        self.ask = captured(self._ask, device)
        self.told.head.zero_()  # what was kept while capturing means nothing

    def advance(self) -> None:
        for k in range(self.rounds):
            self.play.advance()
            if k % self.gather == 0:
                self.keep_trees()
        if self.own:
            self.pupil_play.advance()
        self.ask()

    def refresh(self) -> None:
        self.play.refresh()
        if self.own:
            self.pupil_play.refresh()

    def _keep_trees(self) -> None:
        work = self.play.work
        self.told.add(work.network_input, work.logits, work.value)

    def _ask(self) -> None:
        """The teacher's opinion of the pupil's trees and of detours."""
        if self.own:
            planes = self.pupil_play.work.network_input
            self.told.add(planes, *self.teacher(planes))
        if self.detours:
            self._take_detours()
            planes = self.desk.network_input
            self.told.add(planes, *self.teacher(planes))

    @torch.no_grad()
    def lesson(self) -> Lesson:
        work, told = self.play.work, self.told
        known = torch.clamp(work.counters[0], max=work.arena.replay_size)
        at = (torch.rand(self.searched, device=self.device, dtype=torch.float64) * known).long()
        cells, views = cells_of(work.replay_stones[at], work.replay_rule[at])
        also = told.choose(self.batch - self.searched)
        source = self.symmetries[torch.randint(0, 8, (self.batch,), device=self.device)]
        return Lesson(
            self.size,
            torch.cat([cells, told.cells[also]]).gather(1, source),
            torch.cat([views, told.views[also]]),
            torch.cat([work.replay_policy[at], told.policy[also]]).gather(1, source).float(),
            torch.cat([work.replay_value[at], told.value[also]]),
            self.searched,
        )

    def _take_detours(self) -> None:
        """Positions of the games with one to three stones more, each near others; where that decides the game, the position
        as it was."""
        work = self.play.work
        known = torch.clamp(work.counters[0], 1, work.arena.replay_size)
        at = (torch.rand(self.detours, device=self.device, dtype=torch.float64) * known).long()
        before, codes = work.replay_stones[at], work.replay_rule[at]
        boards = before.clone()
        length = torch.randint(1, 4, (self.detours,), device=self.device)
        for k in range(3):
            boards = torch.where((k < length)[:, None], with_random_stone(boards, codes), boards)
        outcome, _ = native.settle(boards, codes, 32)
        boards = torch.where((outcome == QUIET)[:, None], boards, before).contiguous()
        self.desk.look(boards, codes)


def cells_of(boards: torch.Tensor, codes: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
    """Row words and rules → cells [n, points] and views [n]."""
    column = torch.arange(boards.shape[1], device=boards.device)
    mine, theirs = (boards[:, :, None] >> (base + column) & 1 for base in (0, 32))
    cells = (mine + 2 * theirs).flatten(1)
    black_moves = mine.sum((1, 2)) == theirs.sum((1, 2))
    standard, renju = (codes == RULES.index(name) for name in ("standard", "renju"))
    views = (standard | renju & black_moves).int() + 2 * (standard | renju & ~black_moves).int()
    return cells.to(torch.uint8), views.to(torch.uint8)


def with_random_stone(boards: torch.Tensor, codes: torch.Tensor) -> torch.Tensor:
    """Row words after a stone of the side to move within two steps of another, neither a five nor forbidden."""
    size = boards.shape[1]
    column = torch.arange(size, device=boards.device)
    unpack = lambda words: (words[:, :, None] >> column & 1).float()
    stones = unpack(boards | boards >> 32)
    shapes = native.threats(boards.contiguous(), codes)
    never = unpack(shapes[:, native.SHAPES.index("five")] | shapes[:, native.SHAPES.index("forbidden")])
    near = F.max_pool2d(stones[:, None], 5, 1, 2)[:, 0]
    weight = ((near + 1e-6) * (1 - stones) * (1 - never)).flatten(1)
    point = (weight / -torch.log(torch.rand_like(weight).clamp(1e-9, 1 - 1e-6))).argmax(1)  # drawn by weight
    row = torch.div(point, size, rounding_mode="floor")
    bit = (row[:, None] == column).long() << (point % size)[:, None]
    mine = (boards & 0xFFFFFFFF) | bit
    return boards >> 32 | mine << 32


class Pupil:
    """A line net that learns, with its history of runs. `haste` is its learning rate over that of the settings."""

    def __init__(self, shape: LineShape, settings: DistilSettings, device: str, resume: Optional[Path], haste: float):
        self.haste = haste
        self.shape, self.device, self.value_loss = shape, device, settings.value_loss
        self.net = LineNet(shape).to(device).train()
        self.optimiser = Optimiser(self.net, device, settings.muon, settings.weight_decay)
        self.history: List[Dict[str, Any]] = checkpoint.resume(resume, self.net, self.optimiser) if resume else []
        self.losses = torch.zeros(len(LOSSES), device=device)
        self.each_loss = torch.compile(each_loss, dynamic=False) if settings.compiled else each_loss
        if settings.compiled:
            self.net.compile_pieces()

    def set_rate(self, settings: DistilSettings, share: float, steps: int) -> None:
        before = sum(r["steps"] for r in self.history)
        self.optimiser.rate.fill_(self.haste * rate_at(settings, share, steps))
        self.optimiser.keep.fill_(min(settings.average, (before + steps + 1) / (before + steps + 20)))

    def learn(self, lessons: Sequence[Lesson]) -> None:
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            table = self.net.table()
            each = [self._each_loss(table, lesson) for lesson in lessons]
        policy, value, same = (torch.cat([e[k] for e in each]) for k in range(3))
        searched = torch.cat([torch.arange(len(x.value), device=self.device) < x.searched for x in lessons]).float()
        loss = policy.mean() + self.value_loss * value.mean()
        self.optimiser.step(list(torch.autograd.grad(loss, self.optimiser.parameters())))
        with torch.no_grad():
            of = lambda x, weight: (x * weight).sum() / weight.sum().clamp(min=1)
            told = 1 - searched
            seen = [of(policy, searched), of(value, searched), of(same, searched), of(policy, told), of(value, told)]
            self.losses.lerp_(torch.stack(seen), 0.01)

    def _each_loss(self, table: torch.Tensor, lesson: Lesson) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        sums = LineSums.apply(table, *lesson.lines(self.shape))
        regions = geometry(lesson.size, self.shape.radius, self.device).regions
        return self.each_loss(*self.net.tail(sums, regions, lesson.size), lesson.closed, lesson.policy, lesson.value)

    def save(self, out: Path, run: Run) -> None:
        losses = dict(zip(LOSSES, (round(x, 4) for x in self.losses.tolist())))
        settings = {**run.settings, "shape": self.shape.to_dict(), "haste": self.haste}
        mine = {**asdict(run), "settings": settings, "losses": losses}
        checkpoint.save(out / "checkpoint.pt", self.net, self.optimiser, self.history + [mine])


def each_loss(
    logits: torch.Tensor, value: torch.Tensor, closed: torch.Tensor, policy: torch.Tensor, target: torch.Tensor
) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """For each position: cross-entropy of the policy and of the chance of winning, and whether the first choice is the same."""
    log_policy = F.log_softmax(logits.float().masked_fill(closed, -1e4), 1)
    value_loss = F.binary_cross_entropy_with_logits(2 * value.float(), 0.5 * (target.float() + 1), reduction="none")
    same = log_policy.argmax(1) == policy.argmax(1)
    return -(policy * log_policy).sum(1), value_loss, same.float()


class Distiller:
    def __init__(
        self,
        teacher: Any,
        teacher_name: str,
        shapes: Sequence[LineShape],
        settings: DistilSettings,
        search: SearchSettings,
        play: SelfPlaySettings,
        resume: Sequence[Path] = (),
        haste: Sequence[float] = (),
    ):
        for given, what in ((resume, "checkpoints to resume"), (haste, "values of haste")):
            if given and len(given) != len(shapes):
                raise ValueError(f"{len(given)} {what}, but {len(shapes)} shapes")
        torch.manual_seed(settings.seed)
        self.settings, self.device, self.started = settings, teacher.device, time.time()
        if settings.compiled:
            allow_compilations()
        paths = list(resume) or [None] * len(shapes)
        hastes = list(haste) or [1.0] * len(shapes)
        self.pupils = [Pupil(s, settings, self.device, path, h) for s, path, h in zip(shapes, paths, hastes)]
        self.fast = FastLineNet(shapes[0], self.device)
        self.publish()
        self.sources = [
            Source(teacher, self.fast, settings, search, play, size, codes)
            for size, codes in parse_mix(settings.mix).items()
        ]
        described = {"train": asdict(settings), "search": asdict(search), "play": asdict(play), "teacher": teacher_name}
        self.run = Run(described)
        self.train_step: Any = None  # until there are enough positions

    def elapsed(self) -> float:
        return time.time() - self.started

    def publish(self) -> None:
        """The first pupil plays as it is now."""
        self.fast.load(self.pupils[0].optimiser.average)

    def loop(self, out: Path) -> None:
        t, loops, saved, shown = self.settings, 0, self.elapsed(), 0.0
        while self.elapsed() < t.seconds:
            for source in self.sources:
                source.advance()
            if self._ready():
                for _ in range(t.steps):
                    self._set_rate()
                    self.train_step()
                    self.run.steps += 1
            loops += 1
            if loops % t.refresh == 0:
                self.publish()
                for source in self.sources:
                    source.refresh()
            if self.device == "cuda":
                torch.cuda.synchronize()  # or the host would queue up seconds of work
            if self.elapsed() - shown > 10:
                print(self.progress(), flush=True)
                shown = self.elapsed()
            if self.elapsed() - saved > t.save_seconds:
                self.save(out)
                saved = self.elapsed()
        print(self.progress(), flush=True)
        self.save(out)

    def _ready(self) -> bool:
        """Whether learning can go on. When there are enough positions, on the GPU the step becomes a graph (and is run a few
        times on the way)."""
        if not self.train_step:
            share = self.settings.first_fill / self.settings.batch
            enough = lambda s: s.play.work.count()["replay_head"] >= share * s.batch
            if all(enough(s) for s in self.sources):
                self._set_rate()
                self.train_step = captured(self._step, self.device, 3)
        return self.train_step is not None

    def _set_rate(self) -> None:
        for pupil in self.pupils:
            pupil.set_rate(self.settings, self.elapsed() / self.settings.seconds, self.run.steps)

    def _step(self) -> None:
        lessons = [source.lesson() for source in self.sources]
        for pupil in self.pupils:
            pupil.learn(lessons)

    def progress(self) -> str:
        r, s = self.run, max(self.elapsed(), 1e-9)
        counts = [source.play.work.count() for source in self.sources]
        r.seconds = s
        r.games, r.moves, r.samples, r.evaluations = (
            sum(c[k] for c in counts) for k in ("games", "moves", "replay_head", "evaluations")
        )
        shown = "".join(
            "\n        " + "  ".join(f"{k} {v:.3f}" for k, v in zip(LOSSES, pupil.losses.tolist()))
            for pupil in self.pupils
        )
        return f"{s:6.0f} s  games {r.games:,}  searched positions {r.samples:,}  evaluations/s {r.evaluations / s:,.0f}  steps {r.steps:,}{shown}"

    def save(self, out: Path) -> None:
        self.progress()
        for k, pupil in enumerate(self.pupils):
            pupil.save(out if len(self.pupils) == 1 else out / str(k), self.run)


def allow_compilations() -> None:
    """One compilation for each pupil, piece and board size; by default PyTorch gives up after eight of one function."""
    import torch._dynamo

    for name in ("recompile_limit", "cache_size_limit"):
        if hasattr(torch._dynamo.config, name):
            setattr(torch._dynamo.config, name, 64)
