"""Cards that end a hand at once, whatever the dealer makes; here on courses with such an ending."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from pitboss import cards, games
from pitboss.rules import hands
from pitboss.rules.course import LIVE, Ending, Terms
from pitboss.rules.moves import Move
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.choices import choices_of
from pitboss.table.state import apply_with


def five_cards(pays: tuple[int, int]) -> Ending:
    return Ending(name="five cards", states=(0, 0, 0, 0, 0, LIVE), pays=pays)


def table_with(ending: Ending, game: str = "blackjack") -> Table:
    """A table where a hand on any terms has this ending."""
    table = Table(games.find(game).rules())
    return on_terms(
        table, [replace(terms, endings=(ending,)) for terms in table.tables.course.terms]
    )


def on_terms(table: Table, terms: Sequence[Terms]) -> Table:
    course = replace(table.tables.course, terms=tuple(terms))
    table.tables = replace(table.tables, course=course)
    table.choices = choices_of(table.tables)
    table._apply = apply_with(table.choices)
    return table


def play(table: Table, dealt: str, moves: str = "", **bets: int) -> Table:
    """Ann stakes $10 on main and whatever more; cards and moves come as the table asks for them."""
    wagers = {"main": 1000} | {bet.replace("_", "-"): cents for bet, cents in bets.items()}
    table.do(act.PlaceWagers(1, "ann", wagers))
    table.do(act.CloseWagers())
    deck, script = cards.parse_all(dealt), moves.split()
    while deck or script:
        if table.wants_card:
            table.deal(deck.pop(0))
        else:
            table.do(act.move(1, script.pop(0)))
    return table


def settled(table: Table) -> list[tuple[str, str, int]]:
    return [
        (event.bet, event.event, event.returned)
        for event in table.log
        if isinstance(event, ev.WagerSettled)
    ]


@pytest.mark.parametrize(
    ("pays", "returned", "result"),
    [((1, 1), 2000, 1), ((3, 2), 2500, 1), ((0, 1), 1000, 0), ((-1, 1), 0, -1)],
    ids=["won", "won 3 to 2", "pushed", "lost"],
)
def test_a_hand_is_settled_when_its_fifth_card_comes(
    pays: tuple[int, int], returned: int, result: int
) -> None:
    table = play(table_with(five_cards(pays)), "2s Th 3s 9h 2d 2c 4d", "hit hit hit")
    ended = [event for event in table.log if isinstance(event, ev.HandEnded)]
    assert ended == [ev.HandEnded(1, 0, "five cards", result)]
    assert settled(table) == [("main", "five cards", returned)]
    assert table.log[-1] == ev.RoundClosed(1)
    hand = table.state.seats[0].hands[0]
    assert (hand.done, hand.settled, hand.ended, hand.result) == (True, True, "five cards", result)
    assert not [event for event in table.log if isinstance(event, ev.DealerDrew)]


def test_the_cards_count_and_not_the_total() -> None:
    table = play(table_with(five_cards((1, 1))), "2s Th 3s 9h 2d 2c", "hit hit")
    assert table.legal_names() == ["stand", "hit"]  # four cards
    bust = play(table_with(five_cards((1, 1))), "2s Th 3s 9h 4d Tc 9d", "hit hit hit")
    assert settled(bust) == [("main", "bust", 0)]  # 28 with five cards


def test_six_cards_are_five_or_more() -> None:
    ending = five_cards((1, 1))
    table = table_with(ending)
    two = hands.hard(12)
    assert table.choices.ending(0, two, 4) is None
    assert table.choices.ending(0, two, 5) == ending
    assert table.choices.ending(0, two, 9) == ending
    assert table.choices.ending(0, hands.hard(22), 5) is None


def test_a_natural_is_a_natural_even_where_two_cards_of_21_end_a_hand() -> None:
    ending = Ending(name="21", states=(0, 0, 1 << hands.SOFT_21), pays=(1, 1))
    assert settled(play(table_with(ending), "As 9h Ks 9d")) == [("main", "natural", 2500)]


def test_the_last_number_of_cards_named_is_for_hands_of_more_too() -> None:
    ending = Ending(name="21", states=(0, 0, 1 << hands.SOFT_21), pays=(1, 1))
    table = play(table_with(ending), "As 9h 5s 9d 5d", "hit")
    assert settled(table) == [("main", "21", 2000)]


def test_a_bet_that_rides_on_the_first_hand_is_settled_with_it() -> None:
    """Hard 12 to 16 that wins: Lucky Stiff pays 5 to 1 as soon as the hand has won."""
    table = table_with(Ending(name="three", states=(0, 0, 0, LIVE), pays=(1, 1)), "lucky-stiff")
    play(table, "Ts 9h 4s 9d 2d", "hit", lucky_stiff=500)
    assert settled(table) == [("main", "three", 2000), ("lucky-stiff", "stiff winner", 3000)]
    kinds = [type(event) for event in table.log]
    last_settled = len(kinds) - 1 - kinds[::-1].index(ev.WagerSettled)
    assert last_settled < kinds.index(ev.HoleCardTurned)


@pytest.mark.parametrize(
    ("pays", "main", "stiff"),
    [
        ((-1, 2), 500, ("stiff, lost", 0)),
        ((0, 1), 1000, ("stiff push", 500)),
    ],
    ids=["half is given up", "everything comes back"],
)
def test_a_move_that_ends_a_hand_decides_what_rides_on_it(
    pays: tuple[int, int], main: int, stiff: tuple[str, int]
) -> None:
    table = Table(games.find("lucky-stiff").rules({"surrender": True}))
    opening, *others = table.tables.course.terms
    edges = [
        replace(edge, pays=pays) if edge.move == Move.SURRENDER else edge for edge in opening.edges
    ]
    on_terms(table, [replace(opening, edges=tuple(edges)), *others])
    play(table, "Ts 9h 6s 9d", "surrender", lucky_stiff=500)
    assert settled(table) == [("main", "surrender", main), ("lucky-stiff", *stiff)]
