/** A phone or tablet held upright: the viewer's own place fills it, the others are a strip under the sign. */

import type { Arrangement, Occasion, SeatPlace } from "./arrangement";
import { about, between, heightAt, lowered, type Bow } from "./boxes";
import { fitted, rowsOf, set } from "./lettering";
import { acrossTheTable } from "./seats";
import { cell } from "./small";
import { laid, rowsOfSpots, type SpotLook } from "./spots";

const RAIL = 34;
const LOOK: SpotLook = { size: 66, main: 76, label: 40, sideLabel: 30, pitch: 125, gap: 10, perRow: 4, apart: false };
/** Of two spots: what they hope for stands under them. */
const WIDEST_PITCH = 166;
const CROWDED: SpotLook = { ...LOOK, size: 53, main: 62, label: 41, sideLabel: 28, gap: 8 };
/** Many bets, many people, little height: one line under each spot, no names in the strip. */
const TIGHTEST: SpotLook = { ...LOOK, size: 44, main: 52, label: 32, sideLabel: 16, gap: 8 };
/** Rows of the sign where nobody else needs the room. */
const MOST_ROWS = 4;
const STRIP = 112;
const LOW_STRIP = 88;
const LOWEST_STRIP = 78;
const LEAST_CARD = 58;
/** Lanes of several hands are no lower than this if the others' strip can give it. */
const LANES = 200;
/** Height that a pay table needs on the ground of the cards that are still to come. */
const LEAST_TABLE = 90;

export function tall(at: Occasion): Arrangement {
  const u = at.height < 500 ? at.height / 500 : between(1, Math.min(at.width / 390, at.height / 560), 1.8);
  const [w, h] = [at.width / u, at.height / u];
  const x = at.width / 2;
  const watching = at.own === 0;
  const crowded = at.others.length > 0 && !watching;
  const sided = at.places.some((place) => place.side !== "");
  const tight = (crowded || sided) && h < 640;
  const dealerCard = crowded ? 56 : sided ? 62 : 70;
  const dealerTop = crowded ? 9 : 13;
  const pill = dealerTop + 1.4 * dealerCard + 5;

  const sign = (more: number) => lettering(at, u, x, pill + 20, crowded || ((sided || at.several === true) && h < 600), more);
  /** What is left for the cards between the others' strip and the spots. */
  const divided = (look: SpotLook, height: number, letters = sign(1)) => {
    const y = letters.below + (crowded ? height + 8 : 0);
    const rows = rowsOfSpots(at.places, w - 12, look);
    const spotsTop = h - RAIL - rows.height;
    return { y, rows, spotsTop, letters, room: spotsTop - y - 12, lanes: h - RAIL - 32 - y, strip: crowded ? { top: letters.below + 2, height } : null };
  };
  const look = { ...(tight ? CROWDED : LOOK), pitch: at.places.length > 2 ? LOOK.pitch : WIDEST_PITCH };
  const tries = crowded && at.several ? [divided(look, LOW_STRIP), divided(look, LOWEST_STRIP)]
    : crowded ? [divided(look, STRIP, sign(3)), divided(look, LOW_STRIP, sign(3)), divided(look, STRIP, sign(2)), divided(look, STRIP), divided(look, LOW_STRIP), divided(TIGHTEST, LOW_STRIP), divided(TIGHTEST, LOWEST_STRIP)]
    : [divided(look, 0, sign(2))];
  const enough = (one: (typeof tries)[number]) => (at.several ? one.lanes >= LANES : one.room >= 1.4 * LEAST_CARD);
  const { y, letters, rows, spotsTop, room, lanes, strip } = (tries.find(enough) ?? tries.at(-1)) as ReturnType<typeof divided>;
  const card = between(30, room / 1.4, crowded ? 104 : 112);
  const handTop = y + 4 + Math.max(0, (room - 1.4 * card) * 0.45);
  const px = (units: number) => units * u;
  const edge: Bow = { middle: x, half: at.width / 2, low: px(h - 20), ends: px(h - 33) };
  const ownMiddle = px(handTop + 0.7 * card);
  const fan = Math.min(1.95 * card, w - 168);
  const beside = (w - fan) / 2;

  return {
    shape: "tall", width: at.width, height: at.height, unit: u,
    edge, rail: 15 * u, tray: null,
    rack: about(px(34), px(39), px(crowded ? 36 : 41), px(crowded ? 47 : 53)),
    shoe: about(at.width - px(39), px(38), px(crowded ? 47 : 54), px(crowded ? 46 : 52)),
    dealer: {
      cards: about(x, px(dealerTop + 0.7 * dealerCard), Math.min(at.width - px(150), px(232)), px(1.4 * dealerCard)), card: px(dealerCard),
      words: about(x, px(pill + 10), px(230), px(20)),
      ghost: about(x + px(dealerCard + 35), px(dealerTop + 1.4 * dealerCard - 50), px(38), px(54)),
    },
    letters: letters.lines, rules: letters.rules,
    band: strip ? band(at, px(strip.top), px(strip.top + strip.height)) : null,
    seats: watching ? grid(at, u, y) : strip ? inStrip(at, u, strip.top, strip.height) : [],
    own: watching ? null : {
      hand: about(x, ownMiddle, px(fan), px(1.4 * card)), card: px(card),
      total: { x: px(6), y: ownMiddle - px(sided ? 48 : 34), width: px(beside - 12), height: px(72) },
      figures: px(Math.min(42, beside * 0.55)),
      who: { x: x + px(fan / 2 + 8), y: ownMiddle - px(card > 70 ? 40 : 34), width: px(beside - 12), height: px(40) },
      insurance: { x: x + px(fan / 2 + 8), y: ownMiddle + px(card > 70 ? 6 : 6), width: px(beside - 12), height: px(40) },
      spots: laid(rows, x, px(spotsTop), u),
      allowances: {
        left: { x: px(8), y: px(spotsTop - 21), width: px(beside - 16), height: px(18) },
        right: { x: at.width - px(beside - 8), y: px(spotsTop - 21), width: px(beside - 16), height: px(18) },
      },
      lanes: { x: px(3), y: px(y + 2), width: px(w - 6), height: px(lanes) },
      lasts: { x: px(6), y: ownMiddle - px(0.7 * card), width: px(w - 12), height: px(Math.min(1.4 * card, sided ? spotsTop - 23 - handTop : Infinity)) },
      riding: { x: px(16), y: px(h - RAIL - 29), width: px(w - 32), height: px(24) },
    },
    payTable: watching || room < LEAST_TABLE ? null : { x: px(10), y: px(y + 4), width: px(w - beside - 12), height: px(room) }, said: null,
  };
}

/** Where it is short, the first sentences in one row, and `more` small rows below it. */
function lettering(at: Occasion, u: number, x: number, top: number, short: boolean, more: number) {
  const half = at.width / 2 - 14 * u;
  const sag = 34 * u;
  const bow = (y: number): Bow => ({ middle: x, half, low: y * u, ends: y * u - sag });
  const [first = "", ...rest] = at.printed;
  const width = 1.72 * half;
  if (short) {
    const whole = rowsOf(at.printed, width, 11 * u, 1)[0] ?? first;
    const { rows, size } = set(at.printed.filter((sentence) => !whole.includes(sentence)), 1.86 * half, [10.5 * u, 9.5 * u], more);
    const small = rows.map((text, i) => ({ text, bow: bow(top + 36 + 11 * i), size, large: false }));
    return { lines: [{ text: whole, bow: bow(top + 23), size: fitted(whole, width, 12.5 * u), large: true }, ...small], rules: [], below: top + 28 + 11 * small.length };
  }
  const { rows: lines, size: small } = set(rest, 1.86 * half, [12 * u, 11 * u, 10.2 * u, 9.8 * u, 9.2 * u], at.others.length > 0 ? 3 : MOST_ROWS);
  const size = fitted(first, 1.6 * half, 21 * u);
  const sign = lines.map((text, i) => ({ text, bow: bow(top + 61 + 14 * i), size: small, large: false }));
  const last = top + 47 + 14 * lines.length;
  return {
    lines: [{ text: first, bow: bow(top + 38), size, large: true }, ...sign],
    rules: [bow(top + 46), bow(last + 6)],
    below: last + 10,
  };
}

/** The others' strip hangs a little, like the table. */
function band(at: Occasion, above: number, below: number) {
  const bow = { middle: at.width / 2, half: at.width / 2, low: above, ends: above - 22 };
  return { above: bow, below: lowered(bow, below - above) };
}

function inStrip(at: Occasion, u: number, top: number, height: number): SeatPlace[] {
  const seats = acrossTheTable(at.others);
  const own = at.own;
  const slots = seats.some((seat) => seat > own) && seats.some((seat) => seat < own) ? seats.length + 0.7 : seats.length;
  const pitch = Math.min((at.width - 8 * u) / slots, 92 * u);
  const bow = band(at, top * u, (top + height) * u).above;
  const start = at.width / 2 - (slots * pitch) / 2;
  return seats.map((seat, i) => {
    const x = start + (i + 0.5 + (slots > seats.length && seat < own ? 0.7 : 0)) * pitch;
    const y = heightAt(bow, x) + 5 * u;
    return cell(seat, { x: x - pitch / 2, y, width: pitch, height: (height - 10) * u }, (height < STRIP ? 32 : 47) * u, u);
  });
}

/** Who only watches sees everyone larger. */
function grid(at: Occasion, u: number, top: number): SeatPlace[] {
  const seats = acrossTheTable(at.others);
  const rows = Math.max(1, Math.ceil(seats.length / (at.width > 600 ? 7 : 4)));
  const perRow = Math.ceil(seats.length / rows);
  const height = Math.min((at.height - 46 * u - top * u) / rows, 190 * u);
  const width = Math.min((at.width - 12) / perRow, 130 * u);
  return seats.map((seat, i) => {
    const [row, column] = [Math.floor(i / perRow), i % perRow];
    const inRow = Math.min(perRow, seats.length - row * perRow);
    const x = at.width / 2 + (column - inRow / 2) * width;
    return cell(seat, { x, y: top * u + 6 * u + row * height, width, height: height - 10 * u }, 50 * u, u);
  });
}
