/** What a table says about a decision and about wagers, so that a page can show it without a rule. */

import type { TableSheet, View } from "./api-types";
import { MOVES } from "./moves";

/** One slot of the dock. */
export interface MoveView {
  move: string;
  open: boolean;
  /** Cents it adds to the felt. */
  cost: number;
  /** One line of consequence. */
  does: string;
  /** Why it is shut, if it is. */
  shut: string;
}

/** The sum of factor × stake must not be more than `most`. */
export interface StakeConstraint {
  /** Factors by bet. */
  bets: Record<string, number>;
  most: number;
  /** Spots with chips are counted, not their cents. */
  count: boolean;
  /** Cents a stake must exceed to be counted. */
  over?: number;
  why: string;
}

export type TaughtView = View & { moves?: MoveView[]; prompt?: string; hopes?: Record<string, Record<string, string>> };
export type TaughtSheet = TableSheet & { slots?: string[]; constraints?: StakeConstraint[] };

/** The moves of this table, in places that never change. */
export function slotsOf(sheet: TaughtSheet): string[] {
  return sheet.slots ?? Object.keys(MOVES);
}

/** Every slot as it is now; while somebody else decides, all are shut without a reason. */
export function movesOf(slots: readonly string[], view: TaughtView, deciding: boolean): MoveView[] {
  const told = deciding ? (view.moves ?? []) : [];
  return slots.map((move) => {
    const open = deciding && view.legal.includes(move);
    const found = told.find((one) => one.move === move);
    return found ?? { move, open, cost: view.costs[move] ?? 0, does: "", shut: deciding && !open ? "Not now" : "" };
  });
}
