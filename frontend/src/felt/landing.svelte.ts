/** What is said of cards follows the cards: a total appears when its last card has landed. */

import { CARD_MS, lasting } from "./motion";

export class Landing<T> {
  private timer = 0;
  /** When the last card to come will have landed. */
  private down = 0;
  shown = $state.raw<T>() as T;

  /** `cards` names what lies there; `now` is what would be said of it. */
  constructor(cards: () => readonly string[], now: () => T) {
    let before = cards();
    this.shown = now();
    $effect(() => {
      const [lying, fresh] = [cards(), now()];
      clearTimeout(this.timer);
      if (lying.some((card, i) => card !== before[i])) this.down = performance.now() + lasting(CARD_MS);
      before = lying;
      const wait = this.down - performance.now();
      if (wait <= 0) this.shown = fresh;
      else this.timer = window.setTimeout(() => (this.shown = fresh), wait);
      return () => clearTimeout(this.timer);
    });
  }
}
