"""A finished round graded: what every decision was worth beside the best one.

The round is folded from its log. What is known at each decision is what lay open on the felt then,
so a grade says nothing that its player could not have known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.advice.advising import DECLINE, EVEN_MONEY, INSURE, Advice, Advised, advise
from pitboss.cards import name
from pitboss.rules.decode import decode
from pitboss.rules.vocabulary import Rules
from pitboss.store import records
from pitboss.store.accounts import BOTS
from pitboss.store.records import Entry, TableOpened
from pitboss.table import events as ev
from pitboss.table import flow
from pitboss.table.engine import IllegalAction, Table
from pitboss.table.flow import Want

MOVED: dict[type[ev.Event], str] = {
    ev.HandStood: "stand",
    ev.HitTaken: "hit",
    ev.HandDoubled: "double",
    ev.HandSplit: "split",
    ev.HandSurrendered: "surrender",
    ev.WagerTakenBack: "take-back",
    ev.CardBurned: "burn",
    ev.CardKept: "keep",
    ev.InsuranceTaken: INSURE,
    ev.InsuranceDeclined: DECLINE,
    ev.EvenMoneyTaken: EVEN_MONEY,
}
"""What was decided, by the event that says so first."""
ALIKE = 1e-9
"""Cents; moves that are worth the same are all the best."""


def said(moves: list[Advised]) -> list[dict[str, Any]]:
    """Moves as an answer has them, the best first."""
    best = moves[0].cents
    return [
        {
            "move": one.move,
            "ev_cents": one.cents,
            "ev_units": one.units,
            "best": best is not None and one.cents is not None and best - one.cents <= ALIKE,
            "costs_cents": None if best is None or one.cents is None else best - one.cents,
            **({"why": one.why} if one.why else {}),
        }
        for one in moves
    ]


def graded(
    opened: TableOpened, entries: Iterable[Entry], number: int, player: str | None
) -> list[dict[str, Any]]:
    """Every decision of a player in a finished round; of all who played if none is named."""
    table = Table(decode(opened.rules, Rules, origin=opened.game), opened.house)
    found: list[dict[str, Any]] = []
    finished = False
    for entry in entries:
        events = [event for event in entry.events if not isinstance(event, records.RoomEvent)]
        if table.want in (Want.DECISION, Want.INSURANCE) and events:
            found += _grades(table, entry, events[0], player)
        for event in events:
            table.emit(event)
            finished |= isinstance(event, ev.RoundClosed)
        flow.advance(table)
        table.log.clear()
    if not finished:
        raise IllegalAction(f"round = {number}: it is still being played; grades come afterwards")
    return found


def _grades(
    table: Table, entry: Entry, event: Any, player: str | None
) -> Iterator[dict[str, Any]]:  # fmt: skip
    seat = table.state.seat(event.seat) if type(event) in MOVED else None
    if seat is None or player not in (None, seat.player):
        return
    advice = _as_staked(advise(table, seat.number), event)
    moved = next(one for one in advice.moves if one.move == MOVED[type(event)])
    best = advice.moves[0]
    known = best.cents is not None and moved.cents is not None
    yield {
        "seq": entry.seq,
        "seat": seat.number,
        "player": seat.player,
        "hand": advice.hand,
        "cards": [name(card) for card in seat.hands[advice.hand].cards],
        "upcard": name(table.state.upcard),
        "moved": moved.move,
        "best": best.move if known else None,
        "ev_cents": moved.cents,
        "best_cents": best.cents,
        "cost_cents": (best.cents or 0.0) - (moved.cents or 0.0) if known else None,
        "by_clock": entry.actor == "" and not seat.player.startswith(BOTS),
        "moves": said(advice.moves),
    }


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
