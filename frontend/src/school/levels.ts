/** Lessons and their levels: which comes next, and how to begin it. */

import { ask } from "../lib/api";
import type { LessonCard, LessonGame, LevelCard, SittingSheet } from "../lib/api-types";
import { place } from "../lib/router.svelte";

/** The first open level that is not passed; when all are, the last. */
export function nextLevel(levels: readonly LevelCard[]): LevelCard | undefined {
  const open = levels.filter((level) => level.open);
  return open.find((level) => !level.passed) ?? open.at(-1);
}

export function gameOf(lesson: LessonCard, game: string): LessonGame | undefined {
  return lesson.games.find((one) => one.game === game);
}

export function passedLevels(game: LessonGame): number {
  return game.levels.filter((level) => level.passed).length;
}

/** Right answers that pass a level. */
export function rightNeeded(items: number, accuracy: number): number {
  return Math.ceil(items * accuracy - 1e-9);
}

/** Begin a level, and go there. */
export async function begin(lesson: Pick<LessonCard, "id" | "assignment">, game: string, level: number): Promise<void> {
  const assigned = lesson.assignment === null ? {} : { assignment: lesson.assignment };
  const sheet = await ask<SittingSheet>("/api/school/sittings", "POST", { lesson: lesson.id, game, level, ...assigned });
  place.go(`/school/sitting/${sheet.sitting}`);
}
