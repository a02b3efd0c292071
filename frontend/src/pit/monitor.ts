/** The floor monitor: where a win stands in its bands, and what to say of it. */

import { dollars, gain } from "../lib/money";
import type { FloorReport, JudgedBet } from "../lib/api-types";

export interface BandPicture {
  lowest: number;
  low: number;
  high: number;
  highest: number;
  theory: number;
  win: number;
  zero: number;
}

/** Places from 0 to 1. The scale is the bet's own: one for all would hide narrow bands. */
export function bandPicture(bet: JudgedBet): BandPicture {
  const { lowest, low, high, highest, theory, win } = bet;
  const values = [lowest, highest, win, 0];
  const least = Math.min(...values);
  const width = Math.max(...values) - least || 1;
  const place = (value: number) => 0.03 + (0.94 * (value - least)) / width;
  return {
    lowest: place(lowest),
    low: place(low),
    high: place(high),
    highest: place(highest),
    theory: place(theory),
    win: place(win),
    zero: place(0),
  };
}

const rounded = (cents: number) => dollars(100 * Math.round(cents / 100));

export const band = (low: number, high: number) => `${rounded(low)} to ${rounded(high)}`;

export function verdict(bet: JudgedBet): string {
  if (bet.verdict === "inside") return "Inside the 95 % band.";
  if (bet.verdict === "alert") return "Look at it.";
  if (bet.win > bet.highest) return "Above the 99.9 % band: players who play badly raise it.";
  return `${bet.win < bet.low ? "Below" : "Above"} the 95 % band: one bet in twenty is outside, by chance.`;
}

/** The picture for who cannot see it. */
export function bandWords(bet: JudgedBet): string {
  return `${bet.name}: the house won ${gain(bet.win)}; expected ${rounded(bet.theory)}, 95 % band ${band(bet.low, bet.high)}, 99.9 % band ${band(bet.lowest, bet.highest)}`;
}

function number(value: number): string {
  return value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toPrecision(2);
}

/** How much of what is shown is chance's doing. */
export function promise(report: FloorReport): string {
  const { alerts, notices } = report.promised;
  const often = alerts > 0 ? ` (once in ${Math.round(1 / alerts).toLocaleString("en-US")} such pages)` : "";
  return `Chance alone brings ${number(notices)} bets outside their 95 % band on a page like this one, and ${number(alerts)} alerts${alerts < 1 ? often : ""}.`;
}

/** The day it is where the reader is. */
export function today(now: Date = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}
