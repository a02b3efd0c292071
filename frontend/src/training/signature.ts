/** A drawn signature: an SVG path of lines, as small as a table test takes it. */

/** Letters that the server takes. */
export const LONGEST = 20_000;
const NEAR = 3;
const WIDTH = 600, HEIGHT = 160;

/** The path with one more point, or a new stroke; points too near the last one are left out. */
export function drawTo(drawn: string, [x, y]: [number, number], begins: boolean): string {
  const point: [number, number] = [within(x, WIDTH), within(y, HEIGHT)];
  const text = `${begins || !drawn ? "M" : "L"}${point[0]} ${point[1]}`;
  if (drawn.length + text.length > LONGEST) return drawn;
  if (!begins && near(drawn, point)) return drawn;
  return drawn + text;
}

const within = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most));

function near(drawn: string, [x, y]: [number, number]): boolean {
  const last = /(\d+) (\d+)$/.exec(drawn.slice(-8));
  return last !== null && Math.hypot(Number(last[1]) - x, Number(last[2]) - y) < NEAR;
}
