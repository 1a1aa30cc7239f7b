// One game on the board: stepping and playing.

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

const addressForm = /^#game=(\d+)(?:&move=(\d+))?$/;
const gameInAddress = () => addressForm.exec(location.hash)?.[1];

class Viewer {
  // `shown` gives the games in the order of the list.
  constructor(r, shown) {
    Object.assign(this, { r, shown, g: null, replayed: { positions: [], complete: true }, ply: 0 });
    Object.assign(this, { timer: null, addressTimer: null, graph: null });
    this.dialog = document.getElementById("viewer");
    this.makeControls();
    this.layOut();
    this.dialog.addEventListener("keydown", (event) => this.onKey(event));
    this.dialog.addEventListener("close", () => {
      this.stop();
      clearTimeout(this.addressTimer);
      if (location.hash.startsWith("#game=")) location.hash = "games";
    });
  }
  get positions() {
    return this.replayed.positions;
  }
  get last() {
    return Math.max(0, this.positions.length - 1);
  }

  makeControls() {
    this.title = el("h2", { id: "viewer-title" });
    this.slider = el("input", {
      type: "range",
      min: 0,
      "aria-label": "Move",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.playButton = pushButton(icon("play"), "Play (Space)", () => this.toggle());
    this.stepButtons = [
      pushButton(icon("first"), "First position (Home)", () => this.go(0)),
      pushButton(icon("back"), "One move back (←)", () => this.go(this.ply - 1)),
      this.playButton,
      pushButton(icon("on"), "One move on (→)", () => this.go(this.ply + 1)),
      pushButton(icon("last"), "Last position (End)", () => this.go(Infinity)),
    ];
    this.gameButtons = [
      pushButton("‹ Game", "Previous game of the list (P)", () => this.neighbour(-1)),
      pushButton("Game ›", "Next game of the list (N)", () => this.neighbour(1)),
    ];
    const speeds = Object.entries({ "½×": 0.5, "1×": 1, "2×": 2, "4×": 4 });
    this.speedBox = el(
      "select",
      { onchange: () => this.timer && (this.stop(), this.toggle()) },
      speeds.map(([text, value]) => el("option", { value, selected: value === 1 }, text)),
    );
    this.numbersBox = el("input", { type: "checkbox", onchange: () => this.show(this.ply) });
  }

  layOut() {
    const box = (name, ...children) => el("div", { class: name }, ...children);
    this.boardBox = box("board-box");
    this.playersBox = box("viewer-players");
    this.infoBox = el("div", { class: "viewer-info", "aria-live": "polite" });
    this.graphBox = box("viewer-graph");
    this.movesBox = box("viewer-moves");
    const close = pushButton("✕", "Close (Esc)", () => this.dialog.close());
    const options = box(
      "viewer-options",
      el("label", {}, this.numbersBox, "Move numbers"),
      el("label", {}, "Speed ", this.speedBox),
    );
    const side = box(
      "viewer-side",
      this.playersBox,
      this.infoBox,
      box("viewer-buttons", this.stepButtons),
      this.slider,
      options,
      this.graphBox,
      this.movesBox,
    );
    this.dialog.append(
      box("viewer-top", this.title, box("viewer-nav", this.gameButtons, close)),
      box("viewer-body", this.boardBox, side),
    );
  }

  // --- Opening and closing ---

  // At the end of the game, unless `at` says which move.
  open(game, at) {
    this.stop();
    this.g = game;
    this.replayed = replay(this.r.game, this.r.stones_stay === true, game.x || this.r.start, game.moves);
    this.title.textContent = `Game ${words(game.n)}`;
    const order = this.shown(),
      place = order.indexOf(game);
    this.gameButtons[0].disabled = place <= 0;
    this.gameButtons[1].disabled = place === order.length - 1;
    this.playersBox.replaceChildren(
      this.playerLine(game.f, "x", 0, "first"),
      this.playerLine(game.s, "o", 1, "second"),
    );
    this.showGraph();
    this.movesBox.replaceChildren(...game.moves.map((move, i) => this.moveButton(move, i + 1)));
    if (!this.dialog.open) this.dialog.showModal();
    this.ply = -1;
    this.show(at === null ? Infinity : at);
    this.dialog.focus();
  }
  close() {
    if (this.dialog.open) this.dialog.close();
  }

  playerLine(player, side, i, outcome) {
    const won = this.g.o === outcome;
    return el(
      "div",
      { class: won ? "winner" : null },
      playerMark(this.r.game, side),
      el("span", { class: "who" }, nameOf(this.r, player)),
      el("span", { class: "quiet" }, sideName(this.r, i)),
      el("b", { class: "figure" }, won ? "1" : this.g.o === "draw" ? "½" : "0"),
    );
  }
  moveButton(move, ply) {
    const opening = ply <= (this.g.k || 0);
    return el(
      "button",
      {
        type: "button",
        class: opening ? "quiet" : null,
        "data-ply": ply,
        disabled: ply > this.last,
        onclick: () => this.go(ply),
      },
      el("small", {}, String(ply)),
      move,
    );
  }
  showGraph() {
    const { r, g } = this;
    this.graph = this.positions.length > 0 ? scoreGraph(g, this.positions, (to) => this.go(to)) : null;
    this.graphBox.replaceChildren();
    if (!this.graph) return;
    this.graphBox.append(
      this.graph.element,
      el(
        "p",
        { class: "quiet" },
        `Each player's own score, seen from ${sideName(r, 0).toLowerCase()}: `,
        el("span", { class: "key s0" }, nameOf(r, g.f)),
        " ",
        el("span", { class: "key s1 dashed" }, nameOf(r, g.s)),
      ),
    );
  }

  // --- Moving ---

  onKey(event) {
    const on = event.target.tagName;
    if (event.altKey || event.ctrlKey || event.metaKey || on === "SELECT") return;
    const actions = {
      ArrowLeft: () => this.go(this.ply - 1),
      ArrowRight: () => this.go(this.ply + 1),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      n: () => this.neighbour(1),
      p: () => this.neighbour(-1),
      " ": on === "BUTTON" || on === "INPUT" ? null : () => this.toggle(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  neighbour(step) {
    const order = this.shown();
    const next = order[order.indexOf(this.g) + step];
    if (next) location.hash = `game=${next.n}`;
  }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.replaceChildren(icon("play"));
    this.playButton.setAttribute("aria-label", "Play (Space)");
  }
  toggle() {
    if (this.timer) return this.stop();
    if (this.ply >= this.last) this.show(0);
    this.playButton.replaceChildren(icon("pause"));
    this.playButton.setAttribute("aria-label", "Pause (Space)");
    this.timer = setInterval(
      () => {
        if (this.ply < this.last) this.show(this.ply + 1);
        else this.stop();
      },
      moveTime / Number(this.speedBox.value),
    );
  }
  go(to) {
    this.stop();
    this.show(to);
  }

  show(to) {
    const before = this.ply;
    this.ply = clamp(to, 0, this.last);
    const p = this.positions[this.ply];
    const numbers = this.numbersBox.checked ? this.moveNumbers() : null;
    this.boardBox.replaceChildren(
      p
        ? drawBoard(p, { numbers, animate: this.ply === before + 1 })
        : el("p", { class: "quiet" }, "This game cannot be drawn; its moves are listed beside."),
    );
    this.slider.max = this.last;
    this.slider.value = this.ply;
    this.slider.setAttribute(
      "aria-valuetext",
      this.ply === 0 ? "Start" : `Move ${this.ply}, ${this.g.moves[this.ply - 1]}`,
    );
    this.infoBox.replaceChildren(...this.moveInfo());
    if (this.graph) this.graph.moveTo(this.ply);
    this.markMove();
    // Not at every step: browsers stop listening to pages that change their address too often.
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.writeAddress(), 300);
  }
  markMove() {
    const box = this.movesBox;
    for (const each of box.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    const current = box.querySelector(`[data-ply="${this.ply}"]`);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
  }
  writeAddress() {
    if (gameInAddress() !== String(this.g.n)) return; // the page is on its way to another game
    const move = this.ply === this.last ? "" : `&move=${this.ply}`;
    try {
      history.replaceState(null, "", `#game=${this.g.n}${move}`);
    } catch {
      // The address stays as it was.
    }
  }
  moveNumbers() {
    const found = [];
    for (let i = 1; i <= this.ply; ++i) if (this.positions[i].move >= 0) found[this.positions[i].move] = i;
    return found;
  }
  moveInfo() {
    const { r, g, positions, ply } = this;
    const move = ply === 0 ? null : g.moves[ply - 1];
    const mover = move && nameOf(r, positions[ply - 1].toMove === "x" ? g.f : g.s);
    const opening = ply <= (g.k || 0) ? " (opening)" : "";
    return [
      el("p", {}, move ? [el("b", {}, `${ply}. ${move}`), opening, ` by ${mover}`] : "Start position"),
      el(
        "dl",
        { class: "notes" },
        notesOf(g, positions, ply).map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))),
      ),
      ply >= this.last ? el("p", { class: "verdict" }, verdict(r, g, this.replayed)) : "",
    ];
  }
}
