"""Habits in sentences: what is done, and what to do instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.practice.positions import INSURANCE, Cell, move_words
from pitboss.rules.chart import UPCARDS, parse_hand
from pitboss.rules.spoken import both, numbers_spoken, sentence

UP_WORDS = {"A": "an ace", "T": "a ten", "8": "an 8"}


def habit_words(cells: Sequence[Cell], moved: str, best: str) -> tuple[str, str]:
    """What is done in these cells, and what is right there.

    >>> habit_words([Cell("play", "soft 18", "9")], "stand", "hit")
    ('You stand on soft 18 against a 9', 'Hit instead.')
    """
    does, instead = move_words(moved), sentence(move_words(best))
    if cells[0].table == INSURANCE:
        return f"You {does} on an ace", f"{instead} instead."
    after = f", {cells[0].after}," if cells[0].after else ""
    hands = both(_hands({cell.hand for cell in cells}))
    return f"You {does} on {hands}{after} against {_ups(cells)}", f"{instead} instead."


def times_made(moved: str, after: str, often: int) -> str:
    """How often a move was made.

    >>> times_made("hit", "", 2), times_made("stand", "first", 1)
    ('hit 2 times', 'stand once, first')
    """
    times = "once" if often == 1 else f"{often} times"
    return f"{move_words(moved)} {times}{f', {after}' if after else ''}"


def not_as_usual(best: str, usual: str) -> str:
    """What to do where the cards, or what is open, make another move right than the chart's.

    >>> not_as_usual("stand", "hit")
    'Stand, with the cards you had; the chart’s move here is hit.'
    """
    return (
        f"{sentence(move_words(best))}, with the cards you had; the chart’s move here is "
        f"{move_words(usual)}."
    )


def _hands(hands: Iterable[str]) -> list[str]:
    """Rows of a chart in words; totals that follow each other in one."""
    totals: dict[str, list[int]] = {}
    others: list[str] = []
    for hand in sorted(hands):
        section, row = parse_hand(hand)
        if section in ("hard", "soft"):
            totals.setdefault(section, []).append(int(row))
        elif section == "pairs":
            others.append(f"a pair of {_plural(row)}")
        else:
            before, _, card = row.partition(" + ")
            others.append(f"a {card} drawn to {before}")
    return [f"{kind} {numbers_spoken(found)}" for kind, found in totals.items()] + others


def _plural(card: str) -> str:
    return {"A": "aces", "T": "tens"}.get(card, f"{card}s")


def _ups(cells: Iterable[Cell]) -> str:
    places = sorted({UPCARDS.index(cell.up) for cell in cells})
    if len(places) == 1:
        up = UPCARDS[places[0]]
        return UP_WORDS.get(up, f"a {up}")
    if len(places) > 2 and places[-1] - places[0] == len(places) - 1:
        return f"{_up(places[0])} to {_up(places[-1])}"
    return both(_up(place) for place in places)


def _up(place: int) -> str:
    return {"A": "ace", "T": "10"}.get(UPCARDS[place], UPCARDS[place])
