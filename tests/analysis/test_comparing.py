"""What a change of rules does, against published differences and plain counting."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pitboss import games
from pitboss.analysis.comparing import CellChange, Comparison, Priced, compare, price_rulings
from tests.analysis import counting
from tests.analysis.known import solved


def changed(game: str = "blackjack", **options: Any) -> Comparison:
    found = games.find(game)
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return compare((found, found.rules()), (found, found.rules(named)))


def edge(comparison: Comparison, wager: str) -> tuple[float | None, float | None]:
    return next((one.before, one.after) for one in comparison.edges if one.wager == wager)


def moved(comparison: Comparison) -> dict[str, float]:
    """By how much the edges change that do."""
    return {
        one.wager: one.after - one.before
        for one in comparison.edges
        if one.before is not None and one.after is not None and abs(one.after - one.before) > 1e-12
    }


@cache
def priced(game: str) -> dict[str, Priced]:
    found = games.find(game)
    return {one.ruling.id: one for one in price_rulings(found, found.rules(), {})}


def price(game: str, ruling: str) -> dict[str, float]:
    comparison = priced(game)[ruling].comparison
    assert comparison is not None
    return moved(comparison)


# Rules


def test_standing_on_soft_17_changes_the_three_cells_every_book_names() -> None:
    comparison = changed(soft17="stand")
    assert comparison.rules == ["dealer.soft17 = stand (was hit)"]
    assert comparison.cells == [
        CellChange("play", "hard 11", "A", "D", "H"),
        CellChange("play", "soft 18", "2", "Ds", "S"),
        CellChange("play", "soft 19", "6", "Ds", "S"),
    ]
    # E. Farmer's analyser
    published = (0.00615389123, 0.00402870236)
    assert edge(comparison, "main") == pytest.approx(published, abs=1e-9)
    assert edge(comparison, "round") == pytest.approx(edge(comparison, "main"))
    assert "insurance" not in moved(comparison)


def test_late_surrender_changes_the_cells_every_book_names() -> None:
    comparison = changed(surrender=True)
    assert {(cell.hand, cell.upcard) for cell in comparison.cells} == {
        ("hard 15", "T"), ("hard 15", "A"), ("hard 16", "9"), ("hard 16", "T"), ("hard 16", "A"),
        ("hard 17", "A"), ("8,8", "A"),
    }  # fmt: skip
    assert {cell.after[0] for cell in comparison.cells} == {"R"}
    assert moved(comparison)["main"] < 0


def test_naturals_at_six_to_five_cost_what_counting_gives_and_no_decision() -> None:
    comparison = changed(natural="6 to 5")
    paid = counting.chance(6, lambda deal: deal.player_natural and not deal.dealer_natural)
    assert moved(comparison)["main"] == pytest.approx(0.3 * float(paid), abs=1e-12)
    assert comparison.cells == []


def test_the_same_rules_change_nothing() -> None:
    comparison = changed()
    assert comparison.rules == []
    assert comparison.cells == []
    assert moved(comparison) == {}


def test_wagers_only_one_game_has_stand_alone() -> None:
    one, two = games.find("blackjack"), games.find("blackjack-tie")
    there = compare((one, one.rules()), (two, two.rules()))
    assert edge(there, "tie-20")[0] is None
    assert edge(there, "tie-20")[1] == solved("blackjack-tie").bets["tie-20"].house_edge
    assert moved(there) == {}
    assert there.cells == []  # the same blackjack, main game maximised
    back = compare((two, two.rules()), (one, one.rules()))
    assert edge(back, "tie-20") == edge(there, "tie-20")[::-1]
    assert any("bets" in line for line in back.rules)


def test_tables_only_one_game_has_are_compared_cell_by_cell() -> None:
    one, two = games.find("blackjack"), games.find("mulligan-21")
    cells = compare((one, one.rules()), (two, two.rules())).cells
    burned = [cell for cell in cells if cell.table == "burned"]
    assert burned
    assert all(cell.before == "" and cell.after in ("S", "H", "D", "Ds") for cell in burned)
    assert all(cell.before != cell.after for cell in cells)


# Rulings


@pytest.mark.parametrize("game", ["blackjack", "lucky-stiff", "blackjack-tie"])
def test_every_ruling_has_a_price(game: str) -> None:
    found = priced(game)
    assert list(found) == [ruling.id for ruling in games.find(game).rulings]
    for one in found.values():
        assert one.comparison is not None, one.ruling.id
        if one.ruling.same:
            assert moved(one.comparison) == {}


def test_splitting_unlike_tens_is_allowed_for_nothing() -> None:
    assert price("blackjack", "BJ-R1") == {}


def test_a_doubled_stiff_hand_never_occurs_in_good_play() -> None:
    assert price("lucky-stiff", "LS-R3") == {}


def test_paying_55_for_a_tie_on_18_is_worth_ten_times_its_chance() -> None:
    bet = solved("blackjack-tie").bets["tie-18"]
    tied = sum(line.chance for line in bet.lines if line.event == "tie on 18")
    assert 0.01 < tied < 0.03
    assert price("blackjack-tie", "BT-R1") == {"tie-18": pytest.approx(-10 * tied, abs=1e-12)}


@pytest.mark.parametrize("ruling", ["BT-R3", "BT-R5"])
def test_caps_on_stakes_change_no_figure_of_a_unit(ruling: str) -> None:
    assert price("blackjack-tie", ruling) == {}


TIES = ["tie-left", "tie-right", *(f"tie-{total}" for total in range(17, 22))]


def test_BT_R4_costs_nothing_where_tens_are_never_split() -> None:
    assert price("blackjack-tie", "BT-R4") == {}


def test_BT_R4_matters_to_whoever_splits_tens_for_a_tie_on_21() -> None:
    ruled = solved("blackjack-tie", optimise="tie-21")
    other = solved("blackjack-tie", optimise="tie-21", BT_R4="other")
    assert other.bets["tie-21"].house_edge < ruled.bets["tie-21"].house_edge - 0.01


def test_BT_R7_giving_bonuses_back_is_worth_the_chance_of_a_surrender() -> None:
    with_surrender = solved("blackjack-tie", surrender=True).bets["main"]
    given_up = sum(line.chance for line in with_surrender.lines if line.event == "surrender")
    assert 0.03 < given_up < 0.07
    # a unit that was lost comes back, of the bonus on blackjack too: it lies there until the end
    found = price("blackjack-tie", "BT-R7")
    assert found == {bet: pytest.approx(-given_up, abs=1e-12) for bet in [*TIES, "tie-blackjack"]}


def test_BT_R8_leaves_bonuses_to_rounds_that_split_another_hand_again() -> None:
    found = price("blackjack-tie", "BT-R8")
    assert set(found) <= {*TIES, "tie-blackjack"}
    assert all(-0.003 < change < 0 for change in found.values())
    assert {"tie-left", "tie-18"} <= set(found)


def test_LS_R1_giving_the_bet_back_is_worth_the_chance_that_a_stiff_is_surrendered() -> None:
    comparison = priced("lucky-stiff")["LS-R1"].comparison
    assert comparison is not None
    after = solved("lucky-stiff", surrender=True, LS_R1="other").bets["lucky-stiff"]
    back = sum(line.chance for line in after.lines if line.event == "surrendered")
    assert 0.02 < back < 0.06
    assert moved(comparison) == {"lucky-stiff": pytest.approx(-back, abs=1e-12)}
