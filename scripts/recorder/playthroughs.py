"""The playthroughs of the tests, replayed line by line."""

from __future__ import annotations

from typing import Any

import msgspec
from tests.playthroughs import test_playthroughs as tests

from pitboss.table.views import view


def playthroughs() -> dict[str, list[Any]]:
    """By file: what happens at every line, and what everyone sees then."""
    return {path.stem: _played(path.read_text(encoding="utf-8")) for path in tests.FILES}


def _played(text: str) -> list[Any]:
    replay, found = tests.Replay(), []
    for line in text.splitlines():
        sign, rest = line[:2], line[2:]
        if not line or line.startswith(("#", "  ")):
            continue
        if sign == "> ":
            happened: Any = replay.do(rest)
        elif sign == "! ":
            happened = "refused"
            replay.refused(rest)
        elif sign == "? ":
            happened = replay.waits_for()
        elif sign == "= ":
            happened = replay.money()
        else:
            replay.set_up(line)
            continue
        seen = msgspec.to_builtins(view(replay.sit_down(), "ann"), str_keys=True)
        found.append({"line": line, "happened": happened, "view": seen})
    return found
