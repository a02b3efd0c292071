"""Every kind of drill on every game, to its end: by the keyboard alone, and by touch on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pitboss import games
from tests.browser import drilling
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.browser.drilling import Toucher, Trainee


@pytest.mark.parametrize("game", sorted(games.BUILT_IN))
def test_a_trainee_runs_every_kind_to_its_end(casino: Casino, browser: Visits, game: str) -> None:
    for way in (Trainee, Toucher):
        person = casino.person(way.__name__, "trainer")
        sitting = casino.sitting(person, drilling.lesson(game), game)
        trainee = way.at(casino, browser, person, sitting)
        for kind in drilling.KINDS:
            trainee.is_asked()
            assert trainee.item().kind == kind
            if way is Trainee:
                assert trainee.cut_or_covered() == {}
            trainee.answers_rightly()
            if way is Trainee:
                assert trainee.cut_or_covered() == {}
            trainee.goes_on()
            expect(trainee.page.locator(".over h1")).to_contain_text("Passed")
            if kind != drilling.KINDS[-1]:
                trainee.goes_on()  # to the next level, which is open now
