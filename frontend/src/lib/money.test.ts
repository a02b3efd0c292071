import { describe, expect, it } from "vitest";
import { chips, dollars, expected, gain, odds, percent, working } from "./money";

const wager = { type: "WagerSettled" as const, seat: 1, hand: 0, bet: "main", event: "natural" };

describe("money", () => {
  it("writes cents as a person does", () => {
    expect([dollars(1250), dollars(4000), dollars(-150), dollars(123456789), dollars(5)]).toEqual([
      "$12.50", "$40", "−\u2060$1.50", "$1,234,567.89", "$0.05",
    ]);
    expect([gain(500), gain(-500), gain(0)]).toEqual(["+$5", "−\u2060$5", "$0"]);
  });
  it("never parts a minus from its amount at the end of a line", () => {
    for (const text of [dollars(-500), gain(-500), expected(-500)]) expect(text).toMatch(/^−\u2060\$/);
  });
  it("writes expectations to the cent, and never a minus before nothing", () => {
    expect([expected(-137.2), expected(49.6), expected(-0.2)]).toEqual(["−\u2060$1.37", "+$0.50", "$0.00"]);
    expect([percent(0.005123), percent(-0.01), percent(-0.00001)]).toEqual(["0.51 %", "−1.00 %", "0.00 %"]);
  });
  it("builds a stack from the largest chips and loses nothing", () => {
    expect(chips(13600, [100, 500, 2500, 10000])).toEqual([10000, 2500, 500, 500, 100]);
    for (const cents of [1, 99, 1250, 99999]) {
      expect(chips(cents, [100, 500, 2500, 10000]).reduce((a, b) => a + b, 0)).toBe(cents);
    }
  });
  it("names odds in lowest terms", () => {
    expect([odds(2250, 1500), odds(5000, 500), odds(1200, 1000)]).toEqual(["3 to 2", "10 to 1", "6 to 5"]);
  });
  it("works a payout out", () => {
    expect(working({ ...wager, stake: 1500, returned: 3750 })).toBe("$15 × 3 to 2 = $22.50, and $15 back");
    expect(working({ ...wager, stake: 1000, returned: 1000 })).toBe("$10 back");
    expect(working({ ...wager, stake: 1000, returned: 500 })).toBe("$5 of $10 back");
    expect(working({ ...wager, stake: 1000, returned: 0 })).toBe("$10 lost");
  });
});
