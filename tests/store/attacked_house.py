"""A small house with something in every table: what the attacks on a database are tried on."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.rules.limits import House
from pitboss.store import (
    accounts,
    audit_reports,
    carrying,
    house_acts,
    house_key,
    journal,
    leases,
    log_signer,
    practising,
    refills,
)
from pitboss.store.audit_reports import AuditReport
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.practising import KeptDecision, KeptHand
from pitboss.store.records import Settings
from pitboss.store.refills import RefillRule
from pitboss.store.row_checker import AuditCounts
from tests.store.playing import MONEY, PLAYERS, Sitting
from tests.store.schooling import fill_school

SERVER = "a server"


def build(path: Path) -> None:
    """Play in it, and close it: all of it is in the one file then."""
    database = Database(f"sqlite:///{path}")
    signer = log_signer.begin(database, house_key.key_file(database.url))
    for part in (_play, _learn_and_practise, _run_the_house):
        database.write(part).result()
        signer.integrate_all()
    signer.stop()
    database.close()
    file = sqlite3.connect(path)
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    for side in (f"{path}-wal", f"{path}-shm"):
        Path(side).unlink(missing_ok=True)


def _play(connection: Connection) -> None:
    """A round or two of every game, a typed table, a private one, one that is closed."""
    rng = random.Random(5)
    leases.claim(connection, SERVER, "http://127.0.0.1:8013")
    for player in PLAYERS:
        journal.issue(connection, player, MONEY, now_ms())
    for game in games.BUILT_IN:
        Sitting.open(connection, game, rng, seats=2).play(1)
    csm = Sitting.open(connection, "blackjack", rng, house=House(shoe="csm"), seats=2)
    csm.play(2)
    private = Settings(private=True)
    Sitting.open(connection, "half-back", rng, settings=private, seats=1, name="ours").play(1)
    Sitting.open(connection, "mulligan-21", rng, settings=Settings(typed=True), seats=1).play(1)
    closed = Sitting.open(connection, "lucky-stiff", rng, seats=1)
    closed.play(1)
    table: HouseTable = closed.house_table
    closed.keep(table.set_limits(House(round_to=50), "Pia", reason="why not"))
    closed.keep(table.pause("Pia", reason="a break"))
    closed.keep(table.resume("Pia", reason="after the break"))
    seat, player = next(iter(table.seats.items()))
    closed.do(cmd.StandUp(key=cmd.new_key(), seen=table.seq, seat=seat), player)
    closed.keep(table.close("Pia", reason="the end"))
    leases.claim(connection, SERVER, "http://127.0.0.1:8013")


def _learn_and_practise(connection: Connection) -> None:
    fill_school(connection)
    at = now_ms()
    ann = accounts.guest(connection, at, "Anna")
    opened = HouseTable.recover(connection, 1).opened
    practising.keep_rules(connection, opened, at)
    rules = opened.rules_hash
    before = KeptHand(hand="1", dealt='{"cards": [1]}', at=at)
    practising.keep_hand(connection, ann, rules, before)
    made = [
        KeptDecision(
            reference=f"practice {number}", rules_hash=rules, at=at + number, source="practice",
            chart_table="first two cards", hand="hard 16", up="10", after="", moved="stand",
            best="hit", cost=0.01 * number,
        )
        for number in range(1, 4)
    ]  # fmt: skip
    after = KeptHand(hand="1", dealt='{"cards": [1, 2]}', at=at)
    practising.move_on(connection, ann, before, after, made[0])
    practising.keep_decisions(connection, ann, made)
    for day in ("2026-11-17", "2026-11-18"):
        practising.keep_puzzle(connection, day, '{"hand": [1, 2]}', at)
    _, session = accounts.begin_session(connection, ann, at)
    assert session.csrf
    carrying.make(connection, ann, at)


def _run_the_house(connection: Connection) -> None:
    at = now_ms()
    pia = accounts.create(connection, "Pia", "pit", "$argon2id$hash", at)
    dan = accounts.create(connection, "Dan", "dealer", "$argon2id$other", at, by="Pia")
    for account in (pia, dan):
        accounts.begin_session(connection, account, at)
    house_acts.adjust_wallet(connection, "Zoe", -999_00, reason="a gift", by="Pia", at=at)
    rule = RefillRule(below_cents=500, to_cents=50_00, a_day=2)
    refills.set_rule(connection, rule, reason="broke", by="Pia", at=at)
    refills.refill(connection, "Zoe", at, on_felt=False)
    for who, table in (("Yan", 1), ("Yan", None), ("Zoe", 2)):
        house_acts.bar(connection, who, table, reason="a reason", by="Pia", at=at)
    house_acts.readmit(connection, "Yan", 1, reason="a reason", by="Pia", at=at)
    house_acts.disable(connection, "Dan", reason="left", by="Pia", at=at)
    house_acts.reset_password(connection, "Pia", "$argon2id$new", reason="lost", by="Pia", at=at)
    accounts.begin_session(connection, pia, at)
    guest = accounts.guest(connection, at, "Gus")
    carrying.make(connection, guest, at)
    for sound in (True, False):
        report = AuditReport(
            scope="everything", begin_ms=None, end_ms=None, by="Pia", started=at, ended=at,
            sound=sound, counts=AuditCounts(), faults=0, kinds={}, findings=[], covers=[],
        )  # fmt: skip
        audit_reports.keep(connection, report)
