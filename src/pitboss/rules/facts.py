"""Facts a bet's pay table can ask about, each with a small set of numbered values.

An engine keeps, for every fact, the set of values still possible as a bit mask. An event's
condition is a mask of allowed values. If every possible value is allowed the condition holds, if
none is it fails, otherwise it is not yet determined. That is how a bet is settled as soon as the
cards decide it, in any game, by one rule.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from pitboss.cards import RANK_VALUE
from pitboss.rules import hands
from pitboss.rules.grammar import Ties
from pitboss.rules.vocabulary import When


class Fact(IntEnum):
    """Index of each fact in a vector of possible values."""

    ORIGINAL_UPCARD = 0
    UPCARD = 1
    REPLACED = 2
    DEALER_NATURAL = 3
    DEALER_SUITED = 4
    PLAYER = 5
    PLAYER_SUITED = 6
    PAIR = 7
    MATCHES_UPCARD = 8
    RESULT = 9
    TIE = 10
    DOUBLED = 11
    SPLIT_21 = 12
    GIVEN_UP = 13


NO_PAIR = 13
LOSE, WIN = 0, 2
NO_TIE, TIE_NATURAL = 0, Ties.NATURAL
NO_SPLIT_21, OF_ACES, OF_TENS = 0, 1, 2
"""Values of `Fact.SPLIT_21`: whether two cards make 21 after a split, and of which pair."""

SIZES = (13, 13, 2, 2, 2, hands.STATES, 2, 14, 2, 3, 23, 2, 3, 2)
UNKNOWN = tuple((1 << size) - 1 for size in SIZES)
"""Every value of every fact still possible."""

NO, YES, EITHER = 1, 2, 3
"""Sets of values of a fact that is a yes or no."""


_OF_PLAY = UNKNOWN[Fact.RESULT :]
"""Facts that only play decides."""


_TWO_CARDS = tuple(
    tuple(1 << hands.hand_state((value, other)) for other in RANK_VALUE) for value in RANK_VALUE
)
"""The player's hand by the ranks of the first two cards; a table asks at every step of a round."""


@lru_cache(maxsize=1 << 15)  # asked at every step of a round
def facts_of_deal(
    original: int | None, upcard: int, first: int, second: int, suited: int = EITHER
) -> tuple[int, ...]:
    """What is known of a seat's deal before the dealer looks and anyone plays.

    Cards are ranks; `original` is the upcard that was replaced, if one was. `suited` is the set of
    what may be true of the seat's two cards sharing a suit.
    """
    pair = first if first == second else NO_PAIR
    return (
        1 << (upcard if original is None else original),
        1 << upcard,
        NO if original is None else YES,
        EITHER,
        EITHER,
        _TWO_CARDS[first][second],
        suited,
        1 << pair,
        YES if pair == upcard else NO,
        *_OF_PLAY,
    )


Condition = tuple[int, int]
"""(fact, mask of values that satisfy it)"""


def conditions(when: When) -> tuple[Condition, ...]:
    """The facts an event asks for, as masks."""
    masks: list[Condition] = []
    for fact, ranks in ((Fact.ORIGINAL_UPCARD, when.original_upcard), (Fact.UPCARD, when.upcard)):
        if ranks is not None:
            masks.append((fact, ranks.mask))
    if when.pair is not None:
        masks.append((Fact.PAIR, when.pair.mask or 1 << NO_PAIR))
    if when.player is not None:
        masks.append((Fact.PLAYER, sum(1 << state for state in when.player.states)))
    if when.player_natural is not None:
        natural = 1 << hands.SOFT_21
        masks.append(
            (Fact.PLAYER, natural if when.player_natural else UNKNOWN[Fact.PLAYER] ^ natural)
        )
    switches = (
        (Fact.REPLACED, when.replaced),
        (Fact.DEALER_NATURAL, when.dealer_natural),
        (Fact.DEALER_SUITED, when.dealer_suited),
        (Fact.PLAYER_SUITED, when.player_suited),
        (Fact.MATCHES_UPCARD, when.matches_upcard),
        (Fact.DOUBLED, when.doubled),
    )
    masks += [(fact, 2 if on else 1) for fact, on in switches if on is not None]
    if when.result is not None:
        masks.append((Fact.RESULT, 1 << ("lose", "push", "win").index(when.result)))
    if when.tie is not None:
        masks.append((Fact.TIE, when.tie.mask))
    if when.split_21 != "any":
        counts = {"none": 0, "aces": 1 << OF_ACES, "tens": 1 << OF_TENS}[when.split_21]
        masks.append((Fact.SPLIT_21, 1 << NO_SPLIT_21 | counts))
    merged: dict[int, int] = {}
    for asked, mask in masks:
        merged[int(asked)] = merged.get(int(asked), ~0) & mask
    return tuple(sorted(merged.items()))
