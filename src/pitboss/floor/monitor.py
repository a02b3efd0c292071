"""The floor monitor: tables and days beside their theory, as the page and the command show them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from pitboss.analysis.watching import JudgedBet, PaidLine, Promised, Watched, judge
from pitboss.floor.approved import Theory
from pitboss.floor.layout import rules_hash
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House
from pitboss.rules.sign import event_words
from pitboss.store.table_days import PlayedBet

if TYPE_CHECKING:
    from pitboss.analysis.shared_results import SharedResults

LOGGED = {
    "lose": "loss",
    "bust": "loss",
    "natural push": "push, both naturals",
    "no natural": "no dealer natural",
}
"""What figures call an event of the log."""
MOST_KEPT = 32
"""Rules whose chances are kept."""


class WatchedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a span of time, before anything is made of it."""

    table: str
    """What people call it."""
    number: int | None = None
    """Its number, where the server deals it."""
    day: str
    """The day, or the first and the last."""
    bets: list[Watched]
    """What is known of each bet."""


class JudgedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a span of time, beside its theory."""

    table: str
    """What people call it."""
    number: int | None = None
    """Its number, where the server deals it."""
    day: str
    """The day, or the first and the last."""
    game: str
    """The game's name."""
    theory: str
    """Whose rules it is held against, and in what it departs from them."""
    bets: list[JudgedBet]
    """Each bet that was made."""
    problem: str = ""
    """Why there is nothing to hold it against, if there is not."""


class FloorReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a floor looks like beside its theory."""

    tables: list[JudgedTable]
    """At which somebody played."""
    alerts: int
    """Reasons to look."""
    notices: int
    """Wins outside their 95 % band, those with an alert included."""
    promised: Promised
    """What chance alone brings on average, exactly, for all that is shown."""


def report_of(tables: list[JudgedTable]) -> FloorReport:
    """All tables together."""
    bets = [bet for table in tables for bet in table.bets]
    return FloorReport(
        tables=tables, alerts=sum(len(bet.alerts) for bet in bets),
        notices=sum(not bet.low <= bet.win <= bet.high for bet in bets),
        promised=Promised(
            sum(bet.promised.alerts for bet in bets), sum(bet.promised.notices for bet in bets)
        ),
    )  # fmt: skip


class Monitor:
    """Judges tables; the chances of rules that were asked for before are remembered."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, dict[str, SharedResults]] = OrderedDict()

    def judged(self, table: WatchedTable, theory: Theory) -> JudgedTable:
        """A table beside its theory."""
        answer = JudgedTable(
            table=table.table, number=table.number, day=table.day, game=theory.game.name,
            theory=theory.says, bets=[],
        )  # fmt: skip
        try:
            laws = self._laws(theory)
        except RulesError as error:
            return msgspec.structs.replace(answer, problem=str(error))
        words = {bet.id: event_words(bet) for bet in theory.rules.bets}
        bets = [
            judge(laws[bet.bet], bet, words.get(bet.bet, {}))
            for bet in table.bets
            if bet.bet in laws and bet.rounds
        ]
        return msgspec.structs.replace(answer, bets=bets)

    def _laws(self, theory: Theory) -> dict[str, SharedResults]:
        from pitboss.analysis.shared_results import shared_results  # slow to load
        from pitboss.analysis.solving import solve_rules

        digest = rules_hash(theory.rules)
        if digest not in self._known:
            solution = solve_rules(theory.game, theory.rules, strategy="chart")
            self._known[digest] = shared_results(solution)
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        return self._known[digest]


def watched_bets(played: Mapping[str, PlayedBet], house: House) -> list[Watched]:
    """What the log says of each bet of a table, as the monitor wants to know it."""
    found = []
    for bet, one in played.items():
        counts: Counter[str] = Counter()
        paid = []
        for settled, many in one.paid.items():
            line = LOGGED.get(settled.event, settled.event)
            counts[line] += many
            paid.append(PaidLine(line, settled.stake, settled.returned, many))
        found.append(
            Watched(
                bet=bet, rounds=sorted(one.rounds.items()), win=one.win, counts=dict(counts),
                paid=paid, tolerance=house.round_to, capped=bet in house.aggregate,
            )
        )  # fmt: skip
    return found
