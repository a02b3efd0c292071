import { render } from "svelte/server";
import { expect, it } from "vitest";
import { arrange } from "./arrangement";
import Cloth from "./Cloth.svelte";
import { across, inLane } from "./fan";
import { fitted, rowsOf, set, widthOf } from "./lettering";
import { shortNames, type Place } from "./spots";

const place = (id: string, name: string, opening = false, side: Place["side"] = ""): Place => ({ id, name, opening, side });
const MAIN = place("main", "Main", true);
const SIDE = place("side", "Side");

function printed(name: string, places = [MAIN, SIDE]): string {
  const at = arrange({ shape: "wide", width: 1240, height: 620, seats: 7, own: 0, others: [], places, printed: [name, "Dealer hits soft 17"] });
  return render(Cloth, { props: { at, pays: { bet: "side", title: "Side", note: "", lines: [{ event: "pair", label: "a pair", pays: "9 to 1" }] } } }).body;
}

it("is printed as one SVG that runs nothing", () => {
  const svg = printed("<script>alert(1)</script> pays 3 to 2").replace(/<!--.*?-->/g, "");
  expect(svg.trim()).toMatch(/^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"[\s\S]*<\/svg>$/);
  expect(svg).not.toMatch(/<script|\son\w+=|javascript:|<foreignObject|href="(?!#)/i);
  expect(svg).toContain("Dealer hits soft 17");
  expect(svg).toContain("A pair");
});

it("has the spots of every seat, a diamond for a side bet, and the number of each", () => {
  const svg = printed("Blackjack pays 3 to 2");
  expect(svg.match(/rotate\(45 /g)).toHaveLength(7);
  for (const seat of [1, 2, 3, 4, 5, 6, 7]) expect(svg).toContain(`>${seat}</text>`);
});

it("sets as many sentences as fit, as large as that allows", () => {
  const sentences = ["Dealer hits soft 17", "Insurance pays 2 to 1", "Double on hard 9–11"];
  expect(rowsOf(sentences, 1000, 10, 1)).toEqual([sentences.join(" · ")]);
  const narrow = widthOf(sentences[1] ?? "", 10);
  expect(rowsOf(sentences, narrow, 10, 2)).toEqual(sentences.slice(0, 2));
  expect(set(sentences, 1.02 * narrow, [20, 10], 3)).toEqual({ size: 10, rows: sentences });
  expect(set(sentences, 3000, [20, 10], 3).size).toBe(20);
  expect(fitted("twenty letters here.", 106, 30)).toBeCloseTo(10);
});

it("leaves out of small spots the word that all of a side begin with", () => {
  const ties = ["17", "18"].map((one) => place(one, `Tie ${one}`, false, "left"));
  const names = shortNames([MAIN, place("left", "Left Side", false, "left"), ...ties]);
  expect(names).toEqual({ main: "Main", left: "Left Side", "17": "17", "18": "18" });
});

it("keeps a hand of any number of cards on its ground", () => {
  const ground = { width: 100, height: 160, card: 60 };
  for (const cards of [1, 2, 5, 9]) {
    for (const { card, places } of [{ card: ground.card, places: across(cards, ground) }, inLane(cards, ground)]) {
      expect(places).toHaveLength(cards);
      for (const { x, y } of places) {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + card).toBeLessThanOrEqual(ground.width + 0.01);
        expect(y).toBeGreaterThanOrEqual(-0.01);
        expect(y + 1.4 * card).toBeLessThanOrEqual(ground.height + 0.01);
      }
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(cards);
    }
  }
});
