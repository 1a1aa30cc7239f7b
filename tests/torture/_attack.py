"""What the attacks share: attempts by number until the time is over, each repeatable, and one line of figures at the end."""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback


class Attempt:
    """One attempt: its own folder, its own dice, and the program under attack."""

    def __init__(self, tengen, number, seed, folder):
        self.tengen, self.number, self.folder = tengen, number, folder
        self.dice = random.Random(f"{seed}/{number}")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def run(self, *words, code=0, **options):
        """The command's end; another exit code than the one promised is a failure. code=None: any but a crash."""
        done = subprocess.run([self.tengen, *words], capture_output=True, text=True, errors="replace", timeout=300,
                              stdin=subprocess.DEVNULL, **options)
        said = (words, done.returncode, done.stdout[-600:], done.stderr[-1200:])
        assert done.returncode in (0, 1, 2, 130) if code is None else done.returncode == code, said
        return done

    def start(self, *words, **options):
        return subprocess.Popen([self.tengen, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                stdin=subprocess.DEVNULL, **options)

    def kill_after(self, seconds, *words, how=signal.SIGKILL):
        """True if the command was still running then."""
        process = self.start(*words)
        try:
            process.wait(timeout=seconds)
            return False
        except subprocess.TimeoutExpired:
            process.send_signal(how)
            process.wait(timeout=60)
            return True

    def games(self, db):
        """Every game in the store as the program itself tells it, but for the times."""
        games = [json.loads(line) for line in self.run("export", db, "--format", "jsonl").stdout.splitlines()]
        for game in games:
            game.pop("finished", None)
            game.get("notes", {}).pop("micros", None)
        return games


def main(description, kinds):
    """kinds: {name: function of an Attempt}; they take turns, one attempt of each at least."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tengen", required=True, help="the program")
    parser.add_argument("--minutes", type=float, default=0, help="go on for so long (default: each kind once)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int, help="repeat the attempt of this number")
    parser.add_argument("--kind", choices=sorted(kinds), action="append", help="attempts of this kind only")
    args = parser.parse_args()
    chosen = {name: kinds[name] for name in args.kind or kinds}
    names = list(chosen)
    tried, failed = dict.fromkeys(names, 0), 0
    end = time.monotonic() + 60 * args.minutes
    number = 0 if args.only is None else args.only
    while True:
        name = names[number % len(names)]
        with tempfile.TemporaryDirectory(prefix="tengen-torture-") as folder:
            tried[name] += 1
            try:
                chosen[name](Attempt(os.path.abspath(args.tengen), number, args.seed, folder))
            except Exception:  # whatever it was, the promise did not hold
                failed += 1
                print(f"attempt {number} ({name}) did not hold:\n{traceback.format_exc()}", flush=True)
        number += 1
        if args.only is not None or (number >= len(names) and time.monotonic() >= end):
            break
    print("; ".join(f"{name}: {count}" for name, count in tried.items() if count))
    print(f"{sum(tried.values())} tried, {sum(tried.values()) - failed} held")
    sys.exit(1 if failed else 0)
