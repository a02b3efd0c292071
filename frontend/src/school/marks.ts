/** What a window saw of a sitting's answers: the server keeps the sums, a reload keeps these. */

import { keep, kept } from "./keeping";

export interface Mark {
  number: number;
  right: boolean;
  inTime: boolean;
  ms: number;
  skill: string;
  name: string;
  /** With what it is about. */
  rule: string;
}

export const keptMarks = (sitting: string) => kept<Mark[]>(sitting, []);
export const keepMarks = (sitting: string, marks: readonly Mark[]) => keep(sitting, marks);

/** What was missed, the worst first: each thing once, with its rule. */
export function missed(marks: readonly Mark[]): { name: string; rule: string; wrong: number; asked: number }[] {
  const found = new Map<string, { name: string; rule: string; wrong: number; asked: number }>();
  for (const { skill, name, rule, right } of marks) {
    const one = found.get(skill) ?? { name, rule, wrong: 0, asked: 0 };
    found.set(skill, { ...one, wrong: one.wrong + (right ? 0 : 1), asked: one.asked + 1 });
  }
  return [...found.values()].filter((one) => one.wrong > 0).sort((a, b) => b.wrong / b.asked - a.wrong / a.asked);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
