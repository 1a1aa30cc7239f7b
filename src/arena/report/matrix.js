// Tables of each player against each other.

// Players in the order of the standings.
function orderOf(r) {
  const ranked = r.standings.map((s) => s.player).filter((p) => Number.isInteger(p));
  return [
    ...ranked,
    ...list(r.players)
      .map((_, i) => i)
      .filter((i) => !ranked.includes(i)),
  ];
}

// Blue above one half, orange below, plain at one half; the figure in the cell says the same.
function heat(share) {
  if (!isNumber(share)) return null;
  const strength = Math.round(Math.abs(clamp(share, 0, 1) - 0.5) * 200);
  const colour = share >= 0.5 ? "--heat-high" : "--heat-low";
  return `background:color-mix(in oklab, var(${colour}) ${strength}%, var(--surface))`;
}

function grid(r, label, corner, cell) {
  const order = orderOf(r);
  return tableFrame(
    label,
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col", class: "stick" }, corner),
        order.map((j) => el("th", { scope: "col", class: "column-name" }, el("span", {}, nameOf(r, j)))),
      ),
    ),
    el(
      "tbody",
      {},
      order.map((i) =>
        el(
          "tr",
          {},
          el("th", { scope: "row", class: "stick" }, nameOf(r, i)),
          order.map(
            (j) =>
              cell(i, j) ||
              el(
                "td",
                { class: i === j ? "self" : "none" },
                i === j ? el("span", { class: "hidden" }, "itself") : dash,
              ),
          ),
        ),
      ),
    ),
  );
}

function matrixSection(r, openPair) {
  if (!list(r.matrix).some((row) => list(row).some(Boolean))) return null;
  const sides = list(r.sides).map(words);
  const views = [
    ["score", "Score"],
    ["elo", "Elo"],
    ["counts", "Won · drawn · lost"],
  ];
  const cells = list(r.matrix).flat().filter(Boolean);
  if (cells.some((m) => Array.isArray(m.first)))
    views.push(["colour", `By ${sides[0] === "black" ? "colour" : "turn"}`]);
  if (cells.some((m) => isNumber(m.com?.value))) views.push(["ladder", "pre, suf, com"]);
  const captions = {
    score: "How much the player of the row scored against the player of the column, with the 95% interval.",
    elo: "Elo difference of the row's player over the column's, with the 95% interval.",
    counts: "Games that the row's player won, drew and lost.",
    colour: `The row's player moves first (${sides[0] || "first"}): how often it wins, how often the other does.`,
    ladder:
      "com = pre + suf: how often the row's player wins when moving first and when moving second; 1 between equals.",
  };
  const holder = el("div", {}),
    caption = el("p", { class: "intro", "aria-live": "polite" });
  function show(view) {
    caption.textContent = captions[view];
    holder.replaceChildren(
      grid(r, "Win-rate matrix", view === "colour" ? "First \\ second" : "Row against column", (i, j) => {
        const m = list(r.matrix[i])[j];
        if (!m) return null;
        const [main, small, share] = matrixText(view, m);
        const said = `${nameOf(r, i)} against ${nameOf(r, j)}: ${matrixWords(m)}`;
        return el(
          "td",
          { class: "heat", style: heat(share) },
          el(
            "button",
            { type: "button", title: said, "aria-label": `${said}. Show these games.`, onclick: () => openPair(i, j) },
            el("b", {}, main),
            small ? el("small", {}, small) : null,
          ),
        );
      }),
    );
  }
  show("score");
  return section(
    "matrix",
    "Each against each",
    null,
    choice("What the cells show", views, "score", show),
    caption,
    holder,
  );
}

function matrixText(view, m) {
  const bounds = (write) => (isNumber(m.low) && isNumber(m.high) ? `${write(m.low)}–${write(m.high)}` : "");
  if (view === "counts") return [[m.wins, m.draws, m.losses].map(count).join(" · "), plural(m.games, "game"), m.score];
  if (view === "elo") {
    const ends = range(m.elo_low, m.elo_high, signed);
    return isNumber(m.elo)
      ? [signed(m.elo), ends, m.score]
      : [ends, m.score >= 1 ? "won all" : m.score <= 0 ? "lost all" : "", m.score];
  }
  if (view === "colour") {
    const [won, drawn, lost] = list(m.first).map(Number);
    const all = won + drawn + lost;
    return all > 0
      ? [`${percent(won / all)}, ${percent(lost / all)}`, plural(all, "game"), 0.5 + (won - lost) / all / 2]
      : [dash, "", null];
  }
  if (view === "ladder") {
    const figure = (e, digits) => (isNumber(e?.value) ? e.value.toFixed(digits) : dash);
    return [
      figure(m.com, 3),
      `${figure(m.pre, 2)} + ${figure(m.suf, 2)}`,
      isNumber(m.com?.value) ? m.com.value / 2 : null,
    ];
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
  return section(
    "superiority",
    "Who is stronger",
    "Probability that the row's player is the stronger of the two.",
    grid(r, "Superiority matrix", "Row over column", (i, j) => {
      const p = list(r.superiority[i])[j];
      return isNumber(p) && el("td", { class: "heat", style: heat(p) }, el("b", {}, chance(p)));
    }),
  );
}
