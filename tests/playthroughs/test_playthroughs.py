"""Every file of this folder is a round, replayed line by line.

- ``game ID`` (or ``game FILE.toml``, a file of `tests/designs`), ``option NAME = VALUE``,
  ``paytable NAME = K``, ``house KEY = VALUE`` set it up;
- ``> action`` is done, or ``> deal CARDS`` hands the table those cards (only as many as it wants);
- the indented lines under it are the events, all of them, in order;
- ``? moves`` are the legal moves of the hand in turn, or ``insurance from seats …``;
- ``! action`` is refused, and the indented line under it is the sentence;
- ``= player $net, house $net`` is where the money is.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pitboss import cards, games
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House, dollars
from pitboss.table import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.table.text import describe, read_action
from tests.rounds import find

FILES = sorted(Path(__file__).parent.glob("*.txt"))


class Replay:
    """Runs the lines of one file."""

    def __init__(self) -> None:
        self.game = ""
        self.options: dict[str, str] = {}
        self.paytables: dict[str, int] = {}
        self.house: dict[str, object] = {}
        self.table: Table | None = None

    def set_up(self, line: str) -> None:
        assert self.table is None, "the table is set up before the first action"
        word, _, rest = line.partition(" ")
        if word == "game":
            self.game = rest.strip()
            return
        name, _, value = (part.strip() for part in rest.partition("="))
        if word == "option":
            self.options[name] = value
        elif word == "paytable":
            self.paytables[name] = int(value)
        elif word == "house":
            self.house[name] = msgspec.json.decode(value)
        else:
            raise AssertionError(f"not understood: {line}")

    def sit_down(self) -> Table:
        if self.table is None:
            game = find(self.game)
            options: dict[str, OptionValue] = {
                name: game.option_from_text(name, value) for name, value in self.options.items()
            }
            self.table = Table(
                game.rules(options, self.paytables), msgspec.convert(self.house, House)
            )
        return self.table

    def do(self, line: str) -> list[str]:
        table = self.sit_down()
        if not line.startswith("deal "):
            return [describe(event) for event in table.do(read_action(line))]
        start = len(table.log)
        for card in cards.parse_all(line.removeprefix("deal ")):
            assert table.wants_card, f"no card is due for {cards.name(card)}: {table.waiting()}"
            table.deal(card)
        return [describe(event) for event in table.log[start:]]

    def refused(self, line: str) -> list[str]:
        table = self.sit_down()
        before = table.state.snapshot()
        with pytest.raises(IllegalAction) as caught:
            table.do(read_action(line))
        assert table.state.snapshot() == before
        return [str(caught.value)]

    def waits_for(self) -> str:
        table = self.sit_down()
        if table.want == Want.INSURANCE:
            return "insurance from seats " + " ".join(map(str, table.insurance_seats()))
        return " ".join(table.legal_names())

    def money(self) -> str:
        state = self.sit_down().state
        players = [f"{player} {dollars(net)}" for player, net in sorted(state.players.items())]
        felt = [f"felt {dollars(state.felt)}"] if state.felt else []
        return ", ".join([*players, *felt, f"house {dollars(state.house)}"])


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthrough(path: Path) -> None:
    replay = Replay()
    pending: list[str] = []
    lines = [*path.read_text(encoding="utf-8").splitlines(), ""]
    for number, line in enumerate(lines, start=1):
        where = f"{path.name}:{number}"
        if line.startswith("  "):
            assert pending, f"{where}: nothing more happened, but the file says {line.strip()!r}"
            assert line.strip() == pending.pop(0), where
            continue
        assert not pending, f"{where}: the file lacks what happened: {pending}"
        if line.startswith("> "):
            pending = replay.do(line[2:])
        elif line.startswith("! "):
            pending = replay.refused(line[2:])
        elif line.startswith("? "):
            assert replay.waits_for() == line[2:], where
        elif line.startswith("= "):
            assert replay.money() == line[2:], where
        elif line and not line.startswith("#"):
            replay.set_up(line)
    table = replay.sit_down()
    assert not table.playing, f"{path.name}: the round is not over: {table.waiting()}"


def test_every_game_has_a_playthrough() -> None:
    played = {
        line.removeprefix("game ").strip()
        for path in FILES
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("game ")
    }
    assert set(games.BUILT_IN) <= played
