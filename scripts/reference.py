"""`make docs`: write docs/reference.md, every public name of the Python library with an example.

What is public is `pitboss.__all__`, and what those names give back. Signatures and texts are those
of the code; the examples stand here and are run by the test suite.
"""

from __future__ import annotations

import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from pitboss.field_notes import field_notes
from pitboss.rules.decode import struct_of

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
WIDEST = 96
ABOUT = """\
# The Python library

Written by `make docs` from the signatures and texts in the code; every example is run by the test
suite. What is here is meant to be built on; what is not may change without notice. `import pitboss`
is quick: engines are read when they are first used.

Money is whole cents. A card is a whole number, see [cards](#cards). Stakes and values that a solver
or simulator gives are in units of the main wager.
"""
TOPICS = {
    "Games and rules": ("games", "Game", "Rules", "House", "RulesError"),
    "The table": ("Table", "actions", "events", "Shoe", "cards", "IllegalAction"),
    "Logs": ("logs",),
    "Exact figures": (
        "solve", "Solution", "sweep", "paytables", "compare", "dealer_finals", "round_results",
    ),
    "Charts and advice": ("Chart", "chart_exceptions", "advise"),
    "Simulating": ("simulate", "Simulation"),
}  # fmt: skip
"""Every public name, in the order a newcomer needs them."""
EXAMPLES = {
    "games": """\
>>> from pitboss import games
>>> game = games.find("half-back")                # or the path of your own .toml file
>>> game.name, list(game.options)[:2]
('Half Back Blackjack with Upcard Bonus', ['decks', 'soft17'])""",
    "Game": """\
>>> rules = game.rules({"decks": 8, "soft17": "stand"}, {"upcard-bonus": 2})
>>> rules.shoe.decks, game.default("decks"), game.paytables()
(8, 6, {'upcard-bonus': 6})""",
    "Rules": """\
>>> rules.dealer.stands_on, rules.dealer.soft17, rules.natural.pays.text
(17, 'stand', '3 to 2')""",
    "House": """\
>>> house = pitboss.House(minimum={"main": 2500}, shoe="csm")""",
    "RulesError": """\
>>> try:
...     game.rules({"soft17": "stnad"})
... except pitboss.RulesError as error:
...     print(error)
half-back: option soft17 = stnad: use hit or stand; did you mean stand?""",
    "Table": """\
>>> table = pitboss.Table(games.find("blackjack").rules())
>>> _ = table.do(pitboss.actions.PlaceWagers(1, "ann", {"main": 1000}))
>>> _ = table.do(pitboss.actions.CloseWagers())
>>> for card in pitboss.cards.parse_all("Ts 6d 6c Tc"):
...     table.deal(card)
>>> table.legal_names()
['stand', 'hit', 'double']""",
    "actions": """\
>>> [type(event).__name__ for event in table.do(pitboss.actions.move(1, "stand"))]
['HandStood', 'HoleCardTurned']""",
    "events": """\
>>> type(table.log[0]).__name__, table.log[0].number
('RoundOpened', 1)""",
    "Shoe": """\
>>> shoe = pitboss.Shoe(6, seed=7, penetration=0.75, burn=1)
>>> shoe.size, shoe.cut
(312, 234)""",
    "cards": """\
>>> pitboss.cards.parse("Kh"), pitboss.cards.name(50)
(50, 'Kh')""",
    "IllegalAction": """\
>>> table.can(pitboss.actions.move(1, "hit"))     # `do` would raise, and change nothing
False""",
    "logs": """\
>>> import tempfile, pathlib
>>> file = pathlib.Path(tempfile.mkdtemp()) / "round.log"
>>> pitboss.logs.write(file, table, "blackjack")
>>> header, happened = pitboss.logs.read(file)     # the seals are checked
>>> again = pitboss.logs.replay(header, happened)  # and every event is derived anew
>>> again.state.snapshot() == table.state.snapshot()
True""",
    "solve": """\
>>> solution = pitboss.solve("half-back", decks=6, bets={"upcard-bonus": 0.5})
>>> solution
<half-back: house edge 4.2295% of the main wager, composition play for main=1, half-back=1>""",
    "Solution": """\
>>> solution.bets["upcard-bonus"].exact.expectation
Fraction(-20233, 626665)
>>> solution.chart.tables["play"].hard[16][8]      # against a ten: take one wager back and hit
'T'""",
    "sweep": """\
>>> rows = pitboss.sweep("blackjack", {"soft17": None})
>>> [f"{row.figures['round']['house_edge']:.4%}" for row in rows]
['0.6154%', '0.4029%']""",
    "paytables": """\
>>> [f"{one.house_edge:.2%}" for one in pitboss.paytables("lucky-stiff")["lucky-stiff"]]
['4.34%', '6.05%', '7.75%', '5.45%', '6.67%']""",
    "compare": """\
>>> blackjack = games.find("blackjack")
>>> changed = pitboss.compare(
...     (blackjack, blackjack.rules()), (blackjack, blackjack.rules({"natural": "6 to 5"}))
... )
>>> changed.rules, f"{changed.edges[0].change:.4%}"
(['natural.pays = 6 to 5 (was 3 to 2)'], '1.3597%')""",
    "dealer_finals": """\
>>> row = pitboss.dealer_finals("blackjack", decks=6)[-1]
>>> row.up, f"{row.finals['natural']:.6f}"         # 96 tens among 311 cards
('A', '0.308682')""",
    "round_results": """\
>>> [row for row in pitboss.round_results("blackjack").rows if row.net == 1.5][0].error
0.0""",
    "Chart": """\
>>> chart = pitboss.solve("blackjack").chart
>>> chart.csv().splitlines()[0]
'table,hand,2,3,4,5,6,7,8,9,T,A'
>>> worse = chart.with_cells({("play", "hard 16", "T"): "S"})
>>> pitboss.solve("blackjack", strategy=worse).strategy
'given chart'""",
    "chart_exceptions": """\
>>> first = pitboss.chart_exceptions("blackjack")[0]
>>> first.hand, first.up, first.chart, first.best
('7 5 4', 'T', 'hit', 'stand')""",
    "advise": """\
>>> table = pitboss.Table(games.find("blackjack").rules())
>>> _ = table.do(pitboss.actions.PlaceWagers(1, "ann", {"main": 1000}))
>>> _ = table.do(pitboss.actions.CloseWagers())
>>> for card in pitboss.cards.parse_all("Ts 6d 6c Tc"):
...     table.deal(card)
>>> [one.move for one in pitboss.advise(table).moves]
['stand', 'hit', 'double']""",
    "simulate": """\
>>> played = pitboss.simulate("blackjack", rounds=100_000, seed=7)
>>> abs(played.results.round.mean - played.solution.round.ev) < 4 * played.results.round.se
True""",
    "Simulation": """\
>>> played.results.rounds, played.device, played.warnings
(100000, 'cpu', [])""",
}
"""What each is for, in a few lines of Python."""


def page() -> str:
    """The whole page."""
    parts = [ABOUT, "```python\n>>> import pitboss\n\n```\n"]
    for topic, names in TOPICS.items():
        parts.append(f"## {topic}\n")
        for name in names:
            parts += entry(name)
    parts.append("## What they give back\n")
    for kind in returned():
        parts += [f"### {kind.__name__}\n", text_of(kind), *members(kind)]
    return "\n".join(parts).rstrip("\n") + "\n"


def entry(name: str) -> list[str]:
    """One public name: what it is, an example, what belongs to it."""
    value = getattr(pitboss, name)
    example = f"```python\n{EXAMPLES[name]}\n\n```\n"
    if isinstance(value, types.ModuleType):
        return [f"### {name}\n", text_of(value), example, *module_members(value)]
    if isinstance(value, type):
        if issubclass(value, Exception):
            return [f"### {name}\n", text_of(value), example]
        made = [] if fields_of(value) else [code(name, vars(value)["__init__"])]
        inner = [*made, *members(value)]
        return [f"### {name}\n", text_of(value), example, *inner]
    return [f"### {name}\n", code(name, value), text_of(value), example]


def module_members(module: types.ModuleType) -> list[str]:
    """Functions of a module with their texts, its classes as a table."""
    own = [value for name, value in vars(module).items() if not name.startswith("_")
           and getattr(value, "__module__", None) == module.__name__]  # fmt: skip
    functions = [value for value in own if inspect.isfunction(value)]
    kinds = [value for value in own if isinstance(value, type)]
    rows = [
        f"| `{kind.__name__}` | {', '.join(f'`{name}`' for name in fields_of(kind))} "
        f"| {first_paragraph(kind)} |"
        for kind in kinds
    ]
    table = ["| name | fields | |", "|---|---|---|", *rows, ""] if rows else []
    listed = [line for one in functions for line in (code(one.__name__, one), text_of(one))]
    return [*listed, *table]


def members(kind: type) -> list[str]:
    """The fields and methods of a class."""
    lines = []
    fields = fields_of(kind)
    if fields:
        notes = {**about_fields(kind), **field_notes(kind)}
        lines += ["| field | type | |", "|---|---|---|"]
        lines += [
            f"| `{name}` | `{said}` | {notes.get(name, '')} |" for name, said in fields.items()
        ]
        lines = [line.replace(" | None`", " or None`") for line in lines]
        lines.append("")
    for name, value in vars(kind).items():
        if name.startswith("_") or name in fields or name == "problems":
            continue
        called = value.__func__ if isinstance(value, classmethod) else value
        if inspect.isfunction(called):
            lines.append(f"- `{signature(name, called)}`: {first_paragraph(called)}")
        elif isinstance(value, property | cached_property):
            getter = value.fget if isinstance(value, property) else value.func
            lines.append(f"- `{name}`: {first_paragraph(getter)}")
    return [*lines, ""] if lines else []


def about_fields(kind: type) -> dict[str, str]:
    """Sections of the rules are explained by their own texts."""
    if not issubclass(kind, msgspec.Struct):
        return {}
    about = {}
    for field in msgspec.structs.fields(kind):
        listed = typing.get_args(field.type)[:1] if field.name == "bets" else ()
        struct = struct_of(listed[0] if listed else field.type)
        if struct is not None:
            about[field.name] = first_paragraph(struct)
    return about


def fields_of(kind: type) -> dict[str, str]:
    """The fields of a record and their types, as they are written."""
    written: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("pitboss."):
            written |= inspect.get_annotations(base)
    names: typing.Any = getattr(kind, "__struct_fields__", ()) or getattr(kind, "_fields", ())
    names = names or [name for name in field_notes(kind) if name in inspect.get_annotations(kind)]
    return {name: plain(written[name]) for name in names if name in written}


def returned() -> list[type]:
    """Records that public functions give back, and records these hold, in the order found."""
    public = {getattr(pitboss, name) for topic in TOPICS.values() for name in topic}
    found: dict[type, None] = {}
    waiting = [value for value in public if not isinstance(value, types.ModuleType)]
    waiting.sort(key=lambda value: str(value.__name__))
    while waiting:
        for kind in mentioned(waiting.pop(0)):
            if kind not in found and kind not in public:
                found[kind] = None
                waiting.append(kind)
    return sorted(found, key=lambda kind: kind.__name__)


def mentioned(value: Any) -> Iterator[type]:
    """Records of this library in what something gives back or holds."""
    members = [value, *vars(value).values()] if isinstance(value, type) else [value]
    for member in members:
        called: Any = getattr(member, "fget", None) or getattr(member, "func", None) or member
        called = called.__func__ if isinstance(called, classmethod) else called
        if inspect.isfunction(called) and not called.__name__.startswith(("_", "problems")):
            yield from named_in(str(called.__annotations__.get("return", "")), called.__globals__)
    if isinstance(value, type) and issubclass(value, tuple):
        scope = vars(sys.modules[value.__module__])
        for said in fields_of(value).values():
            yield from named_in(said, scope)


def named_in(said: str, scope: dict[str, Any]) -> Iterator[type]:
    """The records that an annotation names."""
    for word in re.findall(r"\w+", said):
        kind = scope.get(word)
        if not (isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")):
            continue
        if kind.__module__.startswith("pitboss."):
            yield kind


def code(name: str, called: Callable[..., Any]) -> str:
    """A signature in a block of its own, wrapped where it is long."""
    line = signature(name, called)
    if len(line) > WIDEST:
        rows = [f"{name}(", "   "]
        for part in parameters(called):
            if len(rows[-1]) + len(part) + 2 > WIDEST:
                rows.append("   ")
            rows[-1] += f" {part},"
        line = "\n".join([*rows, f"){result(called)}"])
    return f"```\n{line}\n```\n"


def signature(name: str, called: Callable[..., Any]) -> str:
    """A function as one calls it."""
    return f"{name}({', '.join(parameters(called))}){result(called)}"


def parameters(called: Callable[..., Any]) -> list[str]:
    """What a function takes."""
    parts = []
    for one in inspect.signature(called).parameters.values():
        if one.name in ("self", "cls"):
            continue
        if one.kind is one.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        said = "" if one.annotation is one.empty else f": {plain(one.annotation)}"
        default = "" if one.default is one.empty else f" = {one.default!r}"
        parts.append(f"{one.name}{said}{default}")
    return parts


def result(called: Callable[..., Any]) -> str:
    """What a function gives back."""
    given = inspect.signature(called).return_annotation
    is_said = given is not inspect.Signature.empty and called.__name__ != "__init__"
    return f" -> {plain(given)}" if is_said else ""


def plain(annotation: Any) -> str:
    """A type as it is written in the source."""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def text_of(value: Any) -> str:
    """A docstring as text of the page, without its doctests: the page has its own."""
    kept: list[str] = []
    for part in (inspect.getdoc(value) or "").split("\n\n"):
        if not part.lstrip().startswith(">>>"):
            kept.append(part.replace("``", "`"))
    return "\n\n".join(kept) + "\n"


def first_paragraph(value: Any) -> str:
    """What something is, in one line."""
    return " ".join(text_of(value).split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
