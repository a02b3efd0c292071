"""What an environment is made with: a game, its house options, what is staked, and the shoe.

>>> setting = make_setting("blackjack", levels=(1, 5))
>>> [setting.staked(level) for level in range(2)]
[{'main': 1000}, {'main': 5000}]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pitboss import games
from pitboss.analysis.stakes import checked_stakes
from pitboss.rules.compile import Tables
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import House, Limits, dollars
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Rules
from pitboss.table.engine import Table

ShoeKind = Literal["fresh", "cut"]
SHOES = ("fresh", "cut")
LEAST_UNIT, MOST_UNIT = 1, 100_000
MOST_LEVELS = 16
"""Different sizes of a wager that can be chosen from."""


class Setting(NamedTuple):
    """A table as an environment deals it."""

    game: Game
    rules: Rules
    tables: Tables
    limits: Limits
    unit: int
    """Cents of the main wager at level 1."""
    wagers: Mapping[str, int]
    """Cents on every wager at level 1, opening wagers first."""
    levels: tuple[int, ...]
    """Times the wagers can be staked; one where they are fixed."""
    cut: int
    """Cards after which a shoe is not dealt on; 0 where every round has a fresh shoe."""
    burn: int
    """Cards burned face down after a shuffle."""
    blank: Table
    """A table of it at which nobody has played, to be copied."""

    @property
    def cards(self) -> int:
        """Cards of the whole shoe."""
        return 52 * self.tables.decks

    def staked(self, level: int) -> dict[str, int]:
        """Cents on every wager at the level with this place."""
        return {bet: cents * self.levels[level] for bet, cents in self.wagers.items()}


def make_setting(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    options: Mapping[str, OptionValue] | None = None, paytables: Mapping[str, int] | None = None,
    wagers: Mapping[str, float] | None = None, unit: int = 1000, levels: Sequence[int] = (1,),
    shoe: ShoeKind = "fresh", penetration: float | None = None, burn: int | None = None,
    house: House | None = None,
) -> Setting:  # fmt: skip
    """A setting; what the game or the house does not allow is refused in a sentence.

    `wagers` are side bets in units of the main wager, `unit` is that wager in cents, and `levels`
    are the multiples of it an agent may choose from at the start of a round.
    """
    found = game if isinstance(game, Game) else games.find(str(game))
    chosen: dict[str, OptionValue] = dict(options or {})
    if decks is not None:
        chosen["decks"] = decks
    if soft17 is not None:
        chosen["soft17"] = soft17
    rules = found.rules(chosen, paytables)
    blank = Table(rules, house)
    tables, limits = blank.tables, blank.limits
    cents = _cents(found, tables, wagers or {}, unit)
    setting = Setting(
        found, rules, tables, limits, unit, cents, _levels(levels),
        _cut(rules, shoe, penetration), _burn(rules, shoe, burn), blank,
    )  # fmt: skip
    for level in range(len(setting.levels)):
        limits.check(setting.staked(level))
    return setting


def _cents(game: Game, tables: Tables, wagers: Mapping[str, float], unit: int) -> dict[str, int]:
    if type(unit) is not int or not LEAST_UNIT <= unit <= MOST_UNIT:
        raise RulesError(f"unit = {unit!r}: use whole cents, {LEAST_UNIT} to {MOST_UNIT:,}")
    for bet, stake in wagers.items():
        if isinstance(stake, bool) or not isinstance(stake, int | float):
            raise RulesError(f"wagers: {bet} = {stake!r}: use a number of main units, such as 0.5")
    cents = {}
    for bet, stake in checked_stakes(game, tables, wagers).items():
        cents[bet] = round(stake * unit)
        if abs(cents[bet] - stake * unit) > 1e-9 or not cents[bet]:
            raise RulesError(
                f"wagers: {bet} = {stake:g} of a unit of {dollars(unit)} is no whole cent; use "
                "another stake or another unit"
            )
    return cents


def _levels(levels: Sequence[int]) -> tuple[int, ...]:
    found = tuple(levels) if isinstance(levels, Sequence) and not isinstance(levels, str) else ()
    good = all(type(one) is int and one > 0 for one in found)
    if not good or list(found) != sorted(set(found)) or not 1 <= len(found) <= MOST_LEVELS:
        raise RulesError(
            f"levels = {levels!r}: use whole multiples of the wagers, rising, such as (1, 2, 8); "
            f"at most {MOST_LEVELS}"
        )
    return found


def _cut(rules: Rules, shoe: str, penetration: float | None) -> int:
    if shoe not in SHOES:
        raise RulesError(f"shoe = {shoe!r}: {use(SHOES)}")
    if shoe == "fresh":
        if penetration is not None:
            raise RulesError(
                f"penetration = {penetration}: every round has a fresh shoe; use shoe='cut' with it"
            )
        return 0
    depth = rules.shoe.penetration if penetration is None else penetration
    if isinstance(depth, bool) or not isinstance(depth, int | float) or not 0.1 <= depth <= 0.95:
        raise RulesError(f"penetration = {penetration!r}: use 0.1 to 0.95")
    return round(52 * rules.shoe.decks * depth)


def _burn(rules: Rules, shoe: str, burn: int | None) -> int:
    if burn is None:
        return rules.shoe.burn if shoe == "cut" else 0
    if shoe == "fresh":
        raise RulesError(f"burn = {burn}: every round has a fresh shoe; use shoe='cut' with it")
    if type(burn) is not int or not 0 <= burn <= 10:
        raise RulesError(f"burn = {burn!r}: use 0 to 10 cards")
    return burn
