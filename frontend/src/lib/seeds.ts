/** Seeds that players add to a shoe before it is shuffled, and how they are shown. */

import { corner } from "../felt/suits";
import type { NextShoeView } from "./api-types";

const RANDOM_BYTES = 16;
const BOTS = "bot ";
const SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export const LONGEST_SEED = 64;

/** A seed nobody can foresee, of the letters that seeds may have. */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether somebody's seed must go by itself: who sits alone adds it with the next wager. */
export function goesAlone(next: NextShoeView | null, me: string, seats: Record<string, string>, betting: boolean): boolean {
  if (!next || !betting || next.seeded.includes(me)) return false;
  const players = Object.values(seats);
  return players.includes(me) && players.some((name) => name !== me && !name.startsWith(BOTS));
}

/** A card in two or three letters, for a list of hundreds. */
export function brief(card: string): string {
  return corner(card) + (SIGNS[card.charAt(1)] ?? "");
}
