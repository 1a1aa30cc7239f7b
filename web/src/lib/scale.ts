// Where things stand on the axes of charts.

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

// Round numbers that cover [low, high] in about `steps` steps.
export function ticks(low: number, high: number, steps: number): number[] {
  const raw = Math.max(1e-9, (high - low) / steps);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step + 1e-6) - first + 1 }, (_, i) => (first + i) * step);
}

// Moves labels apart until each has `gap`, keeping their order and staying within [low, high] where there is room.
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let floor = low;
  for (const i of order) floor = (placed[i] = Math.max(placed[i]!, floor)) + gap;
  let ceiling = high;
  for (const i of order.reverse()) ceiling = (placed[i] = Math.min(placed[i]!, ceiling)) - gap;
  return placed;
}
