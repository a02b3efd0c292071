"""From a change on the workbench to the numbers painted, in Chromium, for every built-in game.

``python -m bench.painting`` opens the workbench of each game on a real server, types pays and
presses house options one after the other, and prints how many milliseconds pass from the input to
the frame that shows the new figures, beside the limit set for each and the ratio. Nobody else is at
the server; some options are answered from what was worked out ahead, as for anybody.
"""

from __future__ import annotations

import statistics
import tempfile

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table as Grid
from tests.browser.browsing import CHROMIUM, FLAGS
from tests.servers import Server

from bench.workbench import at
from pitboss import games

LIMITS = {"a pay": 50, "a rule": 200}
"""Milliseconds, at the median."""
PAYS, RULES = 24, 40
"""Changes of a game; rules are pressed and put back."""
REST_MS = 700
"""Between two changes: somebody who looks at what came."""
PAINTED = """
([selector, place, value]) => new Promise((resolve) => {
  const status = document.querySelector("[role=status][data-took]");
  const before = status.dataset.took;
  const input = document.querySelectorAll(selector)[place];
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
})
"""
"""The answer's figures and what it took are drawn in one frame; the task after it runs once that
frame was painted."""
PAY = "fieldset input[inputmode=numeric][id]"
RULE = "fieldset input[type=radio]"


def change(page: Page, selector: str, place: int, value: str | None) -> float:
    """Milliseconds until the figures after a change are painted."""
    took = float(page.evaluate(PAINTED, [selector, place, value]))
    page.wait_for_timeout(REST_MS)
    return took


def pays(page: Page) -> list[float]:
    """Pays that are typed: one more than there is, and back."""
    found = []
    inputs = page.locator(PAY)
    for number in range(min(PAYS, 2 * inputs.count())):
        place = number // 2 % inputs.count()
        value = int(inputs.nth(place).input_value())
        found.append(change(page, PAY, place, str(value + (-1 if number % 2 else 1))))
    return found


def rules(page: Page) -> list[float]:
    """House options that are pressed, and pressed back."""
    found: list[float] = []
    names = page.locator(RULE).evaluate_all("(all) => all.map((one) => [one.name, one.checked])")
    chosen = {name: place for place, (name, checked) in enumerate(names) if checked}
    for place, (name, checked) in enumerate(names):
        if checked or len(found) >= RULES:
            continue
        found.append(change(page, RULE, place, None))
        if page.locator("[role=alert]").count() == 0:
            found.append(change(page, RULE, chosen[name], None))
    return found


def main() -> None:
    """Print medians and the slowest tenth."""
    grid = Grid(title="Workbench, one core of two: input to painted figures, milliseconds")
    for name in ("game", "change", "many", "median", "p90", "limit", "ratio"):
        grid.add_column(name, justify="left" if name in ("game", "change") else "right")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(f"sqlite:///{folder}/bench.db")
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in games.BUILT_IN:
            page = chromium.new_page(viewport={"width": 1440, "height": 1000})
            page.goto(f"{server.address}/workbench?game={game}")
            page.wait_for_selector("[data-figure=house_edge_per_main] b", timeout=60_000)
            page.wait_for_selector("[role=status]:not(.busy)", timeout=60_000)
            for name, took in (("a pay", pays(page)), ("a rule", rules(page))):
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
