"""Tables of the house and the journal, where the audit's tables showed something about them."""

from __future__ import annotations

import random
from typing import get_args

import pytest
from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.frames import Screen
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.floor.steps import TableStep
from pitboss.rules.game import OptionValue
from pitboss.store import journal
from pitboss.store.audit import Audit
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.records import Settings
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.rounds import DESIGNS, find

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


SHOWN = frozenset(get_args(ev.AnyEvent))
"""Events of a table, without those of the house it stands in."""
MECHANICS: list[tuple[str, dict[str, OptionValue], str, type[ev.Event]]] = [
    ("redouble.toml", {"redouble": 3}, "double", ev.HandDoubled),
    ("early-surrender.toml", {"early-surrender": "any"}, "play-on", ev.HandPlayedOn),
    ("charlie.toml", {"charlie": 4}, "hit", ev.HandEnded),
]
"""A design, its options, the move that is made wherever it can be, and what must come of it."""


@pytest.mark.parametrize(("design", "options", "favourite", "kind"), MECHANICS)
def test_a_mechanic_that_no_built_in_game_has_is_dealt_kept_shown_and_audited(
    url: str, design: str, options: dict[str, OptionValue], favourite: str, kind: type[ev.Event]
) -> None:
    rng, game = random.Random(design), find(design)
    happened: list[ev.Event] = []

    def work(connection: Connection) -> None:
        journal.issue(connection, "ann", 1_000_000_00, now_ms())
        source = (DESIGNS / design).read_text()
        opened = describe_table(game, "one", source=source, options=options)
        house_table = HouseTable.open(connection, opened, by="pit")

        def write(step: TableStep) -> None:
            journal.append(connection, step.draft)
            house_table.accept(step)
            happened.extend(event for event in step.draft.events if type(event) in SHOWN)

        def do(command: cmd.Command) -> None:
            write(house_table.step(command, "ann"))

        do(cmd.Sit(key=cmd.new_key(), seen=0, seat=1))
        for _ in range(60):
            wagers = {"main": 1000}
            do(cmd.Bet(key=cmd.new_key(), seen=house_table.seq, seat=1, wagers=wagers))
            do(cmd.Deal(key=cmd.new_key(), seen=house_table.seq))
            while (table := house_table.table).want != Want.WAGERS:
                if table.want == Want.INSURANCE or rng.random() < 0.1:
                    write(house_table.default())  # as if the time were up
                    continue
                legal = table.legal_names()
                move = favourite if favourite in legal else rng.choice(legal)
                do(cmd.Act(key=cmd.new_key(), seen=house_table.seq, seat=1, move=move))

    database = Database(url)
    try:
        database.write(work).result()
        with database.read() as connection:
            assert list(Audit(connection).table(1)) == []
    finally:
        database.close()
    assert any(isinstance(event, kind) for event in happened)
    screen = Screen(game, game.rules(options))
    assert all(screen.show(event).does for event in happened)
