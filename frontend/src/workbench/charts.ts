/** Charts beside each other: which cells differ, and what that is worth. */

import type { BenchChart, SheetCell } from "../lib/api-types";

export interface Cell extends SheetCell {
  table: string;
  hand: string;
  label: string;
  section: string;
  /** Place of the upcard. */
  column: number;
  /** What the other chart does there; null where it has no such row. */
  before: SheetCell | null;
  /** Main units that the best move is worth more than before; null where nobody knows. */
  gain: number | null;
}

export interface Section {
  title: string;
  rows: { label: string; hand: string; cells: Cell[] }[];
}

/** A table of a chart, each cell with that of another chart. Tables the other lacks are held against its first. */
export function beside(chart: BenchChart, table: string, other: BenchChart | null): Section[] {
  const found = chart.tables.find((one) => one.id === table);
  const others = other?.tables.find((one) => one.id === table) ?? other?.tables[0];
  const before = new Map((others?.sections ?? []).flatMap((one) => one.rows.map((row) => [row.hand, row.cells] as const)));
  return (found?.sections ?? []).map(({ title, rows }) => ({
    title,
    rows: rows.map(({ label, hand, cells }) => ({
      label,
      hand,
      cells: cells.map((cell, column) => {
        const old = before.get(hand)?.[column] ?? null;
        const now = cell.moves[0]?.worth;
        const then = old?.moves[0]?.worth;
        const gain = now === undefined || then === undefined ? null : now - then;
        return { ...cell, table, hand, label, section: title, column, before: old, gain };
      }),
    })),
  }));
}

/** Cells in which two charts do not do the same. */
export function differing(chart: BenchChart | null, other: BenchChart | null): number {
  if (!chart || !other) return 0;
  let found = 0;
  for (const { id } of chart.tables) {
    for (const { rows } of beside(chart, id, other)) {
      for (const { cells } of rows) found += cells.filter((cell) => cell.before && cell.before.code !== cell.code).length;
    }
  }
  return found;
}

/** How close a cell is: what the best move is worth more than the next one; null where there is none. */
export function margin(cell: SheetCell): number | null {
  const [best, next] = cell.moves;
  return best && next ? best.worth - next.worth : null;
}

/** `hard 12` against the column of a ten: "Hard 12 against a ten". */
export function called(cell: Cell, upcards: string[]): string {
  const up = upcards[cell.column] ?? "";
  const name = up === "A" ? "an ace" : up === "10" ? "a ten" : up === "8" ? "an 8" : `a ${up}`;
  return `${cell.section === "Pairs" ? `Pair ${cell.label}` : cell.hand.replace(/^./, (first) => first.toUpperCase())} against ${name}`;
}
