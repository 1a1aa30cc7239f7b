// One game on the board: stepping, playing, the score of each move.

const iconPaths = {
  play: "M7 4l13 8l-13 8z",
  pause: "M7 4h4v16h-4zM13 4h4v16h-4z",
  back: "M15 4l2 2l-6 6l6 6l-2 2l-8-8z",
  on: "M9 4l-2 2l6 6l-6 6l2 2l8-8z",
  first: "M5 4h3v16h-3zM20 4l-11 8l11 8z",
  last: "M16 4h3v16h-3zM4 4l11 8l-11 8z",
};
const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: iconPaths[name] }));

const moveTime = 800; // milliseconds a move at speed 1

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

const scoreText = (score) => signed(score, Math.abs(score) < 10 ? 2 : 0);

function makeViewer(r, games, shownGames) {
  const dialog = document.getElementById("viewer");
  let g = null,
    positions = [],
    complete = true,
    ply = 0,
    timer = null,
    addressTimer = null,
    numbers = false,
    speed = 1,
    graph = null;
  const part = (name) => el("div", { class: name });
  const [boardBox, playersBox, infoBox, graphBox, movesBox] = [
    "board-box",
    "viewer-players",
    "viewer-info",
    "viewer-graph",
    "viewer-moves",
  ].map(part);
  infoBox.setAttribute("aria-live", "polite");
  const button = (content, label, action) =>
    el("button", { type: "button", title: label, "aria-label": label, onclick: action }, content);
  const playButton = button(icon("play"), "Play (Space)", () => toggle());
  const slider = el("input", { type: "range", min: 0, "aria-label": "Move", oninput: () => go(Number(slider.value)) });
  const buttons = [
    button(icon("first"), "First position (Home)", () => go(0)),
    button(icon("back"), "One move back (←)", () => go(ply - 1)),
    playButton,
    button(icon("on"), "One move on (→)", () => go(ply + 1)),
    button(icon("last"), "Last position (End)", () => go(Infinity)),
  ];
  const speedBox = el(
    "select",
    {
      onchange: () => {
        speed = Number(speedBox.value);
        if (timer) {
          stop();
          toggle();
        }
      },
    },
    [
      ["0.5", "½×"],
      ["1", "1×"],
      ["2", "2×"],
      ["4", "4×"],
    ].map(([value, text]) => el("option", { value, selected: value === "1" }, text)),
  );
  const numbersBox = el("input", {
    type: "checkbox",
    onchange: () => {
      numbers = numbersBox.checked;
      show(ply);
    },
  });
  const title = el("h2", { id: "viewer-title" });
  const gameButtons = [
    button("‹ Game", "Previous game of the list (P)", () => neighbour(-1)),
    button("Game ›", "Next game of the list (N)", () => neighbour(1)),
  ];
  dialog.setAttribute("aria-labelledby", "viewer-title");
  dialog.removeAttribute("aria-label");
  dialog.append(
    el(
      "div",
      { class: "viewer-top" },
      title,
      el(
        "div",
        { class: "viewer-nav" },
        gameButtons,
        button("✕", "Close (Esc)", () => dialog.close()),
      ),
    ),
    el(
      "div",
      { class: "viewer-body" },
      boardBox,
      el(
        "div",
        { class: "viewer-side" },
        playersBox,
        infoBox,
        el("div", { class: "viewer-buttons" }, buttons),
        slider,
        el(
          "div",
          { class: "viewer-options" },
          el("label", {}, numbersBox, "Move numbers"),
          el("label", {}, "Speed ", speedBox),
        ),
        graphBox,
        movesBox,
      ),
    ),
  );
  dialog.addEventListener("close", () => {
    stop();
    clearTimeout(addressTimer);
    if (location.hash.startsWith("#game=")) location.hash = "games";
  });
  dialog.addEventListener("keydown", onKey);

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
    const on = event.target.tagName;
    const actions = {
      ArrowLeft: () => go(ply - 1),
      ArrowRight: () => go(ply + 1),
      Home: () => go(0),
      End: () => go(Infinity),
      n: () => neighbour(1),
      p: () => neighbour(-1),
      " ": on === "BUTTON" || on === "INPUT" ? null : toggle,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  function neighbour(step) {
    const order = shownGames();
    const next = order[order.indexOf(g) + step];
    if (next) location.hash = `game=${next.n}`;
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    playButton.replaceChildren(icon("play"));
    playButton.setAttribute("aria-label", "Play (Space)");
  }
  function toggle() {
    if (timer) return stop();
    if (ply >= positions.length - 1) show(0);
    playButton.replaceChildren(icon("pause"));
    playButton.setAttribute("aria-label", "Pause (Space)");
    timer = setInterval(() => {
      if (ply < positions.length - 1) show(ply + 1);
      else stop();
    }, moveTime / speed);
  }
  function go(to) {
    stop();
    show(to);
  }

  function show(to) {
    const before = ply;
    ply = clamp(to, 0, Math.max(0, positions.length - 1));
    const p = positions[ply];
    boardBox.replaceChildren(
      p
        ? drawBoard(p, { numbers: numbers ? moveNumbers() : null, animate: ply === before + 1 })
        : el("p", { class: "quiet" }, "This game cannot be drawn; its moves are listed beside."),
    );
    slider.max = Math.max(0, positions.length - 1);
    slider.value = ply;
    slider.setAttribute("aria-valuetext", ply === 0 ? "Start" : `Move ${ply}, ${g.moves[ply - 1]}`);
    infoBox.replaceChildren(...moveInfo());
    if (graph) graph.moveTo(ply);
    for (const each of movesBox.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    const current = movesBox.querySelector(`[data-ply="${ply}"]`);
    if (current) {
      current.setAttribute("aria-current", "step");
      movesBox.scrollTop = current.offsetTop - movesBox.offsetTop - movesBox.clientHeight / 2;
    }
    // Not at every step: browsers stop listening to pages that change their address too often.
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, 300);
  }
  function writeAddress() {
    const move = ply === positions.length - 1 ? "" : `&move=${ply}`;
    try {
      history.replaceState(null, "", `#game=${g.n}${move}`);
    } catch {
      /* the address stays as it was */
    }
  }
  function moveNumbers() {
    const found = [];
    for (let i = 1; i <= ply; ++i) if (positions[i].move >= 0) found[positions[i].move] = i;
    return found;
  }

  function moveInfo() {
    const atEnd = ply >= positions.length - 1;
    const lines = [];
    const move = ply === 0 ? null : g.moves[ply - 1];
    const opening = move && ply <= (g.k || 0) ? " (opening)" : "";
    lines.push(
      el("p", { class: "now" }, move ? [el("b", {}, `${ply}. ${move}`), opening, ` by ${mover()}`] : "Start position"),
    );
    const said = [];
    const score = move && positions[ply] ? scoreOf(g, positions, ply) : null;
    if (score !== null) said.push(["Score", scoreText(score)]);
    const depth = noteAt(g, g.p, ply);
    if (depth !== null && depth > 0) said.push(["Depth", count(depth)]);
    const micros = noteAt(g, g.u, ply);
    if (micros !== null) said.push(["Time", duration(micros / 1e6)]);
    if (positions[ply]?.game === "othello")
      said.push(["Discs", `${discs(positions[ply], "x")}–${discs(positions[ply], "o")}`]);
    if (Array.isArray(g.u))
      said.push(["Used so far", ["x", "o"].map((side) => duration(usedBy(side) / 1e6)).join(" / ")]);
    lines.push(
      el(
        "dl",
        { class: "notes" },
        said.map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))),
      ),
    );
    if (atEnd) lines.push(el("p", { class: "verdict" }, verdict()));
    return lines;
  }
  const sideName = (i) => capital(words(list(r.sides)[i]) || ["first", "second"][i]);
  const mover = () => nameOf(r, positions[ply - 1].toMove === "x" ? g.f : g.s);
  function usedBy(side) {
    let sum = 0;
    for (let i = 1; i <= ply; ++i) if (positions[i - 1].toMove === side) sum += noteAt(g, g.u, i) || 0;
    return sum;
  }
  function verdict() {
    const who = { first: [g.f, g.s, 0], second: [g.s, g.f, 1] }[g.o];
    const rest = complete ? "" : ` The moves from ${positions.length} on could not be replayed.`;
    if (!who) return (g.o === "draw" ? "Drawn." : "Not finished.") + rest;
    const how = ["win", undefined, null, ""].includes(g.t) ? "" : `: ${nameOf(r, who[1])} lost by ${g.t}`;
    return `${sideName(who[2])} (${nameOf(r, who[0])}) wins${how}.${isText(g.d) ? ` ${g.d}` : ""}${rest}`;
  }

  function open(game, at) {
    stop();
    g = game;
    ({ positions, complete } = replay(r.game, g.x || r.start, g.moves));
    title.textContent = `Game ${g.n}`;
    const order = shownGames();
    gameButtons[0].disabled = order.indexOf(g) <= 0;
    gameButtons[1].disabled = order.indexOf(g) === order.length - 1;
    playersBox.replaceChildren(
      ...[
        [g.f, "x", 0, "first"],
        [g.s, "o", 1, "second"],
      ].map(([player, side, i, outcome]) =>
        el(
          "div",
          { class: g.o === outcome ? "winner" : null },
          playerMark(r.game, side),
          el("span", { class: "who" }, nameOf(r, player)),
          el("span", { class: "quiet" }, sideName(i)),
          el("b", { class: "figure" }, g.o === outcome ? "1" : g.o === "draw" ? "½" : "0"),
        ),
      ),
    );
    graph = positions.length > 0 ? scoreGraph(g, positions, (to) => go(to)) : null;
    graphBox.replaceChildren(
      ...(graph
        ? [
            graph.element,
            el(
              "p",
              { class: "quiet" },
              `Each player's own score, seen from ${sideName(0).toLowerCase()}: `,
              el("span", { class: "key s0" }, nameOf(r, g.f)),
              " ",
              el("span", { class: "key s1 dashed" }, nameOf(r, g.s)),
            ),
          ]
        : []),
    );
    movesBox.replaceChildren(
      ...g.moves.map((move, i) =>
        el(
          "button",
          {
            type: "button",
            class: i < (g.k || 0) ? "quiet" : null,
            "data-ply": i + 1,
            disabled: i + 1 >= Math.max(1, positions.length),
            onclick: () => go(i + 1),
          },
          el("small", {}, String(i + 1)),
          move,
        ),
      ),
    );
    if (!dialog.open) dialog.showModal();
    ply = -1;
    show(at === null ? Infinity : at);
    dialog.focus();
  }
  return { open, close: () => dialog.open && dialog.close() };
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
