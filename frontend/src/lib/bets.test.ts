import { expect, it } from "vitest";
import { allowances, chipValues, counted, lacking, least, put, range, room, staked, take, total, type Terms } from "./bets";
import type { BettingSpot, StakeConstraint } from "./api-types";

function spot(id: string, more: Partial<BettingSpot> = {}): BettingSpot {
  return { id, name: id, opening: false, side: "", follows: null, lines: [], note: "", hope: "", words: {}, minimum: 100, maximum: 50000, aggregate: null, ...more };
}

function bound(bets: Record<string, number>, most: number, more: Partial<StakeConstraint> = {}): StakeConstraint {
  return { bets, most, count: false, over: 0, why: "because", rule: "", ...more };
}

const CHIPS = [100, 500, 2500, 10000, 50000];
const main = spot("main", { opening: true, minimum: 500 });
const pair: Terms = { spots: [main, spot("second", { opening: true, minimum: 1000, follows: "main" }), spot("bonus")], constraints: [] };

/** Two bets on one side that may take half of the main wager together, three wagers in all, one over $5. */
const ties: Terms = {
  spots: [spot("main", { opening: true, minimum: 500, maximum: 40000 }), spot("one"), spot("two"), spot("far")],
  constraints: [
    bound({ one: 1, two: 1, main: -0.5 }, 0, { why: "half of main" }),
    bound({ main: 1, one: 1, two: 1, far: 1 }, 3, { count: true, why: "three wagers" }),
  ],
};

it("starts a spot with its minimum and adds chips", () => {
  const alone: Terms = { spots: [main], constraints: [] };
  expect(put({}, alone, "main", 100)).toEqual({ main: 500 });
  expect(put({ main: 500 }, alone, "main", 100)).toEqual({ main: 600 });
});

it("puts no more on a spot than it takes", () => {
  expect(put({ main: 500 }, { spots: [spot("main", { minimum: 500, maximum: 40000 })], constraints: [] }, "main", 50000)).toEqual({ main: 40000 });
});

it("keeps wagers equal that have to be", () => {
  const stakes = put({ main: 1000, second: 1000 }, pair, "second", 2500);
  expect(stakes).toEqual({ main: 3500, second: 3500 });
  expect(take(stakes, pair, "main", 2600)).toEqual({ main: 0, second: 0 });
});

it("takes chips off side bets alone", () => {
  const stakes = put({ main: 1000, second: 1000 }, pair, "bonus", 500);
  expect(stakes).toEqual({ main: 1000, second: 1000, bonus: 500 });
  expect(staked(take(stakes, pair, "bonus", 500))).toEqual({ main: 1000, second: 1000 });
  expect(total(stakes)).toBe(2500);
});

it("knows the least a hand can be played for", () => {
  expect(least(pair.spots)).toEqual({ main: 1000, second: 1000 });
});

it("clamps a chip to what the other wagers leave", () => {
  expect(room({ main: 500 }, ties, "one")).toEqual({ least: 100, most: 250, why: "half of main" });
  const half = put({ main: 500 }, ties, "one", 500);
  expect(half).toEqual({ main: 500, one: 250 });
  expect(room(half, ties, "two")).toMatchObject({ most: 0, why: "half of main" });
  expect(put(half, ties, "two", 100)).toBe(half);
  expect(room({ main: 2000, one: 250 }, ties, "two").most).toBe(750);
});

it("takes no spot where the cap is below the minimum", () => {
  expect(room({ main: 150 }, ties, "one")).toMatchObject({ least: 100, most: 0 });
});

it("counts wagers where they are counted", () => {
  const two = { main: 5000, one: 100, two: 100 };
  expect(room(two, ties, "far")).toMatchObject({ most: 0, why: "three wagers" });
  expect(room(two, ties, "one").most).toBe(2400); // its own wager is counted already
  const small = bound({ main: 1, one: 1 }, 1, { count: true, over: 500, why: "one over $5" });
  expect(room({ main: 1000 }, { ...ties, constraints: [small] }, "one")).toMatchObject({ most: 500, why: "one over $5" });
});

it("takes nothing from a wager that others need", () => {
  const stakes = { main: 2000, one: 500 };
  expect(take(stakes, ties, "main", 2500)).toEqual({ main: 1000, one: 500 });
  expect(take({ main: 1000, one: 500 }, ties, "main", 500)).toEqual({ main: 1000, one: 500 });
  expect(take({ main: 500 }, ties, "main", 500)).toEqual({ main: 0 });
});

it("says what is missing before anything is dealt", () => {
  expect(lacking({}, ties)).toBe("Put $5 or more on main.");
  expect(lacking({ main: 500, one: 300 }, ties)).toBe("half of main");
  expect(lacking({ main: 500, one: 250 }, ties)).toBe("");
  expect(lacking({ main: 500, second: 400 }, pair)).toBe("second: $10 or more.");
});

it("has a half dollar where a cap needs one", () => {
  expect(chipValues(ties, CHIPS)).toEqual([50, 100, 500, 2500, 10000]);
  expect(chipValues(pair, CHIPS)).toEqual(CHIPS);
});

it("says what a spot takes", () => {
  expect(range({ least: 100, most: 250, why: "" })).toBe("$1 to $2.50");
  expect(range({ least: 100, most: 0, why: "" })).toBe("nothing now");
  expect(range({ least: 500, most: 500, why: "" })).toBe("$5 only");
});

it("sums what the bets of one side may take, and counts the side bets", () => {
  const [one, two] = [spot("one", { side: "left" }), spot("two", { side: "left" })];
  const sided: Terms = { ...ties, spots: [main, one, two, spot("far", { side: "right" })] };
  expect(allowances({ main: 5000, one: 1000 }, sided)).toEqual([{ side: "left", used: 1000, most: 2500, why: "half of main" }]);
  expect(allowances({}, sided)).toMatchObject([{ used: 0, most: 0 }]);
  expect(counted({ main: 5000, one: 1000 }, sided)).toEqual({ used: 1, most: 2, why: "three wagers" });
  expect(allowances({ main: 5000 }, ties)).toEqual([]); // of no side
  expect(counted({ main: 500 }, pair)).toBeNull();
});
