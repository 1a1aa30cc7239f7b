"""Experiments from the command line, with a handful of games. Usage: experiments.py TENGEN."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TENGEN = os.path.abspath(sys.argv.pop(1))


def run(*args, code=0):
    done = subprocess.run([TENGEN, "experiment", *args], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, (args, done.returncode, done.stdout[-800:], done.stderr[-800:])
    return done


class Experiments(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tengen experiments ")  # with a space
        self.addCleanup(self.folder.cleanup)
        self.out = os.path.join(self.folder.name, "results")

    def text(self, *names):
        with open(os.path.join(self.out, *names)) as file:
            return file.read()

    def test_list_and_mistakes(self):
        ids = [line.split()[0] for line in run("--list").stdout.splitlines()]
        self.assertEqual(
            ids,
            "ladder cost evolution minimax-cost k-win uct rl search-othello depth style".split(),
        )
        self.assertIn("did you mean 'k-win'", run("kwin", code=2).stderr)
        self.assertIn("which experiment", run(code=2).stderr)
        self.assertIn("--games", run("cost", "--games", "1", code=2).stderr)
        self.assertIn("cannot make the folder", run("evolution", "--quick", "--games", "2", "--out", "/dev/null/x", code=2).stderr)

    def test_two_experiments_make_one_report(self):
        small = ["--quick", "--games", "4", "--threads", "2", "--out", self.out]
        done = run("evolution", *small)
        self.assertIn("Change of wins", done.stdout)
        self.assertIn("evolution", done.stderr)
        run("style", *small)
        page, markdown = self.text("report.html"), self.text("report.md")
        for title in ("Evolution of AI8", "How attacking players are"):
            self.assertIn(title, page)
            self.assertIn("## " + title, markdown)
        self.assertIn("AI8, ours", page)  # style sees what evolution made
        self.assertIn("--quick --games 4", page)
        self.assertNotIn("<script", page)
        for line in markdown.splitlines():
            if line.startswith("!["):
                self.assertTrue(os.path.exists(os.path.join(self.out, line.split("](")[1].rstrip(")"))), line)
        # Once more: the games are there, so the same figures come out.
        again = run("evolution", *small)
        self.assertEqual(again.stdout, done.stdout)

    def test_one_that_fails_does_not_stop_the_others(self):
        os.makedirs(os.path.join(self.out, "games", "evolution-ai7-AI4.db"))  # a folder where a store should be
        small = ["--quick", "--games", "2", "--threads", "2", "--out", self.out]
        done = run("evolution", "style", *small, code=2)
        self.assertIn("evolution: ", done.stderr)
        self.assertIn("How attacking players are", done.stdout)
        self.assertIn("How attacking players are", self.text("report.html"))

    def test_interrupted_run_goes_on(self):
        arguments = [TENGEN, "experiment", "evolution", "--quick", "--games", "3000", "--threads", "1", "--out", self.out]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.time() + 60
        while time.time() < deadline and not os.path.isdir(os.path.join(self.out, "games")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, words)
        self.assertIn("goes on where it stopped", words)
        self.assertFalse(os.path.exists(os.path.join(self.out, "report.html")))


if __name__ == "__main__":
    unittest.main()
