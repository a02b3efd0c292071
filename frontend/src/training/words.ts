/** Figures of dealer school in words. */

import { utcDay } from "../lib/dates";

/** A space at which no line ends. */
const FIXED = "\u00a0";

/** Rounded down: nobody has all who missed one. */
export function share(part: number, whole: number): string {
  return whole ? `${Math.floor((100 * part) / whole)}${FIXED}%` : "–";
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)}${FIXED}s`;
}

/** The day of a moment by UTC, as the server counts days and a field holds them: 2026-11-16. */
export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** How long ago something was. */
export function ago(at: number, now: number): string {
  const past = Math.max(0, Math.round((now - at) / 1000));
  if (past < 5) return "just now";
  if (past < 60) return `${past} s ago`;
  if (past < 3600) return `${Math.floor(past / 60)} min ago`;
  return past < 86_400 ? `${Math.floor(past / 3600)} h ago` : utcDay(at);
}

/** Names typed into one field, with commas or on lines of their own, each once. */
export function names(typed: string): string[] {
  return [...new Set(typed.split(/[,;\n]/).map((name) => name.trim()).filter(Boolean))];
}
