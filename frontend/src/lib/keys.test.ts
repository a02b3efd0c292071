import { expect, it } from "vitest";
import { label, shortcuts } from "./keys";

it("gives every move a key of its own", () => {
  const found = shortcuts(["stand", "hit", "double", "split", "surrender", "take-back"]);
  expect(found).toEqual({ stand: "s", hit: "h", double: "d", split: "p", surrender: "r", "take-back": "t" });
});

it("finds keys for moves it never heard of", () => {
  const found = shortcuts(["hit", "hop", "hope", "op"]);
  expect(new Set(Object.values(found)).size).toBe(4);
  expect(found).toMatchObject({ hit: "h", hop: "o", hope: "p" });
});

it("writes a move as a button does", () => {
  expect(label("take-back")).toBe("Take back");
});
