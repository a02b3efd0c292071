"""The moves a player has with a hand: what each is called wherever it is named, shown or asked for.

Everything that lists moves (terminal, charts, advice, grades, pages, logs) reads `MOVES`; what a
move does under which terms is compiled in `pitboss.rules.course`.

>>> by_id("take-back").told, by_id("take-back").key
('takes back', 't')
"""

from __future__ import annotations

from enum import IntFlag
from typing import NamedTuple

import msgspec


class Move(IntFlag):
    """What a player can do with a hand, as bits of a mask."""

    STAND = 1
    HIT = 2
    DOUBLE = 4
    SPLIT = 8
    SURRENDER = 16
    TAKE_BACK = 32
    BURN = 64
    KEEP = 128
    PLAY_ON = 256


class Colours(NamedTuple):
    """The colours of a move in charts."""

    light: str
    """Behind dark letters."""
    dark: str
    """Behind light letters."""
    terminal: str
    """Behind black letters; one of the 256 colours that terminals share."""


class MoveDefinition(msgspec.Struct, frozen=True, kw_only=True):
    """One move, everything about it that is not a rule."""

    move: Move
    id: str
    """In commands, logs and files."""
    words: str
    """On buttons and in answers."""
    told: str
    """What a hand history says a seat does."""
    done: str
    """What a hand is that made it."""
    doing: str
    """What a player does who makes it, as in "not after …"."""
    key: str
    """The key that makes it."""
    codes: dict[str, str]
    """Cells of a chart that begin with this move, and what they mean; none if a chart has no cell
    for it."""
    colours: Colours
    event: str
    """What is seen at the table when it is made: a class of `pitboss.table.events`."""
    logged: str = ""
    """What logs call that event, where their name for it is older than the class's."""
    shown_ms: int = 0
    """How long a page shows that event before it goes on."""
    about_a_card: bool = False
    """Whether it answers what becomes of the card just drawn."""

    @property
    def letter(self) -> str:
        """One letter for it where there is no room for words; none where charts have no cell."""
        return next(iter(self.codes), "")


MOVES = (
    MoveDefinition(
        move=Move.STAND, id="stand", words="stand", told="stands", done="stood", key="s",
        codes={"S": "stand"}, event="HandStood",
        doing="standing",
        colours=Colours("#f5e3ac", "#6a5817", "#d7af5f"),
    ),
    MoveDefinition(
        move=Move.HIT, id="hit", words="hit", told="hits", done="hit", key="h",
        codes={"H": "hit"}, event="HitTaken",
        doing="hitting",
        colours=Colours("#d3e9c8", "#38592f", "#87af87"),
    ),
    MoveDefinition(
        move=Move.DOUBLE, id="double", words="double", told="doubles", done="doubled", key="d",
        codes={"D": "double, or hit", "Ds": "double, or stand"}, event="HandDoubled",
        doing="doubling",
        colours=Colours("#c3dcf6", "#234f80", "#87afd7"),
    ),
    MoveDefinition(
        move=Move.SPLIT, id="split", words="split", told="splits", done="split", key="p",
        codes={"P": "split, and split again", "P1": "split once, not again"},
        event="HandSplit", shown_ms=400,
        doing="splitting",
        colours=Colours("#dccff4", "#573f86", "#af87d7"),
    ),
    MoveDefinition(
        move=Move.SURRENDER, id="surrender", words="surrender", told="surrenders",
        done="surrendered", key="r",
        codes={"R": "surrender, or hit", "Rs": "surrender, or stand"},
        event="HandGivenUp", logged="HandSurrendered",
        doing="surrendering",
        colours=Colours("#f7c9c4", "#7f3530", "#d78787"),
    ),
    MoveDefinition(
        move=Move.TAKE_BACK, id="take-back", words="take back", told="takes back",
        done="taken back", key="t",
        codes={"T": "take one wager back and hit", "Ts": "take one wager back and stand"},
        event="WagerReturned", logged="WagerTakenBack", shown_ms=600,
        doing="taking back",
        colours=Colours("#b5e3e1", "#145c60", "#5fafaf"),
    ),
    MoveDefinition(
        move=Move.BURN, id="burn", words="burn", told="burns", done="burned", key="b",
        codes={"B": "burn the card", "Bs": "burn a card dealt, or stand"}, about_a_card=True,
        event="CardGivenUp", logged="CardBurned", shown_ms=700,
        doing="burning a card",
        colours=Colours("#f9d0a8", "#7d4818", "#d7875f"),
    ),
    MoveDefinition(
        move=Move.KEEP, id="keep", words="keep", told="keeps", done="kept", key="k",
        codes={"K": "keep the card"}, about_a_card=True, event="CardKept",
        doing="keeping a card",
        colours=Colours("#e1e5ea", "#444c57", "#a8a8a8"),
    ),
    MoveDefinition(
        move=Move.PLAY_ON, id="play-on", words="play on", told="plays on", done="played on",
        key="o", codes={}, event="HandPlayedOn",
        doing="playing on",
        colours=Colours("#e4e0d4", "#4f4a3c", "#afaf87"),
    ),
)  # fmt: skip
"""Every move, in the order in which moves are listed."""

_BY_ID = {definition.id: definition for definition in MOVES}
_BY_MOVE = {int(definition.move): definition for definition in MOVES}


BITS = frozenset(_BY_MOVE)
"""Every single move."""


def by_id(move_id: str) -> MoveDefinition:
    """The move with this id."""
    return _BY_ID[move_id]


def is_move(move_id: str) -> bool:
    """Whether a move has this id."""
    return move_id in _BY_ID


def definition(move: int) -> MoveDefinition:
    """What is known of a move."""
    return _BY_MOVE[move]


def moves_in(mask: int) -> list[MoveDefinition]:
    """The moves in a mask, in the order in which they are listed."""
    return [definition for move, definition in _BY_MOVE.items() if mask & move]
