/** Lessons as a trainer finds them. */

import { ask } from "../lib/api";
import type { LessonCard, LessonGame, LevelCard } from "../lib/api-types";

/** Those one can give to others: the house's and one's own, not what one was given oneself. */
export async function givable(): Promise<LessonCard[]> {
  return (await ask<LessonCard[]>("/api/school/lessons")).filter((one) => one.assignment === null);
}

/** Every kind of drill that occurs in these lessons, once, with its usual aim: as where all is open. */
export function kindsIn(lessons: LessonCard[]): LevelCard[] {
  const free = lessons.filter((lesson) => lesson.free);
  return firsts([...free, ...lessons].flatMap((lesson) => lesson.games.flatMap((game) => game.levels)), (level) => level.kind);
}

export interface RulesChoice {
  lesson: string;
  /** Empty for the house's own. */
  lessonName: string;
  game: LessonGame;
}

/** Rules somebody has answered under and can be certified for: each once, the house's own first. */
export function rulesIn(lessons: LessonCard[], answered: string[]): RulesChoice[] {
  const house = lessons.filter((lesson) => lesson.house);
  const all = [...house, ...lessons].flatMap((lesson) => lesson.games.map((game) => ({ lesson: lesson.id, lessonName: lesson.house ? "" : lesson.name, game })));
  return firsts(all, (one) => one.game.rules_hash).filter((one) => answered.includes(one.game.rules_hash));
}

/** The first of each that has the same key. */
function firsts<T>(all: T[], key: (one: T) => string): T[] {
  const found = new Map<string, T>();
  for (const one of all) if (!found.has(key(one))) found.set(key(one), one);
  return [...found.values()];
}

export const questions = (game: LessonGame) => game.levels.reduce((sum, level) => sum + level.items, 0);
