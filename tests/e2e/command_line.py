"""The program as a person meets it: what it prints, how it fails, what it leaves behind."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

TENGEN = os.path.abspath(sys.argv[1])


def run(*args, stdin="", timeout=120):
    return subprocess.run([TENGEN, *args], input=stdin, capture_output=True, text=True, timeout=timeout)


def match_json(*args):
    return json.loads(run("match", *args, "--json").stdout)


class Listing(unittest.TestCase):
    def test_games(self):
        result = run("games")
        self.assertEqual(result.returncode, 0)
        games = [g["name"] for g in json.loads(run("games", "--json").stdout)]
        self.assertEqual(games[:3], ["gomoku", "connect4", "othello"])
        for name in games:
            self.assertRegex(result.stdout, f"(?m)^{name} ")

    def test_players(self):
        players = json.loads(run("players", "--game", "othello", "--json").stdout)
        names = [p["name"] for p in players]
        for name in ("random", "minimax", "alphabeta", "uct"):
            self.assertIn(name, names)
        uct = players[names.index("uct")]
        self.assertEqual([s["default"] for s in uct["settings"] if s["name"] == "c"], ["0.7"])
        for player in players:
            self.assertTrue(player["summary"])
            for setting in player["settings"]:
                self.assertTrue(setting["help"])


class Perft(unittest.TestCase):
    def counts(self, *args):
        result = run("perft", *args)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [int(line.split()[1]) for line in result.stdout.splitlines()]

    def test_published_counts(self):
        self.assertEqual(self.counts("--game", "othello", "--depth", "7"), [4, 12, 56, 244, 1396, 8200, 55092])
        self.assertEqual(self.counts("--game", "connect4", "--depth", "8"),
                         [7, 49, 343, 2401, 16807, 117649, 823536, 5673234])
        self.assertEqual(self.counts("--game", "gomoku", "--depth", "2"), [225, 225 * 224])

    def test_options_and_positions(self):
        self.assertEqual(self.counts("--game", "gomoku", "--size", "6", "--depth", "2"), [36, 36 * 35])
        self.assertEqual(self.counts("--game", "connect4", "--depth", "1", "--position", "444444"), [6])
        self.assertEqual(self.counts("--game", "connect4", "--rows", "4", "--columns", "4", "--blocked", "a4",
                                     "--position", "aaa", "--depth", "1"), [3])


class BadInput(unittest.TestCase):
    """One clear line, exit code 2, nothing on standard output, nothing written."""

    def refuse(self, *args, says):
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([TENGEN, *args], capture_output=True, text=True, cwd=folder, timeout=60,
                                    stdin=subprocess.DEVNULL)
            self.assertEqual(result.returncode, 2, (args, result.stderr))
            self.assertEqual(result.stdout, "")
            self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
            self.assertIn(says, result.stderr)
            self.assertEqual(os.listdir(folder), [])

    def test_empty_values(self):
        for option in ("--time", "--clock", "--openings", "--db", "--html"):
            self.refuse("match", "random", "random", "--game", "connect4", "--games", "2", option, "", says=option)
        self.refuse("analyze", "--game", "connect4", "--player", "uct", "--time=", says="--time")
        self.refuse("tournament", "run", "cup.toml", "--db", "", says="--db")
        self.refuse("perft", "--game", "", "--depth", "1", says="--game")

    def test_random_openings_that_no_game_survives(self):
        self.refuse("match", "random", "random", "--game", "connect4", "--openings", "random:plies=40",
                    says="too few games of connect4 are still open after 40 random moves")

    def test_files_that_never_end(self):
        for player, game in (("uct:params=/dev/zero", "connect4"), ("q:table=/dev/zero", "othello"),
                             ("othello/champion:weights=/dev/zero", "othello")):
            self.refuse("match", player, "random", "--game", game, "--games", "2", says="a pipe or a device")
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe.toml")
            os.mkfifo(pipe)
            for args in (("match", "uct:params=" + pipe, "random", "--game", "connect4"),
                         ("match", "q:table=" + pipe, "random", "--game", "othello"),
                         ("match", "random", "random", "--game", "connect4", "--openings", "file:path=" + pipe),
                         ("import", pipe, "--db", "new.db"), ("tournament", "run", pipe), ("tune", pipe)):
                self.refuse(*args, says="a pipe or a device")

    def test_positions(self):
        self.refuse("perft", "--game", "gomoku", "--depth", "1", "--position", "z99", says="z99")
        self.refuse("perft", "--game", "gomoku", "--depth", "1", "--position", "h8h8", says="move 2: h8 is taken")
        self.refuse("perft", "--game", "othello", "--depth", "1", "--position", "f5f5", says="move 2")
        self.refuse("perft", "--game", "connect4", "--depth", "1", "--position", "4444444", says="move 7: column 4 is full")
        self.refuse("perft", "--game", "connect4", "--depth", "1", "--position", "x/ x", says="position")

    def test_boards(self):
        self.refuse("perft", "--game", "gomoku", "--size", "4", "--depth", "1", says="size must be 5 to 22, not '4'")
        self.refuse("perft", "--game", "gomoku", "--size", "many", "--depth", "1", says="whole number")
        self.refuse("perft", "--game", "gomoku", "--rule", "renjuu", "--depth", "1", says="did you mean 'renju'?")
        self.refuse("perft", "--game", "connect4", "--rows", "13", "--depth", "1", says="rows must be 4 to 12")
        self.refuse("perft", "--game", "connect4", "--blocked", "h1", "--depth", "1", says="outside the board")
        self.refuse("perft", "--game", "connect4", "--blocked", "33", "--depth", "1", says="a cell such as c3")
        self.refuse("perft", "--game", "othello", "--size", "8", "--depth", "1", says="size")
        self.refuse("perft", "--game", "gomoku", "--size", "9", "--depth", "1", "--position", "5/5/5/5/5 x", says="size=9")
        self.refuse("perft", "--game", "gomoku", "--size", "9", "--depth", "1", "--position", "size=15 a1", says="size")
        self.refuse("perft", "--game", "connect4", "--columns", "11", "--depth", "1", "--position", "12", says="letters")

    def test_commands(self):
        self.refuse("pley", says="did you mean 'play'?")
        self.refuse("perft", "--game", "gomoku", says="--depth")
        self.refuse("perft", "--depth", "3", says="--game")
        self.refuse("perft", "--game", "chess", "--depth", "1", says="there is no game 'chess'")
        self.refuse("perft", "--game", "gomoku", "--depth", "0", says="depth")
        self.refuse("games", "--jsn", says="--jsn")
        self.refuse("tournament", "run", "--jsn", says="tengen tournament run --help")
        self.refuse("match", "connect4/solver", "random", "--game", "connect4", "--rows", "12", "--columns", "12",
                    says="does not play on this board")

    def test_matches(self):
        game = ("--game", "connect4")
        self.refuse("match", "random", *game, says="B")
        self.refuse("match", "random", "rendom", *game, "--db", "x.db", says="did you mean 'random'?")
        self.refuse("match", "random", "uct:d=1", *game, "--db", "x.db", says="no setting 'd'")
        self.refuse("match", "random", "random", *game, "--games", "0", says="--games")
        self.refuse("match", "random", "random", *game, "--games", "-3", says="--games")
        self.refuse("match", "random", "random", *game, "--seed", "-1", says="--seed")
        self.refuse("match", "random", "random", *game, "--db", ".", says="folder")
        self.refuse("match", "random", "random", *game, "--threads", "0", says="--threads")
        self.refuse("match", "random", "random", *game, "--time", "5", says="250ms")
        self.refuse("match", "random", "random", *game, "--time", "-5s", says="--time")
        self.refuse("match", "random", "random", *game, "--nodes", "0", says="--nodes")
        self.refuse("match", "random", "random", *game, "--db", "no/such/folder/x.db", says="no/such/folder/x.db")
        self.refuse("match", "random", "random", *game, "--position", "11223344", says="position")

    def test_books_and_games(self):
        self.refuse("book", ".", says="folder")
        self.refuse("play", "--terminal", "--game", "foo", says="no game 'foo'")

    def test_limits_that_mean_nothing(self):
        game = ("--game", "connect4")
        self.refuse("analyze", *game, "--player", "connect4/solver", "--depth", "4", says="connect4/solver knows no --depth")
        self.refuse("analyze", *game, "--player", "uct:c=1", "--depth", "4", says="uct knows no --depth")
        self.refuse("solve", *game, "--depth", "4", says="knows no --depth")

    def test_play(self):
        self.refuse("play", "--game", "gomoku", says="--terminal")  # options of the terminal alone
        self.refuse("play", "--terminal", "--load", "missing.json", says="missing.json")
        self.refuse("play", "--terminal", "--load", ".", says="cannot read '.'")
        self.refuse("play", "--terminal", "--white", "nobody", says="there is no player 'nobody'")


class Match(unittest.TestCase):
    def test_json_has_every_field(self):
        result = match_json("uct:simulations=50", "random", "--game", "connect4", "--games", "20", "--seed", "3")
        for field in ("games wins_a wins_b draws wins_first wins_second distinct_games elo elo_low elo_high terminations "
                      "seed seconds games_per_second cpu_seconds_a cpu_seconds_b").split():
            self.assertIn(field, result)
        self.assertEqual(result["games"], 20)
        self.assertEqual(result["seed"], 3)
        self.assertEqual(result["wins_a"] + result["wins_b"] + result["draws"], 20)
        self.assertEqual(sum(result["terminations"].values()), 20)
        self.assertGreater(result["wins_a"], 15)
        self.assertGreater(result["cpu_seconds_a"], result["cpu_seconds_b"])

    def test_threads_do_not_matter(self):
        keep = lambda r: {k: v for k, v in r.items() if k not in ("seconds", "games_per_second", "cpu_seconds_a", "cpu_seconds_b")}
        one, four = (keep(match_json("uct", "alphabeta", "--game", "othello", "--games", "8", "--nodes", "60",
                                     "--threads", t, "--opening-plies", "4")) for t in ("1", "4"))
        self.assertEqual(one, four)

    def test_a_shut_out_names_the_right_winner(self):
        args = ("match", "random", "uct:simulations=500", "--game", "connect4", "--games", "10")
        self.assertIn("B won every game", run(*args).stdout)
        result = json.loads(run(*args, "--json").stdout)
        self.assertIsNone(result["elo"])
        self.assertIsNone(result["elo_low"])
        self.assertLess(result["elo_high"], 0)

    def test_copies_get_no_interval(self):
        result = match_json("minimax:depth=1", "minimax:depth=2", "--game", "connect4", "--games", "30")
        self.assertLessEqual(result["distinct_games"], 2)
        self.assertIsNone(result["elo_low"])
        self.assertIsNone(result["elo_high"])
        text = run("match", "minimax:depth=1", "minimax:depth=2", "--game", "connect4", "--games", "30").stdout
        self.assertIn("copies", text)
        self.assertNotIn("nan", text.lower())

    def test_database_is_continued_and_protected(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "match.db")
            base = ["random", "random", "--game", "connect4", "--db", db]
            self.assertEqual(match_json(*base, "--games", "10")["games"], 10)
            more = match_json(*base, "--games", "30")
            self.assertEqual(more["games"], 30)
            fresh = match_json(*base[:4], "--games", "30")
            self.assertEqual(more["wins_a"], fresh["wins_a"])
            other = run("match", *base, "--games", "30", "--seed", "2")
            self.assertEqual(other.returncode, 2)
            self.assertIn("seed is '1' there and '2' here", other.stderr)
            with sqlite3.connect(db) as connection:
                self.assertEqual(connection.execute("SELECT COUNT(*) FROM games").fetchone()[0], 30)

    def test_interrupt_reports_and_continues(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "match.db")
            args = [TENGEN, "match", "uct:simulations=3000", "uct:simulations=3000", "--game", "connect4", "--games", "400",
                    "--db", db, "--json"]
            process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 130)
            played = json.loads(out)
            self.assertTrue(played["interrupted"])
            self.assertLess(played["games"], 400)
            with sqlite3.connect(db) as connection:
                self.assertEqual(connection.execute("SELECT COUNT(*) FROM games").fetchone()[0], played["games"])

    def test_kill_loses_no_finished_batch(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "match.db")
            base = ["uct:simulations=300", "random", "--game", "connect4", "--db", db]
            process = subprocess.Popen([TENGEN, "match", *base, "--games", "100000"], stdout=subprocess.DEVNULL)
            time.sleep(1.0)
            process.kill()
            process.wait()
            with sqlite3.connect(db) as connection:
                stored = connection.execute("SELECT COUNT(*), COUNT(DISTINCT number) FROM games").fetchone()
            self.assertGreater(stored[0], 0)
            self.assertEqual(stored[0], stored[1])
            whole = match_json(*base, "--games", "60")
            fresh = match_json(*base[:4], "--games", "60")
            for field in ("games", "wins_a", "wins_b", "draws", "distinct_games"):
                self.assertEqual(whole[field], fresh[field])


class Analyze(unittest.TestCase):
    def test_json(self):
        result = json.loads(run("analyze", "--game", "connect4", "112233", "--player", "minimax:depth=3", "--json").stdout)
        self.assertEqual(result["move"], "4")
        self.assertEqual(result["end_in"], 1)
        self.assertEqual(result["candidates"][0]["move"], "4")
        self.assertEqual(len(result["candidates"]), 7)
        self.assertEqual(result["pv"], ["4"])

    def test_board_with_values(self):
        text = run("analyze", "--game", "othello", "--player", "uct:simulations=500").stdout
        self.assertIn("*", text)
        self.assertIn("black to move", text)

    def test_no_score_where_nothing_is_proven(self):
        args = ("analyze", "--game", "connect4", "--player", "connect4/solver", "--nodes", "100")
        self.assertIn("nothing proven", run(*args).stdout)
        self.assertIsNone(json.loads(run(*args, "--json").stdout)["score"])

    def test_finished_games_are_refused(self):
        for command in ("analyze", "solve"):
            result = run(command, "--game", "connect4", "1122334")
            self.assertEqual(result.returncode, 2)
            self.assertIn("game is over", result.stderr)


class Solve(unittest.TestCase):
    def test_every_method_finds_an_open_three(self):
        for method in ("vcf", "vct", "dbsearch", "dfpn"):
            result = json.loads(run("solve", "--game", "gomoku", "h8a1i8a2j8", "--method", method, "--attacker", "black",
                                    "--json").stdout)
            self.assertEqual(result["verdict"], "win", method)
            self.assertTrue(result["proven"])
            self.assertEqual(result["settings"]["attacker"], "black")
            self.assertIn(result["line"][0], ("g8", "k8"))

    def test_no_win_is_a_proof_and_a_limit_is_not(self):
        none = json.loads(run("solve", "--game", "gomoku", "h8", "--method", "vcf", "--json").stdout)
        self.assertEqual((none["verdict"], none["proven"], none["line"]), ("no_win", True, []))

    def test_the_answer_is_a_sentence_about_a_side(self):
        three = "rule=renju 15/15/15/15/15/15/15/6xxx6/15/15/15/15/15/15/15 x"
        for method, means in (("vcf", "fours"), ("vct", "threats"), ("dfpn", "threats"), ("dbsearch", "threats")):
            args = ("solve", "--game", "gomoku", three, "--method", method, "--attacker", "black")
            result = json.loads(run(*args, "--json").stdout)
            self.assertTrue(result["answer"].startswith(f"Black wins by {means} in 3 plies: "), result["answer"])
            self.assertEqual(result["attacker"], "black")
            self.assertIn(f"{method}: {result['answer']}\n", run(*args).stdout)
        said = run("solve", "--game", "gomoku", three, "--method", "vcf", "--attacker", "white").stdout
        self.assertIn("vcf: White has no win by fours\n", said)

    def test_a_depth_limit_says_what_it_rules_out(self):
        # Black wins, but not with one three.
        board = "rule=renju 11/11/5o2o2/6o4/3x7/3o3o3/2xx4x2/5x5/3o2x4/11/11 x"
        args = ("solve", "--game", "gomoku", board, "--method", "vct", "--json")
        bounded = json.loads(run(*args, "--depth", "1").stdout)
        self.assertEqual((bounded["verdict"], bounded["within"]), ("no_win", 1))
        self.assertEqual(bounded["answer"], "Black has no win by threats with at most 1 three")
        cut = json.loads(run(*args, "--nodes", "20").stdout)
        self.assertEqual(cut["verdict"], "unknown")
        self.assertRegex(cut["answer"], r"^not decided within the limits: \d+ positions looked at$")

    def test_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([TENGEN, "solve", "--game", "connect4"], stdout=subprocess.PIPE, text=True)
            time.sleep(0.5)
            process.send_signal(number)
            said = process.communicate(timeout=30)[0]
            self.assertEqual(process.returncode, 130)
            self.assertIn("interrupted", said)

    def test_what_a_method_cannot_do(self):
        for args, says in ((("44", "--position", "33"), "contradict"), (("44", "--depth", "3"), "knows no --depth"),
                           (("--rows", "12", "--columns", "12"), "too large")):
            result = run("solve", "--game", "connect4", *args)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn(says, result.stderr)

    def test_bad_methods(self):
        wrong = run("solve", "--game", "gomoku", "h8", "--method", "vfc")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("did you mean 'vcf'?", wrong.stderr)
        self.assertEqual(run("solve", "--game", "mnk").returncode, 2)
        self.assertEqual(run("solve", "--game", "gomoku", "h8", "--attacker", "red").returncode, 2)


class TerminalPlay(unittest.TestCase):
    def play(self, *args, typed):
        return run("play", "--terminal", *args, stdin=typed)

    def test_a_game_between_two_people(self):
        result = self.play("--game", "connect4", "--first", "human", "--second", "human", typed="1\n2\n1\n2\n1\n2\n1\nquit\n")
        self.assertEqual(result.returncode, 0)
        self.assertIn("Game over: first", result.stdout)

    def test_commands(self):
        result = self.play("--game", "gomoku", "--size", "9", "--black", "human", "--white", "alphabeta:depth=1",
                           typed="help\ne5\nundo\nmoves\nundo\ne5\nhint\nboard\nquit\n")
        self.assertEqual(result.returncode, 0)
        for words in ("take back", "There is no move to take back", "Try ", "white plays"):
            self.assertIn(words, result.stdout)

    def test_nothing_typed_can_crash_it(self):
        junk = "\n\n   \nsave\nz99\n999999999999999999999999\nundo\nundo\n\x00\x01\ne5e5\n" + "a" * 10000 + "\n-1\nüñï\nhint x\nmoves\n"
        for game in ("gomoku", "connect4", "othello"):
            result = self.play("--game", game, "--white", "random", "--nodes", "100", typed=junk)
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_undo_goes_past_a_forced_pass(self):
        moves = "d3 c3 e6 d2 d1 e1 b2 c1".split()  # after c1 black has to pass
        result = self.play("--game", "othello", "--black", "human", "--white", "human",
                           typed="\n".join(moves) + "\nundo\nundo\nmoves\nquit\n")
        self.assertIn("passes", result.stdout)
        self.assertIn("d3 c3 e6 d2 d1 e1\n", result.stdout)

    def test_machines_play_each_other(self):
        result = self.play("--game", "othello", "--black", "random", "--white", "random", typed="")
        self.assertIn("Game over", result.stdout)

    @staticmethod
    def moves_in(path):
        with open(path) as file:
            return json.load(file)["moves"]

    def test_save_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a game.json")
            self.play("--game", "connect4", "--rows", "5", "--columns", "5", "--blocked", "c1", "--white", "human",
                      typed=f"3\n2\nsave {path}\nquit\n")
            self.assertEqual(self.moves_in(path), ["3", "2"])
            result = self.play("--load", path, typed=f"moves\nsave {path}\n1\nquit\n")
            self.assertIn("3 2", result.stdout)
            self.assertIn("exists already", result.stdout)
            self.assertEqual(self.moves_in(path), ["3", "2"])


class Bench(unittest.TestCase):
    def test_signature_is_stable(self):
        one, two = (json.loads(run("bench", "--json").stdout) for _ in range(2))
        self.assertEqual(one["signature"], two["signature"])
        self.assertGreater(one["nodes"], 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
