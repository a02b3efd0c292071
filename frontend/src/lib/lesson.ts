/** A guided first round: hands with chosen cards, step by step. */

import type { Felt } from "./api-types";

export interface LessonChoice {
  /** A move's id; `insure` or `decline` where insurance is offered. */
  id: string;
  words: string;
  open: boolean;
  /** What it does, or why it is shut. */
  does: string;
}

export interface LessonStep {
  felt: Felt;
  caption: string;
  says: string;
  question?: string;
  choices?: LessonChoice[];
  /** The choice that the lesson goes on with. */
  answer?: string;
  explanation: string;
}

export interface LessonHand {
  title: string;
  steps: LessonStep[];
}

export interface Lesson {
  game: string;
  name: string;
  summary: string;
  hands: LessonHand[];
}

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
