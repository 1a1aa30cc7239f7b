// What every section needs; the heading and the setup. Functions called …Section take the report `r` and give an
// element, or null where the report has nothing to show.

const section = (id, title, intro, ...content) =>
  el(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, title),
    intro ? el("p", { class: "intro" }, intro) : null,
    content,
  );

const kindWords = {
  match: "Match",
  "round-robin": "Round robin",
  gauntlet: "Gauntlet",
  knockout: "Knockout",
  imported: "Imported games",
};

// Settings as text, however they are given.
function words(value) {
  if (isText(value)) return value;
  if (isNumber(value) || typeof value === "boolean") return String(value);
  if (value && typeof value === "object")
    return Object.entries(value)
      .map(([k, v]) => `${k} ${words(v)}`)
      .join(", ");
  return "";
}

function boardWords(r) {
  const p = parsePosition(r.game, r.start);
  if (!p) return "";
  const blocked = p.cells.indexOf("#");
  return [
    r.game === "othello" ? "" : `${p.rows}×${p.columns}`,
    r.game === "gomoku" ? p.rule : "",
    hasRules(r.game) ? "" : p.options,
    blocked >= 0 ? `${cellName(p, blocked)} blocked` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

// The limits of a move: the tournament's, or those that all players share.
function limitsOf(r) {
  const each = new Set(list(r.players).map((p) => words(p?.limits)));
  const limits = words(r.limits) || (each.size === 1 ? [...each][0] : "");
  return limits === "none" ? "" : limits;
}

function titleOf(r) {
  if (isText(r.title)) return r.title;
  const names = list(r.players).map((_, i) => nameOf(r, i));
  return names.length === 2 ? names.join(" against ") : kindWords[r.kind] || "Report";
}

function heading(r) {
  const line = [
    isText(r.game_title) ? r.game_title : r.game,
    boardWords(r),
    kindWords[r.kind] || words(r.kind),
    limitsOf(r),
  ];
  return [el("h1", {}, titleOf(r)), el("p", { class: "subtitle" }, line.filter(isText).join(" · "))];
}

function facts(r) {
  const tile = (label, value, note) =>
    el("div", { class: "tile" }, el("dt", {}, label), el("dd", {}, value, note ? el("small", {}, note) : null));
  const tiles = [];
  const planned =
    isNumber(r.games_planned) && r.games_planned !== r.games_played ? `of ${count(r.games_planned)} planned` : null;
  if (isNumber(r.games_played)) tiles.push(tile("Games", count(r.games_played), planned));
  if (isNumber(r.distinct_games)) {
    const share = r.games_played > 0 ? `${percent(r.distinct_games / r.games_played)} of all` : null;
    tiles.push(tile("Distinct games", count(r.distinct_games), share));
  }
  const duel = list(r.players).length === 2 && list(list(r.matrix)[0])[1];
  if (duel && isNumber(duel.games)) {
    const bounds = range(duel.elo_low, duel.elo_high, signed);
    tiles.push(
      tile(
        `${nameOf(r, 0)} over ${nameOf(r, 1)}`,
        isNumber(duel.elo) ? `${signed(duel.elo)} Elo` : `Elo ${bounds}`,
        isNumber(duel.elo) ? `${bounds} (95%)` : "95%",
      ),
    );
  }
  const first = r.first_advantage;
  if (first && isNumber(first.elo)) {
    tiles.push(tile("Moving first is worth", `${signed(first.elo)} Elo`, range(first.low, first.high, signed)));
  }
  if (isNumber(r.draw_rate)) tiles.push(tile("Draws between equals", percent(r.draw_rate)));
  if (isNumber(r.seconds)) {
    tiles.push(
      tile(
        "Playing time",
        duration(r.seconds),
        r.seconds > 0 && isNumber(r.games_played)
          ? `${points(Number((r.games_played / r.seconds).toPrecision(3)))} games/s`
          : null,
      ),
    );
  }
  return tiles.length > 0 ? el("dl", { class: "tiles" }, tiles) : null;
}

const notices = (texts) =>
  texts.length === 0
    ? null
    : el(
        "div",
        { class: "notice", role: "note" },
        texts.map((text) => el("p", {}, el("strong", {}, "Note: "), words(text))),
      );

function setupSection(r) {
  const rows = [
    ["Game", isText(r.game_title) ? r.game_title : r.game],
    ["Board", boardWords(r)],
    ["Start", r.start],
    ["Openings", words(r.openings)],
    ["Limits", limitsOf(r)],
    ["Seed", words(r.seed)],
    [
      "Repeatable",
      r.repeatable === true
        ? "yes: the same seed gives the same games"
        : r.repeatable === false
          ? "no: limits in time"
          : "",
    ],
    ["Tengen", words(r.version)],
  ].filter(([, value]) => isText(value));
  const players = list(r.players).map((p, i) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: "stick" }, playerName(r, i)),
      el("td", {}, el("code", {}, words(p?.spec))),
      el("td", {}, words(p?.limits) || dash),
      el("td", {}, words(p?.withdrawn)),
    ),
  );
  const anyWithdrawn = list(r.players).some((p) => p?.withdrawn);
  return section(
    "setup",
    "Setup",
    null,
    el(
      "dl",
      { class: "setup" },
      rows.map(([k, v]) => [el("dt", {}, k), el("dd", {}, k === "Start" ? el("code", {}, v) : v)]),
    ),
    players.length === 0
      ? null
      : tableFrame(
          "Players",
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              ["Player", "Spec", "Limits", anyWithdrawn ? "Withdrawn" : ""].map((h, i) =>
                el("th", { scope: "col", class: i === 0 ? "stick" : null }, h),
              ),
            ),
          ),
          el("tbody", {}, players),
        ),
  );
}
