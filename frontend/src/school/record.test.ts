import { expect, it } from "vitest";
import type { RuleResult, SkillSheet } from "../lib/api-types";
import { ruleRows, skillRows, totals } from "./record";

const day = (rule: string, answered: number, right: number, mean_ms: number): RuleResult => ({ person: "Ann", day: "2026-11-16", game: "g", rule, rule_name: "", kind: "payout", kind_name: "Payouts", answered, right, in_time: 0, mean_ms });
const skill = (name: string, right: number, estimate: number | null = null): SkillSheet => ({ game: "g", rules_hash: "", kind: "payout", kind_name: "Payouts", skill: `payout/${name}`, name, answered: 4, right, in_time: 1, mean_ms: 1000, last: 0, estimate });

it("counts the days of a rule together and puts what was missed most first", () => {
  expect(ruleRows([day("X-1", 1, 1, 1000), day("X-2", 2, 1, 3000), day("X-1", 3, 3, 5000)])).toEqual([
    { key: "X-2", name: "X-2", answered: 2, right: 0.5, inTime: 0, meanMs: 3000 },
    { key: "X-1", name: "X-1", answered: 4, right: 1, inTime: 0, meanMs: 4000 },
  ]);
});

it("calls a skill as the server does, with what it is estimated at", () => {
  expect(skillRows([skill("Main: a natural", 4, 0.97), skill("Insurance", 2)]).map((row) => [row.name, row.estimate])).toEqual([["Payouts: Insurance", null], ["Payouts: Main: a natural", 0.97]]);
});

it("adds everything up", () => {
  expect(totals([skill("a", 4), skill("b", 2)])).toEqual({ key: "All", name: "All", answered: 8, right: 0.75, inTime: 0.25, meanMs: 1000 });
  expect(totals([])).toBeUndefined();
});
