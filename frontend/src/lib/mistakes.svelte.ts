/** What mistakes cost in one's rounds: asked one after the other, as fast as the server answers. */

import { askPatiently, reason, Refusal } from "./api";
import { roundKey, roundPath } from "./history";
import type { RoundGrades } from "./api-types";

type Round = { table: number; round: number };

export class Mistakes {
  /** Cents by round; null where the solver cannot say. */
  private costs = $state<Record<string, number | null>>({});
  private search: AbortController | null = null;
  finding = $state(false);
  /** Why it went no further. */
  trouble = $state("");

  told(one: Round): boolean {
    return roundKey(one) in this.costs;
  }

  cost(one: Round): number | null {
    return this.costs[roundKey(one)] ?? null;
  }

  /** How many of these were graded, and what was found in all of them. */
  of(rounds: Round[]): { length: number; cost: number } {
    const graded = rounds.map((one) => this.cost(one)).filter((cost) => cost !== null);
    return { length: graded.length, cost: graded.reduce((sum, cost) => sum + cost, 0) };
  }

  /** Grades what is not graded yet; rounds that failed can be asked for again. */
  async find(rounds: Round[]): Promise<void> {
    const search = (this.search = new AbortController());
    this.finding = true;
    this.trouble = "";
    for (const one of rounds.filter((one) => !this.told(one))) {
      try {
        this.costs[roundKey(one)] = await this.graded(one, search.signal);
      } catch (error) {
        if (search.signal.aborted) return;
        this.trouble = reason(error);
        if (!(error instanceof Refusal) || !error.status || error.againSeconds) break; // nor would the next one be answered
      }
    }
    this.finding = false;
  }

  stop(): void {
    this.search?.abort();
    this.search = null;
    this.finding = false;
  }

  private async graded(one: Round, signal: AbortSignal): Promise<number | null> {
    try {
      return (await askPatiently<RoundGrades>(roundPath(one.table, one.round, "grades"), signal)).cost_cents;
    } catch (error) {
      if (error instanceof Refusal && UNKNOWN.includes(error.status)) return null;
      throw error;
    }
  }
}

/** What the server answers about a round that nobody can grade. */
const UNKNOWN = [404, 409, 422];
