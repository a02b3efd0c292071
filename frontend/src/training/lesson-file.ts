/** A lesson's file from a form: only what somebody chose stands in it. */

import type { Value } from "../pit/choosing";

export interface LevelForm {
  kind: string;
  name: string;
  items: number;
  /** Empty: as usual. */
  seconds: number | null;
  /** In percent. */
  accuracy: number;
}

export interface LessonForm {
  name: string;
  summary: string;
  games: string[];
  /** What differs from the usual. */
  options: Record<string, Value>;
  paytables: Record<string, number>;
  /** Dollars as they were typed, with commas; empty: as usual. */
  main: string;
  side: string;
  seats: number | null;
  pace: number | null;
  free: boolean;
  levels: LevelForm[];
}

export function newForm(): LessonForm {
  return { name: "", summary: "", games: [], options: {}, paytables: {}, main: "", side: "", seats: null, pace: null, free: false, levels: [] };
}

/** TOML's basic strings are JSON's. */
const quoted = (text: string) => JSON.stringify(text);
const listed = (amounts: string) => amounts.split(/[\s,;]+/).filter(Boolean).map((amount) => amount.replace(/^\$/, "")).join(", ");
const value = (one: Value) => (typeof one === "string" ? quoted(one) : String(one));
const key = (name: string) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : quoted(name));

/** What commands call a lesson, from what people call it. */
export function idOf(name: string): string {
  return name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "lesson";
}

export function lessonText(form: LessonForm): string {
  const lines = [`id = ${quoted(idOf(form.name))}`, `name = ${quoted(form.name.trim())}`];
  if (form.summary.trim()) lines.push(`summary = ${quoted(form.summary.trim())}`);
  lines.push(`games = [${form.games.map(quoted).join(", ")}]`);
  if (form.seats !== null) lines.push(`seats = ${form.seats}`);
  if (form.pace !== null) lines.push(`pace = ${form.pace}`);
  if (form.free) lines.push("free = true");
  lines.push(...section("options", Object.entries(form.options).map(([name, one]) => `${key(name)} = ${value(one)}`)));
  lines.push(...section("paytables", Object.entries(form.paytables).map(([name, table]) => `${key(name)} = ${table}`)));
  const wagers = [["main", form.main], ["side", form.side]].filter(([, typed]) => typed?.trim());
  lines.push(...section("wagers", wagers.map(([name, typed]) => `${name} = [${listed(typed ?? "")}]`)));
  for (const level of form.levels) {
    lines.push("", "[[drills]]", `kind = ${quoted(level.kind)}`);
    if (level.name.trim()) lines.push(`name = ${quoted(level.name.trim())}`);
    lines.push(`items = ${level.items}`);
    if (level.seconds !== null) lines.push(`seconds = ${level.seconds}`);
    lines.push(`accuracy = ${Math.round(level.accuracy * 10) / 1000}`);
  }
  return lines.join("\n") + "\n";
}

const section = (name: string, lines: string[]) => (lines.length ? ["", `[${name}]`, ...lines] : []);

/** A lesson's text under another name, for a copy of one's own. */
export function renamed(text: string): string {
  return text.replace(/^name = "(.*)"$/m, (_, name: string) => `name = "${name}, my own"`);
}
