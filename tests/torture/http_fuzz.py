#!/usr/bin/env python3
"""Hostile clients against `tengen play`: whatever they send, the server goes on answering and tells no secrets.

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
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from _http_clients import PATIENCE, SECRET, Broken, Burst, Client, half_close, replies_in, reset
from _http_requests import CLOSE, PATHS, POSTS, chunk, chunked, damaged, mutated, request

# --- Attacks: each fills a burst with clients and lets it run ---


def expect(client, *wanted):
    codes = [reply[0] for reply in replies_in(bytes(client.got), client.closed)]
    if codes != list(wanted):
        raise Broken(f"{codes} instead of {list(wanted)}")


def ranges(burst):
    rng, server = burst.random, burst.server

    def number():
        return rng.choice(["", rng.randrange(10), rng.randrange(10**4), rng.randrange(10**7), 2**63, 2**64 - 1, 10**25])

    known = {path: body_of(server, path) for path in ("/", "/api/games")}
    asked = []
    for _ in range(60):
        path = rng.choice(list(known))
        text = ",".join(f"{number()}-{number()}" for _ in range(rng.choice([1, 1, 2, 5, 500])))
        header = "Range: " + rng.choice(["bytes=", "bytes=", "bytes =", "items=", ""]) + text
        asked.append((path, Client(burst, request(server, path=path, headers=[header, CLOSE]), proper=True)))
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
        Client(burst, chunked(server, pieces + end, headers=[CLOSE]), proper=True)
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
        if client.proper:
            expect(client, 200)
    if endless.sent > 30 * 10**6:
        raise Broken(f"{endless.sent} bytes of a body were taken")


def pipelining(burst):
    rng, server = burst.random, burst.server
    for _ in range(20):
        data, count = b"", rng.randrange(1, 40)
        for _ in range(count):
            path, body = rng.choice([("/api/games", None), ("/", None), ("/api/nothing", None), POSTS[0]])
            data += request(server, "POST" if body else "GET", path, body=body)
        reads = rng.random() < 0.8
        client = Client(burst, data + request(server, headers=[CLOSE]), reads=reads, proper=reads)
        client.count = count + 1
    burst.run()
    for client in burst.clients:
        count = len(replies_in(bytes(client.got), client.closed))
        if client.proper and count != client.count:
            raise Broken(f"{count} replies to {client.count} requests")


ODD_HEADERS = [
    "Host: evil", "Origin: http://evil", "a: b\r\n folded\r\n\tmore", "Content-Length: 0", "Content-Length: 5",
    "Connection: upgrade", "Upgrade: h2c", "Expect: 100-continue", "Cookie: " + "c" * 5000, "space : x", " space: x",
    "Accept-Encoding: gzip, gzip;q=0", "Sec-Fetch-Site: cross-site", ": empty", "no colon", "\xe9: \xe9",
]  # fmt: skip


def headers(burst):
    rng, server = burst.random, burst.server

    def word(most):
        return "".join(rng.choices("abcXYZ-_!09", k=rng.randrange(1, most)))

    for _ in range(40):
        lines = [f"{word(20)}: {word(60)}" for _ in range(rng.choice([1, 50, 99, 101, 3000]))]
        lines += rng.choices(ODD_HEADERS, k=rng.randrange(4))
        rng.shuffle(lines)
        Client(burst, request(server, headers=[*lines, CLOSE]))
    for _ in range(10):
        Client(burst, request(server, headers=["Flood: " + "f" * 10**6] * 10))
        Client(burst, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10**6)
    burst.run()


ODD_LINES = [
    "GET http://127.0.0.1/api/info HTTP/1.1", "OPTIONS * HTTP/1.1", "CONNECT 127.0.0.1 HTTP/1.1", "PRI * HTTP/2.0",
    "GET / HTTP/0.9", "GET / HTTP/2.0", "GET / HTTP/1.10", "GET / HTTP/1.0", "GET /", "GET", "", " ", "GET  / HTTP/1.1",
    "get / HTTP/1.1", "TRACE / HTTP/1.1", "GET /%00 HTTP/1.1", "GET /%zz HTTP/1.1", "GET /a\tb HTTP/1.1",
    "GET /../../etc/passwd HTTP/1.1", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1", "GET /" + "a" * 8000 + " HTTP/1.1",
    "GET /" + "a" * 9000 + " HTTP/1.1", "GET /" + "a" * 50000 + " HTTP/1.1", "M" * 40000 + " / HTTP/1.1",
    "GET /api/analysis?" + "&".join(f"{chr(97 + i % 26)}=%{i % 100:02}" for i in range(500)) + " HTTP/1.1",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]  # fmt: skip


def request_lines(burst):
    rng, server = burst.random, burst.server
    for _ in range(60):
        head = f"{rng.choice(ODD_LINES)}\r\nHost: 127.0.0.1:{server.port}\r\n{CLOSE}\r\n\r\n"
        Client(burst, head.encode("latin-1"), then=rng.choice([half_close, None]))
    burst.run()


def half_closed(burst):
    rng, server = burst.random, burst.server
    for _ in range(60):
        data = rng.choice([request(server), request(server, "POST", POSTS[1][0], body=POSTS[1][1])])
        cut = rng.randrange(len(data)) if rng.random() < 0.5 else len(data)
        then = rng.choice([half_close, half_close, reset])
        Client(burst, data[:cut], then=then, proper=cut == len(data) and then is half_close)
    burst.run()
    for client in burst.clients:
        if client.proper:
            expect(client, 200)


def crowd(burst):
    """Five hundred at once: most ask properly, the others are slow."""
    rng, server = burst.random, burst.server
    for _ in range(500):
        if rng.random() < 0.6:
            Client(burst, request(server, path=rng.choice(PATHS), headers=[CLOSE]), proper=True)
        else:
            Client(burst, request(server, "POST", "/api/import", body={"text": "x" * 10**5})[: rng.randrange(1, 10**5)])
    burst.run()
    for client in burst.clients:
        if client.proper and len(replies_in(bytes(client.got), client.closed)) != 1:
            raise Broken(f"one of many was not answered: {bytes(client.got[:80])!r}")


def slow(burst):
    """Adds to the clients that send a byte now and then, beside all other bursts."""
    rng, server = burst.random, burst.server
    head, body = request(server, headers=["A: " + "b" * 5000]), request(server, "POST", body={"text": "x" * 5000})
    data = rng.choice([head, body, chunked(server, chunk(b"x" * 5000)), b"\r\n" * 1000])
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
        data = request(server, path=rng.choice(paths))
        Client(burst, data, reads=rng.random() < 0.2, then=rng.choice([None, None, reset]))
    burst.run(patience=1.0)
    for path in paths[1:]:
        server.ask("DELETE", path.removesuffix("/events"))


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
        method = rng.choice(["POST", "POST", "POST", "PUT", "DELETE"])
        Client(burst, request(server, method, path, [CLOSE], body=body), proper=True)
    burst.run()
    for client in burst.clients:
        if len(replies_in(bytes(client.got), client.closed)) != 1:
            raise Broken(f"a request was not answered: {bytes(client.got[:80])!r}")


def damage(burst):
    rng, server = burst.random, burst.server
    for _ in range(100):
        path, body = rng.choice(POSTS)
        get, post = request(server, path=rng.choice(PATHS)), request(server, "POST", path, body=body)
        whole = rng.choice([get, post, chunked(server, chunk(b'{"text":"4453"}') + b"0\r\n\r\n")])
        Client(burst, damaged(whole, rng), then=half_close)
    burst.run()


ATTACKS = [ranges, chunking, pipelining, headers, request_lines, half_closed]
ATTACKS += [crowd, slow, streams, noise, mutations, damage]


# --- The server ---


class Server:
    def __init__(self, port, pid, memory):
        self.port, self.pid, self.memory = port, pid, memory
        self.slow, self.peak, self.most_threads = [], 0, 0

    def ask(self, method, path, body=None):
        data, headers = (None, {}) if body is None else (json.dumps(body), {"Content-Type": "application/json"})
        for patience in range(50):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, ("127.251.1.1", 0))
            try:
                connection.request(method, path, data, headers)
                response = connection.getresponse()
                answer = response.read()
            except OSError as gone:
                raise Broken(f"{method} {path} is not answered: {gone}") from gone
            finally:
                connection.close()
            if response.status not in (429, 503):
                return response.status, answer
            time.sleep(0.1 * (patience + 1))
        raise Broken(f"{path} stays {response.status}")

    def check(self):
        """Answers, and has not grown."""
        status, data = self.ask("GET", "/api/info")
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
    # The address sanitizer keeps 256 MB of freed memory to itself, unless told not to.
    environment = {"ASAN_OPTIONS": "quarantine_size_mb=32:thread_local_quarantine_size_kb=64", **os.environ}
    command = [tengen, "play", "--no-browser", "--db", os.path.join(folder, "play.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    address = process.stdout.readline().decode().strip()
    return process, int(address.rstrip("/").rpartition(":")[2])


def attack(server, minutes, seed):
    """How many bursts there were, and what was wrong with the last one, if anything."""
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
            return number + 1, f"{kind.__name__}, burst {number} of seed {seed}: {wrong}"
        bursts, clients, all_statuses = totals.setdefault(kind.__name__, (0, 0, collections.Counter()))
        totals[kind.__name__] = (bursts + 1, clients + len(burst.clients), all_statuses + statuses)
        number += 1
    for name, (bursts, clients, statuses) in totals.items():
        counts = " ".join(f"{status}:{count}" for status, count in sorted(statuses.items()))
        print(f"{name:14} {bursts:5} bursts {clients:7} connections  {counts}")
    seconds = time.monotonic() - began
    print(f"held for {seconds / 60:.1f} minutes, seed {seed}: at most {server.peak:.0f} MB, "
          f"{server.most_threads} threads ({threads} at the start)")  # fmt: skip
    return number, ""


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
            server = Server(port, process.pid if process else args.pid, args.memory)
            tried, wrong = attack(server, args.minutes, args.seed)
        finally:
            if process:
                process.send_signal(signal.SIGTERM)
                process.wait(PATIENCE)
        if process and process.returncode != 0 and not wrong:
            wrong = f"the server ended with {process.returncode}"
    if wrong:
        print(f"broken: {wrong}")
    print(f"{tried} tried, {tried - bool(wrong)} held")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
