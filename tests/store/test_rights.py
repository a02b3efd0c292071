"""The roles of deploy/*.sql on a real PostgreSQL: what servers need they may, and no more."""

from __future__ import annotations

import asyncio
import re
import subprocess
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.store import accounts, schema
from pitboss.store.database import Database, StoreError, revisions
from tests.servers import EXE, Client, Postgres, Server, postgres_program
from tests.store.playing import fill
from tests.store.schooling import learn_and_forget

DEPLOY = Path(__file__).parents[2] / "deploy"
CANNOT = (
    "UPDATE log SET actor = 'Eve'", "DELETE FROM log", "UPDATE ledger SET cents = 1",
    "DELETE FROM ledger", "UPDATE results SET returned = 1", "DELETE FROM results",
    "DELETE FROM balances", "DELETE FROM accounts", "DELETE FROM tables", "DELETE FROM shoes",
    "UPDATE log SET key = ''", "UPDATE alembic_version SET version_num = '0000'",
    "DROP TABLE log", "CREATE TABLE more (id integer)", "ALTER TABLE log ADD COLUMN more integer",
    "TRUNCATE log", "UPDATE school_answers SET is_right = true", "DELETE FROM school_answers",
    "UPDATE school_lessons SET text = ''", "DELETE FROM school_sittings",
    "UPDATE school_certificates SET content = ''",
)  # fmt: skip


class Roles:
    """The page's database on the tests' server, whose own keeper has the name of the servers' role.

    So roles and database are called house and house_owner here.
    """

    def __init__(self, server: Postgres) -> None:
        self.address = f"127.0.0.1:{server.port}"
        for script in ("roles.sql", "roles.sql", "database.sql"):  # roles may be there already
            self.run(script, "pitboss", "postgres")
        self.owners = f"postgresql://house_owner@{self.address}/house"
        self.servers = f"postgresql://house@{self.address}/house"

    def run(self, script: str, role: str, database: str) -> None:
        """What `psql -f` does."""
        program = postgres_program("psql")
        assert program is not None
        text = (DEPLOY / script).read_text().replace("pitboss", "house")
        url = f"postgresql://{role}@{self.address}/{database}"
        subprocess.run([program, "-v", "ON_ERROR_STOP=1", "-q", url], input=text, text=True,
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip


def migrate(url: str) -> str:
    done = subprocess.run([EXE, "migrate", "--db", url], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="session")  # as long as the server whose database it makes
def roles(server: Postgres) -> Roles:
    """A house of the version before roles were given rights: the owner has played in it."""
    found = Roles(server)
    with pytest.raises(StoreError, match="`pitboss migrate` as the role that owns it"):
        Database(found.servers)  # no tables yet, and no right to make them
    assert migrate(found.owners).endswith(f"was at revision none and is at {revisions()[0]} now")
    assert migrate(found.owners).endswith(f"is up to date, at revision {revisions()[0]}")
    database = Database(found.owners)
    database.write(fill).result()
    database.close()
    found.run("rights.sql", "house_owner", "house")
    return found


def test_every_table_is_named_and_what_only_grows_cannot_be_changed() -> None:
    granted: dict[str, set[str]] = {}
    for rights, names in re.findall(
        r"^GRANT (.*) ON ([a-z_, ]+) TO pitboss;$", (DEPLOY / "rights.sql").read_text(), re.M
    ):
        granted |= {name: set(rights.split(", ")) for name in names.split(", ")}
    assert set(granted) == {*schema.metadata.tables, "alembic_version"}
    for name in ("log", "ledger", "results", "school_answers", "school_lessons"):
        assert granted[name] == {"SELECT", "INSERT"}


def test_servers_do_all_they_do_with_the_rights_they_have(roles: Roles) -> None:
    server = Server(roles.servers)
    server.make_account("Pia", "pit", "long enough")

    async def play() -> None:
        async with Client(server.address) as pia:
            await pia.login("Pia", "long enough")
            table = await pia.open("half-back", private=False)
            await pia.watch(table)
            await pia.do("sit", seat=1)
            for _ in range(3):
                await pia.do("bet", seat=1, wagers={"main": 1000, "half-back": 1000})
                await pia.do("deal")
                while (view := pia.last["view"])["waits_for"] != "wagers":
                    if view["waits_for"] == "insurance":
                        done = await pia.do("insure", seat=1, cents=0)
                    else:
                        move = "stand" if "stand" in view["legal"] else view["legal"][0]
                        done = await pia.do("act", seat=1, move=move)
                    assert done["kind"] == "done", done
            limits = await pia.http.put(
                f"/api/tables/{table}/limits",
                json={"house": {}, "reason": "a quiet night"},
                headers={"X-CSRF-Token": pia.csrf},
            )
            closed = await pia.post(f"/api/tables/{table}/close", reason="the night is over")
            assert (limits.status_code, closed.status_code) == (204, 204)
            assert (await pia.post("/api/logout")).status_code == 204

    asyncio.run(play())
    assert server.stop() == 0
    database = Database(roles.servers)
    database.write(learn_and_forget).result()
    database.write(lambda connection: accounts.forget(connection, 10**15)).result()  # in years
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.sessions)) == 0
    database.close()


@pytest.mark.parametrize("statement", CANNOT)
def test_servers_cannot(roles: Roles, statement: str) -> None:
    engine = sa.create_engine(roles.servers.replace("postgresql", "postgresql+psycopg"))
    with engine.connect() as connection, pytest.raises(sa.exc.ProgrammingError) as refused:
        connection.execute(sa.text(statement))
    assert refused.value.orig.sqlstate == "42501"  # type: ignore[union-attr]
    engine.dispose()
