"""tengen solve and tengen book for Connect Four."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TENGEN = os.path.abspath(sys.argv[1])


def run(*args, timeout=120):
    return subprocess.run([TENGEN, *args], capture_output=True, text=True, timeout=timeout)


def solve(*args):
    return json.loads(run("solve", "--game", "connect4", *args, "--json").stdout)


class Solve(unittest.TestCase):
    def test_scores_of_every_column(self):
        # From the public test sets: this one is a draw.
        result = solve("274552224131661")
        self.assertEqual(result["score"], 0)
        self.assertEqual(result["verdict"], "draw")
        self.assertEqual(len(result["columns"]), 7)
        self.assertEqual(max(result["columns"]), 0)
        self.assertEqual(len(result["line"]), 42 - 15)
        self.assertGreater(result["nodes"], 100)
        self.assertGreaterEqual(result["seconds"], 0)

    def test_closed_columns_are_null(self):
        result = solve("111111222222")
        self.assertEqual(result["columns"][:2], [None, None])
        self.assertNotIn(None, result["columns"][2:])

    def test_a_win_at_once(self):
        result = solve("112233")
        self.assertEqual(result["score"], 18)  # 22 minus four discs
        self.assertEqual(result["line"], ["4"])
        self.assertEqual(result["columns"][3], 18)
        text = run("solve", "--game", "connect4", "112233").stdout
        self.assertIn("win, proven", text)
        self.assertIn("score    18", text)

    def test_another_board_with_a_blocked_cell(self):
        # Brute force agrees: tests/engines/connect4/solver_test.cpp.
        result = solve("--rows", "4", "--columns", "5", "--blocked", "c2")
        self.assertEqual(len(result["columns"]), 5)
        self.assertEqual(result["score"], max(result["columns"]))
        self.assertEqual(result["columns"][0], result["columns"][4])

    def test_threads_and_limits(self):
        self.assertEqual(solve("274552224131661", "--threads", "2")["score"], 0)
        stopped = solve("", "--nodes", "1000")
        self.assertEqual(stopped["verdict"], "unknown")
        self.assertNotIn("score", stopped)

    def test_boards_that_are_too_large_are_refused(self):
        result = run("solve", "--game", "connect4", "--rows", "12", "--columns", "12")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count("\n"), 1)

    def test_the_book_answers_at_once(self):
        begin = time.monotonic()
        result = run("analyze", "--game", "connect4", "--player", "connect4/solver:book=on,hash=1", "--json")
        self.assertEqual(json.loads(result.stdout)["move"], "4", result.stderr)
        self.assertLess(time.monotonic() - begin, 60)


class Book(unittest.TestCase):
    def test_is_kept_when_interrupted_and_gone_on_with(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "book")
            args = [TENGEN, "book", file, "--depth", "6", "--hash", "16"]
            for _ in range(2):
                process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                time.sleep(1)
                process.send_signal(signal.SIGINT)
                out, _ = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 1)
                self.assertIn("not complete", out)
                self.assertTrue(os.path.exists(file))
            other = run("book", file, "--depth", "5")
            self.assertEqual(other.returncode, 2)
            self.assertIn("depth 6", other.stderr)
            with open(file, "r+b") as book:
                book.seek(100)
                book.write(b"\x03")
            self.assertEqual(run("book", file, "--depth", "6").returncode, 2)

    def test_leaves_a_complete_book_alone(self):
        shipped = os.path.join(os.path.dirname(__file__), "../../weights/connect4-book.bin")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "book")
            shutil.copyfile(shipped, file)
            os.utime(file, (1, 1))
            result = run("book", file, "--depth", "8")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("complete already", result.stdout)
            self.assertEqual(os.stat(file).st_mtime, 1)

    def test_refuses_what_cannot_be(self):
        self.assertEqual(run("book").returncode, 2)
        self.assertEqual(run("book", "/tmp/x", "--depth", "13").returncode, 2)
        self.assertEqual(run("book", "/no/such/folder/book", "--depth", "0", "--hash", "1").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
