"""Where a player has the advantage: stakes, and readings of a rule, with which the house loses.

What a round brings at best is convex in the stakes, because every policy's expectation is linear in
them. So its maximum over all stakes that the caps allow lies at a corner of them, and only corners
are solved. A bet that no play makes favourable is never worth a stake, and a pay table that pays
nothing more than another is worth looking at only where the other is beaten.

>>> from pitboss import games
>>> tie = games.find("blackjack-tie")
>>> for found in advantages_of(tie, tie.rules({"soft17": "stand"})):
...     print(found.stakes, f"{found.player_edge:.4%}", found.command)
{'tie-17': 0.5} 1.5496% pitboss solve blackjack-tie --soft17 stand --bet tie-17=0.5 --optimise total
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.analysis.commands import command
from pitboss.analysis.comparing import CellChange, changed_cells
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.rules.chart import Chart, Key
from pitboss.rules.compile import TableBet, Tables, compile_rules, to_one
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue, chosen_again
from pitboss.rules.limits import Limits, WagerError
from pitboss.rules.vocabulary import Rules

Stakes = dict[str, float]

SURELY = 1e-9
"""An advantage below this is rounding."""


class Advantage(NamedTuple):
    """A way to play in which the player wins on average."""

    game: str
    options: dict[str, OptionValue]
    """House options, and rulings by their id, that differ from the game as it stands."""
    paytables: dict[str, int]
    stakes: Stakes
    """On side bets, in units of the first opening wager; empty where the game itself is beaten."""
    player_edge: float
    """What the player wins in a round, in the same units, by exact cards."""
    per_stake: float
    """The same per unit staked before the deal."""
    bets: dict[str, float]
    """What each wager brings by that play, per unit staked on it."""
    rules_hash: str
    command: str
    """The command that shows it."""

    @property
    def play(self) -> str:
        """What the play is for."""
        if not self.stakes:
            return "for the game itself"
        return "for all wagers together"


class BeatenBet(NamedTuple):
    """How far play for a side bet goes: for it alone, and with the most on it that may be."""

    bet: str
    name: str
    stake: float
    """The most that may stand on it beside a unit of the first opening wager."""
    house_edge: float
    """Of the bet, while play is for the game itself."""
    alone: float
    """Of the bet, when play is for nothing else."""
    round_edge: float
    """Of the round per main wager, with `stake` on the bet and play for both."""


def advantages_of(
    game: Game, rules: Rules, beaten: Sequence[BeatenBet] = ()
) -> list[Advantage]:  # fmt: skip
    """Stakes with which the player has the advantage under these rules, the best first.

    `beaten` is what `beaten_bets` found, where somebody asked before: it is not solved again.
    """
    played = _corners_played(game, rules, beaten=beaten)
    found = [one for one in played if one.player_edge > SURELY]
    return sorted(found, key=lambda one: -one.player_edge)


def search(game: Game) -> list[Advantage]:
    """Advantages under every number of decks, soft-17 rule and pay table.

    First as the game is ruled; then with each other reading of a rule and each other value of a
    house option, one at a time, where that gives the player more.
    """
    found: list[Advantage] = []
    for decks_and_soft17 in _shoes_and_dealers(game):
        as_ruled = list(_by_tables(game, game.rules(decks_and_soft17)))
        found += as_ruled
        best_as_ruled = _best_by_tables(as_ruled)
        for choice in _other_choices(game):
            if not choice.keys().isdisjoint(decks_and_soft17):
                continue
            try:
                rules = game.rules({**decks_and_soft17, **choice})
            except RulesError:  # choices that do not go together
                continue
            best = _best_by_tables(list(_by_tables(game, rules)))
            found += [
                one
                for tables, one in best.items()
                if tables not in best_as_ruled
                or one.player_edge > best_as_ruled[tables].player_edge + SURELY
            ]
    return found


def beaten_bets(game: Game, rules: Rules, itself: Solution | None = None) -> list[BeatenBet]:
    """What play for each side bet brings, alone and together with the game.

    `itself` is the solution of play for the game itself, where somebody has it.
    """
    main = itself or solve_rules(game, rules)
    names = {bet.id: bet.name for bet in rules.bets}
    found = []
    for bet in compile_rules(rules).bets:
        stake = most_on(bet.id, rules)
        alone = solve_rules(game, rules, optimise=bet.id)
        both = solve_rules(game, rules, bets={bet.id: stake}, optimise="total")
        found.append(
            BeatenBet(
                bet.id, names[bet.id], stake, -_expectation(main, bet.id),
                -_expectation(alone, bet.id), -_round(both),
            )
        )  # fmt: skip
    return found


def play_while_riding(game: Game, rules: Rules, stakes: Stakes) -> Chart:
    """The chart of play for all wagers together, for hands on which these bets still ride."""
    together = solve_rules(game, rules, bets=stakes, optimise="total").chart
    riding = {
        Key.parse(name)._replace(riding=()).text: table
        for name, table in together.tables.items()
        if set(Key.parse(name).riding) == set(stakes)
    }
    return replace(together, tables=riding)


def changed_play(game: Game, rules: Rules, stakes: Stakes) -> list[CellChange]:
    """Cells of the chart that differ from play for the game itself, while the bets ride."""
    itself = solve_rules(game, rules).chart
    changed = changed_cells(itself, play_while_riding(game, rules, stakes))
    return [one for one in changed if one.before and one.after]


def most_on(bet: str, rules: Rules) -> float:
    """The most that may stand on a side bet beside a unit of the first opening wager.

    A bet that no cap of the game ties to the main wager is counted at one unit.
    """
    tables = compile_rules(rules)
    side = next(one.side for one in tables.bets if one.id == bet)
    caps = [part / over for part, over in (tables.side_cap, tables.total_cap) if side and over]
    return min([1.0, *caps])


def corner_stakes(rules: Rules, worth_a_stake: set[str]) -> Iterator[Stakes]:
    """Corners of what the caps and the table's limits allow on these side bets, nothing first."""
    tables = compile_rules(rules)
    limits = Limits(tables)
    main = limits.minimum[tables.opening[0]]
    bets = [bet for bet in tables.bets if bet.id in worth_a_stake]
    capped = [bet for bet in bets if bet.side and (tables.side_cap[1] or tables.total_cap[1])]
    free = [bet for bet in bets if bet not in capped]
    for sides in _side_corners(tables, capped):
        for chosen in product(*((0.0, limits.largest_wager(bet.id) / main) for bet in free)):
            stakes = sides | {
                bet.id: stake for bet, stake in zip(free, chosen, strict=True) if stake
            }
            if _may_be_staked(limits, stakes):
                yield stakes


def _side_corners(tables: Tables, bets: list[TableBet]) -> Iterator[Stakes]:
    """Each side's cap on one of its bets, as far as the cap on both together goes."""
    whole = tables.total_cap[0] / tables.total_cap[1] if tables.total_cap[1] else 2.0
    side = tables.side_cap[0] / tables.side_cap[1] if tables.side_cap[1] else whole
    side = min(side, whole)
    left, right = ([bet.id for bet in bets if bet.side == name] for name in ("left", "right"))
    yield {}
    for bet in (*left, *right):
        yield {bet: side}
    rest = min(side, whole - side)
    if rest > 0:
        for one, other in product(left, right):
            for stakes in {(side, rest), (rest, side)}:
                yield {one: stakes[0], other: stakes[1]}


def _may_be_staked(limits: Limits, stakes: Stakes) -> bool:
    """Whether a table takes these stakes, at its smallest main wager."""
    opening = limits.tables.opening
    main = limits.minimum[opening[0]]
    wagers = dict.fromkeys(opening, main)
    try:
        limits.check(wagers | {bet: round(stake * main) for bet, stake in stakes.items()})
    except WagerError:
        return False
    return True


def _corners_played(
    game: Game, rules: Rules, only: list[Stakes] | None = None, beaten: Sequence[BeatenBet] = ()
) -> Iterator[Advantage]:
    """The corners that could favour the player, each played at its best."""
    itself = _round(solve_rules(game, rules))
    bets = [bet.id for bet in compile_rules(rules).bets]
    alone = {one.bet: -one.alone for one in beaten} or {
        bet: _expectation(solve_rules(game, rules, optimise=bet), bet) for bet in bets
    }
    worth = {bet for bet, expectation in alone.items() if expectation > 0}
    reached = {f"{one.bet}={one.stake}": -one.round_edge for one in beaten}
    for stakes in corner_stakes(rules, worth):
        if only is not None and stakes not in only:
            continue
        at_most = [itself + sum(stake * alone[bet] for bet, stake in stakes.items())]
        if len(stakes) == 1 and _single(stakes) in reached:
            at_most.append(reached[_single(stakes)])
        if len(stakes) > 1:  # played for one of them as well as can be, and for each other alone
            at_most += [
                reached[key]
                + sum(stake * alone[bet] for bet, stake in stakes.items() if bet != one)
                for one, taken in stakes.items()
                if (key := f"{one}={taken}") in reached
            ]
        if min(at_most) <= SURELY:
            if len(stakes) == 1:
                reached.setdefault(_single(stakes), min(at_most))
            continue
        solution = solve_rules(game, rules, bets=stakes, optimise="total")
        if len(stakes) == 1:
            reached[_single(stakes)] = _round(solution)
        yield _advantage(game, rules, solution)


def _single(stakes: Stakes) -> str:
    """What the stake on a single bet goes by."""
    ((bet, stake),) = stakes.items()
    return f"{bet}={stake}"


def _advantage(game: Game, rules: Rules, solution: Solution) -> Advantage:
    chosen, _ = chosen_again(game, rules)
    options = {
        name: value
        for name, value in chosen.items()
        if name not in game.options or value != game.default(name)
    }
    tables = {name: table for name, table in rules.paytables.items() if table != 1}
    stakes = {bet: one for bet, one in solution.stakes.items() if bet not in rules.wagers.opening}
    together = ("--optimise", "total") if stakes else ()
    expectations = solution.figures.expectations().tolist()
    brings = _round(solution)
    return Advantage(
        game.id, options, tables, stakes,
        brings, brings / sum(solution.stakes.values()),
        {
            bet: expectation
            for bet, expectation in zip(solution.figures.wagers, expectations, strict=True)
            if bet in solution.stakes
        },
        solution.rules_hash, command("solve", game, options, tables, stakes, *together),
    )  # fmt: skip


def _shoes_and_dealers(game: Game) -> Iterator[dict[str, OptionValue]]:
    """Every number of decks with every soft-17 rule that a game allows."""
    names = [name for name in ("decks", "soft17") if name in game.options]
    for values in product(*(game.options[name] for name in names)):
        yield dict(zip(names, values, strict=True))


def _other_choices(game: Game) -> Iterator[dict[str, OptionValue]]:
    """Other readings, under the options they need, and other values of house options."""
    for ruling in game.rulings:
        if ruling.playable and not ruling.option:
            yield {**ruling.under, ruling.id: "other"}
    for name, values in game.options.items():
        for value in values:
            if value != game.default(name) and name not in ("decks", "soft17", "seats"):
                yield {name: value}


def _best_by_tables(found: list[Advantage]) -> dict[tuple[tuple[str, int], ...], Advantage]:
    """The best advantage on each combination of pay tables."""
    best: dict[tuple[tuple[str, int], ...], Advantage] = {}
    for one in found:
        tables = tuple(one.paytables.items())
        if tables not in best or one.player_edge > best[tables].player_edge:
            best[tables] = one
    return best


def _by_tables(game: Game, rules: Rules) -> Iterator[Advantage]:
    """Advantages on every combination of pay tables, the most generous looked at first."""
    families = game.paytables()
    searched: list[tuple[Rules, list[Advantage]]] = []
    combinations = [
        replace(rules, paytables=dict(zip(families, chosen, strict=True)))
        for chosen in product(*(range(1, tables + 1) for tables in families.values()))
    ]
    combinations.sort(key=lambda one: -sum(map(sum, _pays(one).values())))
    for chosen_rules in combinations:
        better = [found for other, found in searched if _pays_no_more(chosen_rules, other)]
        only = None if not better else [one.stakes for one in min(better, key=len)]
        if only == []:
            found = []
        else:
            played = _corners_played(game, chosen_rules, only)
            found = [one for one in played if one.player_edge > SURELY]
        searched.append((chosen_rules, found))
        yield from found


def _pays(rules: Rules) -> dict[str, list[float]]:
    """What each line of every bet offered pays, to one."""
    return {
        bet.id: [
            float(to_one(event.pays[rules.paytables[bet.paytable] - 1])) for event in bet.events
        ]
        for bet in rules.offered_bets
    }


def _pays_no_more(rules: Rules, than: Rules) -> bool:
    """Whether every line pays at most what it pays on other tables of the same bets."""
    mine, other = _pays(rules), _pays(than)
    return all(
        bet in other and all(a <= b for a, b in zip(pays, other[bet], strict=True))
        for bet, pays in mine.items()
    )


def _expectation(solution: Solution, wager: str) -> float:
    """What a unit on a wager brings; without what else a solution could work out."""
    return float(solution.figures.expectations()[solution.figures.wagers.index(wager)])


def _round(solution: Solution) -> float:
    """What the round brings, in units of the first opening wager."""
    return float(solution.figures.expectations() @ solution.stakes_of_wagers())
