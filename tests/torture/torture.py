#!/usr/bin/env python3
"""All attacks on the program, one after another, and a table of what was tried and what held.

docs/reliability.md says what is promised. An attack is a script beside this one; each can be run alone, and prints how to
repeat an attempt that did not hold."""

import argparse
import os
import re
import subprocess
import sys
import time

# What it attacks, its script, and its share of the time.
ATTACKS = [
    ("killed at random moments", "kills.py", 3),
    ("two programs on one file", "two_writers.py", 1),
    ("damaged stores", "damaged_stores.py", 2),
    ("a full disk", "disk_full.py", 1),
    ("bad engines", "bad_engines.py", 2),
    ("hostile HTTP", "http_fuzz.py", 3),
]
FIGURES = re.compile(r"(\d+) tried, (\d+) held")


def run(script, args, minutes, log):
    """What the attack says on its last line: tried, held; None where it came to no end."""
    command = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), script), "--tengen", args.tengen,
               "--minutes", f"{minutes:.3f}", "--seed", args.seed]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    last = ""
    for line in process.stdout:
        log.write(line)
        last = line.strip() or last
    process.wait()
    figures = FIGURES.fullmatch(last)
    if not figures:
        return None
    tried, held = map(int, figures.groups())
    return tried, held if process.returncode == 0 else min(held, tried - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tengen", required=True, help="the program")
    parser.add_argument("--minutes", type=float, default=1, help="about how long (1)")
    parser.add_argument("--seed", default="1", help="other attempts (1)")
    parser.add_argument("--log", help="file for all that the attacks say (default: shown where something did not hold)")
    args = parser.parse_args()
    log_path = args.log or os.devnull
    rows, shares = [], sum(share for _, _, share in ATTACKS)
    with open(log_path, "w+", encoding="utf-8") as log:
        for name, script, share in ATTACKS:
            print(f"{name} …", file=sys.stderr, flush=True)
            began = time.monotonic()
            figures = run(script, args, args.minutes * share / shares, log)
            log.flush()
            rows.append((name, figures, time.monotonic() - began))
    print(f"\n{'attack':26} {'tried':>6} {'held':>6} {'seconds':>8}")
    for name, figures, seconds in rows:
        tried, held = figures or ("-", "broke")
        print(f"{name:26} {tried:>6} {held:>6} {seconds:8.0f}")
    broken = [name for name, figures, _ in rows if figures is None or figures[0] != figures[1]]
    if broken:
        print(f"\ndid not hold: {', '.join(broken)}" + (f"; the whole story is in {args.log}" if args.log else ""))
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
