"""From a change on the workbench to the numbers painted, in Chromium, for every built-in game.

``python -m bench.painting`` opens the workbench of each game on a real server, types pays and
presses house options one after the other, and prints how many milliseconds pass from the input to
the frame that shows the new figures, beside the limit set for each and the ratio. Nobody else is at
the server; some options are answered from what was worked out ahead, as for anybody.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from typing import Any

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table as Grid
from tests.browser.browsing import CHROMIUM, FLAGS
from tests.servers import Server

from bench.workbench import at
from pitboss import games

LIMITS = {"a pay": 50, "a rule": 200}
"""Milliseconds, at the median."""
PAYS, RULES = 20, 24
"""Changes of a game; rules are pressed and put back."""
REST_MS = 1200
"""Between two changes: somebody who looks at what came."""
PAINTED = """
([selector, value]) => new Promise((resolve) => {
  const status = document.querySelector("[role=status][data-took]");
  const before = status.dataset.took;
  const input = document.querySelector(selector);
  const begun = performance.now();
  if (value === null) input.click();
  else {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const seen = new MutationObserver(() => {
    if (status.dataset.took === before) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun), 0));
  });
  seen.observe(status, { attributes: true });
  setTimeout(() => resolve(-1), 3000);
})
"""
"""The answer's figures and what it took are drawn in one frame; the task after it runs once that
frame was painted."""
PAY = "fieldset input[inputmode=numeric][id]"
RULE = "fieldset input[type=radio]"


def change(page: Page, selector: str, value: str | None) -> list[float]:
    """Milliseconds until the figures after a change are painted; none if it changes none."""
    took = float(page.evaluate(PAINTED, [selector, value]))
    page.wait_for_timeout(REST_MS)
    return [took] if took >= 0 else []


def pays(page: Page) -> list[float]:
    """Pays that are typed: one more than there is, and back."""
    found: list[float] = []
    inputs = page.locator(PAY).evaluate_all("(all) => all.map((one) => [one.id, one.value])")
    numbers = [(name, int(value)) for name, value in inputs if value.isdigit()]
    for name, value in numbers[: PAYS // 2]:
        for paid in (value + 1, value):
            found += change(page, f"[id={json.dumps(name)}]", str(paid))
    return found


def rules(page: Page) -> list[float]:
    """House options that are pressed, and pressed back."""
    found: list[float] = []
    radios: list[dict[str, Any]] = page.locator(RULE).evaluate_all(
        """(all) => all.map((one) => ({ checked: one.checked, name: one.name,
          place: [...document.getElementsByName(one.name)].indexOf(one) }))"""
    )
    chosen = {radio["name"]: radio["place"] for radio in radios if radio["checked"]}
    for radio in radios:
        if not radio["checked"] and len(found) < RULES:
            for place in (radio["place"], chosen[radio["name"]]):
                name = json.dumps(radio["name"])
                found += change(page, f":nth-child({place + 1} of label) > [name={name}]", None)
    return found


def main() -> None:
    """Print medians and the slowest tenth."""
    grid = Grid(title="Workbench: from the input to painted figures, milliseconds")
    for name in ("game", "change", "many", "median", "p90", "limit", "ratio"):
        grid.add_column(name, justify="left" if name in ("game", "change") else "right")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(f"sqlite:///{folder}/bench.db")
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in sys.argv[1:] or games.BUILT_IN:
            page = chromium.new_page(viewport={"width": 1440, "height": 1000})
            page.goto(f"{server.address}/workbench?game={game}")
            page.wait_for_selector("[data-figure=house_edge_per_main] b", timeout=60_000)
            page.wait_for_selector("[role=status]:not(.busy)", timeout=60_000)
            for name, took in (("a rule", rules(page)), ("a pay", pays(page))):
                if not took:
                    continue
                median = statistics.median(took)
                grid.add_row(
                    game, name, str(len(took)), f"{median:.0f}", at(took, 0.9),
                    str(LIMITS[name]), f"{median / LIMITS[name]:.2f}",
                )  # fmt: skip
            page.close()
        chromium.close()
        server.stop()
    Console(width=110).print(grid)


if __name__ == "__main__":
    main()
