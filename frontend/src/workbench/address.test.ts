import { expect, test } from "vitest";
import { applied, changes, numbers, packed, sets, unpacked } from "./address";

const BASE = 'id = "own"\n\n[dealer]\nsoft17 = "hit"\n\n[[bets]]\nid = "bonus"\n\n[[bets.events]]\nevent = "a, b"\npays = [3, 2]\n';

test("changed values are named with what they were, and make the text again", () => {
  const text = BASE.replace('"hit"', '"stand"').replace("[3, 2]", "[4, 2]");
  expect(changes(BASE, text)).toEqual([
    { path: ["dealer", "soft17"], value: "stand", was: "hit", line: 4 },
    { path: ["bets", "bonus", "events", "a, b", "pays"], value: [4, 2], was: [3, 2], line: 11 },
  ]);
  const named = sets(BASE, text);
  expect(named).toEqual(['dealer/soft17="stand"', "bets/bonus/events/a, b/pays=[4, 2]"]);
  expect(applied(BASE, named ?? [])).toBe(text);
  expect(sets(BASE, BASE)).toEqual([]);
});

test("what is more than values, or no TOML, has no such names", () => {
  expect(sets(BASE, `# mine\n${BASE}`)).toBeNull();
  expect(sets(BASE, BASE.replace('"hit"', '"hit'))).toBeNull();
  expect(changes(BASE, "[dealer")).toBeNull();
});

test("an address that names nonsense changes nothing", () => {
  const nonsense = ["", "=", "dealer/soft17", 'dealer/soft17="stand', "dealer/soft17="];
  const missed: string[] = [];
  expect(applied(BASE, [...nonsense, 'dealer/soft17="hit"'], (one) => missed.push(one))).toBe(BASE);
  expect(missed).toEqual(nonsense);
  expect(numbers(["bonus=0.5", "x", "y=z", "a=b=2"])).toEqual({ bonus: 0.5, "a=b": 2 });
});

test("a whole file goes into an address and comes out of it", async () => {
  const text = `${BASE}# ♠ é ${"x".repeat(5000)}\n`;
  const short = await packed(text);
  expect(short).toMatch(/^[\w-]+$/);
  expect(short.length).toBeLessThan(400);
  expect(await unpacked(short)).toBe(text);
});
