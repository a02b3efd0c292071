"""Amounts that people type: stakes, hours, rounds an hour."""

from __future__ import annotations

from pitboss.rules.errors import RulesError

MOST_AMOUNT = 1_000_000_000
"""Of hours, of rounds in an hour, of dollars on main, of units in a bankroll."""


def check_amounts(**values: float) -> None:
    """Refuse a number that is not above zero or absurdly large, by its name."""
    for name, value in values.items():
        if not 0 < value <= MOST_AMOUNT:
            raise RulesError(f"{name} = {value:g}: use more than 0 and at most {MOST_AMOUNT:,}")
