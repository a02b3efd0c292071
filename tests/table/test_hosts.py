"""What hosts of a table need: to store its events, come back to it, and know what it asks."""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.rules.limits import House
from pitboss.table import IllegalAction, Table
from pitboss.table.actions import CloseWagers, DeclineInsurance, PlaceWagers, move
from pitboss.table.events import CardDealt, HitTaken, WagersClosed
from pitboss.table.flow import Want


def dealt(text: str = "9s 6h 6d 7c") -> Table:
    """A hand of blackjack to decide on: 9 and 6 against a 6, unless other cards are named."""
    table = Table(games.find("blackjack").rules())
    table.do(PlaceWagers(1, "ann", {"main": 1000}))
    table.do(CloseWagers())
    for card in cards.parse_all(text):
        table.deal(card)
    return table


def test_events_are_taken_once() -> None:
    table = dealt()
    assert isinstance(table.take_events()[2], WagersClosed)
    assert table.take_events() == []
    table.do(move(1, "hit"))
    table.deal(cards.parse("2c"))
    assert table.take_events() == [HitTaken(1, 0), CardDealt(1, 0, cards.parse("2c"))]


def test_a_table_that_folds_what_happened_elsewhere_goes_on_as_the_other_would() -> None:
    table = dealt()
    twin = Table(table.rules)
    twin.fold(table.take_events())
    assert twin.state.snapshot() == table.state.snapshot()
    assert (twin.want, twin.legal_names()) == (table.want, table.legal_names())
    assert twin.do(move(1, "stand")) == table.do(move(1, "stand"))


def test_a_kept_state_is_resumed_where_it_stopped() -> None:
    table = dealt()
    again = Table.resumed(table.rules, None, table.state.copy())
    assert (again.want, again.seat.number, again.legal_names()) == (
        Want.DECISION, 1, table.legal_names(),
    )  # fmt: skip
    assert again.take_events() == []


def test_other_limits_hold_from_where_they_are_set() -> None:
    table = Table(games.find("blackjack").rules())
    stricter = table.with_limits(House(minimum={"main": 2500}))
    table.verify(PlaceWagers(1, "ann", {"main": 1000}))
    with pytest.raises(IllegalAction, match=r"\$25"):
        stricter.verify(PlaceWagers(1, "ann", {"main": 1000}))


def test_a_question_is_another_one_when_it_was_answered() -> None:
    table = dealt()
    first = table.question()
    assert table.copy().question() == first
    table.do(move(1, "hit"))
    waiting = table.question()
    table.deal(cards.parse("2c"))
    assert len({first, waiting, table.question()}) == 3


def test_insurance_asks_the_same_until_everyone_has_answered() -> None:
    table = Table(games.find("blackjack").rules())
    for seat in (1, 2):
        table.do(PlaceWagers(seat, "ann", {"main": 1000}))
    table.do(CloseWagers())
    for card in cards.parse_all("9s 8s Ah 6d 7d 7c"):
        table.deal(card)
    offered = table.question()
    table.do(DeclineInsurance(1))
    assert table.question() == offered
    table.do(DeclineInsurance(2))
    assert table.question() != offered


def test_wagers_may_be_made_until_they_are_closed() -> None:
    table = Table(games.find("blackjack").rules())
    assert not table.betting
    table.do(PlaceWagers(1, "ann", {"main": 1000}))
    assert table.betting
    table.do(CloseWagers())
    assert not table.betting
