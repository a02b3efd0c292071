import { expect, it } from "vitest";
import type { Settled } from "../lib/live.svelte";
import { resultLines } from "./results";

const settled = (bet: string, hand: number, stake: number, returned: number, why: string): Settled => ({ type: "WagerSettled", seat: 1, hand, bet, stake, returned, event: "", why });
const lines = (...all: Settled[]) => resultLines(all, (one) => one.why ?? "").map(({ bets, settled: of, why, cents }) => [bets.join(), of.map((one) => one.hand).join(), why, cents]);

it("has hands of one wager in one line, in their order, with their sum", () => {
  expect(lines(settled("main", 2, 500, 0, "bust"), settled("main", 0, 500, 1000, "20 beats 19"), settled("main", 1, 1000, 0, "bust"))).toEqual([["main", "0,1,2", "", -1000]]);
});

it("has wagers that were lost for one reason in one line", () => {
  expect(lines(settled("main", 0, 500, 0, "18 beats 17"), settled("left", 0, 200, 0, "no tie"), settled("right", 0, 100, 0, "no tie"))).toEqual([["main", "0", "18 beats 17", -500], ["left,right", "0,0", "no tie", -300]]);
});

it("keeps apart what was won, and what hands lost for a reason of other bets", () => {
  expect(lines(settled("left", 0, 200, 600, "tie"), settled("right", 0, 100, 300, "tie"))).toHaveLength(2);
  expect(lines(settled("main", 0, 500, 0, "x"), settled("main", 1, 500, 0, "x"), settled("side", 0, 100, 0, "x"))).toEqual([["main", "0,1", "x", -1000], ["side", "0", "x", -100]]);
});
