"""`pitboss audit`, `backup` and `restore` as a person or a script runs them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.store import schema
from pitboss.store.database import Database
from tests.cli.terminal import run
from tests.store.conftest import NewUrl
from tests.store.playing import MUCH_PLAYED as TABLE
from tests.store.playing import fill


def address(database: Database) -> str:
    return database.url.render_as_string(hide_password=False).replace("+psycopg", "")


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A small card room where the server would have it."""
    path = tmp_path / "pitboss" / "pitboss.db"
    database = Database(f"sqlite:///{path}")
    database.write(lambda connection: fill(connection, rounds=8)).result()
    database.close()
    return path


def test_a_clean_database_is_summed_up_in_a_line(played: Database, tmp_path: Path) -> None:
    done = run("audit", "--db", address(played), home=tmp_path)
    assert done.stdout.startswith("✓ 10 tables (1 without shoes: cards are typed in), ")
    assert "; ledger: 28 balances, $3,004,000 issued by the cage" in done.stdout
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_the_servers_database_is_the_usual_one(room: Path, tmp_path: Path) -> None:
    assert room.exists()
    told = json.loads(run("audit", "--json", home=tmp_path).stdout)
    assert told["clean"] is True
    assert told["findings"] == []
    assert told["checked"]["tables"] == 10


def test_faults_are_a_line_each_and_exit_with_one(room: Path, tmp_path: Path) -> None:
    file = sqlite3.connect(room)
    file.execute("UPDATE ledger SET cents = cents + 1 WHERE table_id = 3 AND seq = 7")
    file.execute("UPDATE log SET at = at + 1 WHERE table_id = 4 AND seq = 20")
    file.commit()
    file.close()
    done = run("audit", home=tmp_path, fails=True)
    assert done.returncode == 1
    *lines, last = done.stdout.splitlines()
    assert any(line.startswith("table 3, round 1, entry 7, ledger line 0: ") for line in lines)
    assert any(
        line.startswith("table 4, round ") and ", entry 20: its seal" in line for line in lines
    )
    assert last.startswith(f"✗ {len(lines)} faults found in 10 tables")
    told = json.loads(run("audit", "--json", home=tmp_path, fails=True).stdout)
    assert told["clean"] is False
    assert len(told["findings"]) == len(lines)
    assert {"kind": "chain", "table": 4, "entry": 20}.items() <= next(
        one for one in told["findings"] if one["kind"] == "chain"
    ).items()
    assert run("audit", "--table", "1", home=tmp_path).stdout.startswith("✓ 1 table,")
    assert run("audit", "--table", "4", home=tmp_path, fails=True).returncode == 1


def test_a_damaged_database_file_is_said_and_not_a_crash(room: Path, tmp_path: Path) -> None:
    data = bytearray(room.read_bytes())
    for place in range(4096 * 20, len(data), 4096 * 9):
        data[place : place + 64] = bytes(64)
    room.write_bytes(bytes(data))
    for side in (room.with_name("pitboss.db-wal"), room.with_name("pitboss.db-shm")):
        side.unlink(missing_ok=True)
    done = run("audit", home=tmp_path, fails=True)
    assert done.returncode in (1, 2)
    assert done.stdout + done.stderr


def test_an_exported_round_is_audited_without_a_database(played: Database, tmp_path: Path) -> None:
    path, db = tmp_path / "round.json", address(played)
    where = ("--table", str(TABLE), "--round", "7")
    done = run("audit", "--db", db, *where, "--export", str(path), home=tmp_path)
    assert f"written to {path}" in done.stdout
    alone = run("audit", str(path), home=tmp_path)
    assert alone.stdout.startswith(f"✓ round 7 of table {TABLE}: ")
    assert run("audit", str(path), "--db", db, home=tmp_path).stdout == alone.stdout
    path.write_text(
        path.read_text(encoding="utf-8").replace('returned\\":', 'returned\\":1', 1),
        encoding="utf-8",
    )
    bad = run("audit", str(path), home=tmp_path, fails=True)
    assert bad.returncode == 1
    assert f"table {TABLE}, round 7, entry " in bad.stdout or "its seal is" in bad.stdout
    assert "the file's checksum does not fit" in bad.stdout


def test_all_rounds_of_a_table_can_be_exported(room: Path, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    run("audit", "--table", "1", "--export", str(path), home=tmp_path)
    assert run("audit", str(path), home=tmp_path).stdout.startswith("✓ rounds 1 to 8 of table 1")
    file = sqlite3.connect(room)
    file.execute("UPDATE log SET seal = 'x' WHERE table_id = 1 AND seq = 9")
    file.commit()
    file.close()
    other = run("audit", str(path), "--db", f"sqlite:///{room}", home=tmp_path, fails=True)
    assert "entry 9: the database has another entry there" in other.stdout
    again = tmp_path / "again.json"
    done = run("audit", "--table", "1", "--export", str(again), home=tmp_path, fails=True)
    assert "again.json was not written" in done.stdout
    assert not again.exists()


def test_what_cannot_be_asked_is_said_and_exits_with_two(room: Path, tmp_path: Path) -> None:
    for arguments, says in (
        (("--round", "3"), "name a table with --table"),
        (("--export", "x.json"), "name a table with --table"),
        (("--table", "99"), "table = 99: there is none with this number"),
        (("--table", "1", "--round", "99"), "use 1 to 8, the rounds that are over"),
        (("--table", "1", "--round", "0"), "use 1 to 8, the rounds that are over"),
        (("--db", "sqlite:////none/none.db"), "there is no such file"),
        (("--db", "mysql://x"), "use sqlite:///FILE or postgresql://"),
        (("none.json",), "cannot be read: No such file"),
        ((str(room),), "it holds no rounds of a table"),
        (("x.json", "--table", "1"), "need a database"),
    ):
        done = run("audit", *arguments, home=tmp_path, fails=True)
        assert done.returncode == 2, arguments
        assert says in done.stderr
        assert done.stderr.startswith("pitboss: ")


def test_a_database_moves_by_backup_and_restore(
    played: Database, new_url: NewUrl, tmp_path: Path
) -> None:
    path = tmp_path / "room.backup"
    made = run("backup", "--db", address(played), "-o", str(path), home=tmp_path)
    assert "rows of" in made.stdout
    url = new_url("postgresql" if played.sqlite else "sqlite")
    run("restore", str(path), "--db", url, home=tmp_path)
    assert run("audit", "--db", url, home=tmp_path).stdout.startswith("✓ 10 tables")
    again = run("restore", str(path), "--db", url, home=tmp_path, fails=True)
    assert again.returncode == 2
    assert "restore into an empty one" in again.stderr
    nobody = f"postgresql://pit@/none?host={tmp_path}"
    assert (
        "nothing was restored"
        in run("restore", str(path), "--db", nobody, home=tmp_path, fails=True).stderr
    )
    path.write_bytes(path.read_bytes()[:-40])
    usual = run("restore", str(path), home=tmp_path, fails=True)
    assert usual.returncode == 2
    assert "it is cut off or damaged" in usual.stderr
    assert not (tmp_path / "pitboss").exists()


def test_a_backup_of_the_usual_database_goes_where_it_is_told(room: Path, tmp_path: Path) -> None:
    assert room.exists()
    nowhere = run("backup", "-o", str(tmp_path / "none" / "x"), home=tmp_path, fails=True)
    assert nowhere.returncode == 2
    assert "cannot be written: No such file" in nowhere.stderr
    path = tmp_path / "x.backup"
    run("backup", "-o", str(path), home=tmp_path)
    run("restore", str(path), home=tmp_path / "other")
    other = Database(f"sqlite:///{tmp_path}/other/pitboss/pitboss.db", migrate=False)
    with other.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.tables)) == 12
    other.close()
