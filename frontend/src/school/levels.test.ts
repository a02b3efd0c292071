import { expect, it, vi } from "vitest";
import type { LevelCard } from "../lib/api-types";

vi.mock("../lib/router.svelte", () => ({ place: { go: () => undefined } })); // there is no address bar here
const { nextLevel, rightNeeded } = await import("./levels");

const level = (number: number, open: boolean, passed: boolean): LevelCard => ({
  level: number, name: `level ${number}`, kind: "payout", kind_name: "Payouts", items: 10, accuracy: 0.9, may_miss: 1, aim_seconds: 30, open, shut: "", passed, answered: 0, right: 0,
});

it("goes on with the first level that is open and not passed, and repeats the last once all are", () => {
  expect(nextLevel([level(1, true, true), level(2, true, false), level(3, false, false)])?.level).toBe(2);
  expect(nextLevel([level(1, true, true), level(2, true, true)])?.level).toBe(2);
  expect(nextLevel([])).toBeUndefined();
});

it("counts the right answers a share asks for, without trusting binary fractions", () => {
  expect([rightNeeded(20, 0.98), rightNeeded(50, 0.98), rightNeeded(10, 0.9), rightNeeded(100, 0.07)]).toEqual([20, 49, 9, 7]);
});
