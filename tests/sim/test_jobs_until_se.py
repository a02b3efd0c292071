"""Jobs that end once their error is small enough."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from pitboss.rules.errors import RulesError
from pitboss.sim.program import Counts
from pitboss.sim.statistics import Results
from tests.sim.crews import BLOCK, SHOES, Nobody, Shuffled, deal, same, whole
from tests.sim.programs import program

pytestmark = pytest.mark.usefixtures("small_blocks")


def error_of(tally: Counts) -> float:
    return Results(program().outcomes, program().read(tally), {}).round.se


@pytest.mark.parametrize("target", [0.03, 0.011, 0.0071])
def test_where_a_job_stops_does_not_depend_on_who_deals(target: float) -> None:
    found = [deal(None, until_se=target, threads=threads) for threads in (1, 2, 3)]
    found += [deal(None, until_se=target, crew=Shuffled(program(), seed)) for seed in range(3)]
    assert all(same(one, found[0]) for one in found)
    done = int(found[0].sum())
    assert done % BLOCK == 0
    assert same(found[0], whole(done))
    assert error_of(found[0]) <= target


def test_an_interrupted_job_stops_where_one_without_a_stop_does(tmp_path: Path) -> None:
    straight = deal(None, until_se=0.006, threads=2)
    path, chance = tmp_path / "a.job", random.Random(4)
    while True:
        crew = Shuffled(program(), chance.randrange(99), fails_after=chance.randrange(1, 9))
        with contextlib.suppress(OSError):
            tally = deal(None, until_se=0.006, crew=crew, job_file=path)
            break
    assert same(tally, straight)
    assert same(deal(None, until_se=0.006, crew=Nobody(), job_file=path), straight)


def test_a_smaller_error_goes_on_with_a_job_and_a_larger_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.job"
    deal(None, until_se=0.01, job_file=path)
    smaller = deal(None, until_se=0.006, job_file=path)
    assert same(smaller, deal(None, until_se=0.006))
    with pytest.raises(RulesError, match=r"until-se = 0.02 \(was 0.006; it can only be made small"):
        deal(None, until_se=0.02, job_file=path)
    with pytest.raises(RulesError, match=r"bets = main=1.* \(was \)"):
        deal(None, until_se=0.006, job_file=path, stakes={"main": 1.0})
    more = 2 * int(smaller.sum())
    assert same(deal(more, job_file=path), whole(more))
    ends = r"until-se = 0.001 \(this job ends after so many rounds, and an error to end it cannot"
    with pytest.raises(RulesError, match=ends):
        deal(None, until_se=0.001, job_file=path)


def test_the_most_rounds_hold_also_where_the_error_is_not_reached() -> None:
    assert same(deal(5 * BLOCK + 3, until_se=1e-9), whole(5 * BLOCK + 3))


def test_shoes_stop_by_their_error_too() -> None:
    cut = program(dealing=SHOES)
    one, two = (deal(None, program=cut, until_se=0.02, threads=threads) for threads in (1, 3))
    assert same(one, two)
    assert Results(cut.outcomes, cut.read(one), {}).round.se <= 0.02
