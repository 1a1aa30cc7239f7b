// What is open on the page and how it looks. Choices are remembered by the browser.

import { ApiError } from "../lib/api";
import { t } from "../lib/i18n.svelte";

export type Tab = "game" | "analysis" | "arena";
export type Theme = "auto" | "light" | "dark";
export type Dialog = "new" | "help" | "share" | "import" | "earlier" | "seats";

const remembered = (key: string, fallback: string): string => localStorage.getItem(`tengen.${key}`) ?? fallback;
const remember = (key: string, value: string): void => localStorage.setItem(`tengen.${key}`, value);

class Ui {
  tab = $state<Tab>("game");
  dialog = $state<Dialog | undefined>();
  error = $state("");
  spoken = $state(""); // what the live region says
  numbers = $state(remembered("numbers", "off") === "on");
  sounds = $state(remembered("sounds", "off") === "on");
  mind = $state(remembered("mind", "off") === "on"); // show what the opponent thinks while it thinks
  theme = $state<Theme>(remembered("theme", "auto") as Theme);
  systemDark = $state(false);
  visible = $state(true);

  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && this.systemDark);
  }

  constructor() {
    const query = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
    if (!query) return;
    this.systemDark = query.matches;
    query.addEventListener("change", () => (this.systemDark = query.matches));
    this.visible = document.visibilityState !== "hidden";
    document.addEventListener("visibilitychange", () => (this.visible = document.visibilityState !== "hidden"));
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
  }

  toggle(what: "numbers" | "sounds" | "mind"): void {
    this[what] = !this[what];
    remember(what, this[what] ? "on" : "off");
  }

  // Errors say what happened and what to do.
  fail(error: unknown): void {
    if (error instanceof ApiError) {
      if (error.code === "network") this.error = t("error.network");
      else if (error.code === "busy" || error.code === "too_many_requests") this.error = t("error.busy");
      else this.error = t("error.other", { why: error.message });
    } else {
      this.error = t("error.other", { why: error instanceof Error ? error.message : String(error) });
    }
  }

  say(text: string): void {
    this.spoken = text;
  }
}

export const ui = new Ui();
