import { expect, it } from "vitest";
import { clock, day, dayAndClock, dayInWords, utcDay } from "./dates";

it("writes days and times in one way", () => {
  const at = Date.UTC(2026, 2, 5, 17, 4);
  expect([day(at, "UTC"), clock(at, "UTC"), dayAndClock(at, "UTC")]).toEqual(["5 Mar 2026", "17:04", "5 Mar 2026, 17:04"]);
  expect(utcDay(Date.UTC(2026, 2, 5, 23, 59))).toBe("5 Mar 2026");
  expect(dayInWords("2026-03-05")).toBe("5 Mar 2026");
});
