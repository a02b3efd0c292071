import { expect, it } from "vitest";
import { least, put, staked, take, total } from "./bets";
import type { BettingSpot } from "./api-types";

function spot(id: string, more: Partial<BettingSpot> = {}): BettingSpot {
  return { id, name: id, opening: false, side: "", follows: null, lines: [], note: "", hope: "", words: {}, minimum: 100, maximum: 50000, aggregate: null, ...more };
}

const spots = [
  spot("main", { opening: true, minimum: 500 }),
  spot("second", { opening: true, minimum: 1000, follows: "main" }),
  spot("bonus"),
];

it("starts a spot with its minimum and adds chips", () => {
  const once = put({}, [spot("main", { minimum: 500 })], "main", 100);
  expect(once).toEqual({ main: 500 });
  expect(put(once, [spot("main", { minimum: 500 })], "main", 100)).toEqual({ main: 600 });
});

it("puts no more on a spot than it takes", () => {
  expect(put({ main: 500 }, [spot("main", { minimum: 500, maximum: 40000 })], "main", 50000)).toEqual({ main: 40000 });
});

it("keeps wagers equal that have to be", () => {
  const stakes = put({ main: 500, second: 500 }, spots, "second", 2500);
  expect(stakes).toEqual({ main: 3000, second: 3000 });
  expect(take(stakes, spots, "main", 2600)).toEqual({ main: 0, second: 0 });
});

it("takes chips off side bets alone", () => {
  const stakes = put({ main: 500, second: 500 }, spots, "bonus", 500);
  expect(stakes).toEqual({ main: 500, second: 500, bonus: 500 });
  expect(staked(take(stakes, spots, "bonus", 500))).toEqual({ main: 500, second: 500 });
  expect(total(stakes)).toBe(1500);
});

it("knows the least a hand can be played for", () => {
  expect(least(spots)).toEqual({ main: 1000, second: 1000 });
});
