/** Choosing a table's rules: what is shown, and what is sent. */

import { percent } from "../lib/money";
import type { HouseOption, PayTables } from "../lib/api-types";
import type { Ruling } from "../lib/api-types";

/** What an option may be set to. */
export type Value = HouseOption["default"];

export type Control = "switch" | "segments" | "select";

/** How an option is best chosen: yes or no, a few short words side by side, or a list. */
export function control(option: HouseOption): Control {
  if (option.allowed.every((value) => typeof value === "boolean")) return "switch";
  const letters = option.allowed.map(String).join("").length;
  return option.allowed.length <= 6 && letters <= 26 ? "segments" : "select";
}

/** A value as a person reads it: `in-turn` is "in turn", `hard 9-11` stays. */
export function shown(value: Value): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value).replace(/([a-z])-(?=[a-z])/g, "$1 ");
}

/** Only what differs from the default is sent, so that equal rules have one address. */
export function changed(options: HouseOption[], chosen: Record<string, Value>): Record<string, Value> {
  const usual = new Map(options.map((one) => [one.id, one.default]));
  return Object.fromEntries(Object.entries(chosen).filter(([id, value]) => value !== usual.get(id)));
}

/** Pay tables other than the first. */
export function changedTables(chosen: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(chosen).filter(([, table]) => table !== 1));
}

/** What somebody chose of a game's rules. */
export interface ChosenRules {
  options: Record<string, Value>;
  /** Pay tables by name, from 1. */
  tables: Record<string, number>;
  /** Rulings that are read the other way. */
  others: Record<string, boolean>;
}

/** Everything as usual. */
export const usualRules = (): ChosenRules => ({ options: {}, tables: {}, others: {} });

/** What is not as usual, as the server is asked for it. */
export function wantedRules(game: { options: HouseOption[] }, chosen: ChosenRules): { options: Record<string, Value>; paytables: Record<string, number> } {
  const others = Object.entries(chosen.others).filter(([, on]) => on).map(([ruling]) => [ruling, "other"]);
  return { options: { ...changed(game.options, chosen.options), ...Object.fromEntries(others) }, paytables: changedTables(chosen.tables) };
}

/** What an address says was chosen: `option=decks=8&paytable=tie=2`. The server refuses what there is not. */
export function fromAddress(game: { options: HouseOption[]; rulings: Ruling[] }, query: URLSearchParams): ChosenRules {
  const chosen = usualRules();
  for (const text of query.getAll("option")) {
    const [name = "", ...rest] = text.split("=");
    const value = rest.join("=");
    if (game.rulings.some((one) => one.id === name)) chosen.others[name] = value === "other";
    else chosen.options[name] = game.options.find((one) => one.id === name)?.allowed.find((one) => String(one) === value) ?? value;
  }
  for (const text of query.getAll("paytable")) {
    const [name = "", table = ""] = text.split("=");
    chosen.tables[name] = Number(table) || 0;
  }
  return chosen;
}

/** Rulings whose other reading can be dealt, and that no option covers. */
export function readings(rulings: Ruling[]): Ruling[] {
  return rulings.filter((one) => !one.option && Object.keys(one.sets).length > 0);
}

export interface PayRow {
  bet: string;
  event: string;
  /** What people read of the event. */
  label: string;
  /** By table; null where the bet or the event is not in it. */
  pays: (string | null)[];
}

/** All pay tables of a name side by side. */
export function matrix(family: PayTables): PayRow[] {
  const rows = new Map<string, PayRow>();
  family.tables.forEach((bets, number) => {
    for (const { name, lines } of bets) {
      for (const { event, label, pays } of lines) {
        const key = `${name}\n${event}`;
        const row = rows.get(key) ?? { bet: name, event, label, pays: family.tables.map(() => null) };
        row.pays[number] = pays;
        rows.set(key, row);
      }
    }
  });
  return [...rows.values()];
}

/** An edge beside that of the default rules: "0.57 % → 0.35 %", or alone where it is the same. */
export function compared(usual: number | undefined, now: number | undefined): string {
  if (now === undefined) return "not offered";
  if (usual === undefined || percent(usual) === percent(now)) return percent(now);
  return `${percent(usual)} → ${percent(now)}`;
}

/** Whom a change of the edge favours. */
export function favours(usual: number | undefined, now: number | undefined): "player" | "house" | "" {
  if (usual === undefined || now === undefined || percent(usual) === percent(now)) return "";
  return now < usual ? "player" : "house";
}

/** `decks = 8`, one a line: options of a game that only the server can read. */
export function fromLines(text: string): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const line of text.split("\n")) {
    const [name, ...rest] = line.split("=");
    if (!name?.trim()) continue;
    const value = rest.join("=").trim().replace(/^"(.*)"$/, "$1");
    found[name.trim()] = value === "true" || value === "false" ? value === "true" : /^-?\d+$/.test(value) ? Number(value) : value;
  }
  return found;
}
