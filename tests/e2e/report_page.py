"""The report page in a real browser: boards against the rules, hostile names, missing parts, keys, phones, contrast."""

import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import _browser

if len(sys.argv) < 2 or not _browser.find():
    print("skipped: no Chromium is installed")
    sys.exit(77)
PAGES = os.path.join(os.path.dirname(os.path.abspath(sys.argv.pop(1))), "report_pages")
DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")
FOLDER = tempfile.TemporaryDirectory()
EVIL = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>\"'><svg onload=window.pwned=1>{{x}}"


def fixture():
    with open(os.path.join(DATA, "report.json"), encoding="utf-8") as file:
        return json.load(file)


def played(game, count, first, second):
    command = [PAGES, "play", game, str(count), "7", first, second]
    out = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def page(report, games=()):
    """The address of a page made of these."""
    names = [os.path.join(FOLDER.name, name) for name in ("report.json", "games.jsonl", "page.html")]
    with open(names[0], "w", encoding="utf-8") as file:
        json.dump(report, file)
    with open(names[1], "w", encoding="utf-8") as file:
        file.writelines(json.dumps(g) + "\n" for g in games)
    with open(names[2], "w", encoding="utf-8") as file:
        subprocess.run([PAGES, "render", names[0], names[1]], stdout=file, check=True)
    return "file://" + names[2]


@functools.cache
def one_game():
    return played("gomoku", 1, "uct", "uct")[0]


def games_for(count):
    """So many games between the fixture's players, all with the same moves."""
    made = []
    for n in range(count):
        g = dict(one_game(), n=n, f=n % 7, s=(n + 1 + n // 7 % 6) % 7, o=("first", "second", "draw")[n % 3],
                 t=("win", "win", "draw", "win", "crash")[n % 5])
        del g["after"]
        made.append(g)
    return made


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = _browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def setUp(self):
        self.browser.viewport(1280, 900, reduced_motion=True)

    def js(self, expression):
        return self.browser.evaluate(expression)

    def pause(self, milliseconds=50):
        self.js(f"new Promise((done) => setTimeout(done, {milliseconds}))")

    def becomes(self, expression, value):
        """Pages answer in their own time: waits up to ten seconds."""
        for _ in range(200):
            if self.js(expression) == value:
                return
            self.pause(50)
        self.assertEqual(self.js(expression), value)

    def open(self, address):
        self.browser.open(address)
        self.assertEqual(self.browser.errors(), [])

    def quiet(self):
        """No error so far, and no number or value that is none."""
        self.assertEqual(self.browser.errors(), [])
        shown = self.js("document.body.innerText + [...document.querySelectorAll('[aria-label],[d]')]"
                        ".map(e => ' ' + (e.getAttribute('aria-label') || '') + ' ' + (e.getAttribute('d') || '')).join('')")
        self.assertIsNone(re.search(r"NaN|Infinity|∞|undefined|null|\[object", shown), shown[:2000])


class Replay(Case):
    """Every position of real games, as drawn, against the rules of the program."""

    # One evaluation walks a game. It reads the stones that are drawn every few moves (reading them all takes long), and
    # after each move the position that the page states.
    WALK = """(async () => {
      const walked = [];
      location.hash = 'game=%d&move=0';
      await new Promise((done) => addEventListener('hashchange', done, { once: true }));
      const viewer = document.querySelector('dialog');
      const last = Number(viewer.querySelector('input[type=range]').max);
      for (let ply = 0; ply <= last; ++ply) {
        const board = viewer.querySelector('svg.board');
        const looks = ply %% 7 === 0 || ply >= last - 1;
        const stones = [...board.querySelectorAll('[data-cell]')];
        walked.push([looks ? stones.map((s) => s.dataset.cell + s.dataset.side) : null, board.dataset.position,
                     board.querySelectorAll('.winning-line').length, board.querySelectorAll('.plate').length]);
        viewer.querySelector('[aria-label^="One move on"]').click();
      }
      return [walked, viewer.querySelector('.verdict').textContent, viewer.querySelector('.viewer-info').textContent];
    })()"""

    def stones(self, text, from_top):
        """A position as the rules write it → the set of its stones: {"h8x", …}, and whether a cell is blocked."""
        board = [word for word in text.split() if "=" not in word][0]
        if "/" not in board:
            board = "/".join(board[i:i + 8] for i in range(0, 64, 8))
        rows = [re.sub(r"\d+", lambda m: "." * int(m.group()), row) for row in board.lower().split("/")]
        found = set()
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                if cell in "xo":
                    found.add(f"{chr(97 + c)}{r + 1 if from_top else len(rows) - r}{cell}")
        return found, "#" in board

    def check(self, game, count, first, second):
        games = played(game, count, first, second)
        bare = [{k: v for k, v in g.items() if k != "after"} | {"f": 0, "s": 1} for g in games]
        self.open(page({"game": game, "stones_stay": game == "mnk", "players": [{"name": "A"}, {"name": "B"}]}, bare))
        for g in games:
            walked, verdict, info = self.js(self.WALK % g["n"])
            self.assertEqual(len(walked), len(g["after"]) + 1, g)
            for (drawn, text, line, plates), expected in zip(walked, [g["x"], *g["after"]]):
                self.assertEqual(text, expected)
                stones, blocked = self.stones(expected, game == "othello")
                self.assertEqual(plates, int(blocked))
                if drawn is not None:
                    self.assertEqual(sorted(drawn), sorted(stones), g)
            self.assertIn({"first": "First (A) wins.", "second": "Second (B) wins.", "draw": "Drawn."}[g["o"]], verdict)
            lines = [line for _, _, line, _ in walked]
            self.assertEqual(sum(lines[:-1]), 0, g)
            if game == "othello":
                final = g["after"][-1]
                self.assertIn(f"Discs{final[:64].count('X')}–{final[:64].count('O')}", info)
            else:
                # The page does not know what wins in a game whose rules it has not got.
                self.assertEqual(lines[-1], int(g["o"] != "draw" and game != "mnk"), g)
        self.quiet()
        return games

    def test_gomoku(self):
        games = self.check("gomoku", 21, "random", "random")
        self.assertIn("draw", [g["o"] for g in games])

    def test_connect4(self):
        games = self.check("connect4", 24, "random", "random")
        self.assertEqual({g["o"] for g in games} - {"draw"}, {"first", "second"})

    def test_othello_with_passes(self):
        games = self.check("othello", 12, "random", "random")
        self.assertTrue(any("pass" in g["m"] for g in games))

    def test_a_game_without_rules_whose_stones_stay(self):
        self.check("mnk", 9, "random", "random")

    def test_a_move_that_cannot_be_played_is_said(self):
        game = {"n": 3, "f": 0, "s": 1, "o": "first", "t": "illegal move", "m": "e5 e5 a1"}
        self.open(page({"game": "gomoku", "start": "size=9"}, [game]) + "#game=3")
        self.assertIn("could not be replayed", self.js("document.querySelector('.verdict').textContent"))
        self.open(page({"game": "chess"}, [{"n": 3, "f": 0, "s": 1, "o": "first", "m": "e4 e5"}]) + "#game=3")
        self.assertIn("cannot be drawn", self.js("document.querySelector('.board-box').textContent"))
        self.quiet()


class Viewer(Case):
    def at(self):
        return self.js("Number(document.querySelector('dialog input[type=range]').value)")

    def test_keys_address_and_playing(self):
        report, games = fixture(), games_for(30)
        last = games[0]["m"].count(" ") + 1
        address = page(report, games)
        self.open(address + "#game=5&move=4")
        self.assertTrue(self.js("document.querySelector('dialog').open"))
        self.assertEqual(self.at(), 4)
        self.assertEqual(self.js("document.getElementById('viewer-title').textContent"), "Game 5")
        for key, expected in (("ArrowRight", 5), ("ArrowRight", 6), ("ArrowLeft", 5), ("Home", 0), ("ArrowLeft", 0),
                              ("End", last), ("ArrowRight", last)):
            self.browser.key(key)
            self.assertEqual(self.at(), expected, key)
        self.becomes("location.hash", "#game=5")
        self.browser.key("n")
        self.becomes("document.getElementById('viewer-title').textContent", "Game 6")
        # Playing begins again from the start and takes a move every 800 ms.
        self.browser.key(" ")
        self.assertEqual(self.at(), 0)
        self.pause(2000)
        self.browser.key(" ")
        reached = self.at()
        self.assertIn(reached, (1, 2))  # a busy machine may be late, never early
        self.pause(1000)
        self.assertEqual(self.at(), reached)
        # Move numbers; the score, depth and time of a move; the score graph.
        self.js("document.querySelector('dialog input[type=checkbox]').click()")
        numbers = self.js("[...document.querySelectorAll('.board .number')].map((t) => Number(t.textContent))")
        self.assertEqual(sorted(numbers), list(range(1, reached + 1)))
        self.browser.key("End")
        self.assertEqual(self.js("document.querySelectorAll('.score-graph .line').length"), 2)
        self.assertIn("Time", self.js("document.querySelector('.viewer-info').textContent"))
        self.browser.key("Escape")
        self.pause()
        self.becomes("document.querySelector('dialog').open", False)
        self.becomes("location.hash", "#games")
        self.js("history.back()")
        self.becomes("document.querySelector('dialog').open", True)
        self.quiet()

    def test_scores_are_the_first_players(self):
        game = {"n": 0, "f": 0, "s": 1, "o": "draw", "k": 1, "m": "a1 b1 c1", "c": [30, -7], "u": [1000, 2000000], "p": [3, 4]}
        self.open(page({"game": "gomoku", "start": "size=5"}, [game]) + "#game=0&move=1")
        notes = []
        for _ in range(3):
            notes.append(self.js("[...document.querySelectorAll('.notes div')].map(d => d.innerText.replace('\\n', ' ')).join('; ')"))
            self.browser.key("ArrowRight")
        self.assertEqual(notes, ["Used so far 0 µs / 0 µs", "Score −30; Depth 3; Time 1 ms; Used so far 0 µs / 1 ms",
                                 "Score −7.00; Depth 4; Time 2.00 s; Used so far 2.00 s / 1 ms"])


class Hostile(Case):
    def poison(self, value):
        if isinstance(value, dict):
            return {k: v if k in ("kind", "game", "state") else self.poison(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.poison(v) for v in value]
        return EVIL if isinstance(value, str) else value

    def test_every_text_may_be_evil(self):
        report = self.poison(fixture())
        report["kind"] = EVIL
        games = [dict(g, t=EVIL, d=EVIL) for g in games_for(30)]
        games.append({"n": 99, "f": EVIL, "s": EVIL, "o": EVIL, "m": EVIL, "x": EVIL})
        self.open(page(report, games))
        for n in (1, 99):
            self.js(f"location.hash = 'game={n}'")
            self.pause()
            self.assertTrue(self.js("document.querySelector('dialog').open"))
        self.assertIsNone(self.js("window.pwned"))
        self.assertEqual(self.js("document.querySelectorAll('img, iframe, object, [onerror], [onload]').length"), 0)
        self.assertEqual(self.js("document.scripts.length"), 3)
        self.assertIn(EVIL, self.js("document.querySelector('h1').textContent"))
        self.assertEqual(self.js("document.title"), EVIL)
        self.assertEqual(len(self.browser.requests()), 1)
        self.quiet()

    def test_any_part_may_be_missing(self):
        report, games = fixture(), games_for(2)

        def without_numbers(value):
            if isinstance(value, dict):
                return {k: without_numbers(v) for k, v in value.items()}
            if isinstance(value, list):
                return [without_numbers(v) for v in value]
            return None if isinstance(value, (int, float)) and not isinstance(value, bool) else value

        variants = [{}, {"players": [None]}, without_numbers(report)]
        for key in report:
            variants.append(report | {key: None})
            variants.append({k: None if k != key else v for k, v in report.items()})
            if isinstance(report[key], list):
                variants.append(report | {key: []})
                variants.append(report | {key: [None] * len(report[key])})
        for variant in variants:
            self.open(page(variant, games))
            self.quiet()
            self.assertGreater(self.js("document.querySelectorAll('section').length"), 0)

    def test_unreadable_games_are_counted(self):
        address = page({"game": "gomoku"}, [{"n": 0}])
        path = address[len("file://"):]
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace('{"n": 0}', '{"n": 0}\n{"n": 1'))
        self.open(address)
        self.assertIn("1 game could not be read", self.js("document.querySelector('.notice').textContent"))


class Many(Case):
    def test_ten_thousand_games(self):
        report = fixture() | {"games_played": 10_000}
        games = games_for(10_000)
        self.open(page(report, games))
        took = self.js("performance.getEntriesByType('navigation')[0].loadEventEnd")
        self.assertLess(took, 15_000)  # well under a second on an idle machine
        rows = "document.querySelectorAll('#games tbody tr').length"
        status = "document.querySelector('#games [role=status]').textContent"
        self.assertEqual(self.js(rows), 25)
        self.assertEqual(self.js(status), "1–25 of 10,000 games")

        def choose(label, value):
            self.js("(() => { const box = [...document.querySelectorAll('#games label')].find((l) => l.firstChild.data === "
                    f"'{label}').querySelector('select'); box.value = '{value}'; box.dispatchEvent(new Event('change')); }})()")
            return int(self.js(status).split(" of ")[1].split(" ")[0].replace(",", "")) if "No game" not in self.js(status) else 0

        of_two = [g for g in games if 2 in (g["f"], g["s"])]
        self.assertEqual(choose("Player", 2), len(of_two))
        pair = [g for g in of_two if 4 in (g["f"], g["s"])]
        self.assertEqual(choose("Against", 4), len(pair))
        won = [g for g in pair if g["o"] == ("first" if g["f"] == 2 else "second")]
        self.assertEqual(choose("Result", "won"), len(won))
        self.assertEqual(choose("Ended by", "crash"), len([g for g in won if g["t"] == "crash"]))
        for label in ("Ended by", "Result", "Against", "Player"):
            count = choose(label, "")
        self.assertEqual(count, 10_000)
        first = "document.querySelector('#games tbody a').textContent"
        sort = "[...document.querySelectorAll('#games .sort')].find((b) => b.textContent === 'Game').click()"
        self.js(sort)
        self.assertEqual(self.js(first), "9999")
        self.js("document.querySelector('[aria-label=\"Last page\"]').click()")
        self.assertEqual(self.js(first), "24")
        # A cell of the matrix opens its games.
        self.js("document.querySelector('#matrix td.heat button').click()")
        self.assertLess(int(self.js(status).split(" of ")[1].split(" ")[0].replace(",", "")), 10_000)
        self.quiet()


class Looks(Case):
    def test_no_sideways_scrolling(self):
        address = page(fixture(), games_for(30))
        for width in (320, 390, 768, 1280):
            for fragment in ("", "#game=3"):
                self.browser.viewport(width, 800, phone=width < 800)
                self.open(address + fragment)
                self.assertLessEqual(self.js("document.documentElement.scrollWidth"), width)
                self.assertEqual(self.js("innerWidth"), width)

    CONTRAST = """(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      const rgba = (colour) => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      };
      const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
      const light = (c) => {
        const [r, g, b] = c.map((v) => linear(v / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const bad = [];
      for (const e of document.querySelectorAll('body *')) {
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        if (!own || !e.checkVisibility() || e.closest('.hidden, .skip, script, svg, :disabled, option')) continue;
        const style = getComputedStyle(e);
        let at = e, ground = rgba(getComputedStyle(at).backgroundColor);
        while (ground[3] < 255 && at.parentElement) {
          at = at.parentElement;
          ground = rgba(getComputedStyle(at).backgroundColor);
        }
        const [a, b] = [light(rgba(style.color).slice(0, 3)), light(ground.slice(0, 3))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) bad.push(`${e.tagName}.${e.className} "${e.textContent.slice(0, 30)}" ${ratio.toFixed(2)}`);
      }
      return bad;
    })()"""

    def test_contrast_in_light_and_dark(self):
        address = page(fixture(), games_for(30))
        for dark in (False, True):
            for fragment in ("", "#game=4"):
                self.browser.viewport(1280, 900, dark=dark, reduced_motion=True)
                self.open(address + fragment)
                self.assertEqual(self.js(self.CONTRAST), [], f"dark: {dark}")

    def test_controls_have_names(self):
        self.open(page(fixture(), games_for(30)) + "#game=4")
        tree = self.browser.send("Accessibility.getFullAXTree")["nodes"]
        self.js("document.querySelector('dialog').close()")
        tree += self.browser.send("Accessibility.getFullAXTree")["nodes"]
        roles = {"button", "link", "combobox", "slider", "checkbox", "image", "img", "region", "dialog", "table"}
        seen = [n for n in tree if n.get("role", {}).get("value") in roles and not n.get("ignored")]
        self.assertGreater(len(seen), 100)
        nameless = [n["role"]["value"] for n in seen if not n.get("name", {}).get("value") and n["role"]["value"] != "table"]
        self.assertEqual(nameless, [])

    def test_print_and_theme(self):
        self.open(page(fixture(), games_for(30)))
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        light = self.js(ground)
        self.js("document.querySelector('.theme').click(); document.querySelector('.theme').click()")
        self.assertNotEqual(self.js(ground), light)
        self.browser.send("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.js("getComputedStyle(document.querySelector('nav')).display"), "none")
        self.assertEqual(self.js(ground), "rgb(255, 255, 255)")
        self.browser.send("Emulation.setEmulatedMedia", media="")
        self.assertEqual(self.browser.requests(), [self.js("location.href.split('#')[0]")])


if __name__ == "__main__":
    unittest.main()
