// Standings, the score over time, the sequential test, the bracket, the ladder's figures.

function standingsSection(r) {
  const rows = r.standings;
  if (rows.length === 0) return null;
  const scale = ratingScale(rows);
  const rated = rows.some((s) => [s.rating, s.low, s.high].some(isNumber) || isText(s.words));
  const sides = list(r.sides).map(words);
  const share = (s) => (s.games > 0 && isNumber(s.points) ? s.points / s.games : null);
  const wdl = (three) => (Array.isArray(three) ? three.map(count).join(" · ") : dash);
  const head = el(
    "thead",
    {},
    el(
      "tr",
      {},
      el("th", { scope: "col", class: "figure rank" }, "#"),
      el("th", { scope: "col", class: "stick" }, "Player"),
      rated ? el("th", { scope: "col", class: "figure" }, "Rating") : null,
      scale ? el("th", { scope: "col" }, el("span", { class: "hidden" }, "95% interval"), ratingAxis(scale)) : null,
      el("th", { scope: "col", class: "figure" }, "Points"),
      el("th", { scope: "col", class: "figure" }, "Score"),
      el("th", { scope: "col" }, "Won · drawn · lost"),
      [0, 1].map((i) => el("th", { scope: "col", class: "figure" }, `As ${sides[i] || ["first", "second"][i]}`)),
    ),
  );
  const body = rows.map((s, i) =>
    el(
      "tr",
      {},
      el("td", { class: "figure quiet rank" }, String(i + 1)),
      el("th", { scope: "row", class: "stick" }, playerName(r, s.player)),
      rated &&
        el(
          "td",
          { class: "figure rating" },
          isNumber(s.rating) ? el("b", {}, signed(s.rating)) : null,
          el("small", { class: isNumber(s.rating) ? null : "long" }, ratingWords(s)),
        ),
      scale ? el("td", { class: "whisker-cell" }, ratingBar(scale, s)) : null,
      el("td", { class: "figure" }, points(s.points), el("span", { class: "quiet" }, ` / ${count(s.games)}`)),
      el("td", { class: "figure" }, percent(share(s))),
      el("td", {}, outcomeBar(s)),
      el("td", { class: "figure quiet" }, wdl(s.first)),
      el("td", { class: "figure quiet" }, wdl(s.second)),
    ),
  );
  return section(
    "standings",
    "Standings",
    rated
      ? "Ratings fit all games at once; bars are 95% intervals, identical games counted once. Zero is the average."
      : null,
    tableFrame("Standings", head, el("tbody", {}, body)),
  );
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
  const parts = [
    ["won", s.wins],
    ["drawn", s.draws],
    ["lost", s.losses],
  ].filter(([, n]) => isNumber(n));
  const text = parts.map(([, n]) => count(n)).join(" · ");
  return el(
    "div",
    { class: "wdl" },
    el(
      "span",
      { class: "wdl-bar", "aria-hidden": "true" },
      parts.map(([kind, n]) => (n > 0 ? el("i", { class: kind, style: `flex-grow:${n}` }) : null)),
    ),
    el("span", {}, text),
  );
}

function timelineSection(r) {
  const samples = r.timeline.filter((s) => isNumber(s.games));
  if (samples.length < 2) return null;
  const holder = el("div", {});
  // Drawn for the width there is, so that the text stays readable on a phone.
  new ResizeObserver(() =>
    holder.replaceChildren(timelineChart(r, samples, Math.max(280, holder.clientWidth))),
  ).observe(holder);
  return section(
    "timeline",
    "Score over time",
    "Share of the points that each player had after so many games.",
    holder,
  );
}

function sprtSection(r) {
  const s = r.sprt;
  if (!s || ![s.llr, s.lower, s.upper].every(isNumber) || !(s.lower < 0 && s.upper > 0)) return null;
  const verdict = { H0: "H0 is accepted.", H1: "H1 is accepted." }[s.state] || "Not decided yet.";
  const unit = s.model === "normalised" ? "normalised Elo" : "Elo";
  return section(
    "sprt",
    "Sequential test",
    null,
    el(
      "p",
      {},
      el("b", {}, verdict),
      ` ${nameOf(r, 0)} over ${nameOf(r, 1)}: H0 says ${signed(s.elo0)} ${unit}, H1 says ${signed(s.elo1)} ${unit}; ` +
        `error rates α ${words(s.alpha)}, β ${words(s.beta)}; log-likelihood ratio ${signed(s.llr, 2)}.`,
    ),
    sprtGauge(s),
  );
}

function bracketSection(r) {
  const rounds = list(r.bracket);
  if (rounds.length === 0) return null;
  const titles = (n) => ({ 1: "Final", 2: "Semi-finals", 4: "Quarter-finals" })[n] || `Last ${2 * n}`;
  const seat = (m, player, score) => {
    const won = Number.isInteger(player) && player === m.winner;
    const name = Number.isInteger(player)
      ? nameOf(r, player)
      : m.winner === null || m.winner === undefined
        ? "to be decided"
        : "bye";
    return el(
      "li",
      { class: won ? "won" : Number.isInteger(player) ? null : "quiet" },
      el("span", {}, name, won ? el("span", { class: "hidden" }, " (through)") : null),
      el("span", { class: "figure" }, Number.isInteger(m.a) && Number.isInteger(m.b) ? points(score) : ""),
    );
  };
  return section(
    "bracket",
    "Bracket",
    null,
    el(
      "div",
      { class: "frame bracket", tabindex: 0, role: "region", "aria-label": "Bracket" },
      rounds.map((matches) =>
        el(
          "div",
          { class: "round" },
          el("h3", {}, titles(list(matches).length)),
          el(
            "div",
            { class: "matches" },
            list(matches)
              .filter(Boolean)
              .map((m) => el("ul", {}, seat(m, m.a, m.points_a), seat(m, m.b, m.points_b))),
          ),
        ),
      ),
    ),
  );
}

function ladderSection(r) {
  const rows = r.ladder;
  if (rows.length === 0) return null;
  return section(
    "ladder",
    "Ladder figures",
    "pre: win rate when moving first; suf: when moving second; com: their sum, 1 between equals.",
    tableFrame(
      "Ladder figures",
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col", class: "stick" }, "Player"),
          ["pre", "suf", "com"].map((h) => el("th", { scope: "col", class: "figure" }, h)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", class: "stick" }, nameOf(r, row.player)),
            [row.pre, row.suf, row.com].map((v) => el("td", { class: "figure" }, isNumber(v) ? v.toFixed(3) : dash)),
          ),
        ),
      ),
    ),
  );
}
