/** The order in which a game's rules are read. */

import type { RuleText } from "../lib/api-types";

export interface Part {
  title: string;
  rules: RuleText[];
}

/** Rules by the letters of their ids. Games are written as changes to a base, which comes first in the data and last here. */
export function parts(rules: RuleText[]): Part[] {
  const groups = new Map<string, RuleText[]>();
  for (const rule of rules) {
    const letters = rule.id.replace(/-\d+$/, "");
    groups.set(letters, [...(groups.get(letters) ?? []), rule]);
  }
  const [base, ...own] = groups.values();
  if (!base) return [];
  if (own.length === 0) return [{ title: "Rules", rules: base }];
  return [
    { title: "Rules of this game", rules: own.flat() },
    { title: "Rules it shares with others", rules: base },
  ];
}

/** For each rule of the base, the rules that change it. */
export function changers(rules: RuleText[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const rule of rules) {
    for (const base of rule.changes) found.set(base, [...(found.get(base) ?? []), rule.id]);
  }
  return found;
}
