/** A guided first round: hands with chosen cards, step by step. */

import type { Lesson } from "./api-types";

/** Where somebody is in a lesson; past the last hand it is over. */
export interface LessonPlace {
  hand: number;
  step: number;
}

export const START: LessonPlace = { hand: 0, step: 0 };

export function next({ hands }: Lesson, { hand, step }: LessonPlace): LessonPlace {
  const steps = hands[hand]?.steps.length ?? 0;
  return step + 1 < steps ? { hand, step: step + 1 } : { hand: Math.min(hand + 1, hands.length), step: 0 };
}

export function back({ hands }: Lesson, { hand, step }: LessonPlace): LessonPlace {
  if (step > 0) return { hand, step: step - 1 };
  const before = hand - 1;
  return before < 0 ? START : { hand: before, step: (hands[before]?.steps.length ?? 1) - 1 };
}
