"""Whatever is sent to the API, it answers as it describes itself, and the ledger balances."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)  # fmt: skip
from schemathesis.core.result import Ok

from pitboss import games
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.store import accounts, schema
from pitboss.store.accounts import Role
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.web import app
from pitboss.web.access import COOKIE, HEADER
from pitboss.web.connections import server_of
from pitboss.web.metrics import METHODS
from tests.effort import size
from tests.servers import PLAIN, free_port, until
from tests.web.house import NO_PASSWORD, UNHURRIED

EXAMPLES = size("EXAMPLES", usual=8, whole=20)
"""Of data as described, and of data that is not; for each operation and role."""
FOR_STRANGERS = ("POST /api/login", "POST /api/logout")
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance,
    response_headers_conformance, response_schema_conformance, negative_data_rejection,
    allow_header_conformance,
]  # fmt: skip


class Fuzzed:
    """A server in a thread, with somebody of every role signed in."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(f"sqlite:///{folder}/fuzz.db")
        self.app = app.create(self.database, bounds=UNHURRIED)
        self.server = server_of(self.app, port=free_port(), log_level="critical")
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until(lambda: self.server.started, 30)
        self.address = f"http://127.0.0.1:{self.server.config.port}"
        self.http = httpx.Client(base_url=self.address, verify=PLAIN)
        self.headers: dict[str, dict[str, str]] = {
            role: self._sign_in(role) for role in accounts.ROLES
        }
        opened = describe_table(games.find("half-back"), "one")
        self.database.write(
            lambda connection: HouseTable.open(connection, opened, by="pit")
        ).result()

    def _sign_in(self, role: Role) -> dict[str, str]:
        def work(connection: sa.Connection) -> dict[str, str]:
            account = accounts.create(connection, f"The {role}", role, NO_PASSWORD, now_ms())
            token, session = accounts.begin_session(connection, account, now_ms())
            return {"Cookie": f"{COOKIE}={token}", HEADER: session.csrf}

        return self.database.write(work).result()

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join()
        self.database.close()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    found = Fuzzed(tmp_path_factory.mktemp("fuzz"))
    yield found
    found.stop()


DESCRIPTION = app.create(None).openapi()  # type: ignore[arg-type]
API = schemathesis.openapi.from_dict(DESCRIPTION)
REFUSALS = API.config.checks.negative_data_rejection
REFUSALS.expected_statuses = [*REFUSALS.expected_statuses, "413"]  # too much is refused too
OPERATIONS = {one.ok().label: one.ok() for one in API.get_all_operations() if isinstance(one, Ok)}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_one_that_is_described(
    label: str, mode: GenerationMode, fuzzed: Fuzzed
) -> None:
    """Signing in and out is for those who are not; a sign-out would end the others' sessions."""
    signed_in = [fuzzed.headers[role] for role in ("auditor", "player", "pit")]
    everyone: list[dict[str, str]] = [{}] if label in FOR_STRANGERS else signed_in
    operation = OPERATIONS[label]
    if mode is GenerationMode.NEGATIVE and not takes_anything(label):
        pytest.skip("it takes nothing that could be wrong")

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def fuzz(case: Any) -> None:
        for headers in everyone:
            answer = case.call(base_url=fuzzed.address, headers=headers, timeout=120)
            case.validate_response(answer, checks=CHECKS, headers=headers)
            if answer.status_code >= 400:
                assert answer.json()["error"]

    fuzz()


def takes_anything(label: str) -> bool:
    method, path = label.split()
    described = DESCRIPTION["paths"][path][method.lower()]
    return bool(described.get("parameters") or described.get("requestBody"))


PLACES = {
    "table": 1, "number": 1, "game": "blackjack", "sitting": "0" * 32, "lesson": "0" * 32,
    "name": "Ann", "code": "2222-2222-2222-2222", "rules": "0" * 64, "day": "2026-01-01",
    "report": 1, "size": 1,
}  # fmt: skip
"""What stands in addresses."""


@pytest.mark.parametrize("path", DESCRIPTION["paths"])
def test_methods_that_are_not_described_are_405_and_say_which_are(
    path: str, fuzzed: Fuzzed
) -> None:
    known = {method.upper() for method in DESCRIPTION["paths"][path]}
    address = path.format_map(PLACES)
    for method in {*METHODS, "TRACE", "BREW"} - known:
        answer = fuzzed.http.request(method, address, headers=fuzzed.headers["pit"])
        assert answer.status_code == 405, f"{method} {path}"
        assert set(answer.headers["allow"].split(", ")) == known
        if method != "HEAD":
            named = answer.json()["error"]
            assert named.startswith(f"method = {method}: use ")


MISSING = (
    "/api/nowhere", "/api/", "/api/tables/77", "/api/tables/77/rounds/1", "/api/tables/1/rounds/77",
    "/api/tables/77/rounds/1/replay", "/api/tables/77/rounds/1/proof", "/api/games/whist",
    "/api/tables/77/rounds/1/grades", "/api/tables/77/advice?seat=1", "/api/games/whist/edge",
    "/api/admin/tables/77/hold", "/api/admin/tables/77/export", "/nowhere.txt", "/assets/no.js",
)  # fmt: skip


@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there_is_404(path: str, fuzzed: Fuzzed) -> None:
    answer = fuzzed.http.get(path, headers=fuzzed.headers["pit"])
    assert answer.status_code == 404, answer.text
    assert len(answer.json()["error"]) > 12


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "BREW"])
def test_what_is_not_there_is_404_whatever_is_done_to_it(method: str, fuzzed: Fuzzed) -> None:
    for path in ("/api/nowhere", "/api/tables/1/nowhere"):
        answer = fuzzed.http.request(method, path, headers=fuzzed.headers["pit"])
        assert answer.status_code == 404, f"{method} {path}"


def test_after_all_that_the_ledger_balances(fuzzed: Fuzzed) -> None:
    with fuzzed.database.read() as connection:
        balances = connection.execute(sa.select(schema.balances)).all()
        assert sum(row.cents for row in balances) == 0
        assert all(row.cents >= 0 for row in balances if row.account.startswith("wallet:"))
    overview = fuzzed.http.get("/api/admin/overview", headers=fuzzed.headers["auditor"])
    assert overview.json()["balanced"] is True
