/** The pay table that is printed on a wide cloth: of the one side bet that has more than one line. */

import type { BettingPlace } from "../lib/api-types";
import type { Place } from "./spots";

export interface PayTable {
  bet: string;
  title: string;
  lines: { event: string; label: string; pays: string }[];
}

const MOST_LINES = 7;

export function printedPayTable(spots: readonly BettingPlace[]): PayTable | null {
  const found = spots.filter((spot) => spot.lines.length > 1);
  const [spot] = found;
  if (!spot || found.length > 1 || spot.lines.length > MOST_LINES) return null;
  return { bet: spot.id, title: spot.name, lines: spot.lines.map(({ event, label, pays }) => ({ event, label, pays })) };
}

/** What the drawing needs of the betting spots. A bet with one line has its odds under its spot. */
export function placesOf(spots: readonly BettingPlace[]): Place[] {
  return spots.map(({ id, name, opening, side, lines }) => ({ id, name, opening, side, odds: lines.length === 1 ? lines[0]?.pays : undefined }));
}
