// What is known of games by their names: from the program's catalogue, or from a report of one game.

import type { GameKind, Look, SideNumber } from "./types";

type Kind = Pick<GameKind, "name" | "look" | "sides">;

let kinds = $state.raw<readonly Kind[]>([]);

export const learnKinds = (all: readonly Kind[]): void => void (kinds = all);

const kindOf = (game: string): Kind | undefined => kinds.find((kind) => kind.name === game);

export const lookOf = (game: string): Look => kindOf(game)?.look ?? "squares";

export const sideWord = (game: string, side: SideNumber): string =>
  kindOf(game)?.sides[side] ?? (side === 0 ? "black" : "white");
