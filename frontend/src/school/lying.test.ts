import { expect, it } from "vitest";
import type { Question, SeatView } from "../lib/api-types";
import { lyingWagers } from "./lying";

const hand = (stakes: Record<string, number>, settled = false) => ({ cards: [], total: 0, soft: false, stakes, marks: [], offered: false, done: true, settled });
const seat: SeatView = { seat: 2, player: "", stakes: { main: 500 }, side_bets: { bonus: 200 }, insurance: 0, natural: false, hands: [hand({ main: 500 }), hand({ main: 700 }, true)] };
const question: Question = {
  text: "", form: "amount", aim_seconds: 9,
  felt: { seats: [seat], dealer: { cards: [], total: 0, soft: false, natural: false, set_aside: null, replaced: null } },
  spots: [{ seat: 2, hand: 0, bet: "bonus", name: "The Bonus", cents: 200 }],
};

it("shows what lies there, and which of it is asked about; what was settled has left", () => {
  expect(lyingWagers(question, { main: "Main" }).map(({ bet, cents, name, asked }) => [bet, cents, name, asked])).toEqual([
    ["main", 500, "Main", false],
    ["bonus", 200, "The Bonus", true],
  ]);
});

it("shows wagers that lie on no felt", () => {
  const { felt: _, ...bare } = question;
  expect(lyingWagers(bare, {}).map(({ seat, name }) => [seat, name])).toEqual([[2, "The Bonus"]]);
});
