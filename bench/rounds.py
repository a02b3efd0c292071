"""Memory over many rounds: 100,000 of them through the server's tables, in this process.

``python -m bench.rounds`` plays 20 tables through the hub as the WebSocket does, with somebody
watching each, and prints what the process holds (resident memory) every ten thousand rounds.
``python -m bench.rounds 5000`` plays fewer.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from rich.console import Console

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.opening import describe_table
from pitboss.store import accounts, journal
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.table.flow import Want
from pitboss.web.hub import Hub
from pitboss.web.messages import Done
from pitboss.web.table_host import TableHost

ROUNDS = 100_000
TABLES = 20
PARTS = 10
"""How often memory is printed."""


def resident_mb() -> float:
    """Megabytes of this process that are in memory."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def seated(hub: Hub, place: int) -> tuple[TableHost, Account]:
    """A table with somebody at its first seat, who has money for all of it."""
    game = games.find(games.BUILT_IN[place % len(games.BUILT_IN)])
    live = await hub.open(describe_table(game, "one"), "bench")
    name = f"Ann {place}"
    account: Account = await hub.writing(
        lambda found: accounts.create(found, name, "player", "!", now_ms())
    )
    await hub.writing(lambda found: journal.issue(found, name, 10**11, now_ms()))
    assert isinstance(await live.command(cmd.Sit(key=cmd.new_key(), seen=0, seat=1), account), Done)
    return live, account


async def play(live: TableHost, account: Account, rounds: int) -> None:
    """Play so many rounds more, and hear of each."""
    watcher = await live.watch(account.name)
    end = live.house_table.table.state.round + rounds
    while live.house_table.table.state.round < end or live.house_table.table.playing:
        house_table, table = live.house_table, live.house_table.table
        command: cmd.Command
        if table.want == Want.WAGERS and table.state.felt:
            command = cmd.Deal(key=cmd.new_key(), seen=house_table.seq)
        elif table.want == Want.WAGERS:
            wagers = dict.fromkeys(table.tables.opening, 500)
            command = cmd.Bet(key=cmd.new_key(), seen=house_table.seq, seat=1, wagers=wagers)
        elif table.want == Want.INSURANCE:
            command = cmd.Insure(key=cmd.new_key(), seen=house_table.seq, seat=1, cents=0)
        else:
            legal = table.legal_names()
            move = next(name for name in ("stand", "keep") if name in legal)
            command = cmd.Act(key=cmd.new_key(), seen=house_table.seq, seat=1, move=move)
        answer = await live.command(command, account)
        assert isinstance(answer, Done), answer
        while not watcher.messages.empty():
            watcher.messages.get_nowait()
    live.unwatch(watcher)


async def measured(url: str, rounds: int, console: Console) -> None:
    """Play them all, and print memory on the way."""
    hub = Hub(Database(url), "")
    await hub.start()
    tables = [await seated(hub, place) for place in range(TABLES)]
    began = time.perf_counter()
    for part in range(PARTS + 1):
        played = sum(live.house_table.table.state.round for live, _ in tables)
        gc.collect()
        seconds = time.perf_counter() - began
        console.print(f"{played:>9,} rounds  {resident_mb():7.1f} MB  {seconds:6.0f} s")
        if part < PARTS:
            each = rounds // PARTS // TABLES
            await asyncio.gather(*(play(live, account, each) for live, account in tables))
    await hub.stop()
    hub.database.close()


def main() -> None:
    """Play the rounds that are asked for."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measured(f"sqlite:///{folder}/rounds.db", rounds, Console(width=100)))


if __name__ == "__main__":
    main()
