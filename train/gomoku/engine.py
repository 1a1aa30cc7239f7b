"""Gomocup engines as opponents: several copies of a program, each answering one position at a time."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from typing import List, Optional, Sequence

from . import rules
from .match import Result, play_one
from .rules import Position, Variant
from .search import Searcher


PROTOCOL_RULES = {"freestyle": 0, "standard": 1, "renju": 4}


class EngineError(RuntimeError):
    pass


def is_move(line: str) -> bool:
    return len(line.split(",")) == 2 and line.replace(",", "").replace(" ", "").isdigit()


class Brain:
    """One engine process, speaking the Gomocup protocol on its standard input and output."""

    def __init__(
        self,
        command: Sequence[str],
        milliseconds: int,
        variant: Variant = Variant(),
        folder: Optional[str] = None,
        restart: bool = False,
    ):
        self.command, self.restart, self.size = list(command), restart, variant.size
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
            cwd=folder,
        )
        self.send(f"START {variant.size}")
        self.read(lambda line: line.startswith("OK"))
        for info in (
            f"timeout_turn {milliseconds}",
            "timeout_match 100000000",
            "time_left 100000000",
            "max_memory 300000000",
            "thread_num 1",
            "game_type 1",
            f"rule {PROTOCOL_RULES[variant.rule]}",
        ):
            self.send("INFO " + info)

    def send(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def read(self, wanted) -> str:
        assert self.process.stdout
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EngineError(f"{self.command[0]} ended without an answer")
            if wanted(line.strip()):
                return line.strip()

    def move(self, position: Position) -> int:
        """The engine's move; the position is sent whole."""
        if self.restart:  # for engines that only add the stones of a BOARD
            self.send("RESTART")
            self.read(lambda line: line.startswith("OK"))
        lines = ["BOARD"]
        mine, theirs = sorted(position.mine), sorted(position.theirs)
        if len(mine) == len(theirs):  # the engine is black: its stones were first
            order = [x for pair in zip(((p, 1) for p in mine), ((p, 2) for p in theirs)) for x in pair]
        else:
            order = [x for pair in zip(((p, 2) for p in theirs), ((p, 1) for p in mine)) for x in pair] + [
                (theirs[-1], 2)
            ]
        lines += [f"{p % self.size},{p // self.size},{side}" for p, side in order]
        for _ in range(5):
            time.sleep(0.01)  # some engines drop a command that follows their move at once …
            self.send("\n".join(lines + ["DONE"]))
            answer = self.read(lambda line: line.startswith("ERROR") or is_move(line))
            if is_move(answer):
                x, y = (int(v) for v in answer.split(","))
                return y * self.size + x
            for _ in lines[1:]:  # … and complain about each line of what follows it: ask again
                self.read(lambda line: line.startswith("ERROR"))
        raise EngineError(f"{self.command[0]} does not take the position: {answer}")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def versus_engine(
    searcher: Searcher,
    command: Sequence[str],
    milliseconds: int,
    openings: Sequence[Position],
    copies: int,
    deadline: float,
    folder: Optional[str] = None,
    restart: bool = False,
) -> Result:
    """The net against an engine, each opening twice. Engine moves run side by side while the net searches its games; no
    game waits for another. Games unfinished at the deadline count as draws."""
    start = time.time()
    positions = [p for p in openings for _ in range(2)]
    nets_turn = [k % 2 == 0 for k in range(len(positions))]
    scores = [-1.0] * len(positions)
    asked: "queue.Queue" = queue.Queue()
    answered: "queue.Queue" = queue.Queue()
    brains = [Brain(command, milliseconds, openings[0].variant, folder, restart) for _ in range(copies)]

    def serve(brain: Brain) -> None:
        while True:
            k, position = asked.get()
            try:
                answered.put((k, brain.move(position)))
            except (EngineError, OSError, ValueError) as error:
                answered.put((k, error))
                return

    for brain in brains:
        threading.Thread(target=serve, args=(brain,), daemon=True).start()

    def after(k: int, move: int) -> None:
        scores[k] = play_one(positions, k, move, nets_turn[k])
        nets_turn[k] = not nets_turn[k]
        if scores[k] < 0 and not nets_turn[k]:
            asked.put((k, positions[k]))

    for k in range(len(positions)):
        if not nets_turn[k]:
            asked.put((k, positions[k]))
    try:
        while any(s < 0 for s in scores) and time.time() < deadline:
            live = [k for k in range(len(positions)) if scores[k] < 0]
            mine = [k for k in live if nets_turn[k]]
            # Few searches of many positions: wait until a third of the games or the engines wait for the net.
            if mine and (3 * len(mine) >= len(live) or len(live) - len(mine) <= 2 * copies):
                for k, (move, _) in zip(mine, searcher.best_moves([positions[k] for k in mine])):
                    after(k, move)
            answers: List = []
            try:
                answers.append(answered.get(timeout=0.5))
                while True:
                    answers.append(answered.get_nowait())
            except queue.Empty:
                pass
            for k, move in answers:
                if isinstance(move, Exception):
                    raise EngineError(f"game {k}: {move}\n{rules.show(positions[k])}")
                after(k, move)
    finally:
        for brain in brains:
            brain.close()
    stones = sum(len(p.mine) + len(p.theirs) for p in positions) / len(positions)
    return Result([0.5 if s < 0 else s for s in scores], time.time() - start, stones)
