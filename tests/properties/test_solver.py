"""The solver whatever the stakes, the shoe and the chart: what must hold between its answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pitboss
from pitboss import games
from pitboss.analysis.card_removal import effects_of_removal
from pitboss.analysis.solution import Solution
from pitboss.cards import RANKS
from pitboss.rules.chart import UPCARDS, Chart, rows
from tests.analysis.known import solved

Stakes = Mapping[str, float]
EXACT = 1e-12
"""Sums of some thousand floats."""

few = settings(
    max_examples=5, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)  # fmt: skip


def worth(solution: Solution, bets: Stakes | None = None) -> float:
    """What a round brings with a unit on every opening wager and these stakes."""
    values = dict(zip(solution.figures.wagers, solution.figures.expectations(), strict=True))
    stakes = {**dict.fromkeys(solution.solver.tables.opening, 1.0), **(bets or {})}
    return float(sum(stake * values[bet] for bet, stake in stakes.items()))


CASES: list[tuple[str, dict[str, float], dict[str, Any]]] = [
    ("blackjack", {}, {}),
    ("blackjack", {}, {"decks": 1, "soft17": "stand", "surrender": True}),
    ("blackjack", {}, {"decks": 2, "das": False, "double": "hard 10-11", "pairs": "value"}),
    ("half-back", {"upcard-bonus": 0.5}, {}),
    ("lucky-stiff", {"lucky-stiff": 1}, {}),
    ("lucky-stiff", {"lucky-stiff": 5}, {"decks": 1}),
    ("blackjack-tie", {"tie-left": 0.5, "tie-right": 0.5}, {}),
    ("mulligan-21", {"lucky-stiff": 1}, {}),
]


# Better play is never worse


@pytest.mark.parametrize(("game", "bets", "options"), CASES)
def test_play_by_exact_cards_is_never_worse_than_the_best_chart(
    game: str, bets: dict[str, float], options: dict[str, Any]
) -> None:
    exact = worth(solved(game, bets, "total", **options), bets)
    chart = worth(solved(game, bets, "total", "chart", **options), bets)
    assert exact >= chart - EXACT
    # by totals alone less than a thousandth of what is staked is lost
    assert exact - chart < 0.001 * (1 + sum(bets.values()))


CHARTS: list[tuple[str, dict[str, float]]] = [
    ("blackjack", {}),
    ("half-back", {}),
    ("lucky-stiff", {"lucky-stiff": 1}),
    ("blackjack-tie", {"tie-left": 0.5, "tie-right": 0.5}),
    ("mulligan-21", {}),
]


def valued(game: str, bets: Stakes, chart: Chart) -> float:
    return worth(pitboss.solve(game, bets=bets, optimise="total", strategy=chart), bets)


@few
@pytest.mark.parametrize(("game", "bets"), CHARTS)
@given(data=st.data())
def test_no_chart_with_a_few_cells_changed_is_better_than_the_best(
    game: str, bets: dict[str, float], data: st.DataObject
) -> None:
    best = solved(game, bets, "total", "chart")
    cells = [(name, hand) for name, table in best.chart.tables.items() for hand, _ in rows(table)]
    changes = {}
    for _ in range(data.draw(st.integers(1, 4))):
        name, hand = data.draw(st.sampled_from(cells))
        codes = ["S", "H"]
        if hand.startswith("burn"):
            codes = ["B", "K"]
        elif game != "mulligan-21":
            codes += ["P", "P1"] if "," in hand else ["D", "Ds"]
        changes[name, hand, data.draw(st.sampled_from(UPCARDS))] = data.draw(st.sampled_from(codes))
    assert valued(game, bets, best.chart.with_cells(changes)) <= worth(best, bets) + EXACT


@pytest.mark.parametrize(
    ("game", "bets", "cell"),
    [
        # hands nobody plays unsplit while bets ride on every deal: they come from splits only
        ("blackjack-tie", {"tie-left": 0.5, "tie-right": 0.5}, ("play", "hard 11", "6", "D")),
        ("blackjack-tie", {"tie-left": 0.5, "tie-right": 0.5}, ("play", "hard 10", "5", "D")),
        # second cards of split hands, close to even for the first of them
        ("mulligan-21", {}, ("play", "burn split 8 + JQK", "7", "B")),
        ("mulligan-21", {}, ("play", "burn split 2 + JQK", "8", "B")),
        ("lucky-stiff", {"lucky-stiff": 1}, ("riding lucky-stiff", "hard 16", "T", "H")),
        ("blackjack", {}, ("play", "hard 16", "T", "S")),
        ("blackjack", {}, ("play", "hard 12", "4", "H")),
        ("half-back", {}, ("split", "hard 9", "2", "D")),
    ],
)
def test_no_close_cell_of_the_best_chart_is_better_the_other_way(
    game: str, bets: dict[str, float], cell: tuple[str, str, str, str]
) -> None:
    best = solved(game, bets, "total", "chart")
    changed = best.chart.with_cells({cell[:3]: cell[3]})
    assert valued(game, bets, changed) <= worth(best, bets) + EXACT


# Stakes


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("lucky-stiff", {"lucky-stiff": 0.25}),
        ("lucky-stiff", {"lucky-stiff": 5.0}),
        ("mulligan-21", {"lucky-stiff": 2.0}),
        ("blackjack-tie", {"tie-left": 0.5, "tie-right": 0.25}),
        ("blackjack-tie", {"tie-18": 0.5, "tie-20": 3.0}),
        ("half-back", {"upcard-bonus": 1.0}),
    ],
)
def test_playing_for_everything_staked_is_best_for_it(game: str, bets: dict[str, float]) -> None:
    joint = worth(solved(game, bets, "total"), bets)
    for aim in ("main", *bets):
        other = solved(game, bets, aim)
        assert joint >= worth(other, bets) - EXACT
        if aim != "main":  # and each aim is reached best by playing for it
            ids = other.figures.wagers
            assert float(other.figures.expectations()[ids.index(aim)]) >= float(
                solved(game, bets, "total").figures.expectations()[ids.index(aim)]
            ) - 1e-9  # fmt: skip
    assert worth(solved(game, bets, "main")) >= worth(solved(game, bets, "total")) - EXACT


@few
@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("lucky-stiff", {"lucky-stiff": 10.0}),
        ("blackjack-tie", {"tie-left": 2.0, "tie-right": 2.0}),
    ],
)
@given(data=st.data())
def test_what_the_best_play_brings_is_convex_in_the_stakes(
    game: str, most: dict[str, float], data: st.DataObject
) -> None:
    """Stakes mixed can do no better than each with play of its own."""
    steps = st.integers(1, 8)
    one = {bet: stake * data.draw(steps) / 8 for bet, stake in most.items()}
    two = {bet: stake * data.draw(steps) / 8 for bet, stake in most.items()}
    share = data.draw(st.sampled_from((0.25, 0.5, 0.75)))
    mixed = {bet: share * one[bet] + (1 - share) * two[bet] for bet in most}
    values = [worth(solved(game, bets, "total"), bets) for bets in (one, two, mixed)]
    assert values[2] <= share * values[0] + (1 - share) * values[1] + EXACT


@pytest.mark.parametrize("strategy", ["composition", "chart"])
@pytest.mark.parametrize(
    ("game", "bet"), [("blackjack-tie", "tie-blackjack"), ("half-back", "upcard-bonus")]
)
def test_a_bet_that_no_decision_touches_is_played_for_by_playing_well(
    game: str, bet: str, strategy: str
) -> None:
    alone, well = solved(game, {}, bet, strategy), solved(game, {}, "main", strategy)
    assert worth(alone) == pytest.approx(worth(well), abs=EXACT)


@pytest.mark.parametrize(
    ("game", "bet"),
    [("mulligan-21", "lucky-stiff"), ("lucky-stiff", "lucky-stiff"), ("blackjack-tie", "tie-19")],
)
def test_where_a_bet_does_not_care_the_main_game_decides(game: str, bet: str) -> None:
    """A chart for one bet alone gives away no more of the main game than exact cards do."""
    chart, exact = solved(game, {}, bet, "chart"), solved(game, {}, bet)
    assert worth(chart) == pytest.approx(worth(exact), abs=3e-4)


def test_a_stake_of_next_to_nothing_leaves_play_as_it_is() -> None:
    tiny = {"lucky-stiff": 1e-9}
    for bet in ("main", "lucky-stiff"):
        assert solved("lucky-stiff", tiny, "total").bets[bet].ev == pytest.approx(
            solved("lucky-stiff").bets[bet].ev, abs=EXACT
        )


# Cards taken out of the shoe


def taken_out(shoe: Sequence[float], *ranks: int) -> list[float]:
    left = list(shoe)
    for rank in ranks:
        left[rank] -= 1
    return left


def fixed(game: str, chart: Chart, shoe: Sequence[float], **more: Any) -> dict[str, float]:
    """Expectations of all wagers, play by a chart whatever the shoe."""
    solution = pitboss.solve(game, strategy=chart, shoe=shoe, **more)
    return dict(zip(solution.figures.wagers, solution.figures.expectations().tolist(), strict=True))


def unlike(solution: Solution) -> dict[int, int]:
    """A rank of every class of cards with the number of ranks in it."""
    classes: dict[int, list[int]] = {}
    for rank, kind in enumerate(solution.solver.model.kind_of_rank):
        classes.setdefault(kind, []).append(rank)
    return {ranks[0]: len(ranks) for ranks in classes.values()}


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_random_card_taken_out_changes_nothing_on_average(game: str) -> None:
    """A card burned unseen is a card less at the end of the shoe."""
    best = solved(game, strategy="chart")
    before = fixed(game, best.chart, [24] * 13)
    mean = dict.fromkeys(before, 0.0)
    for rank, alike in unlike(best).items():
        for bet, value in fixed(game, best.chart, taken_out([24] * 13, rank)).items():
            mean[bet] += alike / 13 * value
    assert mean == pytest.approx(before, abs=1e-11)


def test_a_random_card_taken_out_of_an_uneven_shoe_changes_nothing_on_average() -> None:
    shoe = [4.0, 9, 5, 7, 0, 6, 8, 3, 5, 9, 9, 8, 8]
    chart = solved("lucky-stiff", strategy="chart").chart
    before = fixed("lucky-stiff", chart, shoe)
    mean = dict.fromkeys(before, 0.0)
    for rank, cards in enumerate(shoe):
        if cards:
            for bet, value in fixed("lucky-stiff", chart, taken_out(shoe, rank)).items():
                mean[bet] += cards / sum(shoe) * value
    assert mean == pytest.approx(before, abs=1e-11)


@pytest.mark.parametrize("game", ["lucky-stiff", "blackjack-tie"])
def test_seeing_the_card_that_is_taken_out_can_only_help(game: str) -> None:
    effects = effects_of_removal(solved(game))
    assert set(effects) == set(solved(game).figures.wagers)
    assert all(list(row) == list(RANKS) for row in effects.values())
    mean = sum(effects["main"].values()) / 13
    assert -EXACT <= mean < 1e-4
    for row in effects.values():  # no rule tells ten-value cards apart
        assert row["T"] == row["J"] == row["Q"] == row["K"]
    if game == "blackjack-tie":  # and no decision touches this bet
        assert sum(effects["tie-blackjack"].values()) == pytest.approx(0, abs=1e-11)


def test_effects_of_removal_are_those_of_the_strategy_that_is_solved() -> None:
    cells = "hard 16 v 6 = H; hard 17 v 7 = H"  # poor play, whatever the shoe
    solution = pitboss.solve("blackjack", strategy=cells)
    effects = effects_of_removal(solution)["main"]
    assert sum(effects.values()) == pytest.approx(0, abs=1e-11)
    shoe = taken_out([24] * 13, RANKS.index("5"))
    after = fixed("blackjack", solution.chart, shoe)["main"]
    assert effects["5"] == pytest.approx(after - solution.bets["main"].ev, abs=EXACT)


# P. Griffin, The Theory of Blackjack: single deck, dealer stands on soft 17, no double after split,
# basic strategy kept; in percent.
GRIFFIN = {
    "A": -0.61, "2": 0.38, "3": 0.44, "4": 0.55, "5": 0.69, "6": 0.46, "7": 0.28, "8": 0.00,
    "9": -0.18, "T": -0.51,
}  # fmt: skip


def test_effects_of_removal_are_those_griffin_published() -> None:
    rules: dict[str, Any] = {"decks": 1, "soft17": "stand", "options": {"das": False}}
    chart = pitboss.solve("blackjack", strategy="chart", **rules).chart
    before = fixed("blackjack", chart, [4] * 13, **rules)["main"]
    for rank, published in GRIFFIN.items():
        shoe = taken_out([4] * 13, RANKS.index(rank))
        effect = fixed("blackjack", chart, shoe, **rules)["main"] - before
        assert 100 * effect == pytest.approx(published, abs=0.025)


@pytest.mark.parametrize(
    ("one", "two"), [("5", "T"), ("A", "T"), ("6", "7"), ("2", "9"), ("A", "5")]
)
def test_two_cards_taken_out_count_nearly_as_much_as_each_of_them_together(
    one: str, two: str
) -> None:
    """One card counts in the order of 1/312; what two do to each other in that of 1/312²."""
    chart = solved("lucky-stiff", strategy="chart").chart
    first, second = RANKS.index(one), RANKS.index(two)
    before = fixed("lucky-stiff", chart, [24] * 13)
    alone = [fixed("lucky-stiff", chart, taken_out([24] * 13, rank)) for rank in (first, second)]
    both = fixed("lucky-stiff", chart, taken_out([24] * 13, first, second))
    for bet, value in before.items():
        together = sum(after[bet] - value for after in alone)
        assert both[bet] - value == pytest.approx(together, abs=10 / 312**2)
        assert any(abs(after[bet] - value) > 30 / 312**2 for after in alone)  # so that it tells
