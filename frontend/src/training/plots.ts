/** Plots of results day by day: where points, lines and ticks stand. */

import { seconds, share } from "./words";
import type { RuleResult } from "../lib/api-types";

const DAY_MS = 86_400_000;

export interface DayValue {
  day: string;
  value: number;
  /** The value as people read it. */
  text: string;
  answered: number;
}

export interface Tick {
  at: number;
  text: string;
}

/** The place of a day between two others, from 0 to 1; one day alone stands in the middle. */
export function across(day: string, since: string, until: string): number {
  const span = Date.parse(until) - Date.parse(since);
  return span > 0 ? (Date.parse(day) - Date.parse(since)) / span : 0.5;
}

/** Days that are written under a plot: a few, evenly, the first and the last among them. */
export function dayTicks(since: string, until: string, most: number): Tick[] {
  const days = Math.round((Date.parse(until) - Date.parse(since)) / DAY_MS);
  const steps = Math.max(1, Math.min(most - 1, days));
  const named = Array.from({ length: steps + 1 }, (_, step) => new Date(Date.parse(since) + Math.round((days * step) / steps) * DAY_MS).toISOString().slice(0, 10));
  return [...new Set(named)].map((day) => ({ at: across(day, since, until), text: dayWords(day) }));
}

/** 16 Nov: a plot of weeks needs no year. */
export function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}

/** The least round number that is not smaller, for the top of a scale. */
export function roundTop(value: number): number {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * unit).find((top) => top >= value) ?? value;
}

/** Where a scale of shares begins: whole tens below the least, so that differences are seen. */
export function shareBottom(values: number[]): number {
  return values.length ? Math.max(0, Math.min(0.9, Math.floor(10 * Math.min(...values)) / 10)) : 0;
}

export function accuracyByDay(rows: RuleResult[]): DayValue[] {
  return rows.filter((row) => row.answered).map((row) => ({
    day: row.day, value: row.right / row.answered, answered: row.answered, text: share(row.right, row.answered),
  }));
}

export function speedByDay(rows: RuleResult[]): DayValue[] {
  return rows.filter((row) => row.answered).map((row) => ({
    day: row.day, value: row.mean_ms / 1000, answered: row.answered, text: seconds(row.mean_ms),
  }));
}
