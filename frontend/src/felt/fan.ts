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

/** A card further down shows what the one above it is, likewise. */
const DOWN = 0.38;

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

/** The widest cards of which so many lie on this ground below each other, every corner in sight. */
function steppingDown(cards: number, width: number, height: number): number {
  return Math.min(width / (1 + DOWN), height / (1.4 + DOWN * Math.max(0, cards - 1)));
}

/** Cards in a narrow lane, no wider than `card`: they step down to the right, or lie beside each other if they are wider so. */
export function inLane(cards: number, ground: Ground): { card: number; places: { x: number; y: number }[] } {
  const { width, height } = ground;
  const [stepped, beside] = [steppingDown(cards, width, height), Math.min(height / 1.4, inFull(cards, width))];
  const card = Math.min(ground.card, Math.max(stepped, beside));
  return { card, places: (Math.min(ground.card, stepped) >= card ? down : across)(cards, { ...ground, card }) };
}

/** From the ground's top left corner, each a step further down and to the right. */
function down(cards: number, { width, height, card }: Ground): { x: number; y: number }[] {
  const steps = Math.max(1, cards - 1);
  const x = Math.min(DOWN * card, Math.max(0, (width - card) / steps));
  const y = Math.min(DOWN * card, Math.max(0, (height - 1.4 * card) / steps));
  const start = (width - card - x * (cards - 1)) / 2;
  const top = (height - 1.4 * card - y * (cards - 1)) / 2;
  return Array.from({ length: cards }, (_, i) => ({ x: start + i * x, y: top + i * y }));
}
