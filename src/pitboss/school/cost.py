"""What a mistake costs in an hour: how often its moment comes, by the solver, times the error.

The chances are exact for the best play of the main game. A cost is for one seat that makes the
wager every round, at the pace of the table that is trained for.
"""

from __future__ import annotations

import msgspec

from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.rules.limits import dollars
from pitboss.school.items import Item
from pitboss.school.kinds import payout
from pitboss.school.setting import Setting


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What a mistake costs."""

    event: str
    """The moment at which it is made."""
    chance: float
    """How often that comes, by round."""
    error_cents: int
    """How much too much is paid each time; negative if too little."""
    rounds_per_hour: float

    @property
    def cents_per_hour(self) -> float:
        """What the house loses in an hour at one seat; negative if the player does."""
        return self.chance * self.error_cents * self.rounds_per_hour

    @property
    def says(self) -> str:
        """In a sentence."""
        who = "the house" if self.error_cents > 0 else "the player"
        each = dollars(abs(self.error_cents))
        hour = abs(self.cents_per_hour) / 100
        return (
            f"Made every time it would cost {who} ${hour:,.2f} an hour at each such seat: {each} "
            f"at {self.chance:.3%} of {self.rounds_per_hour:g} rounds"
        )


def cost_of(setting: Setting, bet: str, event: str, error_cents: int) -> Cost | None:
    """What it costs to be so far off whenever an event settles a bet; None if nobody knows."""
    chance = chance_of(_solved(setting), bet, event)
    if chance is None or not error_cents:
        return None
    words = f"{setting.bet_name(bet)}: {setting.event_words(bet, event)}"
    return Cost(
        event=words, chance=chance, error_cents=error_cents,
        rounds_per_hour=setting.rounds_per_hour,
    )  # fmt: skip


def chances_of(setting: Setting) -> dict[str, float]:
    """How often each thing that is paid comes in a round, by skill, where the solver knows."""
    solved, found = _solved(setting), {}
    for skill in payout.skills(setting):
        _, bet, event = skill.id.split("/", 2)
        chance = chance_of(solved, bet, event)
        if chance is not None:
            found[skill.id] = chance
    return found


def is_priced(item: Item) -> bool:
    """Whether it can be known how often it comes: of several wagers together nobody knows it."""
    return item.question.paid and len(item.question.spots) == 1


def cost_of_item(setting: Setting, item: Item, error_cents: int) -> Cost | None:
    """What a mistake at an item costs, where that can be known."""
    return cost_of_skill(setting, item.skill, error_cents) if is_priced(item) else None


def cost_of_skill(setting: Setting, skill: str, error_cents: int) -> Cost | None:
    """The same for a skill such as ``payout/main/natural``."""
    parts = skill.split("/", 2)
    return cost_of(setting, parts[1], parts[2], error_cents) if len(parts) == 3 else None


def chance_of(solution: Solution, bet: str, event: str) -> float | None:
    """How often an event settles a bet, by round that is dealt."""
    if bet == "insurance":
        offered, won = solution.insured()
        return won if event == "dealer natural" else offered - won
    wagers = list(solution.figures.wagers)
    if bet not in wagers:
        return None
    lines = solution.figures.lines(wagers.index(bet))
    found = [line.chance for line in lines if _is(line.event, event)]
    return sum(found) if found else None


def _is(line: str, event: str) -> bool:
    """Whether a line of the solver's table is a case of an event, such as one way of winning."""
    words = {"lose": "loss"}.get(event, event)
    return line == words or line.startswith(f"{words}, ")


def _solved(setting: Setting) -> Solution:
    found = setting.known.get("solution")
    if not isinstance(found, Solution):
        found = setting.known["solution"] = solve_rules(setting.game, setting.rules)
    return found
