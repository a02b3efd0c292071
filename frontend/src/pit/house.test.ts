import { describe, expect, it } from "vitest";
import { cents, emptyForm, formOf, houseOf, Unreadable } from "./house";
import type { House } from "../lib/api-types";

const house: House = {
  date: "2020-01-31", minimum: { main: 1050 }, maximum: { main: 30000, tie: 123456 }, shoe: "csm",
  penetration: 0.725, "round-to": 50, "round-for": "house", aggregate: { tie: 2500000 },
};

describe("limits", () => {
  it("come back from the form as they went in", () => {
    expect(houseOf(formOf(house))).toEqual(house);
  });
  it("that nobody set are not sent", () => {
    expect(houseOf(emptyForm())).toEqual({});
    const usual: House = { date: null, minimum: {}, maximum: {}, shoe: "cut", penetration: null, "round-to": 1, "round-for": "player", aggregate: {} };
    expect(formOf(usual)).toEqual(emptyForm());
  });
  it("reads dollars to the cent, and leaves it to the server what is allowed", () => {
    expect(["5", " $12.50", "1,000", "0.1", "-3", "8.29"].map((text) => cents(text, "x"))).toEqual([500, 1250, 100000, 10, -300, 829]);
  });
  it.each(["five", "1.005", "1e3", "", "12,5", "$"])("says that %s is no amount", (text) => {
    expect(() => cents(text, "minimum for main")).toThrow(Unreadable);
    expect(() => cents(text, "minimum for main")).toThrow("minimum for main");
  });
  it("says that a part is no number", () => {
    expect(() => houseOf({ ...emptyForm(), penetration: "half" })).toThrow("penetration");
  });
});
