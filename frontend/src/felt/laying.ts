/** Wagers being laid on the cloth: what the page that knows the limits lends to the drawing. */

export interface Laying {
  /** Cents on each spot. */
  draft: Record<string, number>;
  /** What may lie on each spot now, given the others. */
  rooms: Record<string, { least: number; most: number; why: string }>;
  /** The chip in hand, in cents. */
  chip: number;
  /** The spot that was looked at last. */
  aim?: string;
  add: (spot: string) => void;
  less: (spot: string) => void;
}
