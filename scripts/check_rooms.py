#!/usr/bin/env python3
"""Proves the house's four structural rules over src/:

1. a room includes only itself and rooms above it in ROOMS (no back edges, so no cycles);
2. only app and protocol write to standard output: everything else reports through callbacks;
3. no two headers define a type of the same name in the same namespace: whoever links both gets either;
4. a room's names stand in its namespace, tengen::arena for src/arena/ and so on; core's, which everyone uses, in tengen.

Usage: check_rooms.py [FOLDER]     check FOLDER (default: src/ beside this script's folder)
       check_rooms.py --self-test  check this script against planted mistakes
"""

import pathlib
import re
import sys
import tempfile

# The order of docs/architecture.md: each room may include only rooms to its left.
ROOMS = (
    "core stats document games search network engines roster protocol records arena learn experiments cluster server app"
).split()
MAY_PRINT = {"app", "protocol"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# fmt::print to standard output is the one whose first argument is the format string itself.
PRINT = re.compile(r'std::cout\b|\bstdout\b|(?<![\w:.>])(?:std::)?(?:printf|puts|putchar)\s*\(|\bfmt::print\s*\(\s*(?:"|FMT_STRING)')


# What clang-format leaves at the start of a line. A specialisation is no new type.
SCOPE_OR_TYPE = re.compile(r"^(?:namespace (?P<scope>[\w:]*)|(?:struct|class|union|enum class) (?P<type>\w+)(?! *<)\b[^;]*?\{)", re.M)


def without(text, strings):
    """The text with comments blanked, and strings emptied too when asked; line numbers stay."""

    def blank(match):
        token = match.group()
        if token.startswith('"'):
            return '""' if strings else token
        return "\n" * token.count("\n")

    return COMMENT_OR_STRING.sub(blank, text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def check_file(path, room):
    text = path.read_text(encoding="utf-8")
    code = without(text, strings=False)
    for match in INCLUDE.finditer(code):
        target = match.group(1)
        where = f"{path}:{line_of(code, match.start())}"
        first = target.split("/")[0]
        if ".." in target.split("/") or "/" not in target:
            yield f'{where}: write the include of "{target}" from src/, as "{room}/..."'
        elif first not in ROOMS:
            yield f'{where}: "{target}" is in no room of the list'
        elif ROOMS.index(first) > ROOMS.index(room):
            yield f'{where}: {room} must not include {first}, which stands below it ("{target}")'
    if room not in MAY_PRINT:
        code = without(text, strings=True)
        for match in PRINT.finditer(code):
            yield f"{path}:{line_of(code, match.start())}: {room} must not write to standard output ({match.group()})"


NAMESPACE = re.compile(r"^namespace (tengen[\w:]*)", re.M)


def check_namespaces(path, room):
    """Complaints about namespaces that are not the room's own."""
    code = without(path.read_text(encoding="utf-8"), strings=True)
    own = "tengen" if room == "core" else f"tengen::{room}"
    for match in NAMESPACE.finditer(code):
        name = match.group(1)
        if (name + "::").startswith(own + "::") or code[match.end() :].startswith(" {}"):
            continue
        yield f"{path}:{line_of(code, match.start())}: what {room} defines stands in {own}, not in {name}"


def types_of(path):
    """The types that a header defines outside of other types, with their namespaces and lines."""
    code = without(path.read_text(encoding="utf-8"), strings=True)
    scope = ""
    for match in SCOPE_OR_TYPE.finditer(code):
        if match["type"]:
            yield f"{scope}::{match['type']}", line_of(code, match.start())
        else:
            scope = match["scope"]


def check(src):
    """All complaints about the sources under src, and the number of files read."""
    complaints, files, types = [], 0, {}
    for path in sorted(src.rglob("*")):
        if path.suffix not in {".hpp", ".cpp", ".h", ".inc"}:
            continue
        files += 1
        room = path.relative_to(src).parts[0]
        if room not in ROOMS:
            complaints.append(f"{path}:1: {room} is no room of the list")
            continue
        complaints.extend(check_file(path, room))
        complaints.extend(check_namespaces(path, room))
        for name, line in types_of(path) if path.suffix == ".hpp" else ():
            if types.setdefault(name, path) != path:
                complaints.append(f"{path}:{line}: {name} is defined in {types[name]} too")
    return complaints, files


def self_test():
    """Each planted line must be blamed, or not, exactly as stated."""
    cases = [
        ("core/a.hpp", '#include "core/b.hpp"', None),
        ("search/a.hpp", '#include "games/b.hpp"', None),
        ("games/a.hpp", '#include "search/b.hpp"', "games must not include search"),
        ("stats/deep/er/a.cpp", '  #  include "app/b.hpp"', "stats must not include app"),
        ("app/a.cpp", '#include "nowhere/b.hpp"', "in no room"),
        ("core/a.hpp", '#include "../app/b.hpp"', "from src/"),
        ("attic/a.hpp", "", "is no room"),
        ("core/a.hpp", '// #include "app/b.hpp"', None),
        ("core/a.hpp", "#include <app/b.hpp>", None),
        ("core/a.cpp", "void f() { std::cout << 1; }", "standard output"),
        ("core/a.cpp", 'void f() { printf("x"); }', "standard output"),
        ("core/a.cpp", 'void f() { std::printf("x"); }', "standard output"),
        ("core/a.cpp", 'void f() { fmt::print(\n"x"); }', "standard output"),
        ("core/a.cpp", 'void f() { fmt::print(stderr, "x"); }', None),
        ("core/a.cpp", 'void f() { std::snprintf(b, 4, "x"); std::fprintf(stderr, "x"); }', None),
        ("core/a.cpp", 'auto s = "std::cout";  // printf("x")', None),
        ("app/a.cpp", "void f() { std::cout << 1; }", None),
        ("protocol/a.cpp", "void f() { std::cout << 1; }", None),
        ("core/a.hpp", "namespace tengen::embedded {", None),
        ("arena/a.hpp", "namespace tengen::arena::rows {", None),
        ("arena/a.hpp", "namespace tengen::arenas {", "stands in tengen::arena, not in tengen::arenas"),
        ("arena/a.hpp", "namespace tengen {", "stands in tengen::arena, not in tengen"),
        ("engines/a.hpp", "namespace tengen::games::gomoku {}", None),
    ]
    failures = 0
    for name, line, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text(f"/* one\ntwo */\n{line}\n")
            complaints, _ = check(pathlib.Path(folder))
        right = not complaints if expected is None else len(complaints) == 1 and expected in complaints[0]
        if right and expected and "is no room" not in expected:
            right = complaints[0].startswith(f"{path}:3:")
        if not right:
            failures += 1
            print(f"self test: {name}: {line!r}: expected {expected!r}, got {complaints}")
    with tempfile.TemporaryDirectory() as folder:
        core = pathlib.Path(folder, "core")
        core.mkdir()
        (core / "a.hpp").write_text("namespace a {\nstruct One {\n};\nstruct Two;\n}\nnamespace b {\nclass Two : X {\n};\n}\n")
        (core / "b.hpp").write_text("namespace a {\nclass Two {\n};\ntemplate <>\nstruct One<int> {\n};\n}\n")
        (core / "c.hpp").write_text("namespace a {\nclass Three {\n};\nenum class One : int { x };\n}\n")
        complaints, _ = check(pathlib.Path(folder))
        if len(complaints) != 1 or "c.hpp:4: a::One is defined in" not in complaints[0]:
            failures += 1
            print(f"self test: types of the same name: got {complaints}")
    print(f"self test: {len(cases) + 1 - failures} of {len(cases) + 1} cases right")
    return failures == 0


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    src = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent / "src"
    if not src.is_dir():
        print(f"no such folder: {src}", file=sys.stderr)
        return 2
    complaints, files = check(src)
    for complaint in complaints:
        print(complaint)
    print(f"{files} files checked, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
