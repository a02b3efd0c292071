"""Which rules a dealer acts on where: at a step of the round, at a bet, at the casing of wagers.

A game's rules say it under ``at``, and so does the practice of its dealers. The rules most nearly
about a place come first; a rule that the game changes comes after the one that changes it.

>>> from pitboss import games
>>> game = games.find(games.BUILT_IN[1])
>>> acts = Acts(game, game.rules())
>>> acts.at("pay-natural")
['HB-6', 'BJ-12', 'BJ-6']
>>> acts.at("replace-upcard"), acts.practice_at("replace-upcard")
(['HB-3'], ['PR-2'])
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.rules.compile import compile_rules
from pitboss.rules.conditions import holds
from pitboss.rules.game import CASING, Game, RuleText
from pitboss.rules.limits import washington
from pitboss.rules.moves import MOVES, is_move
from pitboss.rules.practice import practice_of
from pitboss.rules.procedure import HOUSE_CUSTOM, Practice, manual, plain_step, steps
from pitboss.rules.vocabulary import Rules

LARGEST_WAGER, SEPARATE_GAMES = "WA-1", "WA-2"
"""What the state says of single wagers: how large, and how many on a hand."""
AGGREGATE = "WA-5"
"""What it says of caps on a round's payouts."""


class Quoted(NamedTuple):
    """A rule as it is quoted."""

    id: str
    text: str
    source: str
    """The document, or ``house custom``."""


class Acts:
    """The rules and the practice of one game, by where a dealer acts on them."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self._game = game
        self._practice = practice_of(game, rules)
        self.practice: dict[str, Practice] = {one.id: one for one in self._practice}
        """What its dealers have to know, by id."""
        changed = {old for text in game.texts for old in text.changes}
        bets = {bet.id for bet in rules.offered_bets}
        tables = compile_rules(rules)
        moves = {one.id for one in MOVES if holds(one.id, rules, tables)}
        families = list(dict.fromkeys(_family(text) for text in reversed(game.texts)))
        self._texts = sorted(
            (text for text in game.texts if _is_of_use(text, bets, moves)),
            key=lambda text: (text.id in changed, families.index(_family(text))),
        )
        games = max(washington().games, key=lambda limit: limit.since)
        spots = len(rules.wagers.opening) + len(bets)
        self._has_many_spots = spots > min(games.most, games.most_over or games.most)
        """Whether a hand can have more wagers than the state allows."""
        self._by_id = {text.id: text for text in game.texts}

    @property
    def ids(self) -> list[str]:
        """Every rule and every practice that asks something of a dealer."""
        state = [LARGEST_WAGER, *([SEPARATE_GAMES] if self._has_many_spots else [])]
        return [*(text.id for text in self._texts), *state, *self.practice]

    def at(self, step: str, bet: str = "", event: str = "") -> list[str]:
        """Rules on a step; of a bet that is settled there, those on the bet and its event first."""
        places = [f"{bet}/{event}", f"*/{event}", bet] if bet else []
        places += dict.fromkeys([step, plain_step(step)])
        found = [text.id for place in places for text in self._texts if place in text.at]
        return list(dict.fromkeys(found))

    def cased(self, case: str) -> list[str]:
        """Rules on what is looked at when wagers are cased."""
        found = [*self.at(f"{CASING}/{case}"), *self.at(CASING), *self.practice_at(CASING)]
        return list(dict.fromkeys(found))

    def practice_at(self, step: str) -> list[str]:
        """What dealers have to know of a step; mistakes are no part of a round as it should be."""
        return [one.id for one in self._practice if step in one.at and one.kind != "irregularity"]

    def quoted(self, rule: str) -> Quoted:
        """A rule in the house's own words; of a step no rule is about, what the dealer does."""
        if rule in self.practice:
            one = self.practice[rule]
            return Quoted(rule, one.does, one.source)
        if rule in self._by_id:
            return Quoted(rule, self._by_id[rule].text, self._game.source)
        if rule in steps():
            words = self._game.procedure.get(rule) or manual().procedure[rule]
            return Quoted(rule, words.does, HOUSE_CUSTOM)
        return Quoted(rule, washington().rules.get(rule, ""), washington().note or HOUSE_CUSTOM)


def _family(text: RuleText) -> str:
    """Whose rule it is by its id: the game's own, or that of a game it is based on."""
    return text.id.rpartition("-")[0]


def _is_of_use(text: RuleText, bets: set[str], moves: set[str]) -> bool:
    """Whether it asks something of a dealer of this game.

    A bet that is gone asks nothing, and a rule on moves needs one that a hand can make.
    """
    places = {place.partition("/")[0] for place in text.at}
    on_moves = {place for place in places if is_move(place)}
    return bool(places & {*steps(), *bets}) and (not on_moves or bool(on_moves & moves))
