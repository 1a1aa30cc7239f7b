#!/usr/bin/env python3
"""Says whether build B is faster than build A, and how sure that is.

  scripts/compare_bench.py old/tengen new/tengen                                  tengen bench, as a whole
  scripts/compare_bench.py old/tengen new/tengen -- perft --game othello --depth 8
  scripts/compare_bench.py old/tengen_microbench new/tengen_microbench --filter perft
  scripts/compare_bench.py old/tengen new/tengen --instructions -- solve --game connect4 444

A and B run in turns (A B, B A, A B, …), so that whatever else the machine does falls on both alike. What is compared
is CPU time, never wall-clock time, and of each round only its own ratio

    speed of B / speed of A = time of A / time of B.

If the builds were equally fast, each round would be a fair coin: above or below 1. So the true (median) ratio lies
between the k-th smallest and the k-th largest of n ratios except with the chance of fewer than k heads, or fewer than
k tails, in n throws: the sign test. It assumes nothing about how the noise is distributed. k is chosen so that all
intervals of one comparison hold together with 95%. The number of rounds is fixed before the first one: a comparison
that stops when it likes what it sees finds differences that are not there.
"""

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

CONFIDENCE = 0.95


class Failure(Exception):
    """What goes wrong outside this script, in one line."""


# --- Statistics: ratios in, a verdict out ---


def interval_rank(rounds, confidence):
    """The largest k for which the k-th smallest and k-th largest of so many ratios hold the median with this
    confidence; 0 where even the extremes do not."""
    allowed = (1 - confidence) / 2 * 2**rounds  # throws with too few heads; as many with too few tails
    rank = throws = 0
    while rank < rounds // 2:
        throws += math.comb(rounds, rank)
        if throws > allowed:
            break
        rank += 1
    return rank


def median_interval(ratios, confidence):
    rank = interval_rank(len(ratios), confidence)
    if rank == 0:
        needed = rounds_needed(confidence)
        raise Failure(f"{len(ratios)} rounds are too few for an interval; --rounds {needed} would do")
    ordered = sorted(ratios)
    return ordered[rank - 1], ordered[-rank]


def rounds_needed(confidence):
    return next(rounds for rounds in range(1, 1000) if interval_rank(rounds, confidence) > 0)


def confidence_of_each(comparisons):
    """So that all intervals hold together with CONFIDENCE."""
    return 1 - (1 - CONFIDENCE) / comparisons


def verdict(ratios, comparisons=1):
    """The ratios of one benchmark in words; comparisons is how many benchmarks are judged together."""
    low, high = median_interval(ratios, confidence_of_each(comparisons))
    middle = statistics.median(ratios)
    if low > 1:
        return f"faster by {percent(middle - 1)} [{percent(low - 1)}, {percent(high - 1)}]"
    if high < 1:
        return f"slower by {percent(1 - middle)} [{percent(1 - high)}, {percent(1 - low)}]"
    # A true difference as large as the interval is wide lies outside of it nearly always.
    return f"no difference seen [{percent(low - 1)}, {percent(high - 1)}] (would have seen {percent(high - low)})"


def percent(share):
    return f"{100 * share:.1f}%"


# --- Measurements: {name: cost} of one run; costs are CPU seconds or instructions ---


def capture(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def last_line(text):
    return text.strip().rpartition("\n")[2]


class Command:
    """A whole program, such as tengen bench: the CPU time of it and its children."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.name = " ".join(arguments)
        self.signatures = {}

    def run(self, program):
        with tempfile.TemporaryFile() as output:
            child = subprocess.Popen([program, *self.arguments], stdin=subprocess.DEVNULL, stdout=output)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode != 0:
                raise Failure(f"{program} {self.name} failed (exit code {child.returncode})")
            output.seek(0)
            self.note_signature(program, output.read().decode(errors="replace"))
        return {self.name: usage.ru_utime + usage.ru_stime}

    def note_signature(self, program, text):
        found = re.search(r"signature\W+([0-9a-f]{8})", text)
        if found:
            self.signatures[program] = found.group(1)

    def warning(self):
        if len(set(self.signatures.values())) > 1:
            return "the builds search differently, so this compares different work: signatures " + " and ".join(
                self.signatures.values())
        return None


class Instructions(Command):
    """A whole program's instructions: the same in every run but for a few, so that one run each is enough."""

    def run(self, program):
        if self.perf_works():
            tool = ["perf", "stat", "-x,", "-e", "instructions:u"]
            pattern = r"^(\d+),,instructions"
        else:
            tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=yes"]
            pattern = r"Collected : (\d+)"
        try:
            done = capture([*tool, program, *self.arguments])
        except FileNotFoundError:
            raise Failure("--instructions needs perf or valgrind (apt-get install valgrind)") from None
        counts = [int(count) for count in re.findall(pattern, done.stderr, re.MULTILINE)]  # one for each process
        if done.returncode != 0 or not counts:
            raise Failure(f"{tool[0]} could not count {program} {self.name}: {last_line(done.stderr)}")
        self.note_signature(program, done.stdout)
        return {self.name: sum(counts)}

    @staticmethod
    def perf_works():
        """A virtual machine often lends no counters; perf then prints "<not supported>" and exit code 0."""
        try:
            probe = capture(["perf", "stat", "-x,", "-e", "instructions:u", "true"])
        except FileNotFoundError:
            return False
        return re.match(r"\d+,", probe.stderr) is not None


class Microbenchmarks:
    """A Google Benchmark program: the CPU time of one iteration of each of its benchmarks."""

    def __init__(self, pattern, seconds):
        self.options = [f"--benchmark_filter={pattern}", f"--benchmark_min_time={seconds}", "--benchmark_format=json"]

    def run(self, program):
        done = capture([program, *self.options])
        if done.returncode != 0 or not done.stdout.strip():
            raise Failure(f"{program} ran no benchmark: {last_line(done.stderr)}")
        return {row["name"]: row["cpu_time"] for row in json.loads(done.stdout)["benchmarks"]}

    @staticmethod
    def warning():
        return None


def is_microbench(program):
    """Only a Google Benchmark program lists its benchmarks when asked for them."""
    try:
        listing = capture([program, "--benchmark_list_tests=true"])
    except OSError as error:
        raise Failure(f"cannot run {program}: {error.strerror}") from None
    return listing.returncode == 0


# --- Rounds ---


def compare(measure, a, b, rounds, progress=lambda done: None):
    """{name: [speed of B / speed of A, one for each round]}. The first run of each warms caches and is not counted."""
    names = measure.run(a).keys() & measure.run(b).keys()
    if not names:
        raise Failure("the two builds have no benchmark in common")
    median_interval([1.0] * rounds, confidence_of_each(len(names)))  # too few rounds are refused before they are run
    ratios = {name: [] for name in sorted(names)}
    for done in range(rounds):
        if done % 2 == 0:
            cost_a, cost_b = measure.run(a), measure.run(b)
        else:
            cost_b, cost_a = measure.run(b), measure.run(a)
        for name, of_name in ratios.items():
            if min(cost_a[name], cost_b[name]) <= 0:
                raise Failure(f"{name} is over too soon to be measured; give it more work")
            of_name.append(cost_a[name] / cost_b[name])
        progress(done + 1)
    return ratios


def print_instructions(measure, a, b):
    (count_a,), (count_b,) = measure.run(a).values(), measure.run(b).values()
    change = 100 * (count_b / count_a - 1)
    print(f"A {count_a:,} instructions, B {count_b:,}: {change:+.3f}%")


def print_verdicts(measure, arguments):
    def progress(done):
        if sys.stderr.isatty():
            end = "\n" if done == arguments.rounds else ""
            print(f"\rround {done} of {arguments.rounds}", end=end, file=sys.stderr)

    ratios = compare(measure, arguments.a, arguments.b, arguments.rounds, progress)
    width = max(len(name) for name in ratios)
    for name, of_name in ratios.items():
        print(f"{name:<{width}}  B {verdict(of_name, len(ratios))}")
    print(f"CPU time, {arguments.rounds} rounds in turns, {CONFIDENCE:.0%} for all intervals together")


def parse(arguments):
    own, command = arguments, []
    if "--" in arguments:
        own, command = arguments[:arguments.index("--")], arguments[arguments.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage="compare_bench.py A B [options] [-- ARGUMENT...]")
    parser.add_argument("a", metavar="A", help="a tengen or tengen_microbench program: the old build")
    parser.add_argument("b", metavar="B", help="the new one")
    parser.add_argument("--rounds", type=int, default=20, help="how often each runs (20)")
    parser.add_argument("--filter", default=".", help="only microbenchmarks whose name matches")
    parser.add_argument("--min-time", type=float, default=0.1, help="seconds for each microbenchmark and round (0.1)")
    parser.add_argument("--instructions", action="store_true", help="count instructions with perf or callgrind instead")
    parsed = parser.parse_args(own)
    parsed.command = command or ["bench"]
    return parsed


def main(arguments):
    parsed = parse(arguments)
    try:
        kinds = {is_microbench(program) for program in (parsed.a, parsed.b)}
        if len(kinds) == 2:
            raise Failure("one of the programs is a microbenchmark and the other is not")
        if kinds == {True}:
            if parsed.instructions:
                raise Failure("microbenchmarks choose how often they iterate, so their instructions cannot be compared")
            measure = Microbenchmarks(parsed.filter, parsed.min_time)
        else:
            measure = (Instructions if parsed.instructions else Command)(parsed.command)
        if parsed.instructions:
            print_instructions(measure, parsed.a, parsed.b)
        else:
            print_verdicts(measure, parsed)
    except Failure as failure:
        print(f"compare_bench: {failure}", file=sys.stderr)
        return 2
    if measure.warning():
        print(measure.warning())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
