/** The felt after an event, from the felt before it. */

import type { Felt, Frame } from "./api-types";

export function after(felt: Felt, frame: Frame): Felt {
  const fresh = frame.seats ?? [];
  const left = felt.seats.filter((seat) => !frame.gone?.includes(seat.seat) && !fresh.some((one) => one.seat === seat.seat));
  return {
    seats: fresh.length > 0 ? [...left, ...fresh].sort((a, b) => a.seat - b.seat) : left,
    dealer: frame.dealer ?? felt.dealer,
  };
}
