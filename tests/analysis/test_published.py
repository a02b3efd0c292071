"""Published figures: they fit, but for a filing that counting alone proves impossible."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.analysis import published_figures
from tests.analysis import counting

FILING = published_figures.unstated_edges(published_figures.figures()["lucky-stiff"])


def name(figure: published_figures.Figure) -> str:
    return f"{figure.kind} ({figure.conditions})"


@pytest.mark.parametrize("group", ["charts", "dealer"])
def test_figures_that_say_their_strategy_fit(group: str) -> None:
    """`tests/cli/test_solving.py` runs `pitboss verify` over all of them."""
    compared = list(published_figures.compare(published_figures.figures()[group]))
    assert compared
    for one in compared:
        assert one.computed == pytest.approx(one.figure.value, abs=one.figure.tolerance)
        assert one.fits
        assert not one._replace(computed=one.computed + 2.1 * one.figure.tolerance).fits


def test_figures_say_where_they_are_from_and_how_exact_they_are() -> None:
    everything = [figure for group in published_figures.figures().values() for figure in group]
    assert len(everything) >= 60
    for figure in everything:
        assert len(figure.source) > 10
        assert 0 < figure.tolerance <= 5e-3
    assert len({name(figure) + figure.strategy for figure in everything}) == len(everything)


# The Lucky Stiff filing


def counted_shifts() -> list[Fraction]:
    """How far each pay table's edge lies from the first one's, whatever is played.

    10, 9, 8, 10, 10 for a stiff pair, 40 and 30 if the dealer matches it on tables 4 and 5, and a
    natural pays 1 on tables 1 to 3 and pushes on 4 and 5. No decision comes before these.
    """

    def stiff_pair(deal: counting.Deal) -> bool:
        return deal.pair and deal.stiff

    pair = counting.chance(6, stiff_pair)
    match = counting.chance(6, lambda deal: stiff_pair(deal) and deal.up == deal.one)
    natural = counting.chance(6, lambda deal: deal.player_natural)
    assert pair == Fraction(3 * 24 * 23, 312 * 311)
    assert match == Fraction(3 * 24 * 23 * 22, 312 * 311 * 310)
    assert natural == Fraction(2 * 24 * 96, 312 * 311)
    return [Fraction(0), pair, 2 * pair, natural - 30 * match, natural - 20 * match]


def test_counting_alone_proves_that_no_strategy_gives_the_filed_edges() -> None:
    shifts = counted_shifts()
    filed = [Fraction(str(figure.value)) for figure in FILING]
    assert filed == [Fraction(edge, 10_000) for edge in (405, 576, 747, 518, 639)]
    half = Fraction(5, 100_000)  # half of the last digit filed
    low = max(edge - half - shift for edge, shift in zip(filed, shifts, strict=True))
    high = min(edge + half - shift for edge, shift in zip(filed, shifts, strict=True))
    assert low > high
    # tables 1 and 4 cannot both be right: 1.13 points apart as filed, 1.115 in truth
    assert abs((filed[3] - filed[0]) - shifts[3]) > 2 * half

    found = published_figures.spread(FILING)
    assert found is not None
    assert found.shifts == pytest.approx([float(shift) for shift in shifts], abs=1e-12)
    assert found.low == pytest.approx(float(low), abs=1e-12)
    assert found.high == pytest.approx(float(high), abs=1e-12)
    assert not found.possible
    words = " ".join(published_figures.verdict(found))
    assert "no strategy can give all of them" in words
    assert "cannot reach the 4.05 % published" in words


def test_the_three_tables_without_a_match_alone_would_be_possible() -> None:
    found = published_figures.spread(FILING[:3])
    assert found is not None
    assert found.possible
    assert "All figures hold if" in " ".join(published_figures.verdict(found))


def test_pay_tables_that_differ_in_what_play_decides_have_no_common_bound() -> None:
    # tie on 19 pays 50 on the first table and 45 on the second, and play decides how often
    figures = [
        published_figures.Figure(
            source="made up", game="blackjack-tie", bet="tie-19", quantity="house edge",
            strategy=published_figures.NOT_STATED, paytables={"tie": table}, value=0.17,
            tolerance=5e-5,
        )
        for table in (1, 2)
    ]  # fmt: skip
    assert published_figures.spread(figures) is None
