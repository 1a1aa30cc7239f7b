"""Tournaments from the command line: run, kill at any moment, resume, report. Usage: tournaments.py TENGEN."""

import json
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unicodedata
import unittest

TENGEN = os.path.abspath(sys.argv.pop(1))
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "tournaments")
EXAMPLE_ENGINE = os.path.join(os.path.dirname(EXAMPLES), "engines", "gomoku.py")
BAD_ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol", "bad_engine.py").replace(" ", "\\ ")
KILLS = 200 if os.environ.get("TENGEN_LONG") else 25

CUP = """
title = "Cup"
kind = "{kind}"
game = "connect4"
players = ["uct:simulations=300", "random", {{ name = "shallow", spec = "alphabeta:depth=2" }}, "uct:simulations=100"]
games_per_pair = 20
openings = "random:plies=3"
limits = {{ nodes = 5000 }}
threads = 2
"""


def run(*args, code=0, env=None):
    done = subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=300, env=env)
    assert done.returncode == code, (args, done.returncode, done.stdout[-800:], done.stderr[-800:])
    return done


def html(page):
    """--html PAGE, where the program was built with its page."""
    asked = subprocess.run([TENGEN, "match", "random", "random", "--game", "mnk", "--games", "2", "--html", os.devnull],
                           capture_output=True, text=True)
    if asked.returncode != 0:
        assert re.fullmatch("tengen: --html: .* built without its page: .*\n", asked.stderr), asked.stderr
        assert asked.stdout == "", asked.stdout
    return ["--html", page] if asked.returncode == 0 else []


def games(db):
    """Everything about the games but the times."""
    with sqlite3.connect(db) as connection:
        return connection.execute(
            "SELECT g.number, pair, first, second, outcome, termination, opening, seed, moves, detail, scores, depths,"
            " nodes FROM games g JOIN thoughts t ON t.number = g.number ORDER BY g.number").fetchall()


def processes_with(token):
    """The command lines that hold the token."""
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


def wait_for_games(db):
    """Until a run has written its first games."""
    for _ in range(1000):
        try:
            with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
                if connection.execute("SELECT COUNT(*) FROM games").fetchone()[0] > 0:
                    return
        except sqlite3.Error:
            pass
        time.sleep(0.05)
    raise AssertionError(f"no games came into {db}")


class Tournaments(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        path = self.path(name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def test_killed_at_random_points_and_resumed(self):
        for kind in ("round-robin", "knockout"):
            whole = self.write(f"whole-{kind}.toml", CUP.format(kind=kind))
            begin = time.monotonic()
            run("tournament", "run", whole)
            seconds = time.monotonic() - begin
            killed = self.write(f"killed-{kind}.toml", CUP.format(kind=kind))
            db = killed.replace(".toml", ".db")
            dice = random.Random(5)
            for _ in range(KILLS):
                # Early kills hit the making of the file, later ones the games.
                process = subprocess.Popen([TENGEN, "tournament", "run", killed], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL)
                time.sleep(dice.uniform(0.0, 0.5 * seconds))
                process.send_signal(signal.SIGKILL)
                process.wait()
                if os.path.exists(db):
                    with sqlite3.connect(db) as connection:
                        self.assertEqual(connection.execute("PRAGMA integrity_check").fetchone()[0], "ok")
            run("tournament", "resume", killed)
            self.assertEqual(games(db), games(whole.replace(".toml", ".db")))
            self.assertGreater(len(games(db)), 50)

    def test_interrupted_politely(self):
        path = self.write("cup.toml", CUP.format(kind="round-robin").replace("= 20", "= 2000"))
        process = subprocess.Popen([TENGEN, "tournament", "run", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        wait_for_games(path.replace(".toml", ".db"))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn("of 12000 games", out)
        self.assertIn("goes on where it stopped", err)

    def test_one_writer_at_a_time(self):
        path = self.write("cup.toml", CUP.format(kind="round-robin").replace("= 20", "= 200000"))
        first = subprocess.Popen([TENGEN, "tournament", "run", path], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        db = path.replace(".toml", ".db")
        wait_for_games(db)
        self.assertIn("in use", run("tournament", "run", path, code=2).stderr)
        self.assertIn("games are played", run("tournament", "show", db).stdout)
        first.send_signal(signal.SIGINT)
        first.wait()

    def test_another_setup_is_refused(self):
        path = self.write("cup.toml", CUP.format(kind="round-robin"))
        run("tournament", "run", path)
        before = games(path.replace(".toml", ".db"))
        other = self.write("other.toml", CUP.format(kind="round-robin").replace("plies=3", "plies=4"))
        done = run("tournament", "run", other, "--db", path.replace(".toml", ".db"), code=2)
        self.assertIn("openings is", done.stderr)
        self.assertIn("plies", done.stderr)
        self.assertEqual(games(path.replace(".toml", ".db")), before)
        self.assertIn("openings is", run("tournament", "check", other, "--db", path.replace(".toml", ".db"),
                                         code=2).stderr)

    def test_players_that_changed_are_not_mixed(self):
        # (what the player is, the file that decides its moves, its content before and after)
        engine = f"#!/usr/bin/env python3\nimport runpy\nrunpy.run_path({EXAMPLE_ENGINE!r}, run_name='__main__')\n"
        params = 'player = "uct"\n[settings]\nsimulations = {}\n'
        os.makedirs(self.path("bin"))
        for spec, name, before, after in (
                ("uct:params={}", "tuned.toml", params.format(5), params.format(800)),
                ("gomocup:command={}", "bin/engine", engine, engine + "# stronger\n"),
                ("gomocup:command=engine", "bin/engine", engine, engine + "# found in PATH\n"),
                (f"gomocup:command={sys.executable} {{}}", "engine.py", engine, engine + "# an argument\n"),
                (f"gomocup:command={sys.executable} --version=1 --x={{}}", "net.bin", "1", "2")):
            path, db = self.path(name), self.path("match.db")
            env = dict(os.environ, PATH=self.path("bin") + ":" + os.environ["PATH"])
            match = ("match", spec.format(path), "random", "--game", "gomoku", "--size", "5", "--games", "2",
                     "--db", db)
            self.write(name, before)
            os.chmod(path, 0o755)
            for _ in range(2):  # the same file is the same player
                run(*match, env=env)
            played = games(db)
            self.write(name, after)
            done = run(*match, env=env, code=2)
            for word in ("player 1", "is not the one that played", path, "--db"):
                self.assertIn(word, done.stderr)
            self.assertIn("is not the one that played", run("tournament", "resume", db, env=env, code=2).stderr)
            self.assertEqual(games(db), played)
            self.write(name, before)
            run("tournament", "resume", db, env=env)
            os.remove(db)

    def test_a_damaged_database_is_never_passed_on(self):
        path = self.write("cup.toml", CUP.format(kind="round-robin"))
        run("tournament", "run", path)
        db = path.replace(".toml", ".db")
        whole = games(db)
        for change, says in (("UPDATE games SET moves = 'zz 1 2' WHERE number = 3", "game 3"),
                             ("INSERT INTO incidents VALUES (77, 'withdrawn', '', 0, 0)", "incident 1")):
            with sqlite3.connect(db) as connection:
                connection.execute(change)
            page = self.path("cup.html")
            for command in (("tournament", "resume", db), ("tournament", "run", path), ("tournament", "show", db),
                            ("tournament", "report", db, "--html", page), ("tournament", "check", path)):
                if "game" in says or "check" not in command:
                    self.assertIn(says, run(*command, code=2).stderr)
            self.assertFalse(os.path.exists(page))
            if "game" in says:
                self.assertIn(says, run("export", db, "--output", self.path("cup.jsonl"), code=2).stderr)
                self.assertFalse(os.path.exists(self.path("cup.jsonl")))
            run("tournament", "repair", db)
            os.remove(db + ".damaged")
            run("tournament", "resume", db)
            self.assertEqual(games(db), whole)

    def test_a_full_disk_is_reported_as_it_was(self):
        db = self.path("full.db")

        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        done = subprocess.run([TENGEN, "match", "uct:simulations=300", "random", "--game", "connect4", "--games", "100000",
                               "--threads", "2", "--db", db, "--json"], capture_output=True, text=True, timeout=300,
                              preexec_fn=limited)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("cannot write to the database", done.stderr)
        kept = len(games(db))
        self.assertGreater(kept, 0)
        self.assertEqual(json.loads(done.stdout)["games"], kept)

    def test_thousands_of_namesakes(self):
        path = self.write("crowd.toml", f"""
kind = "gauntlet"
game = "connect4"
players = {["random"] * 5000}
""")
        begin = time.monotonic()
        self.assertIn("random #5000", run("tournament", "check", path).stdout)
        self.assertLess(time.monotonic() - begin, 8)

    def test_reports(self):
        path = self.write("cup.toml", CUP.format(kind="round-robin"))
        text = run("tournament", "run", path).stdout
        for line in text.splitlines():
            self.assertLessEqual(len(line), 100, line)
        db = path.replace(".toml", ".db")
        page = os.path.join(self.folder, "cup.html")
        report = json.loads(run("tournament", "report", db, "--json", *html(page)).stdout)
        self.assertEqual(report["games_played"], 120)
        self.assertEqual(sum(row["games"] for row in report["standings"]), 240)
        self.assertEqual(report["matrix"][0][1]["wins"], report["matrix"][1][0]["losses"])
        self.assertEqual(report["players"][2]["name"], "shallow")
        self.assertNotIn("NaN", json.dumps(report))
        if html(page):
            with open(page, encoding="utf-8") as file:
                text = file.read()
            content = json.loads(text[text.index('id="report">') + 12:text.index("</script>", text.index('id="report">'))])
            self.assertEqual(content["report"], report)
            self.assertEqual([game["number"] for game in content["games"]], list(range(120)))
        # Without the file, from the database alone.
        self.assertEqual(json.loads(run("tournament", "report", db, "--json").stdout), report)

    def test_ablate_turns_one_part_off_at_a_time(self):
        db = os.path.join(self.folder, "parts.db")
        asked = ["ablate", "threat/alphabeta:star=off", "--game", "gomoku", "--nodes", "60", "--games", "4",
                 "--openings", "random:plies=4", "--db", db]
        text = run(*asked).stdout
        parts = re.findall(r"^(\w+)=off +4 +[\d.]+%", text, re.MULTILINE)
        self.assertEqual(sorted(parts), ["extend", "kill", "prune", "reduce", "sight", "tt"])
        # The games are there, and each opponent is the player without that part.
        specs = [player["spec"] for player in json.loads(run("tournament", "report", db, "--json").stdout)["players"]]
        self.assertIn("threat/alphabeta:sight=off", specs)
        self.assertEqual(len(specs), 7)
        self.assertIn("speed      0 games", run(*asked).stdout)
        for words, said in ((["random"], "how to turn it off"), (["alphabeta", "--parts", "ttt"], "did you mean 'tt'?"),
                            (["alphabeta:tt=off"], "off already"), (["nobody"], "nobody")):
            self.assertRegex(run("ablate", *words, "--game", "gomoku", "--games", "2", code=2).stderr, re.escape(said))

    def test_check_says_what_would_be_played(self):
        path = self.write("cup.toml", CUP.format(kind="gauntlet"))
        text = run("tournament", "check", path).stdout
        self.assertIn("60 games in all", text)
        self.assertIn("takes", text)
        self.assertFalse(os.path.exists(path.replace(".toml", ".db")))

    def test_check_knows_a_time_where_only_some_players_are_timed(self):
        path = self.write("cup.toml", """
kind = "round-robin"
game = "connect4"
players = ["random", { spec = "uct", limits = { time = "10s" } }]
""")
        text = run("tournament", "check", path).stdout
        self.assertRegex(text, r"takes +about .* by its limits and a short trial\)")

    def test_wide_names_stand_in_straight_columns(self):
        path = self.write("wide.toml", """
kind = "round-robin"
game = "connect4"
players = [{ name = "五目並べの名人と弟子たちの会の長い名前", spec = "random" }, { name = "오목", spec = "random" },
           { name = "plain", spec = "random" }]
games_per_pair = 4
""")
        rows = run("tournament", "run", path).stdout.splitlines()[1:4]
        wide = lambda text: sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
        ends = {wide(row[:re.search(r" +8 ", row).end()]) for row in rows}
        self.assertEqual(len(ends), 1, rows)

    def test_bad_files(self):
        for text, says in (("kind = ", "cup.toml:1"), (CUP.format(kind="swiss"), "swiss"),
                           (CUP.format(kind="match"), "two players")):
            path = self.write("cup.toml", text)
            for action in ("check", "run"):
                self.assertIn(says, run("tournament", action, path, code=2).stderr)
        self.assertIn("no file", run("tournament", "show", "/no/such.db", code=2).stderr)
        self.assertIn("not there", run("tournament", "resume", "/no/such.toml", code=2).stderr)

    def test_examples_are_right(self):
        for name in sorted(os.listdir(EXAMPLES)):
            db = os.path.join(self.folder, name + ".db")
            self.assertIn("games in all", run("tournament", "check", os.path.join(EXAMPLES, name), "--db", db).stdout)

    def test_nothing_stops_a_tournament(self):
        # What each does wrong, and what the arena should call it.
        kinds = {"crash": "crash", "segfault": "crash", "hang": "hang", "stubborn_hang": "hang", "garbage": "garbage",
                 "flood": "flood", "off_board": "illegal move", "slow_start": "slow start", "error": "player error",
                 "closes_stdout": "crash"}
        token = f"tengen-test-{os.getpid()}"
        silent = ("hang", "stubborn_hang", "garbage", "error")  # no move ever comes of these
        players = "".join(
            f"""{{ name = "{mode}", spec = 'gomocup:command="{sys.executable} {BAD_ENGINE} {mode} {token}","""
            f"""startup={2 if mode == "slow_start" else 60}s,hang={2 if mode in silent else 60}s' }},\n"""
            for mode in kinds)
        path = self.write("bad.toml", f"""
kind = "gauntlet"
game = "gomoku"
players = ["ladder/ai4",
{players}{{ name = "stubborn", spec = 'gomocup:command="{sys.executable} {BAD_ENGINE} stubborn {token}"' }},
"random"]
games_per_pair = 4
withdraw_after = 2
threads = 2
""")
        page = path.replace(".toml", ".html")
        report = json.loads(run("tournament", "run", path, "--json", *html(page)).stdout)
        by_name = {p["name"]: i for i, p in enumerate(report["players"])}
        counts = {t["kind"]: t["by_player"] for t in report["terminations"]}
        self.assertFalse(report["interrupted"])
        for mode, kind in kinds.items():
            player = by_name[mode]
            self.assertEqual(counts[kind][player], 2, (mode, report["terminations"]))
            self.assertIsNotNone(report["players"][player]["withdrawn"], mode)
        # The rest goes on: the honest ones play all their games.
        self.assertIsNone(report["players"][by_name["random"]]["withdrawn"])
        self.assertEqual(next(r["games"] for r in report["standings"] if r["player"] == by_name["random"]), 4)
        self.assertIn("unstoppable", [i["kind"] for i in report["incidents"] if i["player"] == by_name["stubborn"]])
        # Nothing is left running.
        self.assertEqual(processes_with(token), [])

    def test_time_losses(self):
        done = run("match", "uct:simulations=2000000", "random", "--game", "connect4", "--games", "2", "--time", "1us",
                   "--grace", "1us", "--json")
        self.assertEqual(json.loads(done.stdout)["terminations"].get("time", 0), 2)


if __name__ == "__main__":
    unittest.main()
