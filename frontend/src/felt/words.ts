/** Totals and states as people say them. */

import type { DealerView, HandView, WagerSettled } from "../lib/api-types";
import { gain } from "../lib/money";
import { DOWN, rankName } from "./suits";

export interface Told {
  /** The figure, or what stands for it. */
  total: string;
  /** hard, soft, bust, blackjack; and what happened to the hand. */
  word: string;
}

export function told(hand: HandView, natural = false): Told {
  const kind = natural ? "blackjack" : hand.total > 21 ? "bust" : hand.soft && hand.total < 21 ? "soft" : hand.cards.length > 1 ? "hard" : "";
  return { total: hand.cards.length > 0 ? String(hand.total) : "", word: [kind, ...hand.marks].filter(Boolean).join(", ") };
}

/** What somebody else's hand is about, in a word or two. */
export function state(hand: HandView, acting: boolean, natural: boolean, results: readonly WagerSettled[]): string {
  if (results.length > 0) return outcome(results);
  if (natural) return "blackjack";
  if (hand.total > 21) return "bust";
  if (acting) return "decides";
  return hand.done ? "stands" : "waits";
}

export function net(results: readonly WagerSettled[]): number {
  return results.reduce((sum, one) => sum + one.returned - one.stake, 0);
}

export function outcome(results: readonly WagerSettled[]): string {
  const pushed = results.every((one) => one.returned === one.stake);
  return net(results) !== 0 ? gain(net(results)) : pushed ? "push" : "even";
}

export function dealerWords(dealer: DealerView): string {
  if (dealer.cards.length === 0) return "Dealer";
  if (dealer.cards[0] === DOWN) return "Dealer shows no card now";
  if (dealer.cards.includes(DOWN)) return `Dealer shows ${rankName(dealer.cards[0] ?? "")}`;
  if (dealer.natural) return "Dealer has blackjack";
  if (dealer.total > 21) return `Dealer busts with ${dealer.total}`;
  return dealer.cards.length === 1 ? `Dealer shows ${rankName(dealer.cards[0] ?? "")}` : `Dealer has ${dealer.soft && dealer.total < 21 ? "soft " : ""}${dealer.total}`;
}
