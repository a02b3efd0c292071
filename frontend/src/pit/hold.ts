/** Hold against theory: where things stand in the picture, and what to make of it. */

import { percent } from "../lib/money";
import type { HeldBet } from "../lib/api-types";

export interface Picture {
  low: number;
  high: number;
  theory: number;
  hold: number;
  zero: number;
}

function known(held: HeldBet): { low: number; high: number; theory: number; hold: number } | null {
  const { low, high, theory, hold } = held;
  if (low === undefined || high === undefined || theory === undefined || hold === null) return null;
  return { low, high, theory, hold };
}

/** Places from 0 to 1; one scale for all bets of a table would hide the narrow bands. */
export function picture(held: HeldBet): Picture | null {
  const all = known(held);
  if (all === null) return null;
  const values = [...Object.values(all), 0];
  const least = Math.min(...values);
  const width = Math.max(...values) - least || 1;
  const place = (value: number) => 0.04 + (0.92 * (value - least)) / width;
  return { low: place(all.low), high: place(all.high), theory: place(all.theory), hold: place(all.hold), zero: place(0) };
}

export type Verdict = "inside" | "outside" | "unknown";

export function verdict(held: HeldBet): Verdict {
  const all = known(held);
  if (all === null) return "unknown";
  return all.low <= all.hold && all.hold <= all.high ? "inside" : "outside";
}

export function words(held: HeldBet): string {
  const all = known(held);
  if (all === null) return "No theory: this bet has no edge of its own.";
  if (verdict(held) === "inside") return "Inside the band.";
  const side = all.hold > all.high ? "above" : "below";
  return `Outside, ${side} the band: look at it.`;
}

/** The picture for who cannot see it. */
export function description(name: string, held: HeldBet): string {
  const all = known(held);
  if (all === null) return `${name}: no theory to compare with`;
  return `${name} held ${percent(all.hold)}; theory ${percent(all.theory)}, band ${percent(all.low)} to ${percent(all.high)}`;
}
