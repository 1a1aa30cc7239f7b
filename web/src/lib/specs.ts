// Player specs: a name, then settings: "uct:c=1.2,simulations=500".

import type { GameKind, Level, Limits, PlayerKind, Seat, Setting } from "./types";

export interface Spec {
  name: string;
  values: Record<string, string>;
}

// Values with commas or spaces stand in quotes.
export function parseSpec(text: string): Spec {
  const colon = text.indexOf(":");
  if (colon < 0) return { name: text, values: {} };
  const values: Record<string, string> = {};
  for (const [, key, quoted, plain] of text.slice(colon + 1).matchAll(/([a-z0-9_]+)=(?:"([^"]*)"|([^,]*)),?/gi)) {
    values[key!] = quoted ?? plain ?? "";
  }
  return { name: text.slice(0, colon), values };
}

export function specText(spec: Spec, settings: readonly Setting[]): string {
  const parts = settings
    .filter((setting) => (spec.values[setting.name] ?? setting.default) !== setting.default)
    .map((setting) => {
      const value = spec.values[setting.name]!;
      return `${setting.name}=${/[,\s]/.test(value) ? `"${value}"` : value}`;
    });
  return parts.length === 0 ? spec.name : `${spec.name}:${parts.join(",")}`;
}

// What is wrong with a value, if anything; the server has the last word.
export function fits(setting: Setting, value: string): boolean {
  if (setting.type === "integer" || setting.type === "real") {
    const number = Number(value);
    if (value.trim() === "" || Number.isNaN(number)) return false;
    if (setting.type === "integer" && !Number.isInteger(number)) return false;
    return number >= (setting.min ?? -Infinity) && number <= (setting.max ?? Infinity);
  }
  return setting.choices === undefined || setting.choices.includes(value);
}

export const playersOf = (players: readonly PlayerKind[], game: string): PlayerKind[] =>
  players.filter((player) => player.games.includes(game));

// "1 s", "2k nodes", "depth 4"
export function limitsText(limits: Limits | undefined): string {
  if (!limits) return "";
  const parts: string[] = [];
  if (limits.time) parts.push(`${limits.time / 1000} s`);
  if (limits.nodes) parts.push(`${limits.nodes >= 1000 ? `${limits.nodes / 1000}k` : limits.nodes} nodes`);
  if (limits.depth) parts.push(`depth ${limits.depth}`);
  return parts.join(", ");
}

// The level that a newcomer meets first.
export const usualLevel = (levels: readonly Level[]): string =>
  (levels.find((level) => level.id === "intermediate") ?? levels[0])?.id ?? "";

// A seat as a request: answers fill in more than may be asked for.
export function plainSeat(seat: Seat): Seat {
  if (seat.kind === "level") return { kind: "level", level: seat.level ?? "" };
  if (seat.kind === "player") return { kind: "player", player: seat.player ?? "", limits: seat.limits ?? {} };
  return { kind: "person" };
}

export function usualSeat(kind: GameKind): Seat {
  const level = usualLevel(kind.levels);
  return level !== "" ? { kind: "level", level } : { kind: "player", player: kind.strongest, limits: { time: 1000 } };
}
