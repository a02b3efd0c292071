"""Same cards, same decisions: simulator and table engine agree to the cent on every wager.

``PITBOSS_ROUNDS=10000 pytest tests/sim/test_same_cards.py`` plays more rounds than the suite does;
``python -m tests.sim.same_cards`` plays many and says what occurred.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pitboss import games
from pitboss.rules.game import OptionValue
from pitboss.sim.program import Dealing
from tests.effort import size
from tests.sim.same_cards import Match, matches
from tests.sim.settings import GAMES, Setting, Solved

ROUNDS = size("ROUNDS", usual=800, whole=2_000)

PAIR_BURNER = Path(__file__).with_name("pair-burner.toml")
EVERYWHERE = {
    "busts", "dealer naturals", "doubles", "naturals", "resplits", "several seats", "splits",
}  # fmt: skip
SEES = {
    "blackjack": {"surrenders", "both naturals", "insurances", "doubles after a split"},
    "half-back": {"take-backs", "replaced upcards", "both naturals", "doubles after a split"},
    "lucky-stiff": {"surrenders", "both naturals", "insurances", "doubles after a split"},
    "blackjack-tie": {"surrenders", "both naturals", "insurances", "bets lost on a second split"},
    "mulligan-21": {"burns", "burns after a split", "insurances", "doubles after a split"},
    "second-thoughts": {"surrenders", "bets lost on a second split"},
    "hard-luck": {"doubles after a split", "bets lost on a second split"},
    "half-back-ties": {"take-backs", "bets lost on a second split"},
    "mulligan-ties": {"burns after a split", "bets lost on a second split"},
    "wide": {"take-backs", "replaced upcards"},
}
"""What must occur in a game, so that nothing is proved about nothing."""


@pytest.mark.parametrize("game", GAMES)
def test_simulator_and_table_agree_to_the_cent_on_every_wager(game: str) -> None:
    rounds, seen = 0, Counter[str]()
    wanted = ROUNDS if game in games.BUILT_IN else ROUNDS // 6
    for match, first, many in matches(game, wanted, "usual"):
        for apart in match.play(first, many):
            pytest.fail(str(apart))
        rounds += match.rounds
        seen += match.seen
    assert rounds >= wanted
    assert set(seen) >= EVERYWHERE | SEES.get(game, set())


@pytest.mark.parametrize(("game", "decks"), [("blackjack", 1), ("blackjack", 2), ("wide", 1)])
def test_they_agree_when_shoes_run_out_in_mid_round(game: str, decks: int) -> None:
    setting = Setting(game, {"decks": decks, "split-cards": "at-once"})
    dealing = Dealing(seed=decks, seats=9, cut=round(0.95 * 52 * decks), burn=3)
    match = Match(Solved(setting), dealing, random.Random(game))
    for apart in match.play(0, 200):
        pytest.fail(str(apart))
    assert match.seen["shoes that ran out"] > 20


def test_they_agree_where_one_card_of_a_pair_is_given_up() -> None:
    setting = Setting(str(PAIR_BURNER))
    match = Match(Solved(setting), Dealing(seed=6), random.Random("pairs"))
    for apart in match.play(0, 200):
        pytest.fail(str(apart))
    assert match.seen["burns"] > 20


def test_they_agree_on_the_suits_of_a_natural_nobody_looked_for() -> None:
    match = Match(Solved(Setting("royal", {"peek": False})), Dealing(seed=7), random.Random(7))
    codes = match.program.codes(0, 500_000)
    outcomes = {
        int(code): match.program.outcomes.parts(int(code))[0][1] for code in np.unique(codes)
    }
    natural = {code for code, found in outcomes.items() if found.split and found.events[0] < 2}
    units = np.nonzero(np.isin(codes, list(natural)))[0]
    assert len(units) > 30
    assert {outcomes[code].events[0] for code in natural} == {0, 1}  # of one suit, and not
    for unit in units:
        for apart in match.fresh_round(int(unit)):
            pytest.fail(str(apart))
    assert match.seen["dealer naturals"] == len(units)


@pytest.mark.parametrize("peek", [True, False])
def test_they_agree_on_bets_that_second_splits_and_naturals_decide(peek: bool) -> None:
    setting = Setting("hard-luck", {"peek": peek, "decks": 2}, plays_for="brave")
    match = Match(Solved(setting), Dealing(seed=11), random.Random(11))
    codes = match.program.codes(0, 400_000)
    met, first = np.unique(codes, return_index=True)
    split = [code >= match.program.machine.split_codes.base for code in met]
    assert sum(split) > 60
    for unit in first[split]:
        for apart in match.fresh_round(int(unit)):
            pytest.fail(str(apart))
    assert match.seen["resplits"] > 50
    assert (match.seen["dealer naturals"] > 2) != peek


@pytest.mark.parametrize(
    ("options", "plays_for"),
    [
        ({"hit-split-aces": True}, "tie-21"),
        ({"BT-R4": "other"}, "tie-21"),
        ({"BT-R8": "other"}, "main"),
        ({"BT-R7": "other", "surrender": True}, "total"),
    ],
)
def test_they_agree_on_every_reading_of_how_a_first_hand_counts(
    options: dict[str, OptionValue], plays_for: str
) -> None:
    setting = Setting("blackjack-tie", options, plays_for=plays_for)
    match = Match(Solved(setting), Dealing(seed=13), random.Random(13))
    codes = match.program.codes(0, 300_000)
    _, first = np.unique(codes, return_index=True)  # one round for each way to end
    for unit in first:
        for apart in match.fresh_round(int(unit)):
            pytest.fail(str(apart))
    assert match.seen["splits"] > 5
    assert (match.seen["resplits"] > 5) == (plays_for == "main")  # a tie bet would be lost by it
    assert (match.seen["surrenders"] > 0) == ("surrender" in options)


def test_they_agree_where_a_natural_ends_rounds_that_are_only_doubled() -> None:
    setting = Setting("hard-luck", {"decks": 1, "das": False}, plays_for="calm")
    match = Match(Solved(setting), Dealing(seed=5, seats=8), random.Random(5))
    for apart in match.play(0, 100):
        pytest.fail(str(apart))
    assert match.seen["dealer naturals"] > 2


def test_they_agree_on_the_cards_used_when_all_hands_of_a_split_bust() -> None:
    dealing = Dealing(seed=3, seats=1, cut=300)
    match = Match(Solved(Setting("blackjack", {"decks": 8})), dealing, random.Random(1))
    for apart in match.play(463, 1):  # in round 37, eights against a jack
        pytest.fail(str(apart))
    assert match.seen["splits"] > 0


def test_a_disagreement_says_what_was_dealt_played_and_booked() -> None:
    setting, other = (Setting("blackjack", {"natural": pays}) for pays in ("3 to 2", "6 to 5"))
    dealing = Dealing(seed=1, seats=2, cut=200)
    match = Match(Solved(setting), dealing, random.Random(1))
    match.program = Solved(other).program(dealing)
    apart = next(match.play(0, 1000))
    stake = match.stakes[apart.seat - 1]["main"]
    assert apart.table["main"] == stake * 3 // 2
    assert apart.simulator["main"] == stake * 6 // 5
    words = str(apart)
    assert words.startswith("blackjack; natural = 3 to 2; composition play for main")
    assert f"unit {apart.unit}, round {apart.number + 1}, seat {apart.seat}:" in words
    assert f"main: {stake * 3 // 2} at the table, {stake * 6 // 5} simulated" in words
    assert f"seat {apart.seat} main: natural" in words
    assert f"seat {3 - apart.seat}" not in words


def test_they_agree_where_wagers_of_split_hands_come_back() -> None:
    match = Match(
        Solved(Setting("half-back", {"HB-R9": "other"})), Dealing(seed=17), random.Random(17)
    )
    codes = match.program.codes(0, 300_000)
    _, first = np.unique(codes, return_index=True)  # one round for each way to end
    for unit in first:
        for apart in match.fresh_round(int(unit)):
            pytest.fail(str(apart))
    assert match.seen["resplits"] > 5
    assert match.seen["take-backs"] > 20
