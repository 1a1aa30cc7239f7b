"""tengen play as a server: over the wire, with signals, restarts, foreign visitors, and many tabs at once."""

import http.client
import json
import os
import random
import re
import select
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import unittest

TENGEN = os.path.abspath(sys.argv[1])
PERSON = {"kind": "person"}


class Server:
    """One `tengen play`; `with Server(...) as server`."""

    def __init__(self, *arguments, db="none", port=None):
        command = [TENGEN, "play", "--no-browser", "--db", db, *arguments]
        if port:
            command += ["--port", str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise AssertionError(self.process.stderr.read())
        self.port = int(re.fullmatch(r"http://.*:(\d+)/", self.address)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, how=signal.SIGTERM):
        if self.process.stdout.closed:
            return self.process.returncode, ""
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err

    def ask(self, method, path, body=None, headers=None, raw=False):
        for _ in range(100):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
            sent = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, None if body is None else json.dumps(body), {**sent, **(headers or {})})
            response = connection.getresponse()
            data = response.read()
            connection.close()
            if response.status != 429:
                break
            time.sleep(0.5)
        return (response.status, dict(response.getheaders()), data) if raw else (response.status, json.loads(data))

    def get(self, path):
        return self.ask("GET", path)[1]

    def post(self, path, body=None):
        return self.ask("POST", path, body or {})[1]

    def figures(self):
        """Threads, and memory in KB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return {name: int(number) for name, number in re.findall(r"(Threads|VmRSS):\s+(\d+)", file.read())}

    def stream(self, path):
        """An open event stream as a socket whose first bytes have arrived."""
        for _ in range(100):
            connection = socket.create_connection(("127.0.0.1", self.port), timeout=120)
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            head = connection.recv(4096)
            if b" 429 " not in head.split(b"\r\n")[0]:
                return connection
            connection.close()
            time.sleep(0.5)
        raise AssertionError("too many requests")


def wait_for(condition, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def quick(player="uct", nodes=50):
    return {"kind": "player", "player": player, "limits": {"nodes": nodes}}


class TheWire(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def test_the_page_is_there_and_safe(self):
        status, headers, data = self.server.ask("GET", "/", raw=True)
        self.assertEqual(status, 200)
        self.assertIn(b"<html", data.lower())
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        status, headers, data = self.server.ask("GET", "/", headers={"Accept-Encoding": "gzip"}, raw=True)
        self.assertEqual((status, headers["Content-Encoding"], data[:2]), (200, "gzip", b"\x1f\x8b"))
        self.assertEqual(self.server.ask("GET", "/", headers={"If-None-Match": headers["ETag"]}, raw=True)[0], 304)

    def test_no_path_leads_out(self):
        for path in ("/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd",
                     "/%00", "/index.html%0a", "/api/../../etc/passwd", "/api/sessions/..%2f..%2fx"):
            status, _, data = self.server.ask("GET", path, raw=True)
            self.assertIn(status, (400, 404), path)
            self.assertNotIn(b"root:", data)

    def test_other_sites_cannot_change_anything(self):
        body = {"game": "othello"}
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}, {"Sec-Fetch-Site": "cross-site"},
                        {"Origin": "null"}):
            self.assertEqual(self.server.ask("POST", "/api/sessions", body, headers)[0], 403, headers)
        own = {"Origin": f"http://127.0.0.1:{self.server.port}"}
        self.assertEqual(self.server.ask("POST", "/api/sessions", body, own)[0], 201)

    def test_large_bodies_and_foreign_requests(self):
        status, reply = self.server.ask("POST", "/api/import", {"text": "x" * 2_000_000})
        self.assertEqual((status, reply["error"]["code"]), (413, "too_large"))
        status, reply = self.server.ask("PUT", "/api/games", {})
        self.assertEqual((status, reply["error"]["code"]), (405, "bad_method"))
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as raw:
            raw.sendall(b"nonsense\r\n\r\n")
            self.assertIn(b" 400 ", raw.recv(4096).split(b"\r\n")[0])
        self.assertIn("games", self.server.get("/api/games"))

    def test_ranges_are_not_heard_of(self):
        for path in ("/api/games", "/"):
            whole = self.server.ask("GET", path, raw=True)[2]
            for ranges in ("500-5000", "0-0", "-1", "5-2", f"{len(whole)}-{10 * len(whole)}", "0-18446744073709551615",
                           "1-" + "9" * 40, ",".join(["0-1"] * 2000)):
                asked = {"Range": "bytes=" + ranges}
                status, headers, data = self.server.ask("GET", path, headers=asked, raw=True)
                self.assertEqual((status, int(headers["Content-Length"])), (200, len(whole)), ranges[:40])
                self.assertEqual(data, whole, ranges[:40])

    def test_floods_leave_no_trace(self):
        before = self.server.figures()
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        host = f"Host: 127.0.0.1:{self.server.port}\r\n".encode()
        head = b"POST /api/import HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n"
        for start, piece in ((head, chunk), (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 10000)):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as raw:
                sent = 0
                try:
                    raw.sendall(start)
                    while sent < 200 << 20:
                        raw.sendall(piece)
                        sent += len(piece)
                except OSError:
                    pass
                self.assertLess(sent, 32 << 20)
        crowd = [socket.create_connection(("127.0.0.1", self.server.port), timeout=60) for _ in range(400)]
        for each in crowd:
            each.sendall(b"GET /nothing HTTP/1.1\r\n" + host + b"\r\n")
        for each in crowd:
            self.assertIn(b" 404 ", each.recv(4096))
            each.close()
        after = self.server.figures()
        self.assertEqual(after["Threads"], before["Threads"])
        self.assertLess(after["VmRSS"], before["VmRSS"] + 40_000)  # KB

    def test_a_closed_stream_frees_its_engine(self):
        stream = self.server.stream("/api/analysis?game=connect4&player=uct&time=300000")
        self.assertTrue(wait_for(lambda: self.server.get("/api/info")["pool"]["running"] == 1))
        stream.close()
        self.assertTrue(wait_for(lambda: self.server.get("/api/info")["pool"]["running"] == 0, 20))


class Lives(unittest.TestCase):
    def test_sigterm_saves_and_a_restart_finds_everything(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "play.db")
            first = Server(db=db)
            session = first.post("/api/sessions", {"game": "gomoku", "seats": [PERSON, {
                "kind": "player", "player": "uct", "limits": {"time": 300000}}]})
            path = "/api/sessions/" + session["id"]
            first.post(path + "/play", {"move": "h8"})
            arena = first.post("/api/arena", {"game": "connect4", "kind": "match", "games": 2000, "players": [
                {"player": "uct", "limits": {"nodes": 500}}, {"player": "uct", "limits": {"nodes": 400}}]})
            arena_path = "/api/arena/" + arena["id"]
            self.assertTrue(wait_for(lambda: first.get(arena_path)["summary"]["played"] > 2))
            code, _ = first.end()
            self.assertEqual(code, 0)
            with Server(db=db) as second:
                again = second.get(path)
                self.assertEqual([n["move"] for n in again["nodes"]], [None, "h8"])
                played = second.get(arena_path)["report"]["games_played"]
                self.assertGreater(played, 2)
                self.assertTrue(wait_for(lambda: second.get(arena_path)["report"]["games_played"] > played))

    def test_a_kill_at_any_moment_loses_nothing_that_was_answered(self):
        chance = random.Random(1)
        points = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "play.db")
            for _ in range(20):
                with Server(db=db) as server:
                    made = server.post("/api/sessions", {"game": "gomoku"})
                    path, answered = "/api/sessions/" + made["id"], []

                    def play():
                        for move in chance.sample(points, len(points)):
                            try:
                                reply = server.post(path + "/play", {"move": move})
                            except (OSError, http.client.HTTPException):
                                return
                            if "at" not in reply:
                                return  # the game is over
                            answered.append(move)

                    player = threading.Thread(target=play)
                    player.start()
                    time.sleep(chance.random() * 0.2)
                    server.end(signal.SIGKILL)
                    player.join()
                with Server(db=db) as server:
                    found = [node["move"] for node in server.get(path)["nodes"]][1:]
                    self.assertEqual(found[:len(answered)], answered)

    def test_an_engine_that_was_thinking_at_a_kill_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "play.db")
            with Server(db=db) as server:
                made = server.post("/api/sessions", {"game": "connect4", "seats": [PERSON, {
                    "kind": "player", "player": "uct", "limits": {"time": 3000}}]})
                path = "/api/sessions/" + made["id"]
                self.assertTrue(server.post(path + "/play", {"move": "4"})["thinking"])
                server.end(signal.SIGKILL)
            with Server(db=db) as server:
                self.assertEqual(server.get("/api/info")["pool"]["running"], 0)
                self.assertTrue(server.get(path)["thinking"])
                self.assertTrue(wait_for(lambda: len(server.get(path)["nodes"]) == 3))

    def test_two_on_one_database_are_one(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "play.db")

            def second():
                return subprocess.run([TENGEN, "play", "--no-browser", "--db", db], capture_output=True, text=True,
                                      timeout=60)

            with Server(db=db) as first:
                path = "/api/sessions/" + first.post("/api/sessions", {"game": "gomoku"})["id"]
                arena = "/api/arena/" + first.post("/api/arena", {"game": "connect4", "kind": "match", "games": 100, "players": [
                    {"player": "uct", "limits": {"nodes": 500}}, {"player": "uct", "limits": {"nodes": 400}}]})["id"]
                shown = second()
                self.assertEqual((shown.returncode, shown.stdout.strip()), (0, first.address), shown.stderr)
                self.assertIn("already", shown.stderr)
                self.assertEqual(len(first.post(path + "/play", {"move": "h8"})["nodes"]), 2)
                self.assertIn(first.get(arena)["summary"]["status"], ("running", "waiting"))
                # One that holds the file and does not answer.
                first.process.send_signal(signal.SIGSTOP)
                refused = second()
                first.process.send_signal(signal.SIGCONT)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertRegex(refused.stderr, "another tengen play keeps its games in .*--db")
                first.end(signal.SIGKILL)
            with Server(db=db) as third:
                self.assertEqual(len(third.get(path)["nodes"]), 2)
                self.assertIn(third.get(arena)["summary"]["status"], ("running", "waiting", "finished"))

    def test_files_of_one_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "best.toml"), "w", encoding="utf-8") as file:
                file.write('player = "uct"\n[settings]\nc = 0.5\n')
            body = {"game": "connect4", "seats": [PERSON, quick(f"uct:params={folder}/best.toml")]}
            with Server("--files", folder) as server:
                self.assertEqual(server.ask("POST", "/api/sessions", body)[0], 201)
            with Server() as server:
                self.assertEqual(server.ask("POST", "/api/sessions", body)[0], 403)
            refused = subprocess.run([TENGEN, "play", "--no-browser", "--db", "none", "--files", folder + "/none"],
                                     capture_output=True, text=True, timeout=60)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("--files", refused.stderr)

    def test_a_taken_port_and_a_foreign_database(self):
        with Server() as first:
            for _ in range(5):
                Server().end()  # at once after the start
            refused = subprocess.run([TENGEN, "play", "--no-browser", "--db", "none", "--port", str(first.port)],
                                     capture_output=True, text=True, timeout=60)
            self.assertEqual(refused.returncode, 2)
            self.assertRegex(refused.stderr, "port .* taken")
            with Server() as second:  # the usual one, or a free one
                self.assertNotEqual(first.port, second.port)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "notes.db")
            with open(path, "w", encoding="utf-8") as file:
                file.write("not a database")
            refused = subprocess.run([TENGEN, "play", "--no-browser", "--db", path], capture_output=True, text=True,
                                     timeout=60)
            self.assertEqual(refused.returncode, 2)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "not a database")

    def test_serving_others_is_explained(self):
        with Server("--host", "0.0.0.0", "--name", "Play.example") as server:
            self.assertTrue(server.get("/api/info")["shared"])
            err = os.read(server.process.stderr.fileno(), 1 << 16).decode()  # written before the address was printed
            names = re.findall(r"http://(.*)/", err)
            self.assertIn(f"play.example:{server.port}", names)
            for name in names:  # whatever is promised holds
                self.assertEqual(server.ask("GET", "/api/info", headers={"Host": name})[0], 200, name)
                if not name.startswith("play.example"):
                    connection = http.client.HTTPConnection(name, timeout=60)
                    connection.request("GET", "/")
                    self.assertEqual(connection.getresponse().status, 200, name)
                    connection.close()
            status, reply = server.ask("GET", "/api/info", headers={"Host": f"other.example:{server.port}"})
            self.assertEqual(status, 403)
            self.assertIn("play.example", reply["error"]["message"])
        self.assertIn("no log-in", err)
        with Server() as server:
            self.assertFalse(server.get("/api/info")["shared"])
            err = server.end()[1]
        self.assertNotIn("no log-in", err)

    def test_options_stay_with_their_front_door(self):
        for arguments, says in ((["--game", "othello"], "add --terminal"), (["--terminal", "--port", "8000"], "the page")):
            refused = subprocess.run([TENGEN, "play", *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn(says, refused.stderr)


class Load(unittest.TestCase):
    """Two hundred streams and fifty games; one person's game must not feel them."""

    def move_times(self, server, count):
        """What an engine at a fixed number of nodes needs, in milliseconds: asked for by a person, one after another."""
        times = []
        for _ in range(count):
            session = server.post("/api/sessions", {"game": "connect4", "seats": [PERSON, quick("uct", 200000)]})
            path = "/api/sessions/" + session["id"]
            began = time.perf_counter()
            server.post(path + "/play", {"move": "4"})
            self.assertTrue(wait_for(lambda: len(server.get(path)["nodes"]) == 3))
            times.append(time.perf_counter() - began)
            server.ask("DELETE", path)
        return times

    def test_a_person_is_served_first(self):
        with Server() as server:
            idle = self.move_times(server, 9)
            streams, games = [], []
            for _ in range(50):
                session = server.post("/api/sessions", {"game": "gomoku", "pace": 100, "seats": [
                    quick("uct", 3000), quick("uct", 3000)]})
                games.append("/api/sessions/" + session["id"])
            for i in range(200):
                if i % 20 == 0:  # ten analyses that never end of themselves
                    streams.append(server.stream("/api/analysis?game=connect4&player=uct&time=600000"))
                else:
                    streams.append(server.stream(games[i % 50] + "/events"))
            drain = threading.Event()

            def read():
                while not drain.is_set():
                    ready, _, _ = select.select(streams, [], [], 0.2)
                    for each in ready:
                        each.recv(1 << 16)

            reader = threading.Thread(target=read)
            reader.start()
            try:
                info = server.get("/api/info")
                self.assertEqual(info["streams"], 200)
                self.assertGreater(info["pool"]["waiting"], 0)
                self.assertLessEqual(info["pool"]["running"], info["pool"]["workers"] + info["pool"]["background"])
                loaded = self.move_times(server, 9)
            finally:
                drain.set()
                reader.join()
                for each in streams:
                    each.close()
            self.assertTrue(wait_for(lambda: server.get("/api/info")["streams"] == 0, 60))
            idle += self.move_times(server, 9) if wait_for(lambda: self.is_quiet(server), 60) else []
            ratio = statistics.median(loaded) / statistics.median(idle)
            print(f"median move: idle {1000 * statistics.median(idle):.0f} ms, "
                  f"with 200 streams and 50 games {1000 * statistics.median(loaded):.0f} ms, ratio {ratio:.2f}")
            self.assertLess(ratio, 2)

    @staticmethod
    def is_quiet(server):
        pool = server.get("/api/info")["pool"]
        return pool["running"] == 0 and pool["waiting"] == 0


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
