"""A decision graded as soon as it is made: what it costs beside the best one, by the solver.

The numbers are those of `advice`: what is known is what lies open on the felt.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.advice.advising import advise
from pitboss.floor.grades import ALIKE_CENTS, graded_decisions, worths
from pitboss.floor.worth import MoveWorth
from pitboss.practice.positions import SEAT, cell_of, choices
from pitboss.practice.record import Decided
from pitboss.practice.verdict import Verdict
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.store.records import Entry, TableOpened
from pitboss.table import IllegalAction, Table


def grade(table: Table, move: str) -> Verdict:
    """What a move is worth that the table's only seat makes now."""
    open_now = choices(table)
    if move not in open_now:
        raise IllegalAction(f"move = {move[:40]!r}: {use(open_now)} here")
    told = worths(advise(table, SEAT).moves)
    moved = next(one for one in told if one.move == move)
    best = told[0] if not moved.best else moved
    if moved.costs_cents is None or moved.ev_units is None or best.ev_units is None:
        raise RulesError(str(moved.why or "the solver cannot say what this decision is worth"))
    cost_cents = 0.0 if moved.costs_cents <= ALIKE_CENTS else moved.costs_cents
    units = best.ev_units - moved.ev_units if cost_cents else 0.0
    decided = Decided(cell=cell_of(table), moved=move, best=best.move, cost=max(units, 0.0))
    return Verdict(decided=decided, cost_cents=cost_cents, moves=told)


def best_of(table: Table) -> list[MoveWorth]:
    """Every move that is open, the best first."""
    return worths(advise(table, SEAT).moves)


def from_round(
    opened: TableOpened, entries: Iterable[Entry], number: int, player: str
) -> list[tuple[int, Decided]]:
    """A player's decisions in a finished round of a live table, by the entries that made them.

    What the clock decided is nobody's mistake, and what the solver cannot say is left out.
    """
    by_seq = {entry.seq: entry for entry in entries}
    kept = []
    for table, one in graded_decisions(opened, by_seq.values(), number, player):
        if one.cost_cents is None or one.best is None or one.by_clock:
            continue
        unit = table.state.seat(one.seat)
        assert unit is not None
        cents = unit.stakes[table.tables.opening[0]]
        cost = one.cost_cents / cents if one.cost_cents > ALIKE_CENTS else 0.0
        kept.append(
            (
                one.seq,
                Decided(
                    cell=cell_of(table, one.seat), moved=one.moved,
                    best=one.best if cost else one.moved, cost=cost, at=by_seq[one.seq].at,
                    source="table",
                ),
            )
        )  # fmt: skip
    return kept
