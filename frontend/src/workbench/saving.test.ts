import { expect, test } from "vitest";
import type { BenchChart, BenchFigures } from "../lib/api-types";
import { chartCsv, chartSvg, figuresCsv } from "./saving";

const chart: BenchChart = {
  problems: [], rules_hash: "", upcards: ["2", "10"], house_edge: 0, edges: {}, ordinary: "",
  codes: [{ code: "H", means: "hit", kind: "hit", light: "#d3e9c8", dark: "#38592f" }],
  tables: [{ id: "play", heading: "Your hand", sections: [{ title: "Pairs", rows: [{ hand: "8,8", label: "8,8", cells: [{ code: "H", ordinary: "", moves: [] }, { code: "H", ordinary: "", moves: [] }] }] }] }],
};

test("a chart is written as charts are read", () => {
  expect(chartCsv(chart)).toBe('table,hand,2,T\nplay,"8,8",H,H\n');
});

test("a picture has every cell, and what people type in a name does nothing in it", () => {
  const svg = chartSvg(chart, 'My <b>"game"</b> & more');
  expect(svg.match(/<rect/g)).toHaveLength(3);
  expect(svg).toContain("<title>My &lt;b>&quot;game&quot;&lt;/b> &amp; more</title>");
});

test("figures have a line for each event and for each whole", () => {
  const figures = {
    problems: [], round: null,
    wagers: [{ id: "bonus", combinations: "", house_edge: 0.03, sd: 2, hit_rate: 0.1, events: [{ event: 'say "so", or not', chance: 0.1, pays: 5, returns: 0.5, combinations: "" }] }],
  } as unknown as BenchFigures;
  expect(figuresCsv(figures).split("\n").slice(1, 3)).toEqual(["bonus,,,,,,0.03,2,0.1", 'bonus,"say ""so"", or not",0.1,5,0.5,,,,']);
});
