"""A database of the version before players could add seeds: kept promises, then the new way.

`kept/before-seeds.db.gz` was written by that version: tables between rounds, in mid-round, near the
end of a shoe, with a continuous shuffler, never played, and with typed cards.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.store import journal, schema
from pitboss.store.database import Database
from pitboss.store.proof_checker import verify
from pitboss.store.proof_collector import collect
from pitboss.store.records import SeedAdded, ShoeCommitted, ShoeRevealed, ShoeSeeded
from pitboss.store.sealed import commitment_of_order
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction
from pitboss.table.flow import Want
from tests.store.playing import Sitting
from tests.store.test_audit import audited

KEPT = Path(__file__).parent / "kept" / "before-seeds.db.gz"
BETWEEN, CSM, MIDDLE, DEEP, FRESH, TYPED = range(1, 7)
OLD = {BETWEEN: 2, CSM: 4, MIDDLE: 1, DEEP: 3, FRESH: 1}
"""The last shoe of each table that was promised in the old way."""


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Database]:
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress(KEPT.read_bytes()))
    database = Database(f"sqlite:///{file}")
    yield database
    database.close()


def found_again(connection: Connection, table: int) -> Sitting:
    return Sitting(connection, HouseTable.recover(connection, table), random.Random(table))


def shoes_said(connection: Connection, table: int) -> list[ev.Event]:
    kinds = ShoeCommitted | SeedAdded | ShoeSeeded | ShoeRevealed
    return [
        event
        for entry in journal.entries(connection, table)
        for event in entry.events
        if isinstance(event, kinds)
    ]


def test_it_is_clean_and_its_rounds_are_proved_as_they_were(old: Database) -> None:
    with old.read() as connection:
        assert audited(connection) == []
        for table, rounds in ((BETWEEN, 8), (CSM, 3), (MIDDLE, 2), (TYPED, 2)):
            for number in range(1, rounds + 1):
                excerpt = collect(connection, table, number, number)
                assert list(verify(excerpt)) == []


def two_new_shoes_are_done_with(house_table: HouseTable, last: int) -> bool:
    promise = house_table.promise
    return house_table.shoe is None and promise is not None and promise.number >= last + 3


def play_on(connection: Connection) -> None:
    """Finish the round that is being played, and go on until each table has had two new shoes."""
    for table, last in OLD.items():
        sitting = found_again(connection, table)
        while sitting.house_table.table.want != Want.WAGERS:
            sitting.go_on()
        while not two_new_shoes_are_done_with(sitting.house_table, last):
            sitting.play_round()
    found_again(connection, TYPED).play(1)


def test_the_old_promise_is_kept_and_then_players_add_seeds(old: Database) -> None:
    old.write(play_on).result()
    with old.read() as connection:
        assert audited(connection) == []
        for table, last in OLD.items():
            said = shoes_said(connection, table)
            for event in said:
                if isinstance(event, ShoeCommitted):
                    assert bool(event.method) == (event.number > last)
            promised = {one.number: one for one in said if isinstance(one, ShoeCommitted)}
            revealed = [one for one in said if isinstance(one, ShoeRevealed)]
            assert [one.number for one in revealed] == list(range(1, max(promised)))
            for one in revealed[:last]:
                order, nonce = bytes.fromhex(one.cards), bytes.fromhex(one.nonce)
                assert commitment_of_order(order, nonce) == promised[one.number].commitment
            seeded = {one.number: one.seeds for one in said if isinstance(one, ShoeSeeded)}
            assert min(seeded) == last + 1
            assert all(seeds for number, seeds in seeded.items() if number > last + 1)
        assert shoes_said(connection, TYPED) == []


def test_the_first_new_shoe_is_promised_after_the_first_round(old: Database) -> None:
    """So that players have the rest of the old shoe to add their seeds."""

    def work(connection: Connection) -> None:
        sitting = found_again(connection, BETWEEN)
        assert sitting.house_table.promise is None
        add = cmd.AddSeed(key="early", seen=sitting.house_table.seq, seed="mine")
        with pytest.raises(IllegalAction, match="the next shoe is promised after this round"):
            sitting.do(add, sitting.house_table.seats[1])
        sitting.play_round()
        assert sitting.house_table.promise is not None
        assert sitting.house_table.promise.number == 3
        assert sitting.house_table.shoe is not None
        assert sitting.house_table.shoe.number == 2
        again = HouseTable.recover(connection, BETWEEN)
        assert again.promise is not None
        assert again.promise.server_seed == sitting.house_table.promise.server_seed

    old.write(work).result()


def test_an_old_shoe_that_runs_out_before_the_next_was_promised_is_followed_at_once(
    old: Database,
) -> None:
    """Seven players and 18 cards: the first round needs a shoe that nobody could add seeds to."""

    def work(connection: Connection) -> None:
        sitting = found_again(connection, DEEP)
        shoe = sitting.house_table.shoe
        assert shoe is not None
        assert (shoe.number, len(shoe.cards) - shoe.position) == (3, 18)
        sitting.play_round()
        said = shoes_said(connection, DEEP)
        [place] = [at for at, one in enumerate(said) if isinstance(one, ShoeSeeded)]
        assert said[place] == ShoeSeeded(4, [])
        before, after = said[place - 1], said[place + 1]
        assert isinstance(before, ShoeCommitted)
        assert isinstance(after, ShoeCommitted)
        assert (before.number, after.number) == (4, 5)

    old.write(work).result()
    with old.read() as connection:
        assert audited(connection) == []


def test_a_table_of_the_version_before_may_be_closed(old: Database) -> None:
    def work(connection: Connection) -> None:
        for table in (BETWEEN, CSM, FRESH):
            sitting = found_again(connection, table)
            sitting.keep(sitting.house_table.close("pit"))

    old.write(work).result()
    with old.read() as connection:
        assert audited(connection) == []
        left = connection.execute(
            sa.select(schema.shoes).where(
                schema.shoes.c.revealed.is_(None), schema.shoes.c.table_id != TYPED
            )
        ).all()
    assert {row.table_id for row in left} == {MIDDLE, DEEP}
