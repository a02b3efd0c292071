/**
 * Chips on their way to the felt: what would be staked if wagers closed now, and what may lie on each
 * spot given the others. Plain arithmetic on what the table says; the server still judges.
 */

import type { BettingSpot, StakeConstraint } from "./api-types";
import { dollars } from "./money";

export type Stakes = Record<string, number>;

/** What may lie on a spot now, in cents; `why` says what binds it. */
export interface Room {
  least: number;
  most: number;
  why: string;
}

/** A table's terms: its spots and what binds their stakes together. */
export interface Terms {
  spots: readonly BettingSpot[];
  constraints: readonly StakeConstraint[];
}

/** Chips people have in hand, in cents; five at most, for the keys 1 to 5. */
const HALF_DOLLAR = 50;
const MOST_CHIPS = 5;

/** What may lie on a spot, and on those that follow it, while the others stay as they are. */
export function room(stakes: Stakes, terms: Terms, id: string): Room {
  const group = together(terms.spots, id);
  const found = limits(terms.spots, group);
  for (const constraint of terms.constraints) narrow(found, constraint, stakes, group);
  const most = Math.floor(found.most);
  return { least: Math.ceil(found.least), most: most < found.least ? 0 : most, why: found.why };
}

/** The room of every spot. */
export function rooms(stakes: Stakes, terms: Terms): Record<string, Room> {
  return Object.fromEntries(terms.spots.map((spot) => [spot.id, room(stakes, terms, spot.id)]));
}

/** What the bets of one side of the layout may take together, and have taken. */
export interface Allowance {
  side: "left" | "right";
  used: number;
  most: number;
  why: string;
}

/** Every limit on the sum of one side's bets: a part of what lies elsewhere. */
export function allowances(stakes: Stakes, { spots, constraints }: Terms): Allowance[] {
  return constraints.filter((one) => !one.count).flatMap((constraint) => {
    const taking = spots.filter((spot) => (constraint.bets[spot.id] ?? 0) > 0);
    const side = taking[0]?.side;
    if (!side || taking.some((spot) => spot.side !== side)) return [];
    const used = weight(constraint, Object.fromEntries(taking.map((spot) => [spot.id, stakes[spot.id] ?? 0])));
    return [{ side, used, most: Math.max(0, Math.floor(constraint.most + used - weight(constraint, stakes))), why: constraint.why }];
  });
}

/** How many side bets lie there of how many that may, where it is not all: by the limit that leaves the fewest. */
export function counted(stakes: Stakes, { spots, constraints }: Terms): { used: number; most: number; why: string } | null {
  const sides = spots.filter((spot) => !spot.opening);
  const opening = spots.filter((spot) => spot.opening);
  const found = constraints.filter((one) => one.count && one.over === 0).map((constraint) => ({
    used: weight(constraint, Object.fromEntries(sides.map((spot) => [spot.id, stakes[spot.id] ?? 0]))),
    most: Math.max(0, constraint.most - sum(opening.map((spot) => constraint.bets[spot.id] ?? 0))),
    why: constraint.why,
  }));
  const tightest = found.sort((one, other) => one.most - one.used - (other.most - other.used))[0];
  return tightest && tightest.most < sides.length ? tightest : null;
}

/** Add a chip to a spot, from its least to its most. Followers get as much. */
export function put(stakes: Stakes, terms: Terms, id: string, cents: number): Stakes {
  const { least, most } = room(stakes, terms, id);
  const before = stakes[id] ?? 0;
  const wanted = Math.min(Math.max(before + cents, least), most);
  return wanted > before ? lay(stakes, terms.spots, id, wanted) : stakes;
}

/** Take a chip from a spot; less than the least it may hold is nothing, unless others need it there. */
export function take(stakes: Stakes, terms: Terms, id: string, cents: number): Stakes {
  const before = stakes[id] ?? 0;
  const left = before - cents;
  const { least } = room(stakes, terms, id);
  const empty = lay(stakes, terms.spots, id, 0);
  if (left >= least) return lay(stakes, terms.spots, id, left);
  if (broken(empty, terms) === "") return empty;
  return before > least ? lay(stakes, terms.spots, id, least) : stakes;
}

/** The least a hand can be played for. */
export function least(spots: readonly BettingSpot[]): Stakes {
  const first = spots.find((spot) => spot.opening && !spot.follows);
  const most = Math.max(...spots.filter((spot) => spot.opening).map((spot) => spot.minimum));
  return first ? lay({}, spots, first.id, most) : {};
}

/** What is staked, without empty spots. */
export function staked(stakes: Stakes): Stakes {
  return Object.fromEntries(Object.entries(stakes).filter(([, cents]) => cents > 0));
}

export function total(stakes: Stakes): number {
  return Object.values(stakes).reduce((sum, cents) => sum + cents, 0);
}

/** Why these stakes cannot be dealt yet; nothing if they can. */
export function lacking(stakes: Stakes, terms: Terms): string {
  for (const spot of terms.spots) {
    const cents = stakes[spot.id] ?? 0;
    if (spot.opening && !spot.follows && cents === 0) return `Put ${dollars(spot.minimum)} or more on ${spot.name}.`;
    if (cents > 0 && cents < spot.minimum) return `${spot.name}: ${dollars(spot.minimum)} or more.`;
    if (cents > spot.maximum) return `${spot.name}: ${dollars(spot.maximum)} at most.`;
    if (spot.follows && cents !== (stakes[spot.follows] ?? 0)) return `${spot.name} must equal ${nameOf(terms.spots, spot.follows)}.`;
  }
  return broken(stakes, terms);
}

/** The chips for a table: those its limits have a use for. */
export function chipValues(terms: Terms, house: readonly number[]): number[] {
  const largest = Math.max(...terms.spots.map((spot) => spot.maximum));
  const halves = terms.constraints.some(({ bets, count }) => !count && Object.values(bets).some((factor) => !Number.isInteger(factor)));
  const values = halves && !house.includes(HALF_DOLLAR) ? [HALF_DOLLAR, ...house] : [...house];
  return values.filter((value) => value <= largest).slice(0, MOST_CHIPS);
}

/** What a spot takes now, in words: "$1 to $2.50", "up to $5". */
export function range({ least: from, most }: Room): string {
  if (most === 0) return "nothing now";
  return from === most ? `${dollars(most)} only` : `${dollars(from)} to ${dollars(most)}`;
}

/** A spot and those that must equal it. */
function together(spots: readonly BettingSpot[], id: string): readonly string[] {
  const leader = spots.find((spot) => spot.id === id)?.follows ?? id;
  return spots.filter((spot) => spot.id === leader || spot.follows === leader).map((spot) => spot.id);
}

function lay(stakes: Stakes, spots: readonly BettingSpot[], id: string, cents: number): Stakes {
  return { ...stakes, ...Object.fromEntries(together(spots, id).map((one) => [one, cents])) };
}

function limits(spots: readonly BettingSpot[], group: readonly string[]): Room {
  const members = spots.filter((spot) => group.includes(spot.id));
  const from = Math.max(...members.map((spot) => spot.minimum));
  const most = Math.min(...members.map((spot) => spot.maximum));
  return { least: from, most, why: `This table takes ${dollars(from)} to ${dollars(most)} here` };
}

/** Let a constraint bind a group of equal stakes: factor × stake + the others ≤ most. */
function narrow(found: Room, constraint: StakeConstraint, stakes: Stakes, group: readonly string[]): void {
  const factor = sum(group.map((id) => constraint.bets[id] ?? 0));
  if (factor === 0) return;
  const others = weight(constraint, Object.fromEntries(Object.entries(stakes).filter(([id]) => !group.includes(id))));
  const left = constraint.most - others;
  if (constraint.count) {
    if (factor > left) shrink(found, constraint.over, constraint.why);
    return;
  }
  const bound = left / factor;
  if (factor > 0) shrink(found, bound, constraint.why);
  else if (bound > found.least) found.least = bound;
}

function shrink(found: Room, most: number, why: string): void {
  if (most >= found.most) return;
  found.most = Math.max(0, most);
  found.why = why;
}

/** Why a constraint does not hold; nothing if all do. */
function broken(stakes: Stakes, { constraints }: Terms): string {
  return constraints.find((one) => weight(one, stakes) > one.most + 1e-6)?.why ?? "";
}

function weight(constraint: StakeConstraint, stakes: Stakes): number {
  const over = constraint.over;
  return sum(
    Object.entries(constraint.bets).map(([id, factor]) => {
      const cents = stakes[id] ?? 0;
      return factor * (constraint.count ? Number(cents > over) : cents);
    }),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function nameOf(spots: readonly BettingSpot[], id: string): string {
  return spots.find((spot) => spot.id === id)?.name ?? id;
}
