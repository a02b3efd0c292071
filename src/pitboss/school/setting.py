"""What drills are made from: a game with its rules, the house's settings, wagers and chips.

Everything an item shows follows from a setting, a kind, a seed and a number, so that an item can be
made again by anyone who has these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pitboss.rules.acts import Acts
from pitboss.rules.compile import Tables
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.limits import House, Limits, WagerError, dollars
from pitboss.rules.sign import Sign, table_sign
from pitboss.rules.vocabulary import Rules
from pitboss.school.chips import CHIPS
from pitboss.school.scenes import Scene
from pitboss.table import Table
from pitboss.table.choices import choices_of
from pitboss.table.narrator import Narrator
from pitboss.table.state import Appliers, apply_with

MAINS = (500, 1000, 1500, 2500, 3000, 3500, 4500, 5500, 7500, 8500, 11500, 12500, 17500, 20000)
"""Opening wagers in cents unless a lesson has others: some of them are hard to pay."""
SIDES = (100, 200, 300, 400, 500, 700, 1000, 1200, 1500, 2500)
"""Other wagers likewise."""
ROUNDS_PER_HOUR = 60.0
"""The pace of a table unless a lesson has another; the same as for what a bet holds in an hour."""


MOST_TAKEN = 20_000
"""Sets of wagers that are known to be allowed or not."""


@dataclass(frozen=True, eq=False)
class Setting:
    """A game as it is dealt in a lesson."""

    game: Game
    rules: Rules
    house: House = field(default_factory=House)
    chips: tuple[int, ...] = CHIPS
    """Values in cents of the chips in the rack."""
    mains: tuple[int, ...] = MAINS
    """Opening wagers in cents."""
    sides: tuple[int, ...] = SIDES
    """Other wagers in cents."""
    most_seats: int = 3
    """Seats in a round, where the kind of drill does not ask for more."""
    rounds_per_hour: float = ROUNDS_PER_HOUR
    scene: Scene | None = None
    """What must happen in every round that is shown; anything may where nothing is given."""
    known: dict[str, object] = field(default_factory=dict, repr=False)
    """What was worked out about it once and is needed again."""
    _taken: dict[tuple[tuple[str, int], ...], bool] = field(
        default_factory=dict, init=False, repr=False
    )
    """Wagers that were looked at, and whether the table allows them."""

    @cached_property
    def tables(self) -> Tables:
        """The rules as integers."""
        return self.new_table.tables

    @cached_property
    def new_table(self) -> Table:
        """A table at which nothing has happened; rounds are dealt on copies of it."""
        return Table(self.rules, self.house)

    @property
    def limits(self) -> Limits:
        """What may be staked, and how payouts are rounded."""
        return self.new_table.limits

    def takes(self, wagers: Mapping[str, int]) -> bool:
        """Whether the table allows these wagers on one hand."""
        key = tuple(wagers.items())
        found = self._taken.get(key)
        if found is None:
            if len(self._taken) >= MOST_TAKEN:
                self._taken.clear()
            try:
                self.limits.check(wagers)
                found = self._taken[key] = True
            except WagerError:
                found = self._taken[key] = False
        return found

    @cached_property
    def allowed_mains(self) -> tuple[int, ...]:
        """Opening wagers of the lesson that the table takes."""
        opening = self.rules.wagers.opening
        found = tuple(one for one in self.mains if self.takes(dict.fromkeys(opening, one)))
        if not found:
            least, most = self.limits.minimum[opening[0]], self.limits.largest_wager(opening[0])
            raise RulesError(
                f"wagers = {', '.join(map(dollars, self.mains))}: none may be staked on "
                f"{self.bet_name(opening[0])} here; use {dollars(least)} to {dollars(most)}"
            )
        return found

    @cached_property
    def sign(self) -> Sign:
        """What stands on the table's sign."""
        return table_sign(self.game, self.rules, self.limits)

    @cached_property
    def acts(self) -> Acts:
        """Which rules a dealer acts on where."""
        return Acts(self.game, self.rules)

    @cached_property
    def narrator(self) -> Narrator:
        """Tells no table; copies of it do."""
        return Narrator(self.game, self.rules)

    @cached_property
    def apply(self) -> Appliers:
        """What each kind of event does to a table's state."""
        return apply_with(choices_of(self.tables))

    @cached_property
    def identity(self) -> str:
        """What the cards of a drill depend on beside its seed: the rules, and nothing in words."""
        return self.tables.digest()

    def bet_name(self, bet: str) -> str:
        """What stands on the felt."""
        name = self.narrator.names.get(bet, bet)
        return name[:1].upper() + name[1:]

    def event_words(self, bet: str, event: str) -> str:
        """What people call an event of a bet."""
        return self.narrator.event_words.get(bet, {}).get(event, event)
