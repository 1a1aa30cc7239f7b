#!/usr/bin/env python3
"""Commands killed at random moments: what was kept is sound, and going on ends as if nothing had happened."""

import contextlib
import filecmp
import http.client
import json
import signal
import sqlite3
import subprocess
import threading
import time

import _attack

CUP = """
kind = "{kind}"
game = "{game}"
players = ["uct:simulations={simulations}", "random", "alphabeta:depth=2", "uct:simulations=30"]
games_per_pair = {games}
openings = "random:plies=3"
threads = 2
"""

TUNE = """
title = "Tiny"
game = "gomoku"
rules = {{ size = 9 }}
player = "ladder/ai8:preset=rounds0"
parameters = ["black*"]
opponents = ["ladder/ai4"]
method = "{method}"
games = 300
threads = 2
{more}
"""


def sound(db):
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok", db


def killed_and_resumed(attempt, seconds, begin, go_on, db):
    """Kills of several runs: early ones hit the making of the file, later ones the games."""
    for _ in range(attempt.dice.randint(1, 6)):
        attempt.kill_after(attempt.dice.uniform(0, seconds), *begin)
        try:
            sound(db)
        except sqlite3.OperationalError:
            pass  # there is no file yet
    attempt.run(*go_on)


def tournament(attempt):
    dice = attempt.dice
    text = CUP.format(kind=dice.choice(["round-robin", "knockout", "gauntlet"]), simulations=dice.randint(50, 400),
                      game=dice.choice(["connect4", "othello"]), games=2 * dice.randint(2, 10))
    began = time.monotonic()
    attempt.run("tournament", "run", attempt.write("whole.toml", text))
    seconds = time.monotonic() - began
    killed = attempt.write("killed.toml", text)
    killed_and_resumed(attempt, seconds, ("tournament", "run", killed), ("tournament", "run", killed),
                       attempt.path("killed.db"))
    assert attempt.games(attempt.path("killed.db")) == attempt.games(attempt.path("whole.db"))


def match(attempt):
    dice = attempt.dice
    words = ["match", f"uct:simulations={dice.randint(20, 200)}", "alphabeta:depth=2", "--game", "connect4", "--games",
             str(2 * dice.randint(10, 40)), "--openings", "random:plies=4", "--threads", "2", "--db"]
    if dice.random() < 0.3:
        words[-1:-1] = ["--sprt", "0,200"]
    began = time.monotonic()
    attempt.run(*words, attempt.path("whole.db"))
    db = attempt.path("killed.db")
    killed_and_resumed(attempt, time.monotonic() - began, (*words, db), (*words, db), db)
    assert attempt.games(db) == attempt.games(attempt.path("whole.db"))


def tuning(attempt):
    dice = attempt.dice
    method = dice.choice(["genetic", "spsa"])
    file = attempt.write("run.toml", TUNE.format(method=method,
                                                 more="games_per_candidate = 10" if method == "genetic" else ""))
    attempt.run("tune", file, "--folder", attempt.path("whole"))
    for _ in range(dice.randint(1, 5)):
        attempt.kill_after(dice.uniform(0, 0.4), "tune", file, "--folder", attempt.path("killed"),
                           how=dice.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
    attempt.run("tune", file, "--folder", attempt.path("killed"))
    assert filecmp.cmp(attempt.path("whole", "params.toml"), attempt.path("killed", "params.toml"), shallow=False)


def learning(attempt):
    dice = attempt.dice
    whole, killed = attempt.path("whole.table"), attempt.path("killed.table")
    method, how = dice.choice(["q", "sarsa"]), ["--game", "mnk", "--games", "20000", "--checkpoint", "50ms"]
    attempt.run("train", method, whole, *how)
    for _ in range(dice.randint(1, 4)):
        attempt.kill_after(dice.uniform(0, 0.3), "train", method, killed, *how)
    attempt.run("train", method, killed, *how)
    assert filecmp.cmp(whole, killed, shallow=False)


@contextlib.contextmanager
def page(attempt):
    """A `tengen play` that ends by a kill: a function that asks it."""
    process = subprocess.Popen([attempt.tengen, "play", "--no-browser", "--db", attempt.path("play.db")],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = process.stdout.readline().strip().removeprefix("http://").rstrip("/")

    def ask(method, path, body=None):
        connection = http.client.HTTPConnection(address, timeout=60)
        connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"} if body else {})
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    try:
        yield ask
    finally:
        process.kill()
        process.communicate()


def moves_on_the_page(attempt):
    dice = attempt.dice
    engine = {"kind": "player", "player": "random"}
    seats = dice.choice([[{"kind": "person"}] * 2, [{"kind": "person"}, engine]])
    acknowledged = []

    def play(ask, path):
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            while True:
                session = ask("GET", path)
                if session.get("over") or len(acknowledged) > 40:
                    return
                answer = ask("POST", path + "/play", {"move": str(dice.randint(1, 7))})
                if "nodes" in answer:
                    acknowledged.append([node["move"] for node in answer["nodes"]])

    with page(attempt) as ask:
        path = "/api/sessions/" + ask("POST", "/api/sessions", {"game": "connect4", "seats": seats})["id"]
        player = threading.Thread(target=play, args=(ask, path))
        player.start()
        time.sleep(dice.uniform(0, 0.5))
    player.join()
    with page(attempt) as ask:
        found = [node["move"] for node in ask("GET", path)["nodes"]]
    if acknowledged:
        assert found[:len(acknowledged[-1])] == acknowledged[-1], (found, acknowledged[-1])


if __name__ == "__main__":
    _attack.main(__doc__, {"tournament": tournament, "match": match, "tuning": tuning, "learning": learning,
                           "moves on the page": moves_on_the_page})
