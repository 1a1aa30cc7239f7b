"""How well a net foresees an engine's moves on fixed positions: a yardstick that needs neither games nor a GPU.

A line of the file: rule and size, points of the side to move, points of the other side, the engine's move.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, List, Optional, Sequence, Tuple

import torch
import torch.nn.functional as F

from . import native, rules
from .engine import Brain
from .native import SearchSettings, SelfPlaySettings
from .learner import Part
from .selfplay import SelfPlay

FILE = Path(__file__).resolve().parent / "data" / "rapfi-moves.txt"
Judged = Tuple[rules.Position, int]  # and the engine's move


def read(path: Path) -> List[Judged]:
    out = []
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            name, mine, theirs, move = line.split()
            stones = [frozenset(int(p) for p in side.split(",")) for side in (mine, theirs)]
            out.append((rules.Position(stones[0], stones[1], rules.Variant.parse(name)), int(move)))
    return out


def write(path: Path, judged: Sequence[Judged], title: str) -> None:
    side = lambda stones: ",".join(str(p) for p in sorted(stones))
    lines = [f"{p.variant} {side(p.mine)} {side(p.theirs)} {move}" for p, move in judged if p.mine and p.theirs]
    path.write_text("\n".join([f"# {title}"] + lines) + "\n")


def ask(net: Any, brain: Brain, count: int, variant: rules.Variant) -> List[Judged]:
    """The engine's moves in `count` positions of games that the net plays against itself, taken at random."""
    search = SearchSettings(full=32, fast=32, leaf_vcf=64, leaf_vct=16, root_vct=48)
    settings = SelfPlaySettings(games=48, replay=8 * count, pool=256, surprise=0.0)
    play = SelfPlay(net, search, settings, net.device, variant.size, {variant.code: 1.0})
    while play.work.count()["replay_head"] < 3 * count:
        play.advance()
    chosen = torch.randperm(3 * count)[:count].to(net.device)
    positions = [rules.from_rows(row, variant) for row in play.work.replay_stones[chosen].tolist()]
    return [(p, brain.move(p)) for p in positions]


def log_chances(net: Any, judged: Sequence[Judged]) -> torch.Tensor:
    """[n, points]: logarithm of the chance that the net gives each point, without any search."""
    variant = judged[0][0].variant
    work = native.Workspace(net.device, variant.size, len(judged), SearchSettings(full=1, fast=1))
    boards = torch.tensor([rules.to_rows(p) for p, _ in judged], dtype=torch.int64).to(net.device)
    work.look(boards, native.rule_codes(variant.rule, len(judged), net.device))
    logits = torch.cat([net(x)[0] for x in work.network_input.split(256)])
    closed = (work.network_input[:, 0] + work.network_input[:, 1]).flatten(1) > 0
    return torch.log_softmax(logits.masked_fill(closed, -1e4), 1).cpu()


def compare(names: Sequence[str], nets: Sequence[Any], judged: Sequence[Judged]) -> None:
    """Surprise (−log chance) at the engine's move and the share of equal first choices; differences to the first net with
    95% intervals, position by position."""
    moves = torch.tensor([move for _, move in judged])
    first: Optional[Tuple[torch.Tensor, torch.Tensor]] = None
    for name, net in zip(names, nets):
        chances = log_chances(net, judged)
        surprise = -chances.gather(1, moves[:, None])[:, 0]
        equal = (chances.argmax(1) == moves).float()
        text = f"{name}: surprise {surprise.mean():.3f}, same move {equal.mean():.1%}"
        if first:
            text += f"; to the first: {difference(surprise, first[0])}, same move {difference(equal, first[1])}"
        first = first or (surprise, equal)
        print(f"{text} ({len(judged)} positions)", flush=True)


@torch.no_grad()
def compare_in_games(
    names: Sequence[str], nets: Sequence[Any], teacher: Any, count: int, variant: rules.Variant, seed: int = 99
) -> None:
    """How well the nets and the teacher itself, without search, foresee its search of 64 simulations in games that nobody has
    learned from. Cross-entropy with the searched policy, the raw policy and the value's lambda-return, and equal first choices."""
    search = SearchSettings(full=64, fast=64, leaf_vcf=64, leaf_vct=16, root_vct=48)
    games = max(16, min(2048, count // 8))
    settings = SelfPlaySettings(games=games, replay=count, pool=min(4096, 4 * games), surprise=0.0)
    play = SelfPlay(teacher, search, settings, teacher.device, variant.size, {variant.code: 1.0}, seed)
    while play.work.count()["replay_head"] < count:
        play.advance()
    part = Part(play.work, min(4096, count), 1 << 40, 1.0)
    rows: List[List[torch.Tensor]] = [[] for _ in range(len(nets) + 1)]
    for _ in range(max(1, count // part.batch)):
        planes, policy, _, target = part.sample()
        closed = (planes[:, 0] + planes[:, 1] + planes[:, native.FORBIDDEN]).flatten(1) > 0
        told = torch.softmax(teacher(planes)[0].masked_fill(closed, -1e4), 1)
        for row, net in zip(rows, [teacher, *nets]):
            logits, value = net(planes)
            log_policy = torch.log_softmax(logits.masked_fill(closed, -1e4), 1)
            chance = (0.5 * (value + 1)).clamp(1e-4, 1 - 1e-4)
            seen = [
                -(policy.float() * log_policy).sum(1),
                -(told * log_policy).sum(1),
                F.binary_cross_entropy(chance, 0.5 * (target + 1), reduction="none"),
                (log_policy.argmax(1) == policy.argmax(1)).float(),
            ]
            row.append(torch.stack(seen).mean(1))
    for name, row in zip(["the teacher itself", *names], rows):
        searched, raw, value, same = torch.stack(row).mean(0).tolist()
        print(
            f"{variant}: {name}: cross-entropy with the search {searched:.3f}, with the teacher's raw policy {raw:.3f}, "
            f"value {value:.3f}, same first move {same:.1%}",
            flush=True,
        )


def difference(a: torch.Tensor, b: torch.Tensor) -> str:
    d = a - b
    return f"{d.mean():+.3f} ± {1.96 * d.std().item() / math.sqrt(len(d)):.3f}"
