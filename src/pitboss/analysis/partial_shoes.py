"""Shoes that are not full: given by rank, and large enough for the longest round."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import inf

from pitboss.cards import RANK_VALUE, RANKS
from pitboss.rules.compile import Tables
from pitboss.rules.course import given_up_by_terms
from pitboss.rules.errors import RulesError

MOST_ON_A_HAND = 30
"""Hard points a hand can end with: 20 and a ten."""
MOST_ON_THE_DEALER = 26
"""16 and a ten."""


def shoe_text(text: str) -> list[float]:
    """Cards of each rank from a text such as ``Ax24 2x24 Tx90``; ranks left out have none.

    >>> shoe_text("Ax2 Kx3")[0], shoe_text("Ax2 Kx3")[12]
    (2.0, 3.0)
    """
    counts = [0.0] * 13
    for term in text.replace(",", " ").split():
        rank, _, count = term.partition("x")
        if rank.upper() not in tuple(RANKS) or not (count.isascii() and count.isdigit()):
            raise RulesError(
                f"shoe {term!r}: write a rank, x and how many, such as Ax24; ranks are "
                + " ".join(RANKS)
            )
        counts[RANKS.index(rank.upper())] += float(count)
    return counts


def without(shoe: Sequence[float], gone: str) -> list[float]:
    """A shoe with the ranks named in a text such as ``T,T,5`` taken out."""
    counts = list(shoe)
    for rank in gone.upper().replace("10", "T").replace(",", " ").split():
        if rank not in tuple(RANKS):
            raise RulesError(f"card {rank!r}: use a rank of {' '.join(RANKS)}")
        rank_index = RANKS.index(rank)
        if counts[rank_index] < 1:
            raise RulesError(f"card {rank}: there are no more of them in the shoe")
        counts[rank_index] -= 1
    return counts


MOST_NAMED = 12
"""Cards that are gone and still named one by one."""


def cards_by_rank(shoe: Sequence[float]) -> dict[str, int]:
    """How many cards of each rank a shoe holds."""
    return {rank: int(count) for rank, count in zip(RANKS, shoe, strict=True)}


def is_full(shoe: Sequence[float], decks: int) -> bool:
    """Whether no card is gone from the decks."""
    return set(shoe) == {4.0 * decks}


def shoe_words(shoe: Sequence[float], decks: int) -> str:
    """What a shoe holds, as a person says it.

    >>> shoe_words([24.0] * 13, 6)
    '6 decks'
    >>> shoe_words([4.0] * 4 + [3.0] + [4.0] * 4 + [2.0] + [4.0] * 3, 1)
    '1 deck without 5 T T, 49 cards'
    """
    whole = f"{decks} decks" if decks > 1 else "1 deck"
    gone = [4 * decks - int(cards) for cards in shoe]
    if not any(gone):
        return whole
    cards = f"{sum(shoe):.0f} cards"
    if min(gone) >= 0 and sum(gone) <= MOST_NAMED:
        named = " ".join(
            rank for rank, count in zip(RANKS, gone, strict=True) for _ in range(count)
        )
        return f"{whole} without {named}, {cards}"
    held = " ".join(f"{rank}x{count:.0f}" for rank, count in zip(RANKS, shoe, strict=True) if count)
    return f"a shoe of {cards}: {held}"


def shoe_hash(rules_hash: str, shoe: Sequence[float]) -> str:
    """A hash of rules and of a shoe that is not full."""
    text = " ".join([rules_hash, *(f"{cards:.0f}" for cards in shoe)])
    return hashlib.sha256(text.encode()).hexdigest()


def typed_shoe(decks: int, shoe: str | None, gone: str) -> list[float] | None:
    """The shoe somebody typed, less the cards that are gone; None for a full one."""
    cards = shoe_text(shoe) if shoe else None
    return without(cards or [4.0 * decks] * 13, gone) if gone else cards


def check_shoe(
    tables: Tables, shoe: Sequence[float] | None, hands: int | None = None
) -> tuple[float, ...] | None:
    """The shoe, if no round can run out of cards; `hands` are those a seat can still make.

    None stands for a full one.
    """
    if shoe is None or list(shoe) == [4 * tables.decks] * 13:
        return None
    if len(shoe) != 13 or not all(0 <= cards < inf and cards % 1 == 0 for cards in shoe):
        raise RulesError(
            f"shoe of {len(shoe)} numbers: give 13 whole numbers, the cards of each rank "
            "from ace to king, none below 0"
        )
    points = sum(cards * RANK_VALUE[rank] for rank, cards in enumerate(shoe))
    given_up = 10 if any(given_up_by_terms(tables.course)) else 0
    needed = (hands or tables.max_hands) * (MOST_ON_A_HAND + given_up) + MOST_ON_THE_DEALER
    needed += 10 if tables.replaced else 0
    if points <= needed:
        raise RulesError(
            f"shoe of {sum(shoe):.0f} cards: its cards count {points:.0f} points and a round could "
            f"use {needed:.0f}, so it could run out of cards; use a larger one"
        )
    return tuple(float(cards) for cards in shoe)
