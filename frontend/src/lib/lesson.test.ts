import { expect, it } from "vitest";
import { back, next, START, type Lesson } from "./lesson";

const step = { felt: { seats: [], dealer: {} }, caption: "", says: "", explanation: "" } as unknown as Lesson["hands"][0]["steps"][0];
const lesson: Lesson = { game: "g", name: "G", summary: "", hands: [{ title: "one", steps: [step, step] }, { title: "two", steps: [step] }] };

it("goes through every step of every hand, and ends", () => {
  expect(next(lesson, START)).toEqual({ hand: 0, step: 1 });
  expect(next(lesson, { hand: 0, step: 1 })).toEqual({ hand: 1, step: 0 });
  expect(next(lesson, { hand: 1, step: 0 })).toEqual({ hand: 2, step: 0 });
  expect(next(lesson, { hand: 2, step: 0 })).toEqual({ hand: 2, step: 0 });
});

it("goes back, from the end too, and not before the beginning", () => {
  expect(back(lesson, { hand: 2, step: 0 })).toEqual({ hand: 1, step: 0 });
  expect(back(lesson, { hand: 1, step: 0 })).toEqual({ hand: 0, step: 1 });
  expect(back(lesson, START)).toEqual(START);
});
