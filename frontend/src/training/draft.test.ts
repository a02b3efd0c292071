import { expect, test } from "vitest";
import { count, dropDraft, isBlank, isKept, keepDraft, newDraft, readDraft, testOf } from "./draft";
import type { ChecklistLine, KeptTableTest } from "../lib/api-types";

const LINES: ChecklistLine[] = ["PR-1", "PR-2", "PR-3"].map((rule) => ({ rule, name: rule, does: "", says: "", source: "" }));

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test("a draft comes back for the same examiner and game, until it is dropped", () => {
  const here = shelf();
  const draft = { ...newDraft(5, "Ann"), marks: { "PR-1": "passed" as const } };
  expect(keepDraft(here, "Pia", "half-back", draft)).toBe(true);
  expect(readDraft(here, "Pia", "half-back")).toEqual(draft);
  expect(readDraft(here, "Pat", "half-back")).toBeNull();
  expect(readDraft(here, "Pia", "blackjack")).toBeNull();
  dropDraft(here, "Pia", "half-back");
  expect(readDraft(here, "Pia", "half-back")).toBeNull();
});

test("what cannot be read or kept is no error", () => {
  const broken = { getItem: () => "{", setItem: () => { throw new Error("full"); }, removeItem: () => { throw new Error("forbidden"); } };
  expect(readDraft(broken, "Pia", "x")).toBeNull();
  expect(keepDraft(broken, "Pia", "x", newDraft(0))).toBe(false);
  dropDraft(broken, "Pia", "x");
});

test("lines without a mark were not seen", () => {
  const draft = { ...newDraft(0), marks: { "PR-1": "passed" as const, "PR-2": "failed" as const, "PR-99": "passed" as const } };
  expect(count(LINES, draft)).toEqual({ passed: 1, failed: 1, "not seen": 1 });
  expect(testOf("g", LINES, draft).lines).toEqual([
    { rule: "PR-1", mark: "passed", note: "" }, { rule: "PR-2", mark: "failed", note: "" }, { rule: "PR-3", mark: "not seen", note: "" },
  ]);
});

test("a test that was kept is known again, another is not", () => {
  const sent = testOf("g", LINES, { ...newDraft(100, "ann"), signature: "Pia", marks: { "PR-1": "passed" } });
  const kept = { number: 1, hash: "", test: { ...sent, person: "Ann", at: 200, lines: LINES.map((line, index) => ({ ...line, mark: index ? "not seen" : "passed", note: "" })) } } as unknown as KeptTableTest;
  expect(isKept(kept, sent, 100)).toBe(true);
  expect(isKept(kept, sent, 300)).toBe(false);
  expect(isKept(kept, { ...sent, note: "x" }, 100)).toBe(false);
  expect(isKept(kept, testOf("g", LINES, { ...newDraft(100, "ann"), signature: "Pia" }), 100)).toBe(false);
});

test("only what somebody entered is worth keeping", () => {
  expect(isBlank(newDraft(0, "Ann"))).toBe(true);
  expect(isBlank({ ...newDraft(0), marks: { "PR-1": "not seen" } })).toBe(false);
  expect(isBlank({ ...newDraft(0), note: "slow" })).toBe(false);
});
