import { expect, it } from "vitest";
import { SHOWN_MS } from "./moves";
import { moment } from "./pace";

it("gives cards time to be seen, and nothing to what does not move", () => {
  expect(moment("CardDealt", 3, false)).toBeGreaterThan(100);
  expect(moment("RoundOpened", 3, false)).toBe(0);
  for (const [type, milliseconds] of Object.entries(SHOWN_MS)) expect(moment(type, 3, false)).toBe(milliseconds);
});

it("hurries when much is waiting, and does not wait at all where nothing may move", () => {
  expect(moment("CardDealt", 50, false)).toBeLessThan(moment("CardDealt", 3, false));
  expect(moment("CardDealt", 3, true)).toBe(0);
});
