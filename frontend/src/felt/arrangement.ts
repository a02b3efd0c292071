/**
 * Where everything lies on the cloth, worked out from its size and the game alone.
 *
 * Three arrangements of one drawing: wide (the whole half-moon), low (a phone on its side) and tall. What is pressed
 * never moves within a round: nothing here depends on cards, but for the number of one's own hands.
 */

import type { Bow, Box, Turned } from "./boxes";
import { low } from "./low";
import type { Place, SpotPlace } from "./spots";
import { tall } from "./tall";
import { wide } from "./wide";

export type Shape = "wide" | "low" | "tall";

/** What the cloth is arranged for. */
export interface Occasion {
  shape: Shape;
  /** Of the cloth, in pixels. */
  width: number;
  height: number;
  /** Seats at the table; the viewer's, or 0. */
  seats: number;
  own: number;
  /** Seats that somebody else has; where people may still choose a seat, all of them. */
  others: readonly number[];
  /** The viewer has several hands: the sign and the others make room for them where there is little. */
  several?: boolean;
  places: readonly Place[];
  /** Sentences of the sign, the first in large letters. */
  printed: readonly string[];
}

/** A line of letters along a bow. */
export interface Lettering {
  text: string;
  bow: Bow;
  size: number;
  /** The first line: larger, spaced, capital. */
  large: boolean;
}

/** Somebody else's place. */
export interface SeatPlace {
  seat: number;
  /** Where their cards lie, and how wide one is. */
  hand: Turned;
  card: number;
  /** Where the total, and on small screens the state in words, is written. */
  words: Turned;
  number: Turned;
  /** Their spots: printed on the cloth. None where there is only room for words. */
  spots: SpotPlace[];
  /** About which point and how far all of that is turned. */
  pivot: { x: number; y: number; turn: number };
}

/** The viewer's own place. */
export interface OwnPlace {
  hand: Box;
  card: number;
  total: Box;
  /** Size of the figures. */
  figures: number;
  who: Box;
  insurance: Box;
  spots: SpotPlace[];
  /** While wagers are laid: what the bets of each side may take together. */
  allowances: { left: Box; right: Box };
  /** Where several hands lie side by side. */
  lanes: Box;
  /** Below the lanes: side bets that still ride. */
  riding: Box;
  /** The hands of a round that had several, small, while wagers for the next one are laid. */
  lasts: Box;
}

export interface DealerPlace {
  cards: Box;
  card: number;
  words: Box;
  /** Where a replaced upcard remains. */
  ghost: Box;
}

export interface Arrangement {
  shape: Shape;
  width: number;
  height: number;
  /** Pixels of one unit: sizes of letters and strokes follow it. */
  unit: number;
  /** Edge of the cloth, and of the rail around it. */
  edge: Bow;
  rail: number;
  tray: Box | null;
  rack: Box;
  shoe: Box;
  dealer: DealerPlace;
  letters: Lettering[];
  /** Thin lines above and below the letters. */
  rules: Bow[];
  /** Band behind the others' hands, where there is one. */
  band: { above: Bow; below: Bow } | null;
  seats: SeatPlace[];
  own: OwnPlace | null;
  /** Where a pay table is printed and where the dealer's last sentences stand. */
  payTable: Box | null;
  said: Box | null;
}

/** From the whole window, and whether the felt is all that it shows. */
export function shapeOf(width: number, height: number): Shape {
  if (height < 500 && width > height) return "low";
  return width >= 900 && height >= 560 && width >= 1.1 * height ? "wide" : "tall";
}

/** For a cloth inside a page that has other things too. */
export function shapeOfCloth(width: number, height: number): Shape {
  return width >= 820 && width >= 1.3 * height ? "wide" : width > 1.15 * height ? "low" : "tall";
}

export function arrange(occasion: Occasion): Arrangement {
  return { wide, low, tall }[occasion.shape](occasion);
}
