// The evaluation graph's points: the first side's chance after every move of the line that is looked at.

import { winOfFirst } from "./words";
import type { Session } from "./types";

// Best known first: what the analysis or the report found, then what an engine thought of its own move.
export function chancesOf(session: Session, found: ReadonlyMap<string, number>): (number | null)[] {
  const byId = new Map(session.nodes.map((node) => [node.id, node]));
  return session.line.map((id) => {
    const node = byId.get(id);
    const known = found.get(`${session.id}/${id}`);
    if (known !== undefined) return known;
    if (node?.win === undefined || node.win === null || node.side === null) return null;
    return winOfFirst(node.win, node.side);
  });
}

// Gaps are bridged by straight lines, so that a game against the machine has a curve at once.
export function bridged(values: readonly (number | null)[]): (number | null)[] {
  const known = values.flatMap((value, i) => (value === null ? [] : [i]));
  return values.map((value, i) => {
    if (value !== null) return value;
    const before = known.filter((k) => k < i).pop();
    const after = known.find((k) => k > i);
    if (before === undefined || after === undefined) return null;
    const t = (i - before) / (after - before);
    return values[before]! * (1 - t) + values[after]! * t;
  });
}
