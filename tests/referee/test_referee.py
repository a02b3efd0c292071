"""Rounds worked out by hand from the rulebook, to check the referee itself.

Cards are written in the order they leave the shoe: with one seat that is first card, upcard,
second card, hole card, and then whatever follows. A decision reads "seat.hand:move".
"""

import pytest

# isort: split
from tests.referee import GAMES, Illegal, Result, play


class Script:
    """Answers the referee's questions from a list, and notes what was legal each time."""

    def __init__(self, moves: str) -> None:
        self.moves = moves.split()
        self.legal: list[frozenset[str]] = []

    def choose(self, seat: int, hand: int, legal: frozenset[str]) -> str:
        assert self.moves, f"no answer left for seat {seat} hand {hand}: {sorted(legal)}"
        where, _, move = self.moves.pop(0).partition(":")
        assert where == f"{seat}.{hand}", f"asked {seat}.{hand}, the script has {where}:{move}"
        self.legal.append(legal)
        return move


def run(
    game: str,
    cards: str,
    moves: str = "",
    *,
    wagers: list[dict[str, int]],
    options: dict[str, object] | None = None,
    round_to: int = 1,
    round_for: str = "player",
) -> tuple[Result, list[frozenset[str]]]:
    """Play a scripted round; every card and every answer must be used."""
    script = Script(moves)
    shoe = iter(cards.split())
    result = play(
        game,
        options=options or {},
        wagers=wagers,
        cards=shoe,
        choose=script.choose,
        round_to=round_to,
        round_for=round_for,
    )
    assert list(shoe) == [], "cards left over"
    assert script.moves == [], "answers left over"
    assert result.cards_used == len(cards.split())
    return result, script.legal


MAIN = [{"main": 1000}]
TWO = [{"main": 1000, "half-back": 1000}]


# blackjack


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


# half back


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
    # A-4: Half Back returns; then A-4-6 = 21 stands by itself; dealer T-9. Main wins alone.
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


# lucky stiff


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


def test_lucky_stiff_pair_with_a_match_and_no_peek() -> None:
    # An 8 up needs no waiting: 40 to 1 at once, then 8-8 is split and both 18s push.
    result, _ = run(
        "lucky-stiff",
        "8c 8d 8s Td Tc Th",
        "0.0:split 0.0:stand 0.1:stand",
        wagers=stiff(),
        options={"paytable": 4, "peek": False},
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


def test_lucky_stiff_no_peek_stiff_loses_to_a_natural() -> None:
    # The natural's side bet is paid at the deal although its main wager waits and then pushes.
    result, _ = run(
        "lucky-stiff",
        "Tc Ac Td 6c Kc As 5c",
        "0.0:hit",
        wagers=[*stiff(), *stiff()],
        options={"peek": False},
    )
    assert result.bets == [
        {"main": (1000, 0), "lucky-stiff": (100, 0)},
        {"main": (1000, 1000), "lucky-stiff": (100, 200)},
    ]


# blackjack tie


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


def test_tie_on_a_split_first_hand() -> None:
    # T-T split: T-A is 21 on the first hand, T-9 on the second; dealer T-6-5 = 21.
    result, _ = run(
        "blackjack-tie",
        "Tc Td Th 6d Ac 9c 5d",
        "0.0:split 0.1:stand",
        wagers=[{"main": 1000, "tie-right": 100, "tie-21": 100, "tie-blackjack": 100}],
    )
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


# mulligan 21


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
    # 15 hits a king, burns it for a 5: 20 beats 19. A second face card could not be burned.
    result, legal = run(
        "mulligan-21",
        "Tc 9d 5c Ts Kc 5d",
        "0.0:hit 0.0:burn 0.0:stand",
        wagers=MAIN,
    )
    assert result.bets == [{"main": (1000, 2000)}]
    assert legal[1] == {"burn", "keep"}
    result, _ = run("mulligan-21", "Tc 9d 5c Ts Kc Qd", "0.0:hit 0.0:burn", wagers=MAIN)
    assert result.bets == [{"main": (1000, 0)}]
    result, _ = run("mulligan-21", "Tc 9d 5c Ts Kc", "0.0:hit 0.0:keep", wagers=MAIN)
    assert result.bets == [{"main": (1000, 0)}]


def test_mulligan_kept_card_leaves_the_mulligan_open() -> None:
    # 2-3 keeps a jack (15), burns the queen for a 6: 21. A drawn ten is never offered.
    result, _ = run(
        "mulligan-21",
        "2c 9d 3c Ts Jc Qc 6d",
        "0.0:hit 0.0:keep 0.0:hit 0.0:burn",
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
    # 8-8: the first hand burns a king for an 8 (split again, fresh mulligan), burns a queen for a
    # 3, doubles for a T that cannot be burned: 21. Second hand keeps a jack: 18. Third gets a 9.
    # Dealer T-8: won 4000, push 1000, lost.
    result, legal = run(
        "mulligan-21",
        "8c Td 8d 8h Kc 8s Qc 3c Tc Jc 9c",
        "0.0:split 0.0:burn 0.0:split 0.0:burn 0.0:double 0.1:keep 0.1:stand 0.2:stand",
        wagers=MAIN,
    )
    assert result.bets == [{"main": (4000, 5000)}]
    assert "split" in legal[2]


def test_mulligan_burned_hand_doubles_without_a_second_burn() -> None:
    # The double after a burn draws a king which stays: 8-3-K = 21. The other hand: 8-7. Dealer 20.
    result, _ = run(
        "mulligan-21",
        "8c Td 8d Ts Kc 3c Kd 7c",
        "0.0:split 0.0:burn 0.0:double 0.1:stand",
        wagers=MAIN,
    )
    assert result.bets == [{"main": (3000, 4000)}]


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


def test_mulligan_at_once_answers_each_burn_before_the_next_card() -> None:
    # 7-7: K burned for a 4 on the left, then J kept on the right; 11 doubles with a 9. Dealer 19.
    result, _ = run(
        "mulligan-21",
        "7c Td 7d 9s Kc 4c Jc 9c",
        "0.0:split 0.0:burn 0.1:keep 0.0:double 0.1:stand",
        wagers=MAIN,
        options={"split-cards": "at-once"},
    )
    assert result.bets == [{"main": (3000, 4000)}]


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
    # 12 doubled, burns a king for an 8: 20 beats 18; the side bet pays 5 to 1 once.
    result, _ = run(
        "mulligan-21",
        "Tc 9d 2c 9s Kc 8c",
        "0.0:double 0.0:burn",
        wagers=[{"main": 1000, "lucky-stiff": 100}],
    )
    assert result.bets == [{"main": (2000, 4000), "lucky-stiff": (100, 600)}]


# the interface


def test_illegal_moves_and_unknown_options() -> None:
    with pytest.raises(Illegal):
        run("blackjack", "Tc 9d 5c Ts", "0.0:split", wagers=MAIN)
    with pytest.raises(Illegal):
        run("half-back", "Tc 9d 5c Ts", "0.0:surrender", wagers=TWO, options={"surrender": True})
    with pytest.raises(ValueError, match="unknown options"):
        run("blackjack", "Tc 9d 5c Ts", wagers=MAIN, options={"resplit_aces": True})
    assert sorted(GAMES) == [
        "blackjack",
        "blackjack-tie",
        "half-back",
        "lucky-stiff",
        "mulligan-21",
    ]
