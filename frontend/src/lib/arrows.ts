/** Going from one thing on the cloth to the next one in a direction. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Straying sideways counts more than going on. */
const SIDEWAYS = 2.5;

/** The nearest box in the direction of an arrow key, as its place in the list; -1 if none lies there. */
export function toward(from: Box, boxes: readonly Box[], key: string): number {
  const [x, y] = DIRECTIONS[key] ?? [0, 0];
  let best = -1;
  let shortest = Infinity;
  boxes.forEach((box, i) => {
    const [across, down] = [middle(box)[0] - middle(from)[0], middle(box)[1] - middle(from)[1]];
    const ahead = across * x + down * y;
    const aside = Math.abs(across * y) + Math.abs(down * x);
    const far = ahead + SIDEWAYS * aside;
    if (ahead > 1 && far < shortest) [best, shortest] = [i, far];
  });
  return best;
}

export function isArrow(key: string): boolean {
  return key in DIRECTIONS;
}

function middle(box: Box): readonly [number, number] {
  return [box.left + box.width / 2, box.top + box.height / 2];
}
