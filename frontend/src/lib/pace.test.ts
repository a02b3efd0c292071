import { expect, it } from "vitest";
import { moment } from "./pace";

it("gives cards time to be seen, and nothing to what does not move", () => {
  expect(moment("CardDealt", 3, false)).toBeGreaterThan(100);
  expect(moment("RoundOpened", 3, false)).toBe(0);
});

it("hurries when much is waiting, and does not wait at all where nothing may move", () => {
  expect(moment("CardDealt", 50, false)).toBeLessThan(moment("CardDealt", 3, false));
  expect(moment("CardDealt", 3, true)).toBe(0);
});
