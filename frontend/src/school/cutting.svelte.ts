/** An amount on its way: cut chip by chip from the rack, or typed. Whichever was touched last holds. */

import { dollars } from "../lib/money";
import { pileText, worth, type Pile } from "./piles";

/** More of one chip than any answer needs. */
const MOST_OF_A_CHIP = 200;

export class Cutting {
  counts = $state.raw<Record<number, number>>({});
  typed = $state("");
  private before: Record<number, number>[] = [];

  /** Values of the rack's chips in cents. */
  constructor(readonly values: readonly number[]) {}

  get pile(): Pile {
    return [...this.values].sort((a, b) => b - a).flatMap((value): Pile => (this.counts[value] ? [[value, this.counts[value]]] : []));
  }

  get cents(): number {
    return worth(this.pile);
  }

  get empty(): boolean {
    return this.typed.trim() === "" && this.pile.length === 0;
  }

  /** What is shown on the button: the chips' worth, or what was typed. */
  get shown(): string {
    const typed = this.typed.trim();
    if (typed && !/^\$?[\d.,]+$/.test(typed)) return "it"; // no amount: the server says what to write
    return typed ? (typed.startsWith("$") ? typed : `$${typed}`) : dollars(this.cents);
  }

  /** As the school reads it. */
  get text(): string {
    return this.typed.trim() || pileText(this.pile);
  }

  add(value: number, count = 1): void {
    const now = Math.max(0, Math.min(MOST_OF_A_CHIP, (this.counts[value] ?? 0) + count));
    this.become({ ...this.counts, [value]: now });
  }

  type(text: string): void {
    this.typed = text;
    this.counts = {};
    this.before = [];
  }

  undo(): void {
    this.counts = this.before.pop() ?? {};
    this.typed = "";
  }

  clear(): void {
    this.become({});
  }

  private become(counts: Record<number, number>): void {
    this.before.push(this.counts);
    this.counts = counts;
    this.typed = "";
  }
}
