"""Databases to test on: SQLite files, and a PostgreSQL server that is started for the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.store.database import Database
from tests.store.playing import fill

BACKENDS = ("sqlite", "postgresql")


def _program(name: str) -> str | None:
    """Where a program of PostgreSQL is."""
    found = shutil.which(name)
    others = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return found or (str(others[-1]) if others else None)


class Server:
    """A PostgreSQL server of our own: a folder, a socket in it, and no network."""

    def __init__(self, folder: Path, user: str | None) -> None:
        self.folder, self.user = folder, user
        self.count = 0

    def run(self, program: str, *arguments: str) -> None:
        """Run a program as somebody PostgreSQL agrees to run for: not root."""
        found = _program(program)
        assert found is not None
        become = ["runuser", "-u", self.user, "--"] if self.user else []
        done = subprocess.run(
            [*become, found, *arguments],
            capture_output=True, text=True, check=False, cwd=self.folder, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        data = str(self.folder / "data")
        self.run("initdb", "-D", data, "-U", "pit", "-A", "trust", "-E", "UTF8", "--no-sync")
        quick = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        options = f"-c listen_addresses='' -k {self.folder} {quick}"
        log = str(self.folder / "server.log")
        self.run("pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")

    def url(self, name: str) -> str:
        return f"postgresql://pit@/{name}?host={self.folder}"

    def new(self) -> str:
        """The address of a new, empty database."""
        self.count += 1
        name = f"test{self.count}"
        engine = sa.create_engine(
            self.url("postgres").replace("postgresql:", "postgresql+psycopg:"),
            isolation_level="AUTOCOMMIT",
        )
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        engine.dispose()
        return self.url(name)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    absent = [name for name in ("initdb", "pg_ctl", "postgres") if _program(name) is None]
    if absent:
        pytest.skip(f"PostgreSQL is not installed here: no {', '.join(absent)}")
    user = None
    if os.geteuid() == 0:
        if shutil.which("runuser") is None:
            pytest.skip("PostgreSQL does not run as root, and there is no runuser to be another")
        user = "nobody"
    folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir="/tmp"))  # a socket's path is short
    if user is not None:
        who = pwd.getpwnam(user)
        os.chown(folder, who.pw_uid, who.pw_gid)
    found = Server(folder, user)
    try:
        found.start()
        try:
            yield found
        finally:
            found.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


NewUrl = Callable[[str], str]


@pytest.fixture(scope="session")
def new_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NewUrl:
    """Makes the address of a new, empty database of a kind."""

    def make(backend: str) -> str:
        if backend == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('db') / 'pitboss.db'}"
        found: Server = request.getfixturevalue("server")
        return found.new()

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
    yield database
    database.close()
