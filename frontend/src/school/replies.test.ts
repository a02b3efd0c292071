import { expect, it, vi } from "vitest";
import type { Question } from "../lib/api-types";
import { Choosing } from "./choosing.svelte";
import { Cutting } from "./cutting.svelte";
import { Finding } from "./finding.svelte";
import { Settling } from "./settling.svelte";

const options = ["a", "b", "c"].map((id) => ({ id, text: id }));
const question = (form: Question["form"], more: Partial<Question> = {}): Question => ({ text: "", form, aim_seconds: 9, ...more });

it("holds what was touched last: chips, or what was typed", () => {
  const cutting = new Cutting([50, 100, 500]);
  cutting.add(500, 5);
  cutting.add(50);
  expect([cutting.text, cutting.shown]).toEqual(["5x5 + 1x0.50", "$25.50"]);
  cutting.undo();
  cutting.add(500, -1);
  expect(cutting.cents).toBe(2000);
  cutting.type("22.50");
  expect([cutting.text, cutting.shown, cutting.pile]).toEqual(["22.50", "$22.50", []]);
  cutting.add(100);
  expect(cutting.text).toBe("1x1");
});

it("answers several in their own order, an order as it was pressed, and none", () => {
  const several = new Choosing(question("several", { options }));
  expect(several.text).toBe("none");
  for (const letter of ["c", "a", "z"]) several.press(letter);
  expect(several.text).toBe("a c");
  const order = new Choosing(question("order", { options }));
  for (const letter of ["c", "a"]) order.press(letter);
  expect(order.lacking).toBe("One is still to be put in order.");
  order.press("b");
  expect([order.text, order.lacking]).toEqual(["c a b", ""]);
});

it("reads two digits that follow each other as one line", () => {
  const lines = Array.from({ length: 17 }, (_, i) => ({ id: String(i + 1), text: "" }));
  const finding = new Finding(question("find", { options: lines, rules: [{ id: "X-1", text: "" }, { id: "X-2", text: "" }] }));
  finding.press("1", 0);
  finding.press("5", 200);
  finding.press("b", 300);
  expect(finding.text).toBe("15 X-2");
  finding.press("2", 5000);
  expect(finding.line).toBe("2");
  finding.press("9", 5100); // there is no line 29
  expect(finding.line).toBe("9");
});

it("settles wagers in the order of whoever deals, and pays what was cut", () => {
  const spot = (seat: number, bet: string) => ({ seat, hand: 0, bet, name: bet, cents: 500 });
  const settling = new Settling(question("settle", { spots: [spot(2, "main"), spot(2, "side"), spot(1, "main")], chips: [100, 500] }), "sitting.1");
  expect(settling.press("3", false)).toBe(true);
  expect(settling.said).toBe("Nothing lies at seat 3 any more.");
  settling.press("2", false);
  settling.press("p", false);
  settling.press("2", false);
  settling.press("1", true);
  settling.press("Enter", false);
  settling.press("t", false); // the seat's next wager was at hand
  expect(settling.lacking).toBe("One wager is still to be settled.");
  settling.press("1", false);
  settling.press("u", false);
  expect(settling.text).toBe("2.1 main pay 1x5 + 5x1; 2.1 side take; 1.1 main push");
  settling.press("Backspace", false);
  expect(settling.left).toHaveLength(1);
});

it("finds what was settled before the page was loaded anew", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  const spot = (seat: number) => ({ seat, hand: 0, bet: "main", name: "Main", cents: 500 });
  const table = () => new Settling(question("settle", { spots: [spot(2), spot(1)], chips: [100, 500] }), "sitting.7");
  const before = table();
  before.press("2", false);
  before.press("t", false);
  expect(table().text).toBe("2.1 main take");
  before.undo();
  expect(table().text).toBe("");
  expect(new Settling(question("settle", { spots: [spot(2)] }), "sitting.8").done).toEqual([]);
  vi.unstubAllGlobals();
});
