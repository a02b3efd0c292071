import { expect, it } from "vitest";
import { KEYS, label, pressed, shortcuts } from "./keys";
import { MOVES } from "./moves";

it("gives every move a key of its own", () => {
  const found = shortcuts(Object.keys(MOVES));
  for (const [name, { key }] of Object.entries(MOVES)) expect(found[name]).toBe(key);
  expect(new Set(Object.values(found)).size).toBe(Object.keys(MOVES).length);
});

it("finds keys for moves it never heard of", () => {
  const found = shortcuts(["hit", "hop", "hope", "op"]);
  expect(new Set(Object.values(found)).size).toBe(4);
  expect(found).toMatchObject({ hit: "h", hop: "o", hope: "p" });
});

it("never lets one key mean two things", () => {
  const own = Object.values(KEYS) as string[];
  expect(new Set(own).size).toBe(own.length);
  for (const { key } of Object.values(MOVES)) expect(own).not.toContain(key);
  const invented = shortcuts(["ace", "aim", "nail", "cane"]);
  for (const key of Object.values(invented)) expect(own).not.toContain(key);
});

it("reads a key the same with Shift and with Caps Lock", () => {
  expect(pressed({ key: "H", code: "KeyH" })).toBe("h");
  expect(pressed({ key: "!", code: "Digit1" })).toBe("1");
  expect(pressed({ key: "?", code: "Slash" })).toBe("?");
  expect(pressed({ key: "Enter", code: "Enter" })).toBe("Enter");
});

it("writes a move as a button does", () => {
  expect(label("play-on")).toBe("Play on");
  expect(label("hop-over")).toBe("Hop over");
});
