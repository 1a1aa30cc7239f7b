// Where things are on a drawn board. A cell is 40 units wide; names of rows and columns stand outside the grid.
//
//      margin   40    40    40  margin
//      ├──────┼─────┼─────┼─────┼──────┤
//
// Gomoku's lines run through the middles of its cells, so that a cell is a point.

import type { Shape } from "../lib/types";

export const unit = 40;
export const margin = 28;

export interface Point {
  x: number;
  y: number;
}

export const widthOf = (shape: Shape): number => unit * shape.columns + 2 * margin;
export const heightOf = (shape: Shape): number => unit * shape.rows + 2 * margin;

export const rowOf = (shape: Shape, cell: number): number => Math.floor(cell / shape.columns);
export const columnOf = (shape: Shape, cell: number): number => cell % shape.columns;

export function centreOf(shape: Shape, cell: number): Point {
  return { x: margin + unit * (columnOf(shape, cell) + 0.5), y: margin + unit * (rowOf(shape, cell) + 0.5) };
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
export const labelSize = (shape: Shape): number => Math.min(15, Math.max(9, Math.max(shape.rows, shape.columns)));

export function labels(shape: Shape): Label[] {
  const all: Label[] = [];
  const below = margin + unit * shape.rows + margin / 2;
  for (let column = 0; column < shape.columns; ++column) {
    const text = shape.columnNumbers ? String(column + 1) : columnLetter(column).toUpperCase();
    all.push({ x: margin + unit * (column + 0.5), y: shape.numbersFromTop ? margin / 2 : below, text });
  }
  for (let row = 0; row < shape.rows; ++row) {
    all.push({ x: margin / 2, y: margin + unit * (row + 0.5), text: String(rowNumber(shape, row)) });
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
