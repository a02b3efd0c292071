/** The whole half-moon, seats at their spots on the arc. One unit is a 620th of the cloth's height. */

import type { Arrangement, Occasion, SeatPlace } from "./arrangement";
import { about, between, centre, heightAt, lowered, turnAt, type Bow, type Turned } from "./boxes";
import { fitted, said, set } from "./lettering";
import { neighbours } from "./seats";
import { laid, rowsOfSpots, type SpotLook, type SpotPlace } from "./spots";

const UNITS_HIGH = 620;
const LEAST_UNITS_WIDE = 1072;
/** Own cards at their usual size, and half the ground kept for them, their total and further hands. */
const OWN_CARD = 112;
const OWN_HALF = 244;
const LANES_HALF = 206;
const OWN_LOOK: SpotLook = { size: 66, main: 84, label: 40, sideLabel: 32, pitch: 128, gap: 14, perRow: 9, apart: false };
const OTHERS_LOOK: SpotLook = { size: 36, main: 36, label: 0, sideLabel: 0, pitch: 43, gap: 7, perRow: 6, apart: true };

/** What stands below the first sentence: two rows, or three closer ones where two cannot say all. */
const SIGNS = [
  { most: 2, top: 273, pitch: 17, sizes: [14, 13, 12, 11] },
  { most: 3, top: 271, pitch: 14, sizes: [11.5, 11, 10.5] },
] as const;

export function wide(at: Occasion): Arrangement {
  const u = Math.min(at.height / UNITS_HIGH, at.width / LEAST_UNITS_WIDE);
  const x = at.width / 2;
  /** What a cloth has in height beyond its units: the half-moon hangs lower, the sign between. */
  const spare = at.height / u - UNITS_HIGH;
  const fromTop = (units: number) => units * u;
  const fromBottom = (units: number) => (units + spare) * u;
  const amid = (units: number) => (units + 0.4 * spare) * u;
  const edge: Bow = { middle: x, half: at.width / 2, low: fromBottom(590), ends: fromBottom(590) - 148 * u };
  const margin = Math.max(30 * u, 0.044 * at.width);
  const payTable = { x: margin, y: fromTop(140), width: 218 * u, height: 130 * u };
  const half = Math.max(240 * u, Math.min(345 * u, x - margin - payTable.width - 14 * u));
  const arc: Bow = { middle: x, half, low: amid(247), ends: amid(247) - 80 * (half / (345 * u)) ** 2 * u };

  const [first = "", ...rest] = at.printed;
  const signWidth = 1.9 * arc.half;
  const tries = SIGNS.map((sign) => ({ ...sign, ...set(rest, signWidth, sign.sizes.map((size) => size * u), sign.most) }));
  const { rows: lines, size, top, pitch } = tries.reduce((best, one) => (said(rest, one.rows) > said(rest, best.rows) ? one : best));
  const letters = [
    { text: first, bow: arc, size: fitted(first, 1.5 * arc.half, 34 * u), large: true },
    ...lines.map((text, i) => ({
      text, bow: { ...arc, low: amid(top + pitch * i), ends: amid(top + pitch * i) - (arc.low - arc.ends) * 0.95 }, size, large: false,
    })),
  ];
  const lastLine = top + pitch * (lines.length - 1) + 7;

  const sided = at.places.some((place) => place.side !== "");
  const own = at.own ? ownPlace(at, u, x, fromBottom, sided) : null;
  /** Hands on the arc lean inward: bets beside one's own cards keep them off. */
  const kept = own ? Math.max(OWN_HALF * u, ...own.spots.map((spot) => spot.label.x + spot.label.width - x + (sided ? 30 * u : 0))) : 0;

  return {
    shape: "wide", width: at.width, height: at.height, unit: u,
    edge, rail: 22 * u,
    tray: about(x, fromTop(21), 350 * u, 32 * u),
    rack: about(Math.max(60 * u, 0.068 * at.width), fromTop(55), 60 * u, 78 * u),
    shoe: about(at.width - Math.max(60 * u, 0.072 * at.width), fromTop(55), 84 * u, 78 * u),
    dealer: {
      cards: about(x, fromTop(48 + 59.5), 300 * u, 119 * u), card: 85 * u,
      words: about(x, fromTop(183), 260 * u, 22 * u),
      ghost: about(x + 206 * u, fromTop(108), 54 * u, 76 * u),
    },
    letters,
    rules: [258, lastLine].map((units) => lowered(arc, amid(units) - arc.low)),
    band: null,
    seats: seatsOnTheArc(at, u, edge, kept),
    own,
    payTable,
    said: { ...payTable, x: at.width - margin - payTable.width, height: 158 * u },
  };
}

function ownPlace(at: Occasion, u: number, x: number, y: (units: number) => number, sided: boolean) {
  const card = OWN_CARD * u;
  const hand = about(x, y(308 + 0.7 * OWN_CARD), (sided ? 180 : 240) * u, 1.4 * card);
  const spots = sided ? aroundTheHand(at, u, x, y) : laid(rowsOfSpots(at.places, Math.max(2 * OWN_HALF, at.places.length * 104), { ...OWN_LOOK, pitch: narrow(at, u) ? 118 : OWN_LOOK.pitch }), x, y(467), u);
  const beside = (sided ? 96 : 128) * u;
  /** Above the small spots of one side. */
  const bar = (sign: number) => {
    const above = spots.filter((spot) => spot.form !== "oval" && sign * (centre(spot.box).x - x) > 0 && spot.place.side !== "");
    const [from, to] = [Math.min(...above.map((spot) => spot.box.x), x + sign * 160 * u), Math.max(...above.map((spot) => spot.box.x + spot.box.width), x + sign * 160 * u)];
    return { x: from, y: y(350), width: to - from, height: 17 * u };
  };
  return {
    hand, card, spots,
    allowances: { left: bar(-1), right: bar(1) },
    total: { x: x - beside - 80 * u, y: y(sided ? 293 : 346), width: 80 * u, height: (sided ? 58 : 74) * u },
    figures: (sided ? 34 : 47) * u,
    who: { x: x + beside, y: y(sided ? 304 : 366), width: 80 * u, height: 40 * u },
    insurance: { x: x + beside, y: y(sided ? 345 : 410), width: 80 * u, height: (sided ? 20 : 48) * u },
    lanes: { x: x - LANES_HALF * u, y: y(306), width: 2 * LANES_HALF * u, height: 226 * u },
    lasts: sided ? hand : { x: x - LANES_HALF * u, y: hand.y, width: 2 * LANES_HALF * u, height: hand.height },
    riding: { x: x - 190 * u, y: y(536), width: 380 * u, height: 30 * u },
  };
}

/** Where the arc is steeper, what lies beside one's own middle moves closer. */
function narrow(at: Occasion, u: number): boolean {
  return at.width / u < 1160;
}

/** Bets of the left and the right lie beside the hand, the wide one of each side below its small ones. */
function aroundTheHand(at: Occasion, u: number, x: number, y: (units: number) => number): SpotPlace[] {
  const found: SpotPlace[] = [];
  const middle = at.places.filter((place) => place.side === "");
  const mainPitch = 96;
  middle.forEach((place, i) => {
    const cx = x + (i - (middle.length - 1) / 2) * mainPitch * u;
    found.push({ place, form: place.opening ? "circle" : "diamond", box: about(cx, y(514), 84 * u, 84 * u), label: about(cx, y(569), mainPitch * u, 26 * u) });
  });
  const inner = Math.max(94, (middle.length * mainPitch) / 2 + 8);
  for (const side of ["left", "right"] as const) {
    const sign = side === "left" ? -1 : 1;
    const [oval, ...rest] = at.places.filter((place) => place.side === side);
    const pitch = Math.min(narrow(at, u) ? 76 : 86, 258 / Math.max(rest.length, 1));
    const size = Math.min(62, pitch - 12);
    const reach = Math.max(rest.length, 3) * pitch;
    const cx = x + sign * (inner + reach / 2) * u;
    rest.forEach((place, i) => {
      const px = cx + (i - (rest.length - 1) / 2) * pitch * u;
      found.push({ place, form: "circle", box: about(px, y(406), size * u, size * u), label: about(px, y(453), (pitch - 4) * u, 32 * u) });
    });
    if (oval) {
      found.push({ place: oval, form: "oval", box: about(cx, y(497), Math.min(196, reach - 12) * u, 54 * u), label: about(cx, y(532), 190 * u, 15 * u) });
    }
  }
  return at.places.flatMap((place) => found.filter((spot) => spot.place === place));
}

function seatsOnTheArc(at: Occasion, u: number, edge: Bow, half: number): SeatPlace[] {
  const sides = neighbours(at.seats, at.own);
  const reach = edge.half - half - 14 * u;
  const middle = at.own === 0 && at.seats % 2 === 1 ? [(at.seats + 1) / 2] : [];
  const found = [...placed(sides.left, -1), ...placed(sides.right, 1)];
  return [...found, ...middle.map((seat) => seatAt(at, seat, edge.middle, edge, scaleOf(pitchOf(sides.left.length), u)))].sort((a, b) => a.seat - b.seat);

  function pitchOf(count: number): number {
    const slots = at.own ? count : count + 0.5;
    return Math.min(reach / Math.max(slots, 1), (at.own ? 130 : 170) * u);
  }

  function placed(seats: number[], sign: number): SeatPlace[] {
    const pitch = pitchOf(seats.length);
    const start = half + (at.own ? pitch / 2 : pitch * (middle.length ? 1 : 0.5));
    /** Spare room lies between the viewer and the others. */
    const push = at.own ? Math.max(0, (reach - pitch * seats.length) / 2) : 0;
    return seats.map((seat, i) => seatAt(at, seat, edge.middle + sign * (start + push + i * pitch), edge, scaleOf(pitch, u)));
  }
}

function scaleOf(pitch: number, u: number): number {
  return between(0.15 * u, pitch / 136, 1.15 * u);
}

/** One seat, standing on the arc and turned with it; everything scaled by `k` pixels a unit. */
function seatAt(at: Occasion, seat: number, x: number, edge: Bow, k: number): SeatPlace {
  const foot = heightAt(edge, x);
  const turn = turnAt(edge, x);
  const rows = rowsOfSpots(at.places, at.places.some((place) => place.side) ? 128 : 112, OTHERS_LOOK);
  const depth = 24 + rows.height;
  /** As if it stood upright at the foot; `pivot` turns it. */
  const flat = (cx: number, inward: number, width: number, height: number): Turned => {
    const r = (turn * Math.PI) / 180;
    const [dx, dy] = [cx * k, -inward * k];
    return { ...about(x + dx * Math.cos(r) - dy * Math.sin(r), foot + dx * Math.sin(r) + dy * Math.cos(r), width * k, height * k), turn };
  };
  const card = 58;
  return {
    seat, card: card * k, pivot: { x, y: foot, turn },
    number: flat(0, 12, 108, 16),
    hand: flat(0, depth + 8 + 0.7 * card, 102, 1.4 * card),
    words: flat(34, depth + 19, 44, 20),
    spots: laid(rows, x, foot - depth * k, k),
  };
}
