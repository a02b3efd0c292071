"""How each command is done at a table, and who may give it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss import cards
from pitboss.cards import CardError
from pitboss.floor import commands as cmd
from pitboss.floor.steps import TableStep
from pitboss.rules.moves import is_move
from pitboss.rules.sentences import use
from pitboss.store import records
from pitboss.store.shuffling import LONGEST_SEED, PLAYERS_SEED
from pitboss.table import IllegalAction
from pitboss.table import actions as act

HOUSE = ""
"""The house acts under no name."""


def answer(step: TableStep, command: cmd.Command, player: str) -> None:
    """Do a command in a step; `IllegalAction` says why it may not be done.

    The house, who has no name, may close wagers at any time.
    """
    _ANSWERS[type(command)](step, command, player)


def _sit(step: TableStep, command: cmd.Sit, player: str) -> None:
    seats = step.table.rules.wagers.seats
    if not 1 <= command.seat <= seats:
        raise IllegalAction(f"seat = {command.seat}: use 1 to {seats}")
    there = step.seats.get(command.seat)
    if there is not None:
        free = ", ".join(str(n) for n in range(1, seats + 1) if n not in step.seats)
        raise IllegalAction(f"seat {command.seat} is {there}'s; free are {free or 'none'}")
    step.seats[command.seat] = player
    step.note(records.SeatTaken(command.seat, player))


def _stand_up(step: TableStep, command: cmd.StandUp, player: str) -> None:
    _check_mine(step, command.seat, player)
    if step.table.state.seat(command.seat) is not None:
        if step.table.playing:
            raise IllegalAction(
                f"seat {command.seat}: its hand is in play; stand up when the round is over"
            )
        if step.table.can(act.WithdrawWagers(command.seat)):
            step.do(act.WithdrawWagers(command.seat))
    step.note(records.SeatLeft(command.seat, step.seats.pop(command.seat)))


def _bet(step: TableStep, command: cmd.Bet, player: str) -> None:
    _check_mine(step, command.seat, player)
    if step.paused is not None and not step.table.playing:
        raise IllegalAction(f"bet: the table is paused ({step.paused}); wait until it goes on")
    if command.seed is not None and command.seed != step.seeds.get(player):
        _add_seed(step, command.seed, player)
    step.shuffle_before_wagers()
    opens = not step.table.state.seats or not (step.table.betting or step.table.playing)
    step.do(act.PlaceWagers(command.seat, player, command.wagers))
    if opens:
        _bots_bet(step)


def _bots_bet(step: TableStep) -> None:
    """As little as they may, the same on every opening wager."""
    table = step.table
    least = max(table.limits.minimum[bet] for bet in table.tables.opening)
    for seat in step.bots:
        if seat in step.seats:
            wagers = dict.fromkeys(table.tables.opening, least)
            step.do(act.PlaceWagers(seat, step.seats[seat], wagers))


def _take_up(step: TableStep, command: cmd.TakeUp, player: str) -> None:
    _check_mine(step, command.seat, player)
    step.do(act.WithdrawWagers(command.seat))


def _deal(step: TableStep, command: cmd.Deal, player: str) -> None:  # noqa: ARG001
    if player != HOUSE:
        if player not in step.seats.values():
            raise IllegalAction("deal: only who sits at the table may ask for it")
        staked = {seat.number for seat in step.table.state.seats}
        waiting = [str(seat) for seat in sorted(step.seats) if seat not in staked]
        if waiting and not step.table.playing:
            one = len(waiting) == 1
            who = f"seat {waiting[0]} has" if one else f"seats {', '.join(waiting)} have"
            raise IllegalAction(f"deal: {who} not wagered yet")
    step.do(act.CloseWagers())


def _act(step: TableStep, command: cmd.Act, player: str) -> None:
    _check_mine(step, command.seat, player)
    if not is_move(command.move):
        legal = step.table.legal_names()
        advice = use(legal, typed=command.move) if legal else "no move is open now"
        raise IllegalAction(f"move = {command.move!r}: {advice}")
    step.do(act.move(command.seat, command.move))


def _insure(step: TableStep, command: cmd.Insure, player: str) -> None:
    _check_mine(step, command.seat, player)
    if command.cents == 0:
        step.do(act.DeclineInsurance(command.seat))
    else:
        step.do(act.Insure(command.seat, command.cents))


def _even_money(step: TableStep, command: cmd.EvenMoney, player: str) -> None:
    _check_mine(step, command.seat, player)
    step.do(act.TakeEvenMoney(command.seat))


def _card(step: TableStep, command: cmd.Card, player: str) -> None:  # noqa: ARG001
    try:
        card = None if command.card is None else cards.parse(command.card)
    except CardError as error:
        raise IllegalAction(str(error)) from None
    step.do(act.DealCard(card))


def _peek(step: TableStep, command: cmd.Peek, player: str) -> None:  # noqa: ARG001
    step.do(act.TellPeek(command.natural))


def _undo(step: TableStep, command: cmd.UndoCard, player: str) -> None:  # noqa: ARG001
    last = step.typed_cards.last
    before = step.typed_cards.undo(command.entry)
    if before is None:
        raise IllegalAction(
            f"entry = {command.entry}: "
            + (f"the card that can be undone is entry {last}" if last is not None else
               "no card can be undone now: somebody has answered it, or it settled a wager")
        )  # fmt: skip
    step.table = before
    step.note(records.CardUndone(command.entry))


def _shuffle(step: TableStep, command: cmd.Shuffle, player: str) -> None:  # noqa: ARG001
    step.do(act.Shuffle(ran_out=step.table.playing))


def _add_own_seed(step: TableStep, command: cmd.AddSeed, player: str) -> None:
    if command.seed == step.seeds.get(player):
        raise IllegalAction(f"seed = {command.seed!r}: it is your seed for this shoe already")
    _add_seed(step, command.seed, player)


def _add_seed(step: TableStep, seed: str, player: str) -> None:
    if step.typed:
        raise IllegalAction("seed: the cards of this table are typed in; nothing is shuffled here")
    if player not in step.seats.values():
        raise IllegalAction("seed: only who sits at the table may add one; sit down first")
    if step.promise is None:
        raise IllegalAction("seed: the next shoe is promised after this round; add it then")
    if PLAYERS_SEED.fullmatch(seed) is None:
        raise IllegalAction(
            f"seed = {seed[:80]!r}: use 1 to {LONGEST_SEED} of the letters A to Z and a to z, "
            "digits, - and _"
        )
    step.add_seed(player, seed)


def _check_mine(step: TableStep, seat: int, player: str) -> None:
    if player != HOUSE and step.seats.get(seat) != player:
        raise IllegalAction(f"seat = {seat}: it is not yours")


_ANSWERS: dict[type[cmd.Command], Callable[[TableStep, Any, str], None]] = {
    cmd.Sit: _sit,
    cmd.StandUp: _stand_up,
    cmd.Bet: _bet,
    cmd.TakeUp: _take_up,
    cmd.Deal: _deal,
    cmd.Act: _act,
    cmd.Insure: _insure,
    cmd.EvenMoney: _even_money,
    cmd.Card: _card,
    cmd.Peek: _peek,
    cmd.UndoCard: _undo,
    cmd.Shuffle: _shuffle,
    cmd.AddSeed: _add_own_seed,
}
