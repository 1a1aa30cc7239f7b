#!/usr/bin/env python3
"""Sums up what the tests ran: coverage.py BUILD, after the tests of a build with --coverage (./test --coverage).

Prints one line for each room and writes every file's lines to BUILD/report/index.html.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys


def room_of(path):
    """src/games/gomoku/position.cpp -> games"""
    return pathlib.PurePath(path).parts[1]


def table(files):
    """Lines of text from gcovr's list of files: each room's lines and branches, and the least covered file in it."""
    rooms = collections.defaultdict(list)
    for file in files:
        rooms[room_of(file["filename"])].append(file)
        rooms["all"].append(file)
    order = sorted(rooms, key=lambda room: (room == "all", room))
    yield f"{'room':<10} {'lines':>7} {'run':>7} {'branches':>9} {'taken':>7}  least of its files of 20 lines and more"
    for room in order:
        members = rooms[room]
        lines, branches = total(members, "line"), total(members, "branch")
        large = [file for file in members if file["line_total"] >= 20]
        least = min(large, key=lambda file: file["line_covered"] / file["line_total"], default=None)
        worst = f"{percent(total([least], 'line'))} {least['filename'].removeprefix('src/')}" if least else ""
        yield f"{room:<10} {lines[1]:>7} {percent(lines):>7} {branches[1]:>9} {percent(branches):>7}  {worst}"


def total(files, kind):
    return sum(file[f"{kind}_covered"] for file in files), sum(file[f"{kind}_total"] for file in files)


def percent(part_and_whole):
    part, whole = part_and_whole
    return f"{100 * part / whole:.1f}%" if whole else "-"


def main(arguments):
    if len(arguments) != 1 or not pathlib.Path(arguments[0]).is_dir():
        print("usage: coverage.py BUILD, the folder of a build with --coverage", file=sys.stderr)
        return 2
    build = pathlib.Path(arguments[0]).resolve()
    root = pathlib.Path(__file__).resolve().parent.parent
    report, summary = build / "report", build / "coverage.json"
    report.mkdir(exist_ok=True)
    # Branches that only an exception takes are left out: every call to the standard library has one.
    options = ["--exclude-throw-branches", "--json-summary", summary, "--html-details", report / "index.html"]
    places = ["--root", root, "--filter", f"{root}/src/", "--object-directory", build, build]
    command = ["gcovr", "-j", str(os.cpu_count()), *options, *places]
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
        return 1
    for line in table(json.loads(summary.read_text())["files"]):
        print(line)
    print(f"each file's lines: {report / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
