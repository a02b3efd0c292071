"""A game as its file describes it: the rules, the choices a house has, and the words around them.

`Game.rules` decides every option and yields `Rules`. What a file says in prose (rule texts,
rulings with both readings, the dealer's captions, filed figures) stays here, beside the values.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec

from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.keys import get_key, with_key
from pitboss.rules.moves import MOVES, is_move
from pitboss.rules.places import SourceFile
from pitboss.rules.procedure import Practice, Step, steps
from pitboss.rules.sentences import Problem, did_you_mean, nearest, shown, told, use, wrong
from pitboss.rules.vocabulary import Rules, Section

OptionValue = bool | int | str

OPTION_KEYS = {
    "decks": "shoe.decks",
    "seats": "wagers.seats",
    "soft17": "dealer.soft17",
    "peek": "dealer.peeks",
    "natural": "natural.pays",
    "double": "double.on",
    "das": "double.after-split",
    "redouble": "double.again",
    "resplit-aces": "split.resplit-aces",
    "hit-split-aces": "split.hit-aces",
    "pairs": "split.pairs",
    "split-cards": "split.second-cards",
    "surrender": "surrender.late",
    "early-surrender": "surrender.early",
    "insurance": "insurance.offered",
    "burn-split-cards": "mulligan.split-cards",
    "after-burn": "mulligan.afterwards",
    "charlie": "charlie.cards",
    "side-caps": "caps.per-side",
}
"""Every house option of the vocabulary and the key it decides; a game allows some of them."""

OPTION_LABELS = {
    "decks": "Decks",
    "seats": "Seats",
    "soft17": "Dealer on soft 17",
    "peek": "Dealer looks for blackjack",
    "natural": "Blackjack pays",
    "double": "Double on",
    "das": "Double after a split",
    "redouble": "Double again, times",
    "resplit-aces": "Split aces again",
    "hit-split-aces": "Hit split aces",
    "pairs": "A pair has equal",
    "split-cards": "Second cards of a split",
    "surrender": "Late surrender",
    "early-surrender": "Early surrender against",
    "insurance": "Insurance",
    "burn-split-cards": "Burn a split hand's second card",
    "after-burn": "After a burn",
    "charlie": "Cards that win at once",
    "side-caps": "A cap for each side",
}
"""What a form calls each house option."""

WORDS = ("label", "otherwise")
"""Keys of bets and events that say something to people and change no round."""

Felt = Literal["green", "teal", "blue", "violet", "plum", "wine", "copper", "slate"]
"""Colours a table's cloth can have."""


CASING = "case-wagers"
"""The step at which wagers are looked over."""
ANY_BET = "*"
"""Stands for every bet where a rule is about an event of whichever."""
TOTAL = "total"
"""Where a hand is counted, whatever the step is."""
CAPPED = "capped"
"""Where a round's payouts on a bet come to more than the house pays."""
RIDES = "rides"
"""What becomes of a bet that waits for the hand's result."""
CASED = ("opening", "caps", "games")
"""What a game can say of wagers that are cased: equal ones, caps on some together, their number."""


@lru_cache(maxsize=256)
def _nearest_step(typed: str) -> str:
    """The step of a round that was probably meant, if one was; names come again and again."""
    return nearest(typed, steps()) or ""


class RuleText(Section, frozen=True, kw_only=True):
    """One rule in words, under its id."""

    id: str
    """Its id, such as ``HB-1``."""
    text: str
    """The rule."""
    changes: tuple[str, ...] = ()
    """Ids of the base game's rules that it changes."""
    at: tuple[str, ...] = ()
    """Where a dealer acts on it: steps of the round (``pay-natural``), bets (``tie-21``), events of
    one bet or of any (``tie-21/tie on 21``, ``*/natural``), a bet that waits for the hand's result
    (``tie-21/rides``), the count of a hand (``total``), payouts over a cap (``capped``), and of the
    casing of wagers what is looked at: ``case-wagers/opening``, ``case-wagers/caps`` or
    ``case-wagers/games``. Nothing where it asks nothing of a dealer."""
    not_after: tuple[str, ...] = ()
    """Moves and steps after which it says nothing of a hand any more, such as ``split``."""

    def problems(self) -> Iterator[Problem]:
        for done in self.not_after:
            if not is_move(done) and done not in steps():
                known = [*(one.id for one in MOVES), *steps()]
                yield wrong(
                    "not-after", self.not_after,
                    f"{shown(done)} is no move of a hand and no step of a round; "
                    f"{use(known, typed=done)}",
                )  # fmt: skip
        for place in self.at:
            step, _, case = place.partition("/")
            meant = "" if step in steps() else _nearest_step(step)
            if meant and (not case or meant == CASING):  # with an event it is a bet's name
                yield wrong("at", self.at, f"{shown(step)} is no step of a round; use {meant}")
            elif step == CASING and case and case not in CASED:
                yield wrong("at", self.at, f"{shown(case)} is not cased; {use(CASED, typed=case)}")


class Ruling(Section, frozen=True, kw_only=True):
    """How a gap or a disagreement in the documents is read, and how else it could be."""

    id: str
    """Its id, such as ``HB-R1``."""
    question: str
    """What the documents leave open."""
    ruling: str
    """How it is read here."""
    other: str
    """How else it could be read."""
    option: str = ""
    """The house option that is the other reading, where there is one."""
    sets: dict[str, Any] = {}
    """What the other reading changes, where the vocabulary can say it: values by dotted key, no
    larger than what is meant, so that it fits a child that changes something beside it."""
    under: dict[str, bool | int | str] = {}
    """House options under which alone the other reading changes anything: both are priced so."""
    same: str = ""
    """Why the other reading is worth the same, where it cannot or need not be dealt apart."""
    unpriced: str = ""
    """Why the other reading has no price, where it has none."""

    @property
    def playable(self) -> bool:
        """Whether the other reading can be dealt and priced."""
        return bool(self.option or self.sets)


class Filed(Section, frozen=True, kw_only=True):
    """A figure somebody filed, shown as theirs."""

    bet: str
    """The id of the bet it is about."""
    paytable: int
    """The pay table, counted from 1."""
    house_edge: str
    """The figure as it was filed."""
    basis: str
    """Per which wager, by which play, from which shoe."""


class Approval(Section, frozen=True, kw_only=True):
    """The letter that approved a game's document, and what the document leaves to the house.

    `approval.standing` says for given rules whether it holds.
    """

    document: str
    """What the letter approves, as the letter calls it; without a letter, the document itself."""
    version: str = ""
    """The document's version, where it has one."""
    body: str = ""
    """Who approved it; nobody where no letter came with the document."""
    date: datetime.date | None = None
    """The letter's."""
    submitted: datetime.date | None = None
    """When the document was handed in, where the letter says so."""
    conditions: tuple[str, ...] = ()
    """Under which the letter approves it."""
    remarks: tuple[str, ...] = ()
    """What the letter says besides."""
    leaves: dict[str, str] = {}
    """House options the document leaves to the house, each with the place that does. Any value a
    house may choose for them keeps to the document; any other option only does by default."""

    def problems(self) -> Iterator[Problem]:
        if bool(self.body) != bool(self.date):
            yield wrong(
                "body" if self.body else "date",
                self.body or str(self.date),
                "a letter has both a body and a date; give both, or neither",
                others=["date" if self.body else "body"],
            )
        for option in self.leaves:
            if option not in OPTION_KEYS:
                yield told(
                    ("leaves", option), f" is no house option; {use(OPTION_KEYS, typed=option)}"
                )


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game file, read and checked."""

    id: str
    """What commands and logs call it."""
    name: str
    """What people call it."""
    summary: str
    """The game in a sentence or two."""
    source: str
    """The document its rules come from."""
    built_in: bool = False
    """Whether it is one of the games that come with the program."""
    approval: Approval | None = None
    """Of its document; a designer's own game has none, whatever its file says."""
    felt: Felt | None = None
    """The cloth's colour; any if none is given."""
    origin: str
    """The file it came from, for messages."""
    files: tuple[SourceFile, ...] = ()
    """The file and those it is based on, each with its text."""
    based_on: str
    """The game whose rules it starts from, if any: a built-in one's id or a file."""
    tables: dict[str, Any] = {}
    """The whole file, the parent's filled in: what a child of this game takes over."""
    base: dict[str, Any] = {}
    """The rule sections of the game it is based on."""
    values: dict[str, Any]
    """The rule sections as written, the parent's filled in."""
    options: dict[str, tuple[OptionValue, ...]]
    """The choices a house has: the values of each option."""
    refuses: dict[str, str]
    """Options that would contradict the documents, and why."""
    texts: tuple[RuleText, ...]
    """The rules in words."""
    rulings: tuple[Ruling, ...]
    """How gaps in the documents are read, and how else they could be."""
    procedure: dict[str, Step]
    """The dealer's captions of its own, by step of the round."""
    practice: tuple[Practice, ...] = ()
    """What its dealers have to know: the house's practice, with what its document says of it."""
    filed: tuple[Filed, ...]
    """Figures somebody filed, shown as theirs."""

    def rules(
        self,
        options: Mapping[str, OptionValue] | None = None,
        paytables: Mapping[str, int] | None = None,
    ) -> Rules:
        """The rules with these house options and pay tables; defaults for the rest.

        An option may also be a ruling's id with the value ``other``, for its other reading.
        """
        values = dict(self.values)
        for name, value in (options or {}).items():
            ruling = next((ruling for ruling in self.rulings if ruling.id == name), None)
            if ruling:
                values = self._read_otherwise(values, ruling, value)
            else:
                values = with_key(values, OPTION_KEYS[self._checked(name, value)], value)
        families = self.paytables()
        for family, table in (paytables or {}).items():
            if family not in families:
                has = f"it has {', '.join(families)}" if families else "it has none"
                near = did_you_mean(family, families)
                raise RulesError(f"{self.id}: no pay table is called {family!r}; {has}{near}")
            if not isinstance(table, int) or not 1 <= table <= families[family]:
                raise RulesError(
                    f"{self.id}: pay table {family} = {table}: use 1 to {families[family]}"
                )
        values["paytables"] = {**dict.fromkeys(families, 1), **(paytables or {})}
        return decode(values, Rules, origin=self.origin)

    def paytables(self) -> dict[str, int]:
        """How many tables there are under each pay-table name."""
        return {
            bet["paytable"]: len(bet["events"][0]["pays"]) for bet in self.values.get("bets", ())
        }

    def default(self, option: str) -> OptionValue:
        """The value an option has unless the house chooses another."""
        value: OptionValue = get_key(self.values, OPTION_KEYS[option])
        return value

    def option_from_text(self, name: str, text: str) -> OptionValue:
        """The value a person typed; a text that is none of them is returned to be refused."""
        for value in self.options.get(name, ()):
            if text.lower() == option_text(value).lower():
                return value
        return text

    def _checked(self, name: str, value: object) -> str:
        if name not in self.options:
            readings = [ruling.id for ruling in self.rulings if ruling.playable]
            reason = self.refuses.get(name) or (
                f"this game has no such house option; it has {', '.join(self.options)}, and other "
                f"readings of {', '.join(readings)}"
                + did_you_mean(name, [*self.options, *readings])
            )
            raise RulesError(
                f"{self.id}: option {name!r} = {option_text(value)} is refused: {reason}"
            )
        choices = self.options[name]
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            texts = [option_text(choice) for choice in choices]
            given, quotes = option_text(value), ""
            if given in texts:  # a number or a switch written as a text
                given, quotes = shown(value), ", without quotes"
            raise RulesError(
                f"{self.id}: option {name} = {given}: {use(texts, typed=given)}{quotes}"
            )
        return name

    def _read_otherwise(
        self, values: dict[str, Any], ruling: Ruling, value: object
    ) -> dict[str, Any]:
        if value == "ruled":
            return values
        if value != "other":
            raise RulesError(f"{self.id}: {ruling.id} = {value}: use ruled or other")
        if ruling.option:
            default = self.default(ruling.option)
            others = [other for other in self.options[ruling.option] if other != default]
            return with_key(values, OPTION_KEYS[ruling.option], others[0])
        if not ruling.sets:
            raise RulesError(
                f"{self.id}: {ruling.id} = other: the other reading cannot be played: "
                + ruling.other
            )
        for key, changed in ruling.sets.items():
            values = with_key(values, key, changed)
        return values

    def changes(self) -> list[str]:
        """Where its rules differ from those its words are about, one line a key."""
        base = decode(self.base, Rules, origin=self.based_on) if self.base else None
        return differences(encode(base), encode(decode(self.values, Rules, origin=self.origin)))


def changed_since(game: Game, rules: Rules) -> list[str]:
    """Where a game says something else than rules that were once chosen from it, one line a key.

    Nothing where some choice of its options, pay tables and readings gives these rules.
    """
    return differences(played(rules), played(chosen_again(game, rules)[1]))


def played(rules: Rules) -> dict[str, Any]:
    """Rules as plain values without their words: equal where every round is the same.

    A pay table that ends with losing lines loses the same without them.
    """
    values: dict[str, Any] = encode(rules)
    bets = []
    for bet in values["bets"]:
        events = [_without_words(event) for event in bet["events"]]
        while len(events) > 1 and {*events[-1]["pays"]} <= {"loss", "none"}:
            events.pop()
        bets.append({**_without_words(bet), "events": events})
    return {**values, "bets": bets}


def _without_words(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table of the rules without what it says to people."""
    return {key: value for key, value in table.items() if key not in WORDS}


def chosen_again(game: Game, rules: Rules) -> tuple[dict[str, OptionValue], Rules]:
    """The options and other readings that come nearest to these rules, and what they give."""
    then = encode(rules)
    options: dict[str, OptionValue] = {}
    for name, choices in game.options.items():
        value = get_key(then, OPTION_KEYS[name], "")
        if value in choices:
            options[name] = value
    for ruling in game.rulings:
        set_so = (
            option_text(get_key(then, key, "")) == option_text(value)
            for key, value in ruling.sets.items()
            if key.rpartition(".")[2] not in WORDS
        )
        if ruling.sets and all(set_so):
            options[ruling.id] = "other"
    families = game.paytables()
    tables = {name: table for name, table in rules.paytables.items() if name in families}
    try:
        return options, game.rules(options, tables)
    except RulesError:
        return {}, game.rules()


def plain_game(game_id: str, rules: dict[str, Any]) -> Game:
    """A game of which only the rules are known: no choices, no words."""
    values = {key: value for key, value in rules.items() if key != "paytables"}
    return Game(
        id=game_id, name=game_id, summary="", source="", origin=game_id, based_on="",
        values=values, options={}, refuses={}, texts=(), rulings=(), procedure={}, filed=(),
    )  # fmt: skip


def differences(old: Any, new: Any, key: str = "") -> list[str]:
    """Where two sets of plain values differ, one line a key."""
    if isinstance(old, dict) and isinstance(new, dict):
        lines = []
        for name in {**old, **new}:
            lines += differences(old.get(name), new.get(name), f"{key}.{name}" if key else name)
        return lines
    if _named(old) and _named(new):
        return differences(_by_name(old), _by_name(new), key)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        lines = []
        for place, (before, after) in enumerate(zip(old, new, strict=True), start=1):
            lines += differences(before, after, f"{key}.{place}")
        return lines
    if old is None and isinstance(new, dict):
        return [f"{key} is new{_new_values(new)}"]
    if new is None and isinstance(old, dict):
        return [f"{key} is gone"]
    return [] if old == new else [f"{key} = {option_text(new)} (was {option_text(old)})"]


def _new_values(table: dict[str, Any]) -> str:
    """What a new table says, if that is short: ``: cards 5, pays 2 to 1``."""
    if "id" in table or any(isinstance(value, dict) for value in table.values()):
        return ""
    said = [f"{name} {option_text(value)}" for name, value in table.items() if value is not None]
    return f": {', '.join(said)}"


def _named(items: Any) -> bool:
    """Whether this is a list of things that have an id or an event's name, or nothing."""
    return isinstance(items, list | tuple) and all(
        isinstance(item, dict) and ("id" in item or "event" in item) for item in items
    )


def _by_name(items: Any) -> dict[str, Any]:
    return {item.get("id") or item["event"]: item for item in items}


def option_text(value: object) -> str:
    """An option's value as a person writes it: ``true``, ``6``, ``hard 9-11``.

    >>> option_text((10, 9, "push")), option_text(())
    ('10, 9, push', 'none')
    """
    if isinstance(value, list | tuple):
        return ", ".join(map(option_text, value)) or "none"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
