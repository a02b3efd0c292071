import { expect, test } from "vitest";
import type { BenchChart, SheetCell } from "../lib/api-types";
import { beside, called, differing, margin } from "./charts";

function cell(code: string, ...worths: number[]): SheetCell {
  return { code, ordinary: "", moves: worths.map((worth, at) => ({ move: at ? "stand" : "hit", worth })) };
}

function chart(...cells: SheetCell[]): BenchChart {
  return {
    problems: [], rules_hash: "", upcards: ["2", "A"], codes: [], house_edge: 0, edges: {}, ordinary: "",
    tables: [{ id: "play", heading: "Your hand", sections: [{ title: "Hard", rows: [{ hand: "hard 12", label: "12", cells }] }] }],
  };
}

test("cells that differ are counted, and what they gain is known where both are valued", () => {
  const before = chart(cell("H", -0.5), cell("H", -0.3));
  const after = chart(cell("S", -0.2, -0.25), cell("H"));
  expect(differing(after, before)).toBe(1);
  expect(differing(after, null)).toBe(0);
  const [first, second] = beside(after, "play", before)[0]!.rows[0]!.cells;
  expect(first!.gain).toBeCloseTo(0.3);
  expect(second!.gain).toBeNull();
  expect(called(first!, after.upcards)).toBe("Hard 12 against a 2");
  expect(called(second!, after.upcards)).toBe("Hard 12 against an ace");
});

test("how close a cell is", () => {
  expect(margin(cell("S", -0.2, -0.25))).toBeCloseTo(0.05);
  expect(margin(cell("S", -0.2))).toBeNull();
});

test("a table that the other chart lacks is held against its first", () => {
  const riding = chart(cell("S"), cell("S"));
  riding.tables[0]!.id = "riding bonus";
  expect(differing(riding, chart(cell("H"), cell("S")))).toBe(1);
});
