"""Events and actions as single lines of plain text: hand histories, playthroughs, error messages.

>>> describe(ev.WagerSettled(1, 0, "main", "win", 1000, 2000))
'seat 1 main: win, $10 pays $10'
>>> read_action("seat 2 insures 5")
Insure(seat=2, cents=500)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pitboss.cards import name
from pitboss.rules.limits import dollars
from pitboss.rules.moves import MOVES
from pitboss.table import actions as act
from pitboss.table import events as ev


def who(event: Any) -> str:
    """The seat of an event, and which of its hands where it has several."""
    return f"seat {event.seat}" + (f" hand {event.hand + 1}" if event.hand else "")


def _settled(event: ev.WagerSettled) -> str:
    line = f"{who(event)} {event.bet}: {event.event}, {dollars(event.stake)} "
    if event.returned > event.stake:
        return line + f"pays {dollars(event.returned - event.stake)}"
    if event.returned == event.stake:
        return line + "back"
    return line + (f"gets {dollars(event.returned)} back" if event.returned else "lost")


def _move(event: Any) -> str:
    """A move in its own words, with the chips or the card that it moves."""
    line = f"{who(event)} {ev.MOVE_OF[type(event)].told}"
    match event:
        case ev.HandStood(total=total):
            return f"{line} on {total}"
        case ev.HandSplit(moved=True):
            return f"{line}, the second wager moves over"
        case ev.HandSplit(cents=cents) | ev.HandDoubled(cents=cents):
            return f"{line}, {dollars(cents)} added"
        case ev.WagerReturned(cents=cents, bet=bet):
            return f"{line} {dollars(cents)} of {bet}"
        case ev.CardGivenUp(card=card) | ev.CardKept(card=card):
            return f"{line} {name(card)}"
    return line


def _asked(event: ev.ReplacementOffered) -> str:
    return f"{who(event)} may {ev.MOVE_OF[ev.CardGivenUp].words} {name(event.card)}"


_TEXTS: dict[type[ev.Event], Callable[[Any], str]] = {
    ev.ShoeShuffled: lambda e: (
        "the discards are reshuffled" if e.ran_out else "the shoe is shuffled"
    ),
    ev.TopCardBurned: lambda e: "the top card is burned",  # noqa: ARG005
    ev.RoundOpened: lambda e: f"round {e.number}",
    ev.WagerPlaced: lambda e: f"seat {e.seat} {e.player} stakes {dollars(e.cents)} on {e.bet}",
    ev.WagerWithdrawn: lambda e: f"seat {e.seat} takes {dollars(e.cents)} off {e.bet}",
    ev.WagersClosed: lambda e: "no more bets",  # noqa: ARG005
    ev.CardDealt: lambda e: f"{who(e)} gets {name(e.card)}",
    ev.UpcardDealt: lambda e: f"dealer shows {name(e.card)}",
    ev.HoleCardDealt: lambda e: "dealer takes a hole card",  # noqa: ARG005
    ev.UpcardSetAside: lambda e: f"{name(e.card)} is set aside",
    ev.UpcardReplaced: lambda e: f"dealer shows {name(e.card)} instead",
    ev.SetAsideDiscarded: lambda e: f"{name(e.card)} is discarded",
    ev.InsuranceOffered: lambda e: "insurance is offered",  # noqa: ARG005
    ev.InsuranceTaken: lambda e: f"seat {e.seat} insures for {dollars(e.cents)}",
    ev.InsuranceDeclined: lambda e: f"seat {e.seat} declines insurance",
    ev.EvenMoneyTaken: lambda e: f"seat {e.seat} takes even money",
    ev.InsuranceClosed: lambda e: "insurance is closed",  # noqa: ARG005
    ev.DealerPeeked: lambda e: f"dealer peeks: {'a' if e.natural else 'no'} natural",
    **dict.fromkeys(ev.MOVE_OF, _move),
    ev.ReplacementOffered: _asked,
    ev.HandEnded: lambda e: f"{who(e)} has {e.event}",
    ev.HandBusted: lambda e: f"{who(e)} busts with {e.total}",
    ev.HoleCardTurned: lambda e: f"dealer turns {name(e.card)}",
    ev.DealerDrew: lambda e: f"dealer draws {name(e.card)}",
    ev.DealerFinished: lambda e: (
        f"dealer has {e.total}" + (": every standing hand pushes" if e.pushes else "")
    ),
    ev.WagerSettled: _settled,
    ev.RoundClosed: lambda e: "cards are collected",  # noqa: ARG005
}


def describe(event: ev.Event) -> str:
    """One line for one event."""
    return _TEXTS[type(event)](event)


_TOLD = {definition.told: definition.move for definition in MOVES}


def read_action(line: str) -> act.Action:
    """The action a line asks for: ``seat 1 ann stakes 10 on main, 5 on tie-left``, and the like."""
    match = re.fullmatch(r"seat (\d{1,3}) (.+)", line.strip())
    if not match:
        if line.strip() == "no more bets":
            return act.CloseWagers()
        raise ValueError(f"{line!r}: an action starts with 'seat N', or is 'no more bets'")
    seat, rest = int(match[1]), match[2]
    if rest in _TOLD:
        return act.MakeMove(seat, _TOLD[rest])
    if rest == "declines insurance":
        return act.DeclineInsurance(seat)
    if rest == "takes even money":
        return act.TakeEvenMoney(seat)
    if rest == "takes everything up":
        return act.WithdrawWagers(seat)
    insures = re.fullmatch(r"insures (?:for )?(\S+)", rest)
    if insures:
        return act.Insure(seat, read_money(insures[1]))
    stakes = re.fullmatch(r"(.+?) stakes (.+)", rest)
    if stakes:
        wagers = {}
        for part in stakes[2].split(","):
            one = re.fullmatch(r"\s*(\S+) on (\S+)\s*", part)
            if not one:
                raise ValueError(f"{part!r}: a wager is written 'AMOUNT on BET'")
            if one[2] in wagers:
                raise ValueError(f"{part.strip()!r}: {one[2]} has a wager already; give one amount")
            wagers[one[2]] = read_money(one[1])
        return act.PlaceWagers(seat, stakes[1], wagers)
    raise ValueError(
        f"{rest!r}: write {', '.join(_TOLD)}, 'declines insurance', 'insures AMOUNT', "
        "'takes even money', 'takes everything up' or 'NAME stakes AMOUNT on BET, …'"
    )


def read_money(text: str) -> int:
    """Dollars and cents as cents.

    >>> read_money("12.50"), read_money("$5"), read_money("1,000")
    (1250, 500, 100000)
    """
    plain = re.fullmatch(
        r"(-?)\$?(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?", text, re.ASCII
    )
    if plain is None:
        raise ValueError(f"amount {text!r}: write dollars and cents, such as 10 or 12.50")
    sign, whole, part = plain.groups("")
    cents = int(whole.replace(",", "")) * 100 + int(part.ljust(2, "0"))
    return -cents if sign else cents
