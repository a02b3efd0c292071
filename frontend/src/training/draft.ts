/** A table test that is not saved yet: kept on the device, so that nothing is lost on the way. */

import type { ChecklistLine, KeptTableTest, MarkedLine, NewTableTest } from "../lib/api-types";

export type Mark = MarkedLine["mark"];
export const MARKS: Mark[] = ["passed", "failed", "not seen"];

export interface Draft {
  person: string;
  table: string;
  /** By rule; what is missing was not seen. */
  marks: Record<string, Mark>;
  notes: Record<string, string>;
  note: string;
  signature: string;
  drawn: string;
  /** When it was begun, in milliseconds since 1970. */
  began: number;
}

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function newDraft(began: number, person = ""): Draft {
  return { person, table: "", marks: {}, notes: {}, note: "", signature: "", drawn: "", began };
}

const key = (examiner: string, game: string) => `pitboss.table-test.${examiner}.${game}`;

/** What was begun here and not saved; nothing where it cannot be read. */
export function readDraft(shelf: Shelf, examiner: string, game: string): Draft | null {
  try {
    const found: unknown = JSON.parse(shelf.getItem(key(examiner, game)) ?? "null");
    return found && typeof found === "object" ? { ...newDraft(0), ...found } : null;
  } catch {
    return null;
  }
}

/** Whether it could be kept: a browser may forbid it, or be full. */
export function keepDraft(shelf: Shelf, examiner: string, game: string, draft: Draft): boolean {
  try {
    shelf.setItem(key(examiner, game), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Whether nothing was entered yet that would be missed. */
export function isBlank(draft: Draft): boolean {
  const { table, note, signature, drawn } = draft;
  return ![table, note, signature, drawn, ...Object.keys(draft.marks), ...Object.values(draft.notes)].join("").trim();
}

export function dropDraft(shelf: Shelf, examiner: string, game: string): void {
  try {
    shelf.removeItem(key(examiner, game));
  } catch {
    // then nothing was kept either
  }
}

export function count(lines: ChecklistLine[], draft: Draft): Record<Mark, number> {
  const found: Record<Mark, number> = { passed: 0, failed: 0, "not seen": 0 };
  for (const line of lines) found[draft.marks[line.rule] ?? "not seen"] += 1;
  return found;
}

/** What the server is sent: of each line its mark and its remark. */
export function testOf(game: string, lines: ChecklistLine[], draft: Draft): NewTableTest {
  return {
    person: draft.person.trim(), game, table: draft.table.trim(), signature: draft.signature.trim(), note: draft.note.trim(), drawn: draft.drawn,
    lines: lines.map(({ rule }) => ({ rule, mark: draft.marks[rule] ?? "not seen", note: (draft.notes[rule] ?? "").trim() })),
  };
}

/** Whether a test that the server has is this one: an answer may be lost on its way after the test was kept. */
export function isKept(kept: KeptTableTest, sent: NewTableTest, began: number): boolean {
  const { test } = kept;
  const lines = (all: { rule: string; mark: string; note?: string }[]) => JSON.stringify(all.map((line) => [line.rule, line.mark, line.note ?? ""]));
  return (
    test.at >= began && test.game === sent.game && test.person.toLowerCase() === sent.person.toLowerCase() &&
    test.signature === sent.signature && test.note === sent.note && test.table === sent.table && lines(test.lines) === lines(sent.lines)
  );
}
