"""Pay tables beside each other, the dealer's finals, a round's results, exceptions to a chart."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import pitboss
from pitboss import games, published
from pitboss.advice import decisions
from pitboss.advice.chart_exceptions import chart_exceptions
from pitboss.analysis.dealer_finals import any_upcard, dealer_finals
from pitboss.analysis.paytables import Pace, paytables
from pitboss.analysis.round_results import round_results
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import Game

WITHOUT_SPLITS = 'id = "plain"\nname = "Plain"\nbased-on = "blackjack"\n[split]\nmax-hands = 1\n'


@pytest.fixture(scope="module")
def plain() -> Game:
    return games.read(WITHOUT_SPLITS, origin="plain.toml")


# Pay tables


@pytest.mark.parametrize("game", ["lucky-stiff", "blackjack-tie"])
def test_every_pay_table_has_the_figures_of_the_game_solved_on_it(game: str) -> None:
    found = games.find(game)
    ((family, count),) = found.paytables().items()
    told = paytables(game)
    assert list(told) == [bet.id for bet in found.rules().bets]
    for table in {1, count}:
        bets = pitboss.solve(game, paytables={family: table}).bets
        for bet, tables in told.items():
            here = [one for one in tables if one.table == table]
            assert bool(here) == (bet in bets)
            for one in here:
                assert one.house_edge == pytest.approx(bets[bet].house_edge, abs=1e-12)
                assert one.sd == pytest.approx(bets[bet].sd, abs=1e-9)
                assert one.hit_rate == pytest.approx(bets[bet].hit_rate, abs=1e-12)


def test_hold_is_edge_times_all_that_is_staked_in_an_hour() -> None:
    one = paytables("half-back")["upcard-bonus"][0]
    assert one.house_edge == pytest.approx(20233 / 626665)  # counted by hand in test_solution.py
    # five seats with $10 in 70 rounds stake $3,500
    assert one.hold(Pace(stake=10, seats=5, rounds_per_hour=70)) == pytest.approx(
        3500 * 20233 / 626665
    )


# The dealer


def test_the_dealer_ends_as_published() -> None:
    source = Path(published.__file__).parent / "dealer.toml"
    data = tomllib.loads(source.read_text())
    for figure in data["figures"]:
        rows = dealer_finals("blackjack", options=figure["options"])
        mean = any_upcard(rows)
        assert mean.chance == pytest.approx(1)
        assert mean.finals[figure["final"]] == pytest.approx(figure["value"], abs=data["tolerance"])


@cache
def drawn(total: int, soft: bool, shoe: tuple[int, ...], hits_soft_17: bool) -> dict[str, Fraction]:
    """How a dealer ends from here, counted draw by draw; `shoe` is by value, ace first."""
    if total > 21 and soft:
        total, soft = total - 10, False
    if total > 21:
        return {"bust": Fraction(1)}
    if total > 17 or (total == 17 and not (soft and hits_soft_17)):
        return {str(total): Fraction(1)}
    found: dict[str, Fraction] = {}
    cards = sum(shoe)
    for value, many in enumerate(shoe, start=1):
        if many:
            left = tuple(n - (v == value) for v, n in enumerate(shoe, start=1))
            ace = value == 1 and total + 11 <= 21
            for end, chance in drawn(
                total + (11 if ace else value), soft or ace, left, hits_soft_17
            ).items():
                found[end] = found.get(end, Fraction(0)) + Fraction(many, cards) * chance
    return found


@pytest.mark.parametrize("soft17", ["hit", "stand"])
@pytest.mark.parametrize("up", ["6", "A"])
def test_the_dealers_finals_are_those_of_counting_every_draw(soft17: str, up: str) -> None:
    ranks = [4, 4, 4, 4, 2, 4, 4, 4, 4, 4, 4, 4, 4]  # a deck that two fives are gone from
    row = next(one for one in dealer_finals(decks=1, soft17=soft17, shoe=ranks) if one.up == up)
    value = 1 if up == "A" else int(up)
    shoe = [*ranks[:9], sum(ranks[9:])]
    shoe[value - 1] -= 1
    start = (11, True) if value == 1 else (value, False)
    counted = drawn(*start, tuple(shoe), soft17 == "hit")
    natural = Fraction(16, 49) if value == 1 else Fraction(0)
    assert row.finals["natural"] == pytest.approx(float(natural))
    assert row.finals["21"] == pytest.approx(float(counted["21"] - natural))
    for end in ("17", "18", "19", "20", "bust"):
        assert row.finals[end] == pytest.approx(float(counted[end]))
        assert row.without_natural[end] == pytest.approx(float(counted[end] / (1 - natural)))


# Results of a round


def test_without_splits_the_results_are_exact(plain: Game) -> None:
    found = round_results(plain)
    assert (found.split, found.sampled) == (0, 0)
    assert [row.net for row in found.rows] == [-2, -1, 0, 1, 1.5, 2]
    solution = pitboss.solve(plain)
    mean = sum(row.net * row.chance for row in found.rows)
    assert sum(row.chance for row in found.rows) == pytest.approx(1)
    assert mean == pytest.approx(solution.round.ev, abs=1e-12)
    square = sum(row.net**2 * row.chance for row in found.rows)
    assert (square - mean**2) ** 0.5 == pytest.approx(solution.round.sd, abs=1e-9)
    # an ace and a ten in either order, and no natural behind what is left of 310 cards
    dealt = Fraction(2 * 24 * 96, 312 * 311)
    natural = dealt * (1 - Fraction(2 * 23 * 95, 310 * 309))
    assert found.rows[4].chance == pytest.approx(float(natural))


def test_split_rounds_come_with_their_error_and_add_up() -> None:
    found = round_results("lucky-stiff", bets={"lucky-stiff": 1.0})
    solution = pitboss.solve("lucky-stiff", bets={"lucky-stiff": 1.0})
    assert sum(row.chance for row in found.rows) == pytest.approx(1)
    errors = sum(abs(row.net) * row.error for row in found.rows)
    mean = sum(row.net * row.chance for row in found.rows)
    assert mean == pytest.approx(solution.round.ev, abs=errors)
    assert found.sampled > 100_000
    assert {row.net for row in found.rows if not row.error} >= {2.5}  # a natural on both wagers


# Exceptions


def test_exceptions_add_up_to_what_the_chart_gives_away(plain: Game) -> None:
    rows = chart_exceptions(plain, decks=1)
    best = pitboss.solve(plain, decks=1).round.ev
    charted = pitboss.solve(plain, decks=1, strategy="chart").round.ev
    assert best - charted > 1e-5
    assert sum(row.loss for row in rows) == pytest.approx(best - charted, abs=1e-11)


def test_exceptions_name_hands_everyone_knows() -> None:
    rows = {(row.hand, row.up): row for row in chart_exceptions("blackjack", decks=1)}
    known = rows["T 2", "4"]  # P. Griffin, The Theory of Blackjack: hit ten-two against a four
    assert (known.chart, known.best, known.total) == ("stand", "hit", "hard 12")
    tables = compile_rules(games.find("blackjack").rules({"decks": 1}))
    hand, (up,) = decisions.ranks_of("T,2", "hand"), decisions.ranks_of("4", "up")
    offers = {offer.move: offer.ev for offer in decisions.decide(tables, hand, up).offers}
    assert known.cost == pytest.approx(offers["hit"] - offers["stand"], abs=1e-9)
