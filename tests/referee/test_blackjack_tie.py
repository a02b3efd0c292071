"""Blackjack Tie rounds worked out by hand from the rulebook, to check the referee itself."""

import pytest

from tests.referee.script import run


def test_tie_on_18_pays_straight_and_left() -> None:
    result, _ = run(
        "blackjack-tie",
        "Tc 9d 8c 9s",
        "0.0:stand",
        wagers=[{"main": 1000, "tie-left": 200, "tie-18": 100, "tie-right": 500}],
    )
    assert result.bets == [
        {
            "main": (1000, 1000),
            "tie-left": (200, 3200),
            "tie-18": (100, 4600),
            "tie-right": (500, 0),
        }
    ]


@pytest.mark.parametrize(
    ("table", "cards", "moves", "bet", "back"),
    [
        (1, "Tc Td 7c 7d", "0.0:stand", "tie-17", 5100),
        (2, "Tc Td 7c 7d", "0.0:stand", "tie-17", 4600),
        (1, "Tc Td 9c 9d", "0.0:stand", "tie-19", 5100),
        (3, "Tc Td Kc Kd", "0.0:stand", "tie-20", 2600),
        (1, "Tc Td 6c 6d 5c 5d", "0.0:hit", "tie-21", 12600),
        (2, "Tc Td 6c 6d 5c 5d", "0.0:hit", "tie-21", 9600),
        (4, "Tc Td 6c 6d 5c 5d", "0.0:hit", "tie-right", 2100),
        (6, "Tc Td 7c 7d", "0.0:stand", "tie-left", 1600),
        (1, "Tc Td Ac Ad", "", "tie-blackjack", 35100),
        (4, "Tc Td Ac Ad", "", "tie-blackjack", 30000),
        (6, "Tc Td Ac Ad", "", "tie-blackjack", 20000),
        (1, "Tc Td 7c 7d", "0.0:stand", "tie-18", 0),
    ],
)
def test_tie_tables(table: int, cards: str, moves: str, bet: str, back: int) -> None:
    result, _ = run(
        "blackjack-tie",
        cards,
        moves,
        wagers=[{"main": 1000, bet: 100}],
        options={"paytable": table},
    )
    assert result.bets == [{"main": (1000, 1000), bet: (100, back)}]


def test_tie_both_naturals_with_even_money_and_a_natural_alone() -> None:
    bonuses = {"tie-right": 100, "tie-blackjack": 100, "tie-21": 100}
    result, _ = run(
        "blackjack-tie", "Tc Ad Ac Td", "0.0:even-money", wagers=[{"main": 1000, **bonuses}]
    )
    assert result.bets == [
        {
            "main": (1000, 2000),
            "tie-right": (100, 2100),
            "tie-blackjack": (100, 35100),
            "tie-21": (100, 0),
        }
    ]
    # Seat 1 keeps the dealer drawing to 21: the natural does not tie with it.
    result, _ = run(
        "blackjack-tie",
        "Tc 9c Td Ac 9h 6d 5d",
        "1.0:stand",
        wagers=[{"main": 1000, **bonuses}, {"main": 1000}],
    )
    assert result.bets == [
        {
            "main": (1000, 2500),
            "tie-right": (100, 0),
            "tie-blackjack": (100, 0),
            "tie-21": (100, 0),
        },
        {"main": (1000, 0)},
    ]


def test_tie_21_loses_to_a_dealer_natural_and_bust_never_ties() -> None:
    bonuses = {"tie-right": 100, "tie-left": 100, "tie-blackjack": 100}
    lost = dict.fromkeys(bonuses, (100, 0))
    result, _ = run(
        "blackjack-tie", "Tc Ad 9c Td", "0.0:decline", wagers=[{"main": 1000, **bonuses}]
    )
    assert result.bets == [{"main": (1000, 0), **lost}]
    # Player 22 and, because seat 1 is live, dealer 22.
    result, _ = run(
        "blackjack-tie",
        "Tc Th Td 6c 8h 6d 6h 6s",
        "0.0:hit 1.0:stand",
        wagers=[{"main": 1000, **bonuses}, {"main": 1000}],
    )
    assert result.bets == [{"main": (1000, 0), **lost}, {"main": (1000, 2000)}]


RIGHT = {"tie-right": 100, "tie-21": 100, "tie-blackjack": 100}


def test_a_split_ten_with_an_ace_is_no_21_for_the_bonuses() -> None:
    # T-T split: T-A on the first hand, T-9 on the second; dealer T-6-5 = 21. Main pushes and loses.
    result, _ = run(
        "blackjack-tie",
        "Tc Td Th 6d Ac 9c 5d",
        "0.0:split 0.1:stand",
        wagers=[{"main": 1000, **RIGHT}],
    )
    assert result.bets == [{"main": (2000, 1000), **dict.fromkeys(RIGHT, (100, 0))}]


@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        ("Ac Td Ah 6d Tc 9c 5d", "0.0:split"),  # A-T and A-9
        ("Tc Td Th 6d 5c 6c 9c 5d", "0.0:split 0.0:hit 0.1:stand"),  # T-5-6 and T-9
    ],
)
def test_tie_on_21_with_a_split_ace_or_with_three_cards_of_a_split_hand(
    cards: str, moves: str
) -> None:
    result, _ = run("blackjack-tie", cards, moves, wagers=[{"main": 1000, **RIGHT}])
    assert result.bets == [
        {
            "main": (2000, 1000),
            "tie-right": (100, 2100),
            "tie-21": (100, 12600),
            "tie-blackjack": (100, 0),
        }
    ]


def test_tie_on_the_second_hand_does_not_count() -> None:
    # 9-8 and 9-9 (not split again) against T-8.
    result, _ = run(
        "blackjack-tie",
        "9c Td 9h 8d 8c 9d",
        "0.0:split 0.0:stand 0.1:stand",
        wagers=[{"main": 1000, "tie-18": 100}],
    )
    assert result.bets == [{"main": (2000, 1000), "tie-18": (100, 0)}]


def test_tie_second_split_of_the_second_hand_loses_the_bonuses() -> None:
    # The first hand's 9-T ties the dealer's 19, but the second hand is split once more.
    result, _ = run(
        "blackjack-tie",
        "9c Td 9h 9d Tc 9s Th 8c",
        "0.0:split 0.0:stand 0.1:split 0.1:stand 0.2:stand",
        wagers=[{"main": 1000, "tie-19": 100, "tie-left": 100}],
    )
    # 19 pushes, 19 pushes, 17 loses.
    assert result.bets == [{"main": (3000, 2000), "tie-19": (100, 0), "tie-left": (100, 0)}]


def test_tie_doubled_hand_and_surrender() -> None:
    # 6-5 doubled with a 9 is 20 against 20; 16 surrenders.
    result, _ = run(
        "blackjack-tie",
        "6c Tc Td 5c 6d Kd 9c",
        "0.0:double 1.0:surrender",
        wagers=[{"main": 1000, "tie-20": 100}, {"main": 1000, "tie-20": 100}],
        options={"surrender": True},
    )
    assert result.bets == [
        {"main": (2000, 2000), "tie-20": (100, 2600)},
        {"main": (1000, 500), "tie-20": (100, 0)},
    ]
