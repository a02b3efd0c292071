/** Cards that lie over each other, every corner in sight as far as the ground allows. */

export interface Ground {
  width: number;
  height: number;
  /** Width of a card; its height is 1.4 times that. */
  card: number;
}

/** The second card lies this much of a card's width further right. */
const STEP = 0.56;

/** The least of it at which a corner with two figures is still read. */
const LEAST_STEP = 0.47;

/** The widest cards of which so many lie in this width, every corner in full. */
export function inFull(cards: number, width: number): number {
  return width / (1 + LEAST_STEP * Math.max(0, cards - 1));
}

/** From the ground's top left corner, for cards beside each other. */
export function across(cards: number, { width, height, card }: Ground): { x: number; y: number }[] {
  const step = cards > 1 ? Math.min(STEP * card, Math.max(0, (width - card) / (cards - 1))) : 0;
  const start = (width - card - step * (cards - 1)) / 2;
  return Array.from({ length: cards }, (_, i) => ({ x: start + i * step, y: (height - 1.4 * card) / 2 }));
}

/** For cards that step down to the right, as hands do in narrow lanes. */
export function down(cards: number, { width, height, card }: Ground): { x: number; y: number }[] {
  const steps = Math.max(1, cards - 1);
  const x = Math.min(0.38 * card, Math.max(0, (width - card) / steps));
  const y = Math.min(0.38 * card, Math.max(0, (height - 1.4 * card) / steps));
  const start = (width - card - x * (cards - 1)) / 2;
  const top = (height - 1.4 * card - y * (cards - 1)) / 2;
  return Array.from({ length: cards }, (_, i) => ({ x: start + i * x, y: top + i * y }));
}
