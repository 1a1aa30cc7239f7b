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


def read_games(program: str, games: int, seed: int) -> List[Tuple[List[int], str, List[Tuple[int, str, list]]]]:
    """(moves, outcome, [(plies, side, [five, four, win])]) of each game."""
    text = subprocess.run([program, str(games), str(seed)], check=True, capture_output=True, text=True).stdout
    out, seen = [], []
    for line in text.splitlines():
        words = line.split()
        if words[0] == "at":
            seen.append((int(words[1]), words[2], [points(w) for w in words[3:]]))
        else:
            out.append(([int(w) for w in words[1:-2]], words[-1], seen))
            seen = []
    return out


def positions_of(moves: List[int]) -> List[rules.Position]:
    out = [rules.EMPTY]
    for move in moves:
        out.append(out[-1].after(move))
    return out


def kernel_threats(positions: List[rules.Position]) -> List[Dict[str, list]]:
    """[five, four, win] of "mine" and "theirs" by the kernels."""
    boards = torch.tensor([rules.to_rows(p) for p in positions], dtype=torch.int16)
    found = []
    for words in native.threats(boards).tolist():
        sets = [rules.from_rows([w & 0xFFFF for w in plane]) for plane in words]
        found.append({"mine": [set(s.mine) for s in sets], "theirs": [set(s.theirs) for s in sets]})
    return found


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    games = read_games(sys.argv[1], *(int(x) for x in (sys.argv[2:] or ["60", "1"])))
    ends, threats = [], []

    def outcomes_agree() -> None:
        for moves, outcome, _ in games:
            positions = positions_of(moves)
            won = [rules.wins(p.mine, m) for p, m in zip(positions, moves)]
            assert not any(won[:-1]), f"a game went on after five: {moves}"
            mover = "black" if len(moves) % 2 else "white"
            mine = mover if won[-1] else "draw" if len(moves) == rules.POINTS else "unfinished"
            assert mine == outcome, f"C++ says {outcome}, Python {mine}: {moves}"
            ends.append(outcome)

    def threats_agree() -> None:
        for moves, _, seen in games:
            positions = positions_of(moves)
            chosen = [positions[plies] for plies, _, _ in seen]
            for (plies, side, wanted), position, kernel in zip(seen, chosen, kernel_threats(chosen) if chosen else []):
                whose = "mine" if (side == "black") == (plies % 2 == 0) else "theirs"
                mine, theirs = (position.mine, position.theirs) if whose == "mine" else (position.theirs, position.mine)
                reference = list(rules.threats(mine, theirs))
                assert reference == kernel[whose], f"Python and kernel differ:\n{rules.show(position)}"
                for name, a, b in zip(("five", "four", "win"), wanted, reference):
                    assert (
                        a is None or a == b
                    ), f"{name} of {side}: C++ {a}, Python {b}\n{rules.show(position, plies % 2 == 0)}"
                threats.append(side)

    code = common.run([outcomes_agree, threats_agree])
    print(
        f"{len(games)} games ({ends.count('black')} black, {ends.count('white')} white, {ends.count('draw')} draws), {len(threats)} sets of threats"
    )
    return code


if __name__ == "__main__":
    sys.exit(main())
