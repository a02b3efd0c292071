"""`make docs`: write docs/games/*.md from the games' files, so that the pages cannot drift."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss import games
from pitboss.rules.approval import standing
from pitboss.rules.game import Game, option_text
from pitboss.rules.limits import washington
from pitboss.rules.practice import ChosenPractice, practice_by_choice
from pitboss.rules.procedure import HOUSE_CUSTOM, KINDS, manual, steps

PAGES = Path(__file__).parents[1] / "docs" / "games"


def page(game: Game) -> str:
    """One game's page: the same headings for every game."""
    rules = game.rules()
    lines = [
        f"# {game.name}",
        "",
        game.summary,
        "",
        f"`pitboss play {game.id}`. Source: {game.source}.",
    ]
    lines += ["", "## Approval", "", *approval_lines(game)]
    lines += ["", "## Wagers", "", "| id | name | |", "|---|---|---|"]
    lines += [
        f"| `{bet}` | {rules.wagers.names[bet]} | mandatory |" for bet in rules.wagers.opening
    ]
    lines += [f"| `{bet.id}` | {bet.name} | optional |" for bet in rules.bets]
    lines += ["| `insurance` | Insurance | when an ace is up |"]
    lines += ["", "## Rules", ""]
    changed = {old: text.id for text in game.texts for old in text.changes}
    for text in game.texts:
        note = f" *(changed by {changed[text.id]})*" if text.id in changed else ""
        lines.append(f"- **{text.id}** {text.text}{note}")
    if rules.bets:
        lines += ["", "## Pay tables (to 1)", ""]
    for bet in rules.bets:
        tables = range(1, bet.tables + 1)
        lines += [f"**{bet.name}** (`--paytable {bet.paytable}=K`)", ""]
        lines += [
            "| event | " + " | ".join(map(str, tables)) + " |",
            "|---" * (bet.tables + 1) + "|",
        ]
        for event in bet.events:
            pays = ["–" if pay == "none" else str(pay) for pay in event.pays]
            lines.append(f"| {event.label or event.event} | " + " | ".join(pays) + " |")
        lines.append("")
    lines += ["", "## House options", "", "| option | allowed (default first) |", "|---|---|"]
    for option, values in game.options.items():
        default = game.default(option)
        ordered = sorted(values, key=lambda value: value != default)
        lines.append(f"| `{option}` | {', '.join(map(option_text, ordered))} |")
    lines += [f"| `{option}` | refused: {why} |" for option, why in game.refuses.items()]
    lines += ["", "## Rulings", ""]
    for ruling in game.rulings:
        how = f" (`--set {ruling.id}=other`)" if ruling.playable else ""
        lines += [f"- **{ruling.id}** {ruling.question}", f"  - ruled: {ruling.ruling}",
                  f"  - other reading: {ruling.other}{how}"]  # fmt: skip
        if ruling.same:
            lines.append(f"  - changes no figure: {ruling.same}")
    if game.filed:
        lines += ["", "## Edges as filed", ""]
        lines += [f"- `{f.bet}` table {f.paytable}: {f.house_edge} ({f.basis})" for f in game.filed]
    if game.procedure:
        lines += ["", "## Dealer's words", ""]
    for step in steps():
        if step in game.procedure:
            words = game.procedure[step]
            said = f" “{words.says}”" if words.says else ""
            lines.append(f"- `{step}`: {words.does}{said}")
    lines += ["", "## For the dealer", "", f"*{HOUSE_CUSTOM}*: no document says it."]
    practice = practice_by_choice(game)
    for kind, title in KINDS.items():
        alike = [one for one in practice if one.practice.kind == kind]
        if alike:
            lines += ["", f"### {title}", ""]
            lines += [line for one in alike for line in _practice_lines(one)]
    return _squeezed(lines)


def approval_lines(game: Game) -> list[str]:
    """Whose rules these are, and which choices of a house keep to the document."""
    found = standing(game, game.rules())
    lines = [f"{found.says}."]
    if found.letter:
        lines += ["", "Conditions of the letter:", ""]
        lines += [f"- {condition}" for condition in found.letter.conditions]
        lines += ["", "It says besides:", "", *(f"- {one}" for one in found.letter.remarks)]
    if game.approval:
        lines += ["", "What the document leaves to the house; any other choice is not the rules as "
                  "approved:", ""]  # fmt: skip
        lines += [f"- `{option}`: {why}" for option, why in game.approval.leaves.items()]
    return lines


def _practice_lines(chosen: ChosenPractice) -> Iterator[str]:
    one, choice = chosen
    source = f"*{HOUSE_CUSTOM}*" if one.is_custom else one.source
    with_choice = f"; with `{choice}`" if choice else ""
    yield f"- **{one.id}** {one.name} ({source}{with_choice})"
    if one.signal:
        yield f"  - signal: {one.signal}"
    said = f" “{one.says}”" if one.says else ""
    yield f"  - {one.does}{said}"
    if one.note:
        yield f"  - {one.note}"


def common_page() -> str:
    """What all games share: limits and dealing procedure by id."""
    lines = [
        "# Limits and procedure",
        "",
        "What every game here shares.",
        "",
        "## Wagering limits",
        "",
    ]
    lines += [f"- **{rule}** {text}" for rule, text in washington().rules.items()]
    lines += ["", washington().note, "", "## Dealing procedure", ""]
    lines += [
        f"All of it is {HOUSE_CUSTOM} unless a game's page names its document. A game's page has",
        "what the game has use for.",
        "",
    ]
    lines += [f"- **{one.id}** {one.name}: {one.does}" for one in manual().practice]
    return _squeezed(lines)


def pages() -> dict[str, str]:
    """Every generated page by file name."""
    made = {f"{game_id}.md": page(games.find(game_id)) for game_id in games.BUILT_IN}
    return {**made, "limits-and-procedure.md": common_page()}


def _squeezed(lines: list[str]) -> str:
    text = "\n".join(lines) + "\n"
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text


def main() -> None:
    """Write the pages."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")
        print(f"docs/games/{name}")


if __name__ == "__main__":
    main()
