"""When a shoe is spent, what is burned from it, and who deals on."""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.table import Shoe, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.shoe import Script, ShoeEmpty, deal_on, prepare


def blackjack() -> Table:
    return Table(games.find("blackjack").rules({"decks": 1}))


def staked(table: Table) -> Table:
    table.do(act.PlaceWagers(1, "ann", {"main": 1000}))
    table.do(act.CloseWagers())
    return table


@pytest.mark.parametrize(("decks", "penetration", "last"), [(1, 0.5, 26), (6, 0.75, 234)])
def test_a_shoe_is_spent_when_the_cut_card_is_reached(
    decks: int, penetration: float, last: int
) -> None:
    shoe = Shoe(decks, seed=1, penetration=penetration)
    assert shoe.spent  # never shuffled yet
    shoe.shuffle()
    for _ in range(last - 1):
        shoe.draw()
    assert not shoe.spent
    shoe.draw()
    assert shoe.spent
    shoe.shuffle()
    assert not shoe.spent


@pytest.mark.parametrize("burn", [0, 1, 3])
def test_a_spent_shoe_is_shuffled_and_its_top_cards_burned_before_a_round(burn: int) -> None:
    table, shoe = blackjack(), Shoe(1, seed=1, burn=burn)
    prepare(table, shoe)
    assert [type(event) for event in table.log] == [ev.ShoeShuffled] + [ev.TopCardBurned] * burn
    assert shoe.position == sum(table.state.gone) == burn
    prepare(table, shoe)  # not spent any more
    assert len(table.log) == 1 + burn


def test_a_continuous_shuffler_burns_nothing() -> None:
    table, shoe = blackjack(), Shoe(1, seed=1, continuous=True)
    for rounds in (1, 2):
        prepare(table, shoe)
        assert table.log == [ev.ShoeShuffled()] * rounds


def test_a_round_under_way_is_not_disturbed() -> None:
    table, shoe = staked(blackjack()), Shoe(1, seed=1)
    before = len(table.log)
    prepare(table, shoe)
    assert len(table.log) == before


def test_cards_are_dealt_until_a_person_is_asked() -> None:
    table, script = staked(blackjack()), Script(cards.parse_all("Ts 9h 7d 8c 2d"))
    deal_on(table, script)
    assert (table.want, script.position) == (Want.DECISION, 4)
    table.do(act.move(1, "hit"))
    deal_on(table, script)
    assert (table.want, script.position) == (Want.DECISION, 5)
    table.do(act.move(1, "hit"))
    with pytest.raises(ShoeEmpty, match="the list of 5 cards has run out"):
        deal_on(table, script)


def test_a_script_is_never_spent_and_burns_nothing() -> None:
    table, script = blackjack(), Script(cards.parse_all("Ts"))
    prepare(table, script)
    assert table.log == []
    assert (script.spent, script.burn, script.draw()) == (False, 0, cards.parse("Ts"))
    with pytest.raises(ShoeEmpty):
        script.draw()


def test_a_shoe_without_cards_that_are_gone_goes_on_with_the_others() -> None:
    gone = [0] * 52
    gone[5], gone[51] = 1, 1
    shoe = Shoe(1, seed=3)
    shoe.without(gone)
    left = [shoe.draw() for _ in range(50)]
    assert sorted([*left, 5, 51]) == list(range(52))
    with pytest.raises(ShoeEmpty, match="the shoe is empty"):
        shoe.draw()


def test_all_cards_but_the_round_s_come_back_when_the_shoe_runs_out() -> None:
    shoe = Shoe(1, seed=3)
    shoe.shuffle()
    drawn = [shoe.draw() for _ in range(52)]
    shoe.reshuffle(drawn[-4:])
    again = [shoe.draw() for _ in range(48)]
    assert sorted(again) == sorted(drawn[:-4])
    with pytest.raises(ShoeEmpty):
        shoe.draw()
    shoe.shuffle()
    assert sorted(shoe.draw() for _ in range(52)) == list(range(52))
