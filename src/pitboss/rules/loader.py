"""Reading a game file: TOML, the parent game filled in, every key checked.

`inherit` says what a file takes over from the game it is ``based-on``. Everything that is wrong
with a file is said at once, a line each: `mending` puts right what is wrong, so that what options,
rulings and filed figures make of the rest is known too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.rules import inherit
from pitboss.rules.blame import with_culprits
from pitboss.rules.bounds import item_problems, text_problem
from pitboss.rules.compile import order_problems
from pitboss.rules.decode import decode, fields_of, problems, unknown_key
from pitboss.rules.errors import RulesError
from pitboss.rules.game import (
    OPTION_KEYS,
    Approval,
    Felt,
    Filed,
    Game,
    OptionValue,
    RuleText,
    Ruling,
)
from pitboss.rules.keys import MISSING, can_be_set, get_key, with_key
from pitboss.rules.mending import NOTHING, look_on, untouched, value_at
from pitboss.rules.places import SourceFile, refusal
from pitboss.rules.procedure import (
    Practice,
    Step,
    house_practice,
    practice_problems,
    step_problems,
)
from pitboss.rules.sentences import Problem, nearest, shown, told, use, wrong
from pitboss.rules.vocabulary import Id, Rules, Section

Tables = dict[str, Any]


class GameFile(Section, frozen=True, kw_only=True):
    """Everything a file may hold besides the rule sections, which `Rules` checks."""

    id: Id
    """The game's name in commands and logs; no other game may have it."""
    name: str
    """What people call the game."""
    summary: str = ""
    """The game in a sentence or two."""
    source: str = "a designer's own game"
    """The document the rules come from."""
    felt: Felt | None = None
    """The colour of its cloth on the web table."""
    approval: Approval | None = None
    """The letter that approved the document; counts in built-in games only. A copy of one is a
    designer's own game, which nobody approved."""
    based_on: str = ""
    """The game whose rules it starts from: a built-in game's id, or the path of a file."""
    options: dict[str, tuple[OptionValue, ...]] = {}
    """Choices the house has, by option; the rules' own value is among them."""
    refuses: dict[str, str] = {}
    """Options the house does not have, and why."""
    rules: tuple[RuleText, ...] = ()
    """The rules in words."""
    rulings: tuple[Ruling, ...] = ()
    """How gaps in the documents are read."""
    procedure: dict[str, Step] = {}
    """The dealer's captions, by step of the round."""
    practice: tuple[Practice, ...] = ()
    """What the dealer has to know: signals, where chips and cards go, how mistakes are mended."""
    filed: tuple[Filed, ...] = ()
    """Figures somebody filed, shown as theirs."""

    def problems(self) -> Iterator[Problem]:
        for key, words in (("name", self.name), ("summary", self.summary), ("source", self.source)):
            if not words.isprintable() and not words.replace("\n", " ").isprintable():
                yield wrong(key, words, "leave out what cannot be printed")
        if not self.name.strip():
            yield wrong("name", self.name, "give the game a name that people can read")
        for table, options in (("options", self.options), ("refuses", self.refuses)):
            for option in options:
                if option not in OPTION_KEYS:
                    yield told(
                        (table, option), f" is no house option; {use(OPTION_KEYS, typed=option)}"
                    )
        for option in self.refuses:
            if option in self.options:
                yield told(
                    ("refuses", option), ": it is among options too; keep one of the two",
                    others=[("options", option)],
                )  # fmt: skip
        for option, choices in self.options.items():
            if not choices or len(set(map(repr, choices))) != len(choices):
                yield wrong(("options", option), choices, "give one value or more, each once")
        yield from step_problems(self.procedure)
        yield from practice_problems(self.practice)


FILE_KEYS = {*inherit.SECTIONS, *fields_of(GameFile)}


def read_game(
    text: str,
    *,
    origin: str,
    parent: Callable[[str], Game],
    bounded: bool = True,
    taken: Container[str] = (),
    built_in: bool = False,
) -> Game:
    """The game a TOML text describes.

    `parent` finds the game it is based on. `bounded`: whether it may be too large to be read; what
    was read before may not. `taken`: ids it may not have. `built_in`: it comes with the program.
    """
    file = SourceFile(origin, text)
    own = _parse(file) if not bounded else _parse_bounded(file)
    base = _parent(own, file, parent)
    files = (file, *(base.files if base else ()))
    inherited = base.tables if base else house_practice()
    tables, found = inherit.fill_in(own, inherited)
    if own.get("id") in taken:
        found.append(wrong("id", own["id"], "this is a built-in game's; choose another"))
    too_many = item_problems(tables) if bounded else []
    if too_many:
        raise refusal(found + too_many, files)
    wrong_keys, mended = look_on(tables, inherited, _problems)
    found += with_culprits(
        wrong_keys,
        own,
        lambda less: look_on(inherit.fill_in(less, inherited)[0], inherited, _problems)[0],
    )
    if mended is None:
        raise refusal(found, files)
    as_mended = dict(mended)
    if base:
        inherit.give_way(mended, own, inherited)
    game = _game(mended, base, files, built_in=built_in)
    later = _later_problems(game, own)
    found += [problem for problem in later if untouched(problem, tables, as_mended)]
    if found:
        raise refusal(found, files)
    return game


def _game(
    tables: Tables, base: Game | None, files: tuple[SourceFile, ...], *, built_in: bool
) -> Game:
    words = decode(_words(tables), GameFile, origin=files[0].name)
    return Game(
        id=words.id,
        name=words.name,
        summary=words.summary,
        source=words.source,
        built_in=built_in,
        approval=words.approval if built_in else None,
        felt=words.felt,
        origin=files[0].name,
        files=files,
        based_on=words.based_on,
        tables=tables,
        base=base.values if base else {},
        values=_rules(tables),
        options=words.options,
        refuses=words.refuses,
        texts=words.rules,
        rulings=words.rulings,
        procedure=words.procedure,
        practice=words.practice,
        filed=words.filed,
    )


def _parse_bounded(file: SourceFile) -> Tables:
    too_large = text_problem(file.text)
    if too_large:
        raise refusal([too_large], [SourceFile(file.name)])
    own = _parse(file)
    too_many = item_problems(own)
    if too_many:
        raise refusal(too_many, [file])
    return own


def _parse(file: SourceFile) -> Tables:
    try:
        return tomllib.loads(file.text)
    except (ValueError, RecursionError) as error:
        reason, line = str(error), None
        place = re.search(r" \(at line (\d+), column (\d+)\)$", reason)
        if place:
            line, reason = int(place[1]), f"{reason[: place.start()]} in column {place[2]}"
        raise refusal(
            [Problem((), f" is not TOML: {reason}", line=line)], [SourceFile(file.name)]
        ) from None


def _parent(own: Tables, file: SourceFile, parent: Callable[[str], Game]) -> Game | None:
    based_on = own.get("based-on")
    if based_on is None:
        return None
    if not isinstance(based_on, str):
        found = [wrong("based-on", based_on, "use the id of a game, or a file's name")]
    else:
        try:
            return parent(based_on)
        except RulesError as error:
            found = [wrong("based-on", based_on, line) for line in str(error).split("\n")]
    tables, _ = inherit.fill_in({**own, "based-on": ""}, {})
    for problem in look_on(tables, {}, _problems)[0]:  # what is wrong whatever the parent says
        keys = (problem.key, *problem.others)
        if all(value_at(own, key) is not NOTHING for key in keys):
            found.append(problem)
    raise refusal(found, [file])


def _rules(tables: Tables) -> Tables:
    return {key: tables[key] for key in inherit.SECTIONS if key in tables}


def _words(tables: Tables) -> Tables:
    return {key: value for key, value in tables.items() if key not in inherit.SECTIONS}


def _problems(tables: Tables) -> list[Problem]:
    """What is wrong with single keys, and with the rules as a whole where these are sound."""
    found = [unknown_key(key, FILE_KEYS, tables) for key in tables if key not in FILE_KEYS]
    words = {key: value for key, value in _words(tables).items() if key in FILE_KEYS}
    meant = {nearest(key, FILE_KEYS) for key in tables if key not in FILE_KEYS}
    values = _rules(tables)
    found += problems(words, GameFile)
    found += [_or_take_over(problem) for problem in problems(values, Rules)] or [
        problem
        for bet in decode(values, Rules, origin="").offered_bets
        for problem in order_problems(bet)
    ]
    return [one for one in found if one.key[0] in tables or one.key[0] not in meant]


def _or_take_over(problem: Problem) -> Problem:
    """A section that is not there may also come from another game."""
    if not problem.is_missing or len(problem.key) > 1:
        return problem
    return problem._replace(says=f"{problem.says}, or take it over from a game with based-on")


def _later_problems(game: Game, own: Tables) -> list[Problem]:
    """What options, rulings and filed figures make of rules that are sound."""
    written = own.get("options")
    options = {
        option: choices
        for option, choices in game.options.items()
        if isinstance(written, dict) and option in written
    }
    mine = [ruling for ruling in game.rulings if ruling.id in inherit.own_rulings(own)]
    return [
        *_option_problems(game, options), *_ruling_problems(game, mine), *_filed_problems(game)
    ]  # fmt: skip


def _option_problems(game: Game, options: Mapping[str, Sequence[OptionValue]]) -> Iterator[Problem]:
    for option, choices in options.items():
        at, key = ("options", option), OPTION_KEYS[option]
        decides = tuple(key.split("."))
        default = get_key(game.values, key, MISSING)
        if default is MISSING:
            yield told(
                at, f" decides {key}, which this game does not have; leave it out", others=[decides]
            )
            continue
        if default not in choices:
            yield wrong(
                at, choices, f"add {shown(default)}, which {key} is by default", others=[decides]
            )
        for choice in choices:
            for problem in problems(with_key(game.values, key, choice), Rules):
                others = [one for one in (problem.key, *problem.others) if one != decides]
                yield wrong(at, choice, problem.sentence, others=others)


def _ruling_problems(game: Game, rulings: Iterable[Ruling]) -> Iterator[Problem]:
    for ruling in rulings:
        at = ("rulings", ruling.id)
        choices = game.options.get(ruling.option, ())
        if ruling.option and not choices:
            yield wrong(
                (*at, "option"),
                ruling.option,
                f"it is no option of this game; {use(game.options, typed=ruling.option)}",
                others=[("options",)],
            )
        elif ruling.option and len(choices) < 2:
            yield wrong(
                ("options", ruling.option),
                choices,
                f"add a second value, which is the other reading of {ruling.id}",
                others=[(*at, "option")],
            )
        for option, choice in ruling.under.items():
            if choice not in game.options.get(option, ()):
                yield wrong(
                    (*at, "under"),
                    option,
                    f"it has no value {shown(choice)} in this game's options; "
                    + use(game.options, typed=option),
                    others=[("options",)],
                )
        unknown = [key for key in ruling.sets if not can_be_set(game.values, key)]
        for key in unknown:
            yield told((*at, "sets"), f" names {shown(key)}, which is not in the rules")
        other = game.values
        for key, value in ruling.sets.items():
            other = other if unknown else with_key(other, key, value)
        for problem in problems(other, Rules):
            yield told(
                (*at, "sets"), f": {problem.sentence}", others=[problem.key, *problem.others]
            )


def _filed_problems(game: Game) -> Iterator[Problem]:
    tables = {bet.id: bet.tables for bet in game.rules().bets}
    for filed in game.filed:
        at = ("filed", filed.bet)
        if filed.bet not in tables:
            advice = (
                use(tables, typed=filed.bet) if tables else "this game has no bets; leave it out"
            )
            yield wrong((*at, "bet"), filed.bet, advice, others=[("bets", filed.bet)])
        elif not 1 <= filed.paytable <= tables[filed.bet]:
            advice = f"use 1 to {tables[filed.bet]}"
            yield wrong((*at, "paytable"), filed.paytable, advice, others=[("bets", filed.bet)])
