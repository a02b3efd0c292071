"""A designer's own games for tests: a few lines on top of a game that exists."""

from __future__ import annotations

from pathlib import Path


def designed(base: str, body: str = "") -> str:
    """The text of a game's file."""
    return f'id = "mine"\nname = "Mine"\nbased-on = "{base}"\n{body}'


def written(folder: Path, base: str, body: str = "") -> str:
    """The path of such a file in a folder."""
    path = folder / "mine.toml"
    path.write_text(designed(base, body), encoding="utf-8")
    return str(path)


def side_bet(*lines: tuple[str, str, str], name: str = "side", also: str = "") -> str:
    """A side bet with these lines in its pay table: event, what must be so, pays."""
    told = f'[[bets]]\nid = "{name}"\nname = "{name}"\npaytable = "{name}"\n{also}\n'
    for event, when, pays in lines:
        told += f'[[bets.events]]\nevent = "{event}"\nwhen = {{ {when} }}\npays = {pays}\n'
    return told
