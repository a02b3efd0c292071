import { expect, it } from "vitest";
import { along, line } from "./luck";

const round = { table: 1, round: 1, at: 0, net: 0, expected: -5, sd: 300 };

it("adds up what came and what was to be expected", () => {
  const found = along([{ ...round, net: 1000 }, { ...round, net: -500, sd: 400 }]);
  expect(found.map((one) => [one.net, one.expected])).toEqual([[1000, -5], [500, -10]]);
  expect(found[1]?.high).toBeCloseTo(-10 + 1.96 * 500);
  expect(found[1]?.low).toBeCloseTo(-10 - 1.96 * 500);
});

it("leaves rounds out of which nothing exact is known", () => {
  expect(along([{ ...round, net: 1000 }, { ...round, net: -500, expected: null, sd: null }])).toHaveLength(1);
});

it("draws a line with the highest value on top", () => {
  expect(line([0, 5, 10], 100, 20, 0, 10)).toBe("0,20 50,10 100,0");
  expect(line([3], 100, 20, 3, 3)).toBe("0,20");
});
