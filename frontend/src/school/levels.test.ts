import { expect, it, vi } from "vitest";
import type { LevelCard } from "../lib/api-types";

vi.mock("../lib/router.svelte", () => ({ place: { go: () => undefined } })); // there is no address bar here
const { conditions, nextLevel, rightNeeded, sameKind, seconds } = await import("./levels");

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

it("says what a sitting asks for", () => {
  expect([conditions(level(1, true, false)), seconds(level(1, true, false))]).toEqual(["10 questions, at most 1 wrong", "30 s"]);
  const shoe = { ...level(1, true, false), items: 1, may_miss: 0, aim_seconds: 600 };
  expect([conditions(shoe), seconds(shoe)]).toEqual(["1 question, none wrong", "10 min"]);
});

it("finds what asks the same, by its name where a kind is there twice", () => {
  const whole: LevelCard = { ...level(1, true, false), kind: "table", name: "A whole table" };
  const shoe: LevelCard = { ...level(2, true, false), kind: "table", name: "A shoe" };
  expect(sameKind([whole, shoe], { ...shoe, level: 7 })?.level).toBe(2);
  expect(sameKind([whole, shoe], { ...shoe, name: "Another shoe" })?.level).toBe(1);
  expect(sameKind([whole, shoe], level(3, false, false))).toBeUndefined();
});
