"""What binds wagers together, told as sums, takes exactly what the judge takes."""

from __future__ import annotations

import datetime
import random
from collections import Counter

import pytest

from pitboss import games
from pitboss.floor.layout import spots
from pitboss.rules.compile import compile_rules
from pitboss.rules.constraints import accepts, stake_constraints
from pitboss.rules.limits import House, Limits, WagerError
from pitboss.rules.vocabulary import Rules

SETS = 4000
"""Sets of wagers for each game."""
ODD_PARTS = """
id = "odd-parts"
name = "Odd parts"
based-on = "blackjack-tie"
[caps]
side = "7/20"
total = "7/10"
"""
"""Parts of a wager that are no exact numbers."""
GAMES = (*games.BUILT_IN, "odd-parts")
HOUSES = (
    House(),
    House(date=datetime.date(2008, 6, 1)),
    House(date=datetime.date(2005, 6, 1), maximum={"main": 10000}),
    House(minimum={"main": 1500}),
)


def random_rules(game: str, rng: random.Random) -> tuple[Rules, Limits]:
    found = games.read(ODD_PARTS, origin="odd-parts") if game == "odd-parts" else games.find(game)
    tables = {name: rng.randint(1, count) for name, count in found.paytables().items()}
    readings = {
        ruling.id: "other"
        for ruling in found.rulings
        if ruling.sets and rng.random() < 0.3 and "caps" in next(iter(ruling.sets))
    }
    rules = found.rules(readings, tables)
    return rules, Limits(compile_rules(rules), rng.choice(HOUSES))


def random_wagers(limits: Limits, rng: random.Random) -> dict[str, int]:
    """Some of the bets, in cents, half-dollars and whole chips, often near a limit."""
    main = rng.choice([500, 550, 650, 700, 999, 1000, 1001, 1500, 2000, 3000, 5000, 40000, 40050])
    wagers = dict.fromkeys(limits.tables.opening, main)
    if rng.random() < 0.1:
        wagers[rng.choice(limits.tables.opening)] += rng.choice([-50, 1, 50])
    bets = [*limits.bets]
    for bet in rng.sample(bets, k=min(len(bets), rng.choice([0, 1, 1, 2, 2, 3, 4, 6]))):
        parts = [main // 2, main // 4, main // 6, main * 7 // 20, main * 7 // 40]
        near = rng.choice(parts) + rng.choice([-50, -1, 0, 0, 0, 1, 50])
        wagers[bet] = max(1, rng.choice([near, 100, 150, 250, 500, 550]))
    return wagers


def is_taken(limits: Limits, wagers: dict[str, int]) -> bool:
    try:
        limits.check(wagers)
    except WagerError:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_sums_take_exactly_what_limits_take(game: str) -> None:
    rng = random.Random(f"constraints {game}")
    verdicts: Counter[bool] = Counter()
    for number in range(SETS):
        if number % 100 == 0:
            rules, limits = random_rules(game, rng)
            constraints = stake_constraints(rules, limits)
            places = {spot.id: spot for spot in spots(rules, limits)}
        wagers = random_wagers(limits, rng)
        within = all(
            places[bet].minimum <= cents <= places[bet].maximum for bet, cents in wagers.items()
        )
        told = within and all(accepts(constraint, wagers) for constraint in constraints)
        taken = is_taken(limits, wagers)
        assert told == taken, (
            wagers,
            [one.why for one in constraints if not accepts(one, wagers)],
        )
        verdicts[told] += 1
    assert min(verdicts[True], verdicts[False]) > SETS / 20


def test_half_of_main_on_each_side_and_three_over_five_dollars() -> None:
    rules = games.find("blackjack-tie").rules()
    told = {one.why: one for one in stake_constraints(rules, Limits(compile_rules(rules)))}
    left = told["All bets on the left together take at most half of Main"]
    assert left.bets == {"tie-left": 1, "tie-17": 1, "tie-18": 1, "tie-19": 1, "main": -0.5}
    assert (left.most, left.count, left.rule) == (0, False, "caps.side")
    large = told["The state allows 3 bets over $5 a hand"]
    assert (large.most, large.count, large.over, large.rule) == (3, True, 500, "WA-2")
    few = told["This game allows 4 bets a hand, Main counted"]
    assert (few.most, few.count, few.over) == (4, True, 0)


def test_wagers_that_follow_each_other() -> None:
    rules = games.find("half-back").rules()
    told = stake_constraints(rules, Limits(compile_rules(rules)))
    assert [one.bets for one in told[:2]] == [
        {"half-back": 1, "main": -1}, {"main": 1, "half-back": -1},
    ]  # fmt: skip


@pytest.mark.parametrize("date", [None, datetime.date(2008, 6, 1)])
def test_what_no_hand_can_exceed_is_not_told(date: datetime.date | None) -> None:
    # WA-2: Main, Half Back and the bonus are three wagers, which a hand might have from 2008 on;
    # today three may be over $5
    rules = games.find("half-back").rules()
    limits = Limits(compile_rules(rules), House(date=date))
    assert {one.rule for one in stake_constraints(rules, limits)} == {"wagers.opening"}
