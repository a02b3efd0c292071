import { describe, expect, it } from "vitest";
import { arrange, shapeOf, type Arrangement, type Occasion } from "./arrangement";
import { corners, heightAt, overlap, type Box, type Turned } from "./boxes";
import { inLane } from "./fan";
import { rowsIn } from "./pay-table";
import { acrossTheTable, laneWidths, neighbours } from "./seats";
import type { Place } from "./spots";

const place = (id: string, opening = false, side: Place["side"] = ""): Place => ({ id, name: id, opening, side });
const GAMES: Record<string, Place[]> = {
  plain: [place("Main", true)],
  "a side bet": [place("Main", true), place("Stiff")],
  "two wagers and a side bet": [place("Main", true), place("Half Back", true), place("Upcard Bonus")],
  "bets left and right": [
    place("Main", true), place("Left Side", false, "left"), place("Right Side", false, "right"),
    ...["17", "18", "19"].map((one) => place(`Tie ${one}`, false, "left")),
    ...["20", "21", "Blackjack"].map((one) => place(`Tie ${one}`, false, "right")),
  ],
};
const PRINTED = [
  "Blackjack pays 3 to 2", "Dealer hits soft 17", "Insurance pays 2 to 1", "An upcard of 3 to 6 is replaced once", "Half Back may be taken back on hard or soft 13 to 16",
  "Double on hard 9–11, for one wager on Main", "The first split is free",
];
/** Another cloth, whose first sentences are more. */
const PRINTED_TOO = ["Blackjack pays 1 to 1", "Blackjack always wins", "Dealer stands on every 17", "Insurance pays 2 to 1", "Any dealer 17 pushes every hand that has not bust", "A drawn J to K may be burned once a hand"];
/** A window, and the cloth that header and dock leave of it. */
const WINDOWS: [number, number, number, number][] = [
  [390, 844, 390, 548], [844, 390, 580, 390], [768, 1024, 768, 728], [1280, 800, 1280, 620],
  [1920, 1080, 1920, 880], [640, 400, 416, 400], [1024, 768, 1024, 588], [360, 740, 360, 468],
];

function occasion(window: [number, number, number, number], places: Place[], more: Partial<Occasion> = {}): Occasion {
  const [w, h, width, height] = window;
  const seats = more.seats ?? 7;
  const own = more.own ?? 4;
  const others = more.others ?? Array.from({ length: seats }, (_, i) => i + 1).filter((seat) => seat !== own);
  return { shape: shapeOf(w, h), width, height, seats, own, others, places, printed: PRINTED, ...more };
}

const flat = (box: Box): Turned => ({ ...box, turn: 0 });

/** Everything that is looked at or pressed, by name; spots of one's own, or split hands in their place. */
function parts(at: Arrangement, split = false): Record<string, Turned> {
  const found: Record<string, Turned> = { dealer: flat(at.dealer.cards), "dealer's words": flat(at.dealer.words), rack: flat(at.rack), shoe: flat(at.shoe) };
  if (at.tray) found["dealer's chips"] = flat(at.tray);
  for (const seat of at.seats) {
    found[`hand of ${seat.seat}`] = seat.hand;
    if (at.shape !== "wide") found[`words of ${seat.seat}`] = seat.words;
  }
  if (at.own && split) Object.assign(found, { lanes: flat(at.own.lanes), riding: flat(at.own.riding) });
  else if (at.own) {
    Object.assign(found, { hand: flat(at.own.hand), total: flat(at.own.total), who: flat(at.own.who), insurance: flat(at.own.insurance) });
    for (const spot of at.own.spots) Object.assign(found, { [`${spot.place.id} spot`]: flat(spot.box), [`${spot.place.id} label`]: flat(spot.label) });
  }
  return found;
}

/** Pairs that cover each other, and what leaves the cloth. */
function faults(at: Arrangement, split = false): string[] {
  const all = Object.entries(parts(at, split)).filter(([, box]) => box.width > 0 && box.height > 0);
  const found: string[] = [];
  all.forEach(([name, box], i) => {
    for (const [other, against] of all.slice(i + 1)) if (overlap(box, against)) found.push(`${name} covers ${other}`);
    for (const [x, y] of corners(box)) {
      if (x < -0.5 || x > at.width + 0.5 || y < -0.5 || y > heightAt(at.edge, x) + 0.5) {
        found.push(`${name} leaves the cloth at ${Math.round(x)}, ${Math.round(y)}`);
        break;
      }
    }
  });
  return found;
}

describe.each(Object.entries(GAMES))("a cloth with %s", (_name, places) => {
  it.each(WINDOWS)("has a place for everything at %i × %i", (...window) => {
    for (const own of [1, 4, 7]) {
      for (const seats of [7, 9]) {
        const at = arrange(occasion(window, places, { own, seats }));
        expect(faults(at), `seat ${own} of ${seats}`).toEqual([]);
        expect(faults(arrange(occasion(window, places, { own, seats, several: true })), true), `seat ${own} of ${seats}, split`).toEqual([]);
      }
    }
    expect(faults(arrange(occasion(window, places, { others: [] }))), "alone").toEqual([]);
    expect(faults(arrange(occasion(window, places, { own: 0, others: [1, 2, 3, 4, 5, 6, 7] }))), "watching").toEqual([]);
  });

  it.each(WINDOWS)("says how the dealer draws and what insurance pays at %i × %i", (...window) => {
    for (const printed of [PRINTED, PRINTED_TOO]) {
      for (const others of [[1, 2, 3, 5, 6, 7], []]) {
        const said = arrange(occasion(window, places, { others, printed })).letters.map((line) => line.text).join(" · ");
        for (const wanted of printed.slice(0, printed.indexOf("Insurance pays 2 to 1") + 1)) expect(said, `${others.length} others`).toContain(wanted);
      }
    }
  });

  it.each(WINDOWS.slice(0, 5))("says all that is special in a game to who sits alone at %i × %i", (...window) => {
    if (places.some((one) => one.side)) return; // bets all around leave no room: their sign is short
    for (const printed of [PRINTED, PRINTED_TOO]) {
      const said = arrange(occasion(window, places, { others: [], printed })).letters.map((line) => line.text).join(" · ");
      for (const wanted of printed) expect(said).toContain(wanted);
    }
  });

  it.each([["wide", 912, 526], ["tall", 374, 572], ["wide", 1248, 500]] as const)("says the same on the %s cloth of a replay or of practice, %i × %i", (shape, width, height) => {
    if (places.some((one) => one.side)) return;
    const said = arrange(occasion([width, height, width, height], places, { shape, others: [], printed: PRINTED })).letters.map((line) => line.text).join(" · ");
    for (const wanted of PRINTED) expect(said).toContain(wanted);
  });

  it("has cards of the size people can read from where they sit", () => {
    const card = (window: [number, number, number, number]) => arrange(occasion(window, places)).own?.card ?? 0;
    expect(card([1920, 1080, 1920, 880])).toBeGreaterThanOrEqual(120);
    expect(card([390, 844, 390, 548])).toBeGreaterThanOrEqual(56);
  });
});

it("prints a pay table with its condition where the cards will lie, on a phone too", () => {
  const table = { bet: "x", title: "X", note: "Only after a dealer's 3 to 6 was replaced", lines: ["suited natural", "unsuited natural", "ace up, no natural", "ten-value up, no natural", "7, 8 or 9 up"].map((label) => ({ event: label, label, pays: "40 to 1" })) };
  for (const window of WINDOWS.slice(0, 5)) {
    const at = arrange(occasion(window, GAMES["two wagers and a side bet"] ?? [], { others: [] }));
    const found = at.payTable && rowsIn(table, at.payTable, [13, 12.5, 12, 11.5, 11, 10.5].map((size) => size * at.unit));
    expect(found?.note.join(" "), `${window[0]} × ${window[1]}`).toBe(table.note);
    expect(found?.size ?? 0).toBeGreaterThanOrEqual(10);
    if (at.shape !== "wide" && at.payTable && at.own) expect(overlap(flat(at.payTable), flat(at.own.who))).toBe(false);
  }
});

it("breaks a long line of a pay table between words, and never makes it smaller", () => {
  const long = { bet: "x", title: "X", note: "", lines: [{ event: "a", label: "stiff pair, and the upcard has its rank", pays: "10 to 1" }] };
  const found = rowsIn(long, { width: 218, height: 130 }, [13]);
  expect(found?.rows.map((row) => row.text).join(" ")).toBe("Stiff pair, and the upcard has its rank");
  expect(found?.rows.map((row) => row.pays)).toEqual(["", "10 to 1"]);
});

it("chooses the arrangement by the window", () => {
  const found = WINDOWS.map(([width, height]) => shapeOf(width, height));
  expect(found).toEqual(["tall", "low", "tall", "wide", "wide", "low", "wide", "tall"]);
});

it("has seat 1 at the viewer's right, and the viewer in the middle", () => {
  expect(neighbours(7, 4)).toEqual({ left: [5, 6, 7], right: [3, 2, 1] });
  expect(neighbours(7, 1)).toEqual({ left: [2, 3, 4, 5, 6, 7], right: [] });
  expect(acrossTheTable([1, 2, 6, 7])).toEqual([7, 6, 2, 1]);
  const at = arrange(occasion([1280, 800, 1280, 620], GAMES.plain ?? []));
  const x = Object.fromEntries(at.seats.map((seat) => [seat.seat, seat.hand.x]));
  expect([7, 6, 5, 3, 2, 1].map((seat) => x[seat])).toEqual(Object.values(x).sort((a, b) => a - b));
  expect(at.own && at.own.hand.x + at.own.hand.width / 2).toBe(640);
});

it("gives the split hand that is played more room, and all of them the same ground", () => {
  const widths = laneWidths(384, 4, 2);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(384);
  expect(widths[2]).toBeGreaterThan(1.4 * (widths[0] ?? 0));
  expect(laneWidths(384, 2, 0)).toEqual([150, 150]);
});

it("shows every corner in a narrow lane, and the cards as wide as that allows", () => {
  for (const [width, height] of [[120, 130], [74, 130], [52, 90]] as const) {
    for (const cards of [2, 3, 5, 7]) {
      const { card, places } = inLane(cards, { width, height, card: 88 });
      for (const [i, { x, y }] of places.entries()) {
        const next = places[i + 1];
        if (next) expect(Math.max((next.x - x) / 0.47, (next.y - y) / 0.38)).toBeGreaterThan(0.99 * card);
        expect([x + card <= width + 0.01, y + 1.4 * card <= height + 0.01]).toEqual([true, true]);
      }
    }
  }
});

it("moves nothing when others' cards come", () => {
  const window: [number, number, number, number] = [390, 844, 390, 548];
  expect(arrange(occasion(window, GAMES.plain ?? []))).toEqual(arrange(occasion(window, GAMES.plain ?? [])));
});
