/** Puts an element where the arrangement has its place. */

import type { Box, Turned } from "./boxes";

export function put(node: HTMLElement, box: Box | Turned) {
  const apply = (at: Box | Turned) => {
    const px = (value: number) => `${Math.round(100 * value) / 100}px`;
    const { style } = node;
    style.position = "absolute";
    [style.left, style.top, style.width, style.height] = [px(at.x), px(at.y), px(at.width), px(at.height)];
    const turn = "turn" in at ? at.turn : 0;
    style.rotate = turn ? `${turn}deg` : "";
    if (turn) node.dataset.turn = String(turn);
    else delete node.dataset.turn;
  };
  apply(box);
  return { update: apply };
}
