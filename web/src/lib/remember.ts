// Choices that the browser keeps. A report in a file, or in somebody's frame, may not be allowed to keep anything: then
// they last as long as the page.

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`tengen.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`tengen.${key}`, value);
  } catch {
    // It is not kept.
  }
}
