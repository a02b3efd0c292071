import { describe, expect, it } from "vitest";
import { changers, parts } from "./rulebook";

const rule = (id: string, changes: string[] = []) => ({ id, text: id, changes, at: [], "not-after": [] });

describe("a rulebook", () => {
  it("begins with the game's own rules", () => {
    const found = parts([rule("BJ-1"), rule("BJ-2"), rule("M21-1"), rule("M21-2")]);
    expect(found.map((part) => part.rules.map((one) => one.id))).toEqual([["M21-1", "M21-2"], ["BJ-1", "BJ-2"]]);
    expect(parts([rule("BJ-1")])).toHaveLength(1);
    expect(parts([])).toEqual([]);
  });
  it("knows who changes what", () => {
    const found = changers([rule("BJ-9"), rule("HB-1", ["BJ-9"]), rule("HB-2", ["BJ-9", "BJ-3"])]);
    expect([found.get("BJ-9"), found.get("BJ-3"), found.get("BJ-1")]).toEqual([["HB-1", "HB-2"], ["HB-2"], undefined]);
  });
});
