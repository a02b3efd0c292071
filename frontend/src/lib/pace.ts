/** How long each event is looked at before the next one. */

import { SHOWN_MS } from "./moves";

const MOMENTS: Record<string, number> = {
  ...SHOWN_MS,
  CardDealt: 260,
  UpcardDealt: 260,
  HoleCardDealt: 260,
  UpcardSetAside: 800,
  UpcardReplaced: 600,
  SetAsideDiscarded: 300,
  DealerPeeked: 500,
  HandBusted: 400,
  HoleCardTurned: 650,
  DealerDrew: 550,
  DealerFinished: 400,
  WagerSettled: 300,
};

/** Milliseconds for an event; none where nothing moves. The more are waiting, the faster. */
export function moment(type: string, waiting: number, still: boolean): number {
  if (still) return 0;
  const hurry = waiting > 40 ? 0.25 : waiting > 24 ? 0.6 : 1;
  return Math.round((MOMENTS[type] ?? 0) * hurry);
}
