/** What the server sends to who opens tables, runs the pit or audits. Money is cents. */

import type { Game, TableInfo, TableRow } from "../lib/types";

export type Value = string | number | boolean;

export interface Rule {
  id: string;
  text: string;
  /** Rules of the base game that it replaces. */
  changes: string[];
}

export interface Ruling {
  id: string;
  question: string;
  ruling: string;
  other: string;
  option: string;
  sets: Record<string, unknown>;
  unpriced: string;
}

export interface WholeGame extends Game {
  rules: Rule[];
  rulings: Ruling[];
}

/** What a card room sets for a table. */
export interface House {
  date: string | null;
  minimum: Record<string, number>;
  maximum: Record<string, number>;
  shoe: "cut" | "csm";
  penetration: number | null;
  "round-to": number;
  "round-for": "player" | "house";
  aggregate: Record<string, number>;
}

export interface PitTable extends TableRow {
  dealt_here: boolean;
  dealt_at: string | null;
  round: number | null;
  watchers: number | null;
  players: string[] | null;
}

export interface Overview {
  tables: PitTable[];
  totals: Record<string, number>;
  balanced: boolean;
}

export interface TableDetails extends Omit<TableInfo, "house"> {
  house: House;
  minimum: Record<string, number>;
  maximum: Record<string, number>;
}

export interface Held {
  bet: string;
  wagers: number;
  handle: number;
  won: number;
  hold: number | null;
  theory?: number;
  low?: number;
  high?: number;
}

export interface Finding {
  kind: string;
  what: string;
  table: number | null;
  round: number | null;
  entry: number | null;
  line: number | null;
}

export interface AuditResult {
  sound: boolean;
  counts: Record<string, number>;
  faults: number;
  kinds: Record<string, number>;
  findings: Finding[];
}

export interface AuditProgress {
  state: "none" | "running" | "done";
  by: string;
  started: number | null;
  ended: number | null;
  entries_done: number;
  entries_in_all: number;
  error: string | null;
  result: AuditResult | null;
}
