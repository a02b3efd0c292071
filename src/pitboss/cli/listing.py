"""`pitboss games`: what can be played."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from pitboss import games
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
                    "bets": [*rules.wagers.opening, *(bet.id for bet in rules.bets), "insurance"],
                    "paytables": game.paytables(),
                    "options": {name: list(values) for name, values in game.options.items()},
                }
            )
        print(msgspec.json.encode({"games": rows}).decode())
        return
    console = Console()
    grid = Grid(show_edge=False, pad_edge=False, show_lines=True, header_style="bold")
    for heading in ("game", "what is special", "decks", "bets beside the main wager"):
        grid.add_column(heading, no_wrap=heading == "game")
    for game in found:
        rules = game.rules()
        others = [*rules.wagers.opening[1:], *(bet.id for bet in rules.bets)]
        tables = "; ".join(
            f"{count} {'pay tables' if count > 1 else 'pay table'} ({name}=1…{count})"
            for name, count in game.paytables().items()
        )
        grid.add_row(
            f"[bold]{game.id}[/]",
            game.summary,
            " ".join(map(option_text, game.options.get("decks", ()))),
            ", ".join(others) + (f"\n[dim]{tables}[/]" if tables else ""),
        )
    console.print(grid)
    console.print(
        "\nRead one with [bold]pitboss rules GAME[/], sit down with [bold]pitboss play GAME[/]."
    )
