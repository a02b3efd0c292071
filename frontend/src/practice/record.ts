/** One's own record in the cells of a chart. */

import type { CellRecord, LeakReport } from "../lib/api-types";

/** By table, row and column. */
export function recordsOf(report: LeakReport): Map<string, CellRecord> {
  return new Map(report.cells.map((one) => [`${one.table}|${one.hand}|${one.up}`, one]));
}

/** How much redder than the least the dearest cell is, in percent: with more its letter can hardly be read in the dark. */
const MOST_SHADE = 34;

/** The darker the dearer, against the dearest cell; nothing where one never slipped. */
export function colourOf(record: CellRecord | undefined, dearest: number): string {
  if (!record?.slips) return "";
  const share = Math.round(12 + MOST_SHADE * Math.min(1, Math.sqrt(record.hourly / dearest)));
  return `background: color-mix(in oklab, var(--bad) ${share}%, var(--raised))`;
}

export function tooltip(record: CellRecord | undefined): string {
  if (!record) return "Not decided yet";
  const times = `${record.decisions} decision${record.decisions === 1 ? "" : "s"}`;
  if (!record.slips) return `${times}, all right`;
  return `${record.slips} wrong of ${times}: ${record.slipped.join("; ")}. ${hourly(record.hourly)}`;
}

/** Where the points of a curve stand in a box, the last one at its right end; 0 is the bottom. */
export function curve(values: number[], width: number, height: number): [number, number][] {
  const top = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, i) => [values.length > 1 ? i * step : width, height * (1 - value / top)]);
}

/** The house edge somebody plays at whose choices cost that much an hour, beside the best one. */
export function playedEdge(best: number, hourly: number, report: LeakReport, opening: number): number {
  return best + hourly / (report.rounds_an_hour * report.stake * opening);
}

/** A hand of a chart and an upcard, as people say it. */
export function called(hand: string, up: string): string {
  const words = hand.includes(",") && !hand.includes("+") ? `Pair ${hand.replaceAll("T", "10")}` : hand.charAt(0).toUpperCase() + hand.slice(1);
  return `${words} against ${up === "A" ? "an ace" : up}`;
}

/** What something costs by the hour: $1.20 an hour. */
export function hourly(cents: number): string {
  return cents > 0 && cents < 1 ? "under a cent an hour" : `${amount(cents)} an hour`;
}

/** Dollars and cents, always both. */
export function amount(cents: number): string {
  return "$" + (cents / 100).toFixed(2);
}
