#!/usr/bin/env python3
"""Damages databases of games in many ways and looks at what every command makes of them.

Usage: damaged_stores.py --tengen PATH [--minutes M | --cases N] [--seed S] [--keep FOLDER]

Whatever is done to a file, no command may crash or hang, and none may pass on a game that is not as it was: it ends with
code 2 and one line that says what is wrong, or its result is that of the undamaged file. The last lines are a table and the
figures of what was tried; the exit code is 0 only when all of it held. A case that did not is printed with its number, and repeated
by --seed and --only.
"""

import argparse
import collections
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

CUP = """
kind = "round-robin"
game = "connect4"
rules = {{ columns = 5, rows = 4 }}
players = ["uct:simulations=30", "random", {{ name = "shallow", spec = "alphabeta:depth=2" }},
           {{ name = "broken", spec = "gtp:command=/bin/false" }}]
games_per_pair = {games}
openings = "random:plies=2"
withdraw_after = 2
"""
WORDS = ("", "zz 1 2", "first", "draw", "1 1 1", "-5", "9" * 30, "\x00", "é\U0001f600", "x" * 5000)


class Refused(Exception):
    """What a command said against a file, in one line."""


class Broken(Exception):
    """Something that must never happen."""


def run(tengen, *args):
    """The standard output of a command that did its work."""
    try:
        done = subprocess.run([tengen, *args], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        raise Broken(f"{' '.join(args)}: hangs") from None
    said = done.stderr.decode(errors="replace")
    if done.returncode == 0:
        return done.stdout.decode(errors="replace")
    if done.returncode != 2 or "Sanitizer" in said or "runtime error" in said:
        raise Broken(f"{' '.join(args)}: ended with {done.returncode}: {said[-3000:]}")
    if len(said.strip().splitlines()) != 1:
        raise Broken(f"{' '.join(args)}: this is not one clear line: {said[-3000:]!r}")
    raise Refused(said.strip())


def games_in(db):
    """All that must not depend on when and how long it was played."""
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
        connection.text_factory = bytes
        return connection.execute(
            "SELECT g.number, pair, first, second, outcome, termination, opening, seed, moves, detail, start, event,"
            " scores, depths, nodes FROM games g LEFT JOIN thoughts t USING (number) ORDER BY g.number").fetchall()


# --- Ways to damage a file; each takes the path and the dice ---


def edit_bytes(path, change):
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        changed = change(data)
        file.seek(0)
        file.truncate()
        file.write(data if changed is None else changed)


def flip_a_bit(path, dice):
    def change(data):
        at = dice.randrange(len(data))
        data[at] ^= 1 << dice.randrange(8)
    edit_bytes(path, change)


def overwrite_bytes(path, dice):
    def change(data):
        for _ in range(dice.randint(1, 20)):
            data[dice.randrange(len(data))] = dice.randrange(256)
    edit_bytes(path, change)


def damage_the_heads_of_pages(path, dice):
    def change(data):
        at = dice.randrange(len(data) // 4096) * 4096
        data[at + dice.randrange(120 if at == 0 else 40)] = dice.randrange(256)
    edit_bytes(path, change)


def zero_a_page(path, dice):
    def change(data):
        at = dice.randrange(len(data) // 4096) * 4096
        data[at:at + 4096] = bytes(4096)
    edit_bytes(path, change)


def swap_pages(path, dice):
    def change(data):
        a, b = (dice.randrange(len(data) // 4096) * 4096 for _ in range(2))
        data[a:a + 4096], data[b:b + 4096] = data[b:b + 4096], data[a:a + 4096]
    edit_bytes(path, change)


def truncate(path, dice):
    size = os.path.getsize(path)
    os.truncate(path, dice.choice([dice.randrange(1, size), dice.randrange(1, max(2, size // 4096)) * 4096]))


def lengthen(path, dice):
    with open(path, "ab") as file:
        file.write(dice.randbytes(dice.choice([1, 4096, 10_000])))


def change_text_in_place(path, dice):
    """Digits and letters for others: rows stay readable, as after the unluckiest of flips."""
    def change(data):
        places = [i for i, byte in enumerate(data) if chr(byte).isalnum()]
        for at in dice.sample(places, dice.randint(1, 3)):
            data[at] = ord(dice.choice("0123456789abcdefghz"))
    edit_bytes(path, change)


def with_sql(change):
    def damage(path, dice):
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            change(connection, dice)
        except sqlite3.IntegrityError:
            pass  # that would have been no change
        finally:
            connection.close()
    return damage


def any_table(connection, dice):
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    table = dice.choice(["games", "games", "thoughts", "incidents"] + tables)
    key = "name" if table == "tally" else "rowid"
    keys = [row[0] for row in connection.execute(f"SELECT {key} FROM {table}")]
    return table, key, dice.choice(keys)


def change_a_value(connection, dice):
    table, key, row = any_table(connection, dice)
    column = dice.choice([info[1] for info in connection.execute(f"PRAGMA table_info({table})")])
    value = dice.choice([None, 0, 1, -1, 7, 2**62, -2**63, 0.5, b"blob", dice.choice(WORDS)])
    connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, row))


def delete_a_row(connection, dice):
    table, key, row = any_table(connection, dice)
    connection.execute(f"DELETE FROM {table} WHERE {key} = ?", (row,))


def numbers_of_games(connection):
    return [row[0] for row in connection.execute("SELECT number FROM games")]


def copy_a_game(connection, dice):
    number = dice.choice(numbers_of_games(connection))
    connection.execute("CREATE TEMP TABLE copy AS SELECT * FROM games WHERE number = ?", (number,))
    connection.execute("UPDATE copy SET number = ?", (dice.choice([-3, 500, 2**62]),))
    connection.execute("INSERT INTO games SELECT * FROM copy")


def swap_two_games(connection, dice):
    a, b = dice.sample(numbers_of_games(connection), 2)
    for old, new in ((a, -1), (b, a), (-1, b)):
        connection.execute("UPDATE games SET number = ? WHERE number = ?", (new, old))


def change_the_schema(connection, dice):
    kind = dice.choice(["drop", "header", "word", "trigger"])
    if kind == "drop":
        name, what = dice.choice(
            connection.execute("SELECT name, type FROM sqlite_master WHERE sql IS NOT NULL").fetchall())
        connection.execute(f"DROP {what} {name}")
    elif kind == "header":
        connection.execute(f"PRAGMA {dice.choice(['application_id', 'user_version'])} = {dice.choice([0, 2, 77])}")
    elif kind == "trigger":
        connection.execute("CREATE TRIGGER evil AFTER INSERT ON games BEGIN"
                           " UPDATE games SET moves = '' WHERE number = new.number; END")
    else:
        connection.execute("PRAGMA writable_schema = ON")
        old, new = dice.choice([("INTEGER", "INTEGEQ"), ("moves", "mives"), ("PRIMARY KEY", "NOT NULL"), ("TEXT", "BLOB"),
                                ("number", "humber"), ("CREATE", "CRATE")])
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?",
                           (old, new, dice.choice(["games", "thoughts", "incidents", "setup", "readable"])))


DAMAGES = [flip_a_bit, overwrite_bytes, damage_the_heads_of_pages, zero_a_page, swap_pages, truncate, lengthen,
           change_text_in_place] + [
    (f.__name__, with_sql(f)) for f in (change_a_value, delete_a_row, copy_a_game, swap_two_games, change_the_schema)]
DAMAGES = [d if isinstance(d, tuple) else (d.__name__, d) for d in DAMAGES]


class Torture:
    def __init__(self, tengen, folder):
        self.tengen, self.folder = tengen, folder
        self.db, self.longer = self.path("cup.db"), self.path("longer.toml")
        with open(self.path("cup.toml"), "w", encoding="utf-8") as file:
            file.write(CUP.format(games=20))
        with open(self.longer, "w", encoding="utf-8") as file:
            file.write(CUP.format(games=22))
        run(tengen, "tournament", "run", self.path("cup.toml"))
        whole = self.path("whole.db")
        shutil.copy(self.db, whole)
        self.results = {name: command(whole) for name, command in self.readers()}
        run(tengen, "tournament", "run", self.longer, "--db", whole)
        self.whole = games_in(whole)
        self.counts = collections.defaultdict(collections.Counter)

    def path(self, name):
        return os.path.join(self.folder, name)

    def readers(self):
        """Commands that only read; each gives all that it says."""
        page = self.path("page.html")

        def html(db):
            run(self.tengen, "tournament", "report", db, "--html", page)
            with open(page, encoding="utf-8") as file:
                return file.read()

        return (("export", lambda db: run(self.tengen, "export", db)),
                ("csv", lambda db: run(self.tengen, "export", db, "--format", "csv")),
                ("report", lambda db: json.loads(run(self.tengen, "tournament", "report", db, "--json"))),
                ("html", html),
                ("show", lambda db: run(self.tengen, "tournament", "show", db)))

    def resume(self, db):
        run(self.tengen, "tournament", "run", self.longer, "--db", db)
        return games_in(db)

    def repair_and_resume(self, db):
        """Without the games of the player that fails in all of them: which of those are played before it is withdrawn
        depends on which were lost."""
        run(self.tengen, "tournament", "repair", db)
        return self.without_failures(self.resume(db))

    @staticmethod
    def without_failures(games):
        return [game for game in games if 3 not in game[2:4]]

    def case(self, name, damage, dice):
        damaged, copy = self.path("damaged.db"), self.path("copy.db")

        def fresh(source, target):
            for old in os.listdir(self.folder):
                if old.startswith(os.path.basename(target)):
                    os.remove(self.path(old))
            shutil.copy(source, target)

        fresh(self.db, damaged)
        damage(damaged, dice)
        commands = [(what, command, self.results[what]) for what, command in self.readers()]
        commands += [("resume", self.resume, self.whole), ("repair", self.repair_and_resume, self.without_failures(self.whole))]
        for what, command, expected in commands:
            fresh(damaged, copy)
            try:
                if command(copy) != expected:
                    raise Broken(f"{what} passes on something else without a word")
                self.counts[name][what, "as it was"] += 1
            except Refused:
                self.counts[name][what, "refused"] += 1

    def table(self):
        commands = [name for name, _ in self.readers()] + ["resume", "repair"]
        print("\nrefused / result as it was" + "".join(f"{command:>11}" for command in commands))
        for name, counts in self.counts.items():
            print(f"{name:26}" + "".join(f"{counts[c, 'refused']:5} /{counts[c, 'as it was']:4}" for c in commands))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tengen", required=True)
    parser.add_argument("--minutes", type=float, default=0.25)
    parser.add_argument("--cases", type=int, help="so many instead of so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this case alone")
    parser.add_argument("--keep", help="where the files of cases that failed are kept")
    args = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        torture = Torture(os.path.abspath(args.tengen), folder)
        end, number = time.monotonic() + 60 * args.minutes, args.only or 0
        while number == args.only if args.only is not None else \
                number < args.cases if args.cases else time.monotonic() < end:
            name, damage = DAMAGES[number % len(DAMAGES)]
            try:
                torture.case(name, damage, random.Random(f"{args.seed} {number}"))
            except Broken as broken:
                failures += 1
                print(f"case {number} of seed {args.seed}, {name}: {broken}")
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    shutil.copy(torture.path("damaged.db"), os.path.join(args.keep, f"{args.seed}-{number}.db"))
            number += 1
        torture.table()
    tried = number if args.only is None else 1
    print(f"{tried} tried, {tried - failures} held")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
