// Where things are on a drawn board. A cell is 40 units wide. Names stand outside the grid: rows at the left, columns
// below, or above where rows count from the top; the other two sides have only a rim.
//
//       28     40    40    40  rim
//      ├────┼─────┼─────┼─────┼──┤
//
// Gomoku's lines run through the middles of its cells, so that a cell is a point.

import type { Shape } from "../lib/types";

export const unit = 40;
const margin = 28;
const rim = 10;

export interface Point {
  x: number;
  y: number;
}

export const widthOf = (shape: Shape): number => margin + unit * shape.columns + rim;
export const heightOf = (shape: Shape): number => margin + unit * shape.rows + rim;

// The view box of a board without its names.
export function gridBox(shape: Shape): string {
  return `${left - rim} ${topOf(shape) - rim} ${unit * shape.columns + 2 * rim} ${unit * shape.rows + 2 * rim}`;
}

// The grid's upper left corner.
export const left = margin;
export const topOf = (shape: Shape): number => (shape.numbersFromTop ? margin : rim);

export const rowOf = (shape: Shape, cell: number): number => Math.floor(cell / shape.columns);
export const columnOf = (shape: Shape, cell: number): number => cell % shape.columns;

export function centreOf(shape: Shape, cell: number): Point {
  return { x: left + unit * (columnOf(shape, cell) + 0.5), y: topOf(shape) + unit * (rowOf(shape, cell) + 0.5) };
}

// A place on the way from one cell to another, `share` of it done.
export function between(shape: Shape, from: number, to: number, share: number): Point {
  const a = centreOf(shape, from);
  const b = centreOf(shape, to);
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

// An arrow from one cell to another, as a closed path.
export function arrow(shape: Shape, from: number, to: number): string {
  const a = between(shape, from, to, 0.22);
  const b = centreOf(shape, to);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const dx = (b.x - a.x) / length;
  const dy = (b.y - a.y) / length;
  const at = (along: number, aside: number): string =>
    `${(a.x + along * dx - aside * dy).toFixed(1)} ${(a.y + along * dy + aside * dx).toFixed(1)}`;
  const neck = length - 14;
  return `M${at(0, 2.5)}L${at(neck, 2.5)}L${at(neck, 8)}L${at(length, 0)}L${at(neck, -8)}L${at(neck, -2.5)}L${at(0, -2.5)}z`;
}

export const columnLetter = (column: number): string => String.fromCharCode(97 + column);

export const rowNumber = (shape: Shape, row: number): number => (shape.numbersFromTop ? row + 1 : shape.rows - row);

// "h8"
export function cellName(shape: Shape, cell: number): string {
  return columnLetter(columnOf(shape, cell)) + String(rowNumber(shape, rowOf(shape, cell)));
}

export interface Label extends Point {
  text: string;
}

// Small boards are drawn larger, so their labels are written smaller.
export const labelSize = (shape: Shape): number => Math.min(13, Math.max(5, shape.rows, shape.columns));

export function labels(shape: Shape): Label[] {
  const all: Label[] = [];
  const line = shape.numbersFromTop ? margin / 2 - 1 : topOf(shape) + unit * shape.rows + margin / 2 + 2;
  for (let column = 0; column < shape.columns; ++column) {
    const text = shape.columnNumbers ? String(column + 1) : columnLetter(column).toUpperCase();
    all.push({ x: left + unit * (column + 0.5), y: line, text });
  }
  for (let row = 0; row < shape.rows; ++row) {
    all.push({ x: margin / 2 - 2, y: topOf(shape) + unit * (row + 0.5), text: String(rowNumber(shape, row)) });
  }
  return all;
}

// The points that help the eye: on boards of 13 and more in the corners and the middle, else in the middle only.
export function starPoints(shape: Shape): number[] {
  const size = shape.rows;
  const middle = size % 2 === 1 ? (size - 1) / 2 : -1;
  const lines = size >= 13 ? [3, size - 4] : [];
  if (size >= 17 && middle >= 0) lines.push(middle);
  const stars = lines.flatMap((row) => lines.map((column) => row * size + column));
  if (middle >= 0 && !stars.includes(middle * size + middle)) stars.push(middle * size + middle);
  return stars;
}

// One step of a cursor with an arrow key; it stays on the board.
export function moveCursor(shape: Shape, cell: number, key: string): number {
  let row = rowOf(shape, cell);
  let column = columnOf(shape, cell);
  if (key === "ArrowLeft") --column;
  if (key === "ArrowRight") ++column;
  if (key === "ArrowUp") --row;
  if (key === "ArrowDown") ++row;
  if (key === "Home") column = 0;
  if (key === "End") column = shape.columns - 1;
  row = Math.min(Math.max(row, 0), shape.rows - 1);
  column = Math.min(Math.max(column, 0), shape.columns - 1);
  return row * shape.columns + column;
}
