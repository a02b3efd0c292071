/** How long each event is looked at before the next one. */

import { SHOWN_MS } from "./moves";

export type Pace = "calm" | "usual" | "quick" | "instant";

/** From calm to instant: how long everything takes, as parts of the usual time. */
export const PACES: Record<Pace, number> = { calm: 1.7, usual: 1, quick: 0.45, instant: 0 };

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

/** Milliseconds for an event, of which `waiting` come after it; the more there are, the faster. */
export function moment(type: string, waiting: number, tempo = 1): number {
  const hurry = waiting > 40 ? 0.25 : waiting > 24 ? 0.6 : 1;
  return Math.round((MOMENTS[type] ?? 0) * hurry * tempo);
}
