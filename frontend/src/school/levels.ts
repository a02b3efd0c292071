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

/** What a sitting asks for: its questions, and how many may be wrong. */
export function conditions({ items, may_miss }: LevelCard): string {
  return `${items} ${items === 1 ? "question" : "questions"}, ${may_miss ? `at most ${may_miss} wrong` : "none wrong"}`;
}

/** How soon each answer should come. */
export function seconds({ aim_seconds: aim }: LevelCard): string {
  return aim < 120 ? `${aim} s` : `${aim / 60} min`;
}

/** The level among these that asks the same as another: the one of its name, or of its kind. */
export function sameKind(levels: readonly LevelCard[], { kind, name }: LevelCard): LevelCard | undefined {
  const alike = levels.filter((level) => level.kind === kind);
  return alike.find((level) => level.name === name) ?? alike[0];
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

/** Begin the level of a sitting anew, and go there. */
export async function beginAgain({ lesson, game, level }: SittingSheet): Promise<void> {
  const found = (await ask<LessonCard[]>("/api/school/lessons")).find((one) => one.id === lesson);
  await begin(found ?? { id: lesson, assignment: null }, game, level);
}
