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

export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)}%`;

// A chance is never written as certain: games only ever make it very likely.
export function chance(share: number): string {
  if (share > 0.999) return ">99.9%";
  return share < 0.001 ? "<0.1%" : percent(share, 1);
}

// "10,000"; points may end in a half.
export const grouped = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 });

// A difference of ratings: "+12", "−250", "0".
export const elo = (value: number): string => signed(Math.round(value));

// 250 µs, 1.25 ms, 2.00 s, 4 min 7 s, 1 h 2 min
export function duration(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

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
