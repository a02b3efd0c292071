import { describe, expect, it } from "vitest";
import { counts, replay, seconds, share, where } from "./audit";

const finding = { kind: "chain" as const, what: "…", table: 3, round: 17, entry: 204, line: null, rows_of: null };
const progress = { state: "running" as const, by: "Eve", started: 1000, ended: null, entries_done: 0, entries_in_all: 0, error: null, result: null, scope: "", report: null };

describe("an audit", () => {
  it("says where something is", () => {
    expect(where(finding)).toBe("table 3, round 17, entry 204");
    expect(where({ ...finding, table: 0, round: null })).toBe("the cage, entry 204");
    expect(where({ ...finding, table: null, round: null, entry: null })).toBe("the whole house");
  });
  it("leads to the round, where there is one", () => {
    expect(replay(finding)).toBe("/round/3/17");
    expect([replay({ ...finding, round: null }), replay({ ...finding, table: 0 })]).toEqual([null, null]);
  });
  it("names what was checked", () => {
    expect(counts({ tables: 1234, typed: 0, issued: 100050, rounds: 5 })).toEqual([
      ["Tables", "1,234"], ["Rounds played again", "5"], ["Issued by the cage", "$1,000.50"],
    ]);
    expect(counts({ typed: 2 })).toHaveLength(1);
  });
  it("tells how far it is and how long it took", () => {
    expect(share(progress)).toBeNull();
    expect(share({ ...progress, entries_done: 5, entries_in_all: 20 })).toBe(0.25);
    expect([seconds(progress), seconds({ ...progress, ended: 2230 }), seconds({ ...progress, ended: 62000 })]).toEqual(["", "1.2 seconds", "61 seconds"]);
  });
});
