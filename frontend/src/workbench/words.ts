/** Figures and values in words. */

import { odds, percent } from "../lib/money";
import type { Plain } from "./toml";

/** An edge with digits enough to tell two games apart. */
export function edge(value: number): string {
  return percent(value, 3);
}

/** How much an edge changes, in points of a percent: `+0.21`. */
export function change(from: number, to: number, digits = 2): string {
  const points = 100 * (to - from);
  const text = Math.abs(points).toFixed(digits);
  return Number(text) === 0 ? "±0" : (points < 0 ? "−" : "+") + text;
}

export function plain(value: number, digits = 3): string {
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

/** A value of a file as a person reads it. */
export function shown(value: Plain): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key} ${shown(one)}`).join(", ");
  return String(value).replace(/([a-z])-(?=[a-z])/g, "$1 ");
}

/** Whole dollars, with their sign. */
export function money(dollars: number): string {
  const text = "$" + Math.round(Math.abs(dollars)).toLocaleString("en-US");
  return dollars <= -0.5 ? "−" + text : text;
}

/** What an event brings: `40 to 1`, `3 to 2`, `lost`, `2 stakes lost`; a mean where it differs from time to time. */
export function pays(to: number, opening = false): string {
  if (to === 0) return "push";
  const per = [1, 2, 3, 4, 5, 6, 8, 10, 20].find((stake) => Math.abs(to * stake - Math.round(to * stake)) < 1e-9);
  if (per === undefined) return `${plain(to, 3)} on average`;
  if (to < 0) return to === -1 ? "lost" : to === -0.5 ? "half lost" : `${plain(-to, per > 1 ? 2 : 0)} stakes lost`;
  if (opening && to > 1 && per === 1) return `${to} stakes won`;
  return odds(Math.round(to * per), per);
}
