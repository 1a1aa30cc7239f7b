#!/usr/bin/env python3
"""A Gomoku engine of the Gomocup protocol: completes a five, stops one, else plays where the longest lines meet."""

import sys

size = 15
board = {}  # (x, y) of each stone: 1 is mine, 2 theirs


def run(x, y, dx, dy, who):
    """How many stones of one side stand next to the point in this direction."""
    length = 0
    while board.get((x + dx, y + dy)) == who:
        x, y, length = x + dx, y + dy, length + 1
    return length


def worth(x, y):
    """Longer lines count a hundredfold, mine a little more than theirs; among equals, nearer to the middle."""
    total = 0
    for who, weight in ((1, 2), (2, 1)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1 + run(x, y, dx, dy, who) + run(x, y, -dx, -dy, who)
            total += weight * 100 ** min(length, 5)
    return total, -abs(2 * x + 1 - size) - abs(2 * y + 1 - size)


def move():
    x, y = max(((x, y) for x in range(size) for y in range(size) if (x, y) not in board), key=lambda p: worth(*p))
    board[x, y] = 1
    return f"{x},{y}"


for line in sys.stdin:
    command, *words = line.replace(",", " ").split() or ["INFO"]
    match command.upper(), [int(word) for word in words if word.isdigit()]:
        case "START", [size]: board.clear(); print("OK")
        case "RESTART", _: board.clear(); print("OK")
        case "BEGIN", _: print(move())
        case "TURN", [x, y]: board[x, y] = 2; print(move())
        case "TAKEBACK", [x, y]: board.pop((x, y), None); print("OK")
        case "BOARD", _:
            board.clear()
            while (stone := sys.stdin.readline().strip()) not in ("DONE", ""):
                x, y, who = map(int, stone.split(","))
                board[x, y] = who
            print(move())
        case "ABOUT", _: print('name="gomoku.py", version="1", author="Tengen", country="-"')
        case "INFO", _: pass
        case "END", _: break
        case _: print("UNKNOWN", line.strip())
    sys.stdout.flush()
