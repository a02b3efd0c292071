"""What is staked: checked against the bets a game has, and against its own caps."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.compile import Tables
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.sentences import did_you_mean

MOST_STAKE = 1_000_000
"""In units of the first opening wager."""


def checked_stakes(game: Game, tables: Tables, bets: Mapping[str, float]) -> dict[str, float]:
    """Stakes of all wagers, the opening ones a unit each; what the game lacks is refused."""
    known = [*tables.opening, *(bet.id for bet in tables.bets)]
    stakes = dict.fromkeys(tables.opening, 1.0)
    for bet, stake in bets.items():
        if bet == "insurance" and tables.insurance[0]:
            raise RulesError(
                "bet 'insurance': it cannot be staked; it is reported as if taken whenever it is "
                "offered, and is no part of the round"
            )
        if bet not in known:
            raise RulesError(
                f"bet {bet!r}: {game.id} has no such bet on these pay tables; it has "
                + ", ".join(known)
                + did_you_mean(bet, known)
            )
        if not 0 < stake <= MOST_STAKE:
            raise RulesError(
                f"bet {bet} = {stake:g}: use more than 0 and at most {MOST_STAKE:,}, in main units"
            )
        if bet in tables.opening and stake != 1.0:
            raise RulesError(
                f"bet {bet} = {stake:g}: use 1, because the opening wagers are one unit each"
            )
        stakes[bet] = float(stake)
    return stakes


def over_caps(tables: Tables, stakes: Mapping[str, float]) -> list[str]:
    """What the game's own caps would refuse at the table."""
    warnings = []
    side_bets = [bet for bet in tables.bets if bet.id in stakes]
    wager_count = len(tables.opening) + len(side_bets)
    if tables.games_cap and wager_count > tables.games_cap:
        warnings.append(
            f"{wager_count} wagers are staked and the game allows {tables.games_cap} on one hand: "
            "a table would refuse them"
        )
    for side in sorted({bet.side for bet in side_bets if bet.side}):
        staked = sum(stakes[bet.id] for bet in side_bets if bet.side == side)
        part, over = tables.side_cap
        if over and staked > part / over:
            warnings.append(
                f"{staked:g} is staked on the {side} side and at most {part}/{over} of the main "
                "wager is allowed: a table would refuse it"
            )
    staked = sum(stakes[bet.id] for bet in side_bets if bet.side)
    part, over = tables.total_cap
    if over and staked > part / over:
        warnings.append(
            f"{staked:g} is staked on capped bets together and at most {part}/{over} of the main "
            "wager is allowed: a table would refuse it"
        )
    return warnings
