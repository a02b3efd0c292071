"""LS-R1 to LS-R5: what the Lucky Stiff document leaves open.

Cards of one seat: first card, upcard, second card, hole card, then as drawn. Main is 1000 cents,
the side bet 500.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import games
from pitboss.rules.approval import standing
from pitboss.rules.cloth import cloth_lines
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import events as ev
from tests.rounds import Round, play

BET = "lucky-stiff"
LOST = [("anything else", -500)]
STIFF_LOST = [("stiff, lost", -500)]


def stiff(
    cards: str,
    moves: str = "",
    *,
    game: str = "lucky-stiff",
    options: dict[str, OptionValue] | None = None,
) -> Round:
    """A round with the side bet."""
    return play(game, cards, moves, bets={BET: 500}, options=options)


def unplayable(ruling: str) -> str:
    """The sentence the other reading of a ruling is refused with."""
    with pytest.raises(RulesError) as caught:
        games.find("lucky-stiff").rules({ruling: "other"})
    return str(caught.value)


# LS-R1

SURRENDER: dict[str, OptionValue] = {"surrender": True}


def test_LS_R1_surrendering_a_stiff_loses_the_bet() -> None:
    round_ = stiff("Ts 9h 6d 7c", "surrender", options=SURRENDER)
    assert round_.settled(BET) == STIFF_LOST
    assert round_.settled("main") == [("surrender", -500)]
    assert round_.net() == -1000
    assert round_.order(ev.WagerSettled, ev.HoleCardTurned) == [
        "WagerSettled",
        "WagerSettled",
        "HoleCardTurned",
    ]


def test_LS_R1_what_was_paid_at_the_deal_stays_paid() -> None:
    round_ = stiff("8s 9h 8d 7c", "surrender", options=SURRENDER)
    assert (round_.net(BET), round_.net("main")) == (5000, -500)


def test_LS_R1_a_stiff_that_is_not_surrendered_still_wins() -> None:
    round_ = stiff("Ts 6h 6d Tc Kc", "stand", options=SURRENDER)
    assert round_.net(BET) == 2500


def test_LS_R1_read_otherwise_the_bet_on_a_surrendered_stiff_is_given_back() -> None:
    options: dict[str, OptionValue] = {**SURRENDER, "LS-R1": "other"}
    round_ = stiff("Ts 9h 6d 7c", "surrender", options=options)
    assert round_.settled(BET) == [("surrendered", 0)]
    assert round_.settled("main") == [("surrender", -500)]
    # what is no stiff is lost at the deal, as ever
    assert stiff("Ts 9h 7d 7c", "surrender", options=options).settled(BET) == LOST
    assert stiff("8s 9h 8d 7c", "surrender", options=options).net(BET) == 5000
    assert stiff("Ts 9h 6d 7c Kc", "hit", options=options).settled(BET) == STIFF_LOST


# LS-R2


def test_LS_R2_the_filed_edges_are_shown_as_filed() -> None:
    filed = games.find("lucky-stiff").filed
    assert [(figure.bet, figure.paytable, figure.house_edge) for figure in filed] == [
        (BET, 1, "4.05 %"),
        (BET, 2, "5.76 %"),
        (BET, 3, "7.47 %"),
        (BET, 4, "5.18 %"),
        (BET, 5, "6.39 %"),
    ]


@pytest.mark.parametrize("table", [1, 2, 3, 4, 5])
def test_LS_R2_the_basis_says_that_the_strategy_is_not_stated(table: int) -> None:
    basis = games.find("lucky-stiff").filed[table - 1].basis
    for part in ("6 decks", "dealer hits soft 17", "playing strategy not stated"):
        assert part in basis


def test_LS_R2_the_default_game_is_the_one_the_figures_were_filed_for() -> None:
    rules = games.find("lucky-stiff").rules()
    assert (rules.shoe.decks, rules.dealer.soft17) == (6, "hit")


def test_LS_R2_is_about_figures_and_has_no_other_reading_to_play() -> None:
    ruling = next(one for one in games.find("lucky-stiff").rulings if one.id == "LS-R2")
    assert "filed figures" in ruling.same
    assert unplayable("LS-R2").startswith("lucky-stiff: LS-R2 = other: the other reading cannot")


# LS-R3

OTHER: dict[str, OptionValue] = {"LS-R3": "other"}


def test_LS_R3_a_doubled_stiff_counts() -> None:
    cards = "Ts 7h 2d Tc 9c"  # 21 against 17
    assert stiff(cards, "double").settled(BET) == [("stiff winner", 2500)]
    assert stiff(cards, "double", options={"LS-R3": "ruled"}).net(BET) == 2500


def test_LS_R3_the_other_reading_excludes_doubled_winners() -> None:
    doubled = stiff("Ts 7h 2d Tc 9c", "double", options=OTHER)
    assert doubled.settled(BET) == STIFF_LOST
    assert doubled.net("main") == 2000


@pytest.mark.parametrize("second", "23456")
def test_LS_R3_the_other_reading_still_pays_hands_that_stood_or_hit(second: str) -> None:
    stood = stiff(f"Ts 6h {second}d Tc Kc", "stand", options=OTHER)
    assert stood.settled(BET) == [("stiff winner", 2500)]
    low = {"2": "8", "3": "7", "4": "6", "5": "5", "6": "4"}[second]  # makes 20
    hit = stiff(f"Ts 7h {second}d Tc {low}c", "hit stand", options=OTHER)
    assert hit.settled(BET) == [("stiff winner", 2500)]


@pytest.mark.parametrize("hand", ["65", "T7", "A5", "A2"])
def test_LS_R3_the_other_reading_has_the_same_stiffs(hand: str) -> None:
    round_ = stiff(f"{hand[0]}s 6h {hand[1]}d Tc Kc", "stand", options=OTHER)
    assert (round_.net(BET), round_.net("main")) == (-500, 1000)


def test_LS_R3_the_other_reading_leaves_ties_and_losses_as_they_are() -> None:
    assert stiff("Ts 7h 2d Tc 5c", "hit stand", options=OTHER).settled(BET) == [("stiff push", 0)]
    assert stiff("Ts 7h 2d Tc", "stand", options=OTHER).settled(BET) == STIFF_LOST
    assert stiff("8s 7h 8d Tc", options=OTHER).settled(BET) == [("stiff pair", 5000)]


# LS-R4

WIDE = """
id = "wide-stiff"
name = "Wide Stiff"
based-on = "lucky-stiff"

[[bets]]
id = "lucky-stiff"
name = "Lucky Stiff"
paytable = "lucky-stiff"

[[bets.events]]
event = "stiff winner"
when = { player = "hard 12-16", result = "win" }
pays = [5]

[[bets.events]]
event = "stiff push"
when = { player = "hard 12-16", result = "push" }
pays = ["push"]
"""


@pytest.fixture
def wide(tmp_path: Path) -> str:
    """A designer's game in which stiff pairs ride instead of winning at once."""
    path = tmp_path / "wide.toml"
    path.write_text(WIDE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("rank", "678")
def test_LS_R4_a_designers_stiff_pair_rides(wide: str, rank: str) -> None:
    dealt = stiff(f"{rank}s 6h {rank}d Tc", game=wide)
    assert dealt.settled(BET) == []
    assert dealt.legal[-1] == ("stand", "hit", "double", "split")
    stood = stiff(f"{rank}s 6h {rank}d Tc Kc", "stand", game=wide)
    assert stood.settled(BET) == [("stiff winner", 2500)]


@pytest.mark.parametrize(
    ("first", "second", "expected", "main"),
    [
        ("Tc", "2c", ("stiff winner", 2500), 0),  # 18 and 10 against 17
        ("2c", "Tc", ("anything else", -500), 0),
        ("9c", "2c", ("stiff push", 0), -1000),  # 17
        ("9c", "Tc", ("stiff push", 0), 1000),
        ("Tc", "Ts", ("stiff winner", 2500), 2000),
        ("2c", "3c", ("anything else", -500), -2000),
    ],
)
def test_LS_R4_after_a_split_the_bet_rides_on_the_first_hand(
    wide: str, first: str, second: str, expected: tuple[str, int], main: int
) -> None:
    round_ = stiff(f"8s 7h 8d Tc {first} {second}", "split stand stand", game=wide)
    assert round_.settled(BET) == [expected]
    assert round_.net("main") == main


def test_LS_R4_a_bust_of_the_first_hand_loses_it_at_once(wide: str) -> None:
    open_ = stiff("8s 7h 8d Tc 5c Kc", "split hit", game=wide)
    assert open_.settled(BET) == LOST
    assert not open_.over()
    end = stiff("8s 7h 8d Tc 5c Kc Td", "split hit stand", game=wide)
    assert (end.net(BET), end.net("main")) == (-500, 0)


def test_LS_R4_a_bust_of_the_second_hand_does_not_touch_it(wide: str) -> None:
    round_ = stiff("8s 7h 8d Tc Td 5c Kc", "split stand hit", game=wide)
    assert round_.settled(BET) == [("stiff winner", 2500)]


def test_LS_R4_after_two_splits_it_still_rides_on_the_first_hand(wide: str) -> None:
    moves = "split split stand stand stand"
    won = stiff("8s 7h 8d Tc 8c Td 2c 3c", moves, game=wide)
    assert won.settled(BET) == [("stiff winner", 2500)]
    lost = stiff("8s 7h 8d Tc 8c 2d Tc Td", moves, game=wide)
    assert lost.settled(BET) == LOST


def test_LS_R4_in_the_filed_game_no_riding_hand_can_be_split() -> None:
    for rank in "A23456789TJQK":
        round_ = stiff(f"{rank}s 9h {rank}d Tc")
        assert "split" in round_.legal[-1]
        assert len(round_.settled(BET)) == 1


def test_LS_R4_has_no_other_reading_to_play() -> None:
    assert unplayable("LS-R4").startswith("lucky-stiff: LS-R4 = other: the other reading cannot")


@pytest.mark.parametrize("soft17", ["hit", "stand"])
def test_LS_R5_the_house_hits_or_stands_on_soft_17_and_its_cloth_says_which(soft17: str) -> None:
    game = games.find("lucky-stiff")
    rules = game.rules({"soft17": soft17})
    assert standing(game, rules).approved
    said = {"hit": "Dealer hits soft 17", "stand": "Dealer stands on soft 17"}
    assert [line for line in cloth_lines(rules) if "soft 17" in line] == [said[soft17]]
    assert game.rules() == game.rules({"soft17": "hit"})  # as the layout says
