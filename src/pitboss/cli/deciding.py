"""`pitboss ev`: what every move on a typed hand is worth."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from pitboss.cli.solving import Bets, stakes_of
from pitboss.cli.spinner import compiling
from pitboss.cli.telling import print_json
from pitboss.cli.variant import Variant, find
from pitboss.rules.approval import plain_standing


def ev(
    game: str,
    /,
    *,
    hand: str,
    up: str,
    variant: Variant | None = None,
    aside: str | None = None,
    gone: str = "",
    burned: str | None = None,
    taken_back: Annotated[bool, Parameter(name="--taken-back")] = False,
    bet: Bets = (),
    json: bool = False,
) -> None:
    """Print the expectation of every legal move on a hand.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    hand
        The hand's cards by rank, the two dealt first: T,6.
    up
        The dealer's upcard.
    aside
        The upcard that was set aside before, in games that replace some.
    gone
        Other cards already gone from the shoe.
    burned
        A card of this hand that was burned.
    taken_back
        One wager was taken back.
    bet
        BET=STAKE in main units: side bets that stand, so that play minds them.
    json
        Print JSON for a script.

    """
    from pitboss.advice.decisions import decide, ranks_of
    from pitboss.analysis.stakes import checked_stakes
    from pitboss.presentation.columns import Columns
    from pitboss.presentation.solution_tables import number, rules_title
    from pitboss.rules.compile import compile_rules

    found, rules = find(game, variant)
    tables = compile_rules(rules)
    stakes = {
        name: stake
        for name, stake in checked_stakes(found, tables, stakes_of(bet)).items()
        if name not in tables.opening
    }
    with compiling():
        decision = decide(
            tables, ranks_of(hand, "hand"), _one(up, "up"),
            aside=_one(aside, "aside") if aside else None, gone=ranks_of(gone, "gone"),
            given_up=_one(burned, "burned") if burned else None,
            made=["take-back"] if taken_back else [], bets=stakes,
        )  # fmt: skip
    if json:
        offers = [{"move": offer.move, "ev": offer.ev} for offer in decision.offers]
        answer = {
            "game": found.id, "rules_hash": tables.digest(), "hand": hand, "up": up,
            "approval": plain_standing(found, rules), "offers": offers,
            "natural": decision.natural, "peeked": decision.peeked,
        }  # fmt: skip
        print_json(answer)
        return
    grid = Columns("move", "expectation", "cost of choosing it")
    best = decision.offers[0].ev
    for place, offer in enumerate(decision.offers):
        cost = "–" if place == 0 else number(best - offer.ev, 6)
        style = "bold" if place == 0 else ""
        grid.add(offer.move, number(offer.ev, 6), cost, style=style)
    console = Console()
    shoe = escape(rules_title(found, rules))
    console.print(f"{escape(found.name)}  [dim]{shoe}[/]", highlight=False)
    console.print(escape(f"{hand} against {up}, in units of the main wager"))
    console.print(grid)
    if decision.peeked and decision.natural:
        console.print("[dim]The dealer has looked and has no natural.[/]")


def _one(text: str, what: str) -> int:
    from pitboss.advice.decisions import ranks_of
    from pitboss.rules.errors import RulesError

    found = ranks_of(text, what)
    if len(found) != 1:
        raise RulesError(f"{what} {text!r}: give one card")
    return found[0]
