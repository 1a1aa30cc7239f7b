// What a game tells about its moves: scores, times, the verdict, the graph of scores.

// Values of one move: the lists may begin at the first move or after the opening.
function noteAt(g, values, ply) {
  if (!Array.isArray(values)) return null;
  const first = values.length === g.moves.length ? 0 : g.k || 0;
  const value = values[ply - 1 - first];
  return isNumber(value) ? value : null;
}

// Players give their scores from their own side; the page shows all from the first player's.
function scoreOf(g, positions, ply) {
  const score = noteAt(g, g.c, ply);
  return score === null ? null : positions[ply - 1].toMove === "x" ? score : -score;
}

// Some players count far beyond a million.
function scoreText(score) {
  const size = Math.abs(score);
  if (size < 1e6) return signed(score, size < 10 ? 2 : 0);
  return (score > 0 ? "+" : "−") + size.toExponential(2).replace("e+", "e");
}

const sideName = (r, i) => capital(words(list(r.sides)[i]) || ["first", "second"][i]);

// Microseconds that one side has used up to here.
function usedBy(g, positions, ply, side) {
  let sum = 0;
  for (let i = 1; i <= ply; ++i) if (positions[i - 1].toMove === side) sum += noteAt(g, g.u, i) || 0;
  return sum;
}

// Pairs of a label and a value for the move that led here.
function notesOf(g, positions, ply) {
  const said = [];
  const score = ply > 0 && positions[ply] ? scoreOf(g, positions, ply) : null;
  if (score !== null) said.push(["Score", scoreText(score)]);
  const depth = noteAt(g, g.p, ply);
  if (depth !== null && depth > 0) said.push(["Depth", count(depth)]);
  const micros = noteAt(g, g.u, ply);
  if (micros !== null) said.push(["Time", duration(micros / 1e6)]);
  const p = positions[ply];
  if (p?.game === "othello") said.push(["Discs", `${discs(p, "x")}–${discs(p, "o")}`]);
  const used = (side) => duration(usedBy(g, positions, ply, side) / 1e6);
  if (Array.isArray(g.u)) said.push(["Used so far", `${used("x")} / ${used("o")}`]);
  return said;
}

function verdict(r, g, replayed) {
  const who = { first: [g.f, g.s, 0], second: [g.s, g.f, 1] }[g.o];
  const rest = replayed.complete || replayed.positions.length === 0 ? "" : ` The moves from ${replayed.positions.length} on could not be replayed.`;
  if (!who) return (g.o === "draw" ? "Drawn." : "Not finished.") + rest;
  const how = ["win", undefined, null, ""].includes(g.t) ? "" : `: ${nameOf(r, who[1])} lost by ${words(g.t)}`;
  return `${sideName(r, who[2])} (${nameOf(r, who[0])}) wins${how}.${isText(g.d) ? ` ${g.d}` : ""}${rest}`;
}

// Two lines, one for each player's own scores. Scores of different players have different units, so each line is
// scaled by itself; what is far beyond its usual size is drawn at the edge.
function scoreGraph(g, positions, jump) {
  const [width, height, last] = [320, 96, positions.length - 1];
  const x = (at) => 4 + ((width - 8) * at) / Math.max(1, last);
  const series = ["x", "o"].map((side) => {
    const found = [];
    for (let i = 1; i <= last; ++i) {
      const score = positions[i - 1].toMove === side ? scoreOf(g, positions, i) : null;
      if (score !== null) found.push([i, score]);
    }
    return found;
  });
  if (series.every((s) => s.length < 2)) return null;
  const lines = series.map((found, i) => {
    const sizes = found
      .map(([, s]) => Math.abs(s))
      .filter((s) => s > 0)
      .sort((a, b) => a - b);
    const scale = Math.min(sizes[sizes.length - 1] || 1, 4 * (sizes[sizes.length >> 1] || 1));
    const y = (s) => height / 2 - (height / 2 - 6) * clamp(s / scale, -1, 1);
    return svg(
      "g",
      { class: `series s${i}${i ? " dashed" : ""}` },
      svg("path", {
        class: "line",
        d: found.map(([at, s], k) => `${k ? "L" : "M"}${x(at).toFixed(1)} ${y(s).toFixed(1)}`).join(""),
      }),
    );
  });
  const cursor = svg("path", { class: "cursor", d: "" });
  const element = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "chart score-graph", role: "img", "aria-label": "Scores of the moves" },
    svg("rect", { width, height, rx: 4, class: "ground" }),
    svg("path", { d: `M0 ${height / 2}H${width}`, class: "rule zero" }),
    lines,
    cursor,
  );
  const at = (event) => {
    const box = element.getBoundingClientRect();
    jump(clamp(Math.round(((((event.clientX - box.left) / box.width) * width - 4) / (width - 8)) * last), 0, last));
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    at(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (event.buttons) at(event);
  });
  return { element, moveTo: (ply) => cursor.setAttribute("d", `M${x(ply)} 0V${height}`) };
}
