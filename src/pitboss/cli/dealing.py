"""`pitboss dealer`: how the dealer ends under every upcard."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from pitboss.cli.spinner import compiling
from pitboss.cli.telling import Form
from pitboss.cli.variant import Variant, find
from pitboss.rules.approval import plain_standing


def dealer(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    shoe: str | None = None,
    gone: str = "",
    form: Form = Form(),  # noqa: B008 - frozen
) -> None:
    """Show the exact chance of every final of the dealer, by upcard.

    The dealer draws until a total stands, whatever the players do; no other card is known. For
    example:

    `pitboss dealer blackjack --soft17 stand --gone 5,5,5` is a shoe that is short of fives.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    shoe
        Cards in the shoe by rank, such as "Ax24 2x24 … Kx20"; a full shoe without it.
    gone
        Ranks already gone from the shoe, such as T,T,5.

    """
    from pitboss.analysis.dealer_finals import any_upcard, finals_of
    from pitboss.analysis.partial_shoes import cards_by_rank, is_full, typed_shoe
    from pitboss.analysis.solution import rules_hash
    from pitboss.analysis.solving import solver_for
    from pitboss.presentation.columns import Columns
    from pitboss.presentation.solution_tables import percent, rules_title

    form.check()
    found, rules = find(game, variant)
    with compiling():
        solver = solver_for(rules, typed_shoe(rules.shoe.decks, shoe, gone))
        rows = finals_of(solver)
    rows.append(any_upcard(rows))
    records = [
        {"up": row.up, "chance": row.chance, "given": given, **finals}
        for row in rows
        for given, finals in (("", row.finals), ("no natural", row.without_natural))
    ]
    upcards = [row.plain() for row in rows]
    values = {
        "game": found.id, "rules_hash": rules_hash(solver), "cards": cards_by_rank(solver.shoe),
        "full_shoe": is_full(solver.shoe, rules.shoe.decks), "upcards": upcards,
        "approval": plain_standing(found, rules),
    }  # fmt: skip
    if form.told(values, records):
        return
    console = Console(highlight=False)
    words = rules_title(found, rules, solver.shoe)
    console.print(f"[bold]{escape(found.name)}[/]  [dim]{escape(words)}[/]")
    names = list(rows[0].finals)
    for title, part in (("", names), ("Given that the dealer has no natural", names[:-1])):
        grid = Columns("up", *part, title=f"\n{title or 'How the dealer ends'}")
        for row in rows:
            finals = row.without_natural if title else row.finals
            grid.add(row.up, *(percent(finals[name], 2) for name in part))
        console.print(grid)
