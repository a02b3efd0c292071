import { expect, it } from "vitest";
import { called, toldTo } from "./told";

it("tells a player what they did themselves", () => {
  const told = (text: string) => toldTo(4, text);
  expect(told("Seat 4 gets K♦.")).toBe("You get K♦.");
  expect(told("Seat 4 has blackjack.")).toBe("You have blackjack.");
  expect(told("Seat 4 may burn K♦.")).toBe("You may burn K♦.");
  expect(told("Seat 4 Ann stakes $5 on Main.")).toBe("You stake $5 on Main.");
  expect(told("Seat 4 hand 2 busts with 24.")).toBe("Your hand 2 busts with 24.");
  expect(told("Seat 4, Main: $10 lost.")).toBe("Main: $10 lost.");
  expect(told("Seat 4 hand 2, Main: $10 lost.")).toBe("Your hand 2, Main: $10 lost.");
});

it("tells of others and of the dealer as it was", () => {
  for (const text of ["Seat 44 gets K♦.", "Seat 3 stands on 12.", "Dealer shows 9♥."]) expect(toldTo(4, text)).toBe(text);
  expect(toldTo(0, "Seat 4 gets K♦.")).toBe("Seat 4 gets K♦.");
});

it("begins what the dealer calls with a capital letter", () => {
  expect(called("natural, a push.")).toBe("Natural, a push.");
  expect(called("17.")).toBe("17.");
  expect(called("")).toBe("");
});
