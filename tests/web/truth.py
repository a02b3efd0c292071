"""What a database says happened, worked out again from the log alone, and compared with the rest.

A `Truth` follows a database: each `read` takes in the entries written since the last one, in one
moment of the database. Every entry is played again by the table engine, so a payout the rules do
not give is found; the money, the settled wagers and the shoes that the entries imply must be what
the other tables hold, to the cent and to the card.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.floor.house_table import HouseTable
from pitboss.rules.decode import decode
from pitboss.rules.vocabulary import Rules
from pitboss.store import journal, ledger, records, schema
from pitboss.store.database import read_url
from pitboss.store.records import Entry
from pitboss.table import events as ev
from pitboss.table.engine import Table
from pitboss.table.log import _cause, card_of
from pitboss.table.state import BETTING, TableState
from pitboss.table.views import public, view
from tests.store.shuffled import order_of

Row = dict[str, Any]


class TableTruth:
    """One table, played again entry by entry."""

    def __init__(self, number: int) -> None:
        self.number, self.seq = number, 0
        self.seals = [""]
        """By entry; none before the first."""
        self.actors = [""]
        self.shown: list[list[Row]] = [[]]
        """What everyone may see of each entry."""
        self.views: list[dict[str, Row]] = [{}]
        """What each person who ever sat here sees after each entry."""
        self.dealt: list[tuple[int, int]] = [(0, 0)]
        """After each entry: the shoe's number and how many of its cards are gone."""
        self.wallets: list[Counter[str]] = [Counter()]
        """What entries up to each one brought every account."""
        self.rounds = 0
        self.books = ledger.Books(number)
        self.movements: list[tuple[Any, ...]] = []
        self.results: list[tuple[Any, ...]] = []
        """Rows that entries not yet compared with the database imply."""
        self.table: Table
        self.seats: dict[int, str] = {}
        self.orders: dict[int, bytes] = {}
        self.shoe, self.position = 0, 0
        self.promised: dict[int, str] = {}
        self.seeds: dict[str, str] = {}
        """What players added to the next shoe."""
        self.nonces: dict[int, bytes] = {}

    def take(self, entry: Entry) -> None:
        """Believe nothing of an entry but its cards and decisions."""
        where = f"table {self.number}, entry {entry.seq}"
        assert entry.seq == self.seq + 1, f"{where}: entries are missing before it"
        head = (entry.table, entry.seq, entry.round, entry.at, entry.actor, entry.body)
        due = records.seal(self.seals[-1], head, entry.key)
        assert entry.seal == due, f"{where}: its seal is wrong"
        events = entry.events
        rounds = [event for event in events if not isinstance(event, records.HouseEvent)]
        self.seq = entry.seq
        for event in events:
            if isinstance(event, records.HouseEvent):
                self._room(event)
            elif (card := card_of(event)) is not None:
                self._card(card, where)
        self._play(rounds, where)
        self._money(events, entry.seq)
        self.seals.append(entry.seal)
        self.actors.append(entry.actor)
        shown = msgspec.json.encode([public(event) for event in events])
        self.shown.append(msgspec.json.decode(shown))
        self.dealt.append((self.shoe, self.position))
        self.views.append(self._views())

    def _room(self, event: ev.Event) -> None:
        if isinstance(event, records.TableOpened):
            self.table = Table(decode(event.rules, Rules, origin=event.game), event.house)
        elif isinstance(event, records.SeatTaken):
            self.seats[event.seat] = event.player
        elif isinstance(event, records.SeatLeft):
            assert self.seats.pop(event.seat) == event.player
        elif isinstance(event, records.ShoeCommitted):
            self.promised[event.number], self.seeds = event.commitment, {}
        elif isinstance(event, records.SeedAdded):
            assert event.number == max(self.promised)
            assert event.player in self.seats.values()
            self.seeds[event.player] = event.seed
        elif isinstance(event, records.ShoeSeeded):
            self._shuffle(event)
        elif isinstance(event, records.ShoeRevealed):
            cards, nonce = bytes.fromhex(event.cards), bytes.fromhex(event.nonce)
            assert cards == self.orders[event.number]
            assert hashlib.sha256(nonce).hexdigest() == self.promised[event.number]
            if event.number == self.shoe:
                self.shoe, self.position = 0, 0

    def _shuffle(self, event: records.ShoeSeeded) -> None:
        """The order is the one that the seeds of those who sit here give."""
        here = {
            player: seed for player, seed in self.seeds.items() if player in self.seats.values()
        }
        assert event.seeds == sorted(here.items())
        assert event.number == max(self.promised)
        cards = list(self.orders[event.number])
        assert cards == order_of(self.nonces[event.number].hex(), here, cards)
        self.shoe, self.position, self.seeds = event.number, 0, {}

    def _card(self, card: int, where: str) -> None:
        due = self.orders[self.shoe][self.position]
        assert card == due, f"{where}: card {card} was dealt, {due} is the one promised"
        self.position += 1

    def _play(self, events: list[ev.Event], where: str) -> None:
        done = 0
        while done < len(events):
            happened = self.table.do(_cause(self.table, events, done))
            assert happened == events[done : done + len(happened)], f"{where}: {happened}"
            done += len(happened)
        self.rounds += sum(isinstance(event, ev.RoundClosed) for event in events)
        if self.number != records.CAGE:
            self.table.log.clear()

    def _money(self, events: list[ev.Event], seq: int) -> None:
        moved = self.books.movements(events)
        self.movements += [(seq, line, tuple(movement)) for line, movement in enumerate(moved)]
        settled = [event for event in events if isinstance(event, ev.WagerSettled)]
        self.results += [
            (seq, line, one.seat, one.bet, one.event, one.stake, one.returned)
            for line, one in enumerate(settled)
        ]
        wallets = Counter(self.wallets[-1])
        for source, target, cents in moved:
            wallets[source] -= cents
            wallets[target] += cents
        self.wallets.append(wallets if moved else self.wallets[-1])

    def _views(self) -> dict[str, Row]:
        if self.number == records.CAGE:
            return {}
        people = {*self.seats.values(), *(seat.player for seat in self.table.state.seats), ""}
        return {who: msgspec.to_builtins(view(self.table, who), str_keys=True) for who in people}


class Truth:
    """A whole database, worked out from its logs."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tables: dict[int, TableTruth] = {}
        self.commands: dict[tuple[str, str], tuple[int, int]] = {}

    def read(self) -> None:
        """Take in what is new, and find whatever does not fit."""
        with reading(self.url) as connection:
            for row in connection.execute(
                sa.select(schema.tables).where(schema.tables.c.id >= 0).order_by("id")
            ):
                self._follow(connection, row)
            self._balances(connection)

    def entries(self) -> int:
        """How many entries all tables have."""
        return sum(table.seq for table in self.tables.values())

    def rounds(self) -> int:
        """How many rounds were played to their end."""
        return sum(table.rounds for table in self.tables.values())

    def _follow(self, connection: Connection, row: Any) -> None:
        table = self.tables.setdefault(row.id, TableTruth(row.id))
        table.movements.clear()
        table.results.clear()
        seen = table.seq
        self._orders(connection, table)
        for entry in journal.entries(connection, row.id, seen + 1):
            table.take(entry)
        assert (row.seq, row.seal) == (table.seq, table.seals[-1]), f"table {row.id}: log cut off"
        moved = sa.select(schema.ledger).where(
            schema.ledger.c.table_id == row.id, schema.ledger.c.seq > seen
        )
        found = [
            (one.seq, one.line, (one.source, one.target, one.cents))
            for one in connection.execute(moved.order_by("seq", "line"))
        ]
        assert found == table.movements, f"table {row.id}: the ledger is not what the log implies"
        settled = sa.select(schema.results).where(
            schema.results.c.table_id == row.id, schema.results.c.seq > seen
        )
        rows = [
            (one.seq, one.line, one.seat, one.bet, one.event, one.stake, one.returned)
            for one in connection.execute(settled.order_by("seq", "line"))
        ]
        assert rows == table.results, f"table {row.id}: settled wagers are not what the log implies"
        self._commands(connection, table, seen)
        if row.id != records.CAGE and row.closed is None:
            self._recovered(connection, table)

    def _orders(self, connection: Connection, table: TableTruth) -> None:
        shoes = sa.select(schema.shoes).where(schema.shoes.c.table_id == table.number)
        for row in connection.execute(shoes):
            cards, nonce = bytes(row.cards), bytes(row.nonce)
            assert table.nonces.setdefault(row.number, nonce) == nonce, "a promised seed changed"
            assert row.commitment == hashlib.sha256(nonce).hexdigest()
            before = table.orders.get(row.number, b"")
            assert before in (b"", cards), "an order changed"
            table.orders[row.number] = cards

    def _recovered(self, connection: Connection, table: TableTruth) -> None:
        """A server that starts now goes on exactly where the log ends."""
        house_table = HouseTable.recover(connection, table.number)
        where = f"table {table.number}, recovered at entry {table.seq}"
        assert house_table.table.state.snapshot() == table.table.state.snapshot(), where
        assert (house_table.table.want, house_table.seats) == (table.table.want, table.seats), where
        shoe, promise = house_table.shoe, house_table.promise
        found = (shoe.number, shoe.position) if shoe is not None else (0, 0)
        assert found == (table.shoe, table.position), where
        assert shoe is None or shoe.cards == table.orders[shoe.number], where
        if not house_table.closed:
            assert promise is not None
            assert promise.server_seed == table.nonces[max(table.promised)], where
            assert house_table.seeds == table.seeds, where
        felt = ledger.balance(connection, ledger.felt(table.number))
        assert felt == house_table.table.state.felt == stakes(house_table.table.state), (
            f"{where}: felt {felt}"
        )

    def _balances(self, connection: Connection) -> None:
        rows = connection.execute(sa.select(schema.balances))
        found = Counter({row.account: row.cents for row in rows})
        due: Counter[str] = Counter()
        for table in self.tables.values():
            due.update(table.wallets[-1])
        wrong = {name: (found[name], due[name]) for name in {*found, *due}}
        wrong = {name: both for name, both in wrong.items() if both[0] != both[1]}
        assert not wrong, f"balances are not what the log adds up to: {wrong}"
        assert sum(found.values()) == 0
        broke = [name for name in found if name.startswith("wallet:") and found[name] < 0]
        assert not broke, f"below nothing: {broke}"

    def _commands(self, connection: Connection, table: TableTruth, seen: int) -> None:
        log = schema.log.c
        new = sa.select(log.seq, log.actor, log.key).where(
            log.table_id == table.number, log.seq > seen, log.key != ""
        )
        for row in connection.execute(new):
            assert (row.actor, row.key) not in self.commands, f"done twice: {row.key}"
            assert table.actors[row.seq] == row.actor
            self.commands[row.actor, row.key] = (table.number, row.seq)

    def wallet(self, player: str, table: int, seq: int) -> int:
        """What somebody who plays at one table only had after one of its entries."""
        account = ledger.wallet(player)
        return (
            self.tables[records.CAGE].wallets[-1][account]
            + (self.tables[table].wallets[seq][account])
        )


def stakes(state: TableState) -> int:
    """Every chip on a felt, counted where it lies."""
    if state.phase == BETTING:
        return sum(sum(seat.stakes.values()) for seat in state.seats)
    return sum(
        seat.insurance + sum(seat.wagers.values()) + sum(sum(hand.stakes) for hand in seat.hands)
        for seat in state.seats
    )


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """One moment of a database."""
    found = read_url(url)
    level = {} if found.get_backend_name() == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    engine = sa.create_engine(found, poolclass=sa.NullPool, **level)
    if not level:

        @sa.event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
