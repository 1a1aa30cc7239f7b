#!/usr/bin/env python3
"""An engine that misbehaves in one way: bad_engine.py MODE [TOKEN]. TOKEN only marks its processes, except that
the modes "log", "nboard_log" and "stubborn_once" take it for a file of theirs.

It speaks Gomocup, or for Othello GTP when the mode begins with gtp_, NBoard when it begins with nboard_. Up to its misdeed it plays well-behaved games:
every other free point from the upper left.
"""

import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1]
TOKEN = sys.argv[2] if len(sys.argv) > 2 else "none"
STUBBORN = MODE in ("stubborn", "stubborn_hang") or (MODE == "stubborn_once" and not os.path.exists(TOKEN))

NBOARD_ANSWERS = {
    "garbage": "=== the quick brown fox",
    "off_board": "=== Z9/1.0/0.1",
    "taken": "=== D4/1.0/0.1",
    "pass": "=== PA",
    "resign": "=== resign",
    "remarks": "12 (52 empty)\tD6/-1.78\n=",  # nothing of it is an answer
}


def say(text, end="\n"):
    os.write(1, (text + end).encode())


def forever():
    while True:
        time.sleep(1)


def lines():
    buffer = b""
    while True:
        chunk = os.read(0, 65536)
        if not chunk:
            return
        buffer += chunk
        while b"\n" in buffer:
            line, buffer = buffer.split(b"\n", 1)
            yield line.decode().strip()


def misbehave():
    """What the mode does instead of the answer to the second move; False: nothing, answer as usual."""
    mode = MODE.removeprefix("gtp_").removeprefix("nboard_")
    if MODE != mode and MODE.startswith("nboard_") and mode in NBOARD_ANSWERS:
        say(NBOARD_ANSWERS[mode])
        return True
    if mode == "crash":
        print("I meant to do that", file=sys.stderr, flush=True)
        os._exit(3)
    elif mode == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode in ("hang", "stubborn_hang"):
        forever()
    elif mode == "garbage":
        say("the quick brown fox")
    elif mode == "binary":
        os.write(1, bytes(range(1, 256)) + b"\n")
    elif mode == "flood":
        while True:
            say("MESSAGE " + "x" * 1000 + "\n" * 50)
    elif mode == "flood_line":
        while True:
            os.write(1, b"y" * 65536)
    elif mode == "closes_stdout":
        os.close(1)
        forever()
    elif mode == "hog":
        hoard = []
        while True:
            hoard.append(bytearray(16 << 20))
    elif mode == "off_board":
        say("99,99" if MODE == mode else "= z99\n")
    elif mode == "taken":
        say("0,0" if MODE == mode else "= d4\n")
    elif mode == "error":
        say("ERROR I do not want to" if MODE == mode else "? I do not want to\n")
    elif mode in ("resign", "resign_at_once"):
        say("RESIGN" if mode == MODE else "= resign\n")
    elif MODE == "gtp_noise":
        say("thinking hard\n\n= f5\n")
    else:
        return False
    return True


def start_children():
    """A child, and a grandchild that leaves the family: new session, parent gone."""
    sleeper = [sys.executable, "-c", "import time; time.sleep(1000)", TOKEN]
    subprocess.Popen(sleeper)
    if os.fork() == 0:
        os.setsid()
        subprocess.Popen(sleeper)
        os._exit(0)


def gomocup():
    size, taken, moves, in_board = 15, set(), 0, False
    deaf_words = 0  # words of the next command that are lost
    answered = -1.0  # when it moved last

    def move():
        nonlocal moves, deaf_words, answered
        moves += 1
        if moves >= 2 and misbehave():
            return
        if MODE == "loses_word":
            deaf_words = 1
        # Every other point, so that it does not win before its misdeed.
        x, y = next((x, y) for y in range(size) for x in range(0, size, 2) if (x, y) not in taken)
        if MODE != "forgets":
            taken.add((x, y))
        answer = f"{x},{y}"
        if MODE == "partial":
            for c in answer + "\n":
                say(c, end="")
                time.sleep(0.01)
        elif MODE == "crlf":
            say(answer, end="\r\n")
        elif MODE == "cr":
            say(answer, end="\r")
        elif MODE == "suggest":
            say("SUGGEST " + answer)
        elif MODE == "chatty":
            say(f"MESSAGE depth 7-9 ev 42 n 12K\nDEBUG nothing\n\n{answer}")
        elif MODE == "stderr":
            os.write(2, b"complaint\n" * 30000)
            say(answer)
        elif MODE == "repeats":
            say(answer)
            time.sleep(0.02)
            say(answer)
        elif MODE in ("slow", "late_and_deaf") and moves >= 2:
            time.sleep(1)
            say(answer)
        elif MODE == "slow_first" and moves == 1:
            time.sleep(3)
            say(answer)
        elif MODE == "burns":
            burn(0.5)
            say(answer)
        elif MODE == "error_before_move":
            say(f"ERROR max memory too small\nUNKNOWN\n{answer}")
        elif MODE == "raw_depth":
            os.write(1, b"MESSAGE d=\n ev=12 \x01 nd=99\n" + answer.encode() + b"\n")
        else:
            say(answer)
        answered = time.monotonic()

    def take(text):
        x, y = text.split(",")[:2]
        taken.add((int(x), int(y)))

    for line in lines():
        # Like a brain whose thread that listens is not done with the last move: words are lost, and what is left of the
        # line is taken for commands.
        if MODE == "deaf_moment" and time.monotonic() - answered < 0.01:
            continue
        if deaf_words:
            left = line.split()[deaf_words:]
            deaf_words = 0
            for strange in left:
                say("ERROR Unknown command: " + strange)
            continue
        word, _, rest = line.partition(" ")
        if MODE == "loses_turn" and word == "TURN" and moves % 2 == 1:
            moves += 1  # only this once
            say("ERROR Unknown command: " + rest)
            continue
        if MODE == "log":
            with open(TOKEN, "a") as file:
                print(line, file=file)
        if in_board:
            if word == "DONE":
                in_board = False
                move()
            else:
                take(line)
        elif word == "START":
            if MODE == "slow_start":
                time.sleep(20)
            if MODE == "small_boards":
                say("ERROR too large")
                continue
            size, taken = int(rest), set()
            say("OK")
        elif word == "RESTART":
            if MODE in ("deaf_to_restart", "late_and_deaf"):
                continue
            if MODE in ("no_restart", "stubborn_once"):
                say("UNKNOWN command")
            else:
                taken = set()
                say("OK")
        elif word == "TURN":
            take(rest)
            move()
        elif word == "PLAY":
            say(rest)
        elif word == "BEGIN":
            move()
        elif word == "BOARD":
            in_board, taken = True, set()
        elif word == "TAKEBACK" and MODE != "no_takeback":
            taken.discard(tuple(int(n) for n in rest.split(",")))
            say("OK")
        elif word == "END":
            if STUBBORN:
                forever()
            return
        elif word != "INFO":
            say("UNKNOWN command")


def gtp():
    moves = 0
    for line in lines():
        word = line.split(" ")[0]
        if word == "genmove":
            moves += 1
            if moves < 2 and MODE != "gtp_resign_at_once" or not misbehave():
                say("= f5\n")
        elif word == "list_commands":
            say("= play\ngenmove\n")
        elif word == "quit":
            say("=\n")
            return
        else:
            say("=\n")


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def nboard():
    moves, depth = 0, 0
    for line in lines():
        word, _, rest = line.partition(" ")
        if MODE == "nboard_log":
            with open(TOKEN, "a") as file:
                print(line, file=file)
        if word == "go":
            moves += 1
            if moves >= 2 and misbehave():
                continue
            if MODE == "nboard_burn":
                burn(0.1)
                if os.fork() == 0:
                    burn(0.1)
                    os._exit(0)
                os.wait()
            say("status thinking\nsearch F5d6 +1.25 0 7\n7 deep\nnodestats 1234 0.1\n"
                "=== F5//0.01\nstatus\n=== D4" if MODE == "nboard_chatty" else "=== F5")
        elif word == "ping" and MODE != "nboard_slow_start":
            say("pong " + rest)
        elif word == "set" and rest.startswith("depth "):
            depth = int(rest.split()[1])
        elif word == "hint":
            say("search F5 0.5 0 1")
        elif word == "learn" and depth < 10:  # as deep as it was told, which would take for ever
            say("status learning\nlearn" if MODE == "nboard_learns" else "learned")
        elif word == "analyze":
            say("analysis 0 0.5")
        elif word == "quit":
            return


def main():
    if MODE == "crash_at_start":
        sys.exit("no such luck")
    if STUBBORN:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if MODE == "stubborn_once":
        open(TOKEN, "a").close()
    if MODE == "burns":
        burn(1)
    if MODE.endswith("loads"):
        time.sleep(2.5)
    if MODE == "children":
        start_children()
    if MODE == "deaf":
        time.sleep(0.1)  # what is said before the question is no answer
        say("OK")
        forever()
    if MODE == "banner":
        say("Welcome to the engine of engines\n\nversion 7")
    if MODE.startswith("gtp_"):
        gtp()
    elif MODE.startswith("nboard_"):
        nboard()
    else:
        gomocup()
    if MODE == "stubborn":
        forever()  # its input has ended; it has not


main()
