"""The log of a house under signed heads: who keeps one notices whatever was changed before it."""

from __future__ import annotations

import asyncio
import json
import stat
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from pitboss.store import backup, log_signer, log_tree, schema
from pitboss.store.audit import Audit
from pitboss.store.database import Database
from pitboss.store.errors import StoreError
from pitboss.store.house_key import HouseKey, KeyFile
from pitboss.store.log_signer import LogSigner, begin
from pitboss.store.signed_heads import Inclusion, SignedHead
from tests.servers import EXE, PLAIN, Client, Postgres, postgres_program
from tests.web.tampering import SignedHouse, add, add_and_sign, rewrite_last


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SignedHouse]:
    with SignedHouse(tmp_path / "house") as found:
        yield found


def watch(house: SignedHouse, head: Path, *more: str) -> tuple[int, str]:
    """`pitboss watch --once`: its exit status, and what it says."""
    done = subprocess.run(
        [EXE, "watch", house.address, "--once", "--head", head, *more],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def faults(url: str, **how: object) -> list[str]:
    database = Database(url)
    with database.read() as connection:
        found = [str(one) for one in Audit(connection, **how).everything()]  # type: ignore[arg-type]
    database.close()
    return found


def test_a_log_that_grew_is_followed_and_one_that_was_cut_off_and_grew_again_is_reported(
    house: SignedHouse, tmp_path: Path
) -> None:
    head = tmp_path / "head.json"
    house.guests(2)
    house.server.stop()
    house.copy("older")
    house.start()
    older = house.settled()
    status, said = watch(house, head)
    assert status == 0
    assert f"{older} entries signed; followed from now on" in said
    newer = house.guests(3)
    assert newer >= older + 3
    status, said = watch(house, head)
    assert status == 0
    assert f"{newer} entries signed, {newer - older} more than before; nothing that" in said
    kept = json.loads(head.read_bytes())["head"]
    house.server.stop()
    assert faults(house.url, heads=[SignedHead(**kept)]) == []

    house.put_back("older", head=True)
    house.start()
    cut = house.settled()
    assert cut < newer
    status, said = watch(house, head)
    assert status == 1
    assert "the log was cut off" in said
    assert f"had signed {newer} entries, and it has {cut} now" in said

    regrown = house.guests(5)
    assert regrown > newer
    status, said = watch(house, head, "--json")
    assert status == 1
    assert "the log was rewritten" in json.loads(said)["says"]
    evidence = json.loads((tmp_path / "head-evidence.json").read_bytes())
    assert evidence["seen"]["head"] == kept
    assert evidence["shown"]["head"]["size"] == regrown
    house.server.stop()
    [fault] = faults(house.url, heads=[SignedHead(**kept)])
    assert f"the head that somebody kept of entry {newer} is not that of these logs" in fault


def test_a_server_refuses_a_database_that_lost_signed_entries_until_it_is_told_why(
    house: SignedHouse, tmp_path: Path
) -> None:
    head = tmp_path / "head.json"
    house.server.stop()
    house.copy("older")
    older = house.entries()
    house.start()
    house.guests(3)
    assert watch(house, head)[0] == 0
    house.server.stop()
    newer = house.entries()
    house.put_back("older", head=False)
    with pytest.raises(AssertionError):  # it says no address
        house.start()
    lost = f"the house had signed {newer} entries of its log, and it has {older}"
    assert lost in house.log.read_text()

    house.start("--accept-loss", "the disk broke")
    status, said = watch(house, head)
    assert status == 1
    assert "the house says that it lost entries and went on without them ('the disk broke')" in said
    assert f"{older} of them are kept" in said
    house.server.stop()
    assert faults(house.url) == []


def test_another_key_is_followed_if_the_old_one_vouches_for_it(
    house: SignedHouse, tmp_path: Path
) -> None:
    head = tmp_path / "head.json"
    assert watch(house, head)[0] == 0
    assert stat.S_IMODE(house.key.path.stat().st_mode) == 0o600
    rotate = [str(EXE), "rotate-key", "--db", house.url, "--reason", "a new year"]
    refused = subprocess.run(rotate, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "another server uses it" in refused.stderr
    house.server.stop()
    subprocess.run(rotate, check=True, stdout=subprocess.DEVNULL)
    house.start()
    house.guests(1)
    assert watch(house, head)[0] == 0
    house.server.stop()
    subprocess.run([*rotate, "--lost"], check=True, stdout=subprocess.DEVNULL)
    house.start()
    status, said = watch(house, head)
    assert status == 1
    assert "does not vouch for it" in said
    house.server.stop()
    assert faults(house.url) == []


def test_what_is_changed_behind_a_servers_back_is_told_to_who_follows(
    house: SignedHouse, tmp_path: Path
) -> None:
    """Signed with the house's own key; signed with another; rewritten so that all of it fits."""
    head = tmp_path / "head.json"
    house.guests(3)
    assert watch(house, head)[0] == 0
    for number, key in enumerate((house.key.read(), HouseKey.new())):
        house.change(add_and_sign(key))
        assert "signed behind this server's back" in house.troubled()
        status, said = watch(house, head)
        assert status == 1
        assert "the server says itself that its log is not the one it had signed" in said
        if not number:
            house.server.kill()
            house.start()  # nobody can tell what the house's own key has signed from the house
    house.server.kill()
    with pytest.raises(AssertionError):
        house.start()
    assert "is not signed with the house's key" in house.log.read_text()


def test_a_signed_entry_that_was_rewritten_is_noticed_when_the_log_goes_on(
    house: SignedHouse,
) -> None:
    house.guests(3)
    entry, leaf = house.last_of_cage()
    house.change(rewrite_last)
    house.guests(1)
    assert house.troubled() == (
        f"the log of the cage was rewritten: its entry {entry} is not the one that was signed"
    )
    house.server.kill()
    found = faults(house.url, at=0)
    assert f"table 0, entry {entry}: it is not the entry that was signed as leaf {leaf}" in found
    with pytest.raises(AssertionError):
        house.start()


def test_entries_of_a_killed_server_are_signed_by_the_next_and_no_other_is_lost(
    house: SignedHouse,
) -> None:
    for number in range(3):
        house.guests(2)
        answer = httpx.post(f"{house.address}/api/guest", verify=PLAIN)
        house.server.kill()
        assert answer.status_code == 200
        house.start()
        assert house.settled() > 3 * (number + 1)
    house.server.stop()
    assert faults(house.url) == []
    entry = house.last_of_cage()[0] + 1
    house.change(add)
    assert faults(house.url, at=2**60) == [
        f"table 0, entry {entry}: no signed head has entry {entry}: added behind the server's "
        "back, or written just before it was killed, and then it signs them when it starts"
    ]


def test_seals_and_salts_are_told_once_nothing_lies_face_down(house: SignedHouse) -> None:
    """A leaf's hash gives no card away: its salt is told with the seal, and not before."""

    async def play() -> None:
        async with Client(house.address) as ann, Client(house.address) as bob:
            await (await ann.guest()).watch(table := await ann.open(), ann.invite)
            await bob.guest()
            asked = f"/api/log/inclusion?table={table}&entry=1"
            async with asyncio.timeout(20):
                while (await ann.http.get(f"{asked}&invite={ann.invite}")).status_code != 200:
                    await asyncio.sleep(0.1)
            mine = (await ann.http.get(f"{asked}&invite={ann.invite}")).json()
            assert mine["seal"] is None  # the shoe is promised in it and not revealed yet
            assert (await bob.http.get(asked)).status_code == 404  # a private table
            assert httpx.get(house.address + asked, verify=PLAIN).status_code == 404
            cage = httpx.get(f"{house.address}/api/log/inclusion?table=0&entry=1", verify=PLAIN)
            assert cage.json()["seal"] is None
            assert (await ann.post(f"/api/tables/{table}/close")).status_code < 300
            await asyncio.sleep(0.5)
            found = (await ann.http.get(f"{asked}&invite={ann.invite}")).json()
            place = Inclusion(**found)
            shown = httpx.get(f"{house.address}/api/log/heads/{place.size}", verify=PLAIN)
            assert place.seal
            assert place.holds(shown.json()["root"])

    asyncio.run(play())


# Two servers, and what is kept besides


def signer_of(url: str, file: KeyFile) -> tuple[Database, LogSigner]:
    database = Database(url)
    return database, begin(database, file)


@pytest.mark.skipif(postgres_program("postgres") is None, reason="PostgreSQL is not installed")
def test_two_servers_sign_one_log_and_every_entry_stands_in_it_once(tmp_path: Path) -> None:
    postgres = Postgres(hurried=True)
    try:
        url, file = postgres.database(), KeyFile(tmp_path / "house.key")
        first, second = signer_of(url, file), signer_of(url, file)
        together = ThreadPoolExecutor(2)
        for _ in range(20):
            first[0].write(add).result()
            with first[0].read() as connection:
                before = log_tree.newest_head(connection)
            heads = list(together.map(LogSigner.integrate, (first[1], second[1])))
            assert sum(head is not None for head in heads) == 1
            with second[0].read() as connection:
                assert log_tree.newest_head(connection) != before
            assert not first[1].trouble
            assert not second[1].trouble
        assert faults(url) == []
        assert first[1].integrate() is second[1].integrate() is None
        for database, _ in (first, second):
            database.close()
    finally:
        postgres.stop()


def test_a_backup_carries_the_head_and_one_whose_log_does_not_give_it_is_refused(
    tmp_path: Path,
) -> None:
    database, _ = signer_of(f"sqlite:///{tmp_path}/a.db", KeyFile(tmp_path / "a.key"))
    with database.read() as connection:
        manifest = backup.write(connection, tmp_path / "good.backup")
    assert manifest.head is not None
    restored = Database(f"sqlite:///{tmp_path}/b.db", migrate=False)
    backup.restore(tmp_path / "good.backup", restored)
    restored.close()
    assert faults(f"sqlite:///{tmp_path}/b.db") == []
    other = bytes(32)
    spoil = sa.update(schema.tree_tiles).values(hashes=other)
    database.write(lambda connection: connection.execute(spoil)).result()
    with database.read() as connection:
        backup.write(connection, tmp_path / "bad.backup")
    database.close()
    empty = Database(f"sqlite:///{tmp_path}/c.db", migrate=False)
    with pytest.raises(backup.BackupError, match="its log is not the one whose head was signed"):
        backup.restore(tmp_path / "bad.backup", empty)
    empty.close()


def test_a_key_that_is_missing_or_another_is_said_in_a_sentence(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/a.db", KeyFile(tmp_path / "a.key")
    database, _ = signer_of(url, file)
    kept = file.path.rename(tmp_path / "kept.key")
    with pytest.raises(StoreError, match="there is no key in"):
        begin(database, file)
    file.make()
    with pytest.raises(StoreError, match="name the right file with --key"):
        begin(database, file)
    file.path.write_text("not a key")
    with pytest.raises(StoreError, match="it holds no Ed25519 key of a house"):
        begin(database, file)
    assert begin(database, KeyFile(kept)).head is not None
    database.close()


def test_the_writer_notes_what_it_wrote_so_that_others_entries_are_told_apart(
    tmp_path: Path,
) -> None:
    """At a table only its server writes; another's entry is not signed as if it were its own."""
    url = f"sqlite:///{tmp_path}/a.db"
    database = Database(url)
    database.claim()
    signer = begin(database, KeyFile(tmp_path / "a.key"))
    row = {"id": 7, "name": "", "game": "", "opened_by": "", "created": 0, "seq": 1}
    entry = {"table_id": 7, "seq": 1, "round": 0, "at": 0, "actor": "", "body": b"[]", "seal": "f"}
    database.write(
        lambda connection: (
            connection.execute(sa.insert(schema.tables).values(row)),
            connection.execute(sa.insert(schema.log).values(entry)),
        )
    ).result()
    assert signer.integrate() is None
    assert signer.trouble == log_signer.added(7, 1, 1)
    database.close()
