/** The dock's slots: what a table says of its moves, in places that never change. */

import type { MoveView, View } from "./api-types";

/** Every slot as it is now; while somebody else decides, all are shut without a reason. */
export function movesOf(slots: readonly string[], view: View, deciding: boolean): MoveView[] {
  const told = deciding ? view.moves : [];
  return slots.map((move) => told.find((one) => one.move === move) ?? { move, open: false, cost: 0, does: "", shut: "" });
}
