#!/usr/bin/env python3
"""Two programs on one file: one writes, the other is told so, and the file ends as if one had been alone."""

import subprocess

import _attack


def both(attempt, words):
    """Starts the same command twice at nearly the same moment; their exit codes and what they said."""
    processes = [subprocess.Popen([attempt.tengen, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  stdin=subprocess.DEVNULL) for _ in range(2)]
    said = [process.communicate(timeout=120)[1] for process in processes]
    codes = [process.returncode for process in processes]
    for code, text in zip(codes, said):
        assert code == 0 or (code == 2 and "in use" in text), (words, codes, said)
    assert 0 in codes, (words, codes, said)


def matches(attempt):
    words = ["match", "uct:simulations=60", "random", "--game", "connect4", "--openings", "random:plies=4", "--games",
             str(2 * attempt.dice.randint(5, 40)), "--seed", str(attempt.dice.randint(1, 99)), "--db"]
    attempt.run(*words, attempt.path("alone.db"))
    both(attempt, [*words, attempt.path("shared.db")])
    attempt.run(*words, attempt.path("shared.db"))
    assert attempt.games(attempt.path("shared.db")) == attempt.games(attempt.path("alone.db"))


def imports(attempt):
    attempt.run("match", "random", "random", "--game", "othello", "--games", "40", "--openings", "random:plies=4", "--db",
                attempt.path("played.db"))
    attempt.run("export", attempt.path("played.db"), "--format", "jsonl", "--output", attempt.path("games.jsonl"))
    words = ["import", attempt.path("games.jsonl"), "--db"]
    attempt.run(*words, attempt.path("alone.db"))
    both(attempt, [*words, attempt.path("shared.db")])
    assert attempt.games(attempt.path("shared.db")) == attempt.games(attempt.path("alone.db"))


if __name__ == "__main__":
    _attack.main(__doc__, {"matches": matches, "imports": imports})
