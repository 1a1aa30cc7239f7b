"""Many TCP connections at once from one thread, and what came back on them held against the rules of HTTP."""

import collections
import json
import random
import re
import select
import socket
import struct
import time

STATUS_LINE = re.compile(rb"HTTP/1\.1 ([1-5]\d\d) [ -~]*")
HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t -~]*)")
PATIENCE = 180  # seconds for an answer, on a machine that does much else
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
        endless = code < 200 or code == 304 or headers[b"content-type"] == [b"text/event-stream"]
        if len(lengths) != (0 if endless else 1):
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

    def __init__(self, burst, data=b"", reads=True, then=None, proper=False):
        self.data, self.reads, self.then = memoryview(data), reads, then
        self.proper = proper  # asks as one should and is to be answered until the connection closes
        self.got, self.closed, self.sent = bytearray(), False, 0
        self.socket = socket.socket()
        self.socket.setblocking(False)
        # A client of its own, so that the limit on requests of one address is not all that is tested.
        self.socket.bind((".".join(["127", *(str(burst.random.randrange(1, 250)) for _ in range(3))]), 0))
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

    def run(self, patience=BORED):
        """Until all connections are closed, or nothing has moved for so long."""
        quiet_since = time.monotonic()
        while live := [c for c in self.clients if not c.closed]:
            if time.monotonic() - quiet_since > (PATIENCE if any(c.proper for c in live) else patience):
                return
            readers = [c.socket for c in live if c.reads]
            writers = [c.socket for c in live if c.data or c.then]
            can_read, can_write = poll(readers, writers, 0.2)
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
    return can_read, can_write
