/** What the kinds of drill are called where a lesson has no name of its own for a level. */

import type { LevelCard } from "../lib/api-types";

const NAMES: Record<LevelCard["kind"], string> = {
  payout: "Payouts",
  resolve: "Paid, pushed or taken",
  procedure: "What comes next",
  call: "What a hand may do",
  insurance: "Insurance",
  signal: "Signals",
  limits: "Limits",
  colour: "Chips and change",
  dispute: "When it went wrong",
  error: "Find the mistake",
  table: "A whole table",
};

export function levelName(kind: LevelCard["kind"], name: string): string {
  return name === kind ? NAMES[kind] : name;
}
