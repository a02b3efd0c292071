/** The leak that somebody wants to practise, from the report to the hands. */

import type { LeakCell } from "../lib/api-types";

class LeakToPractise {
  cells = $state.raw<LeakCell[]>([]);
  called = $state("");

  set(cells: LeakCell[], called: string): void {
    this.cells = cells;
    this.called = called;
  }
}

export const leakToPractise = new LeakToPractise();
