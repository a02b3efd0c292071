"""`make docs`: write docs/edges.md, every house edge of every built-in game, from the solver.

The advantages at its end take minutes to search: `python -m scripts.edges --edges-alone` leaves
them as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rich.progress import track

from pitboss import games
from pitboss.analysis.advantages import search
from pitboss.analysis.paytables import table_figures
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve
from pitboss.rules.game import Game, OptionValue
from scripts import advantages

PAGE = Path(__file__).parents[1] / "docs" / "edges.md"

HEAD = """# House edges

Exact, from a full shoe; in percent of a unit staked on the wager, so that a minus sign is the
player's advantage. Play is by the exact cards of the hand and maximises the main game, unless a
column says otherwise; it does not mind the side bets. "Chart" is the best play by totals. The last
columns of a side bet say what play *for* it brings: to the bet itself, and to the whole round per
main wager with the most staked on it that the game allows. Where that is negative the player has
the advantage; all such stakes are listed at the end. Written by `make docs`; the tests compare it
with a fresh run.
"""


Variants = Callable[[Game], Iterable[dict[str, OptionValue]]]


def variants(game: Game) -> Iterator[dict[str, OptionValue]]:
    """Every number of decks and soft-17 rule a game allows."""
    for decks in game.options["decks"]:
        for soft17 in game.options.get("soft17", (None,)):
            yield {"decks": decks} if soft17 is None else {"decks": decks, "soft17": soft17}


def percent(value: float) -> str:
    """Four decimals with a real minus sign."""
    return f"{100 * value:.4f}".replace("-", "−")


def name(options: dict[str, OptionValue]) -> str:
    """``6 decks, hits soft 17``."""
    words = {"hit": "hits soft 17", "stand": "stands on soft 17"}
    decks = "1 deck" if options["decks"] == 1 else f"{options['decks']} decks"
    return ", ".join([decks, *(words[str(options["soft17"])] for _ in "x" if "soft17" in options)])


def main_rows(game: Game, chosen: Variants) -> Iterator[str]:
    """The main game: edge by exact cards, by chart, per stake, element of risk, deviation."""
    yield "| | edge per main wager | with the best chart | per unit staked | element of risk | sd |"
    yield "|---|---|---|---|---|---|"
    for options in chosen(game):
        best = solve(game, options=options)
        chart = solve(game, options=options, strategy="chart")
        figures = best.round
        yield (
            f"| {name(options)} | {percent(figures.house_edge_per_main)} "
            f"| {percent(chart.round.house_edge_per_main)} "
            f"| {percent(figures.house_edge_per_stake)} "
            f"| {percent(figures.element_of_risk)} | {figures.sd:.3f} |"
        )


def bet_rows(game: Game, bet: str, chosen: Variants) -> Iterator[str]:
    """One side bet: its edge on each pay table, and on the first when play is for it alone."""
    rules = next(one for one in game.rules().bets if one.id == bet)
    tables = [table for table in range(1, rules.tables + 1) if rules.offered(table)]
    stake = cap(game, bet)
    yield (
        "| | " + " | ".join(f"table {table}" for table in tables)
        + f" | table 1, played for it | round with {stake:g} on it, table 1, played for both |"
    )  # fmt: skip
    yield "|---" * (len(tables) + 3) + "|"
    for options in chosen(game):
        best = solve(game, options=options)
        edges = {one.table: one.house_edge for one in table_figures(best, bet)}
        alone = solve(game, options=options, optimise=bet)
        both = solve(game, options=options, bets={bet: stake}, optimise="total")
        cells = [percent(edges[table]) for table in tables]
        cells += [percent(edge(alone, bet)), percent(both.round.house_edge_per_main)]
        yield f"| {name(options)} | " + " | ".join(cells) + " |"


def cap(game: Game, bet: str) -> float:
    """The most that may stand on a bet beside a main wager of one."""
    rules = game.rules()
    side = next(one for one in rules.bets if one.id == bet).side
    if side and rules.caps.per_side and rules.caps.side:
        return rules.caps.side.part / rules.caps.side.over
    return 1.0


def edge(solution: Solution, wager: str) -> float:
    """A wager's house edge."""
    place = solution.figures.wagers.index(wager)
    return -float(solution.figures.expectations()[place])


def page(chosen: Variants = variants) -> str:
    """The page up to the advantages, with the rows of some variants."""
    lines = [HEAD]
    for game_id in track(games.BUILT_IN, description="Solving…", transient=True):
        game = games.find(game_id)
        rules = game.rules()
        lines += [f"## {game.name}", ""]
        opening = " and ".join(rules.wagers.names[bet] for bet in rules.wagers.opening)
        lines += [f"{opening}:", "", *main_rows(game, chosen), ""]
        for bet in rules.bets:
            lines += [f"{bet.name} (`{bet.id}`):", "", *bet_rows(game, bet.id, chosen), ""]
    return "\n".join(lines).rstrip() + "\n"


def written() -> tuple[str, str]:
    """The page as it is: its edges, and its advantages."""
    edges, title, found = PAGE.read_text(encoding="utf-8").partition(f"\n{advantages.TITLE}\n")
    return edges, title.lstrip("\n") + found


if __name__ == "__main__":
    found = written()[1]
    if "--edges-alone" not in sys.argv:
        searched = {game_id: search(games.find(game_id)) for game_id in games.BUILT_IN}
        found = advantages.section(searched)
        advantages.FOR_REPORTS.write_bytes(advantages.for_reports(searched))
    PAGE.write_text(f"{page()}\n{found}", encoding="utf-8")
    print(f"{PAGE.name}: written")
