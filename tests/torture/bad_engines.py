#!/usr/bin/env python3
"""Engines that crash, hang, flood, cheat and refuse to die: they lose, the others play on, nothing is left running."""

import json
import os
import sys

import _attack

BAD_ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol", "bad_engine.py")

# What each does, and whose fault the arena should see in it: its own, or nobody's.
GOMOCUP_FAULTS = ["crash", "segfault", "hang", "stubborn_hang", "garbage", "binary", "flood", "flood_line", "closes_stdout",
                  "off_board", "taken", "error", "slow_start", "crash_at_start", "deaf"]
GOMOCUP_ODDITIES = ["partial", "crlf", "cr", "suggest", "chatty", "stderr", "repeats", "banner", "no_restart", "stubborn",
                    "children"]
GTP_FAULTS = ["gtp_crash", "gtp_hang", "gtp_garbage", "gtp_flood", "gtp_off_board", "gtp_taken", "gtp_error"]
NBOARD_FAULTS = ["nboard_crash", "nboard_hang", "nboard_garbage", "nboard_off_board", "nboard_taken"]


def left_running(token):
    """The command lines of processes that hold the token."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().decode(errors="replace")
        except OSError:
            continue  # it has just ended
        if token in words:
            found.append(words)
    return found


def tournament(attempt, game, protocol, honest, faults, oddities=()):
    token = f"tengen-torture-{os.getpid()}-{attempt.number}"
    engine = BAD_ENGINE.replace(" ", "\\ ")
    faulty = attempt.dice.sample(faults, 3)
    modes = faulty + attempt.dice.sample(oddities, min(2, len(oddities)))
    players = "".join(
        f"""{{ name = "{mode}", spec = '{protocol}:command="{sys.executable} {engine} {mode} {token}","""
        f"""startup={2 if mode in ("slow_start", "deaf") else 60}s,hang=2s,patience=500ms' }},\n""" for mode in modes)
    path = attempt.write("bad.toml", f"""
kind = "gauntlet"
game = "{game}"
players = ["{honest}",
{players}"random"]
games_per_pair = 4
withdraw_after = 2
threads = 2
""")
    report = json.loads(attempt.run("tournament", "run", path, "--json").stdout)
    at_fault = {}
    for termination in report["terminations"]:
        if termination["kind"] not in ("win", "draw", "board full", "resign", "resignation"):
            for player, count in enumerate(termination["by_player"]):
                at_fault[report["players"][player]["name"]] = at_fault.get(report["players"][player]["name"], 0) + count
    for mode in faulty:
        assert at_fault.get(mode, 0) >= 2, (mode, report["terminations"])
    for name in [honest, "random"]:
        assert at_fault.get(name, 0) == 0, (name, report["terminations"])
        assert next(p for p in report["players"] if p["name"] == name)["withdrawn"] is None, name
    assert left_running(token) == [], left_running(token)


def gomocup(attempt):
    tournament(attempt, "gomoku", "gomocup", "ladder/ai4", GOMOCUP_FAULTS, GOMOCUP_ODDITIES)


def gtp(attempt):
    tournament(attempt, "othello", "gtp", "greedy", GTP_FAULTS)


def nboard(attempt):
    tournament(attempt, "othello", "nboard", "greedy", NBOARD_FAULTS)


if __name__ == "__main__":
    _attack.main(__doc__, {"gomocup": gomocup, "gtp": gtp, "nboard": nboard})
