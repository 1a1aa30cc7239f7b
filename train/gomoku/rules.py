"""Freestyle Gomoku, 15×15, in plain Python: slow, obvious, and the reference that the fast kernels are tested against.

A point is `row * 15 + column`. A position is two sets of points: the side to move's ("mine") and the other's ("theirs").
"""

from __future__ import annotations

from typing import AbstractSet, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

SIZE = 15
POINTS = SIZE * SIZE
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Position(NamedTuple):
    mine: FrozenSet[int]
    theirs: FrozenSet[int]

    def after(self, point: int) -> "Position":
        """The position after the side to move plays on `point`; the other side is to move."""
        if not 0 <= point < POINTS or point in self.mine or point in self.theirs:
            raise ValueError(f"illegal move {point}")
        return Position(self.theirs, self.mine | {point})

    def swapped(self) -> "Position":
        return Position(self.theirs, self.mine)

    def empty_points(self) -> List[int]:
        return [p for p in range(POINTS) if p not in self.mine and p not in self.theirs]


EMPTY = Position(frozenset(), frozenset())


def windows(through: Optional[int] = None) -> Iterator[Tuple[int, ...]]:
    """All runs of five points on a line, or those through one point."""
    for row in range(SIZE):
        for column in range(SIZE):
            for dr, dc in DIRECTIONS:
                if 0 <= row + 4 * dr < SIZE and 0 <= column + 4 * dc < SIZE:
                    cells = tuple((row + k * dr) * SIZE + column + k * dc for k in range(5))
                    if through is None or through in cells:
                        yield cells


WINDOWS = tuple(windows())
THROUGH = tuple(tuple(w for w in WINDOWS if p in w) for p in range(POINTS))


def wins(stones: AbstractSet[int], point: int) -> bool:
    """Whether a stone on `point` makes five or more in a row with `stones`."""
    return any(all(p == point or p in stones for p in w) for w in THROUGH[point])


def five_points(mine: AbstractSet[int], theirs: AbstractSet[int]) -> Set[int]:
    """Empty points where `mine` makes five."""
    return {p for p in range(POINTS) if p not in mine and p not in theirs and wins(mine, p)}


class Threats(NamedTuple):
    five: Set[int]  # points that make five
    four: Set[int]  # points that make a four: one way to five or more
    win: Set[int]  # points that make two ways to five or more


def threats(mine: AbstractSet[int], theirs: AbstractSet[int]) -> Threats:
    """The threat points of one side (the network's planes, and what the kernels compute for both sides at once).

    A four needs a line of five cells with three stones of the side and no stone of the other, so a fifth stone that
    overlaps an existing four is not counted as a new one.
    """
    four, win = set(), set()
    for p in range(POINTS):
        if p in mine or p in theirs:
            continue
        found = set()
        for w in THROUGH[p]:
            stones = [q for q in w if q in mine]
            holes = [q for q in w if q not in mine and q != p]
            if len(stones) == 3 and len(holes) == 1 and holes[0] not in theirs:
                found.add(holes[0])
        if found:
            four.add(p)
        if len(found) > 1:
            win.add(p)
    return Threats(five_points(mine, theirs), four, win)


def symmetry(point: int, kind: int) -> int:
    """Where one of the eight symmetries takes a point: bit 2 mirrors, bits 0 and 1 turn."""
    row, column = divmod(point, SIZE)
    if kind & 4:
        row, column = column, row
    for _ in range(kind & 3):
        row, column = column, SIZE - 1 - row
    return row * SIZE + column


def to_rows(position: Position) -> List[int]:
    """The kernels' layout: 16 row words of the side to move, then 16 of the other (rows.hpp)."""
    words = [0] * 32
    for base, stones in ((0, position.mine), (16, position.theirs)):
        for p in stones:
            words[base + p // SIZE] |= 1 << p % SIZE
    return words


def from_rows(words: Sequence[int]) -> Position:
    def stones(base: int) -> FrozenSet[int]:
        return frozenset(r * SIZE + c for r in range(SIZE) for c in range(SIZE) if words[base + r] >> c & 1)

    return Position(stones(0), stones(16))


def play_all(moves: Iterable[int]) -> Position:
    position = EMPTY
    for move in moves:
        position = position.after(move)
    return position


def show(position: Position, black_to_move: bool = True) -> str:
    """A board for people: x is black, o is white."""
    black, white = (position.mine, position.theirs) if black_to_move else (position.theirs, position.mine)
    mark = lambda p: "x" if p in black else "o" if p in white else "."
    return "\n".join(" ".join(mark(r * SIZE + c) for c in range(SIZE)) for r in range(SIZE))
