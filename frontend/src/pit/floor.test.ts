import { expect, test } from "vitest";
import type { FloorTable } from "../lib/api-types";
import { pressed, shown, sorted, span } from "./floor";

const NONE = { rounds: 0, rounds_an_hour: null, average_bet: null, staked: 0, won: 0, hold: null, theory: null, against: null };

function table(id: number, against: number | null): FloorTable {
  const figures = against === null ? NONE : { ...NONE, rounds: 10, staked: 1000, hold: against + 0.01, theory: 0.01, against };
  return { id, name: `Table ${id}`, created: id, figures } as FloorTable;
}

test("who holds least against theory stands first, who has no figures last, either way round", () => {
  const tables = [table(1, null), table(2, 0.02), table(3, -0.3)];
  const ids = (up: boolean) => sorted(tables, { by: "against", up }).map((one) => one.id);
  expect(ids(true)).toEqual([3, 2, 1]);
  expect(ids(false)).toEqual([2, 3, 1]);
});

test("a column pressed twice turns round; a new one begins with what is looked for", () => {
  expect(pressed({ by: "name", up: true }, "against")).toEqual({ by: "against", up: true });
  expect(pressed({ by: "against", up: true }, "against")).toEqual({ by: "against", up: false });
  expect(pressed({ by: "name", up: true }, "average_bet")).toEqual({ by: "average_bet", up: false });
});

test("figures are read with their units, unknown ones as a dash", () => {
  expect(shown(table(3, -0.3), "against")).toBe("−30.0 points");
  expect(shown(table(1, null), "hold")).toBe("–");
});

test("days are the reader's, from midnight to midnight", () => {
  const now = new Date(2026, 10, 18, 15, 30);
  expect(span("yesterday", now)).toEqual({ begin: new Date(2026, 10, 17).getTime(), end: new Date(2026, 10, 18).getTime() });
  expect(span("week", now).begin).toBe(new Date(2026, 10, 12).getTime());
});
