"""A practice hand as its player sees it: the felt, what happened, what is asked. Nothing hidden."""

from __future__ import annotations

import msgspec

from pitboss.floor.lesson import LessonChoice, choices_of, to_you
from pitboss.floor.seen import over_21, seen
from pitboss.practice.positions import PLAYER, SEAT, Dealt, at_table, decides
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import events as ev
from pitboss.table.narrator import Narrator
from pitboss.table.views import Felt, felt, public, view

_QUIET = (
    ev.RoundOpened, ev.WagerPlaced, ev.WagersClosed, ev.RoundClosed, ev.InsuranceClosed,
    ev.WagerSettled,
)  # fmt: skip
"""Events that need no words here."""


class PracticeHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that waits for a decision, or is over."""

    number: int
    """How many decisions were made in it: goes with the next one."""
    felt: Felt
    """Cards and chips as they lie."""
    told: str
    """What happened since the last decision, or how the hand came here."""
    question: str
    """What is asked; empty where the hand is over."""
    choices: list[LessonChoice]
    """Every move of the game in its place; none where the hand is over."""
    hand_to_act: int | None
    """Which hand is asked about, from 0; none where no move is asked for."""
    over: bool
    """Whether nothing more is to be decided."""
    settled: list[ev.WagerSettled]
    """Wagers that have settled."""
    net: int
    """Cents won or lost, once it is over."""


def shown(game: Game, rules: Rules, dealt: Dealt) -> PracticeHand:
    """A hand as its player sees it."""
    table = at_table(rules, dealt)
    narrator = Narrator(game, rules)
    lying, told, settled = felt(narrator.state), list[str](), list[ev.WagerSettled]()
    skipped = _before_the_last_move(table, dealt)
    for place, event in enumerate(table.log):
        if isinstance(event, ev.RoundClosed):
            break
        busts = over_21(lying, event)
        narrator.tell(public(event))
        lying = felt(narrator.state)
        if isinstance(event, ev.WagerSettled):
            settled.append(event)
        if place >= skipped and not isinstance(event, _QUIET):
            told.append(to_you(seen(public(event), narrator.names, busts=busts)))
    asked, now = decides(table), view(table, PLAYER)
    return PracticeHand(
        number=len(dealt.moves), felt=lying, told=" ".join(told),
        question=now.prompt if asked else "", choices=choices_of(table, now) if asked else [],
        hand_to_act=now.hand_to_act if now.to_act == SEAT else None, over=not asked,
        settled=settled, net=0 if asked else table.state.players[PLAYER],
    )  # fmt: skip


def _before_the_last_move(table: Table, dealt: Dealt) -> int:
    """How many events were told before: those up to the last decision of the player's own."""
    if len(dealt.moves) <= dealt.given:
        return 0
    before = at_table(table.rules, msgspec.structs.replace(dealt, moves=dealt.moves[:-1]))
    return len(before.log)
