/** What a round brought, in as few lines as say it: hands of one wager together, wagers lost for one reason together. */

import type { Settled } from "../lib/live.svelte";

export interface ResultLine {
  /** Names of the bets. */
  bets: string[];
  /** Wagers that settled with it, in the order of their hands. */
  settled: Settled[];
  /** Why it ended so; nothing where hands ended for different reasons. */
  why: string;
  cents: number;
}

export function resultLines(results: readonly Settled[], why: (one: Settled) => string): ResultLine[] {
  const lines: ResultLine[] = [];
  for (const one of results) {
    const [words, cents] = [why(one), one.returned - one.stake];
    const hands = lines.find((line) => line.bets.length === 1 && line.bets[0] === one.bet);
    const alike = lines.find((line) => line.why === words && lost(one) && line.settled.every(lost) && !hasHands(results, line.bets[0]));
    const found = hands ?? (hasHands(results, one.bet) ? undefined : alike);
    if (!found) lines.push({ bets: [one.bet], settled: [one], why: words, cents });
    else {
      found.settled.push(one);
      found.cents += cents;
      if (!found.bets.includes(one.bet)) found.bets.push(one.bet);
      if (found.why !== words) found.why = "";
    }
  }
  for (const line of lines) line.settled.sort((one, other) => one.hand - other.hand);
  return lines;
}

function lost(one: Settled): boolean {
  return one.returned === 0;
}

function hasHands(results: readonly Settled[], bet: string | undefined): boolean {
  return results.filter((one) => one.bet === bet).length > 1;
}
