/** Rounds that were played: the list of them, and one of them step by step. */

import { moment } from "./pace";
import type { BettingPlace, GameTotals, ShownRound, ReplayStep, WagerSettled } from "./api-types";

export function roundKey(one: { table: number; round: number }): string {
  return `${one.table}.${one.round}`;
}

/** Older rounds behind those that are known; the server may send the last ones again. */
export function joined(known: ShownRound[], older: ShownRound[]): ShownRound[] {
  const keys = new Set(known.map(roundKey));
  return [...known, ...older.filter((one) => !keys.has(roundKey(one)))];
}

/** The games that were played, by name. */
export function gamesOf(played: GameTotals[]): { id: string; name: string }[] {
  return played.map((one) => ({ id: one.game, name: one.game_name })).sort((a, b) => a.name.localeCompare(b.name));
}

/** Of one game, or of all where none is named. */
export function totals(played: GameTotals[], game = ""): { rounds: number; staked: number; net: number } {
  const counted = played.filter((one) => !game || one.game === game);
  return {
    rounds: counted.reduce((sum, one) => sum + one.rounds, 0),
    staked: counted.reduce((sum, one) => sum + one.staked, 0),
    net: counted.reduce((sum, one) => sum + one.net, 0),
  };
}

/** The page of a round; `step` counts from 1. */
export function roundAddress(table: number, round: number, invite = "", step = 0, share = ""): string {
  const query = new URLSearchParams({ ...(invite ? { invite } : {}), ...(step ? { step: String(step) } : {}), ...(share ? { share } : {}) }).toString();
  return `/round/${table}/${round}${query ? "?" + query : ""}`;
}

/** What the server is asked about a round. */
export function roundPath(table: number, round: number, what: "replay" | "proof" | "grades", invite = "", share = ""): string {
  const query = new URLSearchParams({ ...(invite ? { invite } : {}), ...(share ? { share } : {}) }).toString();
  return `/api/tables/${table}/rounds/${round}/${what}${query ? "?" + query : ""}`;
}

/** The step an address names, as a place in the list; the first where it names none. */
export function stepIn(query: URLSearchParams, count: number): number {
  const wanted = Number(query.get("step") ?? 1);
  return Number.isInteger(wanted) ? within(wanted - 1, count) : 0;
}

export function within(step: number, count: number): number {
  return Math.max(0, Math.min(step, count - 1));
}

/** Wagers that have left the felt by a step. */
export function settledBy(steps: ReplayStep[], at: number): WagerSettled[] {
  return steps
    .slice(0, at + 1)
    .map((step) => step.event)
    .filter((event) => event.type === "WagerSettled");
}

/** What the dealer did and said, in one line. */
export function line(step: ReplayStep): string {
  return [step.does, step.says && `“${step.says}”`].filter(Boolean).join(" ");
}

/** Milliseconds a step is shown while the round plays by itself: time to read it. */
export function pause(step: ReplayStep): number {
  return Math.max(900, 2 * moment(step.event.type, 0)) + 12 * line(step).length;
}

/** Results by seat, in the order of the seats. */
export function bySeat(results: WagerSettled[], seats: Record<string, string>): { seat: number; player: string; net: number; results: WagerSettled[] }[] {
  return Object.entries(seats)
    .map(([seat, player]) => {
      const mine = results.filter((one) => one.seat === Number(seat));
      return { seat: Number(seat), player, net: mine.reduce((sum, one) => sum + one.returned - one.stake, 0), results: mine };
    })
    .filter((one) => one.results.length > 0)
    .sort((a, b) => a.seat - b.seat);
}

/** What people are told of how a wager ended. */
export function told(result: WagerSettled, spots: readonly BettingPlace[]): string {
  return spots.find((spot) => spot.id === result.bet)?.words[result.event] ?? result.event;
}
