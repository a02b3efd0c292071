"""PR: the dealing procedure, as captions and as the order of events."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.limits import House
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.narrator import Caption, Narrator
from tests.rounds import Round, play


def captions(game: str, round_: Round) -> list[Caption]:
    definition = games.find(game)
    narrator = Narrator(definition, round_.table.rules)
    return [narrator.tell(event) for event in round_.events]


def steps(game: str, round_: Round) -> list[str]:
    return [caption.step for caption in captions(game, round_)]


def test_PR_1_wagers_are_cased_before_the_first_card_and_nothing_moves_after() -> None:
    round_ = play("blackjack", "Ts")
    told = captions("blackjack", round_)
    assert [caption.step for caption in told] == [
        "open-round",
        "place",
        "case-wagers",
        "deal-player",
    ]
    assert told[2].says == "No more bets."
    assert "no player touches a wager" in told[2].does
    more = act.PlaceWagers(1, "player 1", {"main": 2000})
    assert "wagers are closed" in round_.why_not(more)
    assert "cannot be taken up" in round_.why_not(act.WithdrawWagers(1))


def test_PR_2_replaced_upcard_slides_right_then_new_upcard_then_discard_after_the_bonuses() -> None:
    round_ = play("half-back", "Ts 5h 9c 7d 8s", bets={"upcard-bonus": 500})
    told = captions("half-back", round_)
    at = [caption.step for caption in told].index("set-aside")
    assert [caption.step for caption in told[at:]] == [
        "set-aside",
        "replace-upcard",
        "pay-bet",
        "discard-set-aside",
    ]
    assert "six inches to the right of the hole card" in told[at].does
    assert "on top of the hole card" in told[at + 1].does
    assert "face down" in told[at + 3].does
    assert "5♥" in told[at + 3].does


def test_PR_3_upcard_bonus_winnings_are_pushed_back_before_play_goes_on() -> None:
    round_ = play("half-back", "Ts 5h 9c 7d 8s", "stand", bets={"upcard-bonus": 500})
    order = steps("half-back", round_)
    assert order.index("pay-bet") < order.index("stand")
    paid = next(caption for caption in captions("half-back", round_) if caption.step == "pay-bet")
    assert "push wager and payout back" in paid.does
    assert "$5" in paid.does  # 8 up pays 1 to 1 on table 1


def test_PR_4_lucky_stiff_pays_and_collects_before_insurance_and_peek() -> None:
    # seat 1 a stiff pair, seat 2 a natural, seat 3 nothing; ace up
    round_ = play(
        "lucky-stiff",
        "8s As Ts Ah 8d Kd 9c Kc",
        "decline decline decline",
        seats=3,
        bets={"lucky-stiff": 500},
        options={"soft17": "hit"},
    )
    order = steps("lucky-stiff", round_)
    settled = [
        (event.seat, event.event)
        for event in round_.of(ev.WagerSettled)
        if event.bet == "lucky-stiff"
    ]
    assert settled == [(2, "natural"), (1, "stiff pair"), (3, "anything else")]
    assert max(
        i for i, step in enumerate(order) if step in ("pay-bet", "collect-bet")
    ) < order.index("offer-insurance")
    assert order.index("offer-insurance") < order.index("peek-natural")


def test_PR_4_of_two_seats_the_one_that_wins_is_paid_before_the_other_is_collected() -> None:
    round_ = play("lucky-stiff", "8s Ts 9h 8d 9c 7c", "hit", seats=2, bets={"lucky-stiff": 500})
    settled = [
        (event.seat, event.event)
        for event in round_.of(ev.WagerSettled)
        if event.bet == "lucky-stiff"
    ]
    assert settled == [(1, "stiff pair"), (2, "anything else")]


def test_PR_5_a_burn_is_offered_signalled_and_the_replacement_stands() -> None:
    round_ = play("mulligan-21", "2s 9h 5c 9d Kh 6c", "hit burn")
    told = captions("mulligan-21", round_)
    order = [caption.step for caption in told]
    at = order.index("offer-burn")
    assert order[at : at + 3] == ["offer-burn", "burn", "draw"]
    assert "signal" in told[at].does
    assert told[at].says == "Mulligan?"
    assert "burn the K♥" in told[at + 1].does
    assert "new card stays" in told[at + 1].says


def test_PR_5_a_card_that_busts_the_hand_is_burned_without_a_signal() -> None:
    round_ = play("mulligan-21", "Ts 9h 5c 9d Kh 6c", "hit")
    told = captions("mulligan-21", round_)
    order = [caption.step for caption in told]
    at = order.index("burn-unasked")
    assert order[at - 1 : at + 2] == ["draw", "burn-unasked", "draw"]
    assert "The K♥ would bust seat 1: no signal is needed" in told[at].does
    assert "new card stays" in told[at].says


def test_PR_6_a_dealer_17_is_announced_as_a_push_and_no_wager_moves() -> None:
    round_ = play("mulligan-21", "Ts 9h Tc 8d", "stand")
    told = captions("mulligan-21", round_)
    push = next(caption for caption in told if caption.step == "dealer-pushes")
    assert "push" in push.says
    assert [caption.step for caption in told[-2:]] == ["push-hand", "collect-cards"]


def test_PR_6_an_ordinary_17_is_not_announced_as_a_push() -> None:
    round_ = play("blackjack", "Ts 9h Tc 8d", "stand")
    assert "dealer-pushes" not in steps("blackjack", round_)


def test_PR_7_a_bust_is_collected_and_racked_at_once_before_the_next_seat_acts() -> None:
    round_ = play("blackjack", "Ts 9h 7d 6c 8s 9d Kh", "hit", seats=2)
    order = steps("blackjack", round_)
    at = order.index("bust")
    assert order[at + 1] == "collect-hand"
    bust = captions("blackjack", round_)[at]
    assert "face down in the discard rack" in bust.does
    assert round_.table.seat.number == 2
    assert "hit" in round_.legal[-1]


def test_PR_8_wagers_are_taken_and_paid_from_the_last_seat_to_the_first() -> None:
    round_ = play("blackjack", "Ts 9h 8d 7c Kd Kh Kc Ts", "stand stand stand", seats=3)
    assert [event.seat for event in round_.of(ev.WagerSettled)] == [3, 2, 1]


def test_PR_8_bonuses_too_are_settled_from_the_last_seat_to_the_first() -> None:
    round_ = play("half-back", "Ts 9h 8d 9c Kd Kh Kc Ts", seats=3, bets={"upcard-bonus": 100})
    settled = [event.seat for event in round_.of(ev.WagerSettled) if event.bet == "upcard-bonus"]
    assert settled == [3, 2, 1]


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_event_has_a_step_with_words(game: str) -> None:
    round_ = play(game, "8s 9h 8d 7c Ts Td Kh", "split stand stand")
    for caption in captions(game, round_):
        assert caption.does
        assert "{" not in caption.does + caption.says


def test_a_game_without_words_of_its_own_gets_the_generic_ones() -> None:
    round_ = play("half-back", "Ts 5h 9c 7d 8s")
    generic = Narrator(games.find("blackjack"), round_.table.rules)
    told = [generic.tell(event) for event in round_.events]
    assert told[-2].does == "Deal 8♠ as the new upcard over the hole card."


def test_insurance_that_only_gets_its_stake_back_by_rounding_is_still_paid() -> None:
    house = House(round_to=1000, round_for="house")
    round_ = play("blackjack", "Ts Ah 9c Kd", "insure:250", house=house)
    assert round_.net("insurance") == 0  # 2 to 1 on $2.50 is $5, rounded down to nothing
    assert "pay-insurance" in steps("blackjack", round_)


def test_a_dealer_natural_is_announced_as_blackjack() -> None:
    round_ = play("blackjack", "Ts Kh 9c Ad")
    turned = next(c for c in captions("blackjack", round_) if c.step == "turn-hole")
    assert turned.says == "Dealer has blackjack."
