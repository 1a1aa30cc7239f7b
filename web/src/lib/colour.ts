// A scale from blue (poor) over grey to orange (good), which eyes without red or green tell apart as well.

const stops: readonly [number, number, number][] = [
  [33, 82, 163],
  [107, 157, 214],
  [214, 214, 210],
  [240, 166, 84],
  [201, 92, 12],
];

const mix = (a: number, b: number, t: number): number => Math.round(a + (b - a) * t);

// share: 0 (worst) to 1 (best)
export function heat(share: number): string {
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  const from = stops[i]!;
  const to = stops[i + 1]!;
  return `rgb(${from.map((channel, k) => mix(channel, to[k]!, at - i)).join(",")})`;
}

// Black or white, whichever can be read better on that colour: at least 4.5:1, whatever the colour.
export function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return contrast([r, g, b], [0, 0, 0]) >= contrast([r, g, b], [255, 255, 255]) ? "#000000" : "#ffffff";
}

type Rgb = [number, number, number];

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// The contrast of two colours as WCAG counts it, 1 to 21.
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

// Where each value lies between the worst and the best. Searches give values in thousands and in fractions, and one
// lost move must not make all others look alike: ranks and distances count half each.
export function shares(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (low === high) return values.map(() => 1);
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  return values.map((value) => ((value - low) / (high - low) + distinct.indexOf(value) / (distinct.length - 1)) / 2);
}
