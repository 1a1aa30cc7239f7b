"""The engines of examples/engines: they speak their protocol, play sensibly, and finish matches in our arena."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

TENGEN = os.path.abspath(sys.argv[1])
ENGINE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "engines" / "gomoku.py"
COMMAND = f"/usr/bin/python3 '{ENGINE}'"


def run(*args):
    return subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=300)


def answers(*lines):
    """What the engine says to these lines."""
    text = "".join(line + "\n" for line in lines)
    return subprocess.run(["/usr/bin/python3", ENGINE], input=text, capture_output=True, text=True, timeout=60).stdout.split("\n")[:-1]


class Gomoku(unittest.TestCase):
    def test_speaks_the_protocol(self):
        result = run("check-engine", COMMAND, "--protocol", "gomocup", "--json")
        points = json.loads(result.stdout)
        # How long a busy machine takes is not the engine's fault.
        failed = [p for p in points if p["verdict"] != "pass" and "timeout_turn" not in p["point"]]
        self.assertEqual(failed, [])
        self.assertGreater(len(points), 10)

    def test_wins_and_blocks(self):
        five = ["1,3,1", "2,3,1", "3,3,1", "4,3,1"]
        theirs = [stone[:-1] + "2" for stone in five]
        far = ["9,9,2", "9,11,2", "11,9,2", "11,11,2"]
        self.assertIn(answers("START 15", "BOARD", *five, *far, "DONE")[-1], ("0,3", "5,3"))
        self.assertIn(answers("START 15", "BOARD", *theirs, "9,9,1", "9,11,1", "DONE")[-1], ("0,3", "5,3"))
        # A five of one's own comes first.
        mine = ["1,7,1", "2,7,1", "3,7,1", "4,7,1"]
        self.assertIn(answers("START 15", "BOARD", *theirs, *mine, "DONE")[-1], ("0,7", "5,7"))

    def test_begins_in_the_middle(self):
        self.assertEqual(answers("START 15", "BEGIN", "END"), ["OK", "7,7"])

    def test_beats_random(self):
        result = run("match", f"gomocup:command={COMMAND}", "random", "--game", "gomoku", "--size", "10", "--games", "6",
                     "--threads", "2", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        match = json.loads(result.stdout)
        self.assertEqual((match["games"], match["wins_a"]), (6, 6))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
