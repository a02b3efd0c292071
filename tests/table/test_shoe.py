"""Where cards come from: whole decks, in random order, cut, burned, shuffled, and run out."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss import cards, games
from pitboss.table import Shoe, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.shoe import Script, ShoeEmpty, deal_on, prepare


def fill_seats(table: Table, seats: int) -> None:
    for seat in range(1, seats + 1):
        table.do(act.PlaceWagers(seat, "ann", {"main": 1000}))
    table.do(act.CloseWagers())


def play_by_hitting(table: Table, shoe: Shoe | Script) -> None:
    """Hit everything below 21, to use up cards."""
    deal_on(table, shoe)
    while table.want != Want.WAGERS:
        if table.want == Want.INSURANCE:
            table.do(act.DeclineInsurance(table.insurance_seats()[0]))
        else:
            table.do(act.move(table.seat.number, "hit"))
        deal_on(table, shoe)


@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("decks", [1, 6])
def test_a_shoe_holds_every_card_of_its_decks_once_each(seed: int | None, decks: int) -> None:
    shoe = Shoe(decks, seed=seed)
    shoe.shuffle()
    drawn = Counter(shoe.draw() for _ in range(52 * decks))
    assert drawn == dict.fromkeys(range(52), decks)
    with pytest.raises(ShoeEmpty):
        shoe.draw()


def test_a_seed_gives_the_same_shoe_and_another_seed_another() -> None:
    def order(seed: int) -> list[int]:
        shoe = Shoe(6, seed=seed)
        shoe.shuffle()
        return [shoe.draw() for _ in range(312)]

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_every_card_is_equally_likely_in_every_place() -> None:
    shoe, counts, shuffles = Shoe(1, seed="uniform"), Counter[tuple[int, int]](), 20_000
    for _ in range(shuffles):
        shoe.shuffle()
        for place in range(3):
            counts[place, shoe.draw() >> 2] += 1
    expected = shuffles / 13
    for place in range(3):
        statistic = sum((counts[place, rank] - expected) ** 2 / expected for rank in range(13))
        assert statistic < 32.9  # chi-square with 12 degrees of freedom, 99.9 %


def test_a_continuous_shuffler_starts_every_round_from_a_full_shoe() -> None:
    table, shoe = (
        Table(games.find("blackjack").rules({"decks": 1})),
        Shoe(1, seed=3, continuous=True),
    )
    for _ in range(20):
        prepare(table, shoe)
        assert table.state.gone == [0] * 52
        fill_seats(table, 1)
        play_by_hitting(table, shoe)
    shuffles = [event for event in table.log if isinstance(event, ev.ShoeShuffled)]
    assert len(shuffles) == 20
    assert not any(isinstance(event, ev.TopCardBurned) for event in table.log)


def test_discards_are_reshuffled_when_the_shoe_runs_out_and_the_rounds_cards_stay_out() -> None:
    table = Table(games.find("blackjack").rules({"decks": 1}))
    shoe = Shoe(1, seed=11, penetration=0.95)
    ran_out = False
    for _ in range(40):
        prepare(table, shoe)
        fill_seats(table, 5)
        play_by_hitting(table, shoe)
    rounds: list[list[ev.Event]] = [[]]
    for event in table.log:
        if isinstance(event, ev.RoundOpened):
            rounds.append([])
        rounds[-1].append(event)
    for events in rounds:
        ran_out = ran_out or ev.ShoeShuffled(ran_out=True) in events
        used = Counter(
            event.card
            for event in events
            if isinstance(event, ev.CardDealt | ev.UpcardDealt | ev.HoleCardDealt | ev.DealerDrew)
        )
        assert max(used.values(), default=0) <= 1
    assert ran_out


def test_a_script_deals_its_cards_and_then_says_so() -> None:
    table, script = Table(games.find("blackjack").rules()), Script(cards.parse_all("Ts 9h 8c"))
    fill_seats(table, 1)
    with pytest.raises(ShoeEmpty, match="the list of 3 cards has run out"):
        deal_on(table, script)
    assert table.want == Want.HOLE_CARD


def test_a_shoe_can_go_on_without_the_cards_that_are_gone() -> None:
    gone = [0] * 52
    gone[0] = gone[1] = 1
    shoe = Shoe(1, seed=5)
    shoe.without(gone)
    assert sorted(shoe.draw() for _ in range(50)) == list(range(2, 52))
