"""Actions of the wrong seat, with the wrong hand or at the wrong time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss import cards
from pitboss.table import actions as act
from tests.bad_input.situations import (
    Case,
    asked,
    betting,
    check,
    dealer_drawing,
    dealing,
    deciding,
    drawing,
    empty,
    insuring,
    natural_paid,
    offered,
    over,
    refused,
    six_to_five,
    stake,
    taken_back,
)
from tests.rounds import Round, play

SEATS: list[Case] = [
    (empty, stake(0, main=1000), "seat = 0: use 1 to 7"),
    (empty, stake(8, main=1000), "seat = 8: use 1 to 7"),
    (empty, stake(-1, main=1000), "seat = -1: use 1 to 7"),
    (empty, stake(1.0, main=1000), "seat = 1.0: use 1 to 7"),
    (empty, stake(True, main=1000), "seat = True: use 1 to 7"),
    (empty, stake("1", main=1000), "seat = '1': use 1 to 7"),
    (empty, stake(None, main=1000), "seat = None: use 1 to 7"),
    (lambda: empty(options={"seats": 9}), stake(10, main=1000), "seat = 10: use 1 to 9"),
    (empty, stake(1, "", main=1000), "player = '': give the player a name"),
    (empty, stake(1, "  ", main=1000), "player = '  ': give the player a name"),
    (empty, stake(1, None, main=1000), "player = None: give the player a name"),
    (betting, stake(1, "bob", main=1000), "seat 1: it is ann's in this round"),
    (betting, act.WithdrawWagers(2), "seat = 2: nothing is staked there; seats with wagers: 1"),
    (deciding, act.move(2, "stand"), "seat = 2: it is not that seat's turn; seat 1 acts"),
    (deciding, act.move(3, "stand"), "seat = 3: it is not that seat's turn; seat 1 acts"),
    (deciding, act.move(0, "hit"), "seat = 0: it is not that seat's turn; seat 1 acts"),
    (deciding, act.move("1", "hit"),  # type: ignore[arg-type]
     "seat = '1': it is not that seat's turn; seat 1 acts"),
    (deciding, act.move(True, "hit"), "seat = True: it is not that seat's turn; seat 1 acts"),
    (deciding, act.move(1.0, "hit"),  # type: ignore[arg-type]
     "seat = 1.0: it is not that seat's turn; seat 1 acts"),
    (insuring, act.Insure(True, 100), "seat = True: insurance is open to seats 1, 2"),
    (insuring, act.Insure(1.0, 100),  # type: ignore[arg-type]
     "seat = 1.0: insurance is open to seats 1, 2"),
    (insuring, act.DeclineInsurance(True), "seat = True: insurance is open to seats 1, 2"),
    (insuring, act.TakeEvenMoney(True), "seat = True: insurance is open to seats 1, 2"),
    (insuring, act.Insure(3, 100), "seat = 3: insurance is open to seats 1, 2"),
    (insuring, act.DeclineInsurance(0), "seat = 0: insurance is open to seats 1, 2"),
    (insuring, act.TakeEvenMoney(7), "seat = 7: insurance is open to seats 1, 2"),
    (asked, act.DeclineInsurance(1), "seat = 1: insurance is open to seats 2"),
    (asked, act.TakeEvenMoney(1), "seat = 1: insurance is open to seats 2"),
    (natural_paid, act.Insure(1, 100), "seat = 1: insurance is open to seats 2"),
    (natural_paid, act.TakeEvenMoney(1), "seat = 1: insurance is open to seats 2"),
]  # fmt: skip


INSURANCE: list[Case] = [
    (insuring, act.Insure(1, 501),
     "seat 1: insurance = $5.01: use whole cents above zero, up to $5"),
    (insuring, act.Insure(2, 501),
     "seat 2: insurance = $5.01: use whole cents above zero, up to $5"),
    (insuring, act.Insure(1, 0),
     "seat 1: insurance = $0: use whole cents above zero, up to $5"),
    (insuring, act.Insure(1, -1),
     "seat 1: insurance = -$0.01: use whole cents above zero, up to $5"),
    (insuring, act.Insure(1, 2.5),  # type: ignore[arg-type]
     "seat 1: insurance = 2.5: use whole cents above zero, up to $5"),
    (insuring, act.Insure(1, True),
     "seat 1: insurance = True: use whole cents above zero, up to $5"),
    (insuring, act.Insure(1, "5"),  # type: ignore[arg-type]
     "seat 1: insurance = '5': use whole cents above zero, up to $5"),
    (insuring, act.TakeEvenMoney(2), "seat 2: even money is for a natural that pays 3 to 2"),
    (six_to_five, act.TakeEvenMoney(1), "seat 1: even money is for a natural that pays 3 to 2"),
]  # fmt: skip


MOVES: list[Case] = [
    (deciding, act.move(1, "split"),
     "seat 1: split is not allowed with this hand; use stand, hit or double"),
    (deciding, act.move(1, "surrender"),
     "seat 1: surrender is not allowed with this hand; use stand, hit or double"),
    (deciding, act.move(1, "take-back"),
     "seat 1: take-back is not allowed with this hand; use stand, hit or double"),
    (deciding, act.move(1, "burn"),
     "seat 1: burn is not allowed with this hand; use stand, hit or double"),
    (deciding, act.move(1, "keep"),
     "seat 1: keep is not allowed with this hand; use stand, hit or double"),
    (offered, act.move(1, "stand"),
     "seat 1: stand is not allowed with this hand; use burn or keep"),
    (offered, act.move(1, "hit"),
     "seat 1: hit is not allowed with this hand; use burn or keep"),
    (taken_back, act.move(1, "double"),
     "seat 1: double is not allowed with this hand; use stand or hit"),
    (taken_back, act.move(1, "take-back"),
     "seat 1: take-back is not allowed with this hand; use stand or hit"),
    (deciding, act.Action(), "Action() is no action of a table"),
    (deciding, act.MakeMove(1, 3), "seat 1: 3 is not allowed with this hand; "),
]  # fmt: skip


PHASES: list[Case] = [
    (empty, act.CloseWagers(), "the deal cannot start: at least one seat must have a wager"),
    (over, act.CloseWagers(), "the deal cannot start: at least one seat must have a wager"),
    (dealing, stake(2, "bob", main=1000), "seat 2: wagers are closed until this round is over"),
    (deciding, stake(1, "player 1", main=2000), "seat 1: wagers are closed until this round is"),
    (insuring, stake(3, "bob", main=1000), "seat 3: wagers are closed until this round is over"),
    (empty, act.move(1, "hit"), "seat 1: hit is not possible now; the table waits for wagers"),
    (betting, act.move(1, "stand"),
     "seat 1: stand is not possible now; the table waits for wagers"),
    (dealing, act.move(1, "double"),
     "seat 1: double is not possible now; the table waits for a card"),
    (drawing, act.move(1, "stand"),
     "seat 1: stand is not possible now; the table waits for a card"),
    (insuring, act.move(1, "hit"),
     "seat 1: hit is not possible now; the table waits for insurance from seats [1, 2]"),
    (dealer_drawing, act.move(1, "hit"),
     "seat 1: hit is not possible now; the table waits for a card"),
    (over, act.move(1, "hit"), "seat 1: hit is not possible now; the table waits for wagers"),
    (betting, act.Insure(1, 500),
     "seat = 1: insurance is open to no seat now; the table waits for wagers"),
    (deciding, act.Insure(1, 500),
     "seat = 1: insurance is open to no seat now; the table waits for seat 1 to decide"),
    (dealing, act.DeclineInsurance(1),
     "seat = 1: insurance is open to no seat now; the table waits for a card"),
    (deciding, act.TakeEvenMoney(1),
     "seat = 1: insurance is open to no seat now; the table waits for seat 1 to decide"),
    (betting, act.TellPeek(False),
     "peek: the dealer has nothing to look at; the table waits for wagers"),
    (deciding, act.TellPeek(True),
     "peek: the dealer has nothing to look at; the table waits for seat 1 to decide"),
    (insuring, act.TellPeek(True),
     "peek: the dealer has nothing to look at; the table waits for insurance from seats [1, 2]"),
    (empty, act.Shuffle(ran_out=True),
     "shuffle, ran_out = True: do it only in the middle of a round"),
    (betting, act.Shuffle(ran_out=True),
     "shuffle, ran_out = True: do it only in the middle of a round"),
    (dealing, act.Shuffle(), "shuffle, ran_out = False: do it only between rounds"),
    (deciding, act.Shuffle(), "shuffle, ran_out = False: do it only between rounds"),
    (deciding, act.Shuffle(ran_out=True),
     "shuffle: no card is due now; the table waits for seat 1 to decide"),
    (insuring, act.Shuffle(ran_out=True),
     "shuffle: no card is due now; the table waits for insurance from seats [1, 2]"),
    (dealing, act.BurnTop(None),
     "card None: a top card is burned only before a shoe's first round"),
    (deciding, act.BurnTop(3), "card As: a top card is burned only before a shoe's first round"),
]  # fmt: skip


@pytest.mark.parametrize(("situation", "action", "sentence"), SEATS)
def test_the_wrong_seat_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), INSURANCE)
def test_bad_insurance_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), MOVES)
def test_a_move_the_hand_does_not_have_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), PHASES)
def test_an_action_at_the_wrong_time_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


# A round can go on after every refusal


@pytest.mark.parametrize(
    ("situation", "action"),
    [
        (betting, stake(main=40000)),
        (betting, act.WithdrawWagers(1)),
        (betting, stake(7, "bob", main=500)),
        (deciding, act.move(1, "double")),
        (insuring, act.Insure(1, 500)),
        (insuring, act.Insure(2, 1)),
        (insuring, act.TakeEvenMoney(1)),
        (asked, act.DeclineInsurance(2)),
        (offered, act.move(1, "burn")),
        (taken_back, act.move(1, "hit")),
        (dealing, act.DealCard(51)),
        (drawing, act.DealCard(cards.parse("5d"))),
        (dealing, act.Shuffle(ran_out=True)),
        (over, act.Shuffle()),
        (empty, act.BurnTop(None)),
        (over, stake(1, "bob", main=500)),
    ],
)
def test_what_the_sentences_allow_is_accepted(
    situation: Callable[[], Round], action: act.Action
) -> None:
    table = situation().table
    assert table.can(action)
    log = list(table.log)
    happened = table.do(action)
    assert happened
    assert table.log == [*log, *happened]


# Half Back's other reading of insurance (HB-R5)


def half_insured() -> Round:
    """A natural against an ace where insurance is measured by Main alone."""
    return play("half-back", "Ts Ad Ah 5c", options={"HB-R5": "other"})


def test_HB_R5_the_other_reading_offers_no_even_money() -> None:
    assert play("half-back", "Ts Ad Ah 5c").legal == [("insure", "decline", "even-money")]
    round_ = half_insured()
    assert round_.legal == [("insure", "decline")]
    assert refused(round_, act.TakeEvenMoney(1)).startswith("seat 1: even money ")


def test_HB_R5_the_other_reading_insures_half_of_main() -> None:
    assert refused(half_insured(), act.Insure(1, 501)) == (
        "seat 1: insurance = $5.01: use whole cents above zero, up to $5"
    )
    assert half_insured().table.can(act.Insure(1, 500))
