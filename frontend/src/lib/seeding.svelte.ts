/** A player's say in the order of the shoe that is promised: a random seed, or one of their own. */

import { goesAlone, randomSeed } from "./seeds";
import type { Sitting } from "./sitting.svelte";

export class Seeding {
  /** What goes, or went, into the shoe of this number. */
  private chosen = $state.raw({ shoe: 0, seed: "" });
  private tried = 0;

  constructor(
    private readonly sitting: Sitting,
    private readonly me: () => string,
  ) {}

  next = $derived.by(() => this.sitting.update?.next_shoe ?? null);
  added = $derived.by(() => this.next?.seeded.includes(this.me()) ?? false);
  /** The seed of this player for the promised shoe, if it was chosen here. */
  seed = $derived.by(() => (this.chosen.shoe === this.next?.number ? this.chosen.seed : ""));
  private due = $derived.by(() => goesAlone(this.next, this.me(), this.sitting.update?.seats ?? {}, this.sitting.betting));

  /** Have a random seed ready for the shoe that is promised now. */
  prepare(): void {
    if (this.next && this.chosen.shoe !== this.next.number) this.chosen = { shoe: this.next.number, seed: randomSeed() };
  }

  /** What a wager carries along: the seed, where it is not added yet. */
  withWager(): { seed?: string } {
    this.prepare();
    return this.next && !this.added ? { seed: this.seed } : {};
  }

  /** Add the seed by itself, once for each shoe, where it cannot wait for a wager. */
  addInTime(): void {
    const number = this.next?.number ?? 0;
    if (!this.due || this.tried === number) return;
    this.tried = number;
    this.prepare();
    void this.send(this.seed);
  }

  /** Take another seed for the promised shoe; the answer is why not, or nothing. */
  async use(seed: string): Promise<string> {
    const shoe = this.next?.number ?? 0;
    const refused = await this.send(seed);
    if (!refused) this.chosen = { shoe, seed };
    return refused;
  }

  private send(seed: string): Promise<string> {
    return this.sitting.live.send({ do: "add-seed", seed });
  }
}
