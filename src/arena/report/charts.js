// Charts as SVG: ratings with error bars, score over time, the state of an SPRT.

// Colours in the order of Okabe and Ito, told apart by colour-blind eyes; dashes from the seventh player on.
const seriesClass = (i) => `series s${i % 6}${i >= 6 ? " dashed" : ""}`;

// Round numbers that cover [low, high] in about `steps` steps.
function ticks(low, high, steps) {
  const raw = Math.max(1e-9, (high - low) / steps);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw);
  const found = [];
  for (let t = Math.ceil(low / step) * step; t <= high + step * 1e-6; t += step) found.push(Math.abs(t) < step / 1e6 ? 0 : t);
  return found;
}

// --- Ratings ---

// The scale that all error bars share. Only players with a rating stretch it: a bare bound may lie far outside, and is
// drawn as an arrow at the edge.
function ratingScale(standings) {
  const known = standings.filter((s) => isNumber(s.rating)).flatMap((s) => [s.rating, s.low, s.high]).filter(isNumber);
  if (known.length === 0) return null;
  let [low, high] = [Math.min(...known, 0), Math.max(...known, 0)];
  const pad = Math.max(10, (high - low) * 0.06);
  [low, high] = [low - pad, high + pad];
  const width = 280;
  return { low, high, width, x: (value) => ((clamp(value, low, high) - low) / (high - low)) * width };
}

function ratingAxis(scale) {
  const marks = ticks(scale.low, scale.high, 4);
  return svg("svg", { viewBox: `0 0 ${scale.width} 16`, class: "whisker axis", "aria-hidden": "true" },
    marks.filter((t) => scale.x(t) > 14 && scale.x(t) < scale.width - 14)
      .map((t) => svg("text", { x: scale.x(t), y: 12, class: "tick" }, signed(t))));
}

function ratingBar(scale, row) {
  const y = 14;
  const inside = (value) => isNumber(value) && value > scale.low && value < scale.high;
  const low = isNumber(row.low) ? scale.x(row.low) : 1;
  const high = isNumber(row.high) ? scale.x(row.high) : scale.width - 1;
  const known = [row.rating, row.low, row.high].some(isNumber);
  const end = (x, value, direction) => svg("path", { class: "bar", d: inside(value) ? `M${x} ${y - 5}V${y + 5}`
    : `M${x - 7 * direction} ${y - 5}L${x} ${y}L${x - 7 * direction} ${y + 5}` });
  return svg("svg", { viewBox: `0 0 ${scale.width} 28`, class: "whisker", "aria-hidden": "true" },
    ticks(scale.low, scale.high, 4).map((t) =>
      svg("path", { d: `M${scale.x(t)} -13V41`, class: t === 0 ? "rule zero" : "rule" })),
    known ? [svg("path", { d: `M${low} ${y}H${Math.max(high, low)}`, class: "bar" }),
      high > 1 ? end(high, row.high, 1) : null, low < scale.width - 1 ? end(low, row.low, -1) : null] : null,
    isNumber(row.rating) ? svg("circle", { cx: scale.x(row.rating), cy: y, r: 5, class: "dot" }) : null);
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
    svg("text", { x: left - 8, y: y(share) + 4, class: "tick end" }, percent(share, 0))]);
  const axis = ticks(0, last.games, narrow ? 3 : 6).filter((t) => Number.isInteger(t)).map((t) =>
    svg("text", { x: x(t), y: height - 12, class: "tick" }, count(t)));
  const shown = orderOf(r).filter((p) => isNumber(list(last.scores)[p]));
  const ends = spread(shown.map((p) => y(last.scores[p])), 16, top + 6, height - bottom);
  const lines = shown.map((p, i) => {
    const at = samples.filter((s) => isNumber(list(s.scores)[p]));
    const d = at.map((s, k) => `${k ? "L" : "M"}${x(s.games).toFixed(1)} ${y(s.scores[p]).toFixed(1)}`).join("");
    return svg("g", { class: seriesClass(i) }, svg("path", { d, class: "line" }),
      svg("circle", { cx: x(last.games), cy: y(last.scores[p]), r: 3.5 }),
      svg("path", { d: `M${x(last.games) + 5} ${y(last.scores[p])}L${x(last.games) + 14} ${ends[i]}`, class: "leader" }),
      svg("text", { x: x(last.games) + 18, y: ends[i] + 4, class: "label" },
        shorten(nameOf(r, p), narrow ? 10 : 18), svg("title", {}, `${nameOf(r, p)}: ${percent(last.scores[p])}`)));
  });
  const said = shown.map((p) => `${nameOf(r, p)} ${percent(last.scores[p])}`).join(", ");
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img",
    "aria-label": `Share of points after each game; at the end: ${said}` },
    grid, axis, lines);
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

// Positions are in percent, so that the text keeps its size on any screen.
function sprtGauge({ lower, upper, llr }) {
  const room = 0.05 * (upper - lower);
  const at = (value) => 100 * (clamp(value, lower - room, upper + room) - lower + room) / (upper - lower + 2 * room);
  const x = (value) => `${at(value).toFixed(2)}%`;
  const shift = (value, path) => svg("svg", { x: x(value), overflow: "visible" }, path);
  const fill = { x: x(Math.min(0, llr)), width: `${Math.abs(at(llr) - at(0)).toFixed(2)}%`, class: llr < 0 ? "fill-low" : "fill-high" };
  const label = (value, text, anchor) => svg("text", { x: x(value), y: 58, class: `tick ${anchor}` }, text);
  return svg("svg", { class: "gauge", role: "img",
    "aria-label": `Log-likelihood ratio ${signed(llr, 2)} between the bounds ${signed(lower, 2)} and ${signed(upper, 2)}` },
    svg("rect", { x: x(lower), y: 22, width: `${(at(upper) - at(lower)).toFixed(2)}%`, height: 12, class: "track" }),
    svg("rect", { y: 22, height: 12, ...fill }),
    [lower, 0, upper].map((value) => shift(value, svg("path", { d: "M0 16V40", class: "bar" }))),
    shift(llr, svg("path", { d: "M0 22l-6 -10h12z", class: "pointer" })),
    label(lower, `H0 at ${signed(lower, 2)}`, "start"), label(0, "0", ""), label(upper, `H1 at ${signed(upper, 2)}`, "end"));
}
