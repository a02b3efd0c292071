/** One's own record in rows: what was missed most, first. */

import type { SkillResult } from "../lib/api-types";

export interface SkillRow {
  key: string;
  game: string;
  name: string;
  answered: number;
  /** Shares. */
  right: number;
  inTime: number;
  meanMs: number;
}

export function skillRows(skills: readonly SkillResult[]): SkillRow[] {
  return skills
    .filter((one) => one.answered > 0)
    .map((one) => ({
      key: `${one.game} ${one.rules_hash} ${one.skill}`, game: one.game, name: skillName(one), answered: one.answered,
      right: one.right / one.answered, inTime: one.in_time / one.answered, meanMs: one.mean_ms,
    }))
    .sort((a, b) => a.right - b.right || b.answered - a.answered);
}

/** A skill's id in words: payout/main/natural is "Payout: main, natural". */
function skillName({ kind, skill }: SkillResult): string {
  const rest = skill.startsWith(`${kind}/`) ? skill.slice(kind.length + 1) : skill;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${rest.replaceAll("/", ", ").replaceAll("-", " ")}`;
}
