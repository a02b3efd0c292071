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

import re
from collections.abc import Collection
from typing import NamedTuple

from pitboss.rules.compile import compile_rules
from pitboss.rules.conditions import holds
from pitboss.rules.game import ANY_BET, CAPPED, CASING, TOTAL, Game, RuleText
from pitboss.rules.limits import pay_text, washington
from pitboss.rules.moves import MOVES, Move, is_move
from pitboss.rules.practice import practice_of
from pitboss.rules.procedure import HOUSE_CUSTOM, Practice, manual, plain_step, steps
from pitboss.rules.vocabulary import Bet, Rules

LARGEST_WAGER, SEPARATE_GAMES = "WA-1", "WA-2"
"""What the state says of single wagers: how large, and how many on a hand."""
PAY_TABLE = "PT-"
"""How the ids of pay tables begin."""
HOUSE_MANUAL = "House manual"
"""What a step is called that no rule is about."""
AGGREGATE = "WA-5"
"""What it says of caps on a round's payouts."""


class Quoted(NamedTuple):
    """A rule as it is quoted."""

    id: str
    title: str
    """What it is about, in a few words."""
    text: str
    source: str
    """The document, or ``house custom``."""

    @property
    def label(self) -> str:
        """How a list names it: its id with what it is about; a step has no id for people."""
        return self.title if self.id in steps() else f"{self.id} {self.title}"

    @property
    def heading(self) -> str:
        """What stands before its text: no title where the text begins with the same words."""
        return self.id if self.text.startswith(self.title.rstrip("…")) else self.label


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
        always = Move.HIT | Move.STAND
        self.moves = [
            one.id
            for one in MOVES
            if one.id in moves and not one.move & always and not one.about_a_card
        ]
        """Moves that some hands have here in their turn, and others have not."""
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
        self.silencing = frozenset(done for text in self._texts for done in text.not_after)
        """Moves and steps after which some rule says nothing any more."""
        self._found: dict[tuple[str, str, str, frozenset[str]], list[str]] = {}
        """What was looked up: every item asks for the same few."""
        self._quoted: dict[str, Quoted] = {}
        self.pay_tables = _pay_tables(rules)
        """The bets of each pay table in use, by its id."""

    @property
    def ids(self) -> list[str]:
        """Every rule and every practice that asks something of a dealer."""
        state = [LARGEST_WAGER, *([SEPARATE_GAMES] if self._has_many_spots else [])]
        return [*(text.id for text in self._texts), *state, *self.practice]

    def at(
        self, step: str, bet: str = "", event: str = "", after: Collection[str] = ()
    ) -> list[str]:
        """Rules on a step; of a bet that is settled there, those on the bet and its event first.

        `after` are moves that the hand has made, and steps that lie behind it.
        """
        behind = self.silencing.intersection(after)
        key = (step, bet, event, behind)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._look(step, bet, event, behind)
        return list(found)

    def _look(self, step: str, bet: str, event: str, behind: frozenset[str]) -> list[str]:
        places = [f"{bet}/{event}", f"{ANY_BET}/{event}", bet] if bet else []
        places += dict.fromkeys([step, plain_step(step)])
        texts = [text for text in self._texts if not behind.intersection(text.not_after)]
        found = [text.id for place in places for text in texts if place in text.at]
        return list(dict.fromkeys(found))

    def cased(self, case: str) -> list[str]:
        """Rules on what is looked at when wagers are cased."""
        found = [*self.at(f"{CASING}/{case}"), *self.practice_at(CASING), *self.at(CASING)]
        return list(dict.fromkeys(found))

    def practice_at(self, step: str) -> list[str]:
        """What dealers have to know of a step, what is about the fewest steps first.

        Mistakes are no part of a round as it should be.
        """
        found = [one for one in self._practice if step in one.at and one.kind != "irregularity"]
        return [one.id for one in sorted(found, key=lambda one: len(one.at))]

    def said_at(self, step: str, says: str) -> list[str]:
        """Practice on a step that has these words; of a longer sentence, the end of it."""
        return [
            rule
            for rule in self.practice_at(step)
            if (words := self.practice[rule].says.rstrip(".").lower())
            and says.rstrip(".").lower().endswith(words)
        ]

    def pay_table_of(self, bet: str) -> list[str]:
        """The pay table that says what a bet is paid; none where a rule says it."""
        return [rule for rule, bets in self.pay_tables.items() if bet in {one.id for one in bets}]

    def _source(self, family: str) -> str:
        """The document a rule is from; where a game names several, the one with its family."""
        parts = self._game.source.split("; ")
        return next((part for part in parts if f"({family})" in part), parts[0])

    def quoted(self, rule: str) -> Quoted:
        """A rule in the house's own words; of a step no rule is about, what the dealer does."""
        found = self._quoted.get(rule)
        if found is None:
            found = self._quoted[rule] = self._quote(rule)
        return found

    def _quote(self, rule: str) -> Quoted:
        if rule in self.pay_tables:
            number = rule.rpartition("-")[2]
            lines = " ".join(_table_lines(bet, int(number)) for bet in self.pay_tables[rule])
            return Quoted(rule, _table_title(rule), lines, self._source(""))
        if rule in self.practice:
            one = self.practice[rule]
            return Quoted(rule, one.name, one.does, one.source)
        if rule in self._by_id:
            text = self._by_id[rule].text
            return Quoted(rule, first_words(text), text, self._source(_family(self._by_id[rule])))
        if rule in steps():
            words = self._game.procedure.get(rule) or manual().procedure[rule]
            does = f"{words.does} “{words.says}”" if words.says else words.does
            return Quoted(rule, HOUSE_MANUAL, does, HOUSE_CUSTOM)
        text = washington().rules.get(rule, "")
        return Quoted(rule, first_words(text), text, washington().note or HOUSE_CUSTOM)


def rule_label(game: Game, rule: str) -> str:
    """How a list names a rule of a game, whatever the house has chosen; its id if nobody knows it.

    >>> from pitboss import games
    >>> rule_label(games.find(games.BUILT_IN[0]), "PR-9")
    'PR-9 Hit'
    """
    titles = {one.id: one.name for one in game.practice}
    titles |= {one.id: first_words(one.text) for one in game.texts}
    titles |= {one: first_words(text) for one, text in washington().rules.items()}
    if rule.startswith(PAY_TABLE):
        titles[rule] = _table_title(rule)
    if rule in steps():
        return HOUSE_MANUAL
    return f"{rule} {titles[rule]}" if rule in titles else rule


def _table_title(rule: str) -> str:
    return f"Pay table {rule.rpartition('-')[2]}"


FEWEST_TITLE_WORDS, MOST_TITLE_WORDS = 4, 11
"""A title ends with a clause, or where it would be too long."""


def first_words(text: str) -> str:
    """What a rule is about, by its first words.

    >>> first_words("A natural pays 3 to 2; a house may pay 6 to 5 or 1 to 1.")
    'A natural pays 3 to 2'
    >>> first_words("Against a dealer natural both wagers lose, or both push if the player has one")
    'Against a dealer natural both wagers lose'
    """
    found: list[str] = []
    for clause in re.findall(r"[^.,;:(]+[.,;:(]?", text):
        found += clause.split()
        if len(found) >= FEWEST_TITLE_WORDS:
            break
    first = " ".join(found[:MOST_TITLE_WORDS]).rstrip(" .,;:(")
    return first + ("…" if len(found) > MOST_TITLE_WORDS else "")


def _family(text: RuleText) -> str:
    """Whose rule it is by its id: the game's own, or that of a game it is based on."""
    return text.id.rpartition("-")[0]


def _pay_tables(rules: Rules) -> dict[str, list[Bet]]:
    """The bets of each pay table in use, by its id: ``PT-2``, or ``PT-tie-2`` beside others."""
    found: dict[str, list[Bet]] = {}
    several = len({bet.paytable for bet in rules.bets}) > 1
    for bet in rules.offered_bets:
        of = f"{bet.paytable}-" if several else ""
        found.setdefault(f"{PAY_TABLE}{of}{rules.table_of(bet)}", []).append(bet)
    return found


def _table_lines(bet: Bet, number: int) -> str:
    """What a bet is paid, as a sentence."""
    lines = [
        f"{event.label or event.event} {pays_words(pays)}"
        for event in bet.events
        if isinstance(pays := event.pays[number - 1], int)
    ]
    return f"{bet.name}: {'; '.join(lines)}."


def pays_words(pays: int) -> str:
    """``pays 10 to 1``, ``pushes`` or ``loses``."""
    return "pushes" if pays == 0 else "loses" if pays < 0 else f"pays {pay_text(pays)}"


def _is_of_use(text: RuleText, bets: set[str], moves: set[str]) -> bool:
    """Whether it asks something of a dealer of this game.

    A bet that is gone asks nothing, and a rule on moves needs one that a hand can make.
    """
    places = {place.partition("/")[0] for place in text.at}
    on_moves = {place for place in places if is_move(place)}
    asks = bool(places & {*steps(), TOTAL, CAPPED, ANY_BET, *bets})
    return asks and (not on_moves or bool(on_moves & moves))
