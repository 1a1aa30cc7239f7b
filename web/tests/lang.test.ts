import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { en, type Key } from "../src/lang/en";
import { zh } from "../src/lang/zh";
import { setLanguage, t, word } from "../src/lib/i18n.svelte";

const keys = Object.keys(en) as Key[];
const braces = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : [path];
  });
}

describe("texts", () => {
  it("are complete in every language", () => {
    expect(Object.keys(zh).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(zh[key].trim(), key).not.toBe("");
      expect(braces(zh[key]), key).toEqual(braces(en[key]));
    }
  });

  it("are translated", () => {
    const same = keys.filter((key) => zh[key] === en[key] && /[a-z]{3}/i.test(en[key].replace(/\{\w+\}/g, "")));
    expect(same).toEqual([]);
  });

  it("are all used", () => {
    const code = sources("src")
      .filter((path) => !path.includes("lang"))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const prefixes = [...code.matchAll(/word\(["']([\w.]+)["']/g)].map((match) => `${match[1]}.`);
    const families = [...prefixes, "option.", "rule."]; // settings are looked up by the names that the program gives
    const unused = keys.filter(
      (key) =>
        !code.includes(`"${key}"`) && !code.includes(`'${key}'`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });

  it("follow the choice of language", () => {
    setLanguage("zh");
    expect(t("status.wins", { side: t("side.black") })).toBe("黑方获胜");
    expect(document.documentElement.lang).toBe("zh-Hans");
    setLanguage("en");
    expect(t("status.wins", { side: t("side.black") })).toBe("Black wins");
    expect(word("rule", "renju")).toBe("Renju");
    expect(word("rule", "unheard")).toBe("unheard");
  });
});
