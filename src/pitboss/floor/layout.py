"""What a client needs to draw a game: cloth, betting spots, signs, options. All of it as data."""

from __future__ import annotations

import zlib
from typing import Literal, get_args

import msgspec

from pitboss.floor.practice_sheet import PracticeGroup, practice_sheet
from pitboss.rules.approval import Standing, standing
from pitboss.rules.cloth import bet_note
from pitboss.rules.compile import compile_rules
from pitboss.rules.consequences import slots
from pitboss.rules.game import OPTION_LABELS, Felt, Game, OptionValue, RuleText, Ruling
from pitboss.rules.hopes import spot_hopes
from pitboss.rules.limits import Limits
from pitboss.rules.moves import definition
from pitboss.rules.sign import PayLine, Sign, event_words, pay_lines, table_sign
from pitboss.rules.vocabulary import Rules

COLOURS: tuple[Felt, ...] = get_args(Felt)


class HouseOption(msgspec.Struct, frozen=True, kw_only=True):
    """Something a house may choose."""

    id: str
    """Its name in requests."""
    label: str
    """What a form calls it."""
    default: OptionValue
    """Holds unless another value is chosen."""
    allowed: list[OptionValue]
    """Values it may have."""


class BetSign(msgspec.Struct, frozen=True, kw_only=True):
    """What a bet pays under one pay table."""

    bet: str
    """Its id."""
    name: str
    """What stands on the felt."""
    lines: list[PayLine]
    """Each with its odds."""
    note: str
    """What every line takes for granted."""


class PayTables(msgspec.Struct, frozen=True, kw_only=True):
    """Pay tables to choose from, for the bets that share them."""

    id: str
    """Their name in requests."""
    tables: list[list[BetSign]]
    """Number 1 first; each with the bets that are offered under it."""


class GameSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A game before a table is opened: its bets, its options, its pay tables."""

    id: str
    """Its name in requests."""
    name: str
    """What people call it."""
    summary: str
    """In a sentence or two."""
    source: str
    """The document it is read from."""
    approval: Standing
    """What may be said of its approval, by the rules in force."""
    felt: Felt
    """The colour of its cloth."""
    bets: dict[str, str]
    """Names by id."""
    opening: list[str]
    """Ids of the wagers every round begins with."""
    options: list[HouseOption]
    """What a house may choose."""
    paytables: list[PayTables]
    """By the name that chooses them."""


class GameRulebook(GameSheet, frozen=True, kw_only=True):
    """A game with its rules and rulings in words."""

    rules: list[RuleText]
    """Each under its id."""
    rulings: list[Ruling]
    """Gaps in the documents, how they are read and how else they could be."""
    places: list[BettingPlace]
    """Where chips may be put, in the order of the layout, where the house chooses nothing."""
    sign: Sign
    """What a table's layout or sign shows, where the house chooses nothing."""
    dealer: list[PracticeGroup]
    """What the dealer has to know: signals, chips, cards, payment, how mistakes are mended."""


class BettingPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where chips may be put."""

    id: str
    """The bet's."""
    name: str
    """What stands on the felt."""
    opening: bool
    """Whether every round begins with it."""
    side: Literal["left", "right", ""]
    """Where it lies, if that matters."""
    follows: str | None
    """The place whose wager it must equal."""
    lines: list[PayLine]
    """What it pays; none for the wagers of the game itself."""
    note: str
    """What every line takes for granted."""
    hope: str
    """What a wager there hopes for, in a few words."""
    words: dict[str, str]
    """What people are told of what settles it, by the name in logs."""


class BettingSpot(BettingPlace, frozen=True, kw_only=True):
    """A place to bet, with the limits of a table."""

    minimum: int
    """Fewest cents."""
    maximum: int
    """Most cents."""
    aggregate: int | None
    """Most cents it pays in one round to all together."""


def describe_game(game: Game, in_force: Rules | None = None) -> GameSheet:
    """A game before a table is opened; at a table, by the rules in force there."""
    rules = game.rules()
    return GameSheet(
        id=game.id, name=game.name, summary=game.summary, source=game.source,
        approval=standing(game, in_force or rules), felt=cloth(game),
        bets={**rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}},
        opening=list(rules.wagers.opening),
        options=[
            HouseOption(
                id=name, label=OPTION_LABELS[name], default=game.default(name),
                allowed=list(values),
            )
            for name, values in game.options.items()
        ],
        paytables=[
            PayTables(
                id=family,
                tables=[
                    _signs(game.rules(paytables={family: number}), family)
                    for number in range(1, tables + 1)
                ],
            )
            for family, tables in game.paytables().items()
        ],
    )  # fmt: skip


def rulebook(game: Game) -> GameRulebook:
    """A game with its rules and rulings in words."""
    sheet, rules = msgspec.structs.asdict(describe_game(game)), game.rules()
    return GameRulebook(
        **sheet, rules=list(game.texts), rulings=list(game.rulings), dealer=practice_sheet(game),
        places=places(rules),
        sign=table_sign(game, rules, Limits(compile_rules(rules))),
    )  # fmt: skip


def cloth(game: Game) -> Felt:
    """The colour of a game's felt: its own, or one that stays the same for its id."""
    return game.felt or COLOURS[zlib.crc32(game.id.encode()) % len(COLOURS)]


def places(rules: Rules) -> list[BettingPlace]:
    """Where chips may be put, in the order of the layout, each with its sign."""
    opening, hopes = rules.wagers.opening, spot_hopes(rules)
    found = [
        BettingPlace(
            id=bet, name=rules.wagers.names[bet], opening=True, side="",
            follows=None if bet == opening[0] else opening[0], lines=[], note="", words={},
            hope=hopes[bet],
        )
        for bet in opening
    ]  # fmt: skip
    found += [
        BettingPlace(
            id=bet.id, name=bet.name, opening=False, side=bet.side, follows=None,
            lines=pay_lines(bet, rules), note=bet_note(bet, rules), words=event_words(bet),
            hope=hopes[bet.id],
        )
        for bet in rules.bets
        if bet.offered(rules.paytables[bet.paytable])
    ]  # fmt: skip
    return found


def spots(rules: Rules, limits: Limits) -> list[BettingSpot]:
    """The same with the limits of a table."""
    return [
        BettingSpot(
            **msgspec.structs.asdict(place), minimum=limits.minimum[place.id],
            maximum=limits.largest_wager(place.id), aggregate=limits.house.aggregate.get(place.id),
        )
        for place in places(rules)
    ]  # fmt: skip


def slot_names(rules: Rules) -> list[str]:
    """Moves that can ever be offered, in the order of their places in the dock."""
    return [definition(move).id for move in slots(compile_rules(rules).course)]


def small_print(sign: Sign) -> list[str]:
    """The limits, in sentences."""
    takes = [f"{wager.name}: {wager.takes}" for wager in sign.wagers]
    return [*takes, *sign.caps, *sign.limits]


def rules_hash(rules: Rules) -> str:
    """The fingerprint of rules, as logs and reports name them."""
    return compile_rules(rules).digest()


def _signs(rules: Rules, family: str) -> list[BetSign]:
    """The bets of one pay-table name under the table chosen in these rules."""
    number = rules.paytables[family]
    return [
        BetSign(bet=bet.id, name=bet.name, lines=pay_lines(bet, rules), note=bet_note(bet, rules))
        for bet in rules.bets
        if bet.paytable == family and bet.offered(number)
    ]
