"""Games out of and into databases, and openings, as a person meets them."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

TENGEN = os.path.abspath(sys.argv[1])
GAMES = ("gomoku", "connect4", "othello")


def run(*args, timeout=240):
    return subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=timeout)


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def ok(self, *args):
        result = run(*args)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def bad(self, *args):
        result = run(*args)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        return result.stderr

    def played(self, game):
        db = self.path(game + ".db")
        self.ok("match", "uct:simulations=20", "random", "--game", game, "--games", "6", "--openings", "random:plies=3",
                "--db", db)
        return db


class Games(InAFolder):
    def test_json_lines_come_back_as_they_were(self):
        for game in GAMES:
            db, copy = self.played(game), self.path(game + "-copy.db")
            lines = self.ok("export", db)
            self.assertEqual(len(lines.splitlines()), 6)
            record = json.loads(lines.splitlines()[0])
            self.assertEqual((record["game"], record["opening"]), (game, 3))
            self.assertEqual(len(record["notes"]["micros"]), len(record["moves"]) - 3)
            self.ok("import", self.write(game + ".jsonl", lines), "--db", copy)
            self.assertEqual(self.ok("export", copy), lines)

    def test_every_format_there_and_back(self):
        for game in GAMES:
            db = self.played(game)
            originals = [json.loads(line) for line in self.ok("export", db).splitlines()]
            for form in ("jsonl", "pgn", "sgf", "csv", "txt") + (("psq",) if game == "gomoku" else ()):
                file, copy = self.path(f"{game}.{form}"), self.path(f"{game}-{form}.db")
                self.assertIn("6 games", self.ok("export", db, "--format", form, "--output", file))
                self.assertIn("6 games", self.ok("import", file, "--db", copy))
                copies = [json.loads(line) for line in self.ok("export", copy).splitlines()]
                for original, read in zip(originals, copies, strict=True):
                    for field in ("game", "start", "moves", "outcome"):
                        self.assertEqual(read[field], original[field], (form, field))
                    if form != "txt":
                        self.assertEqual(read["players"], original["players"], form)
                    if form in ("jsonl", "pgn", "csv"):
                        self.assertEqual(read, original, form)

    def test_games_are_imported_once(self):
        copy = self.path("copy.db")
        first = self.write("first.jsonl", self.ok("export", self.played("othello")))
        self.assertEqual(self.ok("import", first, "--db", copy), f"6 games imported into {copy}\n")
        for files, imported, known in (([first], 0, 6), ([first, first], 0, 12)):
            self.assertEqual(self.ok("import", *files, "--db", copy),
                             f"{imported} games imported into {copy}\n{known} were there already and are left out\n")
        with open(first, encoding="utf-8") as file:
            lines = file.read().splitlines()
        other = json.loads(lines[0]) | {"players": ["somebody", "else"]}
        mixed = self.write("mixed.jsonl", "\n".join([json.dumps(other), *lines]))
        self.assertIn("1 games imported", self.ok("import", mixed, "--db", copy))
        self.assertEqual(len(self.ok("export", copy).splitlines()), 7)

    def test_a_new_file_may_be_there_already(self):
        # mktemp leaves such a file; a run that was killed while it made its database leaves one without tables.
        for name, make in (("zero.db", lambda path: open(path, "wb").close()),
                           ("begun.db", lambda path: sqlite3.connect(path).execute("PRAGMA journal_mode = WAL"))):
            make(self.path(name))
            self.assertIn("1 games imported", self.ok("import", self.write("game.txt", "f5d6\n"), "--db", self.path(name)))
            self.assertEqual(len(self.ok("export", self.path(name)).splitlines()), 1)

    def test_whatever_csv_takes_json_lines_take_back(self):
        rows = list(csv.DictReader(self.ok("export", self.played("othello"), "--format", "csv").splitlines()))

        def table(**changes):
            with open(self.path("table.csv"), "w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, rows[0].keys())
                writer.writeheader()
                writer.writerow(rows[0] | changes)
            return self.path("table.csv")

        micros = rows[0]["micros"].split()
        self.assertIn("a time below zero", self.bad("import", table(micros=" ".join(["-5"] + micros[1:])), "--db",
                                                    self.path("negative.db")))
        self.ok("import", table(), "--db", self.path("good.db"))
        lines = self.write("good.jsonl", self.ok("export", self.path("good.db")))
        self.ok("import", lines, "--db", self.path("again.db"))

    def test_tables_open_elsewhere(self):
        with open(self.path("games.csv"), "w", encoding="utf-8") as file:
            file.write(self.ok("export", self.played("othello"), "--format", "csv"))
        with open(self.path("games.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 6)
        for row in rows:
            self.assertEqual(len(row["moves"].split()), int(row["plies"]))

    def test_choosing_games(self):
        db = self.played("connect4")
        self.assertEqual(len(self.ok("export", db, "--pair", "1").splitlines()), 2)
        self.assertEqual(json.loads(self.ok("export", db, "--number", "4"))["number"], 4)
        self.assertIn("no player 'nobody'; there are: ", self.bad("export", db, "--player", "nobody"))
        self.assertIn("no such game", self.bad("export", db, "--number", "99", "--output", self.path("none.jsonl")))
        self.assertIn("no such game", self.bad("export", db, "--pair", "99", "--format", "csv"))
        self.assertEqual([name for name in os.listdir(self.folder) if not name.startswith("connect4.db")], [])

    def test_what_cannot_be_written(self):
        db = self.played("othello")
        self.assertIn("psq holds games of Gomoku only", self.bad("export", db, "--format", "psq"))
        self.bad("export", db, "--format", "psq", "--output", self.path("none.psq"))
        self.assertIn("no format 'pdf'", self.bad("export", db, "--format", "pdf"))
        self.assertIn("exists already", self.bad("export", db, "--output", db))
        self.bad("export", self.path("nothing.db"))
        self.bad("export", db, "--output", self.path("no/such/folder.jsonl"))
        # SQLite may keep a log beside its file; nothing else is left.
        self.assertEqual([name for name in os.listdir(self.folder) if not name.startswith("othello.db")], [])

    def test_psq_without_names(self):
        file = self.write("nameless.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,10\n-1\n1,Freestyle\n")
        self.ok("import", file, "--db", self.path("nameless.db"))
        record = json.loads(self.ok("export", self.path("nameless.db")))
        self.assertEqual((record["moves"], record["outcome"]), (["h8", "i7"], "first"))
        self.assertNotIn("-1", record["players"])

    def test_what_cannot_be_read(self):
        db = self.path("new.db")
        file = self.write("bad.sgf", "(;GM[4]SZ[15]\n;B[hh]\n;W[hh])")
        self.assertIn("bad.sgf: line 3: move 2: h8 is taken", self.bad("import", file, "--db", db))
        self.bad("import", self.path("nothing.pgn"), "--db", db)
        self.assertIn("--format", self.bad("import", self.write("what", "is this"), "--db", db))
        self.assertIn("no games", self.bad("import", self.write("empty.jsonl", ""), "--db", db))
        good = self.write("good.txt", "f5d6\n")
        self.assertIn("among games of", self.bad("import", good, self.write("more.txt", "44\n"), "--db", db))
        self.assertFalse(os.path.exists(db))
        self.ok("import", good, "--db", db)
        self.ok("import", self.write("better.txt", "f5f6\n"), "--db", db)
        self.assertEqual(len(self.ok("export", db).splitlines()), 2)
        self.assertIn("played here", self.bad("import", good, "--db", self.played("othello")))


class Openings(InAFolder):
    def test_show_check_and_play(self):
        for game in GAMES:
            shown = self.ok("openings", "show", "balanced", "--game", game, "--count", "50")
            self.assertEqual(len(set(shown.splitlines())), 50)
            file = self.write(game + ".txt", shown)
            self.assertIn("50 openings, all legal", self.ok("openings", "check", file, "--game", game))
            db = self.path(game + ".db")
            self.ok("match", "random", "random", "--game", game, "--games", "8", "--openings", f"file:path={file}",
                    "--db", db)
            for number, line in enumerate(self.ok("export", db).splitlines()):
                record = json.loads(line)
                opening = shown.splitlines()[number // 2].split()
                self.assertEqual(record["opening"], len(opening))
                self.assertEqual(record["moves"][:len(opening)], opening)

    def test_a_mark_in_front_is_skipped(self):
        file = self.write("marked.txt", "\ufeffh8 i9\n")
        self.assertIn("1 openings", self.ok("openings", "check", file, "--game", "gomoku"))
        self.assertIn("every point in the middle can be played", self.bad("match", "random", "random", "--game", "othello", "--openings",
                                                       "ladder"))

    def test_make(self):
        options = ("openings", "make", "--game", "connect4", "--from", "random:plies=4", "--count", "4", "--judge",
                   "uct", "--nodes", "20", "--games", "4")
        made = self.ok(*options)
        self.assertEqual(made, self.ok(*options, "--threads", "2"))
        file = self.path("made.txt")
        self.ok(*options, "--output", file)
        self.assertIn("4 different positions", self.ok("openings", "check", file, "--game", "connect4"))
        self.assertIn("exists already", self.bad(*options, "--output", file))

    def test_stopped_make(self):
        file = self.path("stopped.txt")
        making = subprocess.Popen([TENGEN, "openings", "make", "--game", "othello", "--from", "random:plies=20",
                                   "--count", "1000000", "--candidates", "100000000", "--judge", "random", "--games", "1",
                                   "--margin", "0.5", "--output", file],
                                  stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        making.send_signal(signal.SIGINT)
        said = making.communicate(timeout=60)[1]
        self.assertEqual(making.returncode, 130, said)
        self.assertRegex(said, r"stopped at \d+ of 1000000 openings; they are in .*stopped.txt.part")
        self.assertFalse(os.path.exists(file))
        self.assertIn("openings, all legal", self.ok("openings", "check", file + ".part", "--game", "othello"))

    def test_errors(self):
        file = self.write("bad.txt", "h8 i9\nh8 h8\n")
        self.assertIn("line 2: move 2: h8 is taken", self.bad("openings", "check", file, "--game", "gomoku"))
        self.assertIn("no balanced set", self.bad("openings", "show", "balanced", "--game", "gomoku", "--size", "19"))
        self.assertIn("one of them decides",
                      self.bad("openings", "make", "--game", "gomoku", "--judge", "uct", "--solver", "vcf"))
        twice = self.write("twice.txt", "h8 i9\nh8 g9\n")
        self.assertIn("line 2: the same position as in line 1",
                      self.ok("openings", "check", twice, "--game", "gomoku"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
