/** One's own record in rows, accuracy and speed apart: what was missed most, first. */

import type { RuleResult, SkillResult } from "../lib/api-types";

export interface RecordRow {
  key: string;
  name: string;
  answered: number;
  /** Shares. */
  right: number;
  inTime: number;
  meanMs: number;
}

type Counted = Pick<SkillResult, "answered" | "right" | "in_time" | "mean_ms">;

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

export const skillRows = (skills: readonly SkillResult[]) => rowsOf(skills, skillName);
export const ruleRows = (rules: readonly RuleResult[]) => rowsOf(rules, (one) => one.rule);

/** A skill's id in words: payout/main/natural is "Payout: main, natural". */
function skillName({ kind, skill }: SkillResult): string {
  const rest = skill.startsWith(`${kind}/`) ? skill.slice(kind.length + 1) : skill;
  const words = /^[A-Z]+-\d+$/.test(rest) ? rest : rest.replaceAll("/", ", ").replaceAll("-", " ");
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${words}`;
}
