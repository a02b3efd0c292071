/** What the two arrangements for small screens share: others' hands in cells, with their state in words. */

import type { SeatPlace } from "./arrangement";
import { about, type Box } from "./boxes";

/** Cards are no smaller than this for words below them; then the words stand beside them. */
const LEAST_CARD = 22;

/** Somebody's cell: cards above, then total, state and seat. */
export function cell(seat: number, box: Box, words: number, unit: number): SeatPlace {
  const room = box.height - words;
  const card = Math.min(room / 1.4, (box.width - 3) / 1.6);
  if (card < LEAST_CARD * unit) return flatCell(seat, box);
  const x = box.x + box.width / 2;
  return {
    seat, card, spots: [], pivot: { x, y: box.y, turn: 0 },
    hand: { ...about(x, box.y + room - 0.7 * card - 1, box.width - 3, 1.4 * card), turn: 0 },
    words: { x: box.x + 1, y: box.y + room, width: box.width - 2, height: words, turn: 0 },
    number: { x: box.x, y: box.y + box.height, width: box.width, height: 0, turn: 0 },
  };
}

/** The same where there is less height: cards left, words right. */
function flatCell(seat: number, box: Box): SeatPlace {
  const card = Math.min(box.height / 1.4, 0.33 * box.width);
  const width = Math.min(1.5 * card, 0.5 * box.width);
  const y = box.y + box.height / 2;
  return {
    seat, card, spots: [], pivot: { x: box.x, y: box.y, turn: 0 },
    hand: { ...about(box.x + width / 2, y, width, 1.4 * card), turn: 0 },
    words: { x: box.x + width + 1, y: box.y, width: box.width - width - 1, height: box.height, turn: 0 },
    number: { x: box.x, y: box.y + box.height, width: box.width, height: 0, turn: 0 },
  };
}
