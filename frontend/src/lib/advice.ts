/** What the solver says about the hand on the table. */

export interface Worth {
  move: string;
  ev_cents: number;
  ev_units: number;
  best: boolean;
  costs_cents: number;
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
  best: string;
  ev_cents: number;
  best_cents: number;
  cost_cents: number;
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
  expected: number;
  sd: number;
}
