"""What browser tests use: a casino, and a browser whose faults fail the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.browsing import CHROMIUM, Browser, Visits
from tests.browser.casino import Casino
from tests.web import learning


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed here: there is no chromium")
    found = Browser()
    yield found
    found.close()


@pytest.fixture(scope="session")
def schoolhouse() -> Iterator[Casino]:
    """One server for all drills: what makes items is started, and learns a game, once."""
    with Casino(arranged=False) as found:
        learning.leave_out_costs(found.house)
        yield found


@pytest.fixture
def casino() -> Iterator[Casino]:
    with Casino() as found:
        yield found


@pytest.fixture
def browser(chromium: Browser, casino: Casino, tmp_path: Path) -> Visits:
    return Visits(chromium, casino.address, tmp_path)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that uses the browser runs in the browser's thread, and is watched there."""
    visits = pyfuncitem.funcargs.get("browser")
    if not isinstance(visits, Visits):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    visits.run(lambda: pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True
