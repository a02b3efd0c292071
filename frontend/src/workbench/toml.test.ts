import { describe, expect, test } from "vitest";
import { places, setting, Unread } from "./toml";

const TEXT = `id = "own" # mine
based-on = "blackjack"

[shoe]
decks = 6
penetration = 0.75 # of it

[wagers]
names = { main = "Main", side-bet = "Side, \\"bet\\"" }

[[bets]]
id = "bonus"

[[bets.events]]
event = "suited"
when = { pair = "6-8" }
pays = [
  40,
  "push", # nothing
]

[[bets.events]]
event = "any"
pays = [3, 2]
`;

function at(path: string) {
  return places(TEXT).find((one) => one.path.join("/") === path);
}

describe("where values stand", () => {
  test("keys of tables, with their line and what they are", () => {
    expect(at("shoe/decks")).toMatchObject({ value: 6, line: 5 });
    expect(at("shoe/penetration")).toMatchObject({ value: 0.75 });
    expect(at("id")).toMatchObject({ value: "own", line: 1 });
  });
  test("items of lists are called by their names", () => {
    expect(at("bets/bonus/events/suited/pays")).toMatchObject({ value: [40, "push"], line: 17 });
    expect(at("bets/bonus/events/any/pays")).toMatchObject({ value: [3, 2] });
  });
  test("inline tables are one value", () => {
    expect(at("wagers/names")?.value).toEqual({ main: "Main", "side-bet": 'Side, "bet"' });
  });
  test("what is no TOML is not read", () => {
    expect(() => places("a = [1,\n")).toThrow(Unread);
    expect(() => places('a = "b\n')).toThrow(Unread);
    expect(() => places("[shoe\ndecks = 1")).toThrow(Unread);
  });
});

describe("changing a value", () => {
  function changed(path: string[], value: Parameters<typeof setting>[2]) {
    const edit = setting(TEXT, path, value);
    return TEXT.slice(0, edit.from) + edit.insert + TEXT.slice(edit.to);
  }
  test("in its place, whatever stands around it", () => {
    expect(changed(["shoe", "penetration"], 0.8)).toContain("penetration = 0.8 # of it\n");
    expect(changed(["bets", "bonus", "events", "any", "pays"], [5, 2])).toContain("pays = [5, 2]\n");
  });
  test("a key that its table lacks comes after its last", () => {
    expect(changed(["shoe", "burn"], 1)).toContain("penetration = 0.75 # of it\nburn = 1\n");
  });
  test("a table that is not there is written", () => {
    expect(changed(["other", "late"], true)).toMatch(/\n\[other\]\nlate = true\n$/);
  });
});
