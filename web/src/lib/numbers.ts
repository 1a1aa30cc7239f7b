// Numbers as people read them.

// Short enough for a cell: 7, -250, 12.5k, 3e30.
export function short(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (size >= 99_950) return value.toExponential(0).replace("e+", "e").replace("-", "−");
  if (size >= 1e4) return signed0(value / 1000) + "k";
  if (size >= 100 || Number.isInteger(value)) return minus(value.toFixed(0));
  if (size >= 10) return minus(value.toFixed(1));
  return minus(value.toFixed(2));
}

const signed0 = (value: number): string => minus(value.toFixed(Math.abs(value) >= 100 ? 0 : 1));

// A real minus sign, as wide as a plus.
export const minus = (text: string): string => (/^-[0.]*$/.test(text) ? text.slice(1) : text.replace(/^-/, "−"));

// "+0.25", "−3", "0"
export function signed(value: number): string {
  const text = short(value);
  return value > 0 && !/^0(\.0+)?$/.test(text) ? `+${text}` : text;
}

export const percent = (share: number): string => `${Math.round(share * 100)}%`;

// 950, 12.3k, 4.56M, 1.2G
export function count(value: number): string {
  for (const [size, letter] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (value >= size) return `${(value / size).toPrecision(3)}${letter}`;
  }
  return String(Math.round(value));
}

// A clock: 4:07, 0:09.3 in the last ten seconds, 1:02:03 above an hour.
export function clock(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
