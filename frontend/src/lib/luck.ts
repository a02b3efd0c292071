/** Luck against expectation: sums along the rounds, and the band chance leaves. */

import type { RoundLuck } from "./api-types";

export interface LuckPoint {
  net: number;
  expected: number;
  low: number;
  high: number;
}

/** In 95 sessions of 100 the net stays inside the band. Rounds without an exact answer are left out. */
export function along(rounds: readonly RoundLuck[]): LuckPoint[] {
  let net = 0;
  let expected = 0;
  let variance = 0;
  return rounds.filter((round) => round.expected !== null).map((round) => {
    net += round.net;
    expected += round.expected ?? 0;
    variance += (round.sd ?? 0) ** 2;
    const reach = 1.96 * Math.sqrt(variance);
    return { net, expected, low: expected - reach, high: expected + reach };
  });
}

/** Points of a line in a box, y upwards: "0,10 5,3 …". */
export function line(values: readonly number[], width: number, height: number, low: number, high: number): string {
  const last = Math.max(values.length - 1, 1);
  const span = high - low || 1;
  return values.map((value, i) => `${round2((i * width) / last)},${round2(height - ((value - low) / span) * height)}`).join(" ");
}

function round2(value: number): number {
  return Math.round(100 * value) / 100;
}
