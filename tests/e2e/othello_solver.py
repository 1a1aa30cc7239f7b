"""tengen solve for Othello: single positions and suites."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

TENGEN = os.path.abspath(sys.argv[1])
SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "othello", "fforum-40-59.obf")
# Number 40 of the public suite: +38 with a2.
POSITION = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


def run(*args, timeout=600):
    return subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=timeout)


def solve(*args):
    result = run("solve", "--game", "othello", *args, "--json")
    return json.loads(result.stdout)


class Solve(unittest.TestCase):
    def test_score_line_and_rate(self):
        result = solve(POSITION)
        self.assertEqual((result["score"], result["verdict"], result["method"]), (38, "win", "othello/solver"))
        self.assertEqual(result["line"][0], "a2")
        self.assertGreaterEqual(len(result["line"]), 20)
        self.assertGreater(result["nodes"], 1000)
        self.assertGreater(result["nodes_per_second"], 0)
        self.assertNotIn("moves", result)

    def test_every_move_on_request(self):
        # The last four cells; d7 is White's.
        board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXX---- X"
        result = solve(board, "--all", "on")
        self.assertEqual(result["score"], max(result["moves"].values()))
        self.assertEqual(list(result["moves"].values()), sorted(result["moves"].values(), reverse=True))

    def test_threads_and_limits(self):
        self.assertEqual(solve(POSITION, "--threads", "2")["score"], 38)
        stopped = solve(POSITION, "--nodes", "1000")
        self.assertEqual(stopped["verdict"], "unknown")
        self.assertNotIn("score", stopped)
        self.assertEqual(run("solve", "--game", "othello", POSITION, "--depth", "3").returncode, 2)


class Suite(unittest.TestCase):
    def suite(self, text, *args):
        with tempfile.NamedTemporaryFile("w", suffix=".obf") as file:
            file.write(text)
            file.flush()
            return run("solve", "--game", "othello", "--suite", file.name, *args)

    def test_results_and_totals(self):
        with open(SUITE, encoding="ascii") as file:
            text = "".join(file.readlines()[:1])
        result = self.suite(text, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        answer = json.loads(result.stdout)
        self.assertEqual(answer["totals"]["positions"], 1)
        self.assertEqual(answer["totals"]["right"], 1)
        first = answer["results"][0]
        self.assertEqual((first["score"], first["best"], first["right"]), (38, "a2", True))
        for key in ("nodes", "seconds"):
            self.assertGreaterEqual(first[key], 0)
            self.assertEqual(answer["totals"][key], first[key])
        shown = self.suite(text)
        self.assertIn("1 of 1 solved, 1 of 1 known answers right", shown.stdout)

    def test_wrong_answers_show(self):
        result = self.suite(POSITION + "; c7:+36;\n")
        self.assertEqual(result.returncode, 1)
        self.assertIn("WRONG", result.stdout)

    def test_bad_suites_are_refused(self):
        for text, says in ((POSITION + "; a2\n", "line 1"), (POSITION + "; a1:+38\n", "line 1: a1"),
                           ("nonsense\n", "line 1"), ("", "no position"), ("X" * 64 + " O\n", "over")):
            result = self.suite(text)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn(says, result.stderr)
        self.assertEqual(run("solve", "--game", "othello", "--suite", "/no/such/file").returncode, 2)
        self.assertEqual(run("solve", "--game", "othello", POSITION, "--suite", SUITE).returncode, 2)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("h8h9i8i9j8\n")
            file.flush()
            result = run("solve", "--game", "gomoku", "--suite", file.name)
            self.assertEqual(result.returncode, 2)
            self.assertIn("gives none", result.stderr)


class Players(unittest.TestCase):
    def test_nboard_speaks_for_each(self):
        for player in ("othello/greedy", "othello/minimax:depth=3", "othello/alphabeta:depth=4", "othello/solver:exact=10"):
            process = subprocess.run([TENGEN, "engine", "--protocol", "nboard", "--player", player],
                                     input="nboard 2\nset depth 4\nmove f5\nping 1\ngo\nping 2\nquit\n",
                                     capture_output=True, text=True, timeout=60)
            self.assertIn("pong 1", process.stdout)
            moves = [line for line in process.stdout.splitlines() if line.startswith("===")]
            self.assertEqual(len(moves), 1, process.stdout)
            self.assertIn(moves[0].split()[1].split("/")[0].lower(), ("d6", "f6", "f4"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
