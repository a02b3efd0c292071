import { expect, test } from "vitest";
import { drawTo, LONGEST } from "./signature";

test("strokes are lines inside the box", () => {
  let drawn = drawTo("", [10.4, 20], true);
  drawn = drawTo(drawn, [50, -30], false);
  drawn = drawTo(drawn, [51, 1], false); // too near
  drawn = drawTo(drawn, [900, 400], false);
  drawn = drawTo(drawn, [5, 5], true);
  expect(drawn).toBe("M10 20L50 0L600 160M5 5");
});

test("it never grows longer than what is taken", () => {
  let drawn = "";
  for (let step = 0; step < 9000; step += 1) drawn = drawTo(drawn, [(step * 37) % 600, (step * 53) % 160], step % 50 === 0);
  expect(drawn.length).toBeLessThanOrEqual(LONGEST);
  expect(drawn).toMatch(/^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)*$/);
});
