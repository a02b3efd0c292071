/** Wagers being laid on the cloth: what the page that knows the limits lends to the drawing. */

export interface Laying {
  /** Cents on each spot. */
  draft: Record<string, number>;
  /** What may lie on each spot now, given the others. */
  rooms: Record<string, { least: number; most: number; why: string }>;
  /** What the bets of each side may take together, and have taken. */
  allowances?: readonly { side: "left" | "right"; used: number; most: number; why: string }[];
  /** How many side bets there may be. */
  counted?: { used: number; most: number; why: string } | null;
  /** The chip in hand, in cents. */
  chip: number;
  /** The spot that was looked at last. */
  aim?: string;
  add: (spot: string) => void;
  less: (spot: string) => void;
}
