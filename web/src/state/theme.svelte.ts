// Light, dark, or as the system has it.

import { remember, remembered } from "../lib/remember";

export const themes = ["auto", "light", "dark"] as const;

class Theme {
  name = $state<(typeof themes)[number]>(themes.find((name) => name === remembered("theme")) ?? "auto");
  #systemDark = $state(false);

  constructor() {
    const query = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
    if (!query) return;
    this.#systemDark = query.matches;
    query.addEventListener("change", () => (this.#systemDark = query.matches));
  }

  get dark(): boolean {
    return this.name === "dark" || (this.name === "auto" && this.#systemDark);
  }

  next(): void {
    this.name = themes[(themes.indexOf(this.name) + 1) % themes.length]!;
    remember("theme", this.name);
  }
}

export const theme = new Theme();
