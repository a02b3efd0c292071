"""Writes docs/env-games.md: what an agent sees and can do in each game, from the compiled rules."""

from __future__ import annotations

from pathlib import Path

from pitboss import games
from pitboss.env import env_id
from pitboss.env.layout import FIELDS, HAND_RANKS, MASK, SEEN, Layout
from pitboss.env.setting import make_setting

PAGE = Path(__file__).parents[1] / "docs" / "env-games.md"


def page() -> str:
    """The page."""
    lines = [
        "# Environments, game by game",
        "",
        "Written by `make docs` from the compiled games; [env.md](env.md) explains the rest.",
        "Places are those of a flat observation, of whole numbers from 0 to *most*; a structured",
        "one has the same by name. Options change what is here: more levels are more actions, and",
        "so can a house rule be.",
    ]
    for game in games.BUILT_IN:
        lines += section(game)
    return "\n".join(lines) + "\n"


def section(game: str) -> list[str]:
    """One game."""
    layout = Layout(make_setting(game))
    words, high = layout.in_words(), layout.high
    lines = ["", f"## {games.find(game).name}", "", f"`{env_id(game)}`", ""]
    lines += ["| action | name |", "|---|---|"]
    lines += [f"| {number} | `{name}` |" for number, name in enumerate(layout.actions)]
    lines += ["", "| place | name | most | means |", "|---|---|---|---|"]
    lines += [
        f"| {place} | `{field}` | {high[place]} | {words[field]} |"
        for place, field in enumerate(FIELDS)
    ]
    parts = (("hand_ranks", HAND_RANKS, SEEN), ("seen", SEEN, MASK))
    for name, first, after in (*parts, ("action_mask", MASK, layout.size)):
        lines.append(f"| {first}–{after - 1} | `{name}` | {high[first]} | {words[name]} |")
    return lines


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
