"""Rooms and the journal, where the audit's tables showed something about them."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.store import journal
from pitboss.store.accounts import BOTS
from pitboss.store.database import Database
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.web import commands as cmd
from pitboss.web.room import Room, describe_table, new_key, now


def test_a_bot_declines_insurance_for_itself_and_for_nobody_else(url: str) -> None:
    """A person in an earlier seat still has to be asked."""
    bot = f"{BOTS}1"

    def work(connection: Connection) -> list[ev.Event]:
        for player in ("ann", bot):
            journal.issue(connection, player, 1_000_000_00, now())
        room = Room.open(connection, describe_table(games.find("blackjack"), "one"), by="pit")

        def do(command: cmd.Command, player: str) -> None:
            step = room.step(command, player)
            journal.append(connection, step.draft)
            room.accept(step)

        do(cmd.Sit(key=new_key(), seen=0, seat=1), "ann")
        do(cmd.Sit(key=new_key(), seen=0, seat=2), bot)
        for _ in range(1000):
            wagers = {"main": 1000}
            do(cmd.Bet(key=new_key(), seen=room.seq, seat=1, wagers=wagers), "ann")
            do(cmd.Deal(key=new_key(), seen=room.seq), "ann")
            if room.table.insurance_seats() == [1, 2]:
                step = room.bot_step()
                assert step is not None
                return step.draft.events
            while room.table.want != Want.WAGERS:
                step = room.default()
                journal.append(connection, step.draft)
                room.accept(step)
        raise AssertionError("no ace came up in a thousand rounds")

    database = Database(url)
    try:
        assert database.write(work).result() == [ev.InsuranceDeclined(2)]
    finally:
        database.close()
