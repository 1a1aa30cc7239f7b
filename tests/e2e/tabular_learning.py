"""tengen train q and sarsa: learning, interrupting, going on, playing the table, and what goes wrong."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TENGEN = os.path.abspath(sys.argv[1])


def run(*args, timeout=300):
    return subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=timeout)


class TabularLearning(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def bytes(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    def train(self, method, name, *args):
        return run("train", method, self.file(name), *args)

    def test_learns_tic_tac_toe_and_plays_it(self):
        for method in ("q", "sarsa"):
            result = self.train(method, method, "--game", "mnk", "--games", "20000", "--alpha", "0.2", "--lambda", "0.9",
                                "--reward", "result", "--symmetry", "on", "--trial", "2000", "--json",
                                "--html", self.file("report.html"))
            self.assertEqual(result.returncode, 0, result.stderr)
            found = json.loads(result.stdout)
            self.assertEqual(found["games"], 20000)
            self.assertGreater(found["trial"]["score"], 0.8)
            self.assertGreater(found["trial"]["hit_rate"], 0.95)
            self.assertLess(found["entries"], 5000)
            self.assertIn("20000 of 20000 games", result.stderr)
            page = self.bytes("report.html").decode()
            self.assertIn("<svg", page)
            self.assertIn("Score against the random player", page)
            match = run("match", f"{method}:table={self.file(method)}", "random", "--game", "mnk", "--games", "200",
                        "--json")
            self.assertEqual(match.returncode, 0, match.stderr)
            self.assertGreater(json.loads(match.stdout)["score"], 0.75)

    def test_every_game(self):
        for game in (["othello"], ["connect4"], ["connect4", "--rows", "12", "--columns", "12"],
                     ["gomoku", "--size", "6"], ["gomoku", "--size", "20"], ["mnk", "--columns", "5"]):
            name = "-".join(game)
            result = self.train("q", name, "--games", "30", "--trial", "10", "--curve-games", "5", "--game", *game)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("30 games", result.stdout)
            match = run("match", f"q:table={self.file(name)}", "random", "--games", "2", "--game", *game)
            self.assertEqual(match.returncode, 0, match.stderr)

    def test_interrupted_goes_on_to_the_same_table(self):
        args = ("--game", "connect4", "--games", "20000", "--curve", "5000", "--curve-games", "50", "--trial", "10")
        whole = self.train("sarsa", "whole", *args)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            name = how.name
            process = subprocess.Popen([TENGEN, "train", "sarsa", self.file(name), *args, "--checkpoint", "1ms"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            deadline = time.monotonic() + 60
            while not os.path.exists(self.file(name)) and time.monotonic() < deadline:
                time.sleep(0.01)
            process.send_signal(how)
            output = process.communicate(timeout=60)[0]
            if how != signal.SIGKILL:
                self.assertEqual(process.returncode, 130)
                self.assertIn("goes on where it stopped", output)
            again = self.train("sarsa", name, *args)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertEqual(self.bytes(name), self.bytes("whole"), how)

    def test_says_what_is_wrong(self):
        small = ("--game", "mnk", "--games", "100", "--trial", "10")
        self.assertEqual(self.train("q", "t", *small).returncode, 0)
        table = self.bytes("t")
        with open(self.file("cut"), "wb") as file:
            file.write(table[:-100])
        with open(self.file("bad"), "wb") as file:
            file.write(table[:-51] + bytes([table[-51] ^ 1]) + table[-50:])
        for args, words in [
            (("train", "q", self.file("t"), *small, "--alpha", "0.1"), "alpha=0.8, not 0.1"),
            (("train", "sarsa", self.file("t"), *small), "learned by q"),
            (("train", "q", self.file("t"), "--game", "othello"), "mnk"),
            (("train", "q", self.file("t"), *small, "--k", "4", "--columns", "4"), "3×3"),
            (("train", "q", self.file("new"), *small, "--epsilon", "2"), "epsilon"),
            (("train", "q", self.file("new"), *small, "--checkpoint", "soon"), "--checkpoint"),
            (("train", "q", self.file("cut"), *small), "cut"),
            (("train", "q", self.file("bad"), *small), "damaged"),
            (("match", f"q:table={self.file('cut')}", "random", "--game", "mnk", "--games", "2"), "cut off"),
            (("match", f"q:table={self.file('bad')}", "random", "--game", "mnk", "--games", "2"), "damaged"),
            (("match", f"sarsa:table={self.file('t')}", "random", "--game", "mnk", "--games", "2"), "learned by q"),
            (("match", f"q:table={self.file('t')}", "random", "--game", "othello", "--games", "2"), "mnk"),
            (("match", f"q:table={self.file('t')}", "random", "--game", "mnk", "--rows", "4", "--games", "2"), "3×3"),
            (("match", "q:table=/nowhere", "random", "--game", "mnk", "--games", "2"), "/nowhere"),
        ]:
            result = run(*args)
            self.assertEqual(result.returncode, 2, (args, result.stdout, result.stderr))
            self.assertIn(words, result.stderr, args)
            self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertFalse(os.path.exists(self.file("new")))
        self.assertEqual(self.bytes("t"), table)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
