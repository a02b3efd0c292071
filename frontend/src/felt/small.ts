/** What the two arrangements for small screens share: others' hands in cells, with their state in words. */

import type { SeatPlace } from "./arrangement";
import { about, type Box } from "./boxes";

/** Somebody's cell: cards above, then total, state and seat. */
export function cell(seat: number, box: Box, words: number): SeatPlace {
  const room = box.height - words;
  const card = Math.min(room / 1.4, box.width / 1.72);
  const x = box.x + box.width / 2;
  return {
    seat, card, spots: [], pivot: { x, y: box.y, turn: 0 },
    hand: { ...about(x, box.y + room / 2, box.width - 2, 1.4 * card), turn: 0 },
    words: { x: box.x, y: box.y + room, width: box.width, height: words, turn: 0 },
    number: { x: box.x, y: box.y + room + words, width: box.width, height: 0, turn: 0 },
  };
}
