"""Tables of the house and the journal, where the audit's tables showed something about them."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.store import journal
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.records import Settings
from pitboss.table import events as ev
from pitboss.table.flow import Want

SEATS = games.find("blackjack").rules().wagers.seats
"""The last one is a bot's, where there is one."""


def test_a_bot_declines_insurance_for_itself_and_for_nobody_else(url: str) -> None:
    """A person in an earlier seat still has to be asked."""
    bot = "the house's own"

    def work(connection: Connection) -> list[ev.Event]:
        for player in ("ann", bot):
            journal.issue(connection, player, 1_000_000_00, now_ms())
        opened = describe_table(games.find("blackjack"), "one", settings=Settings(bots=1))
        house_table = HouseTable.open(connection, opened, by="pit")

        def do(command: cmd.Command, player: str) -> None:
            step = house_table.step(command, player)
            journal.append(connection, step.draft)
            house_table.accept(step)

        do(cmd.Sit(key=cmd.new_key(), seen=0, seat=1), "ann")
        do(cmd.Sit(key=cmd.new_key(), seen=0, seat=SEATS), bot)
        for _ in range(1000):
            wagers = {"main": 1000}
            do(cmd.Bet(key=cmd.new_key(), seen=house_table.seq, seat=1, wagers=wagers), "ann")
            do(cmd.Deal(key=cmd.new_key(), seen=house_table.seq), "ann")
            if house_table.table.insurance_seats() == [1, SEATS]:
                step = house_table.bot_step()
                assert step is not None
                return step.draft.events
            while house_table.table.want != Want.WAGERS:
                step = house_table.default()
                journal.append(connection, step.draft)
                house_table.accept(step)
        raise AssertionError("no ace came up in a thousand rounds")

    database = Database(url)
    try:
        assert database.write(work).result() == [ev.InsuranceDeclined(SEATS)]
    finally:
        database.close()
