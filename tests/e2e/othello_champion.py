"""tengen train othello-patterns, tengen book for Othello, and the champion that plays with both."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

TENGEN = os.path.abspath(sys.argv[1])


def run(*args, timeout=120):
    return subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=timeout)


def train(*args):
    return run("train", "othello-patterns", *args)


class Training(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def test_from_nothing_to_a_player(self):
        games, weights = self.file("games.dat"), self.file("weights.bin")
        play = ("play", games, "--depth", "3", "--exact", "8", "--threads", "2")
        self.assertEqual(train(*play, "--games", "40").returncode, 0)
        size = os.path.getsize(games)
        again = train(*play, "--games", "40")
        self.assertIn("40 games, 0 new positions", again.stdout)
        self.assertEqual(os.path.getsize(games), size)
        self.assertEqual(train(*play, "--games", "60").returncode, 0)
        self.assertGreater(os.path.getsize(games), size)

        fitted = train("fit", weights, games, "--epochs", "2")
        self.assertEqual(fitted.returncode, 0, fitted.stderr)
        self.assertIn("unseen", fitted.stdout)
        measured = train("errors", weights, games, "--positions", "100")
        self.assertEqual(measured.returncode, 0, measured.stderr)
        self.assertIn("against the exact score", measured.stdout)

        match = run("match", f"othello/champion:level=3,hash=1,weights={weights}", "random", "--game", "othello",
                    "--games", "6", "--json")
        self.assertEqual(json.loads(match.stdout)["games"], 6)

    def test_bad_input(self):
        for args, words in [
            (("fit", self.file("w"), self.file("none.dat")), "none.dat"),
            (("play", self.file("g"), "--depth", "99"), "--depth"),
            (("errors", __file__, __file__), "othello_champion.py"),
        ]:
            result = train(*args)
            self.assertEqual(result.returncode, 2, args)
            self.assertIn(words, result.stderr)
        result = run("match", f"othello/champion:weights={__file__}", "random", "--game", "othello", "--games", "2")
        self.assertEqual(result.returncode, 2)
        self.assertIn("not a file of Othello pattern weights", result.stderr)


class Book(unittest.TestCase):
    def test_is_made_and_gone_on_with(self):
        with tempfile.TemporaryDirectory() as folder:
            book = os.path.join(folder, "book.bin")
            make = ("book", book, "--game", "othello", "--level", "3")
            small = run(*make, "--depth", "2")
            self.assertEqual(small.returncode, 0, small.stderr)
            large = run(*make, "--depth", "4")
            positions = [int(result.stdout.split()[-2]) for result in (small, large)]
            self.assertGreater(positions[1], positions[0])
            with open(book, "ab") as file:
                file.write(b"more")
            damaged = run(*make, "--depth", "4")
            self.assertEqual(damaged.returncode, 2)
            self.assertIn("book.bin", damaged.stderr)

    def test_gives_every_move_a_value(self):
        result = run("analyze", "--game", "othello", "--player", "othello/champion", "--position", "f5", "--json")
        self.assertEqual(len(json.loads(result.stdout)["candidates"]), 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
