"""Charts that people give: a file, standard input, or a few cells typed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from pitboss.rules.chart import Chart, Key, from_csv
from pitboss.rules.errors import RulesError


def read_chart(given: str | Path, game: str, best: Callable[[], Chart]) -> Chart:
    """The chart behind a path, ``-`` for standard input, or cells changed in the best chart."""
    text = str(given)
    if "=" in text and not _is_file(text):
        return best().with_cells(typed_cells(text))
    if text == "-":
        content = sys.stdin.read().removeprefix("\ufeff")
        if content.lstrip().startswith(("{", "[")):
            return _from_json(content, "chart on standard input")
        return from_csv(content, game)
    path = Path(text)
    if path.suffix.lower() not in (".csv", ".json"):
        raise RulesError(
            f"strategy {text!r}: use composition, chart, a chart file (.csv or .json, see "
            "pitboss strategy GAME -o FILE), - for standard input, or cells to change in the best "
            "chart such as 'hard 16 v T = S; 8,8 v A = H'"
        )
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise RulesError(f"chart file {text!r} cannot be read: {error}") from None
    if path.suffix.lower() == ".csv":
        return from_csv(content, game)
    return _from_json(content, f"chart file {text!r}")


def _from_json(content: str, name: str) -> Chart:
    try:
        return msgspec.json.decode(content, type=Chart, strict=False)
    except msgspec.MsgspecError as error:
        raise RulesError(f"{name} is not a chart: {error}") from None


def _is_file(text: str) -> bool:
    try:
        return Path(text).exists()
    except OSError:  # too long for a name
        return False


def typed_cells(text: str) -> dict[tuple[str, str, str], str]:
    """Cells as a person types them: ``hard 16 v T = S; split: hard 11 v A = H``.

    >>> typed_cells("hard 16 v T = S")
    {('play', 'hard 16', 'T'): 'S'}
    """
    changes = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        where, equals, code = part.rpartition("=")
        table, colon, hand = where.rpartition(":")
        hand, against, up = hand.partition(" v ")
        if not equals or not against:
            raise RulesError(
                f"strategy {part!r}: write HAND v UPCARD = ACTION, such as hard 16 v T = S"
            )
        name = Key.parse(table).text if colon else "play"
        changes[name, hand.strip(), up.strip()] = code.strip()
    return changes
