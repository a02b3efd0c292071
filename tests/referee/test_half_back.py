"""Half Back rounds worked out by hand from the rulebook, to check the referee itself."""

import pytest

from tests.referee.script import TWO, run


def test_half_back_replacement_ace_with_insurance_and_dealer_natural() -> None:
    # The 5 is replaced by an ace over a king of the same suit: bonus 40 to 1, insurance
    # of half of 2000 pays 2 to 1, both wagers of the 19 lose.
    result, legal = run(
        "half-back",
        "Tc 5d 9c Kh Ah",
        "0.0:insure",
        wagers=[{"main": 1000, "half-back": 1000, "upcard-bonus": 500}],
    )
    assert result.bets == [
        {
            "main": (1000, 0),
            "half-back": (1000, 0),
            "upcard-bonus": (500, 20500),
            "insurance": (1000, 3000),
        }
    ]
    assert result.dealer == ["Ah", "Kh"]
    assert legal == [frozenset({"insure", "decline"})]


def test_half_back_ace_up_bonus_and_two_naturals() -> None:
    # 6 replaced by an ace over an 8: bonus 8 to 1. Even money 1 to 1 on both wagers, else 3 to 2.
    # The third seat stands on 18 against 19.
    result, _ = run(
        "half-back",
        "Ac Ad Tc 6d Kc Kd 8c 8s Ah",
        "0.0:even-money 1.0:decline 2.0:insure:100 2.0:stand",
        wagers=[
            {"main": 1000, "half-back": 1000},
            {"main": 1000, "half-back": 1000},
            {"main": 1000, "half-back": 1000, "upcard-bonus": 100},
        ],
    )
    assert result.bets == [
        {"main": (1000, 2000), "half-back": (1000, 2000)},
        {"main": (1000, 2500), "half-back": (1000, 2500)},
        {
            "main": (1000, 0),
            "half-back": (1000, 0),
            "upcard-bonus": (100, 900),
            "insurance": (100, 0),
        },
    ]


def test_half_back_both_naturals_push_both_wagers() -> None:
    result, _ = run("half-back", "Ac Kd Tc Ad", wagers=TWO)
    assert result.bets == [{"main": (1000, 1000), "half-back": (1000, 1000)}]


def test_half_back_take_back_on_soft_15() -> None:
    # Half Back returns; then A-4-6 = 21 stands by itself; dealer T-9. Main wins alone.
    result, legal = run("half-back", "Ac Td 4c 9d 6c", "0.0:take-back 0.0:hit", wagers=TWO)
    assert result.bets == [{"main": (1000, 2000), "half-back": (1000, 1000)}]
    assert legal == [frozenset({"stand", "hit", "take-back"}), frozenset({"stand", "hit"})]


def test_half_back_take_back_then_bust() -> None:
    result, legal = run("half-back", "8c Td 8d 9d 6c", "0.0:take-back 0.0:hit", wagers=TWO)
    assert result.bets == [{"main": (1000, 0), "half-back": (1000, 1000)}]
    assert legal[0] == {"stand", "hit", "split", "take-back"}


def test_half_back_take_back_range() -> None:
    for cards, allowed in (
        ("Tc Td 2c 9d", False),
        ("Tc Td 3c 9d", True),
        ("Tc Td 6c 9d", True),
        ("Tc Td 7c 9d", False),
        ("Ac Td 2c 9d", True),
        ("Ac Td 6c 9d", False),
        ("Ac Td Ad 9d", False),
    ):
        _, legal = run("half-back", cards, "0.0:stand", wagers=TWO)
        assert ("take-back" in legal[0]) == allowed, cards


def test_half_back_doubled_hand_has_three_units() -> None:
    result, legal = run("half-back", "6c Td 5d 9d Tc", "0.0:double", wagers=TWO)
    assert result.bets == [{"main": (2000, 4000), "half-back": (1000, 2000)}]
    assert legal == [frozenset({"stand", "hit", "double"})]
    result, _ = run("half-back", "6c Td 5d 9d 2c", "0.0:double", wagers=TWO)
    assert result.bets == [{"main": (2000, 0), "half-back": (1000, 0)}]


def test_half_back_free_split_then_paid_splits_to_four_hands() -> None:
    # 4-4 against 9. Free split: Main left, Half Back right.
    # Hand 0 gets a 4: paid split; then a 7 makes 11, doubled with a T: 21.
    # Hand 1 (new Main) gets a 5 makes 9, doubled with an A: 20.
    # Hand 2 (Half Back) gets a 4: paid split; then a 6 makes 10, doubled with a 9: 19.
    # Hand 3 (new Main) gets a 4 that may not be split; hits a K: 18; stands. Dealer 9-T: 19.
    # main: 3 placed + 3 doubles = 6000 in; back: hand 0 4000, hand 1 4000, hand 2's added
    # unit pushes 1000, hand 3 loses. half-back pushes.
    result, legal = run(
        "half-back",
        "4c 9d 4d Ts 4h 7c Tc 5c Ac 4s 6c 9c 4c Kc",
        "0.0:split 0.0:split 0.0:double 0.1:double 0.2:split 0.2:double 0.3:hit 0.3:stand",
        wagers=TWO,
    )
    assert result.bets == [{"main": (6000, 9000), "half-back": (1000, 1000)}]
    assert legal[0] == {"stand", "hit", "split"}  # 8 is below the take-back range
    assert legal[6] == {"stand", "hit"}


def test_half_back_split_and_no_resplit() -> None:
    # 7-7, free split; hand 0 gets a 7 and stands on 14 (nothing to take back); hand 1 gets a T.
    # Dealer T-6 draws a T and is bust: both win one unit and no more was staked.
    result, legal = run(
        "half-back",
        "7c Td 7d 6d 7h Tc Th",
        "0.0:split 0.0:stand 0.1:stand",
        wagers=TWO,
    )
    assert result.bets == [{"main": (1000, 2000), "half-back": (1000, 2000)}]
    assert legal[1] == {"stand", "hit", "split"}


def test_half_back_split_aces() -> None:
    # A-T is 21 on Main and wins, A-5 on Half Back loses to 20; nobody is asked again.
    result, _ = run("half-back", "Ac Td Ad Kd Tc 5c", "0.0:split", wagers=TWO)
    assert result.bets == [{"main": (1000, 2000), "half-back": (1000, 0)}]


def test_half_back_rounds_each_wager_of_a_natural() -> None:
    # 3 to 2 on 1025 is 1537.5 on each wager.
    result, _ = run(
        "half-back", "Ac 9d Tc Kd", wagers=[{"main": 1025, "half-back": 1025}], round_for="house"
    )
    assert result.bets == [{"main": (1025, 2562), "half-back": (1025, 2562)}]


@pytest.mark.parametrize(
    ("cards", "table", "back"),
    [
        ("Tc 6d 9c As Th", 1, 1600),  # unsuited natural, ten over ace: 15 to 1
        ("Tc 6d 9c As Th", 4, 1300),
        ("Tc 7d 9c Ts", 1, 0),  # not replaced
        ("Tc 2d 9c 9s 6h", 1, 0),  # a 2 is not replaced; the 6 is the dealer's draw
        ("Tc 3d 9c 9s 8h", 1, 200),  # 8 up
        ("Tc 3d 9c 9s 8h", 3, 100),  # push on table 3
        ("Tc 3d 9c 9s 8h", 6, 300),
        ("Tc 3d 9c 7s Kh", 1, 400),  # ten up, no natural
        ("Tc 3d 9c 7s Kh", 3, 500),
        ("Tc 3d 9c Ts 3h 9d", 1, 0),  # replaced by a 3: lost, and not replaced again
        ("Tc 4d 9c Ts 2h 7d", 1, 0),  # replaced by a 2
    ],
)
def test_upcard_bonus(cards: str, table: int, back: int) -> None:
    moves = "" if "As" in cards else "0.0:stand"
    result, _ = run(
        "half-back",
        cards,
        moves,
        options={"paytable": table},
        wagers=[{"main": 1000, "half-back": 1000, "upcard-bonus": 100}],
    )
    assert result.bets[0]["upcard-bonus"] == (100, back)
