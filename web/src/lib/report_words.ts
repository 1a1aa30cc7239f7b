// What a tournament's figures say, in the words of the page's language.

import type { GameRow, TournamentReport } from "./arena";
import { t, word } from "./i18n.svelte";
import { grouped } from "./numbers";

type Maybe = number | null | undefined;

// "+12 to +56"; an end that nobody knows is said in words.
export function range(low: Maybe, high: Maybe, write: (value: number) => string): string {
  const known = (value: Maybe): value is number => typeof value === "number";
  if (known(low) && known(high)) return t("range.between", { low: write(low), high: write(high) });
  if (known(low)) return t("range.least", { low: write(low) });
  return known(high) ? t("range.most", { high: write(high) }) : t("range.none");
}

// Levels of the page play under their names, which have words in every language.
export const namesOf = (report: Pick<TournamentReport, "players">): string[] =>
  report.players.map((player) => word("level", player.name));

// The players in the order of the standings.
export function orderOf(report: Pick<TournamentReport, "players" | "standings">): number[] {
  const ranked = report.standings.map((standing) => standing.player);
  return [...new Set([...ranked, ...report.players.keys()])];
}

export const threeCounts = (counts: readonly number[]): string => counts.map(grouped).join(" · ");

const results: Record<string, string> = { first: "1–0", second: "0–1", draw: "½–½" };
export const resultOf = (game: Pick<GameRow, "outcome">): string => results[game.outcome] ?? "*";

export const gamesText = (n: number): string => t(n === 1 ? "figures.oneGame" : "figures.games", { n: grouped(n) });
