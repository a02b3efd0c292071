"""LS-1 to LS-8: the side bet on stiff hands.

Cards of one seat: first card, upcard, second card, hole card, then as drawn. Main is 1000 cents,
the side bet 500; a bet won at x to 1 nets 500x.
"""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import Round, play

BET = "lucky-stiff"
LOST = [("anything else", -500)]
STIFF_LOST = [("stiff, lost", -500)]
TABLES = (1, 2, 3, 4, 5)
PAIR = {1: 10, 2: 9, 3: 8, 4: 10, 5: 10}
MATCH = {1: 10, 2: 9, 3: 8, 4: 40, 5: 30}
NATURAL = {1: 1, 2: 1, 3: 1, 4: 0, 5: 0}
WINNER = {1: 5, 2: 5, 3: 5, 4: 5, 5: 5}
RANKS = "A23456789TJQK"


def stiff(
    cards: str,
    moves: str = "",
    *,
    table: int | None = None,
    seats: int = 1,
    options: dict[str, OptionValue] | None = None,
) -> Round:
    """A round with the side bet on every seat."""
    return play(
        "lucky-stiff", cards, moves, bets={BET: 500}, paytable=table, seats=seats, options=options
    )


def refusal(option: str, value: OptionValue) -> str:
    """The sentence a house option is refused with."""
    with pytest.raises(RulesError) as caught:
        games.find("lucky-stiff").rules({option: value})
    return str(caught.value)


# LS-1

SECTIONS = ["shoe", "wagers", "dealer", "natural", "insurance", "double", "split", "surrender"]
SECTIONS += ["mulligan", "take_back", "caps"]
OPTIONS: dict[str, tuple[list[OptionValue], OptionValue]] = {
    "decks": ([1, 2, 6, 8], 4),
    "soft17": (["hit", "stand"], "none"),
    "natural": (["3 to 2", "6 to 5", "1 to 1"], "2 to 1"),
    "double": (["any", "hard 9-11", "hard 10-11"], "none"),
    "das": ([True, False], "no"),
    "resplit-aces": ([False, True], "yes"),
    "hit-split-aces": ([False, True], "yes"),
    "pairs": (["rank", "value"], "suit"),
    "split-cards": (["in-turn", "at-once"], "later"),
    "surrender": ([False, True], "early"),
    "seats": ([7, 8, 9], 10),
}


def test_LS_1_the_bet_is_optional() -> None:
    round_ = play("lucky-stiff", "Ts 6h 2d Tc Kc", "stand")
    assert round_.settled(BET) == []
    assert round_.net() == 1000


def test_LS_1_the_bet_is_placed_with_the_main_wager_before_the_deal() -> None:
    table = Table(games.find("lucky-stiff").rules())
    with pytest.raises(IllegalAction, match="wager main is missing"):
        table.do(act.PlaceWagers(1, "ann", {BET: 500}))
    late = play("lucky-stiff", "Ts 6h 2d Tc")
    sentence = late.why_not(act.PlaceWagers(1, "player 1", {"main": 1000, BET: 500}))
    assert "wagers are closed" in sentence


@pytest.mark.parametrize("section", SECTIONS)
def test_LS_1_blackjack_itself_is_unchanged(section: str) -> None:
    base, own = games.find("blackjack"), games.find("lucky-stiff")
    assert getattr(own.rules(), section) == getattr(base.rules(), section)
    for option, (allowed, _) in OPTIONS.items():
        for value in allowed:
            chosen = {option: value}
            assert getattr(own.rules(chosen), section) == getattr(base.rules(chosen), section)


@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        ("As 7h Kd Tc", ""),
        ("8s 7h 8d Tc 3c 9c Ts", "split double stand"),
        ("Ts Ah 6d Kc", "insure"),
        ("Ts 6h 2d Ac 9c 4c", "hit"),
    ],
)
def test_LS_1_the_main_wager_goes_its_own_way_beside_the_bet(cards: str, moves: str) -> None:
    base = play("blackjack", cards, moves)
    beside = stiff(cards, moves)
    assert beside.legal == base.legal
    for bet in ("main", "insurance"):
        assert beside.settled(bet) == base.settled(bet)


def test_LS_1_insurance_covers_the_main_wager_alone() -> None:
    round_ = stiff("Ts Ah 6d 7c")
    assert round_.table.can(act.Insure(1, 500))  # half of 1000, the side bet's 500 not counted
    assert not round_.table.can(act.Insure(1, 501))


@pytest.mark.parametrize("option", OPTIONS)
def test_LS_1_the_house_has_the_options_of_blackjack_but_not_four_decks(option: str) -> None:
    allowed, wrong = OPTIONS[option]
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in allowed]
    assert refusal(option, wrong) == (
        f"lucky-stiff: option {option} = {wrong}: use {', '.join(words[:-1])} or {words[-1]}"
    )
    assert games.find("lucky-stiff").default(option) == (6 if option == "decks" else allowed[0])


def test_LS_1_says_which_rule_of_blackjack_it_changes() -> None:
    changes = {text.id: text.changes for text in games.find("lucky-stiff").texts if text.changes}
    assert changes == {"LS-1": ("BJ-1",)}  # the numbers of decks


def test_LS_1_there_are_five_pay_tables_and_the_first_is_the_default() -> None:
    game = games.find("lucky-stiff")
    assert game.paytables() == {BET: 5}
    assert game.rules().paytables == {BET: 1}
    for wrong in (0, 6):
        with pytest.raises(RulesError, match=f"pay table {BET} = {wrong}: use 1 to 5$"):
            game.rules(paytables={BET: wrong})


# LS-2


def _value(rank: str) -> int:
    return min(RANKS.index(rank) + 1, 10)


@pytest.mark.parametrize("first", RANKS)
def test_LS_2_what_two_cards_are_to_the_bet(first: str) -> None:
    for second in RANKS:
        hand = first + second
        total, soft = _value(first) + _value(second), "A" in hand
        if hand in ("66", "77", "88"):
            expected = [("stiff pair", 5000)]
        elif soft and total == 11:
            expected = [("natural", 500)]
        elif 12 <= total <= 16 and not soft:
            expected = []  # rides
        else:
            expected = LOST
        round_ = stiff(f"{first}s 9h {second}d Tc")
        assert round_.settled(BET) == expected, hand


def test_LS_2_two_aces_are_soft_and_lose() -> None:
    for upcard in ("9h", "Ah"):
        assert stiff(f"As {upcard} Ad Tc").settled(BET) == LOST


# LS-3


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("rank", "678")
def test_LS_3_a_stiff_pair_wins_at_once_and_more_if_the_upcard_matches(
    rank: str, table: int
) -> None:
    for upcard in RANKS:
        round_ = stiff(f"{rank}s {upcard}h {rank}d 5c", table=table)
        if upcard == rank:
            assert round_.settled(BET) == [("stiff pair, dealer matches", 500 * MATCH[table])]
        else:
            assert round_.settled(BET) == [("stiff pair", 500 * PAIR[table])]
        assert not round_.over()


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("rank", "A23459TJQK")
def test_LS_3_other_pairs_are_no_stiff_pairs_even_when_the_upcard_matches(
    rank: str, table: int
) -> None:
    for upcard in (rank, "8", "7", "6"):
        assert stiff(f"{rank}s {upcard}h {rank}d 5c", table=table).settled(BET) == LOST


def test_LS_3_an_upcard_that_matches_one_card_only_is_no_match() -> None:
    round_ = stiff("7s 7h 6d 5c", table=4)  # 13, rides
    assert round_.settled(BET) == []


@pytest.mark.parametrize("table", TABLES)
def test_LS_3_a_stiff_pair_is_paid_against_a_dealer_natural(table: int) -> None:
    ten = stiff("8s Kh 8d Ac", table=table)
    ace = stiff("8s Ah 8d Kc", "decline", table=table)
    for round_ in (ten, ace):
        assert round_.over()
        assert round_.settled(BET) == [("stiff pair", 500 * PAIR[table])]
        assert round_.net("main") == -1000


def test_LS_3_what_becomes_of_a_paid_pair_does_not_matter() -> None:
    bust = stiff("8s 7h 8d Tc Kc", "hit")
    assert (bust.net(BET), bust.net("main")) == (5000, -1000)
    split = stiff("8s 7h 8d Tc Tc 9c", "split stand stand")  # 18 and 17 against 17
    assert (split.net(BET), split.net("main")) == (5000, 1000)


# LS-4


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("dealer", "moves", "main"),
    [
        ("7h Tc", "", 1500),
        ("Kh 9c", "", 1500),
        ("Kh Ac", "", 0),
        ("Ah Kc", "decline", 0),
        ("Ah Kc", "even-money", 1000),
        ("Ah 9c", "decline", 1500),
    ],
)
def test_LS_4_a_natural_is_paid_or_pushed_at_once_whatever_the_dealer_has(
    dealer: str, moves: str, main: int, table: int
) -> None:
    upcard, hole = dealer.split()
    for first, second in (("As", "Kd"), ("Ts", "Ad")):
        round_ = stiff(f"{first} {upcard} {second} {hole}", moves, table=table)
        assert round_.settled(BET) == [("natural", 500 * NATURAL[table])]
        assert round_.net("main") == main
        assert round_.of(ev.WagerSettled)[0].bet == BET


# LS-5


@pytest.mark.parametrize("table", TABLES)
def test_LS_5_an_unpaired_stiff_loses_the_bet_to_a_dealer_natural(table: int) -> None:
    for second in "23456":
        ten = stiff(f"Ts Kh {second}d Ac", table=table)
        ace = stiff(f"Ts Ah {second}d Kc", "decline", table=table)
        for round_ in (ten, ace):
            assert round_.over()
            assert round_.settled(BET) == STIFF_LOST
            assert round_.net("main") == -1000
            assert round_.order(ev.DealerPeeked, ev.WagerSettled)[0] == "DealerPeeked"


@pytest.mark.parametrize("value", [True, False])
def test_LS_8_the_house_cannot_do_without_the_peek(value: bool) -> None:
    assert "LS-8" in refusal("peek", value)
    assert games.find("lucky-stiff").rules().dealer.peeks


# LS-6

TO_17 = {"2": "5", "3": "4", "4": "3", "5": "2", "6": "A"}
"""The card that makes 17 of a ten and another."""


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("second", TO_17)
def test_LS_6_an_unpaired_stiff_wins_five_to_one_pushes_or_loses_with_the_hand(
    second: str, table: int
) -> None:
    wins = stiff(f"Ts 6h {second}d Tc Kc", "stand", table=table)  # the dealer busts with 26
    assert wins.settled(BET) == [("stiff winner", 500 * WINNER[table])]
    assert wins.net("main") == 1000
    to_17 = f"{TO_17[second]}c"
    pushes = stiff(f"Ts 7h {second}d Tc {to_17}", "hit stand", table=table)
    assert pushes.settled(BET) == [("stiff push", 0)]
    assert pushes.net("main") == 0
    loses = stiff(f"Ts 7h {second}d Tc", "stand", table=table)
    assert loses.settled(BET) == STIFF_LOST
    assert loses.net("main") == -1000


@pytest.mark.parametrize("hand", ["93", "84", "75", "94", "85", "76", "95", "86", "96", "87", "97"])
def test_LS_6_stiffs_without_a_ten_ride_as_well(hand: str) -> None:
    round_ = stiff(f"{hand[0]}s 6h {hand[1]}d Tc Kc", "stand")
    assert round_.settled(BET) == [("stiff winner", 2500)]


def test_LS_6_a_stiff_may_hit_to_win() -> None:
    round_ = stiff("Ts 9h 6d Tc 4c", "hit stand")  # 20 against 19
    assert round_.settled(BET) == [("stiff winner", 2500)]


def test_LS_6_the_bet_is_settled_after_the_dealers_hand() -> None:
    round_ = stiff("Ts 6h 6d Tc Kc", "stand")
    settled = round_.events.index(
        next(event for event in round_.of(ev.WagerSettled) if event.bet == BET)
    )
    assert settled > round_.events.index(round_.of(ev.DealerFinished)[0])


def test_LS_6_a_bust_loses_the_bet_even_if_the_dealer_busts_later() -> None:
    round_ = stiff("Ts Ts 6h 6d 6c Tc Kc Kd", "hit stand", seats=2)
    assert round_.settled(BET, seat=1) == STIFF_LOST
    assert round_.settled(BET, seat=2) == [("stiff winner", 2500)]
    first = round_.of(ev.WagerSettled)[:2]
    assert {(event.seat, event.bet) for event in first} == {(1, "main"), (1, BET)}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("drawn", "main", "event", "bet"),
    [
        ("9c", 2000, "stiff winner", 2500),  # 21 against 17; not twice 2500
        ("5c", 0, "stiff push", 0),
        ("2c", -2000, "stiff, lost", -500),
        ("Kc", -2000, "stiff, lost", -500),  # bust
    ],
)
def test_LS_6_a_doubled_stiff_settles_the_bet_once(
    drawn: str, main: int, event: str, bet: int, table: int
) -> None:
    round_ = stiff(f"Ts 7h 2d Tc {drawn}", "double", table=table)
    assert round_.net("main") == main
    assert round_.settled(BET) == [(event, bet)]
    assert round_.net(BET) == bet


def test_LS_6_insurance_lost_leaves_the_bet_riding() -> None:
    round_ = stiff("Ts Ah 6d 7c 4c", "insure hit stand")  # 20 against 18
    assert (round_.net("insurance"), round_.net("main"), round_.net(BET)) == (-500, 1000, 2500)


# LS-7


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("hand", ["65", "T7", "A5", "A2", "AA", "55", "99", "TT", "KQ", "22"])
def test_LS_7_anything_else_loses_after_the_deal_however_the_hand_ends(
    hand: str, table: int
) -> None:
    cards = f"{hand[0]}s 6h {hand[1]}d Tc"
    dealt = stiff(cards, table=table)
    assert dealt.settled(BET) == LOST
    assert dealt.table.state.felt == 1000
    won = stiff(f"{cards} Kc", "stand", table=table)  # the dealer busts
    assert (won.net("main"), won.net(BET)) == (1000, -500)


def test_LS_7_a_push_does_not_save_the_bet() -> None:
    round_ = stiff("Ts 7h 7d Tc", "stand")
    assert (round_.net("main"), round_.net(BET)) == (0, -500)
    eleven = stiff("6s 7h 5d Tc 6c", "hit stand")
    assert (eleven.net("main"), eleven.net(BET)) == (0, -500)


# LS-8


@pytest.mark.parametrize("table", TABLES)
def test_LS_8_instant_results_come_before_insurance_and_peek(table: int) -> None:
    # seat 1 a stiff pair, seat 2 a natural, seat 3 an eighteen, seat 4 a stiff that rides
    deal = "6s As 9s Ts {} 6d Kd 9d 5d 7c"
    ace = stiff(deal.format("Ah"), table=table, seats=4)
    ten = stiff(deal.format("Kh"), table=table, seats=4)
    for round_, first in ((ace, ev.InsuranceOffered), (ten, ev.DealerPeeked)):
        position = next(i for i, event in enumerate(round_.events) if isinstance(event, first))
        before = [event for event in round_.events[:position] if isinstance(event, ev.WagerSettled)]
        # all that is paid or pushed first, though seat 3 is the first to be looked at (PR-8)
        assert [(event.seat, event.event) for event in before] == [
            (2, "natural"),
            (1, "stiff pair"),
            (3, "anything else"),
        ]
        assert {event.bet for event in before} == {BET}
        assert round_.settled(BET, seat=4) == []


def test_LS_8_winners_and_losers_of_the_played_out_hands_are_settled_in_the_house_manner() -> None:
    # two stiffs that stand; the dealer's 16 draws a four: seat 2 loses, seat 1 has hit to 21
    round_ = stiff("Ts Ts 9h 6d 6d 7c 5c 4c", "hit stand", seats=2)
    settled = [
        (event.seat, event.event) for event in round_.of(ev.WagerSettled) if event.bet == BET
    ]
    assert settled == [(2, "stiff, lost"), (1, "stiff winner")]  # last seat first (PR-8)
