"""A tournament's HTML report in a real browser: boards against the rules, hostile names, missing parts, keys, phones,
contrast, both languages."""

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
EVIL = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>\"'><svg onload=window.pwned=1>{{x}}<!--\u2028"


def fixture():
    with open(os.path.join(DATA, "report.json"), encoding="utf-8") as file:
        return json.load(file)


def played(game, count, first, second):
    """Games as a report has them; "after" holds the cells of the board before and after every move."""
    command = [PAGES, "play", game, str(count), "7", first, second]
    out = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def page(report, games=()):
    """The address of a report made of these."""
    names = [os.path.join(FOLDER.name, name) for name in ("report.json", "games.jsonl", "page.html")]
    with open(names[0], "w", encoding="utf-8") as file:
        json.dump(report, file)
    with open(names[1], "w", encoding="utf-8") as file:
        file.writelines(json.dumps({k: v for k, v in g.items() if k != "after"}) + "\n" for g in games)
    with open(names[2], "w", encoding="utf-8") as file:
        code = subprocess.run([PAGES, "render", names[0], names[1]], stdout=file).returncode
    if code == 77:
        print("skipped: the program was built without its page")
        sys.exit(77)
    assert code == 0, code
    return "file://" + names[2]


@functools.cache
def one_game():
    return played("gomoku", 1, "uct", "uct")[0]


def games_for(count):
    """So many games between the fixture's players, all with the same moves."""
    return [dict(one_game(), number=n, players=[n % 7, (n + 1 + n // 7 % 6) % 7],
                 outcome=("first", "second", "draw")[n % 3], termination=("win", "win", "draw", "win", "crash")[n % 5])
            for n in range(count)]


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

    def press(self, *keys):
        for key in keys:
            self.browser.key(key)

    def text(self, selector):
        return self.js(f"document.querySelector('{selector}').textContent.replace(/\\s+/g, ' ').trim()")

    def quiet(self):
        """No error so far, and no number or value that is none."""
        self.assertEqual(self.browser.errors(), [])
        shown = self.js("document.body.innerText + [...document.querySelectorAll('[aria-label],[d]')]"
                        ".map(e => ' ' + (e.getAttribute('aria-label') || '') + ' ' + (e.getAttribute('d') || '')).join('')")
        self.assertIsNone(re.search(r"NaN|Infinity|∞|undefined|null|\[object", shown), shown[:2000])


class Replay(Case):
    """Every position of real games, as drawn, against the rules of the program."""

    # One evaluation walks a game. After each move it reads the cells that the report states, and every few moves where
    # the stones are really drawn: each belongs to the cell whose middle is nearest.
    WALK = """(async () => {
      const walked = [];
      const settled = () => new Promise((done) => setTimeout(done, 0));
      location.hash = 'game=%d&move=0';
      for (let i = 0; i < 100 && !document.querySelector('dialog h2')?.textContent.endsWith(' %d'); ++i) await settled();
      const viewer = document.querySelector('dialog');
      const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
      const last = Number(viewer.querySelector('[data-scrub]').max);
      for (let ply = 0; ply <= last; ++ply) {
        const board = viewer.querySelector('svg.board');
        const drawn = [...viewer.querySelector('[data-position]').dataset.position].map(() => '.');
        const looks = ply %% 7 === 0 || ply >= last - 1;
        if (looks) {
          const cells = [...board.querySelectorAll('[role=gridcell]')].map(middle);
          for (const stone of board.querySelectorAll('[data-stone]')) {
            const [x, y] = middle(stone);
            const far = cells.map(([a, b]) => Math.hypot(a - x, b - y));
            drawn[far.indexOf(Math.min(...far))] = stone.dataset.stone === 'first' ? 'x' : 'o';
          }
        }
        walked.push([looks ? drawn.join('') : null, viewer.querySelector('[data-position]').dataset.position,
                     board.querySelectorAll('[data-win]').length, board.querySelectorAll('[data-blocked]').length]);
        viewer.querySelector('[data-forward]').click();
        await settled();
      }
      return [walked, viewer.querySelector('[data-verdict]').textContent, viewer.querySelector('[data-info]').textContent];
    })()"""

    def check(self, game, count, first="random", second="random"):
        games = played(game, count, first, second)
        self.open(page({"game": game, "look": games[0]["look"], "players": [{"name": "A"}, {"name": "B"}]}, games))
        for g in games:
            walked, verdict, info = self.js(self.WALK % (g["number"], g["number"]))
            self.assertEqual(len(walked), len(g["after"]), g)
            for (drawn, stated, _, plates), expected in zip(walked, g["after"]):
                self.assertEqual(stated, expected)
                self.assertEqual(plates, expected.count("#"))
                if drawn is not None:
                    self.assertEqual(drawn, expected.replace("#", "."), g)
            self.assertIn({"first": "(A) wins.", "second": "(B) wins.", "draw": "Draw"}[g["outcome"]], verdict)
            lines = [line for _, _, line, _ in walked]
            self.assertEqual(sum(lines[:-1]), 0, g)
            self.assertEqual(lines[-1], int("line" in g), g)
            if game == "othello":
                self.assertIn(f"{g['after'][-1].count('x')}–{g['after'][-1].count('o')}", info)
        self.quiet()
        return games

    def test_gomoku(self):
        games = self.check("gomoku", 21)
        self.assertIn("draw", [g["outcome"] for g in games])
        self.assertTrue(all("line" in g for g in games if g["outcome"] != "draw"))

    def test_connect4(self):
        games = self.check("connect4", 24)
        self.assertEqual({g["outcome"] for g in games} - {"draw"}, {"first", "second"})

    def test_othello_with_passes(self):
        games = self.check("othello", 12)
        self.assertTrue(any("pass" in g["moves"] for g in games))

    def test_tic_tac_toe(self):
        self.check("mnk", 9)

    def test_breakthrough(self):
        self.check("breakthrough", 6)

    def test_what_cannot_be_replayed_is_said(self):
        board = {"rows": 9, "columns": 9, "cells": "." * 81, "to_move": 0}
        game = {"number": 3, "players": [0, 1], "outcome": "first", "termination": "illegal move", "moves": "e5 e6 a1",
                "changes": "10x 11o 99x"}
        self.open(page({"game": "gomoku", "board": board}, [game]) + "#game=3")
        self.assertIn("The moves from 3 on could not be replayed", self.text("[data-verdict]"))
        self.open(page({"game": "chess"}, [game]) + "#game=3")
        self.assertIn("cannot be drawn", self.text("dialog"))
        self.quiet()


class Viewer(Case):
    def at(self):
        return self.js("Number(document.querySelector('dialog [data-scrub]').value)")

    def test_keys_address_and_playing(self):
        report, games = fixture(), games_for(30)
        last = games[0]["moves"].count(" ") + 1
        self.open(page(report, games) + "#game=5&move=4")
        self.assertTrue(self.js("document.querySelector('dialog').open"))
        self.assertEqual(self.at(), 4)
        self.assertEqual(self.text("dialog h2"), "Game 5")
        for key, expected in (("ArrowRight", 5), ("ArrowRight", 6), ("ArrowLeft", 5), ("Home", 0), ("ArrowLeft", 0),
                              ("End", last), ("ArrowRight", last)):
            self.press(key)
            self.assertEqual(self.at(), expected, key)
        self.becomes("location.hash", "#game=5")
        self.press("n")
        self.becomes("document.querySelector('dialog h2').textContent", "Game 6")
        self.assertEqual(self.at(), last)
        self.press("p")
        self.becomes("document.querySelector('dialog h2').textContent", "Game 5")
        # Playing begins again from the start and takes a move every 800 ms.
        self.js("document.activeElement.blur()")
        self.press(" ")
        self.assertEqual(self.at(), 0)
        self.pause(2000)
        self.press(" ")
        reached = self.at()
        self.assertIn(reached, (1, 2))  # a busy machine may be late, never early
        self.pause(1000)
        self.assertEqual(self.at(), reached)
        self.becomes("location.hash", f"#game=5&move={reached}")
        # Move numbers; the score, depth and time of a move; the curves of the scores.
        self.js("document.querySelector('dialog [data-numbers]').click()")
        self.becomes("[...document.querySelectorAll('dialog .board g > text')].map((t) => Number(t.textContent))"
                     ".filter((n) => n > 0).length >= " + str(reached), True)
        self.js("document.activeElement.blur()")
        self.press("End")
        self.becomes("document.querySelectorAll('dialog [data-curve]').length", 2)
        self.assertIn("Time", self.text("[data-info]"))
        self.press("Escape")
        self.becomes("document.querySelector('dialog')?.open ?? false", False)
        self.becomes("location.hash", "#games")
        self.js("history.back()")
        self.becomes("document.querySelector('dialog')?.open ?? false", True)
        self.quiet()

    def test_scores_are_the_first_players(self):
        board = {"rows": 5, "columns": 5, "cells": "." * 25, "to_move": 0}
        game = {"number": 0, "players": [0, 1], "outcome": "draw", "opening": 1, "moves": "a1 b1 c1", "changes": "20x 21o 22x",
                "scores": [30, -7], "times": [1, 2000], "depths": [3, 4]}
        self.open(page({"game": "gomoku", "board": board}, [game]) + "#game=0&move=1")
        notes = []
        for _ in range(3):
            notes.append(self.js("[...document.querySelectorAll('[data-info] dl div')].map((d) => "
                                 "[...d.children].map((c) => c.textContent).join(' ')).join('; ')"))
            self.press("ArrowRight")
        self.assertEqual(notes, ["Used so far 0 µs / 0 µs", "Score −30; Depth 3; Time 1 ms; Used so far 0 µs / 1 ms",
                                 "Score −7; Depth 4; Time 2.00 s; Used so far 2.00 s / 1 ms"])


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
        games = [dict(g, termination=EVIL, detail=EVIL) for g in games_for(30)]
        games.append({"number": 99, "players": [EVIL, EVIL], "outcome": EVIL, "moves": EVIL, "changes": EVIL, "start": EVIL})
        self.open(page(report, games))
        for n in (1, 99):
            self.js(f"location.hash = 'game={n}'")
            self.becomes("document.querySelector('dialog h2')?.textContent", f"Game {n}")
        self.assertIsNone(self.js("window.pwned ?? null"))
        self.assertEqual(self.js("document.querySelectorAll('img, iframe, object, [onerror], [onload]').length"), 0)
        self.assertEqual(self.js("document.scripts.length"), 2)
        self.assertIn(EVIL, self.js("document.querySelector('h1').textContent"))
        self.assertIn("window.pwned=1", self.js("document.title"))
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

    def test_a_damaged_file_says_so(self):
        address = page(fixture(), games_for(3))
        path = address[len("file://"):]
        with open(path, encoding="utf-8") as file:
            text = file.read()
        begin, end = text.index('id="report">') + 12, text.index("</script>", text.index('id="report">'))
        for damaged in (text[begin:end - 40], text[begin:end].replace(":", "", 1), ""):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text[:begin] + damaged + text[end:])
            self.open(address)
            self.assertIn("is damaged", self.text("[role=alert]"))
            self.quiet()


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

        def count():
            self.pause()
            text = self.js(status)
            return 0 if "No game" in text else int(text.split(" of ")[1].split(" ")[0].replace(",", ""))

        def choose(name, value):
            self.js(f"(() => {{ const box = document.querySelector('[data-filter={name}]'); box.value = '{value}'; "
                    "box.dispatchEvent(new Event('change', { bubbles: true })); })()")
            return count()

        of_two = [g for g in games if 2 in g["players"]]
        self.assertEqual(choose("player", 2), len(of_two))
        pair = [g for g in of_two if 4 in g["players"]]
        self.assertEqual(choose("opponent", 4), len(pair))
        won = [g for g in pair if g["outcome"] == ("first" if g["players"][0] == 2 else "second")]
        self.assertEqual(choose("result", "won"), len(won))
        self.assertEqual(choose("ending", "crash"), len([g for g in won if g["termination"] == "crash"]))
        for name in ("ending", "result", "opponent", "player"):
            found = choose(name, "")
        self.assertEqual(found, 10_000)
        first = "document.querySelector('#games tbody button').textContent"
        self.js("document.querySelector('[data-sort=number]').click()")
        self.becomes(first, "9999")
        self.js("document.querySelector('[aria-label=\"Last page\"]').click()")
        self.becomes(first, "24")
        # A cell of the matrix opens its games.
        self.js("document.querySelector('#matrix td button').click()")
        self.assertLess(count(), 10_000)
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
        if (!own || !e.checkVisibility() || e.closest('.unseen, script, svg, :disabled, option')) continue;
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
        self.pause()
        tree += self.browser.send("Accessibility.getFullAXTree")["nodes"]
        roles = {"button", "link", "combobox", "slider", "checkbox", "image", "img", "region", "dialog", "grid", "radio"}
        seen = [n for n in tree if n.get("role", {}).get("value") in roles and not n.get("ignored")]
        self.assertGreater(len(seen), 100)
        self.assertEqual([n["role"]["value"] for n in seen if not n.get("name", {}).get("value")], [])

    def test_print_theme_and_language(self):
        self.open(page(fixture(), games_for(30)))
        ground = "getComputedStyle(document.body).backgroundColor"
        light = self.js(ground)
        for _ in range(2):
            self.js("document.querySelector('[data-theme-button]').click()")
        self.becomes(f"{ground} !== '{light}'", True)
        self.browser.send("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.js("getComputedStyle(document.querySelector('nav')).display"), "none")
        self.assertEqual(self.js(ground), "rgb(255, 255, 255)")
        self.assertEqual(self.js("getComputedStyle(document.querySelector('section')).color"), "rgb(29, 31, 36)")
        self.browser.send("Emulation.setEmulatedMedia", media="")
        self.js("(() => { const box = document.querySelector('[data-language]'); box.value = 'zh'; "
                "box.dispatchEvent(new Event('change', { bubbles: true })); })()")
        self.becomes("document.querySelector('#standings h2').textContent", "排名")
        self.becomes("document.querySelector('nav a').textContent", "排名")
        # What was chosen holds for the next report, which asks for nothing but itself.
        self.open(self.js("location.href.split('#')[0]"))
        self.becomes("document.documentElement.lang", "zh-Hans")
        self.assertEqual(self.browser.requests(), [self.js("location.href.split('#')[0]")])
        self.js("localStorage.clear()")
        self.quiet()


if __name__ == "__main__":
    unittest.main()
