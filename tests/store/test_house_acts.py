"""What people in charge do is an entry with who, when and why; the audit misses nothing of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.rules.limits import House
from pitboss.store import accounts, house_acts, house_log, journal, ledger, records, refills, schema
from pitboss.store.audit import Audit
from pitboss.store.database import Database
from pitboss.store.errors import Refused
from pitboss.store.records import Settings
from pitboss.store.refills import RefillRule
from pitboss.table import IllegalAction
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.store.playing import DEALER, Sitting

NOON = 1_790_000_000_000 - 1_790_000_000_000 % 86_400_000 + 43_200_000
DAY = 86_400_000
WHY: dict[str, Any] = {"reason": "a reason", "by": "Pia", "at": NOON}


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    found = Database(url)
    for name in ("Ann", "Bob"):
        do(found, accounts.create, name, "player", "!", NOON)
    yield found
    found.close()


def do(database: Database, work: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return database.write(lambda connection: work(connection, *args, **named)).result()


def read(database: Database, work: Callable[..., Any], *args: Any, **named: Any) -> Any:
    with database.read() as connection:
        return work(connection, *args, **named)


def wallet(database: Database, name: str) -> int:
    return int(read(database, ledger.balance, ledger.wallet(name)))


def findings(database: Database) -> list[Any]:
    with database.read() as connection:
        return list(Audit(connection).everything())


def everything(connection: Connection) -> None:
    """Each thing that somebody in charge can do, once."""
    sitting = Sitting.open(connection, "blackjack", random.Random(1), seats=1)
    table = sitting.house_table
    sitting.keep(table.set_limits(House(minimum={"main": 2500}), "Pia", reason="a busy evening"))
    sitting.keep(table.pause("Pia", reason="the dealer changes"))
    sitting.keep(table.resume("Pia", reason="the new one is there"))
    sitting.keep(table.mute("Pia", muted=True))
    sitting.keep(table.mute("Pia", muted=False))
    accounts.create(connection, "Cleo", "dealer", "!", NOON, by="Pia")
    house_acts.adjust_wallet(connection, "ann", -999_00, **WHY)
    refills.set_rule(connection, RefillRule(below_cents=500, to_cents=50_00, a_day=1), **WHY)
    refills.refill(connection, "Ann", NOON, on_felt=False)
    house_acts.bar(connection, "Bob", table.id, **WHY)
    house_acts.bar(connection, "Bob", None, **WHY)
    house_acts.readmit(connection, "bob", table.id, **WHY)
    house_acts.disable(connection, "Cleo", **WHY)
    house_acts.enable(connection, "Cleo", **WHY)
    house_acts.reset_password(connection, "Cleo", "!!", **WHY)
    journal.note_in_cage(
        connection, records.AuditReported(1, "everything", True, "0" * 64), NOON, "Eve"
    )
    sitting.keep(table.close("Pia", reason="closing time"))


def test_every_act_is_found_again_with_who_what_and_why(database: Database) -> None:
    do(database, everything)
    told = read(database, house_log.acts)
    by_servers = {records.LogKeyMade, records.LossAccepted}
    assert {act.kind for act in told} == {ev_name(kind) for kind in records.ACTS - by_servers}
    by_kind = {act.kind: act for act in told}
    limits = by_kind["LimitsSet"]
    assert (limits.by, limits.reason) == ("Pia", "a busy evening")
    assert limits.what == "changed limits: minimum of main as usual → $25"
    assert by_kind["WalletAdjusted"].what == "took $999 from Ann, by the cage"
    assert (by_kind["WalletAdjusted"].about, by_kind["WalletAdjusted"].reason) == (
        "Ann",
        "a reason",
    )
    assert by_kind["TableClosed"].reason == "closing time"
    assert by_kind["PlayerReadmitted"].table == limits.table
    only = read(database, house_log.acts, kinds=["LimitsSet"])
    assert [act.kind for act in only] == ["LimitsSet"]
    assert findings(database) == []


def ev_name(kind: type[ev.Event]) -> str:
    return str(kind.__struct_config__.tag)


def test_an_act_that_was_hidden_or_made_up_is_found(database: Database) -> None:
    do(database, everything)
    for change, told in (
        (sa.delete(schema.acts).where(schema.acts.c.kind == "WalletAdjusted"), "WalletAdjusted"),
        (sa.update(schema.acts).where(schema.acts.c.kind == "LimitsSet").values(at=1), "LimitsSet"),
        (sa.delete(schema.bars), "Bob is barred everywhere, entry"),
        (
            sa.insert(schema.bars).values(player="Ann", table_id=0, seq=1),
            "Ann is kept as barred everywhere; the log says nothing",
        ),
    ):
        kept = {table: read(database, _rows, table) for table in (schema.acts, schema.bars)}
        do(database, lambda connection, change=change: connection.execute(change))
        assert any(told in finding.what for finding in findings(database))
        do(database, _put_back, kept)
    assert findings(database) == []


def _rows(connection: Connection, table: sa.Table) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(sa.select(table))]


def _put_back(connection: Connection, kept: dict[sa.Table, list[dict[str, Any]]]) -> None:
    for table, rows in kept.items():
        connection.execute(sa.delete(table))
        if rows:
            connection.execute(sa.insert(table), rows)


@pytest.mark.parametrize(
    ("work", "why"),
    [
        (lambda c: house_acts.adjust_wallet(c, "Ann", 100, **{**WHY, "reason": "  "}), "say why"),
        (lambda c: house_acts.adjust_wallet(c, "Ann", 0, **WHY), "cents = 0: use whole cents"),
        (lambda c: house_acts.adjust_wallet(c, "Ann", -1001_00, **WHY), "Ann has \\$1,000 beside"),
        (lambda c: house_acts.adjust_wallet(c, "Zoe", 100, **WHY), "nobody here is called that"),
        (lambda c: house_acts.readmit(c, "Ann", None, **WHY), "not barred at any table"),
        (lambda c: house_acts.bar(c, "Ann", 77, **WHY), "table = 77: there is none"),
        (lambda c: house_acts.disable(c, "Ann", **{**WHY, "by": "Ann"}), "that is you"),
        (lambda c: house_acts.enable(c, "Ann", **WHY), "the account is not disabled"),
        (lambda c: refills.refill(c, "Ann", NOON, on_felt=False), "you have \\$1,000; it is for"),
        (lambda c: refills.set_rule(c, RefillRule(a_day=-1), **WHY), "a_day = -1: use 0 to 100"),
        (lambda c: refills.set_rule(c, RefillRule(to_cents=1), **WHY), "below_cents = 1000: use 1"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    database: Database, work: Callable[[Connection], Any], why: str
) -> None:
    heads = sa.select(schema.tables.c.seq)
    before = read(database, lambda c: c.scalars(heads).all())
    with pytest.raises(Refused, match=why):
        database.write(work).result()
    assert read(database, lambda c: c.scalars(heads).all()) == before


def test_who_is_broke_is_refilled_as_often_as_the_rule_says_and_again_the_next_day(
    database: Database,
) -> None:
    do(database, refills.set_rule, RefillRule(below_cents=10_00, to_cents=200_00, a_day=2), **WHY)
    take = {"reason": "lost", "by": "Pia"}
    do(database, house_acts.adjust_wallet, "Ann", -995_00, at=NOON, **take)
    chips_out = pytest.raises(Refused, match="you have chips on a felt")
    with chips_out:
        do(database, refills.refill, "Ann", NOON, on_felt=True)
    for _ in range(2):
        assert do(database, refills.refill, "Ann", NOON, on_felt=False) == 200_00
        assert wallet(database, "Ann") == 200_00
        do(database, house_acts.adjust_wallet, "Ann", -200_00, at=NOON, **take)
    with pytest.raises(Refused, match="you had 2 today, which is the most"):
        do(database, refills.refill, "Ann", NOON + DAY // 2 - 1, on_felt=False)
    assert do(database, refills.refill, "Ann", NOON + DAY // 2, on_felt=False) == 200_00
    assert wallet(database, "Bob") == 1_000_00
    assert findings(database) == []


# A card that was mistyped


def typed_table(connection: Connection) -> Sitting:
    journal.issue(connection, "bob", 1_000_00, NOON)
    sitting = Sitting.open(
        connection, "blackjack", random.Random(3), settings=Settings(typed=True), seats=1
    )
    wagers = {"main": 1000}
    sitting.do(cmd.Bet(key="bet", seen=sitting.house_table.seq, seat=1, wagers=wagers), "bob")
    sitting.keep(sitting.house_table.default())
    return sitting


def type_cards(sitting: Sitting, cards: str) -> None:
    for card in cards.split():
        sitting.do(cmd.Card(key=cmd.new_key(), seen=sitting.house_table.seq, card=card), DEALER)


def undo(sitting: Sitting, entry: int | None = None) -> None:
    house_table = sitting.house_table
    last = house_table.typed_cards.last if entry is None else entry
    command = cmd.UndoCard(key=cmd.new_key(), seen=house_table.seq, entry=last or 0)
    sitting.do(command, DEALER)


def test_mistyped_cards_are_taken_back_one_after_the_other_and_stay_in_the_log(
    database: Database,
) -> None:
    def work(connection: Connection) -> int:
        sitting = typed_table(connection)
        type_cards(sitting, "Ts 9h 5c")
        undo(sitting)
        undo(sitting)
        number = sitting.house_table.id
        again = HouseTable.recover(connection, number)  # as after a crash, in mid-round
        assert again.table.state == sitting.house_table.table.state
        assert again.typed_cards.last == sitting.house_table.typed_cards.last
        assert sitting.house_table.table.want == Want.UPCARD
        type_cards(sitting, "6h Td 9d")
        stand = cmd.Act(key="s", seen=sitting.house_table.seq, seat=1, move="stand")
        sitting.do(stand, "bob")
        with pytest.raises(IllegalAction, match="somebody has answered it, or it settled"):
            undo(sitting, sitting.house_table.seq - 1)
        type_cards(sitting, "Kc")
        assert sitting.house_table.table.want == Want.WAGERS
        with pytest.raises(IllegalAction, match="no card can be undone now"):
            undo(sitting)  # it settled the round
        return number

    number = do(database, work)
    assert findings(database) == []
    with database.read() as connection:
        said = [event for entry in journal.entries(connection, number) for event in entry.events]
    assert sum(isinstance(event, records.CardUndone) for event in said) == 2
    cards = [event.card for event in said if isinstance(event, ev.CardDealt | ev.UpcardDealt)]
    assert len(cards) == 5  # all that were typed face up for player and upcard, the wrong ones too


def test_a_card_nobody_may_take_back_is_found_by_the_audit(database: Database) -> None:
    """A log in which a settled card is void could pay a round twice."""

    def work(connection: Connection) -> None:
        sitting = typed_table(connection)
        type_cards(sitting, "Ts 9h 9c")
        table = sitting.house_table
        step = table._begin(DEALER, "", NOON)
        step.note(records.CardUndone(table.seq - 1))  # not the last card
        step.finish(table.table.question(), None)
        journal.append(connection, step.draft)

    do(database, work)
    [finding] = findings(database)
    assert "holds no card that could be undone" in finding.what
