/** Cards typed on a keyboard: a rank, then a suit. */

import { SUITS } from "../felt/suits";

export const RANKS = [..."A23456789TJQK"];

/** What is typed so far, and the card once it is whole. */
export interface Typed {
  rank: string;
  card: string;
}

/** What a key makes of what was typed before; null if the key means nothing here. */
export function typed(rank: string, key: string): Typed | null {
  const upper = key.toUpperCase();
  if (key.length === 1 && RANKS.includes(upper)) return { rank: upper, card: "" };
  if (key === "1") return { rank: "1", card: "" };
  if (key === "0") return { rank: "T", card: "" };
  const suit = key.toLowerCase();
  if (key.length === 1 && rank && rank !== "1" && suit in SUITS) return { rank: "", card: rank + suit };
  return null;
}
