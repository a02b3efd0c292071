/**
 * Which key does what. One key never means two things: moves have the letters of their own names,
 * the rest of the table has keys that no move has.
 */

import { MOVES } from "./moves";

/** Keys of the table itself. */
export const KEYS = {
  deal: " ",
  rebet: "a",
  clear: "c",
  insure: "i",
  decline: "n",
  evenMoney: "e",
  sound: "m",
  payTable: "?",
} as const;

const TAKEN: readonly string[] = Object.values(KEYS);

/** For how long after a question appears no key answers it: it was meant for what was there before. */
export const SETTLING_MS = 250;
/** The same for presses where Deal was a moment ago. */
export const AFTER_DEAL_MS = 450;
/** For how long after a press of nothing no other is taken: whoever presses on and on does not mean a move. */
export const HASTY_MS = 600;
/** The same before the next deal: whoever presses Space once more wants to go on. */
export const BEFORE_DEAL_MS = 120;

/** A key for each move, all different and none of the table's own. */
export function shortcuts(names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const used = new Set<string>(TAKEN);
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

/** What a key says, whether Shift or Caps Lock is on or not. */
export function pressed(event: Pick<KeyboardEvent, "key" | "code">): string {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  return digit?.[1] ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
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

/** The control that a mouse or a finger pressed last. */
let touched: Element | null = null;
/** Space was taken from a control: letting it go must not press it either, as some browsers do. */
let taken = false;
const CONTROL = "a, button, summary, input, label";

if (typeof document !== "undefined") {
  document.addEventListener("click", touch, true);
  document.addEventListener("keydown", ({ key }) => key === "Tab" && (touched = null), true);
  document.addEventListener("keyup", release, true);
}

function touch(event: MouseEvent) {
  const at = event.target instanceof Element ? event.target.closest(CONTROL) : null;
  if (event.detail > 0 && at && !at.closest("dialog")) touched = at; // a dialog gives the focus back to what opened it
}

function release(event: KeyboardEvent) {
  if (event.key !== KEYS.deal || !taken) return;
  taken = false;
  event.preventDefault();
}

/** Whether Space presses a control: not one that was last pressed with a pointer, whoever did so plays on with Space. */
export function ownsSpace(at: Element | null): boolean {
  const control = at?.closest(CONTROL) ?? null;
  const owns = control !== null && control !== touched;
  taken = !owns;
  return owns;
}
