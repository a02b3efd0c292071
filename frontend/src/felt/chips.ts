/** The house's chips, in cents, and their colours. */

export const CHIPS = [100, 500, 2500, 10000, 50000] as const;

const COLOURS: Record<number, string> = {
  50: "#a7b0ba",
  100: "#f3f1ea",
  500: "#c0392f",
  2500: "#1f7a4c",
  10000: "#23262b",
  50000: "#6b3fa0",
};

const LIGHT = [50, 100];

export function chipColour(cents: number): string {
  return COLOURS[cents] ?? "#b08d3c";
}

/** What is printed on a chip: dark where the chip is light. */
export function chipInk(cents: number): string {
  return LIGHT.includes(cents) ? "#2b3a55" : "#fff";
}
