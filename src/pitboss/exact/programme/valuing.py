"""What every way to go on with a hand is worth on one board, whatever it held before."""

from __future__ import annotations

from pitboss.exact.model import Board
from pitboss.exact.objective import Objective, Profile
from pitboss.exact.programme.best import BestPlay, Played, Shoe
from pitboss.exact.programme.core import Core
from pitboss.exact.programme.loops.play import BOARDS, CHOICE
from pitboss.exact.programme.pricing import priced_slots
from pitboss.exact.programme.riding import RidingPlay
from pitboss.exact.programme.slots import World
from pitboss.rules.settlement import BUST


class BoardValues:
    """The best play of one board for an objective, asked hand by hand.

    Values of slots are per unit of the player's and count a dealer natural as a bust;
    `stakes_bring` makes them what the stakes on a hand bring.
    """

    def __init__(self, core: Core, board: Board, objective: Objective) -> None:
        self.core, self.board, self.objective = core, board, objective
        self.shoe = Shoe(core, [board])
        self.play = RidingPlay(BestPlay(self.shoe), objective)

    def _played(self, profile: Profile) -> Played:
        return self.play.solved(profile, 0) if profile else self.play.plain.blocks[0]

    def slot(self, terms: int, world: World, hand: int) -> int:
        """The slot of a hand that decides on these terms; of a bust one where it is bust."""
        programme = self.core.programme
        if hand >= self.core.model.hands.hands:
            return programme.bust_slots[terms]
        return int(programme.choices[terms, programme.worlds.index(world), hand])

    def drawing_slot(self, terms: int, world: World, hand: int) -> int:
        """The slot of a hand that draws a card and then stands on these terms."""
        programme = self.core.programme
        return int(programme.draws[terms, programme.worlds.index(world), hand])

    def value(self, profile: Profile, slot: int) -> float:
        """What a slot is worth."""
        return float(self._played(profile).values[slot * BOARDS])

    def options(self, profile: Profile, slot: int, natural: float) -> dict[int, float]:
        """Every move of a slot and what it is worth; none where there is one way to go on."""
        slots = self.core.programme.slots
        if slots.kind[slot] != CHOICE:
            return {}
        if profile:
            slots = priced_slots(slots, self.play.price(profile))
        found = {}
        for option in range(slots.first_option[slot], slots.first_option[slot + 1]):
            upcards = int(slots.option_upcards[option])
            if upcards >= 0 and not upcards >> self.board.up & 1:
                continue
            value = slots.option_times[option] * self.value(profile, slots.option_slot[option])
            value += slots.option_constant[option] + natural * slots.option_natural[option]
            found[int(slots.option_move[option])] = float(value)
        return found

    def stakes_bring(self, profile: Profile, value: float, terms: int, natural: float) -> float:
        """What the stakes of a hand on these terms bring whose slot has this value.

        `natural` is the chance of a dealer natural behind it.
        """
        row = self.core.row_of_terms[terms]
        if not profile:
            stake = self.objective.main * self.core.course.terms[terms].units
            pays = self.core.pays[row, BUST]
        else:
            stake = self.core.rows[row].units or self.core.rows[row].times
            pays = self.play.price(profile).pays[row, BUST]
        return float(stake * (value + (pays[-1] - pays[0]) * natural))

    def natural_behind(self, hand: int, world: World = ()) -> float:
        """The chance of a dealer natural behind a hand."""
        model = self.core.model
        left = self.board.left - model.hands.counts[hand]
        for kind in world:
            left[kind] -= 1
        makers = float(left @ model.makers[self.board.up])
        return max(makers, 0.0) / max(float(left.sum()), 1.0)

    def split(
        self, profile: Profile, pair: int, mates: float, number: int, waiting: tuple[int, int]
    ) -> float:
        """What splitting to at most so many hands is worth.

        Or, where hands were split before: what those that wait for their second card are worth,
        `waiting` being how many those are and how many hands there are; the first of them is the
        one bets ride on.
        """
        value = self.play.split_value(profile, pair, mates, number, waiting)
        if profile:
            natural = self.natural_behind(int(self.core.model.seconds[pair, pair]))
            value += self.objective.lost(profile, natural)
        return value
