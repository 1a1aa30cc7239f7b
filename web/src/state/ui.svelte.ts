// What is open on the page and how it looks. Choices are remembered by the browser.

import { ApiError } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { remember, remembered } from "../lib/remember";

export type Tab = "game" | "analysis" | "arena";
export type Dialog = "new" | "help" | "share" | "import" | "earlier" | "seats";

class Ui {
  tab = $state<Tab>("game");
  dialog = $state<Dialog | undefined>();
  error = $state("");
  spoken = $state(""); // what the live region says
  numbers = $state(remembered("numbers") === "on");
  sounds = $state(remembered("sounds") === "on");
  mind = $state(remembered("mind") === "on"); // show what the opponent thinks while it thinks
  visible = $state(true);

  constructor() {
    this.visible = document.visibilityState !== "hidden";
    document.addEventListener("visibilitychange", () => (this.visible = document.visibilityState !== "hidden"));
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
