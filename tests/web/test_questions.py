"""A move is an answer to one question: what was decided before another one is void after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.store import journal
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.records import Settings
from pitboss.table.engine import IllegalAction


class Felt:
    """A table whose cards Drew types, and Ann, who sits at it."""

    def __init__(self, folder: Path, game: str) -> None:
        self.database = Database(f"sqlite:///{folder}/felt.db")
        opened = describe_table(games.find(game), "one", settings=Settings(typed=True))
        self.house_table = self.database.write(
            lambda found: HouseTable.open(found, opened, by="pit")
        ).result()
        self.database.write(lambda found: journal.issue(found, "Ann", 100_000, now_ms())).result()
        wagers = dict.fromkeys(self.house_table.table.tables.opening, 1000)
        self.do(cmd.Sit(key="s", seen=0, seat=1))
        self.do(cmd.Bet(key="b", seen=self.house_table.seq, seat=1, wagers=wagers))
        self.do(cmd.Deal(key="d", seen=self.house_table.seq))

    def do(self, command: cmd.Command) -> None:
        typed = isinstance(command, cmd.DEALERS)
        step = self.house_table.step(command, "Drew" if typed else "Ann", dealer=typed)
        self.database.write(lambda found: journal.append(found, step.draft)).result()
        self.house_table.accept(step)

    def cards(self, text: str) -> None:
        for card in text.split():
            self.do(
                cmd.Card(key=card + str(self.house_table.seq), seen=self.house_table.seq, card=card)
            )

    def act(self, move: str, seen: int | None = None) -> None:
        version = self.house_table.seq if seen is None else seen
        self.do(cmd.Act(key=f"{move}{self.house_table.seq}", seen=version, seat=1, move=move))


@pytest.mark.parametrize(
    ("game", "dealt", "first", "then", "second"),
    [
        ("blackjack", "8s 6h 8d Tc", "split", "3c", "hit"),
        ("half-back", "9s 6h 6d Tc 7c", "take-back", "", "stand"),
        ("mulligan-21", "5s 6h 6d Tc", "hit", "Kc", "burn"),
        ("blackjack", "2s 6h 3d Tc", "hit", "2c", "stand"),
    ],
)
def test_what_was_decided_before_a_move_is_void_after_it(
    tmp_path: Path, game: str, dealt: str, first: str, then: str, second: str
) -> None:
    felt = Felt(tmp_path, game)
    felt.cards(dealt)
    seen = felt.house_table.seq
    felt.act(first)
    felt.cards(then)
    assert second in felt.house_table.table.legal_names()
    with pytest.raises(IllegalAction, match=f"seen = {seen}: the table has gone on"):
        felt.act(second, seen)
    felt.act(second)
    felt.database.close()


def test_a_card_that_was_kept_is_another_question(tmp_path: Path) -> None:
    felt = Felt(tmp_path, "mulligan-21")
    felt.cards("2s 6h 3d Tc")
    felt.act("hit")
    felt.cards("Kc")
    assert felt.house_table.table.legal_names() == ["burn", "keep"]
    seen = felt.house_table.seq
    felt.act("keep")
    with pytest.raises(IllegalAction, match="the table has gone on"):
        felt.act("stand", seen)
    felt.database.close()
