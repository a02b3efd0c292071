/** What is on the workbench as files: CSV and JSON of the figures, the chart as CSV and SVG, the game's file. */

import type { BenchChart, BenchFigures } from "../lib/api-types";

export interface Saved {
  name: string;
  kind: string;
  text: string | Uint8Array<ArrayBuffer>;
}

function quoted(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv(rows: (string | number)[][]): string {
  return rows.map((row) => row.map(quoted).join(",")).join("\n") + "\n";
}

/** Every event of every wager, and a line for each whole. */
export function figuresCsv(figures: BenchFigures): string {
  const rows: (string | number)[][] = [["wager", "event", "probability", "pays", "return", "combinations", "house_edge", "sd", "hit_rate"]];
  for (const one of figures.wagers) {
    rows.push([one.id, "", "", "", "", one.combinations, one.house_edge, one.sd, one.hit_rate]);
    for (const line of one.events) rows.push([one.id, line.event, line.chance, line.pays, line.returns, line.combinations, "", "", ""]);
  }
  if (figures.round) rows.push(["round", "", "", "", "", "", figures.round.house_edge_per_main, figures.round.sd, figures.round.hit_rate]);
  return csv(rows);
}

/** As `pitboss strategy -o chart.csv` writes it, so that it can be read back. */
export function chartCsv(chart: BenchChart): string {
  const upcards = chart.upcards.map((up) => (up === "10" ? "T" : up));
  const rows: string[][] = [["table", "hand", ...upcards]];
  for (const table of chart.tables) {
    for (const section of table.sections) for (const row of section.rows) rows.push([table.id, row.hand, ...row.cells.map((cell) => cell.code)]);
  }
  return csv(rows);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The chart as a picture of its own. */
export function chartSvg(chart: BenchChart, title: string): string {
  const CELL = 30, LABEL = 130, GAP = 26;
  const colours = new Map(chart.codes.map((one) => [one.code, one.light]));
  const marks: string[] = [];
  let y = 48;
  const text = (x: number, at: number, words: string, more = "") => `<text x="${x}" y="${at}" ${more}>${escaped(words)}</text>`;
  for (const table of chart.tables) {
    marks.push(text(16, y, table.heading, 'font-weight="700"'));
    y += 12;
    for (const section of table.sections) {
      y += 18;
      marks.push(text(16, y, section.title, 'font-weight="700"'));
      chart.upcards.forEach((up, at) => marks.push(text(LABEL + at * CELL + CELL / 2, y, up, 'text-anchor="middle"')));
      y += 6;
      for (const row of section.rows) {
        marks.push(text(LABEL - 8, y + 19, row.label, 'text-anchor="end"'));
        row.cells.forEach((cell, at) => {
          const x = LABEL + at * CELL;
          marks.push(`<rect x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="26" rx="4" fill="${colours.get(cell.code) ?? "#eeeeee"}"/>`, text(x + CELL / 2, y + 19, cell.code, 'text-anchor="middle"'));
        });
        y += 28;
      }
    }
    y += GAP;
  }
  for (const one of chart.codes) {
    marks.push(text(16, y, `${one.code}  ${one.means}`));
    y += 18;
  }
  const width = LABEL + chart.upcards.length * CELL + 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" font-family="sans-serif" font-size="13" fill="#1c2126"><title>${escaped(title)}</title><rect width="${width}" height="${y}" fill="#ffffff"/>${text(16, 26, title, 'font-size="16" font-weight="700"')}${marks.join("")}</svg>\n`;
}

const DRAWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor"];

/** A picture of the page as a file of its own: with the looks that the page's styles give it. */
export function pictureSvg(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const shown = [picture, ...picture.querySelectorAll<SVGElement>("*")];
  [copy, ...copy.querySelectorAll<SVGElement>("*")].forEach((one, at) => {
    const style = getComputedStyle(shown[at]!);
    for (const name of DRAWN) one.setAttribute(name, style.getPropertyValue(name));
    one.removeAttribute("class");
  });
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("style", `background: ${getComputedStyle(picture.closest(".panel") ?? picture).backgroundColor}`);
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = picture.getAttribute("aria-label");
  copy.prepend(title);
  return new XMLSerializer().serializeToString(copy) + "\n";
}

export function save({ name, kind, text }: Saved): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
