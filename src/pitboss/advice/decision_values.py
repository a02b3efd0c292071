"""One hand at a decision, every card in sight gone: what each way to go on with it is worth.

Values of `OpenDecision` are as the solver keeps them: where the dealer looks, a natural counts
nothing, and where nobody does, bets bring nothing with one. `OpenDecision.told` makes them what the
player can expect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.exact.model import Board
from pitboss.exact.objective import Objective, Profile
from pitboss.exact.optimise import Optimiser
from pitboss.exact.outcomes import DOUBLE, HIT, STAND
from pitboss.exact.position import Position, Room
from pitboss.exact.solver import Solver
from pitboss.rules.compile import Move
from pitboss.rules.settlement import BUST, NONE

BURN, KEEP, SPLIT = int(Move.BURN), int(Move.KEEP), int(Move.SPLIT)

Worth = dict[int, float]
"""Moves, and what each is worth."""


class Sight(NamedTuple):
    """What everyone sees but for the hand itself; ranks are from 0, the ace, to 12, the king."""

    unseen: tuple[float, ...]
    """Cards of each rank that nobody has seen, the hole card among them."""
    up: int
    aside: int | None
    """The upcard that was set aside, if one was."""


class OpenDecision:
    """A hand that some bets ride on (`profile`), with so many units, and a card it has burned."""

    def __init__(
        self, solver: Solver, objective: Objective, sight: Sight, hand: Sequence[int],
        profile: Profile, units: int, burned: int | None = None,
    ) -> None:  # fmt: skip
        self.model = model = solver.model
        self.solver, self.objective, self.sight = solver, objective, sight
        self.profile, self.units = profile, units
        kind = model.kind_of_rank
        ranks = list(sight.unseen)
        for rank in (*hand, *([] if burned is None else [burned])):
            ranks[rank] += 1
        left = model.counts(ranks)
        ranks[sight.up] += 1
        aside = NONE if sight.aside is None else kind[sight.aside]
        board = Board(aside, kind[sight.up], 1.0, left, tuple(ranks))
        self.position = Position(model, board, solver.readers, Room.here(model))
        self.optimiser = Optimiser(self.position, objective)
        self.ranks, self.burned = tuple(hand), burned
        self.hand = model.hands.of(*(kind[rank] for rank in hand))
        self.flag = 0 if burned is None else int(model.flag_of[kind[burned]])
        unseen = model.counts(sight.unseen)
        makers = float(unseen @ self.position.makers)
        self.natural = max(makers, 0.0) / max(float(unseen.sum()), 1.0)
        """Chance of a dealer natural by what is in sight, before the dealer looked."""
        self.looked = 1.0 - self.natural if model.peeks else 1.0

    def told(self, value: float) -> float:
        """A value as the player's expectation, who knows what the dealer's look has told."""
        if self.model.peeks:
            return value * (1.0 / self.looked)
        return value + self.natural * self.objective.behind_naturals(self.profile)

    # The hand as it lies

    def moves(self) -> Worth:
        """Standing, hitting and, with two cards, doubling."""
        values = self.optimiser.values(self.profile, self.units)
        units, natural = self._plain_units, self._natural
        worth = {
            STAND: units * float(values.stand[self.flag, self.hand]) + natural,
            HIT: units * float(values.hit[self.flag, self.hand]) + natural,
        }
        if len(self.ranks) == 2:
            double = float(values.double[self.flag, self.hand])
            worth[DOUBLE] = self._doubled_units * double + self._natural_doubled
        return worth

    def first(self) -> Worth:
        """Every first decision the two cards and the game allow; a split if they can be split."""
        offers = self.optimiser.two_card_offers(self.profile, np.array([self.hand]))
        worth = {move: float(value[0]) for move, value in offers.items() if value[0] > -np.inf}
        if self.pairs and self.model.can_split[self.hand]:
            numbers = self.model.split_hands(self.pair)
            worth[SPLIT] = max(self.split(self.profile, number) for number in numbers)
        return worth

    @property
    def _plain_units(self) -> int:
        return 1 if self.profile else self.units

    @property
    def _doubled_units(self) -> int:
        return 1 if self.profile else self.optimiser.doubled(self.units)

    @property
    def _natural(self) -> float:
        return self.natural * self.optimiser.over_bust(self.profile, self.units, 0)

    @property
    def _natural_doubled(self) -> float:
        units = self.optimiser.doubled(self.units)
        return self.natural * self.optimiser.over_bust(self.profile, units, 1)

    # A card drawn to the hand that may be burned: here `burned` is that card

    def drawn(self, doubled: bool) -> Worth:
        """Burning or keeping a card drawn by a hit, or the one card of a double."""
        model, optimiser = self.model, self.optimiser
        values = optimiser.values(self.profile, self.units)
        after = int(model.hands.next[self.hand, model.burnable[self.flag]])
        if not doubled:
            keep, burn = float(values.best[0, after]), float(values.hit[self.flag, self.hand])
            units, natural = self._plain_units, self._natural
            return {KEEP: units * keep + natural, BURN: units * burn + natural}
        pay = self.objective.pay(self.profile, optimiser.doubled(self.units), 1)
        stood = float(pay[BUST, 0])
        if after < model.hands.hands:
            finals = self.position.finals[0, :, after]
            stood = float(finals[:-1] @ pay[model.hands.total[after], :-1] + finals[-1] * stood)
        burn = self._doubled_units * float(values.double[self.flag, self.hand])
        return {KEEP: stood + self._natural_doubled, BURN: burn + self._natural_doubled}

    def second_cards(self, flag: int) -> list[float]:
        """By class: what a hand of one split card is worth with that second card, not split again.

        `flag` says what it burned before.
        """
        pair = self.model.kind_of_rank[self.ranks[0]]
        hands, legal = self.model.seconds[pair], self.model.split_moves[pair]
        offers = self.optimiser.offers(self.profile, hands, self.units, flag)
        allowed = [np.where(legal & move, value, -np.inf) for move, value in offers.items()]
        return [float(value) for value in np.max(allowed, axis=0)]

    # A pair

    @property
    def pairs(self) -> bool:
        """Whether the two cards are a pair."""
        first, *more = self.ranks
        group = self.model.tables.pair_group
        return len(more) == 1 and group[first] == group[more[0]]

    @property
    def burned_pairs(self) -> bool:
        """Whether the card burned is a mate of the first."""
        return self.burned in self.alike

    @property
    def pair(self) -> int:
        """The class of the split card."""
        return self.model.kind_of_rank[self.ranks[0]]

    @property
    def alike(self) -> list[int]:
        """Ranks that pair with the split card."""
        group = self.model.tables.pair_group
        ranks = self.model.ranks_of[self.pair]
        return [rank for rank in ranks if group[rank] == group[self.ranks[0]]]

    @property
    def mates(self) -> float:
        """Unseen cards that pair with it."""
        return float(sum(self.sight.unseen[rank] for rank in self.alike))

    def split(self, profile: Profile, number: int, pending: int = 2, hands: int = 2) -> float:
        """`Optimiser.split_worth` of this pair."""
        split = self.optimiser.split(self.pair, profile)
        return self.optimiser.split_worth(
            self.pair, profile, split, self.mates, number, pending, hands
        )

    def rests_on(self, doubled: int, total: int, profile: Profile) -> float:
        """What bets bring that ride on another hand, which is finished with this total."""
        finals = self.position.finals[self.flag, :, self.hand]
        pay = self.objective.pay(profile, 0, doubled)
        value = float(finals[:-1] @ pay[total, :-1])
        if not self.model.peeks:  # a double counts from what the bets bring without one
            value += float(finals[-1]) * (
                float(pay[BUST, -1]) + self.objective.behind_naturals(profile)
            )
        return value
