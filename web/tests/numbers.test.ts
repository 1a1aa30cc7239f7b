import { describe, expect, it } from "vitest";
import { contrast, heat, inkOn, shares } from "../src/lib/colour";
import { clock, count, percent, short, signed } from "../src/lib/numbers";
import { fits, limitsText, parseSpec, specText } from "../src/lib/specs";
import type { Setting } from "../src/lib/types";

describe("numbers", () => {
  it.each([
    [7, "7"],
    [-250, "−250"],
    [12500, "12.5k"],
    [3e30, "3e30"],
    [-0.004, "0.00"],
    [0.25, "0.25"],
    [31.44, "31.4"],
    [Infinity, "∞"],
  ])("%d is short as %s", (value, text) => expect(short(value)).toBe(text));
  it.each([
    [6, "+6"],
    [0, "0"],
    [-3, "−3"],
    [0.001, "0.00"],
  ])("%d has its sign: %s", (value, text) => expect(signed(value)).toBe(text));
  it.each([
    [300_000, "5:00"],
    [61_000, "1:01"],
    [10_000, "0:10"],
    [9_990, "0:09.9"],
    [0, "0:00.0"],
    [-5, "0:00.0"],
    [3_723_000, "1:02:03"],
  ])("%d ms on a clock", (ms, text) => expect(clock(ms)).toBe(text));
  it("counts", () =>
    expect([count(950), count(12345), count(4_560_000), count(2e9)]).toEqual(["950", "12.3k", "4.56M", "2.00G"]));
  it("says chances", () => expect(percent(0.655)).toBe("66%"));
});

describe("colours", () => {
  const rgb = (text: string): [number, number, number] => text.match(/\d+/g)!.map(Number) as [number, number, number];
  const hex = (text: string): [number, number, number] =>
    [1, 3, 5].map((i) => Number.parseInt(text.slice(i, i + 2), 16)) as [number, number, number];

  it("go from blue to orange and can be read everywhere", () => {
    const [r0, , b0] = rgb(heat(0));
    const [r1, , b1] = rgb(heat(1));
    expect(b0).toBeGreaterThan(r0);
    expect(r1).toBeGreaterThan(b1);
    for (let share = 0; share <= 1; share += 0.01) {
      expect(contrast(rgb(heat(share)), hex(inkOn(heat(share)))), `at ${share}`).toBeGreaterThanOrEqual(4.5);
    }
  });
  it("tell the best from the worst, and equals not at all", () => {
    expect(shares([3, 1, 2])).toEqual([1, 0, 0.5]);
    expect(shares([5, 5])).toEqual([1, 1]);
    expect(shares([])).toEqual([]);
    // One lost move does not make the others look alike.
    const [a, b] = shares([10, 9, -1e6]);
    expect(a! - b!).toBeGreaterThan(0.2);
  });
});

describe("specs", () => {
  const settings: Setting[] = [
    { name: "c", type: "real", default: "0.7", min: 0, max: 100, help: "" },
    { name: "simulations", type: "integer", default: "0", min: 0, max: 1e9, help: "" },
    { name: "command", type: "text", default: "", help: "" },
  ];
  it("come back from their text, and only say what is unusual", () => {
    expect(specText({ name: "uct", values: { c: "0.7" } }, settings)).toBe("uct");
    const text = specText({ name: "uct", values: { c: "1.2", command: "a, b" } }, settings);
    expect(text).toBe('uct:c=1.2,command="a, b"');
    expect(parseSpec(text)).toEqual({ name: "uct", values: { c: "1.2", command: "a, b" } });
    expect(parseSpec("random")).toEqual({ name: "random", values: {} });
  });
  it("know what fits", () => {
    expect([
      fits(settings[0]!, "1.5"),
      fits(settings[1]!, "1.5"),
      fits(settings[1]!, "-1"),
      fits(settings[1]!, ""),
    ]).toEqual([true, false, false, false]);
    expect(fits({ name: "tt", type: "flag", default: "on", choices: ["on", "off"], help: "" }, "maybe")).toBe(false);
  });
  it("say their limits", () => expect(limitsText({ time: 1500, nodes: 2000, depth: null })).toBe("1.5 s, 2k nodes"));
});
