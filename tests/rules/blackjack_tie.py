"""What the tests of Blackjack Tie share: its pays, one round for each tie, and wagers refused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss import games
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from tests.rounds import UNIT, Round, play

GAME = "blackjack-tie"
STAKE = 200
"""Cents on a bonus unless a test says otherwise."""

PAYS: dict[str, tuple[int | None, ...]] = {
    "tie-left": (15, 15, 15, 15, 15, 15),
    "tie-right": (20, 20, 20, 20, 20, 20),
    "tie-17": (50, 45, 45, None, None, None),
    "tie-18": (45, 45, 45, None, None, None),
    "tie-19": (50, 45, 45, None, None, None),
    "tie-20": (25, 25, 25, None, None, None),
    "tie-21": (125, 95, 95, None, None, None),
    "tie-blackjack": (350, 350, 299, 299, 350, 199),
}
"""To one, on pay tables 1 to 6; None where the bet is not offered."""

COVERS: dict[str, tuple[str, ...]] = {
    "tie-left": ("17", "18", "19"),
    "tie-right": ("20", "21", "natural"),
    "tie-17": ("17",),
    "tie-18": ("18",),
    "tie-19": ("19",),
    "tie-20": ("20",),
    "tie-21": ("21",),
    "tie-blackjack": ("natural",),
}

LEFT = ("tie-left", "tie-17", "tie-18", "tie-19")
RIGHT = ("tie-right", "tie-20", "tie-21", "tie-blackjack")

TIES: dict[str, tuple[str, str]] = {
    "17": ("Ts Tc 7h 7d", "stand"),
    "18": ("Ts Tc 8h 8d", "stand"),
    "19": ("Ts Tc 9h 9d", "stand"),
    "20": ("Ts Tc Kh Qd", "stand"),
    "21": ("Ts 6c 5h Td 6h 5d", "hit"),  # three cards each
    "natural": ("As Tc Kh Ad", ""),
}
"""Cards and moves of a round in which seat 1 and the dealer tie."""


def tie(
    on: str,
    bets: Mapping[str, int] | None = None,
    *,
    paytable: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    house: House | None = None,
) -> Round:
    """A whole round in which seat 1 and the dealer tie."""
    dealt, moves = TIES[on]
    round_ = play(GAME, dealt, moves, bets=bets, paytable=paytable, options=options, house=house)
    assert round_.over()
    return round_


def staked(
    bets: Mapping[str, int],
    *,
    main: int = UNIT,
    options: Mapping[str, OptionValue] | None = None,
) -> Table:
    """A table at which seat 1 staked this."""
    table = Table(games.find(GAME).rules(options))
    table.do(act.PlaceWagers(1, "ann", {"main": main, **bets}))
    return table


def refused(
    bets: Mapping[str, int],
    *,
    main: int = UNIT,
    options: Mapping[str, OptionValue] | None = None,
) -> str:
    """Why seat 1 may not stake this."""
    with pytest.raises(IllegalAction) as caught:
        staked(bets, main=main, options=options)
    return str(caught.value)
