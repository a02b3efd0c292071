"""A bet of a table on a day beside its theory: bands, and alerts that name the line.

How often chance alone raises them is known exactly and told with every bet (`JudgedBet.promised`):
the sum over all tests of the chance of an outcome outside its band. Expectations add up whatever
depends on what, so the promise holds for tables, days and floors as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Literal

import msgspec

from pitboss.analysis.dealer_errors import odds_text
from pitboss.analysis.drift import SURE, Suspect, gap_suspects, money_suspects
from pitboss.analysis.exact_sums import Band, Rounds, Sum, house_win, line_count
from pitboss.analysis.shared_results import SharedResults

NOTICED = 0.95
"""The inner band: what is outside it is told, and no more."""
Verdict = Literal["inside", "notice", "alert"]
LINES_OUTSIDE = 0.0002
"""Chance of an alert about the number of any line of a bet. It is a second look at a day whose win
has its own thousandth; and in a shoe that is dealt down, lines come a little more evenly than they
would in rounds independent of each other, so this part of a promise is rather not used up."""
MOST_SUSPECTS = 3
"""That a sentence names."""


class PaidLine(msgspec.Struct, frozen=True):
    """Wagers that ended on a line and were paid alike."""

    line: str
    """Its name in figures."""
    stake: int
    """Cents."""
    returned: int
    """Cents that came back, the stake included."""
    many: int
    """How many."""


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a bet at a table on a day."""

    bet: str
    """Its id."""
    rounds: list[tuple[tuple[int, ...], int]]
    """Stakes of the seats that had it, in cents, sorted; and in how many rounds."""
    win: int
    """Cents the house kept."""
    counts: dict[str, int] | None = None
    """How often each line came, where somebody counted."""
    paid: list[PaidLine] = []
    """What was paid on each line, where every wager is known."""
    tolerance: int = 1
    """Cents that rounding may take or give."""
    capped: bool = False
    """Whether the house may pay less than the line because of a cap."""

    @property
    def handle(self) -> int:
        """Cents staked."""
        return sum(sum(stakes) * many for stakes, many in self.rounds)

    @property
    def wagers(self) -> int:
        """How many were staked."""
        return sum(len(stakes) * many for stakes, many in self.rounds)


class LineCount(msgspec.Struct, frozen=True, kw_only=True):
    """How often a line came, beside how often it should."""

    line: str
    """What has to happen, in words."""
    pays: str
    """Such as `40 to 1`."""
    seen: int
    """How often it came."""
    expected: float
    """On average."""
    low: int
    """Below this chance leaves it in one case of ten thousand, shared among the bet's lines."""
    high: int
    """Above this likewise."""


class FloorAlert(msgspec.Struct, frozen=True, kw_only=True):
    """Something to look at."""

    kind: Literal["pays", "money", "line"]
    """A line is paid otherwise than approved; the win is out of its band; a line comes too often or
    too rarely."""
    lines: list[str]
    """The pay lines that are suspected, in words, the first one most."""
    says: str
    """What was seen, what was expected, how unlikely it is."""
    check: str
    """What to look at."""


class Promised(msgspec.Struct, frozen=True):
    """What chance alone brings on average, exactly."""

    alerts: float
    """A win outside its 99.9 % band (below it, for the wagers that players play with), or a line
    that comes too often or too rarely."""
    notices: float
    """A win outside its 95 % band."""


class JudgedBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet beside its theory; money in cents."""

    bet: str
    """Its id."""
    name: str
    """What stands on the felt."""
    rounds: int
    """In which somebody had it."""
    wagers: int
    """How many were staked."""
    handle: int
    """Staked."""
    win: int
    """Kept by the house."""
    theory: float
    """What the house keeps on average."""
    low: float
    """The 95 % band of the win."""
    high: float
    """Its upper end."""
    lowest: float
    """The 99.9 % band of the win."""
    highest: float
    """Its upper end."""
    chance: float
    """How often chance brings a win at least so far out."""
    verdict: Verdict
    """Inside the 95 % band, outside it, or a reason to look."""
    alerts: list[FloorAlert]
    """Reasons to look."""
    counts: list[LineCount]
    """How often each line came, where that is known."""
    promised: Promised
    """How many alerts and notices chance alone brings."""


def judge(shared: SharedResults, watched: Watched, words: Mapping[str, str]) -> JudgedBet:
    """A bet beside its theory; `words` say what the lines are called."""
    rounds: Rounds = dict(watched.rounds)
    money = house_win(shared, rounds)
    inner, outer = money.band(NOTICED), money.band(SURE)
    reading = _Reading(shared, watched, words)
    counts, surprising, stray = reading.line_counts(rounds)
    alerts = reading.paid_otherwise() + surprising
    # Players who play badly raise what they play with: that alone is no reason to look.
    ends = Band(outer.low, inf, outer.below, 0.0) if shared.opening else outer
    if not ends.holds(watched.win):
        alerts.append(reading.money_alert(money, rounds, surprising))
    verdict: Verdict = "inside" if inner.holds(watched.win) else "notice"
    return JudgedBet(
        bet=watched.bet, name=shared.name, rounds=sum(rounds.values()), wagers=watched.wagers,
        handle=watched.handle, win=watched.win, theory=money.mean, low=inner.low, high=inner.high,
        lowest=outer.low, highest=outer.high, chance=money.tail(watched.win),
        verdict="alert" if alerts else verdict, alerts=alerts, counts=counts,
        promised=Promised(ends.outside + stray, inner.outside),
    )  # fmt: skip


class _Reading:
    """One bet's record, read line by line."""

    def __init__(self, shared: SharedResults, watched: Watched, words: Mapping[str, str]) -> None:
        self.shared, self.watched, self.words = shared, watched, words
        self.pays = shared.line_pays()

    def _word(self, line: str) -> str:
        return self.words.get(line, line)

    # What was paid

    def paid_otherwise(self) -> list[FloorAlert]:
        """Lines that were not paid what they should be: certain, no matter of chance."""
        if self.watched.paid:
            return self._paid_wrong()
        if self.watched.counts is not None and not self.shared.opening:
            return self._gap()
        return []

    def _paid_wrong(self) -> list[FloorAlert]:
        found: dict[str, list[PaidLine]] = {}
        every: dict[str, int] = {}
        for paid in self.watched.paid:
            pays = self.pays.get(paid.line)
            if pays is None or (self.shared.opening and paid.line == "win"):
                continue  # the house may add units of its own to a hand that wins
            every[paid.line] = every.get(paid.line, 0) + paid.many
            apart = paid.returned - paid.stake * (1 + pays)
            if apart > self.watched.tolerance or (
                -apart > self.watched.tolerance and not self.watched.capped
            ):
                found.setdefault(paid.line, []).append(paid)
        return [self._paid_alert(line, wrong, every[line]) for line, wrong in found.items()]

    def _paid_alert(self, line: str, wrong: list[PaidLine], every: int) -> FloorAlert:
        times = sum(paid.many for paid in wrong)
        apart = sum(
            (paid.returned - round(paid.stake * (1 + self.pays[line]))) * paid.many
            for paid in wrong
        )
        odds = sorted({odds_text(paid.returned / paid.stake - 1) for paid in wrong})
        more = "too much" if apart > 0 else "too little"
        return FloorAlert(
            kind="pays", lines=[self._word(line)],
            says=f"{self.shared.name}, {self._word(line)}: settled as {' and '.join(odds)} in "
            f"{times} of {every} cases, approved is {odds_text(self.pays[line])}. The players got "
            f"{_dollars(abs(apart))} {more}. This is no matter of chance.",
            check="Compare the sign and the table's file with the approved pay table, then the "
            "dealer's payouts of this line on camera.",
        )  # fmt: skip

    def _gap(self) -> list[FloorAlert]:
        """Money that is not what the counted lines come to; told where all stakes are one."""
        counts = self.watched.counts or {}
        stakes = {stake for one, _ in self.watched.rounds for stake in one}
        if len(stakes) != 1 or sum(counts.values()) != self.watched.wagers:
            return []
        [stake] = stakes
        due = -sum(self.pays[line] * count for line, count in counts.items()) * stake
        overpaid = due - self.watched.win
        if abs(overpaid) <= self.watched.tolerance * self.watched.wagers / 1000:
            return []
        suspects = gap_suspects(counts, overpaid / stake)
        more = "more" if overpaid > 0 else "less"
        return [
            FloorAlert(
                kind="pays", lines=[self._word(one.line) for one in suspects],
                says=f"{self.shared.name}: the lines that were counted come to a win of "
                f"{_dollars(due)}, the table has {_dollars(self.watched.win)}: players got "
                f"{_dollars(abs(overpaid))} {more} than the lines pay. {self._named(suspects)} "
                "This is no matter of chance.",
                check="Compare the sign with the approved pay table, then the dealer's payouts of "
                "these lines, then the count.",
            )
        ]  # fmt: skip

    # How often lines came

    def line_counts(self, rounds: Rounds) -> tuple[list[LineCount], list[FloorAlert], float]:
        """Each line's count beside its band, alerts, and how many chance alone brings."""
        found: list[LineCount] = []
        alerts: list[FloorAlert] = []
        stray = 0.0
        if self.watched.counts is None:
            return found, alerts, stray
        lines = [line for line in self.shared.lines if self.shared.chance_of(line) > 0]
        if self.shared.opening or len(lines) < 3:  # players decide; or the win says it already
            return found, alerts, stray
        for line in lines:
            law = line_count(self.shared, line, rounds)
            band = law.band(1 - LINES_OUTSIDE / len(lines))
            seen = self.watched.counts.get(line, 0)
            stray += band.outside
            found.append(
                LineCount(
                    line=self._word(line), pays=odds_text(self.pays.get(line, 0.0)), seen=seen,
                    expected=law.mean, low=round(band.low), high=round(band.high),
                )
            )  # fmt: skip
            if not band.holds(seen):
                alerts.append(self._line_alert(line, seen, law))
        return found, alerts, stray

    def _line_alert(self, line: str, seen: int, law: Sum) -> FloorAlert:
        often = "often" if seen > law.mean else "rarely"
        return FloorAlert(
            kind="line", lines=[self._word(line)],
            says=f"{self.shared.name}, {self._word(line)}: came {seen} times in "
            f"{self.watched.wagers} wagers, {law.mean:.1f} were expected. Chance makes it come "
            f"so {often} {_once_in(law.tail(seen))}.",
            check="See whether hands are called as this line that are not, or the other way round; "
            "then count the decks, and look at how the game is played.",
        )  # fmt: skip

    # The win

    def money_alert(self, money: Sum, rounds: Rounds, surprising: list[FloorAlert]) -> FloorAlert:
        """The win is outside its band; who or what is behind it."""
        win = self.watched.win
        side = "less" if win < money.mean else "more"
        if self.watched.counts is None:
            suspects = money_suspects(self.shared, rounds, win)
            lines, why = [self._word(one.line) for one in suspects], self._named(suspects)
        elif surprising:
            lines = [line for alert in surprising for line in alert.lines]
            why = f"The line behind it: {lines[0]}."
        elif self.shared.opening:
            lines, why = [], "Every wager was settled as its line says."
        else:
            line, seen, expected = self._heaviest()
            lines = [self._word(line)]
            why = (
                f"{self._word(line)} weighs most: {seen} came, {expected:.1f} were expected."
            )  # fmt: skip
        return FloorAlert(
            kind="money", lines=lines,
            says=f"{self.shared.name}: the house won {_dollars(win)} of "
            f"{_dollars(self.watched.handle)}, {_dollars(money.mean)} were expected. Chance "
            f"makes it so much {side} {_once_in(money.tail(win))}. {why}",
            check=_LESS if win < money.mean else _MORE,
        )  # fmt: skip

    def _heaviest(self) -> tuple[str, int, float]:
        """The line whose count took or brought the most money."""
        counts, wagers = self.watched.counts or {}, self.watched.wagers

        def weight(line: str) -> float:
            apart = counts.get(line, 0) - self.shared.chance_of(line) * wagers
            return abs(apart * self.pays.get(line, 0.0))

        line = max(self.shared.lines, key=weight)
        return line, counts.get(line, 0), self.shared.chance_of(line) * wagers

    def _named(self, suspects: list[Suspect]) -> str:
        if not suspects:
            return "No single line paid one unit wrong explains it."
        told = [
            f"{self._word(one.line)} paid {odds_text(self.pays[one.line] + one.units)} instead of "
            f"{odds_text(self.pays[one.line])}"
            for one in suspects[:MOST_SUSPECTS]
        ]
        more = len(suspects) - len(told)
        others = f" or {more} other line{'s' if more > 1 else ''}" if more > 0 else ""
        return f"What fits best: {', or '.join(told)}{others}."


_LESS = (
    "Compare the sign with the approved pay table, then the payouts of the lines named here on "
    "camera, then the drop and the fills of the day."
)
_MORE = (
    "Players who play badly raise the win; so does a winner who is not paid. Compare the sign with "
    "the approved pay table, then the payouts of the lines named here on camera."
)


def _dollars(cents: float) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}".removesuffix(".00")


def _once_in(chance: float) -> str:
    """How unlikely something is.

    >>> _once_in(0.00042), _once_in(1e-12)
    ('once in 2,400 such days', 'hardly ever: not once in a thousand million such days')
    """
    if chance < 1e-9:
        return "hardly ever: not once in a thousand million such days"
    times = 1 / chance
    digits = max(0, len(str(int(times))) - 2)
    return f"once in {round(times, -digits):,.0f} such days"
