"""Mulligan 21 rounds worked out by hand from the rulebook, to check the referee itself."""

import pytest

from tests.referee.script import MAIN, run


def test_mulligan_natural_wins_against_a_dealer_natural() -> None:
    # The natural is paid 1 to 1 and is not asked for insurance; the other seat is.
    result, legal = run(
        "mulligan-21",
        "Tc 9c Ad Ac 8c Kd",
        "1.0:insure",
        wagers=[{"main": 1000, "lucky-stiff": 100}, {"main": 1000, "lucky-stiff": 100}],
    )
    assert result.bets == [
        {"main": (1000, 2000), "lucky-stiff": (100, 200)},
        {"main": (1000, 0), "lucky-stiff": (100, 0), "insurance": (500, 1500)},
    ]
    assert legal == [frozenset({"insure", "decline"})]


def test_mulligan_insurance_switched_off() -> None:
    result, _ = run("mulligan-21", "Tc Ad 9c Kd", wagers=MAIN, options={"insurance": False})
    assert result.bets == [{"main": (1000, 0)}]


def test_mulligan_burns_a_card_that_would_bust() -> None:
    # 15 hits a king, replaced unasked by a 5: 20 beats 19. A second face card is not replaced.
    result, legal = run("mulligan-21", "Tc 9d 5c Ts Kc 5d", "0.0:hit 0.0:stand", wagers=MAIN)
    assert result.bets == [{"main": (1000, 2000)}]
    assert legal[1] == {"stand", "hit"}
    result, _ = run("mulligan-21", "Tc 9d 5c Ts Kc Qd", "0.0:hit", wagers=MAIN)
    assert result.bets == [{"main": (1000, 0)}]


def test_mulligan_other_readings_of_a_card_that_would_bust() -> None:
    asked: dict[str, object] = {"M21-R9": "other"}
    lost: dict[str, object] = {"M21-R2": "other"}
    cards = "Tc 9d 5c Ts Kc"
    result, legal = run("mulligan-21", cards, "0.0:hit 0.0:keep", wagers=MAIN, options=asked)
    assert result.bets == [{"main": (1000, 0)}]
    assert legal[1] == {"burn", "keep"}
    result, legal = run("mulligan-21", cards, "0.0:hit", wagers=MAIN, options=lost)
    assert result.bets == [{"main": (1000, 0)}]
    assert len(legal) == 1


def test_mulligan_kept_card_leaves_the_mulligan_open() -> None:
    # 2-3 keeps a jack (15), the queen is replaced by a 6: 21. A drawn ten is never offered.
    result, _ = run(
        "mulligan-21",
        "2c 9d 3c Ts Jc Qc 6d",
        "0.0:hit 0.0:keep 0.0:hit",
        wagers=MAIN,
    )
    assert result.bets == [{"main": (1000, 2000)}]
    result, _ = run("mulligan-21", "2c 9d 3c Ts Tc", "0.0:hit 0.0:stand", wagers=MAIN)
    assert result.bets == [{"main": (1000, 0)}]


def test_mulligan_after_a_double() -> None:
    # 11 is asked even about a card that makes 21; 7-3 burns a queen for a 9 and loses to 20.
    result, _ = run("mulligan-21", "6c 9d 5c Ts Jc", "0.0:double 0.0:keep", wagers=MAIN)
    assert result.bets == [{"main": (2000, 4000)}]
    result, _ = run("mulligan-21", "7c Td 3c Ts Qc 9c", "0.0:double 0.0:burn", wagers=MAIN)
    assert result.bets == [{"main": (2000, 0)}]


def test_mulligan_dealer_soft_17_pushes_everything_unbusted() -> None:
    # 21, a doubled 20, a stiff standing on 13; the bust hand loses. Dealer A-6.
    result, _ = run(
        "mulligan-21",
        "5c 6c Tc Ts 6d 6h 4d 3c 5h As Td Th 9c",
        "0.0:hit 1.0:double 2.0:stand 3.0:hit",
        wagers=[
            {"main": 1000},
            {"main": 1000},
            {"main": 1000, "lucky-stiff": 100},
            {"main": 1000, "lucky-stiff": 100},
        ],
    )
    assert result.bets == [
        {"main": (1000, 1000)},
        {"main": (2000, 2000)},
        {"main": (1000, 1000), "lucky-stiff": (100, 100)},
        {"main": (1000, 0), "lucky-stiff": (100, 0)},
    ]
    assert result.dealer == ["6d", "As"]


def test_mulligan_dealer_drawing_to_17_pushes_a_lower_hand() -> None:
    # Dealer 2-4 draws an ace: soft 17 ends the hand; 13 is not beaten.
    result, _ = run("mulligan-21", "Tc 2d 3c 4d Ad", "0.0:stand", wagers=MAIN)
    assert result.bets == [{"main": (1000, 1000)}]


def test_mulligan_split_hands_have_their_own() -> None:
    # 8-8: the first hand burns a king for an 8, which is not split again, and stands on 16. The
    # second draws an 8, is split, burns a queen for a 3 and stands on 11; the third keeps a jack.
    # Dealer T-8: two lost, one push.
    result, legal = run(
        "mulligan-21",
        "8c Td 8d 8h Kc 8s 8h Qc 3c Jc",
        "0.0:split 0.0:burn 0.0:stand 0.1:split 0.1:burn 0.1:stand 0.2:keep 0.2:stand",
        wagers=MAIN,
    )
    assert result.bets == [{"main": (3000, 1000)}]
    assert legal[2] == {"stand", "hit"}
    assert "split" in legal[3]


def test_mulligan_other_reading_of_what_comes_after_a_burn() -> None:
    # 8-8: the first hand burns a king for an 8 (split again, fresh mulligan), burns a queen for a
    # 3, doubles for a K that cannot be burned: 21. Second hand keeps a jack: 18. Third gets a 9.
    # Dealer T-8: won 4000, push 1000, lost.
    readings: list[dict[str, object]] = [
        {"after-burn": "any"}, {"M21-R1": "other"}, {"M21-R7": "other"},
    ]  # fmt: skip
    for options in readings:
        result, legal = run(
            "mulligan-21",
            "8c Td 8d 8h Kc 8s Qc 3c Kd Jc 9c",
            "0.0:split 0.0:burn 0.0:split 0.0:burn 0.0:double 0.1:keep 0.1:stand 0.2:stand",
            wagers=MAIN,
            options=options,
        )
        assert result.bets == [{"main": (4000, 5000)}]
        assert "split" in legal[2]


def test_mulligan_split_aces_burn_and_the_house_option_against_it() -> None:
    # A-Q burned for a 9 is final: 20. A-J kept: 21. Dealer 20.
    result, _ = run(
        "mulligan-21",
        "Ac Td Ad Ts Qc 9c Jc",
        "0.0:split 0.0:burn 0.1:keep",
        wagers=MAIN,
    )
    assert result.bets == [{"main": (2000, 3000)}]
    result, _ = run(
        "mulligan-21",
        "Ac Td Ad Ts Qc Jc",
        "0.0:split",
        wagers=MAIN,
        options={"burn-split-cards": False},
    )
    assert result.bets == [{"main": (2000, 4000)}]
    result, _ = run(
        "mulligan-21",
        "Ac Td Ad Ts Qc Jc",
        "0.0:split",
        wagers=MAIN,
        options={"M21-R6": "other"},
    )
    assert result.bets == [{"main": (2000, 4000)}]


def test_mulligan_at_once_answers_each_burn_before_the_next_card() -> None:
    # 7-7: K burned for a 4 on the left, then J kept on the right; 11 hits a 9. Dealer 19.
    result, _ = run(
        "mulligan-21",
        "7c Td 7d 9s Kc 4c Jc 9c",
        "0.0:split 0.0:burn 0.1:keep 0.0:hit 0.0:stand 0.1:stand",
        wagers=MAIN,
        options={"split-cards": "at-once"},
    )
    assert result.bets == [{"main": (2000, 2000)}]


@pytest.mark.parametrize(("table", "back"), [(1, 800), (2, 700), (3, 900)])
def test_mulligan_stiff_pair_against_a_dealer_natural(table: int, back: int) -> None:
    result, _ = run(
        "mulligan-21",
        "6c Td 6d As",
        wagers=[{"main": 1000, "lucky-stiff": 100}],
        options={"paytable": table},
    )
    assert result.bets == [{"main": (1000, 0), "lucky-stiff": (100, back)}]


def test_mulligan_stiff_winner_after_a_burn() -> None:
    # 12 doubled, its king replaced by an 8: 20 beats 18; the side bet pays 5 to 1 once.
    result, _ = run(
        "mulligan-21",
        "Tc 9d 2c 9s Kc 8c",
        "0.0:double",
        wagers=[{"main": 1000, "lucky-stiff": 100}],
    )
    assert result.bets == [{"main": (2000, 4000), "lucky-stiff": (100, 600)}]
