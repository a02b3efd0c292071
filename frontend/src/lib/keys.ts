/** Which key does what: a letter of the move's own name, the first that is free. */

import { MOVES } from "./moves";

/** A key for each name, all different. */
export function shortcuts(names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const used = new Set<string>();
  for (const name of names) {
    const wished = [MOVES[name]?.key, ...name, ..."abcdefghijklmnopqrstuvwxyz"];
    const key = wished.find((letter) => letter && /[a-z]/.test(letter) && !used.has(letter));
    if (key) {
      found[name] = key;
      used.add(key);
    }
  }
  return found;
}

/** A move's name as a button shows it. */
export function label(name: string): string {
  const words = MOVES[name]?.words ?? name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a key press is meant for the page, not for a field or a shortcut of the browser. */
export function meant(event: KeyboardEvent): boolean {
  const at = event.target;
  const typing =
    (at instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(at.type)) ||
    at instanceof HTMLTextAreaElement ||
    at instanceof HTMLSelectElement;
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
}
