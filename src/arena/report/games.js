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

function gamesSection(r, games) {
  const sides = list(r.sides).map((s) => capital(words(s)));
  const columns = [
    ["n", "Game", (g) => g.n],
    ["f", sides[0] || "First", (g) => nameOf(r, g.f)],
    ["s", sides[1] || "Second", (g) => nameOf(r, g.s)],
    ["o", "Result", (g) => results[g.o] || dash],
    ["t", "Ended by", (g) => words(g.t)],
    ["m", "Moves", (g) => g.moves.length],
  ];
  const filter = { player: null, opponent: null, outcome: null, termination: null };
  let [sortBy, descending, page, shown] = ["n", false, 0, games];

  const body = el("tbody", {}),
    status = el("p", { class: "quiet", role: "status" });
  const headers = columns.map(([key, label], i) =>
    el(
      "th",
      { scope: "col", class: i === 0 || key === "m" ? "figure" : null },
      el("button", { type: "button", class: "sort", onclick: () => sort(key) }, label),
    ),
  );
  const pager = [
    ["«", "First page", () => 0],
    ["‹", "Previous page", () => page - 1],
    ["›", "Next page", () => page + 1],
    ["»", "Last page", () => Infinity],
  ].map(([text, label, to]) =>
    el(
      "button",
      {
        type: "button",
        "aria-label": label,
        title: label,
        onclick: () => {
          page = to();
          drawPage();
        },
      },
      text,
    ),
  );

  const names = list(r.players).map((_, i) => [i, nameOf(r, i)]);
  const select = (label, key, first, options, read) => {
    const box = el(
      "select",
      {
        onchange: () => {
          filter[key] = box.value === "" ? null : read(box.value);
          refresh();
        },
      },
      el("option", { value: "" }, first),
      options.map(([value, text]) => el("option", { value }, text)),
    );
    return [el("label", {}, label, box), box];
  };
  const [playerLabel, playerBox] = select("Player", "player", "anyone", names, Number);
  const [opponentLabel, opponentBox] = select("Against", "opponent", "anyone", names, Number);
  const [outcomeLabel, outcomeBox] = select(
    "Result",
    "outcome",
    "any",
    [
      ["first", `${sides[0] || "First"} won`],
      ["second", `${sides[1] || "Second"} won`],
      ["draw", "Drawn"],
      ["won", "Player won"],
      ["lost", "Player lost"],
    ],
    String,
  );
  const kinds = [...new Set(games.map((g) => g.t).filter(isText))].sort();
  const [endLabel, endBox] = select(
    "Ended by",
    "termination",
    "anything",
    kinds.map((k) => [k, k]),
    String,
  );

  function sort(key) {
    descending = sortBy === key && !descending;
    sortBy = key;
    refresh();
  }
  // Filters that speak of "the player" mean nothing until one is chosen.
  function refresh() {
    const anyone = filter.player === null;
    if (anyone) {
      filter.opponent = null;
      opponentBox.value = "";
      if (filter.outcome === "won" || filter.outcome === "lost") outcomeBox.value = filter.outcome = "";
    }
    opponentBox.disabled = anyone;
    for (const option of outcomeBox.options)
      option.disabled = anyone && (option.value === "won" || option.value === "lost");
    const value = columns.find(([key]) => key === sortBy)[2];
    const compare = (a, b) =>
      typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
    shown = games
      .filter((g) => matches(g, { ...filter, outcome: filter.outcome || null }))
      .sort((a, b) => (descending ? -1 : 1) * compare(value(a), value(b)) || compare(a.n, b.n));
    page = 0;
    drawPage();
  }
  function drawPage() {
    const pages = Math.max(1, Math.ceil(shown.length / pageSize));
    page = clamp(page, 0, pages - 1);
    body.replaceChildren(...shown.slice(page * pageSize, (page + 1) * pageSize).map((g) => gameRow(r, g)));
    const from = page * pageSize + 1,
      to = Math.min(shown.length, (page + 1) * pageSize);
    status.textContent =
      shown.length === 0 ? "No game fits." : `${count(from)}–${count(to)} of ${plural(shown.length, "game")}`;
    columns.forEach(([key], i) =>
      headers[i].setAttribute("aria-sort", key !== sortBy ? "none" : descending ? "descending" : "ascending"),
    );
    pager.forEach((button, i) => (button.disabled = i < 2 ? page === 0 : page === pages - 1));
  }
  function openPair(player, opponent) {
    [filter.player, filter.opponent, filter.outcome, filter.termination] = [player, opponent, null, null];
    [playerBox.value, opponentBox.value, outcomeBox.value, endBox.value] = [player, opponent, "", ""];
    refresh();
    element.scrollIntoView();
    playerBox.focus({ preventScroll: true });
  }
  const element = section(
    "games",
    "Games",
    "Choose a game to replay it move by move.",
    el("div", { class: "filters" }, playerLabel, opponentLabel, outcomeLabel, endLabel),
    tableFrame("Games", el("thead", {}, el("tr", {}, headers)), body),
    el("div", { class: "pager" }, pager.slice(0, 2), status, pager.slice(2)),
  );
  element.classList.add("games");
  refresh();
  return { element, openPair, shown: () => shown };
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
