"""What a player's rounds brought beside what they could expect, and how far chance strays.

Both come from the exact solver for the best play of the main game: expectations and covariances of
all wagers of one seat. Insurance is counted with an edge and a deviation of its own, as if it had
nothing to do with the hand beside it, and so are several seats of one round.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import msgspec
from sqlalchemy.engine import Connection

from pitboss.floor.opening import game_of, rules_of
from pitboss.floor.replays import history
from pitboss.rules.errors import RulesError
from pitboss.store import table_rows
from pitboss.store.past_rounds import stakes_of
from pitboss.store.records import TableOpened

KEPT = 64
"""Rules whose figures are kept."""


class RoundLuck(msgspec.Struct, frozen=True, kw_only=True):
    """What a round brought, and what was expected of it."""

    table: int
    """Its number."""
    round: int
    """Which."""
    at: int
    """When it began, in milliseconds since 1970."""
    net: int
    """Cents won; below zero if lost."""
    expected: float | None
    """Cents; null for rules that the solver cannot solve."""
    sd: float | None
    """The standard deviation, in cents."""


class WagerFigures(NamedTuple):
    """What each wager of some rules brings, per unit of its own stake."""

    wagers: list[str]
    ev: list[float]
    covariance: list[list[float]]
    insurance: tuple[float, float]
    """Expectation and variance."""


class FinishedRound(NamedTuple):
    """A finished round of a player."""

    table: int
    round: int
    at: int
    net: int
    stakes: list[dict[str, int]]
    """Before the deal, by bet, for each seat."""
    insured: list[int]


def figures(opened: TableOpened) -> WagerFigures:
    """What every wager of a table's rules brings with the best play."""
    return _figures(opened.rules_hash, msgspec.json.encode(opened))


@lru_cache(maxsize=KEPT)
def _figures(rules_hash: str, data: bytes) -> WagerFigures:  # noqa: ARG001 - names the rules
    from pitboss.analysis.solving import solve_rules  # its compiler is slow to load

    opened = msgspec.json.decode(data, type=TableOpened)
    rules = rules_of(opened)
    # A shoe said card by card has a solver of its own, which no other thread works with.
    full = [4.0 * rules.shoe.decks] * 13
    solution = solve_rules(game_of(opened), rules, shoe=full)
    wagers, covariance = solution.covariance()
    bets = solution.bets
    insurance = bets.get("insurance")
    return WagerFigures(
        wagers,
        [bets[wager].ev for wager in wagers],
        covariance.tolist(),
        (insurance.ev, insurance.sd**2) if insurance else (0.0, 0.0),
    )


def expected(figures: WagerFigures, played: FinishedRound) -> tuple[float, float]:
    """What a round was expected to bring, and its standard deviation; in cents."""
    mean = variance = 0.0
    for staked in played.stakes:
        stakes = [staked.get(wager, 0) for wager in figures.wagers]
        mean += sum(ev * stake for ev, stake in zip(figures.ev, stakes, strict=True))
        variance += sum(
            stake * other * shared
            for stake, row in zip(stakes, figures.covariance, strict=True)
            for other, shared in zip(stakes, row, strict=True)
        )
    for cents in played.insured:
        mean += figures.insurance[0] * cents
        variance += figures.insurance[1] * cents**2
    return mean, sqrt(max(variance, 0.0))


def finished_rounds(
    connection: Connection, player: str, table: int | None, most: int
) -> tuple[list[FinishedRound], dict[int, TableOpened]]:
    """A player's last finished rounds, the oldest first, and the tables they were played at."""
    rounds = history(connection, player=player, table=table, most=most)
    by_table: dict[int, list[int]] = defaultdict(list)
    for played in rounds:
        by_table[played.table].append(played.round)
    stakes = {
        number: stakes_of(connection, number, numbers, player)
        for number, numbers in by_table.items()
    }
    finished = [
        FinishedRound(
            played.table, played.round, played.at, played.net,
            list(stakes[played.table][played.round].values()),
            [wager.stake for wager in played.wagers if wager.bet == "insurance"],
        )
        for played in reversed(rounds)
        if played.round in stakes[played.table]
    ]  # fmt: skip
    return finished, {number: table_rows.opened(connection, number) for number in by_table}


def luck(rounds: list[FinishedRound], opened: dict[int, TableOpened]) -> list[RoundLuck]:
    """Rounds as the answer has them; nothing is expected of rules that the solver cannot solve."""
    answer = []
    mean: float | None
    sd: float | None
    for played in rounds:
        try:
            mean, sd = expected(figures(opened[played.table]), played)
        except RulesError:
            mean = sd = None
        answer.append(
            RoundLuck(
                table=played.table, round=played.round, at=played.at, net=played.net,
                expected=mean, sd=sd,
            )
        )  # fmt: skip
    return answer
