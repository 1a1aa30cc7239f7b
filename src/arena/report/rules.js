// The rules, as far as replaying a finished game needs them. A game without rules here can be replayed where its stones
// stay: each move puts one on the cell that it names. A position is
//   { game, rule, options, rows, columns, cells, toMove, outcome, move, flipped, line }
// cells: one character each, row by row from the top: "." empty, "x" first, "o" second, "#" blocked;
// outcome: null while the game goes on, "x", "o" or "draw"; move: the cell of the last move (-1: a pass or none);
// flipped: cells that it turned over; line: the cells of the winning line; options: what stood before the diagram.

const hasRules = (game) => ["gomoku", "connect4", "othello"].includes(game);

const other = (side) => (side === "x" ? "o" : "x");

const emptyPosition = (game, rows, columns, rule) => ({
  game,
  rule,
  options: "",
  rows,
  columns,
  cells: new Array(rows * columns).fill("."),
  toMove: "x",
  outcome: null,
  move: -1,
  flipped: [],
  line: [],
});

// Othello counts its rows from the top, the other games from the bottom.
const rowNumber = (p, row) => (p.game === "othello" ? row + 1 : p.rows - row);
const columnName = (column) => String.fromCharCode(97 + column);
const cellName = (p, cell) => columnName(cell % p.columns) + rowNumber(p, Math.floor(cell / p.columns));

function cellNamed(p, name) {
  const match = /^([a-z])(\d{1,2})$/.exec(name);
  if (!match) return -1;
  const column = match[1].charCodeAt(0) - 97;
  const row = p.game === "othello" ? Number(match[2]) - 1 : p.rows - Number(match[2]);
  return column < p.columns && row >= 0 && row < p.rows ? row * p.columns + column : -1;
}

// --- Reading and writing positions, as docs/notation.md has them ---

function diagramRows(text) {
  return text.split("/").map((row) => [...row.replace(/\d+/g, (n) => ".".repeat(Math.min(99, Number(n))))]);
}

function parsePosition(game, text) {
  const words = String(text || "")
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  const options = Object.fromEntries(words.filter((w) => w.includes("=")).map((w) => w.split("=")));
  const rest = words.filter((w) => !w.includes("="));
  const rule = options.rule || "freestyle";
  if (game === "othello" && /^[-.xo_*bw]{64}$/i.test(rest[0] || "")) rest[0] = rest[0].replace(/.{8}(?=.)/g, "$&/");
  if ((rest[0] || "").includes("/")) {
    const position = fromDiagram(game, rule, rest[0], rest[1]);
    return position && { ...position, options: words.filter((w) => w.includes("=")).join(" ") };
  }
  let position;
  if (game === "gomoku") {
    const size = Number(options.size || 15);
    position = emptyPosition(game, size, size, rule);
  } else if (game === "connect4") {
    position = emptyPosition(game, Number(options.rows || 6), Number(options.columns || 7), rule);
    const blocked = cellNamed(position, options.blocked || "none");
    if (blocked >= 0) position.cells[blocked] = "#";
  } else if (game === "othello") {
    position = emptyPosition(game, 8, 8, rule);
    for (const [cell, side] of [
      [27, "o"],
      [28, "x"],
      [35, "x"],
      [36, "o"],
    ])
      position.cells[cell] = side;
  } else {
    return null;
  }
  const moves =
    rest
      .join("")
      .toLowerCase()
      .match(/pass|[a-z]\d{1,2}|[a-z]|\d/g) || [];
  for (const move of moves) position = position && play(position, move);
  return position;
}

function fromDiagram(game, rule, diagram, toMove) {
  const kinds = { x: "x", b: "x", "*": "x", o: "o", w: "o", "#": "#" };
  const rows = diagramRows(diagram.toLowerCase());
  const columns = rows[0].length;
  if (columns > 26 || rows.length > 26 || rows.some((row) => row.length !== columns)) return null;
  const position = emptyPosition(game, rows.length, columns, rule);
  position.cells = rows.flat().map((c) => kinds[c] || ".");
  position.toMove = /^(o|w|white|second)$/i.test(toMove || "") ? "o" : "x";
  return position;
}

// Exactly what the program writes for the same position.
function positionText(p) {
  if (p.game === "othello") {
    const letters = { x: "X", o: "O" };
    return p.cells.map((c) => letters[c] || "-").join("") + " " + p.toMove.toUpperCase();
  }
  const rows = [];
  for (let row = 0; row < p.rows; ++row) {
    rows.push(
      p.cells
        .slice(row * p.columns, (row + 1) * p.columns)
        .join("")
        .replace(/\.+/g, (run) => run.length),
    );
  }
  const rule = p.game === "gomoku" && p.rule !== "freestyle" ? `rule=${p.rule} ` : "";
  const options = hasRules(p.game) || !p.options ? rule : `${p.options} `;
  return `${options}${rows.join("/")} ${p.toMove}`;
}

// --- Playing ---

// The position after the move, or null where the move makes no sense. Renju's forbidden points are not looked for:
// the program has done that.
function play(p, text) {
  const move = text.toLowerCase();
  if (p.outcome !== null) return null;
  if (p.game === "othello") return playOthello(p, move);
  const cell = p.game === "connect4" ? landing(p, move) : cellNamed(p, move);
  if (cell < 0 || p.cells[cell] !== ".") return null;
  const next = { ...p, cells: p.cells.slice(), move: cell, flipped: [], line: [], toMove: other(p.toMove) };
  next.cells[cell] = p.toMove;
  if (!hasRules(p.game)) return next;
  next.line = winningLine(next, cell);
  if (next.line.length > 0) next.outcome = p.toMove;
  else if (!next.cells.includes(".")) next.outcome = "draw";
  return next;
}

// A disc falls to the lowest free cell that has nothing but taken or blocked cells under it.
function landing(p, move) {
  const column = /^[a-z]$/.test(move) ? move.charCodeAt(0) - 97 : Number(move) - 1;
  if (!(column >= 0 && column < p.columns)) return -1;
  for (let row = p.rows - 1; row >= 0; --row) {
    if (p.cells[row * p.columns + column] === ".") return row * p.columns + column;
  }
  return -1;
}

const lineSteps = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

function cellAt(p, row, column) {
  return row >= 0 && row < p.rows && column >= 0 && column < p.columns ? row * p.columns + column : -1;
}

// Cells of one colour that lie in line with `cell` and next to each other, in order.
function runThrough(p, cell, [down, right]) {
  const side = p.cells[cell];
  const run = [cell];
  for (const direction of [1, -1]) {
    let row = Math.floor(cell / p.columns),
      column = cell % p.columns;
    for (;;) {
      row += direction * down;
      column += direction * right;
      const next = cellAt(p, row, column);
      if (next < 0 || p.cells[next] !== side) break;
      if (direction > 0) run.push(next);
      else run.unshift(next);
    }
  }
  return run;
}

function winningLine(p, cell) {
  const needed = p.game === "connect4" ? 4 : 5;
  const exact = p.game === "gomoku" && (p.rule === "standard" || (p.rule === "renju" && p.cells[cell] === "x"));
  for (const step of lineSteps) {
    const run = runThrough(p, cell, step);
    if (exact ? run.length === needed : run.length >= needed) return run;
  }
  return [];
}

function othelloFlips(p, cell, side) {
  const flips = [];
  if (p.cells[cell] !== ".") return flips;
  for (const [down, right] of lineSteps) {
    for (const direction of [1, -1]) {
      const run = [];
      let row = Math.floor(cell / 8) + direction * down,
        column = (cell % 8) + direction * right;
      let at = cellAt(p, row, column);
      while (at >= 0 && p.cells[at] === other(side)) {
        run.push(at);
        row += direction * down;
        column += direction * right;
        at = cellAt(p, row, column);
      }
      if (at >= 0 && p.cells[at] === side) flips.push(...run);
    }
  }
  return flips;
}

const othelloCanMove = (p, side) => p.cells.some((_, cell) => othelloFlips(p, cell, side).length > 0);

function playOthello(p, move) {
  if (move === "pass") {
    if (othelloCanMove(p, p.toMove)) return null;
    return { ...p, toMove: other(p.toMove), move: -1, flipped: [] };
  }
  // Transcripts leave a forced pass out.
  const side = othelloCanMove(p, p.toMove) ? p.toMove : other(p.toMove);
  const cell = cellNamed(p, move);
  const flipped = cell < 0 ? [] : othelloFlips(p, cell, side);
  if (flipped.length === 0) return null;
  const next = { ...p, cells: p.cells.slice(), move: cell, flipped, toMove: other(side) };
  for (const each of [cell, ...flipped]) next.cells[each] = side;
  if (!othelloCanMove(next, "x") && !othelloCanMove(next, "o")) {
    const margin = discs(next, "x") - discs(next, "o");
    next.outcome = margin === 0 ? "draw" : margin > 0 ? "x" : "o";
  }
  return next;
}

const discs = (p, side) => p.cells.filter((c) => c === side).length;

// Every position of a game, from its start to its end. Stops before a move that cannot be played; `complete` says so.
function replay(game, stonesStay, start, moves) {
  const positions = hasRules(game) || stonesStay ? [parsePosition(game, start)] : [];
  if (!positions[0]) return { positions: [], complete: false };
  for (const move of moves) {
    const next = play(positions[positions.length - 1], move);
    if (!next) return { positions, complete: false };
    positions.push(next);
  }
  return { positions, complete: true };
}
