// The page's words in the language that the browser asks for, or that was chosen.

import { en, type Key } from "../lang/en";
import { zh } from "../lang/zh";
import { remember, remembered } from "./remember";

export type { Key };
export type Language = "en" | "zh";
export const languages: Record<Language, { short: string; name: string }> = {
  en: { short: "EN", name: "English" },
  zh: { short: "中文", name: "简体中文" },
};

const tables: Record<Language, Record<Key, string>> = { en, zh };

function preferred(): Language {
  const chosen = remembered("language");
  if (chosen === "en" || chosen === "zh") return chosen;
  for (const wish of navigator.languages) {
    if (wish.toLowerCase().startsWith("zh")) return "zh";
    if (wish.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}

const current = $state({ language: preferred() });

export const language = (): Language => current.language;

export function setLanguage(wanted: Language): void {
  current.language = wanted;
  remember("language", wanted);
  document.documentElement.lang = wanted === "zh" ? "zh-Hans" : "en";
}

export type Values = Record<string, string | number>;

export function t(key: Key, values: Values = {}): string {
  return tables[current.language][key].replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}

// A word that may have no entry, such as a rule's name from the server: then it stands as it is.
export function word(prefix: string, name: string, fallback = name): string {
  const key = `${prefix}.${name}`;
  return key in en ? t(key as Key) : fallback;
}
