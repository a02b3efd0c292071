/** Wagers as they lie before the dealer, from what a question shows. */

import type { Question, SeatView } from "../lib/api-types";

export interface Lying {
  seat: number;
  /** Counted from 0. */
  hand: number;
  bet: string;
  name: string;
  cents: number;
  /** Whether the question is about it. */
  asked: boolean;
}

export const wagerKey = ({ seat, hand, bet }: Pick<Lying, "seat" | "hand" | "bet">) => `${seat}.${hand}.${bet}`;

/** Everything that lies there; what is asked about is there whether the felt shows it or not. */
export function lyingWagers(question: Question, names: Record<string, string>): Lying[] {
  const spots = new Map((question.spots ?? []).map((spot) => [wagerKey(spot), spot]));
  const found = new Map<string, Lying>();
  const lay = (seat: number, hand: number, bet: string, cents: number) => {
    const key = wagerKey({ seat, hand, bet });
    const spot = spots.get(key);
    if (cents > 0 || spot) found.set(key, { seat, hand, bet, cents: spot?.cents ?? cents, name: spot?.name ?? names[bet] ?? worded(bet), asked: spot !== undefined });
  };
  for (const seat of question.felt?.seats ?? []) layWagersOf(seat, lay);
  for (const { seat, hand, bet, cents } of spots.values()) lay(seat, hand, bet, cents);
  return [...found.values()].sort((a, b) => a.seat - b.seat || a.hand - b.hand);
}

function layWagersOf(seat: SeatView, lay: (seat: number, hand: number, bet: string, cents: number) => void): void {
  if (seat.hands.length === 0) for (const [bet, cents] of Object.entries(seat.stakes)) lay(seat.seat, 0, bet, cents);
  seat.hands.forEach((hand, i) => {
    if (!hand.settled) for (const [bet, cents] of Object.entries(hand.stakes)) lay(seat.seat, i, bet, cents);
  });
  for (const [bet, cents] of Object.entries(seat.side_bets)) lay(seat.seat, 0, bet, cents);
  lay(seat.seat, 0, "insurance", seat.insurance);
}

/** A name for what nobody named. */
function worded(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
