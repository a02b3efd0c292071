import { describe, expect, test } from "vitest";
import type { CellRecord, LeakReport } from "../lib/api-types";
import { amount, called, colourOf, curve, hourly, playedEdge, tooltip } from "./record";

const cell = (decisions: number, slips: number, cents: number): CellRecord => ({ table: "play", hand: "soft 18", up: "9", decisions, slips, slipped: slips ? [`stand ${slips} times`] : [], hourly: cents });

describe("a record in the cells of a chart", () => {
  test("says how often, how wrong and how dear", () => {
    expect(tooltip(undefined)).toBe("Not decided yet");
    expect(tooltip(cell(1, 0, 0))).toBe("1 decision, all right");
    expect(tooltip(cell(5, 2, 120))).toBe("2 wrong of 5 decisions: stand 2 times. $1.20 an hour");
  });

  test("is darker where it is dearer, and has no colour where nobody slipped", () => {
    const share = (cents: number) => Number(/(\d+)%/.exec(colourOf(cell(3, 1, cents), 100))?.[1]);
    expect(colourOf(cell(3, 0, 0), 100)).toBe("");
    expect(share(100)).toBeGreaterThan(share(10));
  });

  test("a curve begins left, ends right, and is highest where it is dearest", () => {
    expect(curve([200, 100, 0], 300, 80)).toEqual([[0, 0], [150, 40], [300, 80]]);
    expect(curve([50], 300, 80)).toEqual([[300, 0]]);
    expect(curve([], 300, 80)).toEqual([]);
  });

  test("who gives away 1.6 cents of each dollar staked plays at that above the best edge", () => {
    const report = { rounds_an_hour: 80, stake: 1000 } as LeakReport;
    expect(playedEdge(0.013, 2560, report, 2)).toBeCloseTo(0.029); // $25.60 of 80 rounds with $20 each
  });

  test("amounts have their cents, and what is less than one is said so", () => {
    expect(amount(120)).toBe("$1.20");
    expect(hourly(0.4)).toBe("under a cent an hour");
    expect(called("T,T", "A")).toBe("Pair 10,10 against an ace");
  });
});
