"""Gomoku under three rules in plain Python: slow, obvious, and the reference that the fast kernels are tested against.

A point is `row * size + column`. A position is two sets of points: the side to move's ("mine") and the other's ("theirs").
Black is to move when both have as many stones.
"""

from __future__ import annotations

from functools import lru_cache
from typing import AbstractSet, Dict, FrozenSet, Iterable, Iterator, List, NamedTuple, Sequence, Set, Tuple

RULES = ("freestyle", "standard", "renju")  # in the kernels' order
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Variant(NamedTuple):
    """The rule and the board's size. Freestyle: five or more win. Standard: exactly five. Renju: Black needs exactly five
    and has forbidden points, White wins with five or more."""

    rule: str = "freestyle"
    size: int = 15

    @property
    def points(self) -> int:
        return self.size * self.size

    @property
    def code(self) -> int:
        return RULES.index(self.rule)

    def __str__(self) -> str:
        return f"{self.rule}-{self.size}"

    @staticmethod
    def parse(text: str) -> "Variant":
        rule, _, size = text.partition("-")
        if rule not in RULES or not size.isdigit() or not 5 <= int(size) <= 22:
            raise ValueError(f"'{text}' is not RULE-SIZE, such as freestyle-15 or renju-20")
        return Variant(rule, int(size))


class Position(NamedTuple):
    mine: FrozenSet[int]
    theirs: FrozenSet[int]
    variant: Variant = Variant()

    def after(self, point: int) -> "Position":
        """The position after the side to move plays on `point`; the other side is to move."""
        if not 0 <= point < self.variant.points or point in self.mine or point in self.theirs:
            raise ValueError(f"illegal move {point}")
        return Position(self.theirs, self.mine | {point}, self.variant)

    def swapped(self) -> "Position":
        """The same stones seen by the other side. Its colour is then no longer told by the number of stones."""
        return Position(self.theirs, self.mine, self.variant)

    @property
    def black_to_move(self) -> bool:
        return len(self.mine) == len(self.theirs)

    def empty_points(self) -> List[int]:
        return [p for p in range(self.variant.points) if p not in self.mine and p not in self.theirs]


def empty(variant: Variant = Variant()) -> Position:
    return Position(frozenset(), frozenset(), variant)


def line(point: int, direction: Tuple[int, int], size: int) -> Iterator[int]:
    """The points that follow `point`, up to the edge."""
    row, column = divmod(point, size)
    while True:
        row, column = row + direction[0], column + direction[1]
        if not (0 <= row < size and 0 <= column < size):
            return
        yield row * size + column


def run(stones: AbstractSet[int], point: int, direction: Tuple[int, int], size: int) -> int:
    """How many stones follow one another from `point`, without it."""
    n = 0
    for p in line(point, direction, size):
        if p not in stones:
            break
        n += 1
    return n


def exact(variant: Variant, black: bool) -> bool:
    """Whether the side wins with exactly five only."""
    return variant.rule == "standard" or (variant.rule == "renju" and black)


def wins(stones: AbstractSet[int], point: int, variant: Variant = Variant(), black: bool = True) -> bool:
    """Whether a stone on `point` makes a winning five with `stones`."""
    for dr, dc in DIRECTIONS:
        n = 1 + run(stones, point, (dr, dc), variant.size) + run(stones, point, (-dr, -dc), variant.size)
        if n == 5 or (n > 5 and not exact(variant, black)):
            return True
    return False


def five_points(
    mine: AbstractSet[int], theirs: AbstractSet[int], variant: Variant = Variant(), black: bool = True
) -> Set[int]:
    """Empty points where `mine` makes five."""
    return {p for p in range(variant.points) if p not in mine and p not in theirs and wins(mine, p, variant, black)}


@lru_cache(maxsize=None)
def windows_through(size: int) -> Tuple[Tuple[Tuple[int, ...], ...], ...]:
    """For each point, all runs of seven cells whose inner five hold the point; cells beyond the edge are −1."""
    out: List[List[Tuple[int, ...]]] = [[] for _ in range(size * size)]
    at = lambda r, c: r * size + c if 0 <= r < size and 0 <= c < size else -1
    for row in range(size):
        for column in range(size):
            for dr, dc in DIRECTIONS:
                cells = tuple(at(row + k * dr, column + k * dc) for k in range(-1, 6))
                if min(cells[1:6]) >= 0:
                    for p in cells[1:6]:
                        out[p].append(cells)
    return tuple(tuple(w) for w in out)


class Threats(NamedTuple):
    five: Set[int]  # points that make five
    four: Set[int]  # points that make a four: one way to five or more
    win: Set[int]  # points that make two ways to five or more


def threats(
    mine: AbstractSet[int], theirs: AbstractSet[int], variant: Variant = Variant(), black: bool = True
) -> Threats:
    """The threat points of one side (the network's planes, and what the kernels compute for both sides at once).

    A four needs a line of five cells with three stones of the side and no stone of the other, so a fifth stone that
    overlaps an existing four is not counted as a new one. Where exactly five win, the cells beyond must not be the
    side's. In renju Black's forbidden points make no four.
    """
    four, win = set(), set()
    no_six = exact(variant, black)
    for p in range(variant.points):
        if p in mine or p in theirs:
            continue
        found = set()
        for w in windows_through(variant.size)[p]:
            stones = [q for q in w[1:6] if q in mine]
            holes = [q for q in w[1:6] if q not in mine and q != p]
            if no_six and (w[0] in mine or w[6] in mine):
                continue
            if len(stones) == 3 and len(holes) == 1 and holes[0] not in theirs:
                found.add(holes[0])
        if not found or (variant.rule == "renju" and black and is_forbidden(mine, theirs, p, variant.size)):
            continue
        four.add(p)
        if len(found) > 1:
            win.add(p)
    return Threats(five_points(mine, theirs, variant, black), four, win)


def is_forbidden(black: AbstractSet[int], white: AbstractSet[int], point: int, size: int) -> bool:
    """Whether renju keeps Black off the empty point: overline, double four or double three, unless it makes five."""
    return judge(black, white, point, size) == "forbidden"


def judge(black: AbstractSet[int], white: AbstractSet[int], point: int, size: int) -> str:
    """ "five", "forbidden" or "allowed". A three counts when one of the points that make it a straight four is allowed:
    the same question with one stone more."""
    after = black | {point}
    free = lambda p: p >= 0 and p not in after and p not in white
    row, column = divmod(point, size)
    overline, fours, threes = False, 0, []
    for dr, dc in DIRECTIONS:
        cells = []  # six steps back, the point, six steps ahead; −1 beyond the edge
        for k in range(-6, 7):
            r, c = row + k * dr, column + k * dc
            cells.append(r * size + c if 0 <= r < size and 0 <= c < size else -1)
        n = 1 + run(black, point, (dr, dc), size) + run(black, point, (-dr, -dc), size)
        if n == 5:
            return "five"
        overline |= n > 5
        exact_five = lambda a: cells[a - 1] not in after and cells[a + 5] not in after
        ways = set()
        for a in range(2, 7):  # windows of five that hold the point
            holes = [i for i in range(a, a + 5) if cells[i] not in after]
            if len(holes) == 1 and free(cells[holes[0]]) and exact_five(a):
                ways.add(holes[0])
        fours += 1 if len(ways) == 2 and max(ways) - min(ways) == 5 else len(ways)
        goes_on = set()
        for a in range(3, 7):  # windows of four that hold the point, and an empty cell at either end
            holes = [i for i in range(a, a + 4) if cells[i] not in after]
            ends_free = free(cells[a - 1]) and free(cells[a + 4])
            if len(holes) == 1 and free(cells[holes[0]]) and ends_free and exact_five(a) and exact_five(a - 1):
                goes_on.add(cells[holes[0]])
        if goes_on:
            threes.append(goes_on)
    if overline or fours > 1:
        return "forbidden"
    if len(threes) < 2:
        return "allowed"
    real = sum(any(judge(after, white, p, size) == "allowed" for p in three) for three in threes)
    return "forbidden" if real > 1 else "allowed"


def is_legal(position: Position, point: int) -> bool:
    v = position.variant
    if not 0 <= point < v.points or point in position.mine or point in position.theirs:
        return False
    return not (
        v.rule == "renju" and position.black_to_move and is_forbidden(position.mine, position.theirs, point, v.size)
    )


def symmetry(point: int, kind: int, size: int) -> int:
    """Where one of the eight symmetries takes a point: bit 2 mirrors, bits 0 and 1 turn."""
    row, column = divmod(point, size)
    if kind & 4:
        row, column = column, row
    for _ in range(kind & 3):
        row, column = column, size - 1 - row
    return row * size + column


def to_rows(position: Position) -> List[int]:
    """The kernels' layout: a word for each row, the side to move's stones from bit 0, the other's from bit 32 (rows.hpp)."""
    size = position.variant.size
    words = [0] * size
    for base, stones in ((0, position.mine), (32, position.theirs)):
        for p in stones:
            words[p // size] |= 1 << (base + p % size)
    return words


def from_rows(words: Sequence[int], variant: Variant = Variant()) -> Position:
    size = variant.size

    def stones(base: int) -> FrozenSet[int]:
        return frozenset(r * size + c for r in range(size) for c in range(size) if words[r] >> (base + c) & 1)

    return Position(stones(0), stones(32), variant)


def play_all(moves: Iterable[int], variant: Variant = Variant()) -> Position:
    position = empty(variant)
    for move in moves:
        position = position.after(move)
    return position


def show(position: Position) -> str:
    """A board for people: x is to move."""
    size = position.variant.size
    marks: Dict[int, str] = {**{p: "x" for p in position.mine}, **{p: "o" for p in position.theirs}}
    return "\n".join(" ".join(marks.get(r * size + c, ".") for c in range(size)) for r in range(size))
