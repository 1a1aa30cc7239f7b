// Making elements, and writing numbers. Text goes in as text nodes and attributes only, so nothing in a name or a
// detail can become markup.

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isText = (value) => typeof value === "string" && value !== "";
const list = (value) => (Array.isArray(value) ? value : []);
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const dash = "–";
const count = (value) => (isNumber(value) ? value.toLocaleString("en-US") : dash);
const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;
const percent = (share, digits = 1) => (isNumber(share) ? `${(100 * share).toFixed(digits)}%` : dash);
function signed(value, digits = 0) {
  if (!isNumber(value)) return dash;
  const size = Math.abs(value).toFixed(digits);
  return Number(size) === 0 ? size : (value > 0 ? "+" : "−") + size;
}
const points = (value) => (isNumber(value) ? value.toLocaleString("en-US", { maximumFractionDigits: 1 }) : dash);

// "+12 to +56"; an end that is unknown or infinite is said in words.
function range(low, high, write) {
  if (isNumber(low) && isNumber(high)) return `${write(low)} to ${write(high)}`;
  if (isNumber(low)) return `at least ${write(low)}`;
  if (isNumber(high)) return `at most ${write(high)}`;
  return "no bounds yet";
}

// A chance is never written as certain: the data only ever make it very likely.
function chance(p) {
  if (!isNumber(p)) return dash;
  if (p > 0.999) return ">99.9%";
  if (p < 0.001) return "<0.1%";
  return percent(p);
}

function duration(seconds) {
  if (!isNumber(seconds)) return dash;
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h} h ${m} min` : `${m} min ${s} s`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A table that scrolls inside its own frame on narrow screens; the frame takes the focus so that arrow keys scroll it.
function tableFrame(label, ...rows) {
  return el("div", { class: "frame", tabindex: 0, role: "region", "aria-label": label }, el("table", {}, ...rows));
}

// A row of buttons of which one is pressed.
function choice(label, options, chosen, choose) {
  const buttons = options.map(([value, text]) =>
    el("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => pick(value) }, text),
  );
  function pick(value) {
    options.forEach(([each], i) => buttons[i].setAttribute("aria-pressed", String(each === value)));
    choose(value);
  }
  return el("div", { class: "choice", role: "group", "aria-label": label }, buttons);
}

const pushButton = (content, label, action) =>
  el("button", { type: "button", title: label, "aria-label": label, onclick: action }, content);
