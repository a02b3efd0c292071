/** Piles of chips: what they are worth, and how an answer names them. */

/** Value in cents and how many, the highest value first. */
export type Pile = [cents: number, count: number][];

export function worth(pile: Pile): number {
  return pile.reduce((sum, [value, count]) => sum + value * count, 0);
}

/** Dollars as an answer says them: 22.50. */
export function plainDollars(cents: number): string {
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/** As an answer names chips: 3x25 + 1x0.50. */
export function pileText(pile: Pile): string {
  return pile.map(([value, count]) => `${count}x${plainDollars(value)}`).join(" + ");
}

/** An amount in as few chips as can be; nothing where these chips cannot make it. */
export function fewest(cents: number, values: readonly number[]): Pile {
  const pile: Pile = [];
  let left = cents;
  for (const value of [...values].sort((a, b) => b - a)) {
    const count = Math.floor(left / value);
    if (count > 0) pile.push([value, count]);
    left -= count * value;
  }
  return left > 0 ? [] : pile;
}
