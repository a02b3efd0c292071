"""What a player's rounds brought beside what they could expect, and how far chance strays.

Both come from the exact solver for the best play of the main game: expectations and covariances of
all wagers of one seat. Insurance is counted with an edge and a deviation of its own, as if it had
nothing to do with the hand beside it, and so are several seats of one round.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.vocabulary import Rules
from pitboss.store import records, schema
from pitboss.store.records import TableOpened
from pitboss.table import events as ev
from pitboss.web import lobby
from pitboss.web.room import game_of

KEPT = 64
"""Rules whose figures are kept."""


class Figures(NamedTuple):
    """Per unit of each wager's own stake."""

    wagers: list[str]
    ev: list[float]
    covariance: list[list[float]]
    insurance: tuple[float, float]
    """Expectation and variance."""


class Played(NamedTuple):
    """A finished round of a player."""

    table: int
    round: int
    at: int
    net: int
    stakes: list[dict[str, int]]
    """Before the deal, by bet, for each seat."""
    insured: list[int]


def figures(opened: TableOpened) -> Figures:
    """What every wager of a table's rules brings with the best play."""
    return _figures(opened.rules_hash, msgspec.json.encode(opened))


@lru_cache(maxsize=KEPT)
def _figures(rules_hash: str, data: bytes) -> Figures:  # noqa: ARG001 - names the rules
    from pitboss.analysis.solving import solve_rules  # its compiler is slow to load

    opened = msgspec.json.decode(data, type=TableOpened)
    rules = decode(opened.rules, Rules, origin=opened.game)
    # A shoe said card by card has a solver of its own, which no other thread works with.
    full = [4.0 * rules.shoe.decks] * 13
    solution = solve_rules(game_of(opened), rules, shoe=full)
    wagers, covariance = solution.covariance()
    bets = solution.bets
    insurance = bets.get("insurance")
    return Figures(
        wagers,
        [bets[wager].ev for wager in wagers],
        covariance.tolist(),
        (insurance.ev, insurance.sd**2) if insurance else (0.0, 0.0),
    )


def expected(found: Figures, played: Played) -> tuple[float, float]:
    """What a round was expected to bring, and its standard deviation; in cents."""
    mean = variance = 0.0
    for staked in played.stakes:
        stakes = [staked.get(wager, 0) for wager in found.wagers]
        mean += sum(ev * one for ev, one in zip(found.ev, stakes, strict=True))
        variance += sum(
            one * two * shared
            for one, row in zip(stakes, found.covariance, strict=True)
            for two, shared in zip(stakes, row, strict=True)
        )
    for cents in played.insured:
        mean += found.insurance[0] * cents
        variance += found.insurance[1] * cents**2
    return mean, sqrt(max(variance, 0.0))


def rounds(
    connection: Connection, player: str, table: int | None, most: int
) -> tuple[list[Played], dict[int, TableOpened]]:
    """A player's last finished rounds, the oldest first, and the tables they were played at."""
    history = lobby.history(connection, player=player, table=table, most=most)
    by_table: dict[int, list[int]] = defaultdict(list)
    for one in history:
        by_table[one["table"]].append(one["round"])
    logs = {number: _stakes(connection, number, of, player) for number, of in by_table.items()}
    found = [
        Played(
            one["table"], one["round"], one["at"], one["net"],
            list(logs[one["table"]][one["round"]].values()),
            [wager["stake"] for wager in one["wagers"] if wager["bet"] == "insurance"],
        )
        for one in reversed(history)
        if one["round"] in logs[one["table"]]
    ]  # fmt: skip
    return found, {number: lobby.opened(connection, number) for number in by_table}


def _stakes(
    connection: Connection, table: int, numbers: list[int], player: str
) -> dict[int, dict[int, dict[str, int]]]:
    """By finished round and seat: what a player had staked when the cards came."""
    log = schema.log.c
    wanted = sa.select(log.round, log.body).where(log.table_id == table, log.round.in_(numbers))
    staked: dict[int, dict[int, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    finished = set()
    for number, body in connection.execute(wanted.order_by(log.seq)):
        for event in records.decode(bytes(body)):
            if isinstance(event, ev.WagerPlaced) and event.player == player:
                staked[number][event.seat][event.bet] = event.cents
            elif isinstance(event, ev.WagerWithdrawn):
                staked[number][event.seat].pop(event.bet, None)
            elif isinstance(event, ev.RoundClosed):
                finished.add(number)
    return {number: seats for number, seats in staked.items() if number in finished}


def told(played: list[Played], opened: dict[int, TableOpened]) -> list[dict[str, Any]]:
    """Rounds as the answer has them; nothing is expected of rules that the solver cannot solve."""
    answer = []
    mean: float | None
    sd: float | None
    for one in played:
        try:
            mean, sd = expected(figures(opened[one.table]), one)
        except RulesError:
            mean = sd = None
        answer.append(
            {"table": one.table, "round": one.round, "at": one.at, "net": one.net,
             "expected": mean, "sd": sd}
        )  # fmt: skip
    return answer
