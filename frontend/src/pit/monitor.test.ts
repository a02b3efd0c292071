import { expect, test } from "vitest";
import { bandPicture, bandWords, promise, today, verdict } from "./monitor";
import type { FloorReport, JudgedBet } from "../lib/api-types";

const bet = {
  name: "Upcard Bonus", win: -90_000, theory: 10_000, low: -20_000, high: 40_000, lowest: -50_000,
  highest: 60_000, verdict: "alert",
} as JudgedBet; // prettier-ignore

test("a win far below its bands is drawn at the left, everything else in order", () => {
  const at = bandPicture(bet);
  const order = [at.win, at.lowest, at.low, at.zero, at.theory, at.high, at.highest];
  expect(order).toEqual([...order].sort((one, two) => one - two));
  expect(at.win).toBeCloseTo(0.03);
  expect(at.highest).toBeCloseTo(0.97);
});

test("words say what the picture shows", () => {
  expect(bandWords(bet)).toContain("expected $100, 95 % band −\u2060$200 to $400");
  expect(verdict(bet)).toBe("Look at it.");
  expect(verdict({ ...bet, verdict: "notice" })).toMatch(/^Below the 95 % band/);
});

test("what chance brings is told in numbers people read", () => {
  const report = { promised: { alerts: 0.004, notices: 0.2 } } as FloorReport;
  expect(promise(report)).toBe("Chance alone brings 0.20 bets outside their 95 % band on a page like this one, and 0.0040 alerts (once in 250 such pages).");
});

test("today is the reader's day", () => {
  const now = new Date(2026, 10, 16, 0, 30);
  expect(today(now)).toBe("2026-11-16");
});
