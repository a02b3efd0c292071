"""`pitboss replay LOG`: play a log again and show it as a hand history."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from pitboss import games
from pitboss.rules.approval import standing
from pitboss.rules.game import plain_game
from pitboss.rules.limits import dollars
from pitboss.rules.vocabulary import Rules
from pitboss.table import events as ev
from pitboss.table import log as logs
from pitboss.table.text import describe


def replay(
    log: Path,
    /,
    *,
    round_number: Annotated[int | None, Parameter(name="--round")] = None,
    json: bool = False,
) -> None:
    """Replay a log file: every seal checked, every event derived again from cards and decisions.

    Parameters
    ----------
    log
        A log written by `pitboss play`.
    round_number
        Show only this round.
    json
        Print the events as JSON lines for a script.

    """
    header, events = logs.read(log)
    table = logs.replay(header, events)
    rounds = 0
    console = Console(highlight=False)
    for event in events:
        if isinstance(event, ev.RoundOpened):
            rounds = event.number
            if not json and round_number in (None, rounds):
                console.print(f"\n[bold]round {rounds}[/]")
                continue
        if round_number is not None and rounds != round_number:
            continue
        if json:
            print(msgspec.json.encode(event).decode())
        else:
            console.print(Text(f"  {describe(event)}"))
    if round_number is not None and not 1 <= round_number <= table.state.round:
        raise logs.LogError(f"round {round_number}: use 1 to {table.state.round}")
    if not json:
        console.print(
            f"\n[green]✓[/] {header.game}: {len(events)} events, {table.state.round} rounds, "
            f"all as the rules give them (rules hash {header.rules_hash[:12]}…)"
        )
        console.print(Text(f"  {_approval(header, table.rules)}"))
        for player, net in table.state.players.items():
            console.print(Text(f"  {player}: {dollars(net)}"))


def _approval(header: logs.Header, rules: Rules) -> str:
    """What may be said of the rules' approval now; of a designer's game, what was said then."""
    if header.game in games.BUILT_IN:
        return standing(games.find(header.game), rules).says
    return header.approval or standing(plain_game(header.game, header.rules), rules).says
