"""Cards as small integers: card = 4 × rank + suit, rank 0 (ace) to 12 (king).

>>> name(parse("Kh")), pretty(parse("10s")), value(parse("Qd"))
('Kh', '10♠', 10)
"""

from __future__ import annotations

from pitboss.bad_input import BadInput

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"

RANK_VALUE = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""Value of each rank, an ace counted as one; `rules.hands` knows when it counts eleven."""

CARD_VALUE = tuple(RANK_VALUE[card >> 2] for card in range(52))
NAMES = tuple(RANKS[card >> 2] + SUITS[card & 3] for card in range(52))
DECK = tuple(range(52))

_BY_NAME = {name: card for card, name in enumerate(NAMES)}


class CardError(BadInput, ValueError):
    """A text that names no card."""


def parse(text: str) -> int:
    """The card a person typed: rank then suit, in either case, 10 or T, letters or suit signs.

    >>> parse("as"), parse("10♥"), parse("2C")
    (3, 38, 4)
    """
    word = text.strip()
    rank, suit = word[:-1].upper().replace("10", "T"), word[-1:].lower()
    if suit and suit in SUIT_SIGNS:
        suit = SUITS[SUIT_SIGNS.index(suit)]
    card = _BY_NAME.get(rank + suit)
    if card is None:
        raise CardError(
            f"card {text!r}: a card is a rank (A 2 3 4 5 6 7 8 9 T J Q K) "
            "and a suit (c d h s), for example Kh"
        )
    return card


def parse_all(text: str) -> list[int]:
    """Cards separated by spaces or commas.

    >>> [name(card) for card in parse_all("As, Kd 5c")]
    ['As', 'Kd', '5c']
    """
    return [parse(word) for word in text.replace(",", " ").split()]


def name(card: int) -> str:
    """The plain name used in files and on the wire, such as ``Kh``."""
    return NAMES[card]


def pretty(card: int) -> str:
    """The name with its suit sign, such as ``K♥``; a ten is ``10♥``, as on the card."""
    return RANKS[card >> 2].replace("T", "10") + SUIT_SIGNS[card & 3]


def rank(card: int) -> int:
    """Rank index 0 (ace) to 12 (king)."""
    return card >> 2


def value(card: int) -> int:
    """Blackjack value, an ace counted as one."""
    return CARD_VALUE[card]
