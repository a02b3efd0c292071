import { expect, it } from "vitest";
import { cardName, corner, rankName } from "./suits";

it("names cards as people say them", () => {
  expect([cardName("Ts"), cardName("Ah"), cardName("??")]).toEqual(["ten of spades", "ace of hearts", "a card face down"]);
  expect([corner("Td"), corner("9c"), corner("Kh")]).toEqual(["10", "9", "K"]);
  expect([rankName("Ah"), rankName("8c"), rankName("Kd")]).toEqual(["an ace", "an eight", "a king"]);
});
