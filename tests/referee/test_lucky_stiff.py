"""Lucky Stiff rounds worked out by hand from the rulebook, to check the referee itself."""

import pytest

from tests.referee.script import run


def stiff(main: int = 1000, side: int = 100) -> list[dict[str, int]]:
    return [{"main": main, "lucky-stiff": side}]


@pytest.mark.parametrize(
    ("table", "match", "plain", "on_natural"),
    [
        (1, 1100, 1100, 200),
        (2, 1000, 1000, 200),
        (3, 900, 900, 200),
        (4, 4100, 1100, 100),
        (5, 3100, 1100, 100),
    ],
)
def test_lucky_stiff_instant_results(table: int, match: int, plain: int, on_natural: int) -> None:
    # Seats: 8-8 against an 8, 7-7, a natural; then the hands stand against 8-T.
    result, _ = run(
        "lucky-stiff",
        "8c 7c Ac 8d 8s 7s Kc Td",
        "0.0:stand 1.0:stand",
        wagers=[*stiff(), *stiff(), *stiff()],
        options={"paytable": table},
    )
    assert result.bets == [
        {"main": (1000, 0), "lucky-stiff": (100, match)},
        {"main": (1000, 0), "lucky-stiff": (100, plain)},
        {"main": (1000, 2500), "lucky-stiff": (100, on_natural)},
    ]


def test_lucky_stiff_against_a_dealer_natural() -> None:
    # Pair and natural are paid all the same, the unpaired stiff and the 19 lose.
    result, _ = run(
        "lucky-stiff",
        "6c Ac Tc Td Kd 6d Qc 5c 9c As",
        wagers=[*stiff(), *stiff(), *stiff(), *stiff()],
    )
    assert result.bets == [
        {"main": (1000, 0), "lucky-stiff": (100, 1100)},
        {"main": (1000, 1000), "lucky-stiff": (100, 200)},
        {"main": (1000, 0), "lucky-stiff": (100, 0)},
        {"main": (1000, 0), "lucky-stiff": (100, 0)},
    ]


def test_lucky_stiff_pair_with_a_match() -> None:
    # 40 to 1 at once, then 8-8 is split and both 18s push.
    result, _ = run(
        "lucky-stiff",
        "8c 8d 8s Td Tc Th",
        "0.0:split 0.0:stand 0.1:stand",
        wagers=stiff(),
        options={"paytable": 4},
    )
    assert result.bets == [{"main": (2000, 2000), "lucky-stiff": (100, 4100)}]


@pytest.mark.parametrize(
    ("cards", "moves", "main", "side"),
    [
        ("Tc 6d 2c Ts Tc", "0.0:stand", 2000, 600),  # 12 stands, dealer bust: 5 to 1
        ("Tc 9d 5c Ts 4c", "0.0:hit 0.0:stand", 1000, 100),  # 19 pushes
        ("Tc 9d 5c Ts 3c", "0.0:hit 0.0:stand", 0, 0),  # 18 loses
        ("Tc 9d 5c Ts 8c", "0.0:hit", 0, 0),  # bust
        ("Ac 9d 5c Ts 5d", "0.0:hit", 2000, 0),  # soft 16 is not stiff; 21 wins the hand
        ("Ac 9d Ad Ts", "0.0:stand", 0, 0),  # A-A is not stiff
        ("7c 9d 4c Ts 9c", "0.0:hit 0.0:stand", 2000, 0),  # 11 is not stiff
    ],
)
def test_lucky_stiff_rides(cards: str, moves: str, main: int, side: int) -> None:
    result, _ = run("lucky-stiff", cards, moves, wagers=stiff())
    assert result.bets == [{"main": (1000, main), "lucky-stiff": (100, side)}]


def test_lucky_stiff_doubled_hand_counts_once() -> None:
    # 8-4 doubled with a 9: 21 beats 19. 4000 back on Main, one 5 to 1 on the side.
    result, _ = run("lucky-stiff", "8c 9d 4c Ts 9c", "0.0:double", wagers=stiff())
    assert result.bets == [{"main": (2000, 4000), "lucky-stiff": (100, 600)}]


def test_lucky_stiff_lost_by_surrender() -> None:
    result, _ = run(
        "lucky-stiff", "Tc 9d 6c Ts", "0.0:surrender", wagers=stiff(), options={"surrender": True}
    )
    assert result.bets == [{"main": (1000, 500), "lucky-stiff": (100, 0)}]
