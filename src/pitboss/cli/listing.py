"""`pitboss games`: what can be played."""

from __future__ import annotations

from rich.console import Console

from pitboss import games
from pitboss.cli.telling import print_json
from pitboss.presentation.columns import Columns
from pitboss.rules.approval import plain_standing, standing
from pitboss.rules.game import option_text


def list_games(*, json: bool = False) -> None:
    """List the built-in games, their bets and pay tables.

    Parameters
    ----------
    json
        Print JSON for a script.

    """
    found = [games.find(game_id) for game_id in games.BUILT_IN]
    if json:
        rows = []
        for game in found:
            rules = game.rules()
            rows.append(
                {
                    "id": game.id,
                    "name": game.name,
                    "summary": game.summary,
                    "source": game.source,
                    "approval": plain_standing(game, rules),
                    "bets": [*rules.wagers.opening, *(bet.id for bet in rules.bets), "insurance"],
                    "paytables": game.paytables(),
                    "options": {name: list(values) for name, values in game.options.items()},
                }
            )
        print_json({"games": rows})
        return
    console = Console()
    headings = ("game", "what is special", "decks", "bets beside the main wager")
    grid = Columns(*headings, words=headings, lines=True)
    for game in found:
        rules = game.rules()
        others = [*rules.wagers.opening[1:], *(bet.id for bet in rules.bets)]
        tables = "; ".join(
            f"{count} {'pay tables' if count > 1 else 'pay table'} ({name}=1…{count})"
            for name, count in game.paytables().items()
        )
        grid.add(
            f"[bold]{game.id}[/]",
            f"{game.summary}\n[dim]{standing(game, rules).title}[/]",
            " ".join(map(option_text, game.options.get("decks", ()))),
            ", ".join(others) + (f"\n[dim]{tables}[/]" if tables else ""),
        )
    console.print(grid)
    console.print(
        "\nRead one with [bold]pitboss rules GAME[/], sit down with [bold]pitboss play GAME[/]."
    )
