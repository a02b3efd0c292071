/** A phone on its side, or a desk at twice the size: the others stand in columns left and right of one's own hand. */

import type { Arrangement, Occasion, SeatPlace } from "./arrangement";
import { about, between, heightAt, type Bow } from "./boxes";
import { fitted, rowsOf, set, widthOf } from "./lettering";
import { acrossTheTable } from "./seats";
import { cell } from "./small";
import { laid, rowsOfSpots, type SpotLook } from "./spots";

const RAIL = 26;
const HEAD = 46;
const LOOK: SpotLook = { size: 48, main: 56, label: 30, sideLabel: 26, pitch: 126, gap: 8, perRow: 5, apart: false };
const COLUMN = 70;
/** Height that a pay table needs on the ground of the cards that are still to come. */
const LEAST_TABLE = 74;

export function low(at: Occasion): Arrangement {
  const u = between(0.7, at.height / 390, 1.5);
  const [w, h] = [at.width / u, at.height / u];
  const px = (units: number) => units * u;
  const x = at.width / 2;
  const sided = at.places.some((place) => place.side !== "");
  const short = h < 330 || (sided && h < 440);
  const dealerCard = short ? 48 : 57;
  const pill = 8 + 1.4 * dealerCard + 4;
  const letters = lettering(at, u, x, pill + 18, short);
  const rows = rowsOfSpots(at.places, w - 10, LOOK);
  const spotsTop = h - RAIL - rows.height;
  const y = letters.below;
  const room = spotsTop - y - 8;
  const card = between(28, room / 1.4, 82);
  const handTop = y + 3 + Math.max(0, (room - 1.4 * card) / 2);
  const middle = px(handTop + 0.7 * card);
  const edge: Bow = { middle: x, half: at.width / 2, low: px(h - 15), ends: px(h - 25) };
  const columns = at.others.length > 0 && at.own ? (at.others.length > 4 && w >= 540 ? 2 : 1) : 0;
  const aside = columns * COLUMN + (columns ? 8 : 0);
  const fan = Math.min(1.56 * card * 1.25, w - 2 * aside - 124);
  const beside = Math.min(96, w / 2 - fan / 2 - aside - 8);
  /** Its title lies left of where the letters hang lowest. */
  const payTable = () => {
    const [left, right] = [aside + 20, w / 2 + fan / 2];
    const last = letters.lines.at(-1);
    const reaches = last && x - widthOf(last.text, last.size) / 2 < px(left + 80);
    const top = reaches ? Math.max(y - 14, heightAt(last.bow, px(left + 80)) / u + 4) : y - 14;
    return { x: px(left), y: px(top), width: px(Math.min(right - left, 260)), height: px(y + room + 4 - top) };
  };

  return {
    shape: "low", width: at.width, height: at.height, unit: u,
    edge, rail: 12 * u, tray: null,
    rack: about(px(32), px(HEAD + 24), px(32), px(42)),
    shoe: about(at.width - px(36), px(HEAD + 24), px(42), px(41)),
    dealer: {
      cards: about(x, px(8 + 0.7 * dealerCard), px(Math.min(170, w - 240)), px(1.4 * dealerCard)), card: px(dealerCard),
      words: about(x, px(pill + 9), px(190), px(18)),
      ghost: about(x + px(dealerCard + 36), px(pill - 43), px(36), px(50)),
    },
    letters: letters.lines, rules: [], band: null,
    seats: at.own ? inColumns(at, u, columns, spotsTop) : inRow(at, u, y),
    own: at.own === 0 ? null : {
      hand: about(x, middle, px(fan), px(1.4 * card)), card: px(card),
      total: { x: x - px(fan / 2 + 6 + beside), y: middle - px(32), width: px(beside), height: px(62) },
      figures: px(Math.min(36, beside * 0.6)),
      who: { x: x + px(fan / 2 + 6), y: middle - px(34), width: px(beside), height: px(34) },
      insurance: { x: x + px(fan / 2 + 6), y: middle + px(2), width: px(beside), height: px(34) },
      spots: laid(rows, x, px(spotsTop), u),
      allowances: {
        left: { x: x - px(fan / 2 + 10 + beside), y: px(spotsTop - 19), width: px(beside), height: px(16) },
        right: { x: x + px(fan / 2 + 10), y: px(spotsTop - 19), width: px(beside), height: px(16) },
      },
      lanes: { x: px(aside + 4), y: px(y + 1), width: px(w - 2 * aside - 8), height: px(h - RAIL - 26 - y) },
      lasts: { x: px(aside + 4), y: middle - px(0.7 * card), width: px(w - 2 * aside - 8), height: px(Math.min(1.4 * card, sided ? spotsTop - 21 - handTop : Infinity)) },
      riding: { x: px(30), y: px(h - RAIL - 24), width: px(w - 60), height: px(22) },
    },
    payTable: at.own === 0 || room < LEAST_TABLE ? null : payTable(), said: null,
  };
}

function lettering(at: Occasion, u: number, x: number, top: number, short: boolean) {
  const half = Math.min(at.width / 2 - 60 * u, 190 * u);
  const bow = (y: number): Bow => ({ middle: x, half, low: y * u, ends: (y - 26) * u });
  const [first = "", ...rest] = at.printed;
  const width = 1.75 * half;
  if (short) {
    const whole = rowsOf(at.printed, width, 10 * u, 1)[0] ?? first;
    const [line] = rowsOf(at.printed.filter((sentence) => !whole.includes(sentence)), width, 9.5 * u, 1);
    const small = line ? [{ text: line, bow: bow(top + 26), size: 9.5 * u, large: false }] : [];
    return { lines: [{ text: whole, bow: bow(top + 14), size: fitted(whole, width, 12 * u), large: true }, ...small], below: top + 18 + 11 * small.length };
  }
  const { rows, size: small } = set(rest, width, [11 * u, 10 * u, 9.7 * u], at.others.length > 0 ? 3 : 4);
  const size = fitted(first, 1.6 * half, rows.length > 1 ? 17 * u : 19 * u);
  const [head, next] = rows.length > 1 ? [20, 34] : [24, 41];
  return {
    lines: [{ text: first, bow: bow(top + head), size, large: true }, ...rows.map((text, i) => ({ text, bow: bow(top + next + 12 * i), size: small, large: false }))],
    below: top + next + 12 * (rows.length - 1) + 5,
  };
}

/** Left and right of the hand, as they follow each other around the table; with an end seat some change sides. */
function inColumns(at: Occasion, u: number, columns: number, bottom: number): SeatPlace[] {
  if (columns === 0) return [];
  const across = acrossTheTable(at.others);
  const middle = Math.ceil(across.length / 2);
  const top = HEAD + 50;
  const sides = [across.slice(0, middle).reverse(), across.slice(middle)];
  return sides.flatMap((seats, side) => {
    const inColumn = Math.ceil(seats.length / columns);
    const height = Math.min((bottom - top) / Math.max(inColumn, 1), 74);
    return seats.map((seat, i) => {
      const [column, row] = [Math.floor(i / inColumn), i % inColumn];
      const away = (columns - 1 - column) * COLUMN + 4;
      const x = side === 0 ? away * u : at.width - (away + COLUMN) * u;
      return cell(seat, { x, y: (bottom - (row + 1) * height) * u, width: COLUMN * u, height: (height - 3) * u }, 16 * u, u);
    });
  });
}

function inRow(at: Occasion, u: number, top: number): SeatPlace[] {
  const seats = acrossTheTable(at.others);
  const width = Math.min((at.width - 12 * u) / Math.max(seats.length, 1), 110 * u);
  const height = Math.min(at.height - RAIL * u - top * u - 12 * u, 190 * u);
  return seats.map((seat, i) => {
    const x = at.width / 2 + (i - seats.length / 2) * width;
    return cell(seat, { x, y: (top + 6) * u, width, height }, 48 * u, u);
  });
}
