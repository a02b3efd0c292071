/** The pay table that is printed on the cloth, on a small one until cards come: of the one side bet that has more than one line. */

import type { BettingPlace } from "../lib/api-types";
import { wrapped } from "./lettering";
import type { Place } from "./spots";

export interface PayTable {
  bet: string;
  title: string;
  lines: { event: string; label: string; pays: string }[];
  /** What every line takes for granted. */
  note: string;
}

/** A row of letters: a line of the table or a part of one, or of the note below it. */
export interface PrintedRow {
  event: string;
  text: string;
  /** At the end of a line; on its last row. */
  pays: string;
}

/** Of its letters, in units: the largest that fits. */
export const TYPE = [13, 12.5, 12, 11.5, 11, 10.5];

const MOST_LINES = 7;
/** From one row to the next, in sizes of a letter. */
const LEADING = 1.28;
/** What the odds at the end of a row take, likewise. */
const ODDS = 4.6;

/** The rows of a pay table in a box, its title first in size; words that are too many for a row go on in the next. */
export function rowsIn(table: PayTable, box: { width: number; height: number }, sizes: readonly number[]): { rows: PrintedRow[]; note: string[]; size: number; leading: number } | null {
  for (const size of sizes) {
    const rows = table.lines.flatMap(({ event, label, pays }) => {
      const parts = wrapped(label.charAt(0).toUpperCase() + label.slice(1), box.width - ODDS * size, size);
      return parts.map((text, i) => ({ event, text, pays: i === parts.length - 1 ? pays : "" }));
    });
    const note = table.note ? wrapped(table.note, box.width, size) : [];
    if ((rows.length + note.length + 1) * LEADING * size <= box.height) return { rows, note, size, leading: LEADING * size };
  }
  return null;
}

export function printedPayTable(spots: readonly BettingPlace[]): PayTable | null {
  const found = spots.filter((spot) => spot.lines.length > 1);
  const [spot] = found;
  if (!spot || found.length > 1 || spot.lines.length > MOST_LINES) return null;
  return { bet: spot.id, title: spot.name, note: spot.note, lines: spot.lines.map(({ event, label, pays }) => ({ event, label, pays })) };
}

/** What the drawing needs of the betting spots. A bet with one line has its odds under its spot. */
export function placesOf(spots: readonly BettingPlace[]): Place[] {
  return spots.map(({ id, name, opening, side, lines }) => ({ id, name, opening, side, odds: lines.length === 1 ? lines[0]?.pays : undefined }));
}
