"""Blackjack rounds worked out by hand from the rulebook, to check the referee itself."""

import pytest

from tests.referee import Illegal
from tests.referee.script import MAIN, run


def test_three_seats_stand_hit_and_bust() -> None:
    # 20, 14 hit to 24, 15 hit to 20, against 10-7 which stands on 17.
    result, _ = run(
        "blackjack",
        "Th 9c 8d Ts Jh 5c 7c 7h Kd 5s",
        "0.0:stand 1.0:hit 2.0:hit 2.0:stand",
        wagers=[{"main": 1000}, {"main": 500}, {"main": 200}],
    )
    assert result.bets == [{"main": (1000, 2000)}, {"main": (500, 0)}, {"main": (200, 400)}]
    assert result.dealer == ["Ts", "7h"]


def test_dealer_does_not_draw_when_all_hands_are_settled() -> None:
    # A natural and a bust: the dealer's 16 stays as it is.
    result, _ = run(
        "blackjack",
        "Ah Tc 9d Kh 6c 7s Td",
        "1.0:hit",
        wagers=[{"main": 1000}, {"main": 1000}],
    )
    assert result.bets == [{"main": (1000, 2500)}, {"main": (1000, 0)}]
    assert result.dealer == ["9d", "7s"]


@pytest.mark.parametrize(
    ("soft17", "cards", "back", "dealer"),
    [
        ("hit", "Th 6d 8h As 3c", 0, 20),
        ("stand", "Th 6d 8h As", 2000, 17),
    ],
)
def test_soft_17(soft17: str, cards: str, back: int, dealer: int) -> None:
    result, _ = run("blackjack", cards, "0.0:stand", wagers=MAIN, options={"soft17": soft17})
    assert result.bets == [{"main": (1000, back)}]
    assert len(result.dealer) == (3 if dealer == 20 else 2)


def test_insurance_against_a_dealer_natural() -> None:
    # Insured for the most, insured for a part, a natural with even money, a natural that pushes.
    result, legal = run(
        "blackjack",
        "Th 9c Ad Kc As 7h 8c Ks Ac Qd",
        "0.0:insure 1.0:insure:200 2.0:even-money 3.0:decline",
        wagers=[{"main": 1000}, {"main": 1000}, {"main": 1000}, {"main": 1000}],
    )
    assert result.bets == [
        {"main": (1000, 0), "insurance": (500, 1500)},
        {"main": (1000, 0), "insurance": (200, 600)},
        {"main": (1000, 2000)},
        {"main": (1000, 1000)},
    ]
    assert legal[0] == {"insure", "decline"}
    assert legal[2] == {"insure", "even-money", "decline"}


def test_insurance_lost_and_no_even_money_at_6_to_5() -> None:
    # 6 to 5 on 1000 is 1200; the insurance of 500 is gone.
    result, legal = run(
        "blackjack",
        "Ah As Kd 9c",
        "0.0:insure",
        wagers=MAIN,
        options={"natural": "6 to 5"},
    )
    assert result.bets == [{"main": (1000, 2200), "insurance": (500, 0)}]
    assert legal == [frozenset({"insure", "decline"})]


def test_insurance_over_half_is_refused() -> None:
    for answer in ("insure:501", "insure:0", "insure:", "decline:5", "even-money"):
        with pytest.raises(Illegal):
            run("blackjack", "Th As 9d 9c", f"0.0:{answer}", wagers=MAIN)


def test_split_to_four_hands_in_turn() -> None:
    # 8-8 against a 6. First hand gets an 8 and is split again, then gets a 3 and doubles to 21;
    # second hand gets an 8 and is split (four hands now), then a T: 18; third gets an 8 which
    # cannot be split again and stands on 16; fourth gets an A: soft 19.
    # Dealer 6-T draws a 2: 18. Won 2000, push, lost, won: 4000 + 1000 + 0 + 2000.
    result, legal = run(
        "blackjack",
        "8c 6d 8d Tc 8h 3c Tc 8s Td 8c As 2c",
        "0.0:split 0.0:split 0.0:double 0.1:split 0.1:stand 0.2:stand 0.3:stand",
        wagers=MAIN,
    )
    assert result.bets == [{"main": (5000, 7000)}]
    assert "split" in legal[3]
    assert legal[5] == {"stand", "hit", "double"}
    assert all("surrender" not in moves for moves in legal)


def test_split_cards_in_turn_or_at_once() -> None:
    # The same cards: in turn the 9 is the first hand's hit, at once it goes to the second hand.
    result, _ = run(
        "blackjack",
        "8c Td 8d 8s 2h 9c Tc",
        "0.0:split 0.0:hit 0.0:stand 0.1:stand",
        wagers=MAIN,
    )
    # In turn: 8-2-9 = 19 and 8-T = 18, against T-8 = 18: won and pushed.
    assert result.bets == [{"main": (2000, 3000)}]
    result, _ = run(
        "blackjack",
        "8c Td 8d 8s 2h 9c Tc",
        "0.0:split 0.0:hit 0.0:stand 0.1:stand",
        wagers=MAIN,
        options={"split-cards": "at-once"},
    )
    # At once: 8-2-T = 20 and 8-9 = 17: won and lost.
    assert result.bets == [{"main": (2000, 2000)}]


def test_split_aces_get_one_card_and_make_no_natural() -> None:
    # A-K after a split is 21 and wins even money against 20; A-A stands on 12. No questions asked.
    result, _ = run("blackjack", "Ac Td Ad Ts Kc Ah", "0.0:split", wagers=MAIN)
    assert result.bets == [{"main": (2000, 2000)}]


def test_resplit_aces_only() -> None:
    # A-A, split; A again, split; 5: 16; 9: 20; K: 21. Dealer 20: lost, push, won.
    result, legal = run(
        "blackjack",
        "Ac Td Ad Ts Ah 5c 9c Kc",
        "0.0:split 0.0:split",
        wagers=MAIN,
        options={"resplit-aces": True},
    )
    assert result.bets == [{"main": (3000, 3000)}]
    assert legal[1] == {"stand", "split"}


def test_hit_split_aces_may_double_but_not_resplit() -> None:
    # A-A is doubled with a 9: 21. The other ace takes a 5 and a 4: 20. Dealer T-9.
    result, legal = run(
        "blackjack",
        "Ac Td Ad 9s Ah 9c 5c 4c",
        "0.0:split 0.0:double 0.1:hit 0.1:stand",
        wagers=MAIN,
        options={"hit-split-aces": True},
    )
    assert result.bets == [{"main": (3000, 6000)}]
    assert legal[1] == {"stand", "hit", "double"}


def test_double_limits() -> None:
    hard: dict[str, object] = {"double": "hard 10-11", "das": False}
    _, legal = run("blackjack", "5c Td 4d Ts", "0.0:stand", wagers=MAIN, options=hard)
    assert legal == [frozenset({"stand", "hit"})]
    _, legal = run("blackjack", "6c Td 4d Ts", "0.0:stand", wagers=MAIN, options=hard)
    assert legal == [frozenset({"stand", "hit", "double"})]
    hard["double"] = "hard 9-11"
    _, legal = run("blackjack", "Ac Td 9d Ts", "0.0:stand", wagers=MAIN, options=hard)
    assert legal == [frozenset({"stand", "hit"})]
    _, legal = run(
        "blackjack",
        "5c Td 5d Ts 6c 6d",
        "0.0:split 0.0:stand 0.1:stand",
        wagers=MAIN,
        options=hard,
    )
    assert legal[1:] == [frozenset({"stand", "hit"})] * 2


def test_pairs_by_rank_or_value() -> None:
    _, legal = run("blackjack", "Kc 9d Qd Ts", "0.0:stand", wagers=MAIN)
    assert "split" not in legal[0]
    _, legal = run("blackjack", "Kc 9d Qd Ts", "0.0:stand", wagers=MAIN, options={"pairs": "value"})
    assert "split" in legal[0]


def test_surrender_is_the_first_decision_only() -> None:
    result, legal = run(
        "blackjack",
        "Tc 5c Td 6d 2c Ts 4d",
        "0.0:surrender 1.0:hit 1.0:stand",
        wagers=[{"main": 1000}, {"main": 1000}],
        options={"surrender": True},
    )
    assert result.bets == [{"main": (1000, 500)}, {"main": (1000, 0)}]
    assert [("surrender" in moves) for moves in legal] == [True, True, False]


@pytest.mark.parametrize(
    ("round_to", "round_for", "natural", "half"),
    [
        (1, "player", 1538, 513),  # 3 to 2 on 1025 is 1537.5, half of it 512.5
        (1, "house", 1537, 512),
        (50, "player", 1550, 550),
        (50, "house", 1500, 500),
    ],
)
def test_rounding(round_to: int, round_for: str, natural: int, half: int) -> None:
    result, _ = run(
        "blackjack",
        "Ac Th 9d Kd 6c 8s",
        "1.0:surrender",
        wagers=[{"main": 1025}, {"main": 1025}],
        options={"surrender": True},
        round_to=round_to,
        round_for=round_for,
    )
    assert result.bets == [{"main": (1025, 1025 + natural)}, {"main": (1025, half)}]


def test_odd_main_wager_insures_for_half_a_cent_less() -> None:
    result, _ = run("blackjack", "Tc Ad 9c Kd", "0.0:insure", wagers=[{"main": 1025}])
    assert result.bets == [{"main": (1025, 0), "insurance": (512, 1536)}]


def test_no_peek_everything_loses_to_a_natural() -> None:
    # Seat 0 doubles, seat 1 splits, seat 2 waits with a natural, seat 3 makes a plain 21.
    result, _ = run(
        "blackjack",
        "6c 9c Ac 7c Td 5c 9d Kc 7d As Tc Th Ts 7h",
        "0.0:double 1.0:split 1.0:stand 1.1:stand 3.0:hit",
        wagers=[{"main": 1000}] * 4,
        options={"peek": False},
    )
    assert result.bets == [
        {"main": (2000, 0)},
        {"main": (2000, 0)},
        {"main": (1000, 1000)},
        {"main": (1000, 0)},
    ]
    assert result.dealer == ["Td", "As"]


def test_no_peek_natural_waits_and_insurance_is_settled_at_the_end() -> None:
    # The other seat busts, so the dealer turns A-5 and draws nothing; the natural is paid.
    result, legal = run(
        "blackjack",
        "Ac 9c Ad Kc 7d 5s Tc",
        "0.0:insure 1.0:insure 1.0:hit",
        wagers=[{"main": 1000}] * 2,
        options={"peek": False},
    )
    assert result.bets == [
        {"main": (1000, 2500), "insurance": (500, 0)},
        {"main": (1000, 0), "insurance": (500, 0)},
    ]
    assert result.dealer == ["Ad", "5s"]
    assert "even-money" in legal[0]


def test_no_peek_surrender_is_settled_at_once() -> None:
    # Half comes back when the hand is given up, whatever is turned over later.
    result, _ = run(
        "blackjack",
        "Tc Td 6c As",
        "0.0:surrender",
        wagers=MAIN,
        options={"peek": False, "surrender": True},
    )
    assert result.bets == [{"main": (1000, 500)}]
