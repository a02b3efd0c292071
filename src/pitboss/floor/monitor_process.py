"""Judges tables in a process of its own, while the server's tables go on.

``python -m pitboss.floor.monitor_process`` reads orders from standard input, a line of JSON each,
and writes a line of JSON for each. It ends with whoever started it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys

import msgspec

from pitboss.floor.approved import Theory, theory_of
from pitboss.floor.monitor import JudgedTable, Monitor, WatchedTable
from pitboss.rules.errors import RulesError
from pitboss.store.records import TableOpened

COMMAND = ("-m", __name__)
NICENESS = 10
"""Nobody waits for the monitor with cards in the hand."""


class Order(msgspec.Struct, frozen=True):
    """A table to judge, and how it was opened."""

    opened: TableOpened
    table: WatchedTable


def judged(monitor: Monitor, order: Order) -> JudgedTable:
    """What came of an order; a table that nothing can be said of says why."""
    try:
        theory: Theory = theory_of(order.opened)
        return monitor.judged(order.table, theory)
    except RulesError as error:
        table = order.table
        return JudgedTable(
            table=table.table, number=table.number, day=table.day, game=order.opened.game,
            theory="", bets=[], problem=str(error),
        )  # fmt: skip


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    with contextlib.suppress(OSError):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    monitor = Monitor()
    for line in sys.stdin.buffer:
        answer = judged(monitor, msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
