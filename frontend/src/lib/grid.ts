/** Arrows go from cell to cell of a grid: a cell says its row and column in `data-at`. */

const MOVES: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Goes to the next cell; one of them is on the way of the Tab key. */
export function step(event: KeyboardEvent): void {
  const move = MOVES[event.key];
  const here = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-at]") : null;
  if (!move || !here) return;
  const [row, column] = here.dataset.at!.split(",").map(Number) as [number, number];
  const next = here.closest("table")?.querySelector<HTMLElement>(`[data-at="${row + move[0]},${column + move[1]}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
