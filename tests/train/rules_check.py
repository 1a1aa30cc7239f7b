"""The trainer's rules and threat points against the C++ rules on random games.

Usage: rules_check.py DUMP_GAMES [GAMES [SEED]]   where DUMP_GAMES is the program built from dump_games.cpp
Exit code: 0 all agree, 1 a difference, 77 skipped.
"""

import subprocess
import sys
from typing import Dict, List, Optional, Set, Tuple

import common

common.need_torch_and_compiler()

import torch

from gomoku import native, rules


def points(text: str) -> Optional[Set[int]]:
    return None if text == "?" else set() if text == "-" else {int(p) for p in text.split(",")}


VARIANTS = ("freestyle-15", "standard-15", "renju-15", "freestyle-20", "standard-20", "renju-20")
Seen = List[Tuple[int, str, list]]  # (plies, side, [five, four, win, forbidden])


def read_games(program: str, variant: rules.Variant, games: int, seed: int) -> List[Tuple[List[int], str, Seen]]:
    """(moves, outcome, what was seen on the way) of each game."""
    command = [program, variant.rule, str(variant.size), str(games), str(seed)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    out, seen = [], []
    for line in text.splitlines():
        words = line.split()
        if words[0] == "at":
            seen.append((int(words[1]), words[2], [points(w) for w in words[3:]]))
        else:
            out.append(([int(w) for w in words[1:-2]], words[-1], seen))
            seen = []
    return out


def positions_of(moves: List[int], variant: rules.Variant) -> List[rules.Position]:
    out = [rules.empty(variant)]
    for move in moves:
        out.append(out[-1].after(move))
    return out


def kernel_shapes(positions: List[rules.Position]) -> List[Dict[str, Dict[str, set]]]:
    """The kernels' sets (native.SHAPES) for "mine" and "theirs"."""
    boards = torch.tensor([rules.to_rows(p) for p in positions], dtype=torch.int64)
    codes = native.rule_codes(positions[0].variant.rule, len(positions), "cpu")
    found = []
    for words in native.threats(boards, codes).tolist():
        sets = dict(zip(native.SHAPES, (rules.from_rows(plane, positions[0].variant) for plane in words)))
        found.append({side: {k: set(getattr(s, side)) for k, s in sets.items()} for side in ("mine", "theirs")})
    return found


class Check:
    def __init__(self, program: str, variant: rules.Variant, games: int, seed: int):
        self.variant, self.games = variant, read_games(program, variant, games, seed)
        self.ends: List[str] = []
        self.sets, self.forbidden = 0, 0

    def outcomes_agree(self) -> None:
        v = self.variant
        for moves, outcome, _ in self.games:
            positions = positions_of(moves, v)
            won = [rules.wins(p.mine, m, v, p.black_to_move) for p, m in zip(positions, moves)]
            assert not any(won[:-1]), f"a game went on after five: {moves}"
            mover = "black" if len(moves) % 2 else "white"
            mine = mover if won[-1] else "draw" if len(moves) == v.points else "unfinished"
            assert mine == outcome, f"C++ says {outcome}, Python {mine}: {moves}"
            self.ends.append(outcome)

    def threats_agree(self) -> None:
        for moves, _, seen in self.games:
            positions = positions_of(moves, self.variant)
            chosen = [positions[plies] for plies, _, _ in seen]
            for look, position, kernel in zip(seen, chosen, kernel_shapes(chosen) if chosen else []):
                self.compare(look, position, kernel)

    def compare(self, look: Tuple[int, str, list], position: rules.Position, kernel: Dict[str, Dict[str, set]]) -> None:
        plies, side, wanted = look
        whose = "mine" if (side == "black") == position.black_to_move else "theirs"
        mine, theirs = position[:2] if whose == "mine" else (position.theirs, position.mine)
        board = rules.show(position)
        reference = rules.threats(mine, theirs, self.variant, side == "black")
        for name, a, b in zip(("five", "four", "win"), wanted, reference):
            assert b == kernel[whose][name], f"{name} of {side}: Python {b}, kernel {kernel[whose][name]}\n{board}"
            assert a is None or a == b, f"{name} of {side}: C++ {a}, Python {b}\n{board}"
        never = kernel[whose]["forbidden"]
        assert wanted[3] == never, f"forbidden: C++ {wanted[3]}, kernel {never}\n{board}"
        if self.variant.rule == "renju" and side == "black":
            slow = {p for p in position.empty_points() if rules.is_forbidden(mine, theirs, p, self.variant.size)}
            assert never == slow, f"forbidden: C++ {never}, Python {slow}\n{board}"
        self.sets += 1
        self.forbidden += len(never)


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    count, seed = (int(x) for x in (sys.argv[2:] or ["14", "1"]))
    code = 0
    for name in VARIANTS:
        check = Check(sys.argv[1], rules.Variant.parse(name), count, seed)
        code |= common.run([check.outcomes_agree, check.threats_agree])
        ends = ", ".join(f"{check.ends.count(e)} {e}" for e in ("black", "white", "draw"))
        print(
            f"{name}: {len(check.games)} games ({ends}), {check.sets} sets of threats, {check.forbidden} forbidden points"
        )
    return code


if __name__ == "__main__":
    sys.exit(main())
