import { expect, it } from "vitest";
import { after } from "./frames";
import type { DealerView, SeatView } from "./api-types";

const dealer: DealerView = { cards: ["9h", "??"], total: 9, soft: false, natural: false, set_aside: null, replaced: null };
const seat = (number: number, insurance = 0): SeatView => ({ seat: number, player: "Ann", stakes: {}, side_bets: {}, insurance, natural: false, hands: [] });

it("changes what a frame names and leaves the rest", () => {
  const felt = { seats: [seat(2), seat(5)], dealer };
  expect(after(felt, {})).toEqual(felt);
  expect(after(felt, { seats: [seat(3), seat(5, 500)] }).seats).toEqual([seat(2), seat(3), seat(5, 500)]);
  expect(after(felt, { gone: [2] }).seats).toEqual([seat(5)]);
  const turned = { ...dealer, cards: ["9h", "7d"], total: 16 };
  expect(after(felt, { dealer: turned })).toEqual({ seats: felt.seats, dealer: turned });
});
