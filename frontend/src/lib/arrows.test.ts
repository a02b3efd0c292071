import { expect, it } from "vitest";
import { isArrow, toward } from "./arrows";

const at = (left: number, top: number) => ({ left, top, width: 40, height: 40 });
const row = [at(0, 0), at(60, 4), at(120, 8), at(60, 80)];

it("goes to the nearest neighbour in the direction of the key", () => {
  const first = row[0] ?? at(0, 0);
  expect(toward(first, row, "ArrowRight")).toBe(1);
  expect(toward(at(60, 4), row, "ArrowLeft")).toBe(0);
  expect(toward(at(60, 4), row, "ArrowDown")).toBe(3);
  expect(toward(at(60, 80), row, "ArrowUp")).toBe(1);
});

it("goes nowhere where nothing lies", () => {
  expect(toward(at(0, 0), row, "ArrowLeft")).toBe(-1);
  expect(toward(at(0, 0), row, "Enter")).toBe(-1);
  expect([isArrow("ArrowUp"), isArrow("Enter")]).toEqual([true, false]);
});
