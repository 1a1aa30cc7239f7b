#!/usr/bin/env python3
"""A disk that is full: the command says so and ends, what was kept is sound, and with room again it goes on."""

import os
import re
import resource
import signal
import subprocess

import _attack


def has_small_disks():
    """Whether a disk of any size can be made here, in a name space of our own."""
    return subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0


def on_a_small_disk(attempt, kilobytes, words):
    """The command in a folder of so many kilobytes; what it left there comes back as attempt.path("disk")."""
    disk, kept = attempt.path("mounted"), attempt.path("disk")
    os.makedirs(disk)
    os.makedirs(kept)
    script = f'mount -t tmpfs -o size={kilobytes}k none "{disk}" && cd "{disk}" && "$@"; code=$?; cp -r . "{kept}"; exit $code'
    return subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", attempt.tengen, *words], capture_output=True,
                          text=True, timeout=300, stdin=subprocess.DEVNULL)


def with_short_files(attempt, kilobytes, words):
    """The command with a limit on each file's length, where no disk can be made."""
    kept = attempt.path("disk")
    os.makedirs(kept)

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10))

    return subprocess.run([attempt.tengen, *words], capture_output=True, text=True, timeout=300, cwd=kept,
                          stdin=subprocess.DEVNULL, preexec_fn=limit)


def cramped(attempt, words):
    kilobytes = attempt.dice.randint(4, 250)
    surroundings = [with_short_files] + [on_a_small_disk] * has_small_disks()
    done = attempt.dice.choice(surroundings)(attempt, kilobytes, words)
    assert done.returncode in (0, 1, 2), (kilobytes, done.returncode, done.stdout[-400:], done.stderr[-400:])
    assert done.returncode == 0 or done.stderr.startswith("tengen: "), done.stderr
    return done


def match(attempt):
    words = ["match", "uct:simulations=20", "random", "--game", "othello", "--games", "600", "--openings", "random:plies=4",
             "--seed", str(attempt.dice.randint(1, 99)), "--db"]
    done = cramped(attempt, [*words, "games.db"])
    db = attempt.path("disk", "games.db")
    if done.returncode != 0:
        assert re.search("full|cannot write|too large", done.stderr), done.stderr
    attempt.run(*words, attempt.path("alone.db"))
    if os.path.exists(db) and os.path.getsize(db) > 0:
        kept = attempt.run("export", db, "--format", "jsonl", code=None)
        told = re.search(r"(\d+) of 600 games", done.stdout)
        if told and kept.returncode == 0:
            assert int(told[1]) == len(kept.stdout.splitlines()), (told[0], len(kept.stdout.splitlines()))
    attempt.run(*words, db)
    assert attempt.games(db) == attempt.games(attempt.path("alone.db"))


def export(attempt):
    attempt.run("match", "random", "random", "--game", "othello", "--games", "400", "--db", attempt.path("games.db"))
    done = cramped(attempt, ["export", attempt.path("games.db"), "--format", "jsonl", "--output", "games.jsonl"])
    whole = attempt.run("export", attempt.path("games.db"), "--format", "jsonl").stdout
    left = os.listdir(attempt.path("disk"))
    if done.returncode == 0:
        with open(attempt.path("disk", "games.jsonl"), encoding="utf-8") as file:
            assert file.read() == whole
    else:  # half a file would look like a file
        assert left == [], left


if __name__ == "__main__":
    _attack.main(__doc__, {"match": match, "export": export})
