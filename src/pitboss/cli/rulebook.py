"""`pitboss rules GAME`: the rules, options, rulings and pay tables in readable form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss import games
from pitboss.cli.telling import print_json
from pitboss.cli.variant import Variant, find
from pitboss.presentation.columns import Columns
from pitboss.rules.approval import plain_standing, standing
from pitboss.rules.compile import LOST, compile_rules
from pitboss.rules.course_text import course_lines
from pitboss.rules.decode import encode
from pitboss.rules.facts import Fact
from pitboss.rules.game import (
    OPTION_KEYS,
    Game,
    RuleText,
    Ruling,
    differences,
    option_text,
)
from pitboss.rules.hands import FIRST_BUST, FIRST_SOFT, describe
from pitboss.rules.keys import get_key
from pitboss.rules.limits import House, Limits, pay_text, washington
from pitboss.rules.practice import practice_of
from pitboss.rules.procedure import HOUSE_CUSTOM, KINDS, Practice
from pitboss.rules.sign import event_words, sign_text, table_sign
from pitboss.rules.vocabulary import Bet, Rules

DEALERS = ("game", "name", "source", "rules_hash", "practice")
"""The part of a game's JSON that is for the dealer."""


def show_rules(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    dealer: bool = False,
    tables: bool = False,
    json: bool = False,
) -> None:
    """Show a game: rules by id, pay tables, house options, rulings with both readings, limits.

    The last part is for the dealer: signals, wagers and chips, cards, the order of payment, and
    what to do when it went wrong, with the document that says so or marked as house custom.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    dealer
        Print only the part for the dealer.
    tables
        Print the integer tables the engines read instead, with their hash.
    json
        Print JSON for a script.

    """
    found, rules = find(game, variant)
    compiled = compile_rules(rules)
    if json:
        everything = as_json(found, rules)
        print_json({key: everything[key] for key in DEALERS} if dealer else everything)
    elif dealer:
        console = Console()
        _print_approval(console, found, rules)
        _print_chosen(console, found, rules)
        print_practice(console, found, rules)
    elif tables:
        print_tables(Console(), found, rules)
    else:
        print_rules(Console(), found, rules)
        Console().print(f"\n[dim]rules hash {compiled.digest()}[/]")


def as_json(game: Game, rules: Rules) -> dict[str, Any]:
    """Everything about a game as plain values."""
    compiled = compile_rules(rules)
    limits = Limits(compiled)
    return {
        "game": game.id,
        "name": game.name,
        "summary": game.summary,
        "source": game.source,
        "approval": plain_standing(game, rules),
        "rules": encode(rules),
        "rules_hash": compiled.digest(),
        "edge_bases": {"main": 1, "stake": len(rules.wagers.opening)},
        "options": {
            name: {"default": game.default(name), "allowed": list(values)}
            for name, values in game.options.items()
        },
        "refused_options": game.refuses,
        "texts": encode(game.texts),
        "rulings": encode(game.rulings),
        "filed": encode(game.filed),
        "practice": encode(practice_of(game, rules)),
        "limits": {
            "minimum": limits.minimum,
            "maximum": limits.maximum,
            "sign": sign_text(table_sign(game, rules, limits)),
        },
        "tables": msgspec.to_builtins(compiled),
    }


def print_rules(console: Console, game: Game, rules: Rules) -> None:
    """The game as a person reads it."""
    console.print(f"\n[bold]{escape(game.name)}[/]  [dim]({game.id})[/]")
    console.print(escape(game.summary))
    console.print(f"[dim]Source: {escape(game.source)}[/]")
    _print_approval(console, game, rules)
    if game.based_on and game.id not in games.BUILT_IN:
        changes = game.changes()
        this = "where the words below say otherwise, this holds:" if changes else "nothing differs."
        console.print(f"Based on {escape(game.based_on)}; {this}")
        for line in changes:
            console.print(f"  [yellow]{escape(line)}[/]")
    _print_chosen(console, game, rules)
    changed = {old: text.id for text in game.texts for old in text.changes}
    families: dict[str, list[RuleText]] = {}
    for text in game.texts:
        families.setdefault(text.id.partition("-")[0], []).append(text)
    for family, texts in reversed(families.items()):
        _heading(console, f"Rules {family}")
        grid = _grid()
        for text in texts:
            note = f" [yellow](changed by {changed[text.id]})[/]" if text.id in changed else ""
            grid.add_row(f"[bold]{escape(text.id)}[/]", escape(text.text) + note)
        console.print(grid)
    _heading(console, "Wagering limits (WA)")
    grid = _grid()
    for rule_id, words in washington().rules.items():
        grid.add_row(f"[bold]{rule_id}[/]", words)
    console.print(grid)
    for bet in rules.bets:
        _heading(
            console,
            f"{escape(bet.name)}: bet {bet.id}, pay tables {bet.paytable}=1…{bet.tables}, to 1",
        )
        console.print(_pay_table(bet, rules))
        console.print("  [dim]* in use[/]")
    if game.filed:
        _heading(console, "Edges as filed")
        for filed in game.filed:
            line = f"  {filed.bet} table {filed.paytable}: {filed.house_edge} ({filed.basis})"
            console.print(Text(line))
    _heading(console, "House options (--set NAME=VALUE)")
    grid = _grid()
    for name, values in game.options.items():
        in_use = get_key(encode(rules), OPTION_KEYS[name])
        shown = [
            f"[bold green]{option_text(value)}*[/]" if value == in_use else option_text(value)
            for value in values
        ]
        grid.add_row(f"[bold]{name}[/]", ", ".join(shown))
    for name, reason in game.refuses.items():
        grid.add_row(f"[dim]{name}[/]", f"[dim]refused: {escape(reason)}[/]")
    console.print(grid)
    console.print("  [dim]* in use[/]")
    _heading(console, "Rulings: where the documents disagree or are silent")
    for ruling in game.rulings:
        playable = f" [cyan](--set {_other_reading(game, ruling)})[/]" if ruling.playable else ""
        console.print(f"[bold]{escape(ruling.id)}[/] {escape(ruling.question)}")
        console.print(Padding(f"[green]ruled:[/] {escape(ruling.ruling)}", (0, 0, 0, 6)))
        other = f"[yellow]other reading:[/] {escape(ruling.other)}{playable}"
        console.print(Padding(other, (0, 0, 0, 6)))
        if ruling.same:
            why = f"[dim]changes no figure: {escape(ruling.same)}[/]"
            console.print(Padding(why, (0, 0, 0, 6)))
    units = len(rules.wagers.opening)
    if units > 1:
        console.print(
            f"\nAn edge of this game is quoted per Main unit and per the {units} units staked."
        )
    _heading(console, "The sign on the table")
    for line in sign_text(table_sign(game, rules, Limits(compile_rules(rules), House()))):
        console.print(Text(f"  {line}"))
    print_practice(console, game, rules)


def print_practice(console: Console, game: Game, rules: Rules) -> None:
    """What the dealer of a game has to know, by what it is about."""
    _heading(console, f"For the dealer of {escape(game.name)} (PR)")
    practice = practice_of(game, rules)
    if not practice:
        console.print("Its file does without.")
    if any(one.is_custom for one in practice):
        console.print(f"[yellow]{HOUSE_CUSTOM}[/]: no document says it; a house may do otherwise.")
    for kind, title in KINDS.items():
        alike = [one for one in practice if one.kind == kind]
        if alike:
            console.print(f"\n[bold]{title}[/]")
        for one in alike:
            colour = "yellow" if one.is_custom else "green"
            console.print(
                f"[bold]{escape(one.id)}[/] {escape(one.name)}  [{colour}]({escape(one.source)})[/]"
            )
            for line in _practice_lines(one):
                console.print(Padding(line, (0, 0, 0, 6)))


def _practice_lines(one: Practice) -> Iterator[str]:
    for label, words in (
        ("signal", one.signal), ("does", one.does), ("says", one.says and f"“{one.says}”"),
    ):  # fmt: skip
        if words:
            yield f"[green]{label}:[/] {escape(words)}"
    if one.note:
        yield f"[dim]{escape(one.note)}[/]"


def print_tables(console: Console, game: Game, rules: Rules) -> None:
    """The compiled rules, laid out for reading."""
    tables = compile_rules(rules)
    console.print(f"[bold]{escape(game.name)}[/]  rules hash {tables.digest()}")
    _heading(console, "The course of a hand")
    for line in course_lines(tables.course):
        console.print(Text(f"  {line}", style="" if line.startswith(" ") else "bold"))
    _heading(console, "Dealer")
    for state in (*range(4, 22), *range(FIRST_SOFT + 1, FIRST_BUST), FIRST_BUST):
        final = tables.dealer_final[state]
        console.print(f"  {describe(state)}: {'draws' if final < 0 else tables.finals[final]}")
    _heading(console, "Outcome of a player's total (rows) against each dealer final")
    grid = Columns("player", *tables.finals)
    for total in range(16, 22):
        signs = [["lose", "push", "win"][pays + 1] for pays in tables.outcome[total]]
        grid.add(str(total), *signs)
    console.print(grid)
    _heading(console, "Everything else")
    skip = {"hand_moves", "round_moves", "dealer_final", "outcome", "bets", "course", "newer"}
    for name in tables.__struct_fields__:
        if name not in skip:
            console.print(f"  {name} = {getattr(tables, name)}")
    for bet in tables.bets:
        _heading(console, f"Bet {bet.id}")
        for event in bet.events:
            asks = ", ".join(
                f"{Fact(fact).name.lower()} in {mask:#x}" for fact, mask in event.conditions
            )
            console.print(Text(f"  {event.name}: {pay_text(event.pays)} when {asks}"))


def _pay_table(bet: Bet, rules: Rules) -> Columns:
    in_use = rules.table_of(bet)
    tables = range(1, bet.tables + 1)
    grid = Columns("event", *(f"{table}*" if table == in_use else str(table) for table in tables))

    def add(event: str, pays: Iterable[object]) -> None:
        cells = ["–" if pay == "none" else str(pay) for pay in pays]
        cells[in_use - 1] = f"[bold green]{cells[in_use - 1]}[/]"
        grid.add(Text(event), *cells)

    words = event_words(bet)
    for event in bet.events:
        add(words[event.event], event.pays)
    lost = words.get(LOST.name, LOST.name)
    add(lost, ("none" if pay == "none" else "loss" for pay in bet.events[0].pays))
    return grid


def _print_approval(console: Console, game: Game, rules: Rules) -> None:
    found = standing(game, rules)
    console.print(Text(found.says, style="" if found.approved else "yellow"))
    if found.letter:
        grid = _grid()
        said = {"conditions": found.letter.conditions, "besides": found.letter.remarks}
        for title, lines in said.items():
            for at, line in enumerate(lines):
                grid.add_row("" if at else f"[dim]  {title}[/]", f"[dim]{escape(line)}[/]")
        console.print(grid)


def _print_chosen(console: Console, game: Game, rules: Rules) -> None:
    chosen = differences(encode(game.rules()), encode(rules))
    if chosen:
        console.print("Chosen here, instead of what the words below say:")
        for line in chosen:
            console.print(f"  [yellow]{escape(line)}[/]")


def _other_reading(game: Game, ruling: Ruling) -> str:
    if not ruling.option:
        return f"{ruling.id}=other"
    default = game.default(ruling.option)
    others = [value for value in game.options[ruling.option] if value != default]
    return f"{ruling.option}={option_text(others[0])}"


def _grid() -> Grid:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    return grid


def _heading(console: Console, text: str) -> None:
    console.print(f"\n[bold underline]{text}[/]")
