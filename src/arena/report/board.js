// Boards drawn as SVG. One cell is 40 units wide; the names of rows and columns stand outside the grid.

const unit = 40;
const margin = 26;

const centreOf = (p, cell) => ({
  x: margin + unit * ((cell % p.columns) + 0.5),
  y: margin + unit * (Math.floor(cell / p.columns) + 0.5),
});

function gradient(id, light, dark) {
  return svg(
    "radialGradient",
    { id, cx: "35%", cy: "30%", r: "75%" },
    svg("stop", { offset: "0%", class: light }),
    svg("stop", { offset: "100%", class: dark }),
  );
}

function definitions() {
  return svg(
    "defs",
    {},
    gradient("stone-x", "stone-x-light", "stone-x-dark"),
    gradient("stone-o", "stone-o-light", "stone-o-dark"),
    gradient("disc-x", "disc-x-light", "disc-x-dark"),
    gradient("disc-o", "disc-o-light", "disc-o-dark"),
    svg(
      "filter",
      { id: "soft", x: "-20%", y: "-20%", width: "140%", height: "140%" },
      svg("feDropShadow", { dx: 0, dy: 1.2, stdDeviation: 1.2, "flood-opacity": 0.4 }),
    ),
  );
}

// Small boards are drawn larger, so their labels are written smaller.
function coordinates(p) {
  const labels = [];
  const size = clamp(Math.max(p.rows, p.columns) * 0.9, 8, 15);
  const text = (x, y, value) => labels.push(svg("text", { x, y, "font-size": size, class: "coordinate" }, value));
  for (let column = 0; column < p.columns; ++column) {
    const x = margin + unit * (column + 0.5);
    const name = p.game === "connect4" && p.columns <= 9 ? String(column + 1) : columnName(column);
    text(x, p.game === "othello" ? margin / 2 : margin * 1.5 + unit * p.rows, name);
  }
  for (let row = 0; row < p.rows; ++row) text(margin / 2, margin + unit * (row + 0.5), String(rowNumber(p, row)));
  return svg("g", { "aria-hidden": "true" }, labels);
}

// The points that help the eye: on boards of 13 and more in the corners and the middle, else in the middle only.
function starPoints(size) {
  const edge = size >= 13 ? 3 : null;
  const middle = size % 2 === 1 ? (size - 1) / 2 : null;
  const at = [edge, size >= 17 ? middle : null, edge === null ? null : size - 1 - edge].filter((n) => n !== null);
  const stars = at.flatMap((row) => at.map((column) => [row, column]));
  if (middle !== null) stars.push([middle, middle]);
  return stars;
}

function gomokuGround(p) {
  const end = margin + unit * (p.rows - 0.5),
    begin = margin + unit / 2;
  const lines = [];
  for (let i = 0; i < p.rows; ++i) {
    const at = begin + unit * i;
    lines.push(`M${begin} ${at}H${end}M${at} ${begin}V${end}`);
  }
  return [
    svg("rect", { x: margin, y: margin, width: unit * p.columns, height: unit * p.rows, rx: 6, class: "wood" }),
    svg("path", { d: lines.join(""), class: "grid" }),
    starPoints(p.rows).map(([row, column]) =>
      svg("circle", { cx: begin + unit * column, cy: begin + unit * row, r: 4, class: "star" }),
    ),
  ];
}

function othelloGround(p) {
  const lines = [];
  for (let i = 0; i <= 8; ++i) {
    const at = margin + unit * i;
    lines.push(`M${margin} ${at}h${unit * 8}M${at} ${margin}v${unit * 8}`);
  }
  return [
    svg("rect", {
      x: margin - 3,
      y: margin - 3,
      width: unit * p.columns + 6,
      height: unit * p.rows + 6,
      rx: 5,
      class: "felt",
    }),
    svg("path", { d: lines.join(""), class: "felt-grid" }),
    [2, 6].flatMap((row) =>
      [2, 6].map((column) =>
        svg("circle", { cx: margin + unit * column, cy: margin + unit * row, r: 3.5, class: "felt-star" }),
      ),
    ),
  ];
}

// Any other board: cells between lines.
function plainGround(p) {
  const [width, height] = [unit * p.columns, unit * p.rows];
  let d = "";
  for (let row = 0; row <= p.rows; ++row) d += `M${margin} ${margin + unit * row}h${width}`;
  for (let column = 0; column <= p.columns; ++column) d += `M${margin + unit * column} ${margin}v${height}`;
  return [
    svg("rect", { x: margin - 3, y: margin - 3, width: width + 6, height: height + 6, rx: 5, class: "wood" }),
    svg("path", { d, class: "grid" }),
  ];
}

// The frame of Connect Four lies in front of the discs; its holes are really holes.
function connectFrame(p) {
  const [w, h, r] = [unit * p.columns, unit * p.rows, 16];
  const c = 8; // radius of the corners
  let d = `M${margin + c} ${margin}h${w - 2 * c}q${c} 0 ${c} ${c}v${h - 2 * c}q0 ${c} ${-c} ${c}`;
  d += `h${2 * c - w}q${-c} 0 ${-c} ${-c}v${2 * c - h}q0 ${-c} ${c} ${-c}z`;
  p.cells.forEach((cell, i) => {
    if (cell === "#") return;
    const { x, y } = centreOf(p, i);
    d += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  });
  return [
    svg("path", { d, "fill-rule": "evenodd", class: "frame-blue" }),
    p.cells.map((cell, i) => (cell === "#" ? plate(centreOf(p, i)) : null)),
  ];
}

function plate({ x, y }) {
  const bolts = [-1, 1].flatMap((dx) =>
    [-1, 1].map((dy) => svg("circle", { cx: x + 11 * dx, cy: y + 11 * dy, r: 2.4, class: "bolt" })),
  );
  return svg(
    "g",
    {},
    svg("title", {}, "Blocked cell"),
    svg("rect", { x: x - 16, y: y - 16, width: 32, height: 32, rx: 4, class: "plate" }),
    bolts,
  );
}

// The second player's Connect Four discs bear a ring: colours alone must not tell them apart.
function stone(p, cell, className) {
  const { x, y } = centreOf(p, cell);
  const side = p.cells[cell];
  const connect = p.game === "connect4";
  const radius = connect ? 18 : p.game === "othello" ? 16 : 18.4;
  return svg(
    "g",
    { class: className, "data-cell": cellName(p, cell), "data-side": side },
    svg("circle", { cx: x, cy: y, r: radius, fill: `url(#${connect ? "disc" : "stone"}-${side})` }),
    connect && side === "o" ? svg("circle", { cx: x, cy: y, r: 10, class: "disc-ring" }) : null,
  );
}

const playerMark = (game, side) =>
  svg(
    "svg",
    { viewBox: "0 0 20 20", class: "mark", "aria-hidden": "true" },
    definitions(),
    svg("circle", { cx: 10, cy: 10, r: 8, fill: `url(#${game === "connect4" ? "disc" : "stone"}-${side})` }),
    game === "connect4" && side === "o" ? svg("circle", { cx: 10, cy: 10, r: 4, class: "disc-ring" }) : null,
  );

// `numbers`: which move last changed each cell by being played there, or null for no numbers.
function drawBoard(p, { numbers = null, animate = false } = {}) {
  // Room for the labels on two sides, a little air on the others.
  const air = 8,
    width = margin + unit * p.columns + air,
    height = margin + unit * p.rows + air;
  const top = p.game === "othello" ? 0 : margin - air;
  const stones = [],
    marks = [];
  p.cells.forEach((side, cell) => {
    if (side !== "x" && side !== "o") return;
    const moving = !animate
      ? null
      : p.flipped.includes(cell)
        ? "flips"
        : cell === p.move && p.game === "connect4"
          ? "falls"
          : null;
    const drawn = stone(p, cell, moving);
    if (moving) drawn.style.setProperty("--drop", `${-(centreOf(p, cell).y - margin / 2)}px`);
    stones.push(drawn);
    const { x, y } = centreOf(p, cell);
    if (numbers && numbers[cell]) {
      marks.push(
        svg(
          "text",
          { x, y, class: `number on-${p.game === "connect4" ? "disc" : "stone"}-${side}` },
          String(numbers[cell]),
        ),
      );
    } else if (cell === p.move) {
      marks.push(
        svg("circle", { cx: x, cy: y, r: 7, class: `last on-${p.game === "connect4" ? "disc" : "stone"}-${side}` }),
      );
    }
  });
  if (numbers && p.move >= 0) {
    const { x, y } = centreOf(p, p.move);
    marks.push(svg("circle", { cx: x, cy: y, r: 18.5, class: "last-outline" }));
  }
  if (p.line.length > 0) {
    const [from, to] = [p.line[0], p.line[p.line.length - 1]].map((cell) => centreOf(p, cell));
    const d = `M${from.x} ${from.y}L${to.x} ${to.y}`;
    marks.push(svg("path", { d, class: "winning-halo" }), svg("path", { d, class: "winning-line" }));
  }
  const grounds = { gomoku: gomokuGround, othello: othelloGround, connect4: () => [] };
  const ground = (grounds[p.game] || plainGround)(p);
  const back =
    p.game === "connect4"
      ? svg("rect", { x: margin, y: margin, width: unit * p.columns, height: unit * p.rows, rx: 8, class: "hole" })
      : null;
  return svg(
    "svg",
    {
      viewBox: `0 ${top} ${width} ${height}`,
      class: `board ${p.game}`,
      role: "img",
      "aria-label": boardLabel(p),
      "data-position": positionText(p),
    },
    definitions(),
    back,
    ground,
    svg("g", { filter: p.game === "connect4" ? null : "url(#soft)" }, stones),
    p.game === "connect4" ? connectFrame(p) : null,
    svg("g", {}, marks),
    coordinates(p),
  );
}

function boardLabel(p) {
  const counts = `${discs(p, "x")} stones of the first player, ${discs(p, "o")} of the second`;
  return (
    `Board of ${p.rows} rows and ${p.columns} columns: ${counts}. ` +
    (p.move >= 0 ? `Last move ${cellName(p, p.move)}.` : "")
  );
}
