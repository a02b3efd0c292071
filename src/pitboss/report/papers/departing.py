"""That a game is not dealt by the rules as approved, on every paper, in words for the table."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss import games
from pitboss.report.study import Study
from pitboss.report.typesetting import string
from pitboss.rules.approval import standing
from pitboss.rules.cloth import cloth_lines
from pitboss.rules.game import Game
from pitboss.rules.sign import pay_lines
from pitboss.rules.vocabulary import Rules

NOT_APPROVED = "Not the rules as approved"
MOST_SAID = 3
"""Changes that are named; more are counted."""


def departure(study: Study) -> str:
    """That these are not the rules as approved, and what is played otherwise; nothing if they are.

    Where the difference is one that no cloth speaks of, only that there is one.
    """
    found = standing(study.game, study.rules)
    if found.approved or not found.departs:
        return ""
    said = list(dict.fromkeys(_otherwise(study.rules, _as_it_stands(study))))
    more = len(said) - MOST_SAID
    words = "; ".join(said[:MOST_SAID]) + (f"; and {more} more" if more > 0 else "")
    return f"{NOT_APPROVED}{': ' if words else ''}{words}"


def notice(study: Study, size_pt: float, colour: str = "ink") -> str:
    """The same as typst markup; nothing where nothing departs."""
    said = departure(study)
    if not said:
        return ""
    words = f'text({size_pt}pt, weight: "bold", fill: {colour}, {string(said)})'
    return f"#block(above: 2mm, below: 3mm, {words})\n"


def _as_it_stands(study: Study) -> Rules:
    """The rules of the game that was approved, with this one's pay tables."""
    game: Game = study.game
    while not game.built_in and game.based_on in games.BUILT_IN:
        game = games.find(game.based_on)
    tables = {
        name: table for name, table in study.rules.paytables.items() if name in game.paytables()
    }
    return game.rules(None, tables)


def _otherwise(rules: Rules, before: Rules) -> Iterator[str]:
    """Lines of cloth and pay tables that the other has not."""
    known = cloth_lines(before)
    own = cloth_lines(rules)
    yield from (line for line in own if line not in known)
    about = {line.partition(" ")[0] for line in own}
    gone = (line for line in known if line.partition(" ")[0] not in about)
    yield from (f"no longer “{line}”" for line in gone)
    old = {
        (bet.id, line.event): line.pays
        for bet in before.offered_bets
        for line in pay_lines(bet, before)
    }
    for bet in rules.offered_bets:
        for line in pay_lines(bet, rules):
            if old.get((bet.id, line.event)) != line.pays:
                yield f"{bet.name}, {line.label}: {line.pays}"
