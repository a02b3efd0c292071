"""PR: what a dealer does when it went wrong; each beside the table doing it right, or refusing it.

The table itself never makes such a mistake, so every test shows first what is right by the rules
and then that the words lead back to it.
"""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.rules.procedure import Practice
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.views import view
from tests.rounds import UNIT, find, play
from tests.rules.dealing import practices, told


def mended(game: str, practice: str, *noticed: str, paytable: int | None = None) -> Practice:
    """What a dealer of a game does about a mistake that is noticed at certain steps."""
    found = practices(game, paytable=paytable)[practice]
    assert set(noticed) <= set(found.at)
    assert found.kind == "irregularity"
    assert not found.signal
    return found


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_mistake_leads_to_the_floor_supervisor_and_to_no_caption(game: str) -> None:
    for one in find(game).practice:
        if one.kind == "irregularity":
            assert "floor supervisor" in one.does, one.id
    mistakes = {one.id for one in find(game).practice if one.kind == "irregularity"}
    round_ = play(game, "8s 9h 8d 7c Ts Td Kh", "split stand stand")
    words = [word for caption in told(game, round_) for word in caption.practice.split()]
    marks = {word.strip(",;") for word in words}
    assert not marks & mistakes


# Any game


def test_PR_35_what_was_cased_is_the_wager() -> None:
    round_ = play("blackjack", "Ts")
    assert "closed" in round_.why_not(act.PlaceWagers(1, "player 1", {"main": 2 * UNIT}))
    assert "taken up" in round_.why_not(act.WithdrawWagers(1))
    late = mended("blackjack", "PR-35", "deal-player")
    assert "what was cased is the wager" in late.does
    assert late.is_custom


def test_PR_36_a_card_nobody_asked_for_stays_where_it_fell() -> None:
    round_ = play("blackjack", "Ts 9h 4d 9d")
    assert round_.table.want == Want.DECISION  # no hand gets a card before it asks
    assert not round_.table.wants_card
    exposed = mended("blackjack", "PR-36", "draw", "dealer-draw")
    assert "Leave the card where it fell and deal no other" in exposed.does
    assert set(exposed.at) >= {"draw", "dealer-draw"}


def test_PR_37_nobody_is_told_what_a_hole_card_is() -> None:
    round_ = play("blackjack", "Ts 9h 4d 9d")
    assert view(round_.table, "player 1").dealer.cards == ["9h", "??"]
    assert "without a word about what it is" in mended("blackjack", "PR-37", "deal-hole").does


def test_PR_38_insurance_comes_before_the_look_or_not_at_all() -> None:
    round_ = play("blackjack", "Ts Ah 4d 9d", "decline")
    order = round_.order(ev.InsuranceOffered, ev.DealerPeeked)
    assert order == ["InsuranceOffered", "DealerPeeked"]
    forgotten = mended("blackjack", "PR-38", "peek", "peek-natural")
    assert "If the hole card was not looked at, offer insurance now" in forgotten.does
    assert "PR-38" not in practices("mulligan-21", {"insurance": False})


def test_PR_39_a_dealer_natural_takes_what_was_staked_at_the_deal_and_no_more() -> None:
    round_ = play("blackjack", "6s Th 5d Ac")  # an 11 that would have been doubled
    assert round_.over()
    assert round_.net() == -UNIT
    late = mended("blackjack", "PR-39", "turn-hole")
    assert "only what was staked at the deal" in late.does
    assert "for doubles and splits, go back" in late.does
    assert "PR-39" not in practices("blackjack", {"peek": False})  # there every stake loses (BJ-5)


def test_PR_40_a_double_or_split_is_for_exactly_as_much() -> None:
    doubled = play("blackjack", "6s 9h 5d 7c Td", "double", main=1700)
    assert [event.cents for event in doubled.of(ev.HandDoubled)] == [1700]
    split = play("blackjack", "8s 9h 8d 7c", "split", main=1700)
    assert [event.cents for event in split.of(ev.HandSplit)] == [1700]
    unequal = mended("blackjack", "PR-40", "double", "split")
    assert unequal.does.startswith("Before a card is dealt have it made right")
    assert unequal.says == "The wager must be equal."


def test_PR_41_the_dealer_s_hand_is_the_one_the_rules_make() -> None:
    stood = play("blackjack", "Ts 9h 9d 8d", "stand")
    assert not stood.of(ev.DealerDrew)  # a hard 17 draws no card
    drawn = play("blackjack", "Ts 6h 9d Ad 4c", "stand")
    assert len(drawn.of(ev.DealerDrew)) == 1  # soft 17 draws, and stands on 21
    wrong = mended("blackjack", "PR-41", "dealer-draw", "dealer-stands")
    assert "a card too many is taken off" in wrong.does
    assert "a card too few is drawn" in wrong.does
    assert "Pay and take nothing" in wrong.does


def test_PR_42_PR_43_a_payout_is_mended_while_the_cards_lie_and_not_by_the_dealer_after() -> None:
    round_ = play("lucky-stiff", "As 9h Kd 9c", bets={"lucky-stiff": 500})
    steps = [caption.step for caption in told("lucky-stiff", round_)]
    before, after = (
        mended("lucky-stiff", "PR-42", "pay-hand", "pay-bet"),
        mended("lucky-stiff", "PR-43", "collect-cards"),
    )
    assert after.at == ("collect-cards",)
    noticed = [steps.index(step) for step in before.at if step in steps]
    assert noticed
    assert max(noticed) < steps.index("collect-cards") == len(steps) - 1
    assert "take back what was too much or add what was too little" in before.does
    assert "take no chips from a player" in after.does
    assert "laid out again from the rack" in after.does


# Replaced upcards and the bets on them


@pytest.mark.parametrize("rank", "3456")
def test_PR_44_a_3_to_6_is_replaced_before_anything_else(rank: str) -> None:
    round_ = play("half-back", f"Ts {rank}h 9c 7d 8s")
    kinds = [type(event) for event in round_.events]
    place = kinds.index(ev.HoleCardDealt)
    assert kinds[place + 1 : place + 3] == [ev.UpcardSetAside, ev.UpcardReplaced]
    missed = mended("half-back", "PR-44", "peek", "hit")
    assert "deal no card" in missed.does
    assert "If no card has left the shoe since the hole card, set the upcard aside" in missed.does
    assert missed.is_custom
    assert "rule 12" in missed.note


def test_PR_45_a_replacement_is_never_replaced() -> None:
    round_ = play("half-back", "Ts 5h 9c 7d 4s")
    assert [event.card for event in round_.of(ev.UpcardSetAside)] == [cards.parse("5h")]
    assert round_.table.state.upcard == cards.parse("4s")
    twice = mended("half-back", "PR-45", "replace-upcard")
    assert "The first replacement is the upcard, whatever it is" in twice.does
    assert twice.source == "Half Back rule 12"
    assert "house custom" in twice.note  # where the extra card goes


@pytest.mark.parametrize("rank", "A2789TJQK")
def test_PR_46_any_other_upcard_stays(rank: str) -> None:
    assert not play("half-back", f"Ts {rank}h 9c 7d").of(ev.UpcardSetAside)
    moved = mended("half-back", "PR-46", "set-aside")
    assert "The first upcard goes back on the hole card and is played" in moved.does
    assert moved.source == "Half Back rule 11"


@pytest.mark.parametrize(("new", "answers"), [("Ah", "decline"), ("Th", "")])
def test_PR_47_the_bonus_on_an_ace_or_ten_waits_for_the_look(new: str, answers: str) -> None:
    round_ = play("half-back", f"Ts 5h 9c 7d {new}", answers, bets={"upcard-bonus": 500})
    order = round_.order(ev.InsuranceClosed, ev.DealerPeeked, ev.WagerSettled)
    insured = ["InsuranceClosed"] if answers else []
    assert order == [*insured, "DealerPeeked", "WagerSettled"]
    early = mended("half-back", "PR-47", "pay-bet", "peek")
    assert "Insurance, if an ace is up, and the look come first" in early.does
    assert "taking back or adding the difference" in early.does
    assert early.source == "Half Back rule 13b"


def test_PR_48_the_first_upcard_lies_open_until_its_bets_are_settled() -> None:
    round_ = play("half-back", "Ts 5h 9c 7d 8s", bets={"upcard-bonus": 500})
    order = round_.order(ev.WagerSettled, ev.SetAsideDiscarded)
    assert order == ["WagerSettled", "SetAsideDiscarded"]
    early = mended("half-back", "PR-48", "discard-set-aside")
    assert "settle the bets with both upcards in sight, and discard it then" in early.does


# Two wagers


def test_PR_49_unequal_opening_wagers_are_refused_before_the_deal() -> None:
    table = Table(find("half-back").rules())
    with pytest.raises(IllegalAction, match="half-back"):
        table.do(act.PlaceWagers(1, "ann", {"main": 1000, "half-back": 500}))
    unequal = mended("half-back", "PR-49", "deal-player")
    assert unequal.name == "Half Back is not equal to Main, found after the deal"
    assert "neither wager is raised or cut by the dealer" in unequal.does
    assert unequal.is_custom
    assert "PR-49" not in practices("blackjack")


def test_PR_50_only_13_to_16_takes_a_wager_back_and_then_hits_or_stands() -> None:
    for second, may in (("2", False), ("3", True), ("6", True), ("7", False)):
        round_ = play("half-back", f"Ts 9h {second}c 7d")
        assert ("take-back" in round_.legal[-1]) == may
    pair = play("half-back", "8s 9h 8c 7d", "take-back")
    assert set(pair.legal[-1]) == {"hit", "stand"}  # no split, no double
    wrong = mended("half-back", "PR-50", "take-back")
    assert "13 to 16" in wrong.name
    assert "doubled or split after it" in wrong.name
    assert "the wager goes back on its spot" in wrong.does


def test_PR_51_the_first_split_takes_no_chips() -> None:
    round_ = play("half-back", "8s 9h 8d 7c 8h", "split split")
    assert [(event.cents, event.moved) for event in round_.of(ev.HandSplit)] == [
        (0, True),
        (UNIT, False),
    ]
    charged = mended("half-back", "PR-51", "free-split")
    assert charged.does.startswith("Return the new chips and move Half Back behind the second card")
    assert charged.source == "Half Back rule 17"


# Burned cards, naturals first, a total that pushes


def test_PR_52_a_ten_is_not_burned_nor_a_card_of_the_deal() -> None:
    drawn = play("mulligan-21", "2s 9h 3c 9d Th", "hit")
    assert not drawn.of(ev.ReplacementOffered)
    assert "burn" not in drawn.legal[-1]
    dealt = play("mulligan-21", "Ks 9h Qc 9d")
    assert "burn" not in dealt.legal[-1]
    wrong = mended("mulligan-21", "PR-52", "offer-burn", "burn")
    assert "on a ten, or on one of the two dealt cards" in wrong.name
    assert "the card stays" in wrong.does
    assert "the hand's burn is not used" in wrong.does
    assert wrong.is_custom


def test_PR_53_a_hand_burns_once() -> None:
    round_ = play("mulligan-21", "2s 9h 3c 9d Kh 4c Qd", "hit burn hit")
    assert len(round_.of(ev.ReplacementOffered)) == 1  # the queen stays: 2-3-4-Q
    assert "burn" not in round_.legal[-1]
    twice = mended("mulligan-21", "PR-53", "burn")
    assert "the card burned second belongs to the hand, also where it busts it" in twice.does
    assert twice.says.startswith("One mulligan a hand")


def test_PR_54_a_burned_card_is_replaced_before_anything_else() -> None:
    round_ = play("mulligan-21", "2s 9h 3c 9d Kh", "hit burn")
    assert round_.table.want == Want.PLAYER_CARD
    assert round_.why_not(act.move(1, "stand"))
    stood = mended("mulligan-21", "PR-54", "stand")
    assert "The player may not stand without it" in stood.does
    assert stood.source == "Mulligan 21 rule 5a"


def test_PR_55_a_natural_wins_whatever_the_dealer_has() -> None:
    round_ = play("mulligan-21", "As Th Kd Ac")
    assert round_.net() == UNIT  # even money, against a dealer natural
    unpaid = mended("mulligan-21", "PR-55", "peek", "peek-natural")
    assert "It has won all the same, whatever the dealer has" in unpaid.does
    assert unpaid.source == "Mulligan 21 rule 3"


@pytest.mark.parametrize("hole", ["8", "A"])
def test_PR_56_a_17_hard_or_soft_ends_the_hand_and_every_wager_stays(hole: str) -> None:
    up = "9" if hole == "8" else "6"
    round_ = play("mulligan-21", f"Ts {up}h Qc {hole}d", "stand", bets={})
    assert not round_.of(ev.DealerDrew)
    assert round_.net() == 0  # 20 pushes
    moved = mended("mulligan-21", "PR-56", "dealer-draw", "dealer-pushes")
    assert "The hand ended there: cards drawn after it are taken off" in moved.does
    assert "Every wager of a hand that has not bust goes back" in moved.does
    assert moved.source == "Mulligan 21 rule 6"


def test_PR_61_after_a_replacement_a_hand_does_what_the_table_lets_it() -> None:
    """M21-R1, M21-R7: hit or stand; by the other reading everything its cards allow."""
    # 8-8 is split, the king of the first hand is replaced by a 3: 11
    round_ = play("mulligan-21", "8s 9h 8d 7c Kh 3c", "split burn")
    bound = not {"double", "split"} & set(round_.legal[-1])
    assert ("PR-61" in practices("mulligan-21")) == bound
    words = next(one for one in find("mulligan-21").practice if one.id == "PR-61")
    assert "After the replacement the hand may hit or stand" in words.does
    assert words.source == "Mulligan 21 rule 5a"
    assert words.at == ("double", "split")


# Side bets


def test_PR_57_a_pair_paid_without_the_look_is_looked_at_while_the_chips_lie() -> None:
    bets = {"lucky-stiff": 500}
    matched = play("lucky-stiff", "7s 7h 7d 9c", bets=bets, paytable=4).net("lucky-stiff")
    plain = play("lucky-stiff", "7s 9h 7d 9c", bets=bets, paytable=4).net("lucky-stiff")
    assert (matched, plain) == (20000, 5000)  # 40 and 10 to 1: what is at stake
    unseen = mended("lucky-stiff", "PR-57", "pay-bet-look", paytable=4)
    assert "look now and add what the match pays more" in unseen.does
    assert "Once they are picked up, call the floor supervisor" in unseen.does
    assert "PR-57" not in practices("lucky-stiff")


def test_PR_58_the_first_two_cards_decide_what_is_settled_and_what_rides() -> None:
    round_ = play("lucky-stiff", "5s 7s 9s 9h 9d 7d 9c 9d", seats=3, bets={"lucky-stiff": 500})
    settled = {event.seat for event in round_.of(ev.WagerSettled) if event.bet == "lucky-stiff"}
    assert settled == {2, 3}  # 7-7 is paid and 18 collected; 5-9 rides
    wrong = mended("lucky-stiff", "PR-58", "peek", "collect-bet")
    assert "pay, push or collect what the deal decided now" in wrong.does
    assert "put a bet that rides back on its spot" in wrong.does
    assert "PR-58" not in practices("half-back")


@pytest.mark.parametrize(
    "bets", [{"tie-18": 501}, {"tie-17": 100, "tie-18": 100, "tie-20": 100, "tie-21": 100}]
)
def test_PR_59_bets_over_their_cap_are_refused_before_the_deal(bets: dict[str, int]) -> None:
    table = Table(find("blackjack-tie").rules())
    with pytest.raises(IllegalAction):
        table.do(act.PlaceWagers(1, "ann", {"main": 1000, **bets}))
    over = mended("blackjack-tie", "PR-59", "deal-player")
    assert "more than four games" in over.name
    assert "pay and take none of that seat's bets" in over.does
    assert "the hand itself is played" in over.does


def test_PR_60_a_tie_on_another_hand_than_the_first_pays_nothing() -> None:
    # 8-8 is split; the first hand makes 17, the second 18 as the dealer does
    round_ = play("blackjack-tie", "8s 9h 8d 9c 9s Ts", "split stand stand", bets={"tie-18": 500})
    assert round_.net("tie-18") == -500
    wrong = mended("blackjack-tie", "PR-60", "pay-bet-riding")
    assert "only the first hand of a split counts" in wrong.does
    assert "a second split loses all bonuses" in wrong.does
    assert "21 does not tie with blackjack" in wrong.does
    assert wrong.source == "Blackjack Tie game rules 8 and 9"
