import { expect, test } from "vitest";
import { across, dayTicks, roundTop, shareBottom } from "./plots";

test("days stand where they belong, and one alone in the middle", () => {
  expect(across("2026-11-01", "2026-11-01", "2026-11-29")).toBe(0);
  expect(across("2026-11-15", "2026-11-01", "2026-11-29")).toBe(0.5);
  expect(across("2026-11-29", "2026-11-01", "2026-11-29")).toBe(1);
  expect(across("2026-11-01", "2026-11-01", "2026-11-01")).toBe(0.5);
});

test("a few days are named, the first and the last among them", () => {
  expect(dayTicks("2026-11-01", "2026-11-29", 5).map((tick) => tick.text)).toEqual(["1 Nov", "8 Nov", "15 Nov", "22 Nov", "29 Nov"]);
  expect(dayTicks("2026-11-01", "2026-11-02", 5).map((tick) => tick.text)).toEqual(["1 Nov", "2 Nov"]);
  expect(dayTicks("2026-11-01", "2026-11-01", 5).map((tick) => tick.text)).toEqual(["1 Nov"]);
});

test("scales end at round numbers", () => {
  expect([0, 0.7, 1, 3, 7.2, 12, 51].map(roundTop)).toEqual([1, 1, 1, 5, 10, 20, 100]);
  expect([[0.97, 0.83], [1], [], [0.04]].map(shareBottom)).toEqual([0.8, 0.9, 0, 0]);
});
