"""Databases to test on: SQLite files, and a PostgreSQL server that is started for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pitboss.store.database import Database
from tests.servers import Postgres, postgres_program
from tests.store.playing import fill
from tests.store.schooling import fill_school

BACKENDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    if postgres_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed here: there is no initdb")
    found = Postgres(hurried=True)
    yield found
    deaths = found.deaths()
    found.stop()
    assert not deaths


NewUrl = Callable[[str], str]


@pytest.fixture(scope="session")
def new_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NewUrl:
    """Makes the address of a new, empty database of a kind."""

    def make(backend: str) -> str:
        if backend == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('db') / 'pitboss.db'}"
        found: Postgres = request.getfixturevalue("server")
        return found.database()

    return make


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, new_url: NewUrl) -> str:
    """An empty database of each kind."""
    return new_url(request.param)


@pytest.fixture(scope="session", params=BACKENDS)
def played(request: pytest.FixtureRequest, new_url: NewUrl) -> Iterator[Database]:
    """A card room after an evening, in each kind; tests read it, or change it and roll back."""
    database = Database(new_url(request.param))
    database.write(fill).result()
    database.write(fill_school).result()
    yield database
    database.close()
