"""Half Back: the dealer's upcard is replaced, the Upcard Bonus is settled, insurance and peek."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.cards import RANKS, parse, parse_all
from pitboss.rules import RulesError
from pitboss.rules.compile import compile_rules
from pitboss.rules.facts import UNKNOWN, Fact
from pitboss.rules.game import OptionValue
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.views import view
from tests.rounds import Round, play

BONUS = 500
"""The Upcard Bonus wager: $5."""

WEAK = ("3", "4", "5", "6")
OTHERS = ("A", "2", "7", "8", "9", "T", "J", "Q", "K")
TENS = ("T", "J", "Q", "K")

PAYS = {
    "suited natural": (40, 20, 20, 12, 15, 20),
    "unsuited natural": (15, 20, 20, 12, 15, 20),
    "ace up, no natural": (8, 8, 8, 6, 4, 4),
    "ten-value up, no natural": (3, 3, 4, 4, 4, 3),
    "7, 8 or 9 up": (1, 1, 0, 2, 2, 2),
}
"""To one on tables 1 to 6; 0 is the push of table 3."""

COURSE = {
    ev.UpcardSetAside: "set aside",
    ev.UpcardReplaced: "replaced",
    ev.InsuranceOffered: "offered",
    ev.InsuranceTaken: "insured",
    ev.InsuranceDeclined: "declined",
    ev.InsuranceClosed: "closed",
    ev.DealerPeeked: "peek",
    ev.HoleCardTurned: "turned",
    ev.SetAsideDiscarded: "discarded",
    ev.HandStood: "stood",
    ev.RoundClosed: "end",
}


def deal(upcard: str, hole: str, replacement: str = "", drawn: str = "") -> str:
    """Cards of a round in which the only seat has T-8."""
    return f"Ts {upcard} 8h {hole} {replacement} {drawn}"


def bonus(cards: str, moves: str = "", table: int = 1) -> Round:
    return play("half-back", cards, moves, bets={"upcard-bonus": BONUS}, paytable=table)


def course(round_: Round) -> list[str]:
    """What happened from the upcard on, a settled wager by its name."""
    return [
        event.bet if isinstance(event, ev.WagerSettled) else COURSE[type(event)]
        for event in round_.events
        if isinstance(event, ev.WagerSettled) or type(event) in COURSE
    ]


# HB-3: replacement


@pytest.mark.parametrize("rank", WEAK)
def test_HB_3_a_3_4_5_or_6_is_set_aside_and_the_next_card_is_the_upcard(rank: str) -> None:
    round_ = play("half-back", deal(f"{rank}h", "Kc", "7d"))
    assert [event.card for event in round_.of(ev.UpcardSetAside)] == [parse(f"{rank}h")]
    assert [event.card for event in round_.of(ev.UpcardReplaced)] == [parse("7d")]
    assert round_.table.state.upcard == parse("7d")


@pytest.mark.parametrize("rank", OTHERS)
def test_HB_3_no_other_upcard_is_replaced(rank: str) -> None:
    round_ = play("half-back", deal(f"{rank}h", "8c"))
    assert not round_.of(ev.UpcardSetAside)
    assert not round_.table.wants_card
    assert round_.table.state.upcard == parse(f"{rank}h")


@pytest.mark.parametrize("rank", WEAK)
def test_HB_3_a_replacement_is_never_replaced(rank: str) -> None:
    round_ = play("half-back", deal("4h", "Kc", f"{rank}d"))
    assert len(round_.of(ev.UpcardSetAside)) == len(round_.of(ev.UpcardReplaced)) == 1
    assert round_.table.state.upcard == parse(f"{rank}d")
    assert round_.legal == [("stand", "hit")]


def test_HB_3_the_hole_card_is_kept_and_the_set_aside_card_does_not_count() -> None:
    # 7 over K is 17 and stands; with the 5 it would be 22, with a new hole card something else.
    round_ = play("half-back", deal("5h", "Kc", "7d"), "stand")
    assert [event.card for event in round_.of(ev.HoleCardTurned)] == [parse("Kc")]
    assert [event.total for event in round_.of(ev.DealerFinished)] == [17]
    assert round_.net() == 2 * 1000


def test_HB_3_the_set_aside_card_is_discarded_and_stays_out_of_the_shoe() -> None:
    # Five hearts of five with the players, the sixth of six decks set aside: none is left.
    round_ = play("half-back", "5h 5h 5h 5h 5h 5h 2c 9c 8d", seats=3)
    assert [event.card for event in round_.of(ev.SetAsideDiscarded)] == [parse("5h")]
    round_.table.do(act.move(1, "hit"))
    assert "all 6 of this shoe are out" in round_.why_not(act.DealCard(parse("5h")))
    assert round_.table.can(act.DealCard(parse("5d")))


def test_HB_3_the_replacement_cannot_be_a_card_that_was_set_aside_as_the_last_of_its_kind() -> None:
    round_ = play("half-back", "5h 5h 5h 5h 5h 5h 2c 9c", seats=3)
    assert "all 6 of this shoe are out" in round_.why_not(act.DealCard(parse("5h")))
    assert round_.table.can(act.DealCard(parse("5c")))


def test_HB_3_the_set_aside_card_lies_on_the_felt_until_the_bonuses_are_settled() -> None:
    before = play("half-back", deal("5h", "9c", "Ad"))
    assert view(before.table).dealer.set_aside == "5h"
    after = play("half-back", deal("5h", "9c", "Ad"), "decline")
    assert view(after.table).dealer.set_aside is None


def test_HB_3_the_set_aside_card_stays_out_when_the_shoe_runs_out_in_the_same_round() -> None:
    round_ = play("half-back", deal("5h", "9c", "Ad"), "decline hit")
    assert round_.table.wants_card
    round_.table.do(act.Shuffle(ran_out=True))
    assert round_.table.state.gone[parse("5h")] == 1
    assert sum(round_.table.state.gone) == len(parse_all("Ts 5h 9c Ad 8h"))


# HB-4: the pay tables

EVENTS = [
    ("suited natural", "Kd", "Ad"),
    ("suited natural", "Ad", "Kd"),
    ("unsuited natural", "Kc", "Ad"),
    ("unsuited natural", "Ac", "Kd"),
    ("ace up, no natural", "9c", "Ad"),
    ("ace up, no natural", "Ac", "Ad"),
    ("ten-value up, no natural", "7c", "Td"),
    ("ten-value up, no natural", "7c", "Jd"),
    ("ten-value up, no natural", "7c", "Qd"),
    ("ten-value up, no natural", "Kc", "Kd"),
    ("7, 8 or 9 up", "Tc", "7d"),
    ("7, 8 or 9 up", "9c", "8d"),
    ("7, 8 or 9 up", "8c", "9d"),
]


@pytest.mark.parametrize("table", range(1, 7))
@pytest.mark.parametrize(("event", "hole", "replacement"), EVENTS)
def test_HB_4_the_upcard_bonus_pays_by_its_table(
    event: str, hole: str, replacement: str, table: int
) -> None:
    moves = "decline" if replacement[0] == "A" else ""
    round_ = bonus(deal("5h", hole, replacement), moves, table)
    won = PAYS[event][table - 1] * BONUS
    assert round_.settled("upcard-bonus") == [(event, won)]
    assert round_.net("upcard-bonus") == won


@pytest.mark.parametrize("table", range(1, 7))
@pytest.mark.parametrize("rank", ["2", *WEAK])
def test_HB_4_a_replacement_of_2_to_6_loses_the_bonus_at_once(rank: str, table: int) -> None:
    round_ = bonus(deal("5h", "Kc", f"{rank}d"), table=table)
    assert [net for _, net in round_.settled("upcard-bonus")] == [-BONUS]
    assert round_.legal == [("stand", "hit")]


@pytest.mark.parametrize("table", range(1, 7))
@pytest.mark.parametrize("rank", OTHERS)
def test_HB_4_an_upcard_that_is_not_replaced_loses_the_bonus_at_once(rank: str, table: int) -> None:
    hole = {"A": "Kh", "T": "Ah"}.get(rank, "8c")  # a natural without replacement pays nothing
    moves = "decline" if rank == "A" else ""
    round_ = bonus(deal(f"{rank}h", hole), moves, table)
    assert [net for _, net in round_.settled("upcard-bonus")] == [-BONUS]
    assert course(round_)[0] == "upcard-bonus"


@pytest.mark.parametrize("rank", WEAK)
def test_HB_4_every_replaced_upcard_makes_the_bonus_pay(rank: str) -> None:
    round_ = bonus(deal(f"{rank}h", "Tc", "8d"))
    assert round_.settled("upcard-bonus") == [("7, 8 or 9 up", 1 * BONUS)]


def test_HB_4_there_are_six_pay_tables_and_the_first_is_the_default() -> None:
    game = games.find("half-back")
    assert game.paytables() == {"upcard-bonus": 6}
    assert game.rules().paytables == {"upcard-bonus": 1}
    for table in (0, 7):
        with pytest.raises(RulesError, match=f"upcard-bonus = {table}: use 1 to 6"):
            game.rules(paytables={"upcard-bonus": table})


def test_HB_4_every_seat_with_a_bonus_is_paid() -> None:
    cards = "Ts 9s 5h 8h 9h 7c Kd"
    round_ = play("half-back", cards, bets={"upcard-bonus": 300}, seats=2)
    assert [round_.net("upcard-bonus", seat) for seat in (1, 2)] == [3 * 300, 3 * 300]


# HB-4: the order of events for each kind of replacement


@pytest.mark.parametrize("rank", ["2", *WEAK, "7", "8", "9"])
def test_HB_4_on_2_to_9_the_bonus_is_settled_then_the_card_discarded_then_play(rank: str) -> None:
    round_ = bonus(deal("3h", "Kc", f"{rank}d"))
    assert course(round_) == ["set aside", "replaced", "upcard-bonus", "discarded"]
    assert round_.legal == [("stand", "hit")]


@pytest.mark.parametrize("rank", TENS)
def test_HB_4_on_a_ten_value_card_the_dealer_peeks_before_the_bonus_is_settled(rank: str) -> None:
    round_ = bonus(deal("3h", "8c", f"{rank}d"), "stand")
    assert course(round_) == [
        "set aside", "replaced", "peek", "upcard-bonus", "discarded",
        "stood", "turned", "main", "half-back", "end",
    ]  # fmt: skip


def test_HB_4_on_a_ten_value_card_with_a_natural_the_wagers_are_settled_last() -> None:
    round_ = bonus(deal("3h", "Ac", "Qd"))
    assert course(round_) == [
        "set aside", "replaced", "peek", "turned", "upcard-bonus", "discarded",
        "main", "half-back", "end",
    ]  # fmt: skip


def test_HB_4_on_an_ace_insurance_and_peek_come_before_the_bonus_is_settled() -> None:
    round_ = bonus(deal("3h", "9c", "Ad"), "insure stand")
    assert course(round_) == [
        "set aside", "replaced", "offered", "insured", "closed", "peek", "upcard-bonus",
        "discarded", "insurance", "stood", "turned", "main", "half-back", "end",
    ]  # fmt: skip


def test_HB_4_on_an_ace_with_a_natural_insurance_is_settled_after_the_discard() -> None:
    round_ = bonus(deal("3h", "Kc", "Ad"), "insure")
    assert course(round_) == [
        "set aside", "replaced", "offered", "insured", "closed", "peek", "turned",
        "upcard-bonus", "discarded", "insurance", "main", "half-back", "end",
    ]  # fmt: skip


def test_HB_4_the_bonus_stays_open_while_insurance_is_offered_on_a_replacement_ace() -> None:
    round_ = bonus(deal("3h", "Kc", "Ad"))
    assert round_.settled("upcard-bonus") == []
    assert round_.legal == [("insure", "decline")]


def test_HB_4_without_a_bonus_wager_the_set_aside_card_is_discarded_all_the_same() -> None:
    round_ = play("half-back", deal("3h", "9c", "Ad"), "decline")
    assert course(round_) == [
        "set aside", "replaced", "offered", "declined", "closed", "peek", "discarded",
    ]  # fmt: skip


# HB-5: insurance and peek


@pytest.mark.parametrize(("up", "new"), [("Ah", ""), ("4h", "Ah")])
def test_HB_5_insurance_is_offered_on_an_original_and_a_replacement_ace(up: str, new: str) -> None:
    round_ = play("half-back", deal(up, "9c", new))
    assert round_.legal == [("insure", "decline")]
    assert round_.order(ev.InsuranceOffered, ev.DealerPeeked) == ["InsuranceOffered"]


@pytest.mark.parametrize("rank", ["2", "7", "8", "9", *TENS])
@pytest.mark.parametrize("original", ["", "4h"])
def test_HB_5_insurance_is_offered_on_no_other_card(rank: str, original: str) -> None:
    cards = deal(original or f"{rank}d", "8c", f"{rank}d" if original else "")
    round_ = play("half-back", cards)
    assert not round_.of(ev.InsuranceOffered)
    assert round_.legal == [("stand", "hit")]


@pytest.mark.parametrize("rank", ["A", *TENS])
@pytest.mark.parametrize("original", ["", "6h"])
@pytest.mark.parametrize("natural", [False, True])
def test_HB_5_the_dealer_peeks_under_an_ace_or_ten(rank: str, original: str, natural: bool) -> None:
    hole = {False: "8c", True: "Kc" if rank == "A" else "Ac"}[natural]
    cards = deal(original or f"{rank}d", hole, f"{rank}d" if original else "")
    round_ = play("half-back", cards, "decline" if rank == "A" else "")
    assert [event.natural for event in round_.of(ev.DealerPeeked)] == [natural]
    assert round_.over() == natural


@pytest.mark.parametrize("rank", ["2", "7", "8", "9"])
def test_HB_5_the_dealer_does_not_peek_under_other_cards(rank: str) -> None:
    for cards in (deal(f"{rank}d", "Ac"), deal("5h", "Ac", f"{rank}d")):
        assert not play("half-back", cards).of(ev.DealerPeeked)


def test_HB_5_a_set_aside_card_is_not_what_the_dealer_peeks_with() -> None:
    # The hole card is an ace, the first upcard a 3: only the replacement decides.
    assert not play("half-back", deal("3h", "Ac", "9d")).over()
    assert play("half-back", deal("3h", "Ac", "Jd")).over()


@pytest.mark.parametrize(("up", "new"), [("Ah", ""), ("4h", "Ah")])
def test_HB_5_insurance_pays_2_to_1_and_covers_both_wagers(up: str, new: str) -> None:
    # $10 insured wins $20; Main and Half Back lose $10 each: even.
    round_ = play("half-back", deal(up, "Kc", new), "insure")
    assert round_.settled("insurance") == [("dealer natural", 2 * 1000)]
    assert (round_.net("main"), round_.net("half-back"), round_.net()) == (-1000, -1000, 0)


@pytest.mark.parametrize(("up", "new"), [("Ah", ""), ("4h", "Ah")])
def test_HB_5_insurance_is_lost_without_a_natural_and_the_hand_goes_on(up: str, new: str) -> None:
    round_ = play("half-back", deal(up, "6c", new, "Td"), "insure:600 stand")  # dealer A-6-T: 17
    assert round_.settled("insurance") == [("no natural", -600)]
    assert round_.net() == -600 + 2 * 1000


def test_HB_5_a_house_may_not_leave_out_insurance_or_the_peek() -> None:
    game = games.find("half-back")
    with pytest.raises(RulesError, match=r"insurance.*refused.*offer insurance \(HB-5\)"):
        game.rules({"insurance": False})
    with pytest.raises(RulesError, match=r"peek.*refused.*check for blackjack \(HB-5\)"):
        game.rules({"peek": False})


# Rulings


@pytest.mark.parametrize("ten", TENS)
def test_HB_R3_a_natural_is_either_order_and_suited_means_one_suit(ten: str) -> None:
    for suit, event, pays in (("d", "suited natural", 40), ("s", "unsuited natural", 15)):
        ace_over = bonus(deal("6h", f"{ten}{suit}", "Ad"), "decline")
        ten_over = bonus(deal("6h", f"A{suit}", f"{ten}d"))
        assert ace_over.settled("upcard-bonus") == [(event, pays * BONUS)]
        assert ten_over.settled("upcard-bonus") == [(event, pays * BONUS)]


@pytest.mark.parametrize("suit", ["c", "d", "h", "s"])
def test_HB_R3_the_suit_of_the_set_aside_card_does_not_matter(suit: str) -> None:
    round_ = bonus(deal(f"6{suit}", "Ad", "Kd"))
    assert round_.settled("upcard-bonus") == [("suited natural", 40 * BONUS)]


@pytest.mark.parametrize("rank", OTHERS)
def test_HB_R8_the_bonus_is_collected_when_no_upcard_was_replaced(rank: str) -> None:
    round_ = bonus(deal(f"{rank}h", "7c"))
    assert course(round_)[0] == "upcard-bonus"  # before insurance and peek
    assert round_.net("upcard-bonus") == -BONUS
    assert round_.table.state.felt == 2 * 1000


@pytest.mark.parametrize("paytable", range(1, 7))
def test_HB_R8_read_otherwise_the_bonus_is_handed_back_where_nothing_was_replaced(
    paytable: int,
) -> None:
    game = games.find("half-back")
    assert game.rules({"HB-R8": "ruled"}) == game.rules()
    bets: dict[str, int] = {"upcard-bonus": 500}
    other: dict[str, OptionValue] = {"HB-R8": "other"}
    kept = play("half-back", "Ts 9h 8h 8d", "stand", bets=bets, options=other, paytable=paytable)
    assert kept.settled("upcard-bonus") == [("not replaced", 0)]
    # a replaced upcard is settled as ever: a 2 in its place loses
    lost = play("half-back", "Ts 5h 8h 8d 2c", "", bets=bets, options=other, paytable=paytable)
    assert lost.settled("upcard-bonus") == [("anything else", -500)]


@pytest.mark.parametrize("up", RANKS)
def test_HB_R3_read_otherwise_only_an_ace_over_a_ten_is_a_natural_for_the_bonus(up: str) -> None:
    tables = compile_rules(games.find("half-back").rules({"HB-R3": "other"}))
    natural = {"suited natural", "unsuited natural"}
    for replaced in (1, 2):
        for dealer in (1, 2):
            for suited in (1, 2):
                facts = list(UNKNOWN)
                facts[Fact.REPLACED], facts[Fact.DEALER_NATURAL] = replaced, dealer
                facts[Fact.UPCARD], facts[Fact.DEALER_SUITED] = 1 << RANKS.index(up), suited
                found = tables.bets[0].decided(facts)
                assert found is not None
                if up == "A" and replaced == dealer == 2:
                    assert found.name == ("suited natural" if suited == 2 else "unsuited natural")
                else:
                    assert found.name not in natural
