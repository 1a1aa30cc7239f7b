"""Balanced openings: random stones, and the network's own opinion to leave out the decided ones."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Optional, Tuple

import torch

from . import native, rules
from .net import FastNet

GOMOCUP = Path(__file__).resolve().parent / "data" / "gomocup-15.txt"


def gomocup(size: int) -> List[List[int]]:
    """The tournament's openings as lists of points, black first. The file gives (x, y) offsets from the centre."""
    out = []
    for line in GOMOCUP.read_text().splitlines():
        numbers = [int(x) for x in line.split(",") if x.strip()]
        out.append([(size // 2 + y) * size + size // 2 + x for x, y in zip(numbers[::2], numbers[1::2])])
    return out


def gomocup_positions(count: int, variant: rules.Variant = rules.Variant()) -> List[rules.Position]:
    """Tournament openings under all symmetries, each opening once before the first repeats."""
    turned = [
        [rules.symmetry(p, s, variant.size) for p in opening] for s in range(8) for opening in gomocup(variant.size)
    ]
    return [rules.play_all(moves, variant) for moves in turned[:count]]


def random_boards(
    count: int, most: int, device: str, size: int = 15, generator: Optional[torch.Generator] = None
) -> torch.Tensor:
    """int64 [count, size]: one stone in the middle part, then up to `most` − 1 more near the others, colours in turn.
    Points that are close to a stone are likelier than far ones."""
    S = size
    stones = torch.zeros(2, count, S, S, device=device)  # black, white
    total = torch.randint(1, most + 1, (count,), device=device, generator=generator)
    spread = torch.rand(count, 1, 1, device=device, generator=generator)
    distance = torch.arange(S, device=device, dtype=torch.float32) - size // 2
    middle = torch.exp(-(distance[:, None] ** 2 + distance[None] ** 2) / 18)
    near = torch.ones(1, 1, 5, 5, device=device)
    wide = torch.ones(1, 1, 9, 9, device=device)
    rows = torch.arange(count, device=device)
    for k in range(most):
        taken = stones.sum(0)
        if k == 0:
            weight = middle.expand(count, S, S).clone()
        else:
            close = torch.nn.functional.conv2d(taken[:, None], near, padding=2)[:, 0] > 0
            far = torch.nn.functional.conv2d(taken[:, None], wide, padding=4)[:, 0] > 0
            weight = close + far * 0.3 * spread
        weight = (weight * (1 - taken)).flatten(1) + 1e-9
        point = torch.multinomial(weight, 1, generator=generator).squeeze(1)
        stones[k % 2].view(count, -1)[rows, point] += (k < total).float()
    white_moves = (total % 2 == 1)[:, None, None]
    mine = torch.where(white_moves, stones[1], stones[0])
    theirs = torch.where(white_moves, stones[0], stones[1])
    return as_rows(mine) | as_rows(theirs) << 32


def as_rows(stones: torch.Tensor) -> torch.Tensor:
    """0/1 [n, size, size] → int64 [n, size] row words."""
    bits = (stones > 0).to(torch.int64) << torch.arange(stones.shape[2], device=stones.device)
    return bits.sum(2)


class Openings:
    """Draws quiet, balanced positions of one board size, under rules by their weights (code → weight)."""

    def __init__(
        self,
        net: FastNet,
        count: int,
        device: str,
        size: int = 15,
        weights: Optional[Dict[int, float]] = None,
        most: int = 8,
        tries: int = 4,
    ):
        self.net, self.count, self.device, self.size, self.most, self.tries = net, count, device, size, most, tries
        self.weights = torch.zeros(len(rules.RULES), device=device)
        for code, weight in (weights or {0: 1.0}).items():
            self.weights[code] = weight
        self.work = native.Workspace(device, size, count * tries, native.SearchSettings(full=1, fast=1))

    def values(self, boards: torch.Tensor, codes: torch.Tensor) -> torch.Tensor:
        """The network's opinion of each position, for the side to move."""
        self.work.look(boards, codes)
        return torch.cat([self.net(x)[1] for x in self.work.network_input[: boards.shape[0]].split(4096)])

    def draw(self, width: float = 0.35) -> Tuple[torch.Tensor, torch.Tensor]:
        """int64 [count, size] and their rules, uint8 [count]: candidates are kept by chance exp(−(value / width)²), a few
        regardless; decided ones never."""
        boards = random_boards(self.count * self.tries, self.most, self.device, self.size)
        codes = torch.multinomial(self.weights, boards.shape[0], replacement=True).to(torch.uint8)
        outcome, _ = native.settle(boards, codes, 64)
        keep = torch.exp(-((self.values(boards, codes) / width) ** 2)) + 0.05
        keep = torch.where(outcome == native.QUIET, keep, torch.full_like(keep, 1e-9))
        order = torch.argsort(keep / -torch.log(torch.rand_like(keep)), descending=True)  # sampling without replacement
        chosen = order[: self.count]
        return boards[chosen].contiguous(), codes[chosen].contiguous()
