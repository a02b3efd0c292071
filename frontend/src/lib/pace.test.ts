import { expect, it } from "vitest";
import { SHOWN_MS } from "./moves";
import { moment, PACES } from "./pace";

it("gives cards time to be seen, and nothing to what does not move", () => {
  expect(moment("CardDealt", 3)).toBeGreaterThan(100);
  expect(moment("RoundOpened", 3)).toBe(0);
  for (const [type, milliseconds] of Object.entries(SHOWN_MS)) expect(moment(type, 3)).toBe(milliseconds);
});

it("hurries when much is waiting, and does not wait at all where nothing may move", () => {
  expect(moment("CardDealt", 50)).toBeLessThan(moment("CardDealt", 3));
  expect(moment("CardDealt", 3, 0)).toBe(0);
});

it("goes from calm to instant", () => {
  const times = Object.values(PACES).map((tempo) => moment("DealerDrew", 3, tempo));
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(new Set(times).size).toBe(times.length);
  expect(times.at(-1)).toBe(0);
});
