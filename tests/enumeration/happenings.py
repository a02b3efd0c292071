"""What happened in a course of a round, in the words the case files use."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import CARD_VALUE
from pitboss.table import Table
from pitboss.table import events as ev

HANDS = {2: "split", 3: "three hands", 4: "four hands", 5: "five hands"}
FIRST_FACE = 10
"""The rank from which cards are faces."""
UNNAMED = {
    ev.CardDealt, ev.DealerDrew, ev.DealerFinished, ev.HoleCardTurned, ev.ReplacementOffered,
    ev.RoundClosed,
}  # fmt: skip
"""Events of every round that `happenings` has no words for: they need not be asked about."""


def happenings(table: Table, event: ev.Event) -> Iterator[str]:
    """What an event is called; the table is as it is now, a little later in the course."""
    match event:
        case ev.HandSplit():
            hands = table.state.seats[0].hands
            yield HANDS[len(hands)]
            card = hands[event.hand].cards[0]
            if CARD_VALUE[card] == 1:
                yield "aces split"
            if card >> 2 >= FIRST_FACE:
                yield "faces split"
            if len({hand.cards[0] >> 2 for hand in hands}) > 1:
                yield "ranks split"
        case ev.HandDoubled():
            yield "double"
            if len(table.state.seats[0].hands[event.hand].cards) > 3:
                yield "doubled again"
            if table.choices.terms[table.state.seats[0].hands[event.hand].terms].split:
                yield "double after split"
        case ev.HitTaken():
            yield "hit"
            terms = table.choices.terms[table.state.seats[0].hands[event.hand].terms]
            if terms.split and CARD_VALUE[table.state.seats[0].hands[event.hand].cards[0]] == 1:
                yield "split ace hit"
        case ev.HandStood(total=21):
            hand = table.state.seats[0].hands[event.hand]
            if table.choices.terms[hand.terms].split and len(hand.cards) == 2:
                ace = CARD_VALUE[hand.cards[0]] == 1
                yield "split ace with a ten" if ace else "split ten with an ace"
        case ev.CardGivenUp():
            hand = table.state.seats[0].hands[event.hand]
            yield "burn"
            if len(hand.cards) == 1:
                yield (
                    "second card burned" if table.choices.terms[hand.terms].split
                    else "dealt card burned"
                )  # fmt: skip
            if table.choices.terms[hand.terms].doubled:
                yield "double card burned"
        case ev.CardKept():
            yield "keep"
        case ev.HandGivenUp():
            yield "surrender"
        case ev.HandEnded():
            yield event.event
        case ev.WagerReturned():
            yield "take back"
            if len(table.state.seats[0].hands) > 1:
                yield "take back after split"
        case ev.UpcardReplaced():
            yield "replaced upcard"
        case ev.WagerSettled() if event.event in ("natural", "natural push", "dealer natural"):
            yield event.event
        case ev.WagerSettled() if event.bet not in table.tables.opening:
            yield f"{event.bet}: {event.event}"
        case _:
            return
