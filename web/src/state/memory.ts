// The sessions that this browser has opened, newest first. The games themselves are kept by the program.

const key = "tengen.sessions";
const most = 100;

interface Entry {
  id: string;
  game: string;
}

function entries(): Entry[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(list)
      ? list.filter((e): e is Entry => typeof e?.id === "string" && typeof e?.game === "string")
      : [];
  } catch {
    return [];
  }
}

const store = (list: Entry[]): void => localStorage.setItem(key, JSON.stringify(list.slice(0, most)));

export const remembered = (): string[] => entries().map((entry) => entry.id);

// The session of that game that was open last.
export const latest = (game: string): string | undefined => entries().find((entry) => entry.game === game)?.id;

export function rememberSession(id: string, game: string): void {
  store([{ id, game }, ...entries().filter((entry) => entry.id !== id)]);
}
