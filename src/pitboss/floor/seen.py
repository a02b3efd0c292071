"""Events as players see them: what happened, not how the dealer's hands do it.

>>> seen(ev.CardDealt(4, 0, 51), {})
'Seat 4 gets K♠.'
>>> seen(ev.WagerSettled(4, 1, "main", "win", 1000, 2000), {"main": "Main"})
'Seat 4 hand 2, Main: $10 wins $10.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pitboss.cards import name, parse, pretty
from pitboss.rules.limits import dollars
from pitboss.table import events as ev
from pitboss.table.text import describe, who
from pitboss.table.views import Felt

_CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")
_ON_BET = re.compile(r"\b(on|off|of) ([a-z0-9-]+)$")


def seen(event: ev.Event, names: Mapping[str, str], *, busts: bool = False) -> str:
    """What happened, in a sentence; bets by the names on the felt.

    `busts` says that a card which is given up made the hand bust: nobody was asked.
    """
    if isinstance(event, ev.WagerSettled):
        line = _settled(event, names)
    elif busts and isinstance(event, ev.CardGivenUp):
        line = f"{who(event)} would bust with {name(event.card)}, so it is replaced"
    else:
        line = describe(event)
    fields = event.__struct_fields__
    if "bet" in fields:
        line = _ON_BET.sub(lambda found: f"{found[1]} {names.get(found[2], found[2])}", line)
    if "card" in fields:
        line = _CARD.sub(lambda found: pretty(parse(found[0])), line)
    return f"{line[:1].upper()}{line[1:]}."


def over_21(before: Felt, event: ev.Event) -> bool:
    """Whether a card that is given up lies in a hand that is over 21 with it."""
    if not isinstance(event, ev.CardGivenUp):
        return False
    [hands] = [seat.hands for seat in before.seats if seat.seat == event.seat]
    return hands[event.hand].total > 21


def _settled(event: ev.WagerSettled, names: Mapping[str, str]) -> str:
    hand = f" hand {event.hand + 1}" if event.hand else ""
    bet = names.get(event.bet, event.bet)
    whose = f"seat {event.seat}{hand}, {bet[:1].upper()}{bet[1:]}"
    stake, won = dollars(event.stake), event.returned - event.stake
    if won > 0:
        return f"{whose}: {stake} wins {dollars(won)}"
    if won == 0:
        return f"{whose}: {stake} comes back"
    return f"{whose}: " + (
        f"{dollars(event.returned)} of {stake} back" if event.returned else f"{stake} lost"
    )
