"""Draws the log of training minutes against strength as an SVG, with nothing but the standard library.

Usage: python3 -m gomoku.plot LOG.csv OUT.svg
"""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path
from typing import Dict, List, Tuple

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 380, 56, 44, 20, 220
COLOURS = ("#1f6fb4", "#2a9d4a", "#7b4ab0", "#c2453c", "#d08a1d", "#4aa9a5") + (
    "#5b6770",
    "#9aa6b2",
    "#c8b26a",
    "#d77fb3",
    "#8fb84a",
    "#8c6d4f",
)
Point = Tuple[float, float, float, float]  # minutes, score, low, high


def read(path: Path) -> Dict[str, List[Point]]:
    """One series for each net family, kind of exact search and opponent: freestyle on 15×15 with 64 simulations. A net
    against itself is left out."""
    series: Dict[str, List[Point]] = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            itself = row["opponent"] == f"net {row['training_minutes']}"
            if row["variant"] != "freestyle-15" or row["simulations"] != "64" or itself:
                continue
            family = row["net"] if row["net"] in ("study", "student") else "Tengen"
            family += ", threats" if row["search"] == "threats" else ""
            series.setdefault(f"{family} – {row['opponent']}", []).append(
                (float(row["training_minutes"]), float(row["score"]), float(row["low"]), float(row["high"]))
            )
    return dict(
        sorted(series.items(), key=lambda s: (s[0].startswith("study"), " – net" in s[0], s[0].endswith("Pela")))
    )


def draw(series: Dict[str, List[Point]]) -> str:
    minutes = [p[0] for points in series.values() for p in points]
    first, last = math.log2(min(minutes)) - 0.3, math.log2(max(minutes)) + 0.3
    x = lambda m: LEFT + (math.log2(m) - first) / (last - first) * (WIDTH - LEFT - RIGHT)
    y = lambda s: HEIGHT - BOTTOM - s * (HEIGHT - BOTTOM - TOP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        out.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="{"#888" if share == 0.5 else "#ddd"}"/>'
        )
        out.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end" fill="#444">{share:.0%}</text>')
    for m in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        if first <= math.log2(m) <= last:
            out.append(f'<line x1="{x(m):.1f}" x2="{x(m):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>')
            out.append(f'<text x="{x(m):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#444">{m}</text>')
    out.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle" fill="#444">minutes of training on one H200</text>'
    )
    for k, (name, points) in enumerate(series.items()):
        colour = COLOURS[k % len(COLOURS)]
        path = " ".join(f"{x(m):.1f},{y(s):.1f}" for m, s, _, _ in sorted(points))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for m, s, low, high in points:
            out.append(
                f'<line x1="{x(m):.1f}" x2="{x(m):.1f}" y1="{y(low):.1f}" y2="{y(high):.1f}" stroke="{colour}"/>'
            )
            out.append(f'<circle cx="{x(m):.1f}" cy="{y(s):.1f}" r="4" fill="{colour}"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 12}" y="{TOP + 16 + 20 * k}" fill="{colour}">● {name}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    Path(sys.argv[2]).write_text(draw(read(Path(sys.argv[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
