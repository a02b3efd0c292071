/** Chips on their way to the felt: what would be staked if wagers closed now. */

import type { BettingSpot } from "./api-types";

export type Stakes = Record<string, number>;

/** Add a chip to a spot, from its minimum to its maximum. Followers get as much. */
export function put(stakes: Stakes, spots: readonly BettingSpot[], id: string, cents: number): Stakes {
  const spot = spots.find((one) => one.id === leader(spots, id));
  if (!spot) return stakes;
  const before = stakes[spot.id] ?? 0;
  const wanted = Math.max(before + cents, spot.minimum);
  return follow({ ...stakes, [spot.id]: Math.min(wanted, spot.maximum) }, spots);
}

/** Take a chip from a spot; less than the minimum is nothing. */
export function take(stakes: Stakes, spots: readonly BettingSpot[], id: string, cents: number): Stakes {
  const spot = spots.find((one) => one.id === leader(spots, id));
  if (!spot) return stakes;
  const left = (stakes[spot.id] ?? 0) - cents;
  return follow({ ...stakes, [spot.id]: left < spot.minimum ? 0 : left }, spots);
}

/** The least a hand can be played for. */
export function least(spots: readonly BettingSpot[]): Stakes {
  const first = spots.find((spot) => spot.opening && !spot.follows);
  const most = Math.max(...spots.filter((spot) => spot.opening).map((spot) => spot.minimum));
  return first ? follow({ [first.id]: most }, spots) : {};
}

/** What is staked, without empty spots. */
export function staked(stakes: Stakes): Stakes {
  return Object.fromEntries(Object.entries(stakes).filter(([, cents]) => cents > 0));
}

export function total(stakes: Stakes): number {
  return Object.values(stakes).reduce((sum, cents) => sum + cents, 0);
}

function leader(spots: readonly BettingSpot[], id: string): string {
  return spots.find((spot) => spot.id === id)?.follows ?? id;
}

function follow(stakes: Stakes, spots: readonly BettingSpot[]): Stakes {
  const found = { ...stakes };
  for (const spot of spots) {
    if (spot.follows) found[spot.id] = found[spot.follows] ?? 0;
  }
  return found;
}
