"""A sheet of a floor's figures, kept by hand: a line for each table, day, bet and stake.

As CSV with a header::

    table,day,bet,stake,rounds,seats,win,counts
    Table 4,2026-11-16,upcard-bonus,5,412,5,830,suited natural=10; 7 8 or 9 up=140

`stake` and `win` are dollars, `win` is the house's and may be below zero, `seats` is how many had
the bet in each of the rounds (1 if left out), and `counts` says how often lines came; what is not
named there is the bet's last line. `counts` may be left out. Several stakes are several lines.
"""

from __future__ import annotations

import csv
import datetime
import io
from decimal import Decimal, InvalidOperation

from pitboss.analysis.watching import Watched
from pitboss.floor.monitor import WatchedTable
from pitboss.rules.compile import LOST
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.rules.sign import event_words
from pitboss.rules.vocabulary import Rules

COLUMNS = ("table", "day", "bet", "stake", "rounds", "seats", "win", "counts")
NEEDED = ("table", "day", "bet", "stake", "rounds", "win")
MOST_LINES = 2_000
MOST_ROUNDS = 10_000_000
MOST_CENTS = 10**13
MOST_SEATS = 9


def read_sheet(text: str, rules: Rules) -> list[WatchedTable]:
    """The tables of a sheet; `RulesError` names the line and what to write instead."""
    reader = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), skipinitialspace=True)
    header = [name.strip() for name in reader.fieldnames or ()]
    reader.fieldnames = header
    missing = [name for name in NEEDED if name not in header]
    if missing:
        raise RulesError(f"header: {', '.join(missing)} is missing; begin with {','.join(COLUMNS)}")
    unknown = [name for name in header if name not in COLUMNS]
    if unknown:
        raise RulesError(f"header {unknown[0][:40]!r}: {use(COLUMNS, typed=unknown[0])}")
    found: dict[tuple[str, str], list[Watched]] = {}
    for number, row in enumerate(reader, start=2):
        if number > MOST_LINES + 1:
            raise RulesError(
                f"line {number}: a sheet has at most {MOST_LINES:,} lines; send it in parts"
            )
        line = _Line(number, {name: (row.get(name) or "").strip() for name in COLUMNS}, rules)
        found.setdefault((line.text("table"), line.day()), []).append(line.watched())
    if not found:
        raise RulesError("the sheet has a header and no line; write a line for each bet")
    return [
        WatchedTable(table=table, day=day, bets=_together(bets))
        for (table, day), bets in found.items()
    ]


def _together(bets: list[Watched]) -> list[Watched]:
    """Lines of one bet with several stakes as one; their lines are counted together."""
    found: dict[str, Watched] = {}
    for one in bets:
        before = found.get(one.bet)
        if before is None or before.counts is not None or one.counts is not None:
            key = one.bet if before is None else f"{one.bet}\n{len(found)}"
            found[key] = one
            continue
        found[one.bet] = Watched(
            bet=one.bet, rounds=[*before.rounds, *one.rounds], win=before.win + one.win
        )
    return list(found.values())


class _Line:
    """A line of a sheet."""

    def __init__(self, number: int, cells: dict[str, str], rules: Rules) -> None:
        self.number, self.cells, self.rules = number, cells, rules

    def _wrong(self, column: str, instead: str) -> RulesError:
        return RulesError(
            f"line {self.number}, {column} = {self.cells[column][:40]!r}: {instead}"
        )  # fmt: skip

    def text(self, column: str) -> str:
        """What stands there; something must."""
        if not 0 < len(self.cells[column]) <= 60:
            raise self._wrong(column, "use 1 to 60 letters")
        return self.cells[column]

    def day(self) -> str:
        """The day."""
        try:
            return datetime.date.fromisoformat(self.cells["day"]).isoformat()
        except ValueError:
            raise self._wrong("day", "use a day such as 2026-11-16") from None

    def _whole(self, column: str, most: int, default: str = "") -> int:
        text = self.cells[column] or default
        if not (text.isascii() and text.isdigit() and len(text) < 12 and 1 <= int(text) <= most):
            raise self._wrong(column, f"use a whole number from 1 to {most:,}")
        return int(text)

    def _cents(self, column: str, *, least: int) -> int:
        try:
            cents = Decimal(self.cells[column].replace("$", "")) * 100
        except InvalidOperation:
            raise self._wrong(column, "use dollars such as 25 or 12.50") from None
        if not cents.is_finite() or cents != int(cents) or not least <= cents <= MOST_CENTS:
            raise self._wrong(column, "use dollars such as 25 or 12.50")
        return int(cents)

    def watched(self) -> Watched:
        """What the line says of its bet."""
        bets = [*self.rules.wagers.opening, *(bet.id for bet in self.rules.offered_bets)]
        bet = self.cells["bet"]
        if bet not in [*bets, "insurance"]:
            raise self._wrong("bet", use([*bets, "insurance"], typed=bet))
        stake, seats = self._cents("stake", least=1), self._whole("seats", MOST_SEATS, "1")
        rounds = self._whole("rounds", MOST_ROUNDS)
        counts = self._counts(bet, rounds * seats) if self.cells["counts"] else None
        return Watched(
            bet=bet, rounds=[((stake,) * seats, rounds)], counts=counts,
            win=self._cents("win", least=-MOST_CENTS),
        )  # fmt: skip

    def _counts(self, bet: str, wagers: int) -> dict[str, int]:
        side = next((one for one in self.rules.offered_bets if one.id == bet), None)
        if side is None:
            raise self._wrong("counts", "leave it out; only the lines of side bets are counted")
        lines = [*event_words(side), *_LAST]
        plain = {line.replace(",", ""): line for line in lines}
        found: dict[str, int] = {}
        for part in self.cells["counts"].split(";"):
            name, _, many = (word.strip() for word in part.partition("="))
            line = plain.get(name.replace(",", ""))
            if line is None or line in found:
                raise self._wrong("counts", f"{name[:40]!r}: {use(lines, typed=name)}, once each")
            if not (many.isascii() and many.isdigit() and len(many) < 12):
                raise self._wrong("counts", f"{name[:40]}: use LINE=NUMBER; LINE=NUMBER")
            found[line] = int(many)
        rest = wagers - sum(found.values())
        if rest < 0:
            raise self._wrong("counts", f"{-rest} more than the {wagers} wagers of the line")
        if _LAST[0] not in found:
            found[_LAST[0]] = rest
        return found


_LAST = (LOST.name,)
"""What figures call the line of all that is not on the sign."""
