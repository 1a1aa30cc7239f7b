"""Tuning from the command line: run, kill at any moment, go on, load what it wrote. Usage: tuning.py TENGEN."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TENGEN = os.path.abspath(sys.argv.pop(1))
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "tune")
KILLS = 60 if os.environ.get("TENGEN_LONG") else 8

RUN = """
title = "Tiny"
game = "gomoku"
rules = {{ size = 9 }}
player = "ladder/ai8:preset=rounds0"
parameters = ["black*"]
opponents = ["ladder/ai4"]
colour = "first"
fitness = "empties"
method = "{method}"
games = 400
threads = 2
{more}
[validation]
games = 60
opponents = ["ladder/ai2"]
"""


def run(*args, code=0):
    done = subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, (args, done.returncode, done.stdout[-800:], done.stderr[-800:])
    return done


class Tuning(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tengen tune ")  # with a space
        self.addCleanup(self.folder.cleanup)

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def results(self, folder):
        texts = []
        for name in ("params.toml", "report.html"):
            with open(os.path.join(folder, name)) as file:
                texts.append(file.read())
        return texts

    def test_run_and_load(self):
        file = self.write("tiny.toml", RUN.format(method="genetic", more="games_per_candidate = 10"))
        done = run("tune", file)
        self.assertIn("Is it better?", done.stdout)
        self.assertIn("games/s", done.stdout)
        self.assertEqual(done.stderr, "")  # progress is for terminals
        params, page = self.results(self.path("tiny"))
        self.assertIn("player = 'ladder/ai8'", params)
        self.assertIn("method = 'genetic'", params)
        self.assertEqual(params.count("black"), 6)
        for text in ("<svg", "Fitness", "ladder/ai2", "met in training"):
            self.assertIn(text, page)
        for text in ("<script", "http://", "https://"):
            self.assertNotIn(text, page.replace("http://www.w3.org/2000/svg", ""))
        spec = f"ladder/ai8:params={self.path('tiny', 'params.toml')}"
        run("match", spec, "ladder/ai8", "--game", "gomoku", "--size", "9", "--games", "2")
        wrong = run("match", spec.replace("ai8", "ai12"), "random", "--game", "gomoku", "--games", "2", code=2)
        self.assertIn("these are settings of 'ladder/ai8', not of ladder/ai12", wrong.stderr)

    def test_killed_at_any_moment(self):
        dice = random.Random(4)
        for method, more in (("genetic", "games_per_candidate = 10"), ("cmaes", "games_per_candidate = 10"), ("spsa", "")):
            file = self.write("tiny.toml", RUN.format(method=method, more=more))
            run("tune", file, "--folder", self.path(method, "whole"), "--threads", "1")
            parts = self.path(method, "parts")
            for _ in range(KILLS):
                process = subprocess.Popen([TENGEN, "tune", file, "--folder", parts], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL)
                time.sleep(dice.uniform(0.02, 0.4))
                process.send_signal(dice.choice([signal.SIGKILL, signal.SIGINT]))
                process.wait(timeout=60)
            run("tune", file, "--folder", parts)
            self.assertEqual(self.results(parts), self.results(self.path(method, "whole")), method)

    def test_interrupt_says_how_to_go_on(self):
        file = self.write("long.toml", RUN.format(method="genetic", more="").replace("games = 400", "games = 100000"))
        process = subprocess.Popen([TENGEN, "tune", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn("the same command goes on where it stopped", errors)
        other = run("tune", self.write("long.toml", RUN.format(method="genetic", more="seed = 2")), code=2)
        self.assertIn("seed is 1 there and 2 here", other.stderr)

    def test_check_and_mistakes(self):
        file = self.write("tiny.toml", RUN.format(method="cmaes", more="games_per_candidate = 10"))
        done = run("tune", file, "--check")
        self.assertIn("black2 = 900 (0.0009 to 1e+06, step 1%)", done.stdout)
        self.assertFalse(os.path.exists(self.path("tiny")))
        bad = run("tune", self.write("bad.toml", RUN.format(method="cmeas", more="")), code=2)
        self.assertIn("bad.toml:10: method must be one of", bad.stderr)
        self.assertIn("did you mean 'cmaes'?", bad.stderr)
        self.assertIn("nowhere.toml", run("tune", self.path("nowhere.toml"), code=2).stderr)
        self.assertIn("params.toml", run("tune", "--help").stdout)
        for name in sorted(os.listdir(EXAMPLES)):
            if name.endswith(".toml"):
                run("tune", os.path.join(EXAMPLES, name), "--check")


if __name__ == "__main__":
    unittest.main(verbosity=2)
