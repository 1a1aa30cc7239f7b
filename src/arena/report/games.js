// The table of games: filters, sorting, pages. It draws one page at a time, so ten thousand games are no trouble.

const results = { first: "1–0", second: "0–1", draw: "½–½" };
const pageSize = 25;

// One game per line of JSON. A line that cannot be read is left out and counted.
function readGames(text) {
  const games = [];
  let unreadable = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    try {
      const g = JSON.parse(line);
      g.moves = isText(g.m) ? g.m.trim().split(/\s+/) : [];
      games.push(g);
    } catch {
      ++unreadable;
    }
  }
  return { games, unreadable };
}

const wonBy = (g, player) => (g.o === "first" && g.f === player) || (g.o === "second" && g.s === player);

function matches(g, f) {
  if (f.player !== null) {
    if (g.f !== f.player && g.s !== f.player) return false;
    const opponent = g.f === f.player ? g.s : g.f;
    if (f.opponent !== null && opponent !== f.opponent) return false;
    if (f.outcome === "won" && !wonBy(g, f.player)) return false;
    if (f.outcome === "lost" && (g.o === "draw" || wonBy(g, f.player))) return false;
  }
  if (f.outcome in results && g.o !== f.outcome) return false;
  return f.termination === null || g.t === f.termination;
}

class GamesTable {
  constructor(r, games) {
    Object.assign(this, { r, games, shown: games, sortBy: "n", descending: false, page: 0 });
    this.filter = { player: null, opponent: null, outcome: null, termination: null };
    this.sides = [0, 1].map((i) => sideName(r, i));
    // Key, heading, and what a game is sorted by.
    this.columns = [
      ["n", "Game", (g) => g.n],
      ["f", this.sides[0], (g) => nameOf(r, g.f)],
      ["s", this.sides[1], (g) => nameOf(r, g.s)],
      ["o", "Result", (g) => results[g.o] || dash],
      ["t", "Ended by", (g) => words(g.t)],
      ["m", "Moves", (g) => g.moves.length],
    ];
    this.body = el("tbody", {});
    this.status = el("p", { class: "quiet", role: "status" });
    this.headers = this.columns.map(([key, label]) =>
      el(
        "th",
        { scope: "col", class: key === "n" || key === "m" ? "figure" : null },
        el("button", { type: "button", class: "sort", onclick: () => this.sort(key) }, label),
      ),
    );
    this.pager = [
      ["«", "First page", () => 0],
      ["‹", "Previous page", () => this.page - 1],
      ["›", "Next page", () => this.page + 1],
      ["»", "Last page", () => Infinity],
    ].map(([text, label, to]) => pushButton(text, label, () => this.turnTo(to())));
    this.boxes = this.makeFilters();
    this.element = section(
      "games",
      "Games",
      "Choose a game to replay it move by move.",
      el(
        "div",
        { class: "filters" },
        Object.values(this.boxes).map((box) => box.parentElement),
      ),
      tableFrame("Games", el("thead", {}, el("tr", {}, this.headers)), this.body),
      el("div", { class: "pager" }, this.pager.slice(0, 2), this.status, this.pager.slice(2)),
    );
    this.element.classList.add("games");
    this.refresh();
  }

  makeFilters() {
    const select = (label, key, none, options, read) => {
      const box = el(
        "select",
        { onchange: () => this.choose(key, box.value === "" ? null : read(box.value)) },
        el("option", { value: "" }, none),
        options.map(([value, text]) => el("option", { value }, text)),
      );
      el("label", {}, label, box);
      return box;
    };
    const names = list(this.r.players).map((_, i) => [i, nameOf(this.r, i)]);
    const outcomes = [
      ["first", `${this.sides[0]} won`],
      ["second", `${this.sides[1]} won`],
      ["draw", "Drawn"],
      ["won", "Player won"],
      ["lost", "Player lost"],
    ];
    const kinds = [...new Set(this.games.map((g) => g.t).filter(isText))].sort().map((kind) => [kind, kind]);
    return {
      player: select("Player", "player", "anyone", names, Number),
      opponent: select("Against", "opponent", "anyone", names, Number),
      outcome: select("Result", "outcome", "any", outcomes, String),
      termination: select("Ended by", "termination", "anything", kinds, String),
    };
  }

  choose(key, value) {
    this.filter[key] = value;
    this.refresh();
  }
  sort(key) {
    this.descending = this.sortBy === key && !this.descending;
    this.sortBy = key;
    this.refresh();
  }
  turnTo(page) {
    this.page = page;
    this.drawPage();
  }
  // Shows the games of a pair only.
  openPair(player, opponent) {
    this.filter = { player, opponent, outcome: null, termination: null };
    this.refresh();
    this.element.scrollIntoView();
    this.boxes.player.focus({ preventScroll: true });
  }

  refresh() {
    const { filter, boxes } = this;
    // Filters that speak of "the player" mean nothing until one is chosen.
    const anyone = filter.player === null;
    const ofPlayer = (outcome) => outcome === "won" || outcome === "lost";
    if (anyone) filter.opponent = null;
    if (anyone && ofPlayer(filter.outcome)) filter.outcome = null;
    boxes.opponent.disabled = anyone;
    for (const option of boxes.outcome.options) option.disabled = anyone && ofPlayer(option.value);
    for (const [key, box] of Object.entries(boxes)) box.value = filter[key] ?? "";
    const value = this.columns.find(([key]) => key === this.sortBy)[2];
    const compare = (a, b) => (isNumber(a) && isNumber(b) ? a - b : String(a).localeCompare(String(b)));
    const direction = this.descending ? -1 : 1;
    this.shown = this.games
      .filter((g) => matches(g, filter))
      .sort((a, b) => direction * compare(value(a), value(b)) || compare(a.n, b.n));
    this.turnTo(0);
  }
  drawPage() {
    const { shown } = this;
    const pages = Math.max(1, Math.ceil(shown.length / pageSize));
    this.page = clamp(this.page, 0, pages - 1);
    const from = this.page * pageSize,
      to = Math.min(shown.length, from + pageSize);
    this.body.replaceChildren(...shown.slice(from, to).map((g) => gameRow(this.r, g)));
    this.status.textContent =
      shown.length === 0 ? "No game fits." : `${count(from + 1)}–${count(to)} of ${plural(shown.length, "game")}`;
    const order = this.descending ? "descending" : "ascending";
    this.columns.forEach(([key], i) => this.headers[i].setAttribute("aria-sort", key === this.sortBy ? order : "none"));
    this.pager.forEach((button, i) => (button.disabled = i < 2 ? this.page === 0 : this.page === pages - 1));
  }
}

function gameRow(r, g) {
  const name = (player, won) =>
    el(
      "td",
      { class: won ? "winner" : null },
      nameOf(r, player),
      won ? el("span", { class: "hidden" }, " (won)") : null,
    );
  return el(
    "tr",
    {
      class: "link",
      onclick: () => {
        location.hash = `game=${g.n}`;
      },
    },
    el(
      "td",
      { class: "figure" },
      el(
        "a",
        { href: `#game=${g.n}`, "aria-label": `Replay game ${g.n}`, onclick: (e) => e.stopPropagation() },
        words(g.n),
      ),
    ),
    name(g.f, g.o === "first"),
    name(g.s, g.o === "second"),
    el("td", { class: "result" }, results[g.o] || dash),
    el("td", { title: words(g.d) || null, class: ["win", "draw"].includes(g.t) ? null : "bad" }, words(g.t) || dash),
    el("td", { class: "figure" }, count(g.moves.length)),
  );
}
