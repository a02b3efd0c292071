"""Where an event stands in the log of a round."""

from __future__ import annotations

from pitboss.table import events as ev
from tests.rounds import Round


def position(round_: Round, kind: type[ev.Event], *, seat: int = 0, bet: str = "") -> int:
    """Where the first event of a kind (of a seat and a bet, if named) stands in the log."""
    for index, event in enumerate(round_.events):
        if (
            isinstance(event, kind)
            and (not seat or getattr(event, "seat", 0) == seat)
            and (not bet or getattr(event, "bet", "") == bet)
        ):
            return index
    raise AssertionError(f"no {kind.__name__} {seat} {bet}")
