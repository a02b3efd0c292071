/** What is said of cards follows the cards: a total appears when its last card has landed. */

import { CARD_MS, lasting } from "./motion";

export class Landing<T> {
  private timer = 0;
  shown = $state.raw<T>() as T;

  /** `cards` counts what lies there; `now` is what would be said of it. */
  constructor(cards: () => number, now: () => T) {
    let before = cards();
    this.shown = now();
    $effect(() => {
      const [count, fresh] = [cards(), now()];
      clearTimeout(this.timer);
      const wait = count > before ? lasting(CARD_MS) : 0;
      before = count;
      if (wait === 0) this.shown = fresh;
      else this.timer = window.setTimeout(() => (this.shown = fresh), wait);
      return () => clearTimeout(this.timer);
    });
  }
}
