"""`pitboss drill GAME` asks a dealer and grades; `pitboss manual GAME` writes how it is dealt."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from pitboss.cli.telling import print_json
from pitboss.cli.variant import WHOLE, Variant, find
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Rules
from pitboss.school import lessons
from pitboss.school.items import Kind
from pitboss.school.lessons import Drill
from pitboss.school.making import MAKERS, make_item, skills
from pitboss.school.scenes import Scene, scenes_of
from pitboss.school.setting import Setting

if TYPE_CHECKING:
    from pitboss.school.manual import Manual

MOST_ITEMS = 100_000
USUAL_ITEMS = 10


def drill(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    kind: str | None = None,
    items: Annotated[int | None, WHOLE] = None,
    seed: str | None = None,
    skill: str = "",
    scene: str = "",
    lesson: str = "",
    quick: bool = False,
    json: bool = False,
    listed: Annotated[bool, Parameter(name="--list")] = False,
) -> None:
    """Train a dealer: questions from rounds the table engine deals, graded and explained.

    You are asked one thing at a time. Type the answer and press Enter; amounts are dollars (22.50)
    or chips (3x25 + 3x5), choices are letters. A wrong answer shows the working, the house's own
    rule, and what the mistake would cost in an hour. What is no answer costs nothing. End with q.

    `pitboss drill half-back --list` shows the kinds of drill and every skill of each.

    `pitboss drill half-back --kind procedure --scene replaced-ace` shows only rounds in which an
    ace takes the upcard's place; `--list` names the other scenes too.

    `pitboss drill blackjack-tie --kind payout --skill "payout/tie-21/tie on 21"` asks for one only.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    kind
        What is asked: payout, resolve, procedure, call, table, error, limits, insurance, colour,
        signal or dispute; payout unless a lesson begins with another or a scene has none.
    items
        How many questions; 10, or what the lesson says.
    seed
        The same seed gives the same questions; without one they are new every time.
    skill
        Ask for one skill only, by its id.
    scene
        Show only rounds in which this happens, by its id.
    lesson
        A lesson's id or the path of its .toml file: games, options, wagers, pace and pass marks.
    quick
        Say nothing of what a mistake costs: the solver takes a few seconds to know it.
    json
        Print questions with their answers as JSON for a script instead of asking.
    listed
        List kinds and skills instead of asking.

    """
    setting, level = _setting(game, variant, scene, lesson, kind)
    found = setting.game
    if listed:
        _list(setting, json=json)
        return
    shown = setting.scene.kinds[0] if setting.scene else "payout"
    chosen = _kind(kind or (level.kind if level else shown))
    if setting.scene and (refused := setting.scene.refuses(chosen)):
        raise RulesError(f"--scene {setting.scene.id}: {refused}")
    items = items if items is not None else level.items if level else USUAL_ITEMS
    if not 1 <= items <= MOST_ITEMS:
        raise RulesError(f"--items {items}: use 1 to {MOST_ITEMS:,}")
    sown = seed if seed is not None else secrets.token_hex(4)
    if json:
        made = [
            make_item(setting, chosen, seed=sown, number=number, skill=skill).item
            for number in range(1, items + 1)
        ]
        print_json({
            "game": found.id, "rules_hash": setting.identity, "kind": chosen, "seed": sown,
            "items": made,
        })  # fmt: skip
        return
    from pitboss.cli.drill_session import Asked, Session

    asked = Asked(kind=chosen, items=items, seed=sown, skill=skill, level=level, quick=quick)
    Session(setting, asked).run()


def manual(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    pdf: Path | None = None,
    html: bool = False,
) -> None:
    """Write a game's manual for dealers: payouts, every step with an example, the practice.

    `pitboss manual half-back -o half-back.html` writes a page that needs nothing else and prints.

    `pitboss manual half-back --pdf half-back.pdf` writes it for paper.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    output
        Write the page to this file, a name that ends in .html.
    pdf
        Write it for paper to this file, a name that ends in .pdf.
    html
        Print the page instead.

    """
    if [html, output is not None, pdf is not None].count(True) != 1:
        raise RulesError(
            "manual: say --html to print the page, -o FILE.html to write it, or --pdf FILE.pdf"
        )
    for name, file, ending in (("--output", output, ".html"), ("--pdf", pdf, ".pdf")):
        if file is not None and file.suffix.lower() != ending:
            raise RulesError(f"{name} {file}: use a name that ends in {ending}")
    from pitboss.school.manual import manual_of

    found = manual_of(Setting(*find(game, variant)))
    if pdf is not None:
        _write_pdf(pdf, found)
        return
    from pitboss.school.manual_page import manual_page

    page = manual_page(found)
    if output is None:
        print(page, end="")
    else:
        output.write_text(page, encoding="utf-8")
        print(f"{output}: written")


def _write_pdf(file: Path, found: Manual) -> None:
    from pitboss.classroom.manual_printing import manual_pdf
    from pitboss.classroom.sheet import NoPrinter

    try:
        file.write_bytes(manual_pdf(found))
    except NoPrinter as error:
        raise RulesError(f"--pdf: {error}") from None
    print(f"{file}: written")


def _setting(
    game: str, variant: Variant | None, scene: str, lesson: str, kind: str | None
) -> tuple[Setting, Drill | None]:
    """The table that is drilled, and the level of the lesson if there is one."""
    if not lesson:
        found, rules = find(game, variant)
        return Setting(found, rules, scene=_scene(scene, rules)), None
    if variant is not None and variant.given():
        raise RulesError("--lesson: options and pay tables come from the lesson; leave them out")
    taught = lessons.find(lesson)
    called = taught.lesson.id
    if game not in taught.games:
        raise RulesError(f"game {game!r} is not in lesson {called}; {use(taught.games)}")
    levels = {drill.kind: drill for drill in reversed(taught.levels(game).values())}
    if kind is not None and kind not in levels:
        raise RulesError(f"--kind {kind} is not in lesson {called}; {use(levels, typed=kind)}")
    level = levels[_kind(kind)] if kind else next(iter(taught.levels(game).values()))
    setting = taught.setting(game)
    chosen = _scene(scene or level.scene, setting.rules)
    return replace(setting, scene=chosen, known={}), level


def _scene(text: str, rules: Rules) -> Scene | None:
    if not text:
        return None
    known = scenes_of(rules)
    if text not in known:
        advice = use(known, typed=text) if known else "this game has none"
        raise RulesError(f"--scene {text}: {advice}")
    return known[text]


def _kind(text: str) -> Kind:
    for kind in get_args(Kind):
        if text == kind and kind in MAKERS:
            return kind  # type: ignore[no-any-return]
    raise RulesError(f"--kind {text}: {use(MAKERS, typed=text)}")


def _list(setting: Setting, *, json: bool) -> None:
    if json:
        listed = {
            kind: [{"id": skill.id, "name": skill.name} for skill in skills(setting, kind)]
            for kind in MAKERS
        }
        scenes = {one.id: one.name for one in scenes_of(setting.rules).values()}
        print_json({"game": setting.game.id, "kinds": listed, "scenes": scenes})
        return
    console = Console(highlight=False)
    for kind, maker in MAKERS.items():
        rows = [(skill.id, skill.name) for skill in skills(setting, kind)]
        _print_rows(console, f"{kind}: {maker.about}", rows)
    scenes_here = scenes_of(setting.rules).values()
    _print_rows(console, "scenes", [(scene.id, scene.name) for scene in scenes_here])


def _print_rows(console: Console, title: str, rows: list[tuple[str, str]]) -> None:
    if not rows:
        return
    grid = Grid.grid(padding=(0, 2))
    for name, words in rows:
        grid.add_row(f"  [cyan]{escape(name)}[/]", escape(words))
    console.print(f"\n[bold]{escape(title)}[/]")
    console.print(grid)
