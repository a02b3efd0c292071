"""What may be staked: the state's dated limits, the game's caps, the house's own settings (WA).

Precedence (WA-4): state rule, then the approved game rules, then the house. `House` is what a
manager sets; `Limits` is the whole, checked against a game and ready to judge wagers and to work
out payouts.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

from pitboss.bad_input import BadInput
from pitboss.rules.compile import TableBet, Tables
from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Section


class MaxWager(Section, frozen=True, kw_only=True):
    """Largest single wager from a date on (WA-1)."""

    since: datetime.date
    cents: int
    source: str


class SeparateGames(Section, frozen=True, kw_only=True):
    """Most separate wagers on one hand of cards from a date on (WA-2)."""

    since: datetime.date
    most: int
    over_cents: int = 0
    most_over: int = 0
    source: str


class Aggregate(Section, frozen=True, kw_only=True):
    """What an aggregate payout cap must leave room for, from a date on (WA-5)."""

    since: datetime.date
    odds: int
    """The largest wager at the top odds, but at no more than these."""
    smallest_wager: bool = False
    """Whether the smallest wager at the top odds, whatever they are, must find room too."""
    players: int = 1
    """How many players must be able to win that much."""
    top_prize: int = 0
    """Odds below which a bet's top prize may not be capped at all."""
    source: str


class StateLimits(Section, frozen=True, kw_only=True):
    """A state's limits through time."""

    note: str
    rules: dict[str, str]
    """The rules behind the numbers, in words, by id."""
    max_wager: tuple[MaxWager, ...]
    games: tuple[SeparateGames, ...]
    aggregate: tuple[Aggregate, ...]

    def newest(self) -> datetime.date:
        """The day the last change of any limit came into force."""
        days = [limit.since for limit in self.max_wager]
        days += [limit.since for limit in self.games]
        return max(*days, *(limit.since for limit in self.aggregate))


class WagerError(BadInput, ValueError):
    """Wagers that may not be made; the message names the limit."""


class House(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """What a card room sets for a table, beyond the game's rules."""

    date: datetime.date | None = None
    """The day whose state limits hold; the newest ones if none is given."""
    minimum: dict[str, int] = {}
    """Smallest wager in cents by bet id; $5 on opening wagers and $1 on others unless set."""
    maximum: dict[str, int] = {}
    """Largest wager in cents by bet id; the state's unless set."""
    shoe: Literal["cut", "csm"] = "cut"
    """A shoe with a cut card, or a continuous shuffler."""
    penetration: float | None = None
    """Where the cut card stands; the game's file says unless set."""
    round_to: int = 1
    """Smallest chip in cents that payouts are rounded to (BJ-12)."""
    round_for: Literal["player", "house"] = "player"
    """Whom the rounding favours."""
    aggregate: dict[str, int] = {}
    """Most paid out on one bet in one round, in cents (BT-8); none unless set."""


def source() -> str:
    """The text of the file with Washington's limits."""
    return (files(__package__) / "washington.toml").read_text(encoding="utf-8")


@cache
def washington() -> StateLimits:
    """The limits the games' documents refer to."""
    return decode(tomllib.loads(source()), StateLimits, origin="washington.toml")


class Limits:
    """Every limit on one table, and the arithmetic of its payouts."""

    def __init__(
        self, tables: Tables, house: House | None = None, state: StateLimits | None = None
    ) -> None:
        self.tables = tables
        self.house = house = decode(
            msgspec.to_builtins(house or House()), House, origin="house settings"
        )
        self.state = state = state or washington()
        day = house.date or state.newest()
        self.max_wager = _in_force("largest wager", state.max_wager, day)
        self.games = _in_force("separate games", state.games, day)
        self.day = day
        self.bets: dict[str, TableBet] = {bet.id: bet for bet in tables.bets}
        self.ids = (*tables.opening, *self.bets)
        self.minimum = {bet: house.minimum.get(bet, self._usual_minimum(bet)) for bet in self.ids}
        self.maximum = {bet: house.maximum.get(bet, self.max_wager.cents) for bet in self.ids}
        self._approved: set[tuple[tuple[str, int], ...]] = set()
        self._check_house()

    def _usual_minimum(self, bet: str) -> int:
        return 500 if bet in self.tables.opening else 100

    def _check_house(self) -> None:
        house = self.house
        if not 1 <= house.round_to <= 10_000:
            raise RulesError(f"round-to = {house.round_to}: use 1 to 10,000 cents")
        if house.penetration is not None and not 0.1 <= house.penetration <= 0.95:
            raise RulesError(f"penetration = {house.penetration}: use 0.1 to 0.95")
        for name, setting in (
            ("minimum", house.minimum),
            ("maximum", house.maximum),
            ("aggregate", house.aggregate),
        ):
            for bet in setting:
                if bet not in self.ids:
                    raise RulesError(f"{name} for {bet!r}: {use(self.ids, typed=bet)}")
        for bet in self.ids:
            if self.maximum[bet] > self.max_wager.cents:
                raise RulesError(
                    f"maximum for {bet} = {dollars(self.maximum[bet])}: the state's limit is "
                    f"{dollars(self.max_wager.cents)} ({self.max_wager.source})"
                )
            if not 1 <= self.minimum[bet] <= self.maximum[bet]:
                raise RulesError(
                    f"minimum for {bet} = {dollars(self.minimum[bet])}: use $0.01 to the maximum, "
                    f"{dollars(self.maximum[bet])}"
                )
        for bet, cents in house.aggregate.items():
            self._check_aggregate(bet, cents)

    @cached_property
    def aggregate_rule(self) -> Aggregate:
        """What the state says of aggregate payout caps on the day."""
        return _in_force("aggregate payouts", self.state.aggregate, self.day)

    def largest_wager(self, bet: str) -> int:
        """The most that can really stand on a bet, in cents.

        Opening wagers are equal, so each takes what the smallest of them may. A bonus that is
        capped at a part of the main wager cannot take what the table allows there.
        """
        main = min(self.maximum[opening] for opening in self.tables.opening)
        most = main if bet in self.tables.opening else self.maximum[bet]
        if bet in self.bets and self.bets[bet].side:
            for part, over in (self.tables.side_cap, self.tables.total_cap):
                if over:
                    most = min(most, main * part // over)
        return most

    def least_aggregate(self, bet: str) -> int | None:
        """The smallest cap a round's payouts on a bet may have; None where there may be none."""
        if bet not in self.bets:
            return None
        top = max(event.pays for event in self.bets[bet].events)
        if top < self.aggregate_rule.top_prize:
            return None
        return self._least_aggregate(bet, top)[0]

    def _check_aggregate(self, bet: str, cents: int) -> None:
        """WA-5: no cap below what the state wants room for, and none on small prizes."""
        if bet not in self.bets:
            raise RulesError(
                f"aggregate for {bet} = {dollars(cents)}: only bonus bets can have one; "
                + (use(self.bets) if self.bets else "this game has none")
            )
        top = max(event.pays for event in self.bets[bet].events)
        rule = self.aggregate_rule
        if top < rule.top_prize:
            raise RulesError(
                f"aggregate for {bet}: its top prize is {top} to 1, and prizes below "
                f"{rule.top_prize} to 1 may not be capped ({rule.source})"
            )
        least, why = self._least_aggregate(bet, top)
        if cents < least:
            raise RulesError(
                f"aggregate for {bet} = {dollars(cents)}: use {dollars(least)} or more, {why} "
                f"({rule.source})"
            )

    def _least_aggregate(self, bet: str, top: int) -> tuple[int, str]:
        """The smallest cap on a bet, and what it leaves room for."""
        rule, largest, smallest = self.aggregate_rule, self.largest_wager(bet), self.minimum[bet]
        odds = min(top, rule.odds)
        least, why = largest * odds, f"the largest wager there, {dollars(largest)}, at {odds} to 1"
        if rule.smallest_wager and smallest * top > least:
            least = smallest * top
            why = f"the smallest wager there, {dollars(smallest)}, at {top} to 1"
        if rule.players > 1:
            why += f", for {rule.players} players"
        return least * rule.players, why

    def check(self, wagers: Mapping[str, int]) -> None:
        """Refuse wagers over any limit; approved ones are remembered."""
        if type(wagers) is not dict and not isinstance(wagers, Mapping):
            raise WagerError(f"wagers = {wagers!r}: give cents by bet id, such as {{'main': 1000}}")
        for bet, cents in wagers.items():
            if type(cents) is not int:
                raise WagerError(f"wager {bet} = {cents!r}: use whole cents above zero")
        key = tuple(wagers.items())
        if key in self._approved:
            return
        self._check_amounts(wagers)
        self._check_state(wagers)
        self._check_game(wagers)
        self._check_table(wagers)
        if len(self._approved) < 4096:
            self._approved.add(key)

    def _check_amounts(self, wagers: Mapping[str, int]) -> None:
        for bet, cents in wagers.items():
            if bet not in self.ids:
                raise WagerError(f"bet {bet!r} is not offered here; {use(self.ids, typed=bet)}")
            if cents <= 0:
                raise WagerError(f"wager {bet} = {cents}: use whole cents above zero")
        opening = self.tables.opening
        for bet in opening:
            if bet not in wagers:
                raise WagerError(
                    f"wager {bet} is missing: every hand needs {' and '.join(opening)}"
                )
            if wagers[bet] != wagers[opening[0]]:
                raise WagerError(
                    f"wager {bet} = {dollars(wagers[bet])}: stake exactly {opening[0]}'s "
                    f"{dollars(wagers[opening[0]])}"
                )

    def _check_state(self, wagers: Mapping[str, int]) -> None:
        for bet, cents in wagers.items():
            if cents > self.max_wager.cents:
                raise WagerError(
                    f"wager {bet} = {dollars(cents)}: the state's largest single wager is "
                    f"{dollars(self.max_wager.cents)} ({self.max_wager.source})"
                )
        games = self.games
        if len(wagers) > games.most:
            raise WagerError(
                f"{len(wagers)} wagers on one hand: the state allows {games.most} separate games "
                f"({games.source})"
            )
        over = [bet for bet, cents in wagers.items() if cents > games.over_cents]
        if games.most_over and len(over) > games.most_over:
            raise WagerError(
                f"wagers {', '.join(over)} are over {dollars(games.over_cents)} each: the state "
                f"allows {games.most_over} of those on one hand ({games.source})"
            )

    def _check_game(self, wagers: Mapping[str, int]) -> None:
        tables, main = self.tables, wagers[self.tables.opening[0]]
        if tables.games_cap and len(wagers) > tables.games_cap:
            raise WagerError(
                f"{len(wagers)} wagers on one hand: this game allows {tables.games_cap} separate "
                "games, the opening wager counted"
            )
        for side in ("left", "right", "left and right"):
            staked = sum(
                cents
                for bet, cents in wagers.items()
                if bet in self.bets and self.bets[bet].side and self.bets[bet].side in side
            )
            part, over = tables.total_cap if " " in side else tables.side_cap
            if over and staked * over > main * part:
                raise WagerError(
                    f"wagers on the {side} side = {dollars(staked)}: stake together at "
                    f"most {dollars(main * part // over)}, {part}/{over} of the "
                    f"{tables.opening[0]} wager"
                )

    def _check_table(self, wagers: Mapping[str, int]) -> None:
        for bet, cents in wagers.items():
            if cents < self.minimum[bet]:
                raise WagerError(
                    f"wager {bet} = {dollars(cents)}: the table's minimum is "
                    f"{dollars(self.minimum[bet])}"
                )
            if cents > self.maximum[bet]:
                raise WagerError(
                    f"wager {bet} = {dollars(cents)}: the table's maximum is "
                    f"{dollars(self.maximum[bet])}"
                )

    def payout(self, stake: int, pays: int, per: int = 1) -> int:
        """Cents won by a stake at odds, rounded to the house's smallest chip (BJ-12)."""
        unit = self.house.round_to
        if unit == per == 1:
            return stake * pays
        whole, rest = divmod(stake * pays, per * unit)
        if rest and self.house.round_for == "player":
            whole += 1
        return whole * unit

    @cached_property
    def most_games(self) -> int:
        """Separate wagers that one hand may have, by the state and by the game."""
        return min(self.tables.games_cap or self.games.most, self.games.most)

    def games_line(self) -> str:
        """How many games one hand may play."""
        games, most = self.games, self.most_games
        line = f"Separate games on one hand: {most}"
        if 0 < games.most_over < most:
            line += f", {games.most_over} of them over {dollars(games.over_cents)}"
        return line

    def sources(self) -> list[str]:
        """Where the limits come from."""
        return [f"Limits: {self.max_wager.source}; {self.games.source}"]


def dollars(cents: int) -> str:
    """``$12.50``; whole dollars without the cents.

    >>> dollars(1250), dollars(4000), dollars(-150)
    ('$12.50', '$40', '-$1.50')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02}" if rest else "")


def pay_text(pays: int) -> str:
    """``10 to 1``, ``push`` or ``loss``."""
    return "push" if pays == 0 else "loss" if pays < 0 else f"{pays} to 1"


L = TypeVar("L", MaxWager, SeparateGames, Aggregate)


def _in_force(what: str, limits: tuple[L, ...], day: datetime.date) -> L:
    known = [limit for limit in limits if limit.since <= day]
    if not known:
        first = min(limit.since for limit in limits)
        raise RulesError(f"date = {day}: the limit on {what} is known from {first} on")
    return max(known, key=lambda limit: limit.since)
