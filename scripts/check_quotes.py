#!/usr/bin/env python3
"""Proves that the code quoted in docs/ stands in the files that it is quoted from.

A quotation is a fenced block that names its file after the language:

    ```cpp src/games/mnk/position.hpp
    …lines as they stand in that file…
    ```

A line of nothing but … leaves something out; what stands between such lines must stand in the file line for line, in
this order. Blanks are not counted, so that a member can be shown without its class and its indentation.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FENCE = re.compile(r"^ *```\w+ (\S+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def find(piece, lines, start):
    """Where the piece's lines end among the lines, or -1."""
    for at in range(start, len(lines) - len(piece) + 1):
        if lines[at : at + len(piece)] == piece:
            return at + len(piece)
    return -1


def missing(quotation, source):
    """The first piece of the quotation that the source does not have, or nothing."""
    lines = [" ".join(line.split()) for line in source.splitlines()]
    at = 0
    for text in re.split(r"^\s*…\s*$", quotation, flags=re.MULTILINE):
        piece = [" ".join(line.split()) for line in text.strip("\n").splitlines()]
        at = find(piece, lines, at)
        if at < 0:
            return "\n".join(piece)
    return None


def check(folder):
    quotations, wrong = 0, []
    for page in sorted((folder / "docs").rglob("*.md")):
        for name, quotation in FENCE.findall(page.read_text()):
            quotations += 1
            source = folder / name
            lost = missing(quotation, source.read_text()) if source.is_file() else "there is no such file"
            if lost is not None:
                wrong.append(f"{page.relative_to(folder)}: {name} does not say\n{lost}")
    return quotations, wrong


def self_test():
    source = "int a;\n\nstruct S {\n  int b;\n  int c;\n};\n"
    assert missing("int a;\n", source) is None
    assert missing("struct S {\n…\n};\n", source) is None
    assert missing("int b;\nint c;\n", source) is None
    assert missing("int b;\nint d;\n", source) == "int b;\nint d;"
    assert missing("int c;\n…\nint b;\n", source) == "int b;"
    assert FENCE.findall("```cpp a/b.hpp\nx\n```\n```\ny\n```\n") == [("a/b.hpp", "x\n")]


if __name__ == "__main__":
    self_test()
    quotations, wrong = check(ROOT)
    for each in wrong:
        print(each, file=sys.stderr)
    if quotations == 0:
        print("no quotation was found", file=sys.stderr)
    sys.exit(1 if wrong or quotations == 0 else 0)
