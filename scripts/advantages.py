"""The part of docs/edges.md that says where the player has the advantage.

The search takes minutes, so that the tests only solve what is listed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec

from pitboss import games
from pitboss.analysis.advantages import Advantage
from pitboss.rules.game import option_text

FOR_REPORTS = Path(__file__).parents[1] / "src" / "pitboss" / "report" / "known_advantages.json"
TITLE = "## Where the player has the advantage"
HEAD = f"""{TITLE}

Found by searching every number of decks, soft-17 rule and pay table of every game, with every
combination of stakes that its caps and the table's limits allow; then again with each other reading
of a rule and each other value of a house option, one at a time, where that gives the player more.
What a round brings at best is convex in the stakes, so that the most a player can get lies at a
corner of what may be staked, and only corners need solving. Play is by the exact cards, for all
wagers staked. Percentages are the player's, of the main wager and of all that is staked; a bet that
no cap ties to the main wager is staked at the state's largest wager beside the smallest main wager.
The command shows the figures and the first pay table named; `pitboss strategy` takes the same
options and shows the play.
"""


def section(found: dict[str, list[Advantage]]) -> str:
    """The whole section, from what was found for each game."""
    lines = [HEAD]
    for game_id, advantages in found.items():
        lines += [f"### {games.find(game_id).name}", "", *_of_game(advantages), ""]
    return "\n".join(lines)


def for_reports(found: dict[str, list[Advantage]]) -> bytes:
    """What reports say of other choices: all as ruled, and the best of each other choice."""
    kept: dict[str, list[dict[str, object]]] = {}
    for game_id, advantages in found.items():
        best: dict[str, Advantage] = {}
        as_ruled = [one for one, _ in _alike(advantages) if rules_words(one) == "as ruled"]
        for one in advantages:
            words = rules_words(one)
            if words != "as ruled" and (
                words not in best or one.player_edge > best[words].player_edge
            ):
                best[words] = one
        kept[game_id] = [
            {**one._asdict(), "rules": rules_words(one)} for one in [*as_ruled, *best.values()]
        ]
    return msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"


def _of_game(found: list[Advantage]) -> Iterator[str]:
    if not found:
        yield "None."
        return
    yield "| rules | pay tables | stakes | player, of main | of all staked | shown by |"
    yield "|---|---|---|---|---|---|"
    for one, tables in _alike(found):
        stakes = ", ".join(f"{stake:g} on {bet}" for bet, stake in one.stakes.items())
        yield (
            f"| {rules_words(one)} | {tables} | {stakes or 'the game itself'} "
            f"| {100 * one.player_edge:.4f} | {100 * one.per_stake:.4f} | `{one.command}` |"
        )


def rules_words(one: Advantage) -> str:
    """Whether the game is as it is ruled, or what is otherwise."""
    others = [
        f"{name} read otherwise" if value == "other" else f"{name} {option_text(value)}"
        for name, value in one.options.items()
        if name not in ("decks", "soft17")
    ]
    return ", ".join(others) or "as ruled"


def _alike(found: list[Advantage]) -> Iterator[tuple[Advantage, str]]:
    """Advantages that differ in nothing but the pay table, together; as ruled first."""

    def key(one: Advantage) -> tuple[bool, str, str, str, str]:
        rules, decks = (
            rules_words(one),
            ",".join(f"{name}={one.options[name]}" for name in one.options),
        )
        return rules != "as ruled", rules, decks, str(one.stakes), f"{one.player_edge:.10f}"

    for _, group in groupby(sorted(found, key=key), key):
        alike = sorted(group, key=lambda one: tuple(one.paytables.values()))
        numbers = [next(iter(one.paytables.values()), 1) for one in alike]
        yield alike[0], ", ".join(map(str, sorted(numbers)))
