"""A finished round graded: what every decision was worth beside the best one.

The round is folded from its log. What is known at each decision is what lay open on the felt then,
so a grade says nothing that its player could not have known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET

from pitboss.advice.advising import Advice, Advised, advise
from pitboss.cards import name
from pitboss.floor.answering import HOUSE
from pitboss.floor.opening import bot_seats, rules_of
from pitboss.floor.worth import Grade, MoveWorth, RoundGrades
from pitboss.rules.moves import definition
from pitboss.store import records
from pitboss.store.records import Entry, TableOpened
from pitboss.store.typed_cards import standing
from pitboss.table import IllegalAction, Table
from pitboss.table import events as ev
from pitboss.table.actions import DECLINE, EVEN_MONEY, INSURE
from pitboss.table.flow import Want

INSURED: dict[type[ev.Event], str] = {
    ev.InsuranceTaken: INSURE,
    ev.InsuranceDeclined: DECLINE,
    ev.EvenMoneyTaken: EVEN_MONEY,
}
"""What was answered to the offer of insurance, by the event that says so first."""
ALIKE_CENTS = 1e-9
"""Moves that are worth the same are all the best."""


def worths(moves: list[Advised]) -> list[MoveWorth]:
    """Moves as an answer has them, the best first."""
    best = moves[0].cents
    return [
        MoveWorth(
            move=move.move, ev_cents=move.cents, ev_units=move.units,
            best=best is not None and move.cents is not None and best - move.cents <= ALIKE_CENTS,
            costs_cents=None if best is None or move.cents is None else best - move.cents,
            why=move.why or UNSET,
        )
        for move in moves
    ]  # fmt: skip


def graded(
    opened: TableOpened, entries: Iterable[Entry], table_number: int, number: int,
    player: str | None,
) -> RoundGrades:  # fmt: skip
    """Every decision of a player in a finished round; of all who played if none is named."""
    found = [grade for _, grade in graded_decisions(opened, entries, number, player)]
    cost = sum(grade.cost_cents for grade in found if grade.cost_cents is not None)
    return RoundGrades(table=table_number, round=number, cost_cents=cost, decisions=found)


def graded_decisions(
    opened: TableOpened, entries: Iterable[Entry], number: int, player: str | None
) -> Iterator[tuple[Table, Grade]]:
    """The same one by one, with the table as it was when each was made; it is folded on."""
    table = Table(rules_of(opened), opened.house)
    finished = False
    for entry in standing(entries):
        events = [event for event in entry.events if not isinstance(event, records.HouseEvent)]
        if table.want in (Want.DECISION, Want.INSURANCE) and events:
            for grade in _grades(opened, table, entry, events[0], player):
                yield table, grade
        finished |= any(isinstance(event, ev.RoundClosed) for event in events)
        table.fold(events)
        table.take_events()
    if not finished:
        raise IllegalAction(f"round = {number}: it is still being played; grades come afterwards")


def _grades(
    opened: TableOpened, table: Table, entry: Entry, event: Any, player: str | None
) -> Iterator[Grade]:
    decided = _decided(table, event)
    seat = table.state.seat(event.seat) if decided else None
    if seat is None or player not in (None, seat.player):
        return
    advice = _as_staked(advise(table, seat.number), event)
    moved = next(move for move in advice.moves if move.move == decided)
    best = advice.moves[0]
    known = best.cents is not None and moved.cents is not None
    bots = bot_seats(opened, table.rules.wagers.seats)
    yield Grade(
        seq=entry.seq, seat=seat.number, player=seat.player, hand=advice.hand,
        cards=[name(card) for card in seat.hands[advice.hand].cards],
        upcard=name(table.state.upcard), moved=moved.move, best=best.move if known else None,
        ev_cents=moved.cents, best_cents=best.cents,
        cost_cents=(best.cents or 0.0) - (moved.cents or 0.0) if known else None,
        by_clock=entry.actor == HOUSE and seat.number not in bots, moves=worths(advice.moves),
    )  # fmt: skip


def _decided(table: Table, event: ev.Event) -> str | None:
    """What was decided, as advice names it; None if the event tells of no decision."""
    if type(event) in ev.MOVE_OF:
        return definition(table.cause_of(event).move).id
    return INSURED.get(type(event))


def _as_staked(advice: Advice, event: ev.Event) -> Advice:
    """Insurance for what was staked on it, which may be less than the most allowed."""
    if not isinstance(event, ev.InsuranceTaken):
        return advice
    by_name = {one.move: one for one in advice.moves}
    most, none = by_name[INSURE], by_name[DECLINE]
    part = event.cents / most.stake

    def between(whole: float | None, nothing: float | None) -> float:
        return (nothing or 0.0) + part * ((whole or 0.0) - (nothing or 0.0))

    taken = most._replace(
        cents=between(most.cents, none.cents), units=between(most.units, none.units)
    )
    moves = [taken if one is most else one for one in advice.moves]
    return advice._replace(moves=sorted(moves, key=lambda one: -(one.cents or 0.0)))
