import { expect, it } from "vitest";
import { median, missed, type Mark } from "./marks";

const mark = (number: number, skill: string, right: boolean): Mark => ({ number, skill, right, inTime: right, ms: 1000, name: `the ${skill}`, rule: "X-1" });

it("names what was missed, the worst first, each once", () => {
  const marks = [mark(1, "sum", true), mark(2, "sum", false), mark(3, "order", false), mark(4, "call", true)];
  expect(missed(marks)).toEqual([
    { name: "the order", rule: "X-1", wrong: 1, asked: 1 },
    { name: "the sum", rule: "X-1", wrong: 1, asked: 2 },
  ]);
});

it("has the median of an even and an odd number of times", () => {
  expect([median([]), median([3]), median([9, 1, 2]), median([4, 1, 2, 3])]).toEqual([0, 3, 2, 2.5]);
});
