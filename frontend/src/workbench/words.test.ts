import { expect, test } from "vitest";
import { pays } from "./words";

test("what an event brings is said as a dealer says it", () => {
  expect([40, 1.5, 1.2, 1, 0.5].map((to) => pays(to))).toEqual(["40 to 1", "3 to 2", "6 to 5", "1 to 1", "1 to 2"]);
  expect([-1, -0.5, 0].map((to) => pays(to))).toEqual(["lost", "half lost", "push"]);
  // a doubled hand of an opening wager, and splits, whose hands end differently
  expect([pays(2, true), pays(-2, true), pays(1, true)]).toEqual(["2 stakes won", "2 stakes lost", "1 to 1"]);
  expect([pays(0.11963), pays(-0.0714)]).toEqual(["0.120 on average", "−0.071 on average"]);
});
