/** Where a seat's wagers lie: rows of spots in the shape their kind has on a layout. */

import { about, type Box } from "./boxes";

/** A place to bet, as far as the cloth needs to know it. */
export interface Place {
  id: string;
  name: string;
  opening: boolean;
  side: "left" | "right" | "";
  /** What a single line pays, printed under the spot. */
  odds?: string;
}

/** Opening wagers are circles, side bets diamonds; of the bets on one side the first is the wide one. */
export type Form = "circle" | "diamond" | "oval";

export interface SpotPlace {
  place: Place;
  form: Form;
  /** The spot itself. */
  box: Box;
  /** Name and hope below it; nothing where they are not printed. */
  label: Box;
}

export interface SpotLook {
  /** Size of a spot, and of an opening one between two sides. */
  size: number;
  main: number;
  /** Height of the words below a spot: of rows in the middle, and of the small ones on a side. */
  label: number;
  sideLabel: number;
  /** Furthest from one spot's middle to the next. */
  pitch: number;
  /** Between two rows, and between neighbours. */
  gap: number;
  perRow: number;
  /** Side bets in a row of their own, above the opening wagers. */
  apart: boolean;
}

/** Spots in rows, from a point in the middle above them. */
export interface SpotRows {
  width: number;
  height: number;
  spots: SpotPlace[];
}

export function rowsOfSpots(places: readonly Place[], width: number, look: SpotLook): SpotRows {
  const sided = places.some((place) => place.side !== "");
  return sided ? withSides(places, width, look) : plainRows(places, width, look);
}

function plainRows(places: readonly Place[], width: number, look: SpotLook): SpotRows {
  const opening = places.filter((place) => place.opening);
  const extra = places.filter((place) => !place.opening);
  const two = extra.length > 0 && (look.apart || places.length > look.perRow);
  const rows = two ? [...chunks(extra, look.perRow), opening] : [places];
  const spots: SpotPlace[] = [];
  let top = 0;
  let widest = 0;
  for (const row of rows) {
    const pitch = Math.min(look.pitch, width / row.length);
    const size = Math.min(look.size, pitch - look.gap);
    row.forEach((place, i) => {
      const x = (i - (row.length - 1) / 2) * pitch;
      const form: Form = place.opening ? "circle" : "diamond";
      spots.push({ place, form, ...under(x, top, size, size, pitch - 4, look.label) });
    });
    widest = Math.max(widest, pitch * row.length);
    top += size + look.label + look.gap;
  }
  return { width: widest, height: top - look.gap, spots: inOrder(places, spots) };
}

/** Left and right of the middle: small spots above, the wide one of each side below, beside the opening wagers. */
function withSides(places: readonly Place[], width: number, look: SpotLook): SpotRows {
  const middle = places.filter((place) => place.side === "");
  const spots: SpotPlace[] = [];
  const most = Math.max(...(["left", "right"] as const).map((side) => places.filter((one) => one.side === side).length - 1));
  const pitch = Math.min(look.pitch, (width - 2 * look.gap) / 2 / Math.max(most, 1));
  const size = Math.min(look.size, pitch - look.gap);
  const upper = most > 0 ? size + look.sideLabel + look.gap : 0;
  const between = middle.length * (look.main + look.gap);
  const wide = Math.min((width - between) / 2 - look.gap, Math.max(2.6 * look.main, most * pitch));
  for (const side of ["left", "right"] as const) {
    const sign = side === "left" ? -1 : 1;
    const [first, ...rest] = places.filter((place) => place.side === side);
    const away = Math.max(width / 2 - (rest.length * pitch) / 2, 0);
    rest.forEach((place, i) => {
      const x = sign * Math.min(away, between / 2 + wide) + (i - (rest.length - 1) / 2) * pitch;
      spots.push({ place, form: "circle", ...under(x, 0, size, size, pitch - 2, look.sideLabel) });
    });
    if (!first) continue;
    const height = Math.min(look.main * 0.72, look.size * 1.1);
    const x = sign * (between / 2 + look.gap / 2 + wide / 2);
    spots.push({ place: first, form: "oval", ...under(x, upper + (look.main - height) / 2, wide, height, wide, look.label ? look.label / 2 : 0) });
  }
  middle.forEach((place, i) => {
    const x = (i - (middle.length - 1) / 2) * (look.main + look.gap);
    const form: Form = place.opening ? "circle" : "diamond";
    spots.push({ place, form, ...under(x, upper, look.main, look.main, look.main + look.gap, look.label ? look.label / 2 + 9 : 0) });
  });
  return { width, height: upper + look.main + look.label / 2, spots: inOrder(places, spots) };
}

function under(x: number, top: number, width: number, height: number, words: number, label: number): { box: Box; label: Box } {
  return { box: { x: x - width / 2, y: top, width, height }, label: about(x, top + height + label / 2, words, label) };
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

function inOrder(places: readonly Place[], spots: SpotPlace[]): SpotPlace[] {
  return places.flatMap((place) => spots.filter((spot) => spot.place === place));
}

/** The same rows, laid below a point. */
export function laid(rows: SpotRows, x: number, y: number, scale = 1): SpotPlace[] {
  const moved = (box: Box): Box => ({
    x: x + scale * box.x, y: y + scale * box.y, width: scale * box.width, height: scale * box.height,
  });
  return rows.spots.map((spot) => ({ ...spot, box: moved(spot.box), label: moved(spot.label) }));
}

/** Names without the words that all of them begin with: in a row of "Tie 17", "Tie 18" it is the number that tells. */
export function shortNames(places: readonly Place[]): Record<string, string> {
  const found: Record<string, string> = Object.fromEntries(places.map((place) => [place.id, place.name]));
  for (const side of ["left", "right"] as const) {
    const rest = places.filter((place) => place.side === side).slice(1);
    const first = rest[0]?.name.split(" ")[0];
    if (rest.length < 2 || !rest.every(({ name }) => name.startsWith(`${first} `))) continue;
    for (const place of rest) found[place.id] = place.name.slice((first?.length ?? 0) + 1);
  }
  return found;
}
