import { expect, test } from "vitest";
import { picture, type Shared } from "./picture";

const hand = { cards: ["Ts", "9c"], total: 19, soft: false, stakes: { main: 1000 }, marks: [], offered: false, done: true, settled: false };
const shared = {
  title: "Round 1", game: "Half & Back", nets: { 1: 1000 }, address: "https://tables.example/round/1/1",
  felt: { seats: [{ seat: 1, player: "<Ann>", hands: [hand] }], dealer: { cards: ["9h", "??"], total: 9 } },
  colours: { cloth: "#123", deep: "#012", print: "#9ab", ink: "#fff", back: "#345" },
} as unknown as Shared;

test("every card lies on it, a hidden one face down, with the result", () => {
  const { svg } = picture(shared);
  expect(svg.match(/<g transform="translate\([\d.]+ [\d.]+\)"><rect width="96"/g)).toHaveLength(4);
  expect(svg).toContain(">10</text>");
  expect(svg).toContain(">Won $10</text>");
  expect(svg.match(/fill="#345"/g)).toHaveLength(1); // the back is of the cloth's colour
  expect(svg).not.toContain("??");
  expect(svg.match(/<path /g)).toHaveLength(6); // two pips a card: the corner's is seen under the next card
});

test("an upcard that was replaced lies beside the dealer's cards", () => {
  const dealer = { ...shared.felt.dealer, set_aside: null, replaced: "4s" };
  const { svg } = picture({ ...shared, felt: { ...shared.felt, dealer }, nets: { 1: -500 } });
  expect(svg).toContain(">4</text>");
  expect(svg).toContain(">replaced</text>");
  expect(svg).toContain(">Lost $5</text>");
  expect(picture({ ...shared, felt: { ...shared.felt, dealer: { ...dealer, set_aside: "4s" } } }).svg).toContain(">set aside</text>");
});

test("names are words, whatever letters they have", () => {
  const { svg } = picture(shared);
  expect(svg).toContain(">&lt;Ann&gt;</text>");
  expect(svg).toContain(">19, $10</text>");
  expect(svg).toContain("Half &amp; Back");
});

test("hands beside each other do not touch, however long they and their names are", () => {
  const long = { ...hand, cards: Array(9).fill("2s"), total: 18 };
  const seats = [1, 2, 3].map((seat) => ({ seat, player: "Mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", hands: [long] }));
  const { svg, width } = picture({ ...shared, nets: {}, felt: { ...shared.felt, seats } as unknown as Shared["felt"] });
  const at = [...svg.matchAll(/translate\(([\d.]+) 380\)/g)].map((one) => Number(one[1]));
  expect(at).toHaveLength(27);
  expect(at[8]! + 96).toBeLessThan(width / 3);
  expect(at[9]!).toBeGreaterThan(width / 3);
  expect(svg).toContain("…</text>");
});

test("before the first card no total is told", () => {
  const none = { ...shared.felt, seats: [{ seat: 1, player: "Ann", hands: [{ ...hand, cards: [], total: 0 }] }], dealer: { cards: [], total: 0 } };
  const { svg } = picture({ ...shared, nets: {}, felt: none as unknown as Shared["felt"] });
  expect(svg).toContain(">Dealer</text>");
  expect(svg).toContain(">$10</text>");
});
