/** One's own record in rows, accuracy and speed apart: what was missed most, first. */

import type { RuleResult, SkillSheet } from "../lib/api-types";

export interface RecordRow {
  key: string;
  name: string;
  answered: number;
  /** Shares. */
  right: number;
  inTime: number;
  meanMs: number;
  /** The chance that the next answer is right; null until there are enough answers to say, left out where nobody says. */
  estimate?: number | null;
}

type Counted = Pick<SkillSheet, "answered" | "right" | "in_time" | "mean_ms">;

/** Results under the same name are counted together. */
function rowsOf<Result extends Counted>(results: readonly Result[], nameOf: (one: Result) => string): RecordRow[] {
  const together = new Map<string, Counted>();
  for (const one of results) {
    const sum = together.get(nameOf(one)) ?? { answered: 0, right: 0, in_time: 0, mean_ms: 0 };
    const answered = sum.answered + one.answered;
    together.set(nameOf(one), {
      answered, right: sum.right + one.right, in_time: sum.in_time + one.in_time,
      mean_ms: (sum.mean_ms * sum.answered + one.mean_ms * one.answered) / Math.max(1, answered),
    });
  }
  return [...together]
    .filter(([, sum]) => sum.answered > 0)
    .map(([name, sum]) => ({ key: name, name, answered: sum.answered, right: sum.right / sum.answered, inTime: sum.in_time / sum.answered, meanMs: sum.mean_ms }))
    .sort((a, b) => a.right - b.right || b.answered - a.answered);
}

export const skillRows = (skills: readonly SkillSheet[]) =>
  rowsOf(skills, (one) => `${one.kind_name}: ${one.name}`).map((row) => ({ ...row, estimate: skills.find((one) => `${one.kind_name}: ${one.name}` === row.name)?.estimate ?? null }));
export const ruleRows = (rules: readonly RuleResult[]) => rowsOf(rules, (one) => one.rule_name || one.rule);

/** All of them together; nothing where nothing was answered. */
export function totals(results: readonly Counted[]): RecordRow | undefined {
  return rowsOf(results, () => "All")[0];
}
