/** The house's chips, in cents, and their colours. */

export const CHIPS = [100, 500, 2500, 10000, 50000] as const;

const COLOURS: Record<number, string> = {
  50: "#8a6a1f",
  100: "#6f747d",
  500: "#c0392f",
  2500: "#1f7a4c",
  10000: "#23262b",
  50000: "#6b3fa0",
};

export function chipColour(cents: number): string {
  return COLOURS[cents] ?? "#b08d3c";
}
