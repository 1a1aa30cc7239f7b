// The sections of the page above the games. Each function takes the report `r` and gives an element, or null where the
// report has nothing to show.

const section = (id, title, intro, ...content) =>
  el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title),
    intro ? el("p", { class: "intro" }, intro) : null, content);

const kindWords = { match: "Match", "round-robin": "Round robin", gauntlet: "Gauntlet", knockout: "Knockout", imported: "Imported games" };

// Settings as text, however they are given.
function words(value) {
  if (isText(value)) return value;
  if (isNumber(value) || typeof value === "boolean") return String(value);
  if (value && typeof value === "object") return Object.entries(value).map(([k, v]) => `${k} ${words(v)}`).join(", ");
  return "";
}

function boardWords(r) {
  const p = parsePosition(r.game, r.start);
  if (!p) return "";
  const blocked = p.cells.indexOf("#");
  return [r.game === "othello" ? "" : `${p.rows}×${p.columns}`, r.game === "gomoku" ? p.rule : "",
    blocked >= 0 ? `${cellName(p, blocked)} blocked` : ""].filter(Boolean).join(", ");
}

// --- Heading ---

// The limits of a move: the tournament's, or those that all players share.
function limitsOf(r) {
  const each = new Set(list(r.players).map((p) => words(p?.limits)));
  return words(r.limits) || (each.size === 1 ? [...each][0] : "");
}

function titleOf(r) {
  if (isText(r.title)) return r.title;
  const names = list(r.players).map((_, i) => nameOf(r, i));
  return names.length === 2 ? names.join(" against ") : kindWords[r.kind] || "Report";
}

function heading(r) {
  const line = [isText(r.game_title) ? r.game_title : r.game, boardWords(r), kindWords[r.kind] || words(r.kind), limitsOf(r)];
  return [el("h1", {}, titleOf(r)), el("p", { class: "subtitle" }, line.filter(isText).join(" · "))];
}

function facts(r) {
  const tile = (label, value, note) =>
    el("div", { class: "tile" }, el("dt", {}, label), el("dd", {}, value, note ? el("small", {}, note) : null));
  const tiles = [];
  const planned = isNumber(r.games_planned) && r.games_planned !== r.games_played ? `of ${count(r.games_planned)} planned` : null;
  if (isNumber(r.games_played)) tiles.push(tile("Games", count(r.games_played), planned));
  if (isNumber(r.distinct_games)) {
    const share = r.games_played > 0 ? `${percent(r.distinct_games / r.games_played)} of all` : null;
    tiles.push(tile("Distinct games", count(r.distinct_games), share));
  }
  const duel = list(r.players).length === 2 && list(list(r.matrix)[0])[1];
  if (duel && isNumber(duel.games)) {
    const bounds = range(duel.elo_low, duel.elo_high, signed);
    tiles.push(tile(`${nameOf(r, 0)} over ${nameOf(r, 1)}`, isNumber(duel.elo) ? `${signed(duel.elo)} Elo` : `Elo ${bounds}`,
      isNumber(duel.elo) ? `${bounds} (95%)` : "95%"));
  }
  const first = r.first_advantage;
  if (first && isNumber(first.elo)) {
    tiles.push(tile("Moving first is worth", `${signed(first.elo)} Elo`, range(first.low, first.high, signed)));
  }
  if (isNumber(r.draw_rate)) tiles.push(tile("Draws between equals", percent(r.draw_rate)));
  if (isNumber(r.seconds)) {
    tiles.push(tile("Playing time", duration(r.seconds), r.seconds > 0 && isNumber(r.games_played)
      ? `${points(Number((r.games_played / r.seconds).toPrecision(3)))} games/s` : null));
  }
  return tiles.length > 0 ? el("dl", { class: "tiles" }, tiles) : null;
}

const notices = (texts) => (texts.length === 0 ? null
  : el("div", { class: "notice", role: "note" }, texts.map((text) => el("p", {}, el("strong", {}, "Note: "), words(text)))));

// --- Standings ---

function standingsSection(r) {
  const rows = r.standings;
  if (rows.length === 0) return null;
  const scale = ratingScale(rows);
  const rated = rows.some((s) => [s.rating, s.low, s.high].some(isNumber) || isText(s.words));
  const sides = list(r.sides).map(words);
  const share = (s) => (s.games > 0 && isNumber(s.points) ? s.points / s.games : null);
  const wdl = (three) => (Array.isArray(three) ? three.map(count).join(" · ") : dash);
  const head = el("thead", {}, el("tr", {},
    el("th", { scope: "col", class: "figure rank" }, "#"), el("th", { scope: "col", class: "stick" }, "Player"),
    rated ? el("th", { scope: "col", class: "figure" }, "Rating") : null,
    scale ? el("th", { scope: "col" }, el("span", { class: "hidden" }, "95% interval"), ratingAxis(scale)) : null,
    el("th", { scope: "col", class: "figure" }, "Points"), el("th", { scope: "col", class: "figure" }, "Score"),
    el("th", { scope: "col" }, "Won · drawn · lost"),
    [0, 1].map((i) => el("th", { scope: "col", class: "figure" }, `As ${sides[i] || ["first", "second"][i]}`))));
  const body = rows.map((s, i) => el("tr", {},
    el("td", { class: "figure quiet rank" }, String(i + 1)), el("th", { scope: "row", class: "stick" }, playerName(r, s.player)),
    rated && el("td", { class: "figure rating" }, isNumber(s.rating) ? el("b", {}, signed(s.rating)) : null,
      el("small", { class: isNumber(s.rating) ? null : "long" }, ratingWords(s))),
    scale ? el("td", { class: "whisker-cell" }, ratingBar(scale, s)) : null,
    el("td", { class: "figure" }, points(s.points), el("span", { class: "quiet" }, ` / ${count(s.games)}`)), el("td", { class: "figure" }, percent(share(s))),
    el("td", {}, outcomeBar(s)),
    el("td", { class: "figure quiet" }, wdl(s.first)), el("td", { class: "figure quiet" }, wdl(s.second))));
  return section("standings", "Standings", rated
    ? "Ratings fit all games at once; bars are 95% intervals in which identical games count once. Zero is the average." : null,
    tableFrame("Standings", head, el("tbody", {}, body)));
}

// The interval; beside it the report's own words where a rating has no bounds.
function ratingWords(s) {
  if (isNumber(s.rating) && isNumber(s.low) && isNumber(s.high)) return range(s.low, s.high, signed);
  return isText(s.words) ? s.words : range(s.low, s.high, signed);
}

function playerName(r, i) {
  const withdrawn = list(r.players)[i]?.withdrawn;
  return [nameOf(r, i), withdrawn ? el("span", { class: "badge bad", title: words(withdrawn) }, "withdrawn") : null];
}

function outcomeBar(s) {
  const parts = [["won", s.wins], ["drawn", s.draws], ["lost", s.losses]].filter(([, n]) => isNumber(n));
  const text = parts.map(([, n]) => count(n)).join(" · ");
  return el("div", { class: "wdl" }, el("span", { class: "wdl-bar", "aria-hidden": "true" },
    parts.map(([kind, n]) => (n > 0 ? el("i", { class: kind, style: `flex-grow:${n}` }) : null))), el("span", {}, text));
}

// --- Matrices ---

// Players in the order of the standings.
function orderOf(r) {
  const ranked = r.standings.map((s) => s.player).filter((p) => Number.isInteger(p));
  return [...ranked, ...list(r.players).map((_, i) => i).filter((i) => !ranked.includes(i))];
}

// Blue above one half, orange below, plain at one half; the figure in the cell says the same.
function heat(share) {
  if (!isNumber(share)) return null;
  const strength = Math.round(Math.abs(clamp(share, 0, 1) - 0.5) * 200);
  return `background:color-mix(in oklab, var(${share >= 0.5 ? "--heat-high" : "--heat-low"}) ${strength}%, var(--surface))`;
}

function grid(r, label, corner, cell) {
  const order = orderOf(r);
  return tableFrame(label,
    el("thead", {}, el("tr", {}, el("th", { scope: "col", class: "stick" }, corner),
      order.map((j) => el("th", { scope: "col", class: "column-name" }, el("span", {}, nameOf(r, j)))))),
    el("tbody", {}, order.map((i) => el("tr", {}, el("th", { scope: "row", class: "stick" }, nameOf(r, i)),
      order.map((j) => cell(i, j) || el("td", { class: i === j ? "self" : "none" }, i === j ? el("span", { class: "hidden" }, "itself") : dash))))));
}

function matrixSection(r, openPair) {
  if (!list(r.matrix).some((row) => list(row).some(Boolean))) return null;
  const sides = list(r.sides).map(words);
  const views = [["score", "Score"], ["elo", "Elo"], ["counts", "Won · drawn · lost"]];
  const cells = list(r.matrix).flat().filter(Boolean);
  if (cells.some((m) => Array.isArray(m.first))) views.push(["colour", `By ${sides[0] === "black" ? "colour" : "turn"}`]);
  if (cells.some((m) => isNumber(m.com?.value))) views.push(["ladder", "pre, suf, com"]);
  const captions = {
    score: "How much the player of the row scored against the player of the column, with the 95% interval.",
    elo: "Elo difference of the row's player over the column's, with the 95% interval.",
    counts: "Games that the row's player won, drew and lost.",
    colour: `The row's player moves first (${sides[0] || "first"}): how often it wins, how often the other does.`,
    ladder: "com, the sum of pre (how often the row's player wins when moving first) and suf (when moving second); 1 between equals.",
  };
  const holder = el("div", {}), caption = el("p", { class: "intro", "aria-live": "polite" });
  function show(view) {
    caption.textContent = captions[view];
    holder.replaceChildren(grid(r, "Win-rate matrix", view === "colour" ? "First \\ second" : "Row against column", (i, j) => {
      const m = list(r.matrix[i])[j];
      if (!m) return null;
      const [main, small, share] = matrixText(view, m);
      const said = `${nameOf(r, i)} against ${nameOf(r, j)}: ${matrixWords(m)}`;
      return el("td", { class: "heat", style: heat(share) },
        el("button", { type: "button", title: said, "aria-label": `${said}. Show these games.`, onclick: () => openPair(i, j) },
          el("b", {}, main), small ? el("small", {}, small) : null));
    }));
  }
  show("score");
  return section("matrix", "Each against each", null, choice("What the cells show", views, "score", show), caption, holder);
}

function matrixText(view, m) {
  const bounds = (write) => (isNumber(m.low) && isNumber(m.high) ? `${write(m.low)}–${write(m.high)}` : "");
  if (view === "counts") return [[m.wins, m.draws, m.losses].map(count).join(" · "), plural(m.games, "game"), m.score];
  if (view === "elo") {
    const ends = range(m.elo_low, m.elo_high, signed);
    return isNumber(m.elo) ? [signed(m.elo), ends, m.score] : [ends, m.score >= 1 ? "won all" : m.score <= 0 ? "lost all" : "", m.score];
  }
  if (view === "colour") {
    const [won, drawn, lost] = list(m.first).map(Number);
    const all = won + drawn + lost;
    return all > 0 ? [`${percent(won / all)}, ${percent(lost / all)}`, plural(all, "game"), 0.5 + (won - lost) / all / 2] : [dash, "", null];
  }
  if (view === "ladder") {
    const figure = (e, digits) => (isNumber(e?.value) ? e.value.toFixed(digits) : dash);
    return [figure(m.com, 3), `${figure(m.pre, 2)} + ${figure(m.suf, 2)}`, isNumber(m.com?.value) ? m.com.value / 2 : null];
  }
  return [percent(m.score), bounds((share) => (100 * share).toFixed(1)), m.score];
}

function matrixWords(m) {
  const parts = [`${percent(m.score)} of ${plural(m.games, "game")}`];
  if (isNumber(m.low) && isNumber(m.high)) parts.push(`95% interval ${range(m.low, m.high, percent)}`);
  parts.push(`${count(m.wins)} won, ${count(m.draws)} drawn, ${count(m.losses)} lost`);
  if (isNumber(m.elo)) parts.push(`Elo ${signed(m.elo)} (${range(m.elo_low, m.elo_high, signed)})`);
  if (isNumber(m.distinct_pairs)) parts.push(plural(m.distinct_pairs, "distinct pair"));
  return parts.join("; ");
}

function superioritySection(r) {
  if (!list(r.superiority).some((row) => list(row).some(isNumber))) return null;
  return section("superiority", "Who is stronger", "Probability that the row's player is the stronger of the two.",
    grid(r, "Superiority matrix", "Row over column", (i, j) => {
      const p = list(r.superiority[i])[j];
      return isNumber(p) && el("td", { class: "heat", style: heat(p) }, el("b", {}, chance(p)));
    }));
}

// --- The rest ---

function timelineSection(r) {
  const samples = r.timeline.filter((s) => isNumber(s.games));
  if (samples.length < 2) return null;
  const holder = el("div", {});
  // Drawn for the width there is, so that the text stays readable on a phone.
  new ResizeObserver(() => holder.replaceChildren(timelineChart(r, samples, Math.max(280, holder.clientWidth))))
    .observe(holder);
  return section("timeline", "Score over time", "Share of the points that each player had after so many games.", holder);
}

function sprtSection(r) {
  const s = r.sprt;
  if (!s || ![s.llr, s.lower, s.upper].every(isNumber) || !(s.lower < 0 && s.upper > 0)) return null;
  const verdict = { H0: "H0 is accepted.", H1: "H1 is accepted." }[s.state] || "Not decided yet.";
  const unit = s.model === "normalised" ? "normalised Elo" : "Elo";
  return section("sprt", "Sequential test", null, el("p", {}, el("b", {}, verdict),
    ` ${nameOf(r, 0)} over ${nameOf(r, 1)}: H0 says ${signed(s.elo0)} ${unit}, H1 says ${signed(s.elo1)} ${unit}; ` +
    `error rates α ${words(s.alpha)}, β ${words(s.beta)}; log-likelihood ratio ${signed(s.llr, 2)}.`), sprtGauge(s));
}

function bracketSection(r) {
  const rounds = list(r.bracket);
  if (rounds.length === 0) return null;
  const titles = (n) => ({ 1: "Final", 2: "Semi-finals", 4: "Quarter-finals" }[n] || `Last ${2 * n}`);
  const seat = (m, player, score) => {
    const won = Number.isInteger(player) && player === m.winner;
    const name = Number.isInteger(player) ? nameOf(r, player) : m.winner === null || m.winner === undefined ? "to be decided" : "bye";
    return el("li", { class: won ? "won" : Number.isInteger(player) ? null : "quiet" },
      el("span", {}, name, won ? el("span", { class: "hidden" }, " (through)") : null), el("span", { class: "figure" }, Number.isInteger(m.a) && Number.isInteger(m.b) ? points(score) : ""));
  };
  return section("bracket", "Bracket", null, el("div", { class: "frame bracket", tabindex: 0, role: "region", "aria-label": "Bracket" },
    rounds.map((matches) => el("div", { class: "round" }, el("h3", {}, titles(list(matches).length)),
      el("div", { class: "matches" }, list(matches).filter(Boolean).map((m) =>
        el("ul", {}, seat(m, m.a, m.points_a), seat(m, m.b, m.points_b))))))));
}

function ladderSection(r) {
  const rows = r.ladder;
  if (rows.length === 0) return null;
  return section("ladder", "Ladder figures", "pre: win rate when moving first; suf: when moving second; com: their sum, 1 between equals.",
    tableFrame("Ladder figures",
      el("thead", {}, el("tr", {}, el("th", { scope: "col", class: "stick" }, "Player"),
        ["pre", "suf", "com"].map((h) => el("th", { scope: "col", class: "figure" }, h)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row", class: "stick" }, nameOf(r, row.player)),
        [row.pre, row.suf, row.com].map((v) => el("td", { class: "figure" }, isNumber(v) ? v.toFixed(3) : dash)))))));
}

const onTheBoard = { win: "Lost", draw: "Drawn" };
const isFailure = (t) => (typeof t.failure === "boolean" ? t.failure : !(t.kind in onTheBoard));

function terminationsSection(r) {
  const kinds = r.terminations.filter((t) => isText(t.kind));
  if (kinds.length === 0) return null;
  const board = kinds.filter((t) => !isFailure(t)), failures = kinds.filter(isFailure);
  const cell = (t, i) => {
    const n = list(t.by_player)[i] ?? 0;
    const bad = n > 0 && isFailure(t);
    return el("td", { class: `figure${bad ? " bad" : n === 0 ? " quiet" : ""}` }, bad ? "⚠ " : "", n === 0 ? "0" : count(n));
  };
  const none = failures.length === 0 ? el("p", {}, "No player failed: every game was decided on the board.") : null;
  return section("terminations", "How the games ended", "Games decided on the board, and apart from them those that a player lost by failing to play.",
    tableFrame("How the games ended",
      el("thead", {}, el("tr", {}, el("th", { rowspan: 2, scope: "col", class: "stick" }, "Player"),
        board.length > 0 ? el("th", { colspan: board.length, scope: "colgroup", class: "group" }, "On the board") : null,
        failures.length > 0 ? el("th", { colspan: failures.length, scope: "colgroup", class: "group" }, "Lost by failing") : null),
        el("tr", {}, [...board, ...failures].map((t) => el("th", { scope: "col", class: "figure" }, onTheBoard[t.kind] || capital(t.kind))))),
      el("tbody", {}, orderOf(r).map((i) => el("tr", {}, el("th", { scope: "row", class: "stick" }, playerName(r, i)),
        [...board, ...failures].map((t) => cell(t, i)))))), none, incidents(r));
}

function incidents(r) {
  const all = r.incidents;
  if (all.length === 0) return null;
  const shown = all.slice(0, 200);
  return el("details", {}, el("summary", {}, `${plural(all.length, "incident")} in detail`),
    el("ul", { class: "incidents" }, shown.map((i) =>
      el("li", {}, el("b", {}, nameOf(r, i.player)), ` ${words(i.kind)}: `, el("q", {}, words(i.detail))))),
    all.length > shown.length ? el("p", { class: "quiet" }, `and ${count(all.length - shown.length)} more`) : null);
}

function setupSection(r) {
  const rows = [["Game", isText(r.game_title) ? r.game_title : r.game], ["Board", boardWords(r)], ["Start", r.start], ["Openings", words(r.openings)],
    ["Limits", limitsOf(r)], ["Seed", words(r.seed)],
    ["Repeatable", r.repeatable === true ? "yes: the same seed gives the same games" : r.repeatable === false ? "no: limits in time" : ""],
    ["Tengen", words(r.version)]].filter(([, value]) => isText(value));
  const players = list(r.players).map((p, i) => el("tr", {}, el("th", { scope: "row", class: "stick" }, playerName(r, i)),
    el("td", {}, el("code", {}, words(p?.spec))), el("td", {}, words(p?.limits) || dash), el("td", {}, words(p?.withdrawn))));
  const anyWithdrawn = list(r.players).some((p) => p?.withdrawn);
  return section("setup", "Setup", null,
    el("dl", { class: "setup" }, rows.map(([k, v]) => [el("dt", {}, k), el("dd", {}, k === "Start" ? el("code", {}, v) : v)])),
    players.length === 0 ? null : tableFrame("Players",
      el("thead", {}, el("tr", {}, ["Player", "Spec", "Limits", anyWithdrawn ? "Withdrawn" : ""].map((h, i) =>
        el("th", { scope: "col", class: i === 0 ? "stick" : null }, h)))), el("tbody", {}, players)));
}
