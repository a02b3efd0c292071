/** Cents in words people read. */

import type { WagerSettled } from "./api-types";

/** A minus and a joiner: an amount at the end of a line keeps its sign. */
const MINUS = "−\u2060";

export function dollars(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const text = "$" + whole.toLocaleString("en-US") + (rest ? "." + String(rest).padStart(2, "0") : "");
  return cents < 0 ? MINUS + text : text;
}

/** With a sign, for results: +$15, −$5, $0. */
export function gain(cents: number): string {
  return cents > 0 ? "+" + dollars(cents) : dollars(cents);
}

/** An expectation, which is rarely a whole cent: −$1.37. */
export function expected(cents: number): string {
  const text = "$" + Math.abs(cents / 100).toFixed(2);
  return cents < -0.5 ? MINUS + text : cents > 0.5 ? "+" + text : "$0.00";
}

export function percent(fraction: number, digits = 2): string {
  const text = (100 * Math.abs(fraction)).toFixed(digits) + " %";
  return fraction < 0 && Number(text.slice(0, -2)) !== 0 ? "−" + text : text;
}

/** The chips a stack is made of, the largest first. */
export function chips(cents: number, values: readonly number[]): number[] {
  const stack: number[] = [];
  let left = cents;
  for (const value of [...values].sort((a, b) => b - a)) {
    while (left >= value && stack.length < 40) {
      stack.push(value);
      left -= value;
    }
  }
  if (left > 0) stack.push(left);
  return stack;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** What was paid for a stake, as odds: 3 to 2. */
export function odds(won: number, stake: number): string {
  const common = divisor(won, stake);
  return `${(won / common).toLocaleString("en-US")} to ${(stake / common).toLocaleString("en-US")}`;
}

/** How a wager was settled, with the sum worked out. */
export function working(wager: WagerSettled): string {
  const { stake, returned } = wager;
  const won = returned - stake;
  if (won > 0) {
    return `${dollars(stake)} × ${odds(won, stake)} = ${dollars(won)}, and ${dollars(stake)} back`;
  }
  if (won === 0) return `${dollars(stake)} back`;
  if (returned > 0) return `${dollars(returned)} of ${dollars(stake)} back`;
  return `${dollars(stake)} lost`;
}
