"""Foreign engines at the command line: matches against them, checks of them, and nothing left when they or we are killed."""

import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TENGEN = os.path.abspath(sys.argv[1])
HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = shlex.quote(TENGEN)  # in a command line
BAD = f"/usr/bin/python3 {shlex.quote(str(HERE.parent / 'protocol' / 'bad_engine.py'))}"
TOKENS = iter(f"e2e-token-{os.getpid()}-{n}" for n in range(1000))


def run(*args, stdin="", timeout=120):
    return subprocess.run([TENGEN, *args], input=stdin, capture_output=True, text=True, timeout=timeout)


def processes_with(token):
    """Everything that runs, zombies excluded (they have no command line), with the token among its arguments."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if token in (entry / "cmdline").read_text(errors="replace"):
                found.append(entry.name)
        except OSError:
            pass
    return found


def guards():
    """Guard processes of ours: they carry their own name."""
    names = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if (entry / "comm").read_text().strip() == "tengen-guard":
                names.append(entry.name)
        except OSError:
            pass
    return names


def wait_until(condition, seconds=20):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


class Engines(unittest.TestCase):
    def test_a_session_of_each_protocol(self):
        brain = run("engine", "--protocol", "gomocup", "--player", "alphabeta:depth=1",
                    stdin="START 15\nABOUT\nBEGIN\nTURN 0,0\nHELLO\nEND\n").stdout.splitlines()
        brain = [line for line in brain if not line.startswith("MESSAGE")]
        self.assertEqual(brain[0], "OK")
        self.assertIn('name="Tengen', brain[1])
        for point in brain[2:4]:
            self.assertRegex(point, r"^\d+,\d+$")
        self.assertTrue(brain[4].startswith("UNKNOWN"))
        gtp = run("engine", "--protocol", "gtp", "--game", "connect4", "--player", "random",
                  stdin="1 boardsize 7 6\n2 play b d1\n3 genmove w\nquit\n").stdout
        self.assertRegex(gtp, r"^=1\n\n=2\n\n=3 [A-G][12]\n\n=\n\n$")
        nboard = run("engine", "--protocol", "nboard", "--player", "alphabeta",
                     stdin="nboard 2\nset depth 1\ngo\nquit\n").stdout
        self.assertRegex(nboard, r"(?m)^=== (D3|C4|F5|E6)/")

    def test_ponders_where_it_is_told_to(self):
        def spent(process):  # on a processor, in ticks
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            return int(fields[11]) + int(fields[12])

        for told, ponders in ((["--ponder"], True), ([], False)):
            engine = subprocess.Popen([TENGEN, "engine", "--protocol", "gomocup", "--nodes", "200", *told],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
            engine.stdin.write("START 15\nBEGIN\nTURN 7,6\n")
            answers = 0
            while answers < 3:
                answers += not engine.stdout.readline().startswith("MESSAGE")
            before = spent(engine)
            if ponders:
                self.assertTrue(wait_until(lambda: spent(engine) > before + 20))
                # What it is told does not end its pondering for good.
                engine.stdin.write("INFO time_left 2147483647\n")
                before = spent(engine)
                self.assertTrue(wait_until(lambda: spent(engine) > before + 20))
            else:
                time.sleep(0.5)
                self.assertLess(spent(engine), before + 5)
            engine.stdin.write("TURN 0,0\n")
            while engine.stdout.readline().startswith("MESSAGE"):
                pass
            engine.stdin.write("END\n")
            self.assertEqual(engine.wait(timeout=20), 0)
            engine.stdin.close()
            engine.stdout.close()

    def test_the_opening_under_swap2(self):
        def answer(stones):
            lines = "START 15\nINFO timeout_turn 2000\nSWAP2BOARD\n" + "".join(f"{p}\n" for p in stones) + "DONE\nEND\n"
            said = run("engine", "--protocol", "gomocup", "--seed", "5", stdin=lines).stdout.splitlines()
            return [line for line in said if not line.startswith("MESSAGE")][-1]

        three = answer([]).split()
        self.assertEqual(len(set(three)), 3)
        choice = answer(three)
        self.assertRegex(choice, r"^(SWAP|\d+,\d+( \d+,\d+)?)$")
        self.assertEqual(answer(["7,7", "0,0", "7,8"]), "SWAP")
        self.assertEqual(answer(["7,7", "0,0", "7,8", "0,14", "8,8"]), "SWAP")
        self.assertRegex(answer(["0,0", "7,7", "14,14", "7,8", "0,14"]), r"^\d+,\d+$")

    def test_bad_arguments_are_one_line(self):
        for args in (["--protocol", "uci"], ["--protocol", "gtp"], ["--protocol", "gomocup", "--player", "nobody"],
                     ["--protocol", "gomocup", "--game", "othello"], ["--protocol", "nboard", "--player", "ladder/ai3"]):
            result = run("engine", *args)
            self.assertEqual(result.returncode, 2, args)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        result = run("check-engine", "cat", "--protocol", "gomocup", "--game", "connect4")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("for gomoku only", result.stderr)

    def test_nonsense_is_told(self):
        said = run("engine", "--protocol", "nboard", "--player", "random", stdin="set game foo\nquit\n").stdout
        self.assertRegex(said, "status .*'foo'")
        other_game = f"{PROGRAM} engine --protocol gtp --game othello --player random"
        said = run("check-engine", other_game, "--protocol", "gtp", "--game", "connect4").stdout
        self.assertIn("boardsize is accepted: said '? unacceptable size'", said)
        said = run("check-engine", "/bin/cat", "--protocol", "gomocup", "--patience", "300ms").stdout
        self.assertRegex(said, "(?m)^fail +a move keeps to")

    def test_our_engines_pass_their_checks(self):
        for protocol, more in (("gomocup", []), ("gtp", ["--game", "connect4"]), ("gtp", ["--game", "gomoku"]), ("nboard", [])):
            game = more if protocol == "gtp" else []
            command = " ".join([PROGRAM, "engine", "--protocol", protocol, "--player", "alphabeta:depth=2", *game])
            result = run("check-engine", command, "--protocol", protocol, "--json", *more)
            points = json.loads(result.stdout)
            self.assertEqual([p for p in points if p["verdict"] != "pass"], [], protocol)
            self.assertEqual(result.returncode, 0)

    def test_an_engine_that_loses_words_is_judged_the_same_each_time(self):
        points = [json.loads(run("check-engine", f"{BAD} {mode}", "--protocol", "gomocup", "--json", "--size", "15").stdout)
                  for mode in ("good", "deaf_moment", "raw_depth")]
        verdicts = [{p["point"]: p["verdict"] for p in list_ if "timeout_turn" not in p["point"]} for list_ in points]
        self.assertEqual(verdicts[0]["START 15 is answered with OK"], "pass")
        self.assertEqual(verdicts[0]["plays a whole game legally"], "pass")
        self.assertEqual(verdicts[2], verdicts[0])
        self.assertEqual(verdicts[1], verdicts[0])
        refused = run("check-engine", f"{BAD} good", "--protocol", "nboard", "--size", "8")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))

    def test_a_wrong_word_is_not_called_silence(self):
        result = run("check-engine", f"{BAD} nboard_learns", "--protocol", "nboard", "--json")
        learn = [p for p in json.loads(result.stdout) if p["point"].startswith("learn ")]
        self.assertEqual([p["verdict"] for p in learn], ["fail"])
        self.assertIn("said 'learn'", learn[0]["detail"])

    def test_the_time_to_load_is_not_the_time_to_end(self):
        for protocol, mode in (("gomocup", "loads"), ("gtp", "gtp_loads"), ("nboard", "nboard_loads")):
            result = run("check-engine", f"{BAD} {mode}", "--protocol", protocol, "--patience", "30s", "--json")
            ends = {p["point"]: p["verdict"] for p in json.loads(result.stdout) if " its input ends it" in p["point"]}
            self.assertEqual(list(ends.values()), ["pass"], f"{protocol}: {ends}")

    def test_bad_engines_fail_their_checks(self):
        for mode in ("crash", "garbage", "stubborn", "hang"):
            token = next(TOKENS)
            result = run("check-engine", f"{BAD} {mode} {token}", "--protocol", "gomocup", "--patience", "500ms")
            self.assertEqual(result.returncode, 1, mode + result.stdout)
            self.assertIn("mandatory points passed", result.stdout)
            self.assertEqual(processes_with(token), [])
        missing = run("check-engine", "./no-such-engine", "--protocol", "gtp")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("there is no file", missing.stderr)


class Matches(unittest.TestCase):
    def test_our_engine_outside_plays_our_engine_inside(self):
        spec = f'gomocup:command="{PROGRAM} engine --protocol gomocup --player alphabeta"'
        args = ["--game", "gomoku", "--size", "9", "--games", "4", "--opening-plies", "4", "--nodes", "200", "--json"]
        outside = json.loads(run("match", spec, "random", *args).stdout)
        inside = json.loads(run("match", "alphabeta", "random", *args).stdout)
        for result in (outside, inside):
            self.assertEqual(result["games"], 4)
        self.assertEqual((outside["wins_a"], outside["wins_b"]), (inside["wins_a"], inside["wins_b"]))

    def test_an_nboard_engine_plays_a_match(self):
        spec = f'nboard:depth=2,command="{PROGRAM} engine --protocol nboard --player alphabeta"'
        args = ["--game", "othello", "--games", "4", "--openings", "xot", "--depth", "2", "--json"]
        outside = json.loads(run("match", spec, "random", *args).stdout)
        inside = json.loads(run("match", "alphabeta", "random", *args).stdout)
        self.assertEqual(outside["games"], 4)
        self.assertEqual(outside["failures"], [])
        self.assertEqual((outside["wins_a"], outside["draws"]), (inside["wins_a"], inside["draws"]))
        refused = run("match", spec, "random", "--game", "gomoku")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("othello", refused.stderr)

    def test_a_failing_engine_loses_its_games_and_the_match_goes_on(self):
        token = next(TOKENS)
        result = run("match", f"gomocup:hang=1s,command={BAD} crash {token}", "random", "--game", "gomoku", "--games", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(processes_with(token), [])

    def test_a_missing_program_is_told_before_anything_is_played(self):
        result = run("match", "gomocup:command=./nothing-here", "random", "--game", "gomoku")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no file './nothing-here'", result.stderr)

    def test_a_refused_board_is_told_before_anything_is_played(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "games.db")
            result = run("match", f"gomocup:command={BAD} small_boards", "random", "--game", "gomoku", "--db", db)
            self.assertEqual((result.returncode, result.stdout, os.path.exists(db)), (2, "", False))
            self.assertRegex(result.stderr, r"^tengen: .*does not play on boards of size 15\n$")

    def test_giving_up_is_a_loss_and_no_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "games.db")
            args = [f"gtp:command={BAD} gtp_resign", "random", "--game", "othello", "--games", "8", "--db", db]
            result = run("match", *args)
            self.assertIn("ended by   8 resign\n", result.stdout)
            self.assertIn("by play    8 of 8 games\n", result.stdout)
            self.assertNotIn("failures", result.stdout)
            self.assertNotIn("withdrawn", result.stdout)
            again = json.loads(run("tournament", "report", db, "--json").stdout)
            self.assertEqual((again["by_play"], again["incidents"], again["failures"]), (8, [], []))
            self.assertEqual([(t["kind"], t["failure"]) for t in again["terminations"]], [("resign", False)])
            pgn = run("export", db, "--format", "pgn").stdout
            self.assertEqual(pgn.count('[Termination "resign"]'), 8)

    def test_a_long_reason_is_told_in_full(self):
        spec = f"gomocup:hang=2s,command={BAD} error {'x' * 70}"
        said = run("match", spec, f"gomocup:hang=2s,command={BAD} error", "--game", "gomoku", "--games", "2").stdout
        self.assertRegex(said.replace("\n           ", " "), "failures   .*said 'ERROR I do not want to', and no move")
        self.assertIn("by play    0 of 2 games: won, drawn or given up on the board", said)

    def test_nothing_survives_us(self):
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for mode in ("children", "stubborn_hang"):
                token = next(TOKENS)
                # Nobody ever moves a second time, so the match lasts until it is ended.
                spec = f"gomocup:hang=1h,command={BAD} {mode} {token}"
                slow = f"gomocup:hang=1h,command={BAD} hang {token}"
                arena = subprocess.Popen([TENGEN, "match", spec, slow, "--game", "gomoku", "--games", "4", "--threads", "2"],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                want = 6 if mode == "children" else 4
                self.assertTrue(wait_until(lambda: len(processes_with(token)) > want), "the engines have started")
                arena.send_signal(how)
                arena.wait(timeout=30)
                self.assertTrue(wait_until(lambda: not processes_with(token)), (how, mode, processes_with(token)))


class CourseInterface(unittest.TestCase):
    def test_shared_objects_play(self):
        strategy = pathlib.Path(TENGEN).parent / "test_strategy.so"
        if not strategy.exists():
            self.skipTest("the test strategy is not built")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("good", "crash"):
                os.symlink(strategy, os.path.join(folder, name + ".so"))
            args = ["--game", "connect4", "--rows", "9", "--columns", "10", "--blocked", "c3", "--games", "4", "--json"]
            good = json.loads(run("match", f"so:file={folder}/good.so", "random", *args).stdout)
            self.assertEqual(good["games"], 4)
            crash = json.loads(run("match", f"so:file={folder}/crash.so", "random", *args).stdout)
            # It loses every game until the arena withdraws it.
            self.assertGreaterEqual(crash["wins_b"], 1)
            self.assertEqual(crash["wins_b"], crash["games"])


class Guards(unittest.TestCase):
    def test_no_guard_is_left(self):
        before = set(guards())
        run("match", f"gomocup:command={BAD} good", "random", "--game", "gomoku", "--size", "7", "--games", "4")
        self.assertTrue(wait_until(lambda: not set(guards()) - before))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
