import { describe, expect, it } from "vitest";
import { brief, goesAlone, randomSeed } from "./seeds";

const next = (seeded: string[] = []) => ({ number: 2, commitment: "ab", cards: 312, seeded });

describe("a player's seed", () => {
  it("is random, and of the letters that seeds may have", () => {
    const seeds = Array.from({ length: 50 }, randomSeed);
    expect(new Set(seeds).size).toBe(50);
    for (const seed of seeds) expect(seed).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it("goes by itself where somebody else could wager first", () => {
    expect(goesAlone(next(), "Ann", { 1: "Ann", 2: "Bob" }, true)).toBe(true);
    expect(goesAlone(next(["Bob"]), "Ann", { 1: "Ann", 2: "Bob" }, true)).toBe(true);
  });

  it("waits for the wager where nobody else could, and for the end of a round", () => {
    expect(goesAlone(next(), "Ann", { 1: "Ann" }, true)).toBe(false);
    expect(goesAlone(next(), "Ann", { 1: "Ann", 2: "bot 2" }, true)).toBe(false);
    expect(goesAlone(next(), "Ann", { 1: "Ann", 2: "Bob" }, false)).toBe(false);
  });

  it("is added once, by whoever sits there, where a shoe is promised", () => {
    expect(goesAlone(next(["Ann"]), "Ann", { 1: "Ann", 2: "Bob" }, true)).toBe(false);
    expect(goesAlone(next(), "Cy", { 1: "Ann", 2: "Bob" }, true)).toBe(false);
    expect(goesAlone(null, "Ann", { 1: "Ann", 2: "Bob" }, true)).toBe(false);
  });
});

it("writes a card in two or three letters", () => {
  expect(["As", "Td", "9c", "Qh"].map(brief)).toEqual(["A♠", "10♦", "9♣", "Q♥"]);
});
