"""The statistics of scripts/compare_bench.py: known ranks, simulated builds, and its way with programs."""

import math
import pathlib
import random
import stat
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))
sys.dont_write_bytecode = True
import compare_bench  # noqa: E402


def noisy_ratios(rng, rounds, speed):
    """Two builds on a busy machine: multiplicative noise with a heavy tail on either side."""

    def time():
        return math.exp(rng.gauss(0, 0.02) + (rng.expovariate(5) if rng.random() < 0.2 else 0))

    return [time() * speed / time() for _ in range(rounds)]


def share_of(rng, runs, rounds, speed, word):
    return sum(word in compare_bench.verdict(noisy_ratios(rng, rounds, speed)) for _ in range(runs)) / runs


class Ranks(unittest.TestCase):
    def test_ranks_are_those_of_the_published_tables(self):
        # Two-sided 95% intervals for a median, e.g. Conover, Practical Nonparametric Statistics, table A3.
        for rounds, rank in {5: 0, 6: 1, 8: 1, 9: 2, 12: 3, 15: 4, 20: 6, 25: 8, 30: 10, 40: 14, 50: 18}.items():
            self.assertEqual(compare_bench.interval_rank(rounds, 0.95), rank, rounds)

    def test_the_interval_is_made_of_order_statistics(self):
        ratios = [0.9 + 0.01 * i for i in range(20)]
        random.Random(1).shuffle(ratios)
        low, high = compare_bench.median_interval(ratios, 0.95)
        self.assertAlmostEqual(low, 0.95)
        self.assertAlmostEqual(high, 1.04)

    def test_too_few_rounds_are_refused_with_the_number_that_would_do(self):
        with self.assertRaisesRegex(compare_bench.Failure, "--rounds 6"):
            compare_bench.verdict([1.0] * 5)
        with self.assertRaisesRegex(compare_bench.Failure, "--rounds 10"):
            compare_bench.verdict([1.0] * 9, comparisons=20)


class Verdicts(unittest.TestCase):
    def test_words(self):
        self.assertEqual(compare_bench.verdict([1.1] * 20), "faster by 10.0% [10.0%, 10.0%]")
        self.assertEqual(compare_bench.verdict([0.8] * 20), "slower by 20.0% [20.0%, 20.0%]")
        ratios = [0.99] * 10 + [1.02] * 10
        self.assertEqual(compare_bench.verdict(ratios), "no difference seen [-1.0%, 2.0%] (would have seen 3.0%)")

    def test_the_smaller_end_of_a_loss_comes_first(self):
        ratios = [0.80 + 0.005 * i for i in range(20)]
        self.assertRegex(compare_bench.verdict(ratios), r"slower by 15\.\d% \[13\.0%, 17\.5%\]")

    def test_equal_builds_are_called_equal_at_least_19_times_in_20(self):
        self.assertGreater(share_of(random.Random(2), 2000, 20, 1.0, "no difference"), 0.95 - 0.01)

    def test_a_real_difference_is_found_on_its_side(self):
        self.assertGreater(share_of(random.Random(3), 500, 20, 1.10, "faster"), 0.9)
        self.assertGreater(share_of(random.Random(4), 500, 20, 1 / 1.10, "slower"), 0.9)

    def test_what_would_have_been_seen_would_have_been(self):
        rng = random.Random(5)
        seen = 0
        for _ in range(500):
            low, high = compare_bench.median_interval(noisy_ratios(rng, 20, 1.0), 0.95)
            seen += "faster" in compare_bench.verdict(noisy_ratios(rng, 20, 1 + high - low))
        self.assertGreater(seen / 500, 0.85)

    def test_many_benchmarks_together_raise_no_more_alarms_than_one(self):
        rng = random.Random(6)

        def alarm():
            return "no difference" not in compare_bench.verdict(noisy_ratios(rng, 20, 1.0), comparisons=25)

        alarms = sum(any(alarm() for _ in range(25)) for _ in range(200))
        self.assertLess(alarms / 200, 0.05 + 0.03)


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/usr/bin/python3\nimport sys\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def compare(self, *arguments):
        command = [sys.executable, "-B", SCRIPTS / "compare_bench.py", *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def tengen(self, name, work, signature):
        """Like tengen: knows no --benchmark_list_tests, and does some work."""
        return self.program(name, f"""if sys.argv[1].startswith('--'): sys.exit(2)
sum(range({work}))
print('signature {signature}')""")

    def test_more_work_is_slower(self):
        light, heavy = self.tengen("light", 1000, "0000000a"), self.tengen("heavy", 5_000_000, "0000000a")
        code, out, _ = self.compare(light, heavy, "--rounds", "6")
        self.assertEqual(code, 0)
        self.assertRegex(out, r"^bench  B slower by \d+\.\d% \[")
        self.assertNotIn("signatures", out)
        code, out, _ = self.compare(heavy, light, "--rounds", "6", "--", "perft", "8")
        self.assertRegex(out, r"^perft 8  B faster by ")

    def test_other_signatures_are_named(self):
        a, b = self.tengen("a", 1000, "0000000a"), self.tengen("b", 1000, "0000000b")
        code, out, _ = self.compare(a, b, "--rounds", "6")
        self.assertIn("compares different work: signatures 0000000a and 0000000b", out)

    def test_microbenchmarks_are_told_by_their_listing_and_compared_by_name(self):
        def microbench(name, cost, extra):
            rows = [{"name": "perft", "cpu_time": cost}, {"name": extra, "cpu_time": 1}]
            return self.program(name, f"import json\nprint(json.dumps({{'benchmarks': {rows!r}}}))")

        code, out, _ = self.compare(microbench("a", 3, "old"), microbench("b", 2, "new"), "--rounds", "6")
        self.assertEqual(code, 0)
        self.assertEqual(out.splitlines()[0], "perft  B faster by 50.0% [50.0%, 50.0%]")
        self.assertNotIn("old", out)

    def test_failures_end_with_one_line_and_exit_code_2(self):
        broken, good = self.program("broken", "sys.exit(3)"), self.tengen("good", 1000, "0000000a")
        microbench = self.program("microbench", "print('perft')")
        for arguments, message in (
            ((self.folder / "missing", broken), "cannot run"),
            ((good, self.folder / "missing"), "cannot run"),
            ((good, microbench), "one of the programs is a microbenchmark"),
            ((broken, broken), "failed (exit code 3)"),
            ((good, good, "--rounds", "5"), "--rounds 6"),
        ):
            code, out, error = self.compare(*arguments)
            self.assertEqual((code, out, error.count("\n")), (2, "", 1), error)
            self.assertIn(message, error)


if __name__ == "__main__":
    unittest.main()
