/** Who sits where as the viewer sees it, and how several hands share the ground. */

/** The seats left and right of the viewer as they sit, the nearest first: seat 1 is at the right, by the shoe. */
export function neighbours(seats: number, own: number): { left: number[]; right: number[] } {
  const all = Array.from({ length: seats }, (_, i) => i + 1);
  const middle = own || (seats + 1) / 2;
  return { left: all.filter((seat) => seat > middle), right: all.filter((seat) => seat < middle).reverse() };
}

/** From left to right, as the viewer sees them. */
export function acrossTheTable(seats: readonly number[]): number[] {
  return [...seats].sort((a, b) => b - a);
}

/** The widths of hands beside each other; the one that is played has more. */
export function laneWidths(width: number, hands: number, active: number | null, most = 150): number[] {
  const even = Math.min(width / hands, most);
  if (active === null || hands < 3) return Array.from({ length: hands }, () => even);
  const large = Math.min(1.45 * even, most);
  return Array.from({ length: hands }, (_, i) => (i === active ? large : Math.min((width - large) / (hands - 1), most)));
}
