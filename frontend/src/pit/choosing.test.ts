import { describe, expect, it } from "vitest";
import { choice } from "../lib/games.svelte";
import { changed, changedTables, compared, control, favours, fromAddress, fromLines, matrix, readings, shown, usualRules, wantedRules } from "./choosing";

const option = (id: string, usual: string | number | boolean, allowed: (string | number | boolean)[]) => ({ id, label: id, default: usual, allowed });

describe("choosing rules", () => {
  it("takes the control that fits", () => {
    expect(control(option("das", true, [true, false]))).toBe("switch");
    expect(control(option("decks", 6, [1, 2, 4, 6, 8]))).toBe("segments");
    expect(control(option("double", "any", ["any", "hard 9-11", "hard 10-11", "none at all of it"]))).toBe("select");
    expect(control(option("many", 1, [1, 2, 3, 4, 5, 6, 7]))).toBe("select");
  });
  it("writes values for people", () => {
    expect([shown("in-turn"), shown("hard 9-11"), shown(6), shown(true), shown(false)]).toEqual(["in turn", "hard 9-11", "6", "yes", "no"]);
  });
  it("sends only what differs from the default", () => {
    const options = [option("decks", 6, [6, 8]), option("das", true, [true, false])];
    expect(changed(options, { decks: 6, das: false })).toEqual({ das: false });
    expect(changed(options, { other: 1 })).toEqual({ other: 1 }); // the server says that there is none
    expect(changed(options, {})).toEqual({});
    expect(changedTables({ tie: 1, bonus: 3 })).toEqual({ bonus: 3 });
  });
  it("lays pay tables side by side, with gaps where a table lacks something", () => {
    const line = (event: string, pays: string) => ({ event, pays, label: `${event}!`, under: "" });
    const family = {
      id: "tie",
      tables: [
        [{ bet: "a", name: "A", lines: [line("x", "5 to 1"), line("y", "push")], note: "" }],
        [{ bet: "a", name: "A", lines: [line("x", "6 to 1")], note: "" }, { bet: "b", name: "B", lines: [line("x", "9 to 1")], note: "" }],
      ],
    };
    expect(matrix(family)).toEqual([
      { bet: "A", event: "x", label: "x!", pays: ["5 to 1", "6 to 1"] },
      { bet: "A", event: "y", label: "y!", pays: ["push", null] },
      { bet: "B", event: "x", label: "x!", pays: [null, "9 to 1"] },
    ]);
  });
  it("compares edges as they are shown, not as they are kept", () => {
    expect(compared(0.0057, 0.0035)).toBe("0.57 % → 0.35 %");
    expect(compared(0.0057, 0.005701)).toBe("0.57 %");
    expect([compared(undefined, 0.01), compared(0.01, undefined)]).toEqual(["1.00 %", "not offered"]);
    expect([favours(0.0057, 0.0035), favours(0.0035, 0.0057), favours(0.01, 0.010001), favours(0.01, undefined)]).toEqual(["player", "house", "", ""]);
  });
  it("offers the readings that can be dealt and are no option", () => {
    const ruling = { id: "R1", question: "", ruling: "", other: "", option: "", sets: {}, under: {}, same: "", unpriced: "" };
    const rulings = [ruling, { ...ruling, id: "R2", sets: { a: 1 } }, { ...ruling, id: "R3", option: "pairs", sets: { a: 1 } }];
    expect(readings(rulings).map((one) => one.id)).toEqual(["R2"]);
  });
  it("reads what an address says was chosen, and writes the same again", () => {
    const options = [option("decks", 6, [6, 8]), option("das", true, [true, false]), option("double", "any", ["any", "hard 9-11"])];
    const rulings = [{ id: "R2", question: "", ruling: "", other: "", option: "", sets: { a: 1 }, under: {}, same: "", unpriced: "" }];
    const query = "?option=decks%3D8&option=das%3Dfalse&option=double%3Dhard+9-11&option=R2%3Dother&paytable=tie%3D2";
    const wanted = wantedRules({ options }, fromAddress({ options, rulings }, new URLSearchParams(query)));
    expect(wanted).toEqual({ options: { decks: 8, das: false, double: "hard 9-11", R2: "other" }, paytables: { tie: 2 } });
    expect(choice(wanted.options, wanted.paytables)).toBe(query);
    expect(wantedRules({ options }, usualRules())).toEqual({ options: {}, paytables: {} });
    const odd = wantedRules({ options }, fromAddress({ options, rulings }, new URLSearchParams("option=decks=99&option=moon=full&paytable=tie=x")));
    expect(odd).toEqual({ options: { decks: "99", moon: "full" }, paytables: { tie: 0 } }); // all for the server to refuse
  });
  it("reads options from lines", () => {
    expect(fromLines('decks = 8\n\ndas=false\nnatural = "3 to 2"\n pairs = value ')).toEqual({ decks: 8, das: false, natural: "3 to 2", pairs: "value" });
  });
});
