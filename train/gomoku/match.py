"""Matches between players on the same openings with colours swapped: nets on the GPU, all games at once."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Sequence, Tuple

from . import rules
from .rules import Position

Player = Callable[[Sequence[Position]], List[int]]  # positions → one move each
MOST_STONES = 200


@dataclass
class Result:
    """Scores are the first player's: 1, ½ or 0 a game; games 2k and 2k+1 share an opening."""

    scores: List[float] = field(default_factory=list)
    seconds: float = 0.0
    stones: float = 0.0

    @property
    def share(self) -> float:
        return sum(self.scores) / len(self.scores)

    def interval(self) -> Tuple[float, float]:
        """95% interval of the score, from the spread between openings (a pair of games is one draw)."""
        pairs = [(a + b) / 2 for a, b in zip(self.scores[::2], self.scores[1::2])]
        n, mean = len(pairs), self.share
        spread = math.sqrt(sum((p - mean) ** 2 for p in pairs) / max(1, n - 1) / n) if n > 1 else 0.5
        return max(0.0, mean - 1.96 * spread), min(1.0, mean + 1.96 * spread)

    def elo(self) -> float:
        s = min(max(self.share, 0.5 / len(self.scores)), 1 - 0.5 / len(self.scores))
        return 400 * math.log10(s / (1 - s))

    def __str__(self) -> str:
        low, high = self.interval()
        pairs = [a + b for a, b in zip(self.scores[::2], self.scores[1::2])]
        won, split, lost = sum(p > 1 for p in pairs), sum(p == 1 for p in pairs), sum(p < 1 for p in pairs)
        drawn = sum(s == 0.5 for s in self.scores)
        return (
            f"{sum(self.scores):g}/{len(self.scores)} = {self.share:.1%} (95%: {low:.1%} to {high:.1%}), Elo {self.elo():+.0f}, "
            f"openings won/split/lost {won}/{split}/{lost}, games drawn or unfinished {drawn}, {self.stones:.0f} stones a game, {self.seconds:.0f} s"
        )


def play_match(first: Player, second: Player, openings: Sequence[Position], deadline: float = math.inf) -> Result:
    """Each opening twice: the first player moves first in game 2k, the second in game 2k+1. Games unfinished at the
    deadline (time.time()) count as draws."""
    start = time.time()
    positions = [p for p in openings for _ in range(2)]
    firsts_turn = [k % 2 == 0 for k in range(len(positions))]
    scores: List[float] = [-1.0] * len(positions)
    while time.time() < deadline:
        live = [k for k, s in enumerate(scores) if s < 0]
        if not live:
            break
        moves: Dict[int, int] = {}
        for player, turn in ((first, True), (second, False)):
            mine = [k for k in live if firsts_turn[k] == turn]
            if mine:
                moves.update(zip(mine, player([positions[k] for k in mine])))
        for k, move in moves.items():
            scores[k] = play_one(positions, k, move, firsts_turn[k])
            firsts_turn[k] = not firsts_turn[k]
    stones = sum(len(p.mine) + len(p.theirs) for p in positions) / len(positions)
    return Result([0.5 if s < 0 else s for s in scores], time.time() - start, stones)


def play_one(positions: List[Position], k: int, move: int, firsts_turn: bool) -> float:
    """Plays a move in game k; the first player's score when that ends it, else −1. An illegal move loses."""
    position = positions[k]
    if not rules.is_legal(position, move):
        return 0.0 if firsts_turn else 1.0
    won = rules.wins(position.mine, move, position.variant, position.black_to_move)
    positions[k] = position.after(move)
    if won:
        return 1.0 if firsts_turn else 0.0
    return 0.5 if len(positions[k].mine) + len(positions[k].theirs) >= MOST_STONES else -1.0


def fit_elo(players: int, games: Sequence[Tuple[int, int, float]]) -> List[float]:
    """Ratings whose differences fit the measured ones (a, b, a's Elo over b) best; player 0 has 0."""
    elo = [0.0] * players
    for _ in range(2000):  # relaxation: each player moves to the mean of what its matches say
        for k in range(1, players):
            said = [elo[b] + d for a, b, d in games if a == k] + [elo[a] - d for a, b, d in games if b == k]
            if said:
                elo[k] = sum(said) / len(said)
    return elo
