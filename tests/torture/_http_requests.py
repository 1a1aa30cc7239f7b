"""Requests as they should be, and ways to spoil them."""

import json


def request(server, method="GET", path="/api/games", headers=(), body=None, version="1.1"):
    lines = [f"{method} {path} HTTP/{version}", f"Host: 127.0.0.1:{server.port}", *headers]
    data = b"" if body is None else json.dumps(body).encode() if not isinstance(body, bytes) else body
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + data


CLOSE = "Connection: close"
PATHS = ["/", "/api/info", "/api/games", "/api/players", "/api/arena", "/api/library", "/nothing", "/api/nothing"]
POSTS = [
    ("/api/position", {"game": "gomoku", "options": {"size": "15"}, "moves": ["h8", "i9"]}),
    ("/api/position", {"game": "othello", "start": "", "moves": "f5d6c3"}),
    ("/api/import", {"text": "(;FF[4]GM[4]SZ[15];B[hh];W[ig])", "name": "a.sgf"}),
    ("/api/import", {"text": "4453", "game": "connect4"}),
    ("/api/sessions/list", {"ids": ["abc", "def"]}),
    ("/api/sessions", {"game": "connect4", "seats": [{"kind": "person"}, {"kind": "person"}], "moves": ["4"]}),
    ("/api/sessions/abcdef/play", {"move": "h8", "at": 1, "revision": 2}),
    ("/api/sessions/abcdef/seats", {"seats": [{"kind": "person"}, None], "pace": 400}),
]
ODD = [None, True, -1, 0, 10**30, 1.5, "", "x" * 3000, "\0", "\ud800", [], {}, [[]] * 50, {"a": {"b": []}}, "h8"]


def mutated(value, rng):
    """The value with one thing in it changed."""
    if rng.random() < 0.3:
        return rng.choice(ODD)
    if isinstance(value, dict) and value:
        key, choice = rng.choice(list(value)), rng.random()
        if choice < 0.2:
            return {k: v for k, v in value.items() if k != key}
        if choice < 0.3:
            return {**value, rng.choice(["kind", "game", "x", "", "moves"]): rng.choice(ODD)}
        return {**value, key: mutated(value[key], rng)}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return value[:at] + [mutated(value[at], rng)] + value[at + rng.randrange(2) :]
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return value[:at] + chr(rng.randrange(1, 0x250)) + value[at + rng.randrange(2) :]
    return rng.choice(ODD)


def damaged(data, rng):
    """Some bytes changed, added, removed or sent twice."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at, length = rng.randrange(len(data)), rng.randrange(1, 20)
        piece = rng.choice([b"", rng.randbytes(length), bytes(data[at : at + length]) * 2, b"\r\n", b"\0", b": ", b" "])
        data[at : at + rng.choice([0, 1, length])] = piece
        data = data or bytearray(b"x")
    return bytes(data)


def chunk(data, size=None, extension=""):
    return f"{len(data) if size is None else size:x}{extension}\r\n".encode() + data + b"\r\n"


def chunked(server, body, path="/api/import", headers=()):
    head = request(server, "POST", path, ["Content-Type: application/json", "Transfer-Encoding: chunked", *headers])
    return head + body
