/** A question that is asked again with every change: no answer is shown after one to a newer question. */

import { ask, reason } from "../lib/api";
import { inTurn } from "./lane";

/** Questions of whoever types that are under way: one is worked out while the next one travels. */
const MOST_AT_ONCE = 2;

export class Live<T> {
  /** The newest answer. */
  answer = $state.raw<T | null>(null);
  /** Why there is none to the newest question. */
  error = $state("");
  busy = $state(false);
  /** Milliseconds from the last question to its answer. */
  took = $state(0);
  private number = 0;
  private answered = 0;
  private underWay = 0;
  private freed = () => {};
  private waiting = new AbortController();

  /** `typed`: somebody watches it while typing. It waits for no question of another kind, and older answers show too. */
  constructor(
    private path: string,
    private typed = false,
  ) {}

  /** Ask. The answer, unless one to a newer question came first, or nobody waits for it any more. */
  async ask(body: unknown): Promise<T | null> {
    const number = ++this.number;
    this.busy = true;
    if (!this.typed) this.giveUp();
    while (this.underWay >= MOST_AT_ONCE) {
      this.freed(); // whoever waited has been overtaken
      await new Promise<void>((resolve) => (this.freed = resolve));
      if (number !== this.number) return null;
    }
    return this.send(number, body);
  }

  /** Wait for nothing. */
  stop(): void {
    this.answered = ++this.number;
    this.giveUp();
    this.busy = false;
  }

  private giveUp(): void {
    this.waiting.abort();
    this.waiting = new AbortController();
    this.underWay = 0;
  }

  private async send(number: number, body: unknown): Promise<T | null> {
    const { signal } = this.waiting;
    const start = performance.now();
    const put = () => ask<T>(this.path, "POST", body, signal);
    this.underWay += 1;
    try {
      const found = await (this.typed ? put() : inTurn(put, signal));
      if (signal.aborted || number < this.answered) return null;
      this.answered = number;
      this.answer = found;
      this.error = "";
      this.took = performance.now() - start;
      return found;
    } catch (error) {
      if (!signal.aborted && number === this.number) this.error = reason(error);
      return null;
    } finally {
      if (!signal.aborted) this.underWay -= 1;
      if (number === this.number) this.busy = false;
      this.freed();
    }
  }
}
