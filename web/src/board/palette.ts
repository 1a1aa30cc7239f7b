// The boards' colours. They are written into the drawing itself, so that a saved picture looks like the page.

import type { Look, Side } from "../lib/types";

export interface Palette {
  ground: string; // the board
  edge: string; // its rim
  line: string; // grid lines
  label: string; // coordinates outside the grid
  hole: string; // what is seen through an empty hole; the dark squares
  stones: Record<Side, { light: string; dark: string; rim: string; ink: string }>;
  accent: string; // last move, winning line
  plate: string; // the blocked cell
}

const black = { light: "#5d5d64", dark: "#141416", rim: "#0b0b0c", ink: "#f4f4f5" };
const white = { light: "#ffffff", dark: "#d5d5d8", rim: "#9a9aa2", ink: "#18181b" };
const red = { light: "#f0705c", dark: "#c22f26", rim: "#8f1f19", ink: "#ffffff" };
const yellow = { light: "#ffe27a", dark: "#e9b520", rim: "#a97d0c", ink: "#2a2109" };

type Look2 = Record<"light" | "dark", Omit<Palette, "label" | "accent">>;

const boards: Record<Look, Look2> = {
  squares: {
    light: {
      ground: "#f0dfc0",
      edge: "#a67c4e",
      line: "#a67c4e",
      hole: "#c89f6d",
      plate: "#8b8b92",
      stones: { first: white, second: black },
    },
    dark: {
      ground: "#9c8258",
      edge: "#54402a",
      line: "#54402a",
      hole: "#73593a",
      plate: "#6b6b72",
      stones: {
        first: { ...white, light: "#f1f1f2", dark: "#bebec4" },
        second: { ...black, light: "#4a4a50", dark: "#0d0d0f" },
      },
    },
  },
  points: {
    light: {
      ground: "#e6bd7b",
      edge: "#c99b57",
      line: "#6d4f22",
      hole: "#e6bd7b",
      plate: "#8b8b92",
      stones: { first: black, second: white },
    },
    dark: {
      ground: "#8a6a3c",
      edge: "#6f532c",
      line: "#3d2c12",
      hole: "#8a6a3c",
      plate: "#6b6b72",
      stones: {
        first: { ...black, light: "#4a4a50", dark: "#0d0d0f" },
        second: { ...white, light: "#f1f1f2", dark: "#bebec4" },
      },
    },
  },
  frame: {
    light: {
      ground: "#2b62c4",
      edge: "#1f4c9c",
      line: "#1f4c9c",
      hole: "#f4f6fa",
      plate: "#9ba3b0",
      stones: { first: red, second: yellow },
    },
    dark: {
      ground: "#264a86",
      edge: "#1b3764",
      line: "#1b3764",
      hole: "#12161d",
      plate: "#5f6876",
      stones: {
        first: { ...red, light: "#dd6553", dark: "#a92b23" },
        second: { ...yellow, light: "#f0d06a", dark: "#cc9c1c" },
      },
    },
  },
  felt: {
    light: {
      ground: "#2f8a57",
      edge: "#1f6a40",
      line: "#1b5c38",
      hole: "#2f8a57",
      plate: "#8b8b92",
      stones: { first: black, second: white },
    },
    dark: {
      ground: "#24603f",
      edge: "#184a2f",
      line: "#123a25",
      hole: "#24603f",
      plate: "#6b6b72",
      stones: {
        first: { ...black, light: "#4a4a50", dark: "#0d0d0f" },
        second: { ...white, light: "#f1f1f2", dark: "#bebec4" },
      },
    },
  },
  paper: {
    light: {
      ground: "#fbfaf7",
      edge: "#d8d4ca",
      line: "#8d8778",
      hole: "#fbfaf7",
      plate: "#9b9ba2",
      stones: {
        first: { ...black, light: "#1f5fa8", dark: "#1f5fa8" },
        second: { ...white, light: "#b4511a", dark: "#b4511a" },
      },
    },
    dark: {
      ground: "#2a2c31",
      edge: "#3c3f46",
      line: "#7d818b",
      hole: "#2a2c31",
      plate: "#6b6b72",
      stones: {
        first: { ...black, light: "#7db4ef", dark: "#7db4ef" },
        second: { ...white, light: "#f0a36f", dark: "#f0a36f" },
      },
    },
  },
};

export function paletteOf(look: Look, dark: boolean): Palette {
  return {
    ...boards[look][dark ? "dark" : "light"],
    label: dark ? "#a5abb6" : "#5b6270",
    accent: dark ? "#ff9f6b" : "#d9480f",
  };
}
