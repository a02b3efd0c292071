"""One hand at a decision, every card in sight gone: what each way to go on with it is worth.

Values of `OpenDecision` are as the solver keeps them: where the dealer looks, a natural counts
nothing, and where nobody does, bets bring nothing with one. `OpenDecision.told` makes them what the
player can expect.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pitboss.exact.model import Board
from pitboss.exact.objective import Objective, Profile
from pitboss.exact.programme.valuing import BoardValues
from pitboss.exact.solver import Solver
from pitboss.rules.course import LAST_CARD, NONE, Terms, changes_nothing
from pitboss.rules.settlement import BUST

Worth = dict[int, float]
"""Moves, and what each is worth."""


class Sight(NamedTuple):
    """What everyone sees but for the hand itself; ranks are from 0, the ace, to 12, the king."""

    unseen: tuple[float, ...]
    """Cards of each rank that nobody has seen, the hole card among them."""
    up: int
    aside: int | None
    """The upcard that was set aside, if one was."""


class Held(NamedTuple):
    """A hand: its cards, the cards it gave up, and its terms."""

    ranks: tuple[int, ...]
    given_up: tuple[int, ...]
    terms: int


class OpenDecision:
    """A hand that some bets ride on (`profile`)."""

    def __init__(
        self, solver: Solver, objective: Objective, sight: Sight, held: Held, profile: Profile
    ) -> None:
        self.core, self.model = solver.core, solver.model
        self.solver, self.objective, self.sight = solver, objective, sight
        self.held, self.profile = held, profile
        self.terms: Terms = self.core.course.terms[held.terms]
        kind = self.model.kind_of_rank
        ranks = list(sight.unseen)
        for rank in (*held.ranks, *held.given_up):
            ranks[rank] += 1
        left = self.model.counts(ranks)
        ranks[sight.up] += 1
        aside = NONE if sight.aside is None else kind[sight.aside]
        self.board = Board(aside, kind[sight.up], 1.0, left, tuple(ranks))
        self.hand = self.model.hands.of(*(kind[rank] for rank in held.ranks))
        self.world = tuple(sorted(kind[rank] for rank in held.given_up))
        unseen = self.model.counts(sight.unseen)
        makers = float(unseen @ self.model.makers[self.board.up])
        self.natural = max(makers, 0.0) / max(float(unseen.sum()), 1.0)
        """Chance of a dealer natural by what is in sight, before the dealer looked."""
        self.looked = 1.0 - self.natural if self.model.peeks else 1.0

    @cached_property
    def board_values(self) -> BoardValues:
        """What every way to go on is worth."""
        return BoardValues(self.core, self.board, self.objective)

    def told(self, value: float) -> float:
        """A value as the player's expectation, who knows what the dealer's look has told."""
        if self.model.peeks and self.terms.before_peek:
            lost = self.objective.main * self.core.course.terms[self.core.course.opening].units
            return value + self.natural * (self.objective.behind_naturals(self.profile) - lost)
        if self.model.peeks:
            return value * (1.0 / self.looked)
        return value + self.natural * self.objective.behind_naturals(self.profile)

    # The hand as it lies

    def moves(self) -> Worth:
        """Every move on the hand's terms but a split."""
        values = self.board_values
        slot = values.slot(self.held.terms, self.world, self.hand)
        found = values.options(self.profile, slot, self.natural)
        if not found:  # there is one way to go on
            state, size = int(self.model.hands.state[self.hand]), len(self.held.ranks)
            only = next(edge for edge in self.terms.edges if edge.allows(state, size))
            found = {only.move: values.value(self.profile, slot)}
        return {move: self._worth(value) for move, value in found.items()}

    def first(self) -> Worth:
        """Every first decision the two cards and the game allow."""
        worth = self.moves()
        if self.pairs:
            best = max(self.split(self.profile, number) for number in self.splits_to)
            for edge in self.terms.edges:
                if edge.new_hand != NONE and edge.allows(int(self.model.hands.state[self.hand]), 2):
                    worth[edge.move] = best
                elif edge.move in worth and changes_nothing(edge):  # a split may come after it
                    worth[edge.move] = max(worth[edge.move], best)
        return worth

    def _worth(self, value: float) -> float:
        """The value of a slot as what the stakes bring."""
        return self.board_values.stakes_bring(self.profile, value, self.held.terms, self.natural)

    # A card just drawn to the hand that may be given up: `given_up` ends with it

    def drawn(self) -> Worth:
        """Giving the card up or keeping it; the hand's terms are those it was drawn on."""
        values, kind = self.board_values, self.model.kind_of_rank
        before = tuple(sorted(kind[rank] for rank in self.held.given_up[:-1]))
        after = int(self.model.hands.next[self.hand, kind[self.held.given_up[-1]]])
        worth: Worth = {}
        for edge in self.terms.edges:
            if edge.discards == LAST_CARD:
                slot = values.drawing_slot(edge.next, self.world, self.hand)
            else:
                slot = values.slot(edge.next, before, after)
            worth[edge.move] = self._worth(values.value(self.profile, slot))
        return worth

    def second_cards(self, terms: int, world: tuple[int, ...]) -> list[float]:
        """By class: what a hand of one split card is worth with that second card, not split again.

        It stands on these terms then, and gave up cards of these classes before.
        """
        values, found = self.board_values, []
        for kind in range(self.model.kinds):
            hand = int(self.model.seconds[self.pair, kind])
            value = values.value(self.profile, values.slot(terms, world, hand))
            natural = values.natural_behind(hand, world)
            found.append(values.stakes_bring(self.profile, value, terms, natural))
        return found

    # A pair

    @property
    def pairs(self) -> bool:
        """Whether the two cards are a pair that may be split."""
        first, *more = self.held.ranks
        group = self.model.tables.pair_group
        return (
            len(more) == 1 and group[first] == group[more[0]] and bool(self.splits_to)
            and bool(self.model.can_split[self.hand])
        )  # fmt: skip

    @property
    def splits_to(self) -> Sequence[int]:
        """To how many hands the pair can be split."""
        return self.core.programme.split_hands[self.pair]

    @property
    def pair(self) -> int:
        """The class of the split card."""
        return self.model.kind_of_rank[self.held.ranks[0]]

    @property
    def alike(self) -> list[int]:
        """Ranks that pair with the split card."""
        group = self.model.tables.pair_group
        ranks = self.model.ranks_of[self.pair]
        return [rank for rank in ranks if group[rank] == group[self.held.ranks[0]]]

    @property
    def mates(self) -> float:
        """Unseen cards that pair with it."""
        return float(sum(self.sight.unseen[rank] for rank in self.alike))

    def split(self, profile: Profile, number: int, pending: int = 2, hands: int = 2) -> float:
        """What splitting this pair to at most so many hands is worth.

        Or, where hands were split before: what those that wait for their second card are worth,
        `pending` of the `hands` there are; the first of them is the one bets ride on.
        """
        return self.board_values.split(profile, self.pair, self.mates, number, (pending, hands))

    def rests_on(self, finish: int, total: int, profile: Profile) -> float:
        """What bets bring that ride on another hand, which is finished with this total."""
        world = self.core.programme.worlds.index(self.world)
        finals = self.board_values.shoe.finals[0, world, self.hand, :, 0]
        pay = self.objective.pay(profile, 0, finish)
        value = float(finals[:-1] @ pay[total, :-1])
        if not self.model.peeks:  # counted from what the bets bring behind a plain hand
            value += float(finals[-1]) * (
                float(pay[BUST, -1]) + self.objective.behind_naturals(profile)
            )
        return value
