"""The table engine behind the same observations and actions.

Several seats, text and pictures, and what every action is worth are asked of a real table. A single
environment deals by compiled tables and has a felt only when something asks for one: it is dealt
the cards of the round once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pitboss.advice.advising import advise
from pitboss.cards import RANK_VALUE
from pitboss.env.batch import illegal
from pitboss.env.layout import (
    FIELDS,
    HAND_RANKS,
    INSURANCE,
    MASK,
    OVER,
    PLAY,
    RANKS,
    SEEN,
    WAGERS,
    Layout,
    Row,
)
from pitboss.env.setting import Setting
from pitboss.rules.hands import SOFT, TOTAL
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.actions import DECLINE, EVEN_MONEY, INSURE, Action
from pitboss.table.engine import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.table.shoe import Script, Shoe, deal_on
from pitboss.table.state import Seat

PLAYER = "player"


class Felt:
    """A table of a setting at which seats act by number."""

    def __init__(self, setting: Setting, seats: Iterable[int] = (1,)) -> None:
        self.setting, self.layout = setting, Layout(setting)
        self.seats = tuple(seats)
        self.table: Table = setting.blank.copy()
        self.shoe: Shoe | Script = Script([])
        self.levels: dict[int, int] = {}
        """Levels that seats have chosen in this round."""
        self.hidden: list[int] = []
        """Cards that left the shoe face down."""
        self.over = False

    # Shoes and rounds

    def shuffle(self, seed: int) -> None:
        """Begin with a new shoe."""
        setting = self.setting
        self.shoe = Shoe(setting.tables.decks, seed=seed)
        self.next_shoe()

    def next_shoe(self) -> None:
        """Begin with the same shoe, shuffled."""
        self.shoe.shuffle()
        self.table.do(act.Shuffle())
        self.hidden = [self.shoe.draw() for _ in range(self.setting.burn)]
        for card in self.hidden:
            self.table.do(act.BurnTop(card))
        self.over = False
        self.levels = {}

    def script(self, cards: list[int]) -> None:
        """Deal these cards from now on."""
        self.shoe = Script(cards)

    # What is asked, of whom

    @property
    def phase(self) -> int:
        """What the table waits for."""
        if self.over:
            return OVER
        return {Want.INSURANCE: INSURANCE, Want.DECISION: PLAY}.get(Want(self.table.want), WAGERS)

    @property
    def asked(self) -> list[int]:
        """Seats that have something to say now, in their order."""
        phase = self.phase
        if phase == PLAY:
            return [self.table.seat.number]
        if phase == INSURANCE:
            return self.table.insurance_seats()
        return [seat for seat in self.seats if seat not in self.levels] if phase == WAGERS else []

    def legal(self, seat: int) -> list[int]:
        """Actions that a seat may take now; the first is what happens if it says nothing."""
        layout, phase = self.layout, self.phase
        if seat not in self.asked:
            return []
        if phase == WAGERS:
            return [layout.first_wager + level for level in range(len(self.setting.levels))]
        if phase == PLAY:
            edges = self.table.choices.terms[self.table.terms].edges
            moves = dict.fromkeys(edge.move for edge in edges if edge.move & self.table.legal)
            return [layout.moves.index(move) for move in moves]
        answers = [DECLINE]
        if self.table.insurance_limit(seat):
            answers.append(INSURE)
        if self.table.can(act.TakeEvenMoney(seat)):
            answers.append(EVEN_MONEY)
        return [layout.actions.index(answer) for answer in answers]

    # Actions

    def act(self, seat: int, action: int, *, strict: bool = False) -> None:
        """Do what a seat's action says, and deal on until somebody is asked or the round is over.

        An illegal action is refused, or taken for what happens if nobody says anything.
        """
        legal = self.legal(seat)
        if not legal:
            raise IllegalAction(f"seat {seat} has nothing to say now; {self.table.waiting()}")
        if not 0 <= action < len(self.layout.actions):
            raise IllegalAction(f"action = {action}: use 0 to {len(self.layout.actions) - 1}")
        if action not in legal:
            if strict:
                raise IllegalAction(illegal(self.layout, action, self.observe(seat)))
            action = legal[0]
        phase = self.phase
        if phase == WAGERS:
            self.levels[seat] = action - self.layout.first_wager
            if not self.asked:
                self._deal()
            return
        self.table.do(self._action(seat, action))
        self._go_on()

    def _action(self, seat: int, action: int) -> Action:
        layout = self.layout
        if action < layout.first_answer:
            return act.MakeMove(seat, layout.moves[action])
        answer = layout.actions[action]
        if answer == INSURE:
            return act.Insure(seat, self.table.insurance_limit(seat))
        return act.TakeEvenMoney(seat) if answer == EVEN_MONEY else act.DeclineInsurance(seat)

    def _deal(self) -> None:
        self.table.log.clear()
        for seat, level in self.levels.items():
            wagers = self.setting.staked(level)
            self.table.do(act.PlaceWagers(seat, f"{PLAYER} {seat}", wagers))
        self.table.do(act.CloseWagers())
        self._go_on()

    def _go_on(self) -> None:
        deal_on(self.table, self.shoe)
        if self.table.want == Want.WAGERS:
            ran_out = any(isinstance(one, ev.ShoeShuffled) for one in self.table.log)
            gone = sum(self.table.state.gone)
            cut = self.setting.cut
            self.over = not cut or gone >= cut or ran_out
            self.levels = {}

    @property
    def between_rounds(self) -> bool:
        """Whether no round is under way."""
        return self.table.want == Want.WAGERS

    def won(self, seat: int) -> int:
        """Cents the seat has won in the round that is over, or lost."""
        cents = 0
        for event in self.table.log:
            match event:
                case ev.WagerSettled(seat=number) if number == seat:
                    cents += event.returned - event.stake
        return cents

    # Observations

    def observe(self, seat: int) -> Row:
        """What a seat sees."""
        row: Row = np.zeros(self.layout.size, dtype=np.int8)
        state = self.table.state
        row[0] = self.phase
        row[SEEN:MASK] = self._seen()
        for action in self.legal(seat):
            row[MASK + action] = 1
        row[FIELDS.index("level")] = self.levels.get(seat, -1) + 1
        here = state.seat(seat)
        if self.between_rounds or here is None:
            return row
        hand = self._hand(here)
        self._put_hand(row, here, hand)
        row[FIELDS.index("upcard")] = (state.upcard >> 2) + 1
        row[FIELDS.index("set_aside")] = (state.original >> 2) + 1 if state.original >= 0 else 0
        row[FIELDS.index("hand")], row[FIELDS.index("hands")] = hand + 1, len(here.hands)
        return row

    def _hand(self, seat: Seat) -> int:
        """The hand of a seat that is in turn, or the one that would be next."""
        if self.table.want == Want.DECISION and self.table.seat is seat:
            return self.table.hand
        return next((number for number, hand in enumerate(seat.hands) if not hand.done), 0)

    def _put_hand(self, row: Row, seat: Seat, number: int) -> None:
        hand = seat.hands[number]
        ranks = [card >> 2 for card in hand.cards]
        group = self.setting.tables.pair_group
        pairs = len(ranks) == 2 and group[ranks[0]] == group[ranks[1]]
        in_turn = self.table.want == Want.DECISION and self.table.seat is seat
        values = {
            "terms": self.table.terms if in_turn else 0,
            "total": TOTAL[hand.state], "soft": SOFT[hand.state], "cards": len(ranks),
            "pair": RANK_VALUE[ranks[0]] if pairs else 0, "last_card": ranks[-1] + 1,
        }  # fmt: skip
        for field, value in values.items():
            row[FIELDS.index(field)] = value
        for rank in ranks:
            row[HAND_RANKS + rank] += 1

    def _seen(self) -> list[int]:
        """Cards of each rank that lay open since the shuffle."""
        state = self.table.state
        found = [sum(state.gone[4 * rank : 4 * rank + 4]) for rank in range(RANKS)]
        for card in self._unseen():
            found[card >> 2] -= 1
        return found

    def _unseen(self) -> Iterator[int]:
        state = self.table.state
        if not any(isinstance(one, ev.ShoeShuffled) and one.ran_out for one in self.table.log):
            yield from self.hidden
        if state.hole >= 0 and not state.hole_up:
            yield state.hole

    # Worth

    def values(self, seat: int, before: Iterable[int] = ()) -> dict[int, float]:
        """What every legal action is worth, in units of the main wager, by the cards in sight.

        `before` are cards that were seen in earlier rounds of the shoe. A wager is worth nothing
        that depends on it alone, and is not told.
        """
        if self.phase not in (INSURANCE, PLAY) or seat not in self.asked:
            return {}
        advice = advise(self.table, seat, before)
        actions = self.layout.actions
        scale = self.setting.levels[self.levels.get(seat, 0)]
        return {
            actions.index(one.move): one.units * scale
            for one in advice.moves
            if one.units is not None
        }
