import { expect, it } from "vitest";
import type { RuleResult, SkillResult } from "../lib/api-types";
import { ruleRows, skillRows } from "./record";

const day = (rule: string, answered: number, right: number, mean_ms: number): RuleResult => ({ person: "Ann", day: "2026-11-16", game: "g", rule, kind: "payout", answered, right, in_time: 0, mean_ms });
const skill = (skill: string, right: number): SkillResult => ({ game: "g", rules_hash: "", kind: skill.split("/")[0] ?? "", skill, answered: 4, right, in_time: 1, mean_ms: 1000, last: 0 });

it("counts the days of a rule together and puts what was missed most first", () => {
  expect(ruleRows([day("X-1", 1, 1, 1000), day("X-2", 2, 1, 3000), day("X-1", 3, 3, 5000)])).toEqual([
    { key: "X-2", name: "X-2", answered: 2, right: 0.5, inTime: 0, meanMs: 3000 },
    { key: "X-1", name: "X-1", answered: 4, right: 1, inTime: 0, meanMs: 4000 },
  ]);
});

it("says a skill's id in words, and a rule's as it is", () => {
  expect(skillRows([skill("payout/main/three of a kind", 4), skill("signal/PR-9", 2)]).map((row) => row.name)).toEqual(["Signal: PR-9", "Payout: main, three of a kind"]);
});
