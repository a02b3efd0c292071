/** What the solver says about the hand on the table. */

export interface Worth {
  move: string;
  /** Nothing where the solver cannot say; `why` then does. */
  ev_cents: number | null;
  ev_units: number | null;
  best: boolean;
  costs_cents: number | null;
  why?: string;
}

export interface Advice {
  version: number;
  seat: number;
  hand: number;
  basis: string;
  moves: Worth[];
}

export interface Grade {
  seq: number;
  seat: number;
  hand: number;
  cards: string[];
  upcard: string;
  moved: string;
  best: string | null;
  ev_cents: number | null;
  best_cents: number | null;
  cost_cents: number | null;
  by_clock?: boolean;
  moves: Worth[];
}

export interface Grades {
  decisions: Grade[];
  cost_cents: number;
}

export interface LuckRound {
  table: number;
  round: number;
  at: number;
  net: number;
  /** Nothing where the rules have no exact answer. */
  expected: number | null;
  sd: number | null;
}
