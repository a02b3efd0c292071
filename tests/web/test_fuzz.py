"""Whatever is sent to the API, the server answers, and the ledger balances."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import sqlalchemy as sa
import uvicorn
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok

from pitboss import games
from pitboss.store import accounts, schema
from pitboss.store.accounts import Role
from pitboss.store.database import Database
from pitboss.web import app
from pitboss.web.access import COOKIE, HEADER, Rate
from pitboss.web.room import Room, describe_table, now
from tests.servers import free_port, until

EXAMPLES = 40
"""For each operation and role."""
FOR_STRANGERS = ("POST /api/login", "POST /api/logout")


class Fuzzed:
    """A server in a thread, with somebody of every role signed in."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(f"sqlite:///{folder}/fuzz.db")
        made = app.create(self.database)
        made.state.requests = made.state.logins = made.state.openings = Rate(1_000_000, 1)
        self.server = uvicorn.Server(
            uvicorn.Config(made, port=free_port(), log_level="critical", ws="none")
        )
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until(lambda: self.server.started, 30)
        self.address = f"http://127.0.0.1:{self.server.config.port}"
        self.headers: dict[str, dict[str, str]] = {
            role: self._sign_in(role) for role in accounts.ROLES
        }
        opened = describe_table(games.find("half-back"), "one")
        self.database.write(lambda connection: Room.open(connection, opened, by="pit")).result()

    def _sign_in(self, role: Role) -> dict[str, str]:
        def work(connection: sa.Connection) -> dict[str, str]:
            account = accounts.create(connection, f"The {role}", role, None, now())
            token, session = accounts.begin_session(connection, account, now())
            return {"Cookie": f"{COOKIE}={token}", HEADER: session.csrf}

        return self.database.write(work).result()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.database.close()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    found = Fuzzed(tmp_path_factory.mktemp("fuzz"))
    yield found
    found.stop()


API = schemathesis.openapi.from_dict(app.create(None).openapi())  # type: ignore[arg-type]
OPERATIONS = {one.ok().label: one.ok() for one in API.get_all_operations() if isinstance(one, Ok)}


@pytest.mark.parametrize("label", OPERATIONS)
def test_no_request_breaks_the_server(label: str, fuzzed: Fuzzed) -> None:
    """Signing in and out is for those who are not; a sign-out would end the others' sessions."""
    signed_in = [fuzzed.headers[role] for role in ("auditor", "player", "pit")]
    everyone: list[dict[str, str]] = [{}] if label in FOR_STRANGERS else signed_in

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=OPERATIONS[label].as_strategy())
    def fuzz(case: Any) -> None:
        for headers in everyone:
            answer = case.call(base_url=fuzzed.address, headers=headers)
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert answer.json()["error"]

    fuzz()


def test_after_all_that_the_ledger_balances(fuzzed: Fuzzed) -> None:
    with fuzzed.database.read() as connection:
        balances = connection.execute(sa.select(schema.balances)).all()
        assert sum(row.cents for row in balances) == 0
        assert all(row.cents >= 0 for row in balances if row.account.startswith("wallet:"))
    overview = httpx.get(f"{fuzzed.address}/api/admin/overview", headers=fuzzed.headers["auditor"])
    assert overview.json()["balanced"] is True
