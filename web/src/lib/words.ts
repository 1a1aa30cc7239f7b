// What the page says about a game, in the words of its language.

import { percent, short, signed } from "./numbers";
import { t, word } from "./i18n.svelte";
import { sideWord } from "./kinds.svelte";
import type { Exact, GameKind, Session, SideNumber, Threat, Thought, Unit } from "./types";

export function sideName(game: string, side: SideNumber): string {
  const name = sideWord(game, side);
  return word("side", name, name.charAt(0).toUpperCase() + name.slice(1));
}

export const gameTitle = (kind: Pick<GameKind, "name" | "title">): string => word("game", kind.name, kind.title);

// Moves as they are shown: H8 for points, 4 for columns.
export const moveText = (move: string): string => (move === "pass" ? t("game.pass") : move.toUpperCase());

export const lineText = (moves: readonly { move: string }[]): string => moves.map((m) => moveText(m.move)).join(" ");

export function seatName(session: Session, side: SideNumber): string {
  const seat = session.seats[side];
  const alone = session.seats.filter((s) => s.kind === "person").length === 1;
  if (seat.kind === "person") return alone ? t("you") : t("new.person");
  if (seat.kind === "level") return word("level", seat.level ?? "", seat.name);
  return seat.name ?? seat.player ?? "";
}

export function resultText(session: Session): string {
  const { outcome, reason } = session.result;
  if (outcome === "draw") return t("status.draw");
  const winner: SideNumber = outcome === "first" ? 0 : 1;
  const loser: SideNumber = outcome === "first" ? 1 : 0;
  const wins = t("status.wins", { side: sideName(session.game, winner) });
  if (reason === "resign") return `${t("status.resigned", { side: sideName(session.game, loser) })} · ${wins}`;
  if (reason === "time") return `${t("status.time", { side: sideName(session.game, loser) })} · ${wins}`;
  return wins;
}

export function statusText(session: Session): string {
  if (session.result.outcome !== "ongoing") return resultText(session);
  const side = sideName(session.game, session.position.to_move);
  if (session.thinking) return t("status.thinking", { side });
  const seats = session.seats.map((seat) => seat.kind === "person");
  if (seats[session.position.to_move] && seats.filter(Boolean).length === 1) return `${t("status.yourTurn")} · ${side}`;
  return t("status.turn", { side });
}

export interface Evaluation {
  text: string; // "+0.25", "Black wins in 5", "Exact: +6 for Black"
  win: number | null; // of the first side
  certain: boolean;
}

const forFirst = (value: number, toMove: SideNumber): number => (toMove === 0 ? value : -value);

export const winOfFirst = (win: number | null, toMove: SideNumber): number | null =>
  win === null ? null : toMove === 0 ? win : 1 - win;

// A score in the first side's view, with its meaning.
export function evaluate(game: string, thought: Thought): Evaluation {
  const win = winOfFirst(thought.win, thought.to_move);
  if (thought.end_in !== null && thought.end_in !== 0) {
    const winner = (thought.end_in > 0 ? thought.to_move : 1 - thought.to_move) as SideNumber;
    return { text: winsIn(game, winner, Math.abs(thought.end_in)), win: winner === 0 ? 1 : 0, certain: true };
  }
  if (thought.score === null) return { text: "–", win, certain: false };
  const score = forFirst(thought.score, thought.to_move);
  if (thought.exact) return { text: exactText(game, score, thought.unit), win: win ?? sureWin(score), certain: true };
  return { text: scoreText(score, thought.unit), win, certain: false };
}

export function evaluateExact(game: string, exact: Exact, toMove: SideNumber): Evaluation | undefined {
  if (exact.score === null) return undefined;
  const score = forFirst(exact.score, toMove);
  return { text: exactText(game, score, exact.unit), win: sureWin(score), certain: true };
}

export const sureWin = (score: number): number => (score > 0 ? 1 : score < 0 ? 0 : 0.5);

export function winsIn(game: string, winner: SideNumber, plies: number, method?: string): string {
  const n = Math.ceil(plies / 2);
  const side = sideName(game, winner);
  return method ? t("analysis.winsInBy", { side, n, method: method.toUpperCase() }) : t("analysis.winsIn", { side, n });
}

export const threatText = (game: string, threat: Threat, toMove: SideNumber): string =>
  winsIn(game, toMove, threat.pv.length, threat.method);

// "Exact: +6 for Black"; Connect Four's score counts how early the win comes.
export function exactText(game: string, score: number, unit: Unit): string {
  if (score === 0) return t("analysis.exactDraw");
  const side = sideName(game, score > 0 ? 0 : 1);
  if (unit === "result") return t("analysis.wins", { side });
  return t("analysis.exact", { score: `+${short(Math.abs(score))}`, side });
}

// An expected result is shown in hundredths of a win, everything else as it is.
export const scoreText = (score: number, unit: Unit): string =>
  unit === "result" ? signed(Math.round(score * 100) / 100) : signed(score);

export const chanceText = (win: number | null): string => (win === null ? "" : percent(win));
