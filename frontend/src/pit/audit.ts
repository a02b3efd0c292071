/** An audit's numbers and places in words. */

import { dollars } from "../lib/money";
import type { AuditCounts, AuditProgress, Finding } from "../lib/api-types";

const NAMES: Record<keyof AuditCounts, string> = {
  tables: "Tables", typed: "of these with cards typed in, without shoes", rounds: "Rounds played again",
  entries: "Entries of logs", shoes: "Shoes", results: "Settled wagers", movements: "Movements of money",
  accounts: "Balances", signed: "Entries under signed heads", answers: "Answers of dealer school", issued: "Issued by the cage",
};

export function counts(found: Partial<AuditCounts>): [string, string][] {
  return (Object.entries(NAMES) as [keyof AuditCounts, string][])
    .filter(([key]) => key in found && (key !== "typed" || found[key]))
    .map(([key, name]) => [name, key === "issued" ? dollars(found[key] ?? 0) : (found[key] ?? 0).toLocaleString("en-US")]);
}

/** Where a finding is: "table 3, round 17, entry 204". Table 0 is where play money comes from. */
export function where(finding: Finding): string {
  const places: [string, number | null][] = [
    ["table", finding.table], ["round", finding.round], ["entry", finding.entry], ["line", finding.line],
  ];
  const said = places
    .filter(([, number]) => number !== null)
    .map(([name, number]) => (name === "table" && number === 0 ? "the cage" : `${name} ${number}`));
  return said.join(", ") || "the whole house";
}

/** The round's replay, if the finding is in one. */
export function replay(finding: Finding): string | null {
  return finding.table && finding.round ? `/round/${finding.table}/${finding.round}` : null;
}

/** From 0 to 1; null until it is known how much there is. */
export function share(progress: AuditProgress): number | null {
  return progress.entries_in_all > 0 ? Math.min(1, progress.entries_done / progress.entries_in_all) : null;
}

export function seconds(progress: AuditProgress): string {
  if (progress.started === null || progress.ended === null) return "";
  const took = (progress.ended - progress.started) / 1000;
  return took < 10 ? `${took.toFixed(1)} seconds` : `${Math.round(took).toLocaleString("en-US")} seconds`;
}
