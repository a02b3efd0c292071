/** Points, boxes and bows: what the drawing is measured in. Pixels, from the cloth's top left corner. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A box turned about its own centre, clockwise, in degrees. */
export interface Turned extends Box {
  turn: number;
}

/** A parabola that hangs between two ends of one height: the rail, a line of letters, a row of seats. */
export interface Bow {
  middle: number;
  half: number;
  /** Heights in the middle and at both ends. */
  low: number;
  ends: number;
}

/** The box of this size about a point. */
export function about(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

export function centre(box: Box): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

export function heightAt(bow: Bow, x: number): number {
  return bow.low - (bow.low - bow.ends) * ((x - bow.middle) / bow.half) ** 2;
}

/** How far something that stands on a bow is turned, in degrees. */
export function turnAt(bow: Bow, x: number): number {
  const slope = (-2 * (bow.low - bow.ends) * (x - bow.middle)) / bow.half ** 2;
  return (Math.atan(slope) * 180) / Math.PI;
}

/** The bow as SVG draws it: a quadratic curve is a parabola. */
export function drawn(bow: Bow): string {
  const n = (value: number) => String(Math.round(10 * value) / 10);
  return `M${n(bow.middle - bow.half)} ${n(bow.ends)}Q${n(bow.middle)} ${n(2 * bow.low - bow.ends)} ${n(bow.middle + bow.half)} ${n(bow.ends)}`;
}

/** The same curve, longer: letters that run wider than thought still have their line. */
export function longer(bow: Bow, times: number): Bow {
  return { ...bow, half: bow.half * times, ends: bow.low - (bow.low - bow.ends) * times ** 2 };
}

export function lowered(bow: Bow, by: number): Bow {
  return { ...bow, low: bow.low + by, ends: bow.ends + by };
}

/** The corners of a box that may be turned. */
export function corners(box: Turned): [number, number][] {
  const { x, y } = centre(box);
  const [cos, sin] = [Math.cos((box.turn * Math.PI) / 180), Math.sin((box.turn * Math.PI) / 180)];
  const signs: [number, number][] = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  return signs.map(([a, b]) => {
    const [dx, dy] = [(a * box.width) / 2, (b * box.height) / 2];
    return [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
  });
}

/** Boxes that lie against each other do not cover each other. */
const TOUCH = 0.1;

/** Whether two boxes share any ground: of two turned boxes one of their sides' directions parts them, or they do. */
export function overlap(one: Turned, other: Turned): boolean {
  const shapes = [corners(one), corners(other)] as const;
  for (const shape of shapes) {
    for (let i = 0; i < 2; i++) {
      const [from, to] = [shape[i], shape[i + 1]] as [[number, number], [number, number]];
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const axis: [number, number] = [(to[1] - from[1]) / long, (from[0] - to[0]) / long];
      const spans = shapes.map((points) => points.map(([x, y]) => x * axis[0] + y * axis[1]));
      const [first, second] = spans as [number[], number[]];
      if (Math.max(...first) <= Math.min(...second) + TOUCH || Math.max(...second) <= Math.min(...first) + TOUCH) return false;
    }
  }
  return true;
}
