"""What binds wagers together, as plain arithmetic: a page shows what may be staked now by it.

`Limits.check` is the judge. Here the same limits are sums, so that whoever draws spots needs to
know no rule. Together with each spot's minimum and maximum, and with every opening wager made,
they take exactly what the judge takes.

>>> from pitboss import games
>>> from pitboss.rules.compile import compile_rules
>>> rules = games.find(games.BUILT_IN[1]).rules()
>>> [one.rule for one in stake_constraints(rules, Limits(compile_rules(rules)))][:2]
['wagers.opening', 'wagers.opening']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pitboss.rules.limits import Limits, dollars
from pitboss.rules.spoken import both
from pitboss.rules.vocabulary import Rules

SIDES = {
    "left": "All bets on the left together take", "right": "All bets on the right together take",
    "": "All bonus bets together take",
}  # fmt: skip


class StakeConstraint(msgspec.Struct, frozen=True, kw_only=True):
    """One limit on several wagers of a hand: a sum that must not be too large."""

    bets: dict[str, float]
    """The factor of each bet in the sum."""
    most: float
    """What the sum may not exceed: cents, or spots."""
    count: bool = False
    """Spots are counted instead of their cents: a factor counts where more than `over` lies."""
    over: int = 0
    """Cents a spot may hold before it is counted; with 0 every spot with chips counts."""
    why: str
    """The limit in a short sentence."""
    rule: str
    """Where it comes from: the id of a state's rule, or the key of the game's file."""


def stake_constraints(rules: Rules, limits: Limits) -> list[StakeConstraint]:
    """Everything that binds the wagers of one hand together."""
    names = rules.wagers.names
    return [*_equal(limits, names), *_capped(limits, names), *_counted(limits, names)]


def accepts(constraint: StakeConstraint, wagers: Mapping[str, int]) -> bool:
    """Whether wagers keep within a limit."""
    if constraint.count:
        staked = {bet: float(cents > constraint.over) for bet, cents in wagers.items()}
    else:
        staked = {bet: float(cents) for bet, cents in wagers.items()}
    total = sum(factor * staked.get(bet, 0) for bet, factor in constraint.bets.items())
    return total <= constraint.most


def _equal(limits: Limits, names: Mapping[str, str]) -> Iterator[StakeConstraint]:
    first, *others = limits.tables.opening
    for bet in others:
        why = f"{names[bet]} takes as much as {names[first]}"
        for more, less in ((bet, first), (first, bet)):
            yield StakeConstraint(bets={more: 1, less: -1}, most=0, why=why, rule="wagers.opening")


def _capped(limits: Limits, names: Mapping[str, str]) -> Iterator[StakeConstraint]:
    """Parts of the main wager that bets with a side may take."""
    tables = limits.tables
    main = names[tables.opening[0]]
    for side, (part, over), key in (
        ("left", tables.side_cap, "caps.side"),
        ("right", tables.side_cap, "caps.side"),
        ("", tables.total_cap, "caps.total"),
    ):
        bets = [bet.id for bet in tables.bets if bet.side and side in ("", bet.side)]
        if over and bets:
            yield StakeConstraint(
                bets=dict.fromkeys(bets, 1.0) | {tables.opening[0]: -part / over},
                most=_slack(over),
                why=f"{SIDES[side]} at most {_part(part, over)} {main}",
                rule=key,
            )


def _slack(over: int) -> float:
    """Less than the smallest excess, where a part of a cent is no exact number."""
    return 0 if over & (over - 1) == 0 else 0.5 / over


def _part(part: int, over: int) -> str:
    return {(1, 1): "as much as", (1, 2): "half of"}.get((part, over), f"{part}/{over} of")


def _counted(limits: Limits, names: Mapping[str, str]) -> Iterator[StakeConstraint]:
    """How many separate games one hand may play."""
    state, cap = limits.games, limits.tables.games_cap
    if state.most < len(limits.ids):
        yield _spots(limits.ids, state.most, f"The state allows {state.most} bets a hand")
    if cap and cap < len(limits.ids):
        counted = both(names[bet] for bet in limits.tables.opening)
        why = f"This game allows {cap} bets a hand, {counted} counted"
        yield msgspec.structs.replace(_spots(limits.ids, cap, why), rule="caps.games")
    if 0 < state.most_over < len(limits.ids):
        over = dollars(state.over_cents)
        why = f"The state allows {state.most_over} bets over {over} a hand"
        large = _spots(limits.ids, state.most_over, why)
        yield msgspec.structs.replace(large, over=state.over_cents)


def _spots(ids: Iterable[str], most: int, why: str) -> StakeConstraint:
    bets = dict.fromkeys(ids, 1.0)
    return StakeConstraint(bets=bets, most=most, count=True, why=why, rule="WA-2")
