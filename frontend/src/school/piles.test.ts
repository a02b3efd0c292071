import { expect, it } from "vitest";
import { fewest, pileText, worth } from "./piles";

it("names chips as the school reads them, half dollars too", () => {
  expect(pileText([[2500, 3], [500, 3], [50, 1]])).toBe("3x25 + 3x5 + 1x0.50");
  expect(worth([[2500, 3], [500, 3], [50, 1]])).toBe(9050);
});

it("cuts an amount in as few chips as can be, or says that the rack cannot", () => {
  expect(fewest(9000, [50, 100, 500, 2500])).toEqual([[2500, 3], [500, 3]]);
  expect(fewest(125, [100, 500])).toEqual([]);
});
