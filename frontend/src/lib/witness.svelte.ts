/** What this browser has seen of the house's signed log; the work itself is loaded when there is time. */

import type { Evidence, Kept } from "../witness/following";
import { keep, read } from "./preferences.svelte";

const EVERY = 30_000;
const SOON = 1_500;

class Witness {
  kept = $state<Kept | null>(read<Kept | null>("witness", null));
  /** What did not fit; it stays until somebody has read it. */
  evidence = $state<Evidence | null>(read<Evidence | null>("evidence", null));
  private running = false;

  /** Compare when there is time, whenever somebody comes back, and every half minute. */
  begin(): void {
    if (this.running) return;
    this.running = true;
    setTimeout(() => void this.compare(), SOON);
    setInterval(() => void this.compare(), EVERY);
    document.addEventListener("visibilitychange", () => document.hidden || void this.compare());
    addEventListener("online", () => void this.compare());
  }

  /** Follow the log as it is shown now, the evidence having been read. */
  async goOn(): Promise<void> {
    this.evidence = this.kept = null;
    keep("evidence", null);
    keep("witness", null);
    await this.compare();
  }

  async compare(): Promise<void> {
    if (this.evidence || !navigator.onLine) return; // without a line, when there is one again
    const seen = read<Kept | null>("witness", null); // before asking: another page may compare as well
    try {
      const [{ follow }, { ask }] = await Promise.all([import("../witness/following"), import("./api")]);
      const found = await follow(seen, ask, location.origin, Date.now());
      if (found.evidence) keep("evidence", (this.evidence = found.evidence));
      else if (found.kept) {
        const newest = read<Kept | null>("witness", null);
        this.kept = newest && newest.head.size > found.kept.head.size ? newest : found.kept;
        keep("witness", this.kept);
      }
    } catch {
      // the server does not answer, or asks for patience: compared next time
    }
  }
}

export const witness = new Witness();
