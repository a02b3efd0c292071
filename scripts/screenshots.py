"""Pictures of every game at both widths and in both themes, for docs/images.

``python -m scripts.screenshots`` plays a telling moment of each game on the real server in the real
browser. Look at every picture before it is committed.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.browser.browsing import CHROMIUM, DESKTOP, FLAGS, PHONE
from tests.browser.casino import Casino
from tests.browser.playing import DEAL
from tests.web.house import Person

from pitboss import games
from pitboss.web.access import COOKIE

FOLDER = Path(__file__).parents[1] / "docs" / "images" / "web"


class Scene(NamedTuple):
    """A moment worth a picture."""

    game: str
    cards: str
    bets: dict[str, int]
    """Chips of five dollars put on each spot beside the main wager."""
    moves: str = ""
    options: dict[str, Any] = {}
    bots: int = 0


SCENES = {
    "blackjack": Scene(
        "blackjack", "8s 9c Th 5h 8d 7c 8c Jh 3s 9h 2d Kc", {"main": 4}, "split double", bots=2
    ),
    "half-back": Scene("half-back", "Ts 5h 4c 9d Th", {"main": 3, "upcard-bonus": 1}),
    "lucky-stiff": Scene("lucky-stiff", "7s 7h 7c 9d", {"lucky-stiff": 1}),
    "blackjack-tie": Scene(
        "blackjack-tie", "Ts 9h 8c 9d", {"main": 3, "tie-left": 1, "tie-18": 1}, "stand"
    ),
    "mulligan-21": Scene("mulligan-21", "Ts 9h 5c 9d Kd 4c", {"lucky-stiff": 1}, "hit"),
}  # fmt: skip


def main(wanted: list[str]) -> None:
    """Take the pictures, all or those of the games named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, scene in SCENES.items():
            if wanted and name not in wanted:
                continue
            for width, device in (("desktop", DESKTOP), ("phone", PHONE)):
                for theme in ("light", "dark"):
                    with Casino() as casino:
                        person = casino.person("Ann", cents=0)
                        context = chromium.new_context(
                            base_url=casino.address, reduced_motion="reduce", color_scheme=theme,
                            **device,
                        )  # fmt: skip
                        _sign_in(context, casino, person)
                        page = context.new_page()
                        _play(page, casino, scene)
                        page.mouse.move(0, 0)  # off the button that was pressed last
                        page.evaluate("scrollTo(0, 0)")  # where it was not at once to be pressed
                        path = FOLDER / f"{name}-{width}-{theme}.webp"
                        Image.open(BytesIO(page.screenshot())).save(path, quality=88)
                        context.close()
                        print(path.name)
        chromium.close()


def _sign_in(context: Any, casino: Casino, person: Person) -> None:
    context.add_cookies(
        [{"name": COOKIE, "value": person.token, "url": casino.address, "httpOnly": True}]
    )


def _play(page: Page, casino: Casino, scene: Scene) -> None:
    table = casino.table(
        scene.game, scene.cards, options=scene.options, bots=scene.bots,
        name=games.find(scene.game).name,
    )  # fmt: skip
    page.goto(f"/table/{table.number}?sit=1")
    page.locator("[data-spot=main]").wait_for()
    if page.locator(".fold").is_visible():
        page.locator(".fold").click()
    for spot, chips in scene.bets.items():
        for _ in range(chips):
            page.locator(f"[data-spot={spot}]").click()
    page.get_by_role("button", name=DEAL).click()
    for move in scene.moves.split():
        page.locator(f"[data-move={move}]").click()
        page.wait_for_timeout(300)
    page.wait_for_timeout(1500)


if __name__ == "__main__":
    main(sys.argv[1:])
