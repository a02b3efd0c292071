import { expect, it } from "vitest";
import { label, shortcuts } from "./keys";
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

it("writes a move as a button does", () => {
  expect(label("play-on")).toBe("Play on");
  expect(label("hop-over")).toBe("Hop over");
});
