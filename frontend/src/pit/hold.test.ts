import { describe, expect, it } from "vitest";
import { description, picture, verdict, words } from "./hold";

const held = { bet: "main", wagers: 10, handle: 10000, won: 300, hold: 0.03, theory: 0.0057, low: -0.4, high: 0.4114 };

describe("hold", () => {
  it("is inside the band or outside of it", () => {
    expect([verdict(held), words(held)]).toEqual(["inside", "Inside the band."]);
    expect([verdict({ ...held, hold: 0.5 }), words({ ...held, hold: 0.5 })]).toEqual(["outside", "Outside, above the band: look at it."]);
    expect(words({ ...held, hold: -0.5 })).toContain("below");
    expect(verdict({ ...held, hold: 0.4114 })).toBe("inside");
  });
  it("without theory or stakes is not judged", () => {
    const bare = { bet: "insurance", wagers: 1, handle: 500, won: 500, hold: 1 };
    expect([verdict(bare), picture(bare)]).toEqual(["unknown", null]);
    expect(verdict({ ...held, hold: null })).toBe("unknown");
    expect(description("Insurance", bare)).toBe("Insurance: no theory to compare with");
  });
  it("has everything inside the picture, in order", () => {
    for (const hold of [-2, -0.4, 0, 0.2, 3]) {
      const found = picture({ ...held, hold })!;
      for (const place of Object.values(found)) expect(place >= 0.04 && place <= 0.96 + 1e-9).toBe(true);
      expect(found.low < found.theory && found.theory < found.high).toBe(true);
    }
    expect(Object.values(picture({ ...held, hold: 0, theory: 0, low: 0, high: 0 })!)).toEqual([0.04, 0.04, 0.04, 0.04, 0.04]);
  });
  it("is told in words", () => {
    expect(description("Main", held)).toBe("Main held 3.00 %; theory 0.57 %, band −40.00 % to 41.14 %");
  });
});
