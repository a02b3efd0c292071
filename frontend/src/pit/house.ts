/** A house's limits as a form has them, and as the server takes them. */

import { dollars } from "../lib/money";
import type { House } from "../lib/api-types";

/** What was typed. Nothing means: as usual. */
export interface HouseForm {
  date: string;
  minimum: Record<string, string>;
  maximum: Record<string, string>;
  aggregate: Record<string, string>;
  shoe: "cut" | "csm";
  penetration: string;
  roundTo: string;
  roundFor: "player" | "house";
}

/** Something typed that is no number at all; whether a number is allowed, the server says. */
export class Unreadable extends Error {}

export function emptyForm(): HouseForm {
  return { date: "", minimum: {}, maximum: {}, aggregate: {}, shoe: "cut", penetration: "", roundTo: "", roundFor: "player" };
}

export function formOf(house: House): HouseForm {
  const text = (all: Record<string, number>) =>
    Object.fromEntries(Object.entries(all).map(([bet, cents]) => [bet, dollars(cents).replace(/[$,\u2060]/g, "").replace("−", "-")]));
  return {
    date: house.date ?? "",
    minimum: text(house.minimum),
    maximum: text(house.maximum),
    aggregate: text(house.aggregate),
    shoe: house.shoe,
    penetration: house.penetration === null ? "" : String(Math.round(house.penetration * 1e6) / 1e4),
    roundTo: house["round-to"] === 1 ? "" : String(house["round-to"] / 100),
    roundFor: house["round-for"],
  };
}

/** Whole cents of an amount in dollars. */
export function cents(text: string, what: string): number {
  const plain = text.trim().replace(/^(-?)\$/, "$1").replace(/,(?=\d{3}\b)/g, "");
  if (!/^-?\d{1,9}(\.\d{1,2})?$/.test(plain)) throw new Unreadable(`${what} = “${text.trim()}”: that is no amount in dollars, such as 5 or 12.50.`);
  return Math.round(Number(plain) * 100);
}

/** What is sent: only what was set. */
export function houseOf(form: HouseForm): Partial<House> {
  const found: Partial<House> = {};
  for (const kind of ["minimum", "maximum", "aggregate"] as const) {
    const set = Object.entries(form[kind]).filter(([, text]) => text.trim());
    if (set.length) found[kind] = Object.fromEntries(set.map(([bet, text]) => [bet, cents(text, `${kind} for ${bet}`)]));
  }
  if (form.date) found.date = form.date;
  if (form.shoe !== "cut") found.shoe = form.shoe;
  if (form.penetration.trim()) {
    const part = Number(form.penetration);
    if (Number.isNaN(part)) throw new Unreadable(`penetration = “${form.penetration.trim()}”: that is no number of percent.`);
    found.penetration = Math.round(part * 1e4) / 1e6;
  }
  if (form.roundTo.trim()) found["round-to"] = cents(form.roundTo, "payouts rounded to");
  if (form.roundFor !== "player") found["round-for"] = form.roundFor;
  return found;
}
