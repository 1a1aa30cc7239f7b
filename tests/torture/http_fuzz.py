#!/usr/bin/env python3
"""Hostile clients against `tengen play`: whatever they send, the server goes on answering and says nothing it should not.

Usage: http_fuzz.py --tengen PATH [--minutes M] [--seed N] [--memory MB]    starts a server of its own
       http_fuzz.py --port N [--pid P] ...                                  attacks one that runs

Bursts of attacks follow one another; what each sends is decided by the seed and its number, so a run can be repeated.
After each, the server must answer /api/info correctly, its threads and memory must be within bounds, and every byte
that came back must belong to a whole, well-formed reply that knows nothing of a session nobody named.
"""

import argparse
import collections
import http.client
import json
import os
import random
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

STATUS_LINE = re.compile(rb"HTTP/1\.1 ([1-5]\d\d) [ -~]*")
HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t -~]*)")
BORED = 2.0  # seconds without a byte, after which a burst goes on
SECRET = "canary-7f3a91"  # the title of a session; no answer of a burst may hold it


class Broken(Exception):
    """What the server did wrong."""


# --- What comes back ---


def replies_in(data, closed):
    """The whole replies in these bytes; anything else in them is an error."""
    replies = []
    while data:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            if closed and not STATUS_LINE.match(data) and not b"HTTP/1.1".startswith(data[:8]):
                raise Broken(f"bytes that belong to no reply: {data[:80]!r}")
            break
        status, *lines = data[:end].split(b"\r\n")
        match = STATUS_LINE.fullmatch(status)
        if not match:
            raise Broken(f"no status line: {status[:80]!r}")
        headers = collections.defaultdict(list)
        for line in lines:
            field = HEADER_LINE.fullmatch(line)
            if not field:
                raise Broken(f"no header: {line[:80]!r}")
            headers[field[1].lower()].append(field[2])
        code, data = int(match[1]), data[end + 4 :]
        lengths = headers[b"content-length"]
        if len(lengths) > 1 or (not lengths and code >= 200 and code != 304 and b"text/event-stream" not in headers[b"content-type"]):
            raise Broken(f"{len(lengths)} lengths in a reply {code}")
        length = int(lengths[0]) if lengths else len(data) if code >= 200 and code != 304 else 0
        replies.append((code, headers, data[:length], length))
        data = data[length:]
        if data and headers[b"connection"] == [b"close"]:
            raise Broken(f"{len(data)} bytes after the last reply: {data[:80]!r}")
    return replies


def check_reply(code, headers, body, length):
    if code == 500:
        raise Broken(f"an error of the server's own: {body[:200]!r}")
    if SECRET.encode() in body:
        raise Broken("a reply holds a session that nobody named")
    if len(body) == length and body and headers[b"content-type"] == [b"application/json"]:
        try:
            said = json.loads(body)
        except ValueError as wrong:
            raise Broken(f"a reply {code} is not JSON: {wrong}; {body[:80]!r}") from wrong
        if code >= 400 and not {"code", "message"} <= said["error"].keys():
            raise Broken(f"a reply {code} is no error: {body[:80]!r}")


# --- Connections ---


class Client:
    """A connection that sends what it was given whenever it can and keeps what comes back."""

    def __init__(self, burst, data=b"", reads=True, then=None):
        self.data, self.reads, self.then = memoryview(data), reads, then
        self.got, self.closed, self.sent = bytearray(), False, 0
        self.socket = socket.socket()
        self.socket.setblocking(False)
        # A client of its own, so that the limit on requests of one address is not all that is tested.
        self.socket.bind((f"127.{burst.random.randrange(1, 250)}.{burst.random.randrange(250)}.{burst.random.randrange(1, 250)}", 0))
        self.socket.connect_ex(("127.0.0.1", burst.server.port))
        burst.clients.append(self)

    def ready(self, readable, writable):
        try:
            if readable:
                some = self.socket.recv(1 << 16)
                self.got += some
                self.closed |= not some
            if writable and self.data:
                count = self.socket.send(self.data[: 1 << 16])
                self.sent += count
                self.data = self.data[count:]
            if writable and not self.data and self.then:
                then, self.then = self.then, None
                then(self.socket)
        except BlockingIOError:
            pass
        except OSError:
            self.closed = True

    def finish(self):
        self.socket.close()


def half_close(sock):
    sock.shutdown(socket.SHUT_WR)


def reset(sock):
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()
    raise ConnectionResetError


class Burst:
    def __init__(self, server, seed, number):
        self.server, self.random, self.clients = server, random.Random(f"{seed}/{number}"), []

    def run(self, enough=lambda client: client.closed, patience=BORED):
        """Until every client has enough, or nothing has moved for so long."""
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < patience:
            live = [c for c in self.clients if not c.closed and not enough(c)]
            if not live:
                return
            readers = [c.socket for c in live if c.reads]
            writers = [c.socket for c in live if c.data or c.then]
            can_read, can_write, _ = poll(readers, writers, 0.2)
            for client in live:
                before = len(client.got) + client.sent
                client.ready(client.socket in can_read, client.socket in can_write)
                if len(client.got) + client.sent != before:
                    quiet_since = time.monotonic()

    def end(self):
        statuses = collections.Counter()
        for client in self.clients:
            client.finish()
            for reply in replies_in(bytes(client.got), client.closed):
                check_reply(*reply)
                statuses[reply[0]] += 1
        return statuses


def poll(readers, writers, seconds):
    poller, by_number = select.poll(), {}
    for sock, what in [(s, select.POLLIN) for s in readers] + [(s, select.POLLOUT) for s in writers]:
        if sock.fileno() >= 0:
            by_number[sock.fileno()] = (sock, by_number.get(sock.fileno(), (sock, 0))[1] | what)
    for number, (_, what) in by_number.items():
        poller.register(number, what)
    can_read, can_write = set(), set()
    for number, event in poller.poll(seconds * 1000):
        sock, what = by_number[number]
        if event & ~select.POLLOUT and what & select.POLLIN:
            can_read.add(sock)
        if event & ~select.POLLIN and what & select.POLLOUT:
            can_write.add(sock)
    return can_read, can_write, []


# --- What is sent ---


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
ODD = [None, True, -1, 0, 10**30, 1.5, "", "x" * 3000, "\0", "\ud800", [], {}, [[]] * 50, {"a": {"b": []}}, "h8", "../../etc/passwd"]


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


# --- Attacks: each fills a burst with clients and lets it run ---


def expect(client, *wanted):
    codes = [reply[0] for reply in replies_in(bytes(client.got), client.closed)]
    if codes != list(wanted):
        raise Broken(f"{codes} instead of {list(wanted)}")


def ranges(burst):
    def spec(rng):
        number = lambda: rng.choice([rng.randrange(10), rng.randrange(10**4), rng.randrange(10**7), 2**63, 2**64 - 1, 10**25])
        first, last = rng.choice([str(number()), ""]), rng.choice([str(number()), ""])
        return f"{first}-{last}"

    rng, server = burst.random, burst.server
    known = {path: body_of(server, path) for path in ("/", "/api/games")}
    asked = []
    for _ in range(60):
        path = rng.choice(list(known))
        text = ",".join(spec(rng) for _ in range(rng.choice([1, 1, 2, 5, 500])))
        header = "Range: " + rng.choice(["bytes=", "bytes=", "bytes =", "items=", ""]) + text
        asked.append((path, Client(burst, request(server, path=path, headers=[header, CLOSE]))))
    burst.run()
    for path, client in asked:
        expect(client, 200)
        if replies_in(bytes(client.got), True)[0][2] != known[path]:
            raise Broken(f"{path} was not whole")


def chunking(burst):
    rng, server = burst.random, burst.server
    body = json.dumps({"text": "4453", "game": "connect4"}).encode()
    for _ in range(20):
        pieces, rest = b"", body
        while rest:
            count = rng.randrange(1, 12)
            pieces += chunk(rest[:count], extension=rng.choice(["", ";a", ';a="b"', ";" + "x" * 200]))
            rest = rest[count:]
        end = rng.choice([b"0\r\n\r\n", b"000\r\n\r\n", b"0;x\r\nHost: evil\r\nA: b\r\n\r\n"])
        good = Client(burst, chunked(server, pieces + end, headers=[CLOSE]))
        good.good = True
        broken = rng.choice(
            [
                damaged(pieces + end, rng),
                chunk(body, size=rng.choice([2**32, 2**63, 2**64 - 1, 2**70, len(body) + 5])),
                b"-1\r\n" + body,
                b"\r\n" * 1000,
                b"1;" + b"a" * 10**5,
                pieces + b"0\r\n" + b"A: b\r\n" * 10**4,
            ]
        )
        Client(burst, chunked(server, broken), then=half_close)
    for twice in (["Content-Length: 4"], ["Transfer-Encoding: chunked"], ["Transfer-Encoding: gzip"]):
        Client(burst, chunked(server, chunk(body) + b"0\r\n\r\n", headers=twice))
    Client(burst, request(server, "POST", headers=["Transfer-Encoding: gzip"]) + request(server))
    endless = Client(burst, chunked(server, chunk(b"x" * 10**6) * 40))
    burst.run()
    for client in burst.clients:
        if hasattr(client, "good"):
            expect(client, 200)
    if endless.sent > 30 * 10**6:
        raise Broken(f"{endless.sent} bytes of a body were taken")


def pipelining(burst):
    rng, server = burst.random, burst.server
    for _ in range(20):
        data, count = b"", rng.randrange(1, 40)
        for _ in range(count):
            data += rng.choice([request(server), request(server, path="/"), request(server, path="/api/nothing"), request(server, "POST", *POSTS[0][:1], body=POSTS[0][1])])
        client = Client(burst, data + request(server, headers=[CLOSE]), reads=rng.random() < 0.8)
        client.count = count + 1
    burst.run()
    for client in burst.clients:
        if client.reads and len(replies_in(bytes(client.got), client.closed)) != client.count:
            raise Broken(f"{len(replies_in(bytes(client.got), client.closed))} replies to {client.count} requests")


def headers(burst):
    rng, server = burst.random, burst.server
    for _ in range(40):
        word = lambda most: "".join(rng.choice("abcXYZ-_!09") for _ in range(rng.randrange(1, most)))
        lines = [f"{word(20)}: {word(60)}" for _ in range(rng.choice([1, 50, 99, 101, 3000]))]
        lines += rng.choices(["Host: evil", "Origin: http://evil", "a: b\r\n folded\r\n\tmore", "Content-Length: 0", "Content-Length: 5", "Connection: upgrade", "Upgrade: h2c", "Expect: 100-continue", "Cookie: " + "c" * 5000, "Sec-Fetch-Site: cross-site", "Accept-Encoding: gzip, gzip;q=0", ": empty", "no colon", "é: é", " space: x", "space : x"], k=rng.randrange(4))
        rng.shuffle(lines)
        Client(burst, request(server, headers=[*lines, CLOSE]))
    for _ in range(10):
        Client(burst, request(server, headers=["Flood: " + "f" * 10**6] * 10))
        Client(burst, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10**6)
    burst.run()


def request_lines(burst):
    rng, server = burst.random, burst.server
    host = f"127.0.0.1:{server.port}"
    for _ in range(60):
        line = rng.choice(
            [
                f"GET http://{host}/api/info HTTP/1.1", "OPTIONS * HTTP/1.1", f"CONNECT {host} HTTP/1.1", "GET / HTTP/0.9", "GET / HTTP/2.0", "GET / HTTP/1.10", "GET /", "GET", "", " ", "GET  / HTTP/1.1", "get / HTTP/1.1",
                "TRACE / HTTP/1.1", "PRI * HTTP/2.0", "GET /%00 HTTP/1.1", "GET /%zz HTTP/1.1", "GET /a\tb HTTP/1.1", "GET /../../etc/passwd HTTP/1.1", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1",
                "GET /" + "a" * rng.choice([8000, 9000, 50000]) + " HTTP/1.1", "M" * rng.randrange(1, 40000) + " / HTTP/1.1", "GET /api/analysis?" + "&".join(f"{chr(97 + i % 26)}=%{i % 100:02}" for i in range(500)) + " HTTP/1.1", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            ]
        )
        Client(burst, f"{line}\r\nHost: {host}\r\n{CLOSE}\r\n\r\n".encode("latin-1"), then=half_close if rng.random() < 0.5 else None)
    burst.run()


def half_closed(burst):
    rng, server = burst.random, burst.server
    whole = []
    for _ in range(60):
        data = rng.choice([request(server), request(server, "POST", POSTS[1][0], body=POSTS[1][1])])
        cut = rng.randrange(len(data)) if rng.random() < 0.5 else len(data)
        then = rng.choice([half_close, half_close, reset])
        client = Client(burst, data[:cut], then=then)
        if cut == len(data) and then is half_close:
            whole.append(client)
    burst.run()
    for client in whole:
        expect(client, 200)


def crowd(burst):
    """Five hundred at once: most ask properly, the others are slow."""
    rng, server = burst.random, burst.server
    proper = []
    for _ in range(500):
        if rng.random() < 0.6:
            proper.append(Client(burst, request(server, path=rng.choice(PATHS), headers=[CLOSE])))
        else:
            Client(burst, request(server, "POST", "/api/import", body={"text": "x" * 10**5})[: rng.randrange(1, 10**5)])
    burst.run()
    for client in proper:
        if len(replies_in(bytes(client.got), client.closed)) != 1:
            raise Broken(f"one of many was not answered: {bytes(client.got[:80])!r}")


def slow(burst):
    """Adds to the clients that send a byte now and then, beside all other bursts."""
    rng, server = burst.random, burst.server
    data = rng.choice([request(server, headers=["A: " + "b" * 5000]), request(server, "POST", body={"text": "x" * 5000}), chunked(server, chunk(b"x" * 5000)), b"\r\n" * 1000])
    server.slow += [Slow(server, data) for _ in range(rng.randrange(10, 40))]


class Slow:
    """One of the slow clients; the server must lose patience with it."""

    def __init__(self, server, data):
        self.data, self.at, self.since = data, 0, time.monotonic()
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self.socket.setblocking(False)

    def over(self):
        """Sends one byte; whether the server has ended it."""
        try:
            self.at += self.socket.send(self.data[self.at : self.at + 1])
            while self.socket.recv(4096):
                pass
            return True
        except BlockingIOError:
            return False
        except OSError:
            return True


def streams(burst):
    """Event streams of games that go on, most of which are never read."""
    rng, server = burst.random, burst.server
    player = {"kind": "player", "player": "uct", "limits": {"nodes": 200}}
    paths = ["/api/analysis?game=gomoku&player=uct&nodes=2000"]
    for _ in range(3):
        made = json.loads(body_of(server, "/api/sessions", {"game": "gomoku", "seats": [player, player], "pace": 0}))
        paths.append(f"/api/sessions/{made['id']}/events")
    for _ in range(200):
        Client(burst, request(server, path=rng.choice(paths)), reads=rng.random() < 0.2, then=rng.choice([None, None, reset]))
    burst.run(patience=1.0)
    for path in paths[1:]:
        server.delete(path.removesuffix("/events"))


def noise(burst):
    for _ in range(60):
        Client(burst, burst.random.randbytes(burst.random.choice([1, 100, 10**4, 10**5])), then=half_close)
    burst.run()


def mutations(burst):
    rng, server = burst.random, burst.server
    for _ in range(150):
        path, body = rng.choice(POSTS)
        for _ in range(rng.randrange(1, 4)):
            body = mutated(body, rng)
        Client(burst, request(server, rng.choice(["POST", "POST", "POST", "PUT", "DELETE"]), path, [CLOSE], body=body))
    burst.run()
    for client in burst.clients:
        if len(replies_in(bytes(client.got), client.closed)) != 1:
            raise Broken(f"a request was not answered: {bytes(client.got[:80])!r}")


def damage(burst):
    rng, server = burst.random, burst.server
    for _ in range(100):
        path, body = rng.choice(POSTS)
        whole = rng.choice([request(server, "POST", path, body=body), request(server, path=rng.choice(PATHS)), chunked(server, chunk(b'{"text":"4453"}') + b"0\r\n\r\n")])
        Client(burst, damaged(whole, rng), then=half_close)
    burst.run()


ATTACKS = [ranges, chunking, pipelining, headers, request_lines, half_closed, crowd, slow, streams, noise, mutations, damage]


# --- The server ---


class Server:
    def __init__(self, port, pid, memory):
        self.port, self.pid, self.memory, self.slow, self.peak, self.most_threads = port, pid, memory, [], 0, 0

    def ask(self, method, path, body=None):
        for patience in range(50):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=("127.251.1.1", 0))
            try:
                connection.request(method, path, None if body is None else json.dumps(body), {} if body is None else {"Content-Type": "application/json"})
                response = connection.getresponse()
                data = response.read()
            finally:
                connection.close()
            if response.status not in (429, 503):
                return response.status, data
            time.sleep(0.1 * (patience + 1))
        raise Broken(f"{path} stays {response.status}")

    def delete(self, path):
        self.ask("DELETE", path)

    def check(self):
        """Answers, and has not grown."""
        try:
            status, data = self.ask("GET", "/api/info")
        except OSError as gone:
            raise Broken(f"/api/info is not answered: {gone}") from gone
        if status != 200 or not {"version", "limits", "pool", "streams", "sessions"} <= json.loads(data).keys():
            raise Broken(f"/api/info answers {status} {data[:80]!r}")
        if self.pid:
            with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
                numbers = dict(re.findall(r"(VmRSS|VmHWM|Threads):\s+(\d+)", file.read()))
            self.peak, self.most_threads = int(numbers["VmHWM"]) / 1024, max(self.most_threads, int(numbers["Threads"]))
            if self.peak > self.memory:
                raise Broken(f"the server holds {self.peak:.0f} MB")
        for each in list(self.slow):
            if each.over():
                each.socket.close()
                self.slow.remove(each)
            elif time.monotonic() - each.since > 60:
                raise Broken(f"a slow client is still there after a minute, at byte {each.at}")


def body_of(server, path, body=None):
    return server.ask("GET" if body is None else "POST", path, body)[1]


def start(tengen, folder):
    process = subprocess.Popen([tengen, "play", "--no-browser", "--db", os.path.join(folder, "play.db")], stdout=subprocess.PIPE)
    address = process.stdout.readline().decode().strip()
    return process, int(address.rstrip("/").rpartition(":")[2])


def attack(server, minutes, seed):
    server.ask("POST", "/api/sessions", {"game": "gomoku", "title": SECRET})
    server.check()
    threads = server.most_threads
    began, number, totals = time.monotonic(), 0, {}
    while time.monotonic() - began < 60 * minutes or number < len(ATTACKS):
        kind = ATTACKS[number % len(ATTACKS)]
        burst = Burst(server, seed, number)
        try:
            kind(burst)
            statuses = burst.end()
            server.check()
        except Broken as wrong:
            raise Broken(f"{kind.__name__}, burst {number} of seed {seed}: {wrong}") from wrong
        bursts, clients, all_statuses = totals.setdefault(kind.__name__, (0, 0, collections.Counter()))
        totals[kind.__name__] = (bursts + 1, clients + len(burst.clients), all_statuses + statuses)
        number += 1
    for name, (bursts, clients, statuses) in totals.items():
        print(f"{name:14} {bursts:5} bursts {clients:7} connections  " + " ".join(f"{k}:{v}" for k, v in sorted(statuses.items())))
    seconds = time.monotonic() - began
    print(f"held for {seconds / 60:.1f} minutes, seed {seed}; at most {server.peak:.0f} MB, {server.most_threads} threads ({threads} at the start)")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tengen")
    parser.add_argument("--port", type=int)
    parser.add_argument("--pid", type=int)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=float, default=512, help="megabytes that the server may hold")
    args = parser.parse_args(arguments)
    if bool(args.tengen) == bool(args.port):
        parser.error("give either --tengen or --port")
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(args.tengen, folder) if args.tengen else (None, args.port)
        try:
            attack(Server(port, process.pid if process else args.pid, args.memory), args.minutes, args.seed)
        except Broken as wrong:
            print(f"broken: {wrong}")
            return 1
        finally:
            if process:
                process.send_signal(signal.SIGTERM)
                process.wait(60)
        if process and process.returncode != 0:
            print(f"broken: the server ended with {process.returncode}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
