"""What can go wrong with a file's rules: stakes that beat them, and dealers who pay wrong."""

from __future__ import annotations

from pitboss.analysis.advantages import SURELY, Advantage, advantages_of, beaten_bets
from pitboss.analysis.dealer_errors import (
    ROUNDS_PER_HOUR,
    SEATS,
    Mistake,
    at_smallest_wagers,
    costliest,
    mistakes_of,
)
from pitboss.analysis.paytables import Pace
from pitboss.report.findings import KnownAdvantage, known_advantages
from pitboss.report.study import variant_name
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.web.workbench.further_answers import BenchRisks, MistakeLine, PlayForBet, WinningStakes
from pitboss.web.workbench.solved_files import read, solved, with_choices
from pitboss.web.workbench.wire import Design


def risks_of(design: Design, ruling: str) -> BenchRisks:
    """Advantages and mistakes under a file's rules, whatever is staked on the bench.

    With a ruling, advantages alone, where that ruling is read the other way.
    """
    found = read(design)
    game = with_choices(found)
    if ruling:
        return BenchRisks(problems=[], beaten=_read_otherwise(game, found.rules, ruling))
    solution = solved(Design(text=design.text, paytables=design.paytables), found, full=False)
    side_bets = beaten_bets(game, found.rules, solution)
    mistakes, paces = mistakes_of(solution), at_smallest_wagers(solution)
    known = known_advantages().get(game.id, []) if game.built_in else []
    playable = [one.id for one in game.rulings if one.playable]
    return BenchRisks(
        problems=[],
        beaten=[
            *(_winning("", one) for one in advantages_of(game, found.rules, side_bets)),
            *(_elsewhere(game, one) for one in known if one.rules_hash != solution.rules_hash),
        ],
        searched=game.built_in, readings=[] if game.built_in else playable,
        side_bets=[
            PlayForBet(
                id=one.bet, name=one.name, stake=one.stake, house_edge=one.house_edge,
                alone=one.alone, round_edge=one.round_edge,
            )
            for one in side_bets
        ],
        mistakes=[_mistake(one, paces) for one in mistakes],
        costliest=[_mistake(one, paces) for one in costliest(mistakes, paces)],
        seats=SEATS, rounds_per_hour=ROUNDS_PER_HOUR,
        smallest={bet: pace.stake for bet, pace in paces.items()},
    )  # fmt: skip


def _read_otherwise(game: Game, rules: Rules, wanted: str) -> list[WinningStakes]:
    """What another reading gives the player that the rules as they are do not."""
    ruling = next((one for one in game.rulings if one.id == wanted and one.playable), None)
    if ruling is None:
        return []
    try:
        other = game.rules({**ruling.under, ruling.id: "other"}, rules.paytables)
    except RulesError:  # it does not go with what the file says
        return []
    as_ruled = {_key(one): one.player_edge for one in advantages_of(game, rules)}
    return [
        _winning(f"{ruling.id} read otherwise", one)
        for one in advantages_of(game, other)
        if one.player_edge > as_ruled.get(_key(one), 0.0) + SURELY
    ]


def _key(one: Advantage) -> frozenset[tuple[str, float]]:
    return frozenset(one.stakes.items())


def _winning(rules: str, one: Advantage) -> WinningStakes:
    return WinningStakes(
        rules=rules, stakes=one.stakes, player_edge=one.player_edge, per_stake=one.per_stake,
        command="",
    )  # fmt: skip


def _elsewhere(game: Game, one: KnownAdvantage) -> WinningStakes:
    tables = [f"pay table {table}" for table in one.paytables.values()] if one.stakes else []
    said = [one.rules, variant_name(game.rules(one.options)), *tables]
    return WinningStakes(
        rules=", ".join(said), stakes=one.stakes, player_edge=one.player_edge,
        per_stake=one.per_stake, command=one.command,
    )  # fmt: skip


def _mistake(one: Mistake, paces: dict[str, Pace]) -> MistakeLine:
    return MistakeLine(
        wager=one.wager, name=one.wager_name, line=one.label, says=one.says,
        house_edge=one.edge_with_errors, change=one.edge_with_errors - one.house_edge,
        dollars_per_hour=one.dollars_per_hour(paces[one.wager]) if one.wager in paces else 0.0,
    )  # fmt: skip
