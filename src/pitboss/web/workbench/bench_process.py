"""Reads and solves files in a process of its own, while the tables go on.

``python -m pitboss.web.workbench.bench_process`` reads orders from standard input, a line of JSON
each, and writes what came of each on standard output. It ends with whoever started it. A stranger's
file can do no more to it than fill its memory or its time, and both are bounded.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from typing import Any

import msgspec

from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError
from pitboss.web.workbench.answers import FileProblem
from pitboss.web.workbench.wire import ANSWERS, Delivery, Design, MoneyPlan, Order, Print, What

COMMAND = ("-m", __name__)
NICENESS = 3
"""Tables go first."""
MEMORY_MEGABYTES = 6_000
"""Address space; a solver's libraries reserve a good part of it and use a tenth."""


def refused(what: What, problems: list[FileProblem]) -> object:
    """The answer about a file that has no figures."""
    return ANSWERS[what](problems=problems)


def answer(order: Order) -> object:
    """What an order asks for; the modules are slow to load."""
    from pitboss.web.workbench import chart_sheet, comparisons, figures, risks, table_trade

    design = order.design
    if order.what == "figures":
        return figures.figures_of(design, full=order.full)
    if order.what == "chart":
        return chart_sheet.chart_of(design)
    if order.what == "grid":
        return comparisons.grid_of(design)
    if order.what == "readings":
        return comparisons.readings_of(design, order.ruling)
    if order.what == "difference":
        return comparisons.difference_of(order.other or Design(text=""), design)
    if order.what == "risks":
        return risks.risks_of(design, order.ruling)
    if order.what == "money":
        return table_trade.money_of(design, order.money or MoneyPlan(wagers={}))
    if order.what == "paper":
        from pitboss.web.workbench import printing

        return printing.paper_of(design, order.printed or Print("report"))
    return table_trade.simulation_of(design, order.rounds, order.seed)


def deliver(order: Order) -> Delivery:
    """Do what is ordered."""
    from pitboss.web.workbench.solved_files import problems_of

    try:
        found = answer(order)
    except (RulesError, WagerError) as error:
        text = order.design.text if order.other is None else ""  # of two files it may be either
        found = refused(order.what, problems_of(error, text))
    except MemoryError:
        says = "the file takes too much memory; make it smaller"
        found = refused(order.what, [FileProblem(None, says)])
    except Exception as error:
        return Delivery(id=order.id, broken=f"{type(error).__name__}: {error}")
    return Delivery(id=order.id, answer=msgspec.Raw(msgspec.json.encode(found)))


def main() -> None:
    """Deliver until nobody orders any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    with contextlib.suppress(OSError):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    _limit()
    _warm_up()
    orders: Any = sys.stdin.buffer
    for line in orders:
        gc.disable()  # somebody waits: what is dropped is looked for afterwards
        delivery = deliver(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(delivery) + b"\n")
        sys.stdout.buffer.flush()
        gc.enable()


def _warm_up() -> None:
    """Load what every order needs while nobody has ordered yet."""
    from pitboss import games
    from pitboss.web.workbench import chart_sheet, solved_files  # noqa: F401
    from pitboss.web.workbench.game_text import game_text

    solved_files.solved(Design(text=game_text(games.find(games.BUILT_IN[0]))), full=False)
    gc.collect()
    gc.freeze()  # what is loaded stays: looking through it again and again takes time


def _limit() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        memory = MEMORY_MEGABYTES * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    main()
