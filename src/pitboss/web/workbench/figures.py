"""The figures of a file: every wager's edge, deviation, hit rate and events."""

from __future__ import annotations

import time

from pitboss.analysis.solution import Solution
from pitboss.analysis.wager_figures import BetFigures
from pitboss.rules.approval import Standing, standing
from pitboss.rules.decode import encode
from pitboss.rules.game import chosen_again, differences, played
from pitboss.web.workbench.answers import BenchFigures, EventLine, RoundLine, WagerLine
from pitboss.web.workbench.solved_files import Read, base_of, read, solved
from pitboss.web.workbench.wire import Design


def figures_of(design: Design, *, full: bool) -> BenchFigures:
    """Every figure of a file.

    Quickly: deviations are drawn from fewer rounds, and nothing is counted in whole numbers.
    """
    start = time.perf_counter()
    found = read(design)
    solution = solved(design, found, full=full)
    return BenchFigures(
        problems=[], name=found.game.name, rules_hash=solution.rules_hash,
        approval=standing_of(found), changes=changes_of(found),
        wagers=[_wager(solution, bet) for bet in solution.bets.values()],
        round=_round(solution), warnings=solution.warnings, full=full,
        solved_seconds=time.perf_counter() - start,
    )  # fmt: skip


def standing_of(found: Read) -> Standing:
    """What may be said of the approval: its parent's while only house choices differ."""
    base = base_of(found.game)
    if base is not None:
        _, chosen = chosen_again(base, found.rules)
        if played(chosen) == played(found.rules):
            return standing(base, chosen)
    return standing(found.game, found.rules)


def changes_of(found: Read) -> list[str]:
    """Where the rules differ from those of the game the file is based on."""
    base = base_of(found.game)
    if base is None:
        return []
    return differences(encode(base.rules(None, None)), encode(found.rules))


def _wager(solution: Solution, bet: BetFigures) -> WagerLine:
    exact = bet.exact
    ways = (
        {event.name: n for event, n in zip(exact.events, exact.ways, strict=True)} if exact else {}
    )
    fraction = exact.expectation if exact else None
    return WagerLine(
        id=bet.id, name=bet.name, opening=bet.id in solution.tables.opening, staked=bet.staked,
        house_edge=bet.house_edge, sd=bet.sd, sd_error=bet.sd_error, hit_rate=bet.hit_rate,
        fraction=f"{fraction.numerator}/{fraction.denominator}" if fraction is not None else "",
        combinations=str(exact.of) if exact else "",
        events=[
            EventLine(
                event=line.event, chance=line.chance, pays=line.pays, returns=line.returns,
                combinations=str(ways.get(line.event, "")),
            )
            for line in bet.lines
        ],
    )  # fmt: skip


def _round(solution: Solution) -> RoundLine:
    whole = solution.round
    return RoundLine(
        house_edge_per_main=whole.house_edge_per_main,
        house_edge_per_stake=whole.house_edge_per_stake, element_of_risk=whole.element_of_risk,
        sd=whole.sd, sd_error=whole.sd_error, hit_rate=whole.hit_rate,
        initial_stake=whole.initial_stake, average_stake=whole.average_stake,
    )  # fmt: skip
