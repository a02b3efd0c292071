"""One sheet of paper, in typst's language."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.report.study import Study
from pitboss.report.typesetting import string

SLUG_MM, BLEED_MM = 11, 3
"""Paper around the trimmed sheet, and how far colour runs into it; papers.typ has them too."""


class Sheet(NamedTuple):
    """What is on a sheet."""

    title: str
    width_mm: float
    height_mm: float
    """Trimmed."""
    body: str
    """Typst's markup."""
    under: str = ""
    """What lies under everything and may run into the bleed: a typst expression."""


def coloured(left_mm: float, top_mm: float, width_mm: float, height_mm: float, colour: str) -> str:
    """A coloured field of a sheet, from its trimmed corner; negative to run into the bleed."""
    return (
        f"place(top + left, dx: {SLUG_MM + left_mm}mm, dy: {SLUG_MM + top_mm}mm, "
        f"rect(width: {width_mm}mm, height: {height_mm}mm, fill: rgb({string(colour)})))"
    )


def footer(study: Study) -> str:
    """Which rules a paper is about."""
    tables = [
        f"pay table {table}" if len(study.rules.paytables) == 1 else f"{name} table {table}"
        for name, table in study.rules.paytables.items()
    ]
    words = [study.game.name, study.here_name, *tables, f"rules {study.rules_hash[:12]}"]
    return " · ".join(words)
