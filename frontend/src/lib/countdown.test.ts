import { expect, it } from "vitest";
import { span } from "./countdown";

it("says what is left", () => {
  expect([span(19_200), span(580_000), span(60_000), span(-5)]).toEqual(["20 s", "9 min 40 s", "1 min 0 s", "0 s"]);
});
