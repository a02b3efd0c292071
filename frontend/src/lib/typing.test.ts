import { expect, test } from "vitest";
import { typed } from "./typing";

function all(keys: string): string[] {
  const cards: string[] = [];
  let rank = "";
  for (const key of keys) {
    const found = typed(rank, key);
    rank = found?.rank ?? rank;
    if (found?.card) cards.push(found.card);
  }
  return cards;
}

test("a rank and a suit are a card, in any letters", () => {
  expect(all("ash9cKD")).toEqual(["As", "9c", "Kd"]);
});

test("ten is 1 and 0, or T, or 0", () => {
  expect(all("10hths0d")).toEqual(["Th", "Th", "Td"]);
});

test("a suit without a rank and a lone 1 are no cards; another rank replaces the first", () => {
  expect(all("s1s95c")).toEqual(["5c"]);
  expect(typed("", "Enter")).toBeNull();
  expect(typed("", "x")).toBeNull();
});
