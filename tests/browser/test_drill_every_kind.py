"""Every kind of drill on every game, to its end: by the keyboard alone, and by touch on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pitboss import games
from pitboss.school.making import MAKERS
from tests.browser import drilling
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.browser.drilling import SKILLS, Toucher, Trainee

OTHER_FORMS = ("procedure/order", "call/say/bust", "colour/run-down", "colour/buy-in")
"""Skills that are answered otherwise than the one of their kind that every game is asked."""


@pytest.fixture
def casino(schoolhouse: Casino) -> Casino:
    return schoolhouse


@pytest.mark.parametrize("game", sorted(games.BUILT_IN))
def test_a_trainee_runs_every_kind_to_its_end(casino: Casino, browser: Visits, game: str) -> None:
    assert {skill.partition("/")[0] for skill in SKILLS} == set(MAKERS)
    go_through(casino, browser, game, SKILLS)


def test_what_is_answered_otherwise_is_answered_by_both_ways_too(
    casino: Casino, browser: Visits
) -> None:
    go_through(casino, browser, "half-back", OTHER_FORMS)


def go_through(casino: Casino, browser: Visits, game: str, skills: tuple[str, ...]) -> None:
    """Pass every level, by keys and by touch."""
    for way in (Trainee, Toucher):
        person = drilling.somebody(casino, "trainer")
        sitting = casino.sitting(person, drilling.lesson(game, skills), game)
        trainee = way.at(casino, browser, person, sitting)
        for skill in skills:
            trainee.is_asked()
            assert trainee.item().skill == skill
            trainee.answers_rightly()
            trainee.goes_on()
            expect(trainee.page.locator(".over h1")).to_contain_text("Passed")
            if skill != skills[-1]:
                trainee.goes_on()  # to the next level, which is open now
