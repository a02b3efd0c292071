import { expect, it } from "vitest";
import type { Lesson, LessonHand } from "./api-types";
import { back, next, START } from "./lesson";

const hand = (title: string, steps: number) => ({ title, steps: Array.from({ length: steps }, () => ({})) }) as LessonHand;
const lesson: Lesson = { game: "g", name: "G", summary: "", hands: [hand("one", 2), hand("two", 1)] };

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
