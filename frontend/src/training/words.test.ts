import { expect, test } from "vitest";
import { ago, names, share } from "./words";

test("shares are rounded down", () => {
  expect(share(199, 200)).toBe("99\u00a0%");
  expect(share(200, 200)).toBe("100\u00a0%");
  expect(share(0, 0)).toBe("–");
});

test("names come with commas or on lines, each once", () => {
  expect(names(" Ann, Bob\nAnn;  Cy ,")).toEqual(["Ann", "Bob", "Cy"]);
});

test("the past is told roughly", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  expect([0, 12_000, 190_000, 7_300_000, 200_000_000].map((past) => ago(now - past, now))).toEqual(["just now", "12 s ago", "3 min ago", "2 h ago", "14 Nov 2026"]);
});
