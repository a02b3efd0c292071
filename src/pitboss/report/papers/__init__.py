"""Papers for a table: the sign, a player's card, the dealer's payout card, the layout.

Each is one sheet with crop marks, in the colours of the game's cloth, as PDF or SVG.

>>> from pitboss import games
>>> make(games.find("half-back"), "sign", form="svg")[:4]
b'<svg'
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Literal

from pitboss.report.papers.card import card
from pitboss.report.papers.layout import layout
from pitboss.report.papers.payouts import payouts
from pitboss.report.papers.sheet import Sheet
from pitboss.report.papers.sign import sign
from pitboss.report.study import Study
from pitboss.report.typesetting import string, typeset
from pitboss.rules.game import Game, OptionValue

Paper = Literal["sign", "card", "payouts", "layout"]
Form = Literal["pdf", "svg"]

PAPERS: dict[Paper, Callable[[Study], Sheet]] = {
    "sign": sign,
    "card": card,
    "payouts": payouts,
    "layout": layout,
}


def make(
    game: Game, paper: Paper, options: Mapping[str, OptionValue] | None = None,
    paytables: Mapping[str, int] | None = None, form: Form = "pdf",
    date: datetime.date | None = None,
) -> bytes:  # fmt: skip
    """A paper, ready to be written to a file or sent."""
    sheet = PAPERS[paper](Study(game, options or {}, paytables or {}))
    day = date or datetime.datetime.now(datetime.UTC).date()
    return typeset(_source(sheet, day), form, day.isoformat())


def _source(sheet: Sheet, day: datetime.date) -> str:
    head = (files("pitboss.report.papers") / "papers.typ").read_text(encoding="utf-8")
    return (
        f"{head}\n#show: paper.with(title: {string(sheet.title)}, "
        f"date: datetime(year: {day.year}, month: {day.month}, day: {day.day}), "
        f"width: {sheet.width_mm}mm, height: {sheet.height_mm}mm, under: {sheet.under or 'none'})\n"
        f"{sheet.body}\n"
    )
