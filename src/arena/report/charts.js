// Charts as SVG: ratings with error bars, score over time, the state of an SPRT.

// Colours in the order of Okabe and Ito, told apart by colour-blind eyes; dashes from the seventh player on.
const seriesClass = (i) => `series s${i % 6}${i >= 6 ? " dashed" : ""}`;

// Round numbers that cover [low, high] in about `steps` steps.
function ticks(low, high, steps) {
  const raw = Math.max(1e-9, (high - low) / steps);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw);
  const found = [];
  for (let t = Math.ceil(low / step) * step; t <= high + step * 1e-6; t += step)
    found.push(Math.abs(t) < step / 1e6 ? 0 : t);
  return found;
}

// --- Ratings ---

// The scale that all error bars share; `at` is in percent of the width. Only players with a rating stretch it: a bare
// bound may lie far outside, and is drawn as an arrow at the edge.
function ratingScale(standings) {
  const known = standings
    .filter((s) => isNumber(s.rating))
    .flatMap((s) => [s.rating, s.low, s.high])
    .filter(isNumber);
  if (known.length === 0) return null;
  let [low, high] = [Math.min(...known, 0), Math.max(...known, 0)];
  const pad = Math.max(10, (high - low) * 0.06);
  [low, high] = [low - pad, high + pad];
  return { low, high, at: (value) => (100 * (clamp(value, low, high) - low)) / (high - low) };
}

// Positions across are in percent, so that text and marks keep their size on any screen; shapes are shifted into place.
const across = (value) => `${value.toFixed(2)}%`;
const shifted = (at, shape) => svg("svg", { x: across(at), overflow: "visible" }, shape);

function ratingAxis(scale) {
  return svg(
    "svg",
    { class: "whisker axis", "aria-hidden": "true" },
    ticks(scale.low, scale.high, 3)
      .filter((t) => scale.at(t) > 4 && scale.at(t) < 96)
      .map((t) => svg("text", { x: across(scale.at(t)), y: 22, class: "tick" }, signed(t))),
  );
}

function ratingBar(scale, row) {
  const inside = (value) => isNumber(value) && value > scale.low && value < scale.high;
  const low = isNumber(row.low) ? scale.at(row.low) : 0.5;
  const high = isNumber(row.high) ? scale.at(row.high) : 99.5;
  const end = (at, value, side) =>
    shifted(at, svg("path", { class: "bar", d: inside(value) ? "M0 9V19" : `M${-7 * side} 9L0 14L${-7 * side} 19` }));
  const known = [row.rating, row.low, row.high].some(isNumber);
  return svg(
    "svg",
    { class: "whisker", "aria-hidden": "true" },
    ticks(scale.low, scale.high, 3).map((t) =>
      shifted(scale.at(t), svg("path", { d: "M0 -13V41", class: t === 0 ? "rule zero" : "rule" })),
    ),
    known
      ? [
          svg("line", { x1: across(low), x2: across(high), y1: 14, y2: 14, class: "bar" }),
          high > 1 ? end(high, row.high, 1) : null,
          low < 99 ? end(low, row.low, -1) : null,
        ]
      : null,
    isNumber(row.rating) ? svg("circle", { cx: across(scale.at(row.rating)), cy: 14, r: 4, class: "dot" }) : null,
  );
}

// --- Score over time ---

function timelineChart(r, samples, width) {
  const narrow = width < 600;
  const [height, left, right, top, bottom] = [300, 44, narrow ? 104 : 160, 12, 34];
  const last = samples[samples.length - 1];
  const inner = width - left - right;
  const x = (games) => left + (inner * games) / Math.max(1, last.games);
  const y = (share) => top + (height - top - bottom) * (1 - clamp(share, 0, 1));
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => [
    svg("path", { d: `M${left} ${y(share)}H${left + inner}`, class: share === 0.5 ? "rule zero" : "rule" }),
    svg("text", { x: left - 8, y: y(share) + 4, class: "tick end" }, percent(share, 0)),
  ]);
  const axis = ticks(0, last.games, narrow ? 3 : 6)
    .filter((t) => Number.isInteger(t))
    .map((t) => svg("text", { x: x(t), y: height - 12, class: "tick" }, count(t)));
  const shown = orderOf(r).filter((p) => isNumber(list(last.scores)[p]));
  const ends = spread(
    shown.map((p) => y(last.scores[p])),
    16,
    top + 6,
    height - bottom,
  );
  const lines = shown.map((p, i) => {
    const at = samples.filter((s) => isNumber(list(s.scores)[p]));
    const d = at.map((s, k) => `${k ? "L" : "M"}${x(s.games).toFixed(1)} ${y(s.scores[p]).toFixed(1)}`).join("");
    return svg(
      "g",
      { class: seriesClass(i) },
      svg("path", { d, class: "line" }),
      svg("circle", { cx: x(last.games), cy: y(last.scores[p]), r: 3.5 }),
      svg("path", {
        d: `M${x(last.games) + 5} ${y(last.scores[p])}L${x(last.games) + 14} ${ends[i]}`,
        class: "leader",
      }),
      svg(
        "text",
        { x: x(last.games) + 18, y: ends[i] + 4, class: "label" },
        shorten(nameOf(r, p), narrow ? 10 : 18),
        svg("title", {}, `${nameOf(r, p)}: ${percent(last.scores[p])}`),
      ),
    );
  });
  const said = shown.map((p) => `${nameOf(r, p)} ${percent(last.scores[p])}`).join(", ");
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      class: "chart",
      role: "img",
      "aria-label": `Share of points after each game; at the end: ${said}`,
    },
    grid,
    axis,
    lines,
  );
}

const shorten = (text, length) => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

// Moves labels apart until each has `gap`, keeping their order and staying within [low, high] where there is room.
function spread(wanted, gap, low, high) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  let floor = low;
  for (const i of order) floor = (placed[i] = Math.max(placed[i], floor)) + gap;
  let ceiling = high;
  for (const i of order.reverse()) ceiling = (placed[i] = Math.min(placed[i], ceiling)) - gap;
  return placed;
}

// --- SPRT ---

function sprtGauge({ lower, upper, llr }) {
  const room = 0.05 * (upper - lower);
  const at = (value) => (100 * (clamp(value, lower - room, upper + room) - lower + room)) / (upper - lower + 2 * room);
  const band = (from, to, name) =>
    svg("rect", { x: across(at(from)), y: 22, width: across(at(to) - at(from)), height: 12, class: name });
  const label = (value, text, anchor) => svg("text", { x: across(at(value)), y: 58, class: `tick ${anchor}` }, text);
  return svg(
    "svg",
    {
      class: "gauge",
      role: "img",
      "aria-label": `Log-likelihood ratio ${signed(llr, 2)}, bounds ${signed(lower, 2)} and ${signed(upper, 2)}`,
    },
    band(lower, upper, "track"),
    band(Math.min(0, llr), Math.max(0, llr), llr < 0 ? "fill-low" : "fill-high"),
    [lower, 0, upper].map((value) => shifted(at(value), svg("path", { d: "M0 16V40", class: "bar" }))),
    shifted(at(llr), svg("path", { d: "M0 22l-6 -10h12z", class: "pointer" })),
    label(lower, `H0 at ${signed(lower, 2)}`, "start"),
    label(0, "0", ""),
    label(upper, `H1 at ${signed(upper, 2)}`, "end"),
  );
}
