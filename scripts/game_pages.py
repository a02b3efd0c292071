"""`make docs`: write docs/games/*.md from the games' files, so that the pages cannot drift."""

from __future__ import annotations

from pathlib import Path

from pitboss import games
from pitboss.rules.game import Game, option_text
from pitboss.rules.limits import washington
from pitboss.rules.procedure import PRACTICE, STEPS

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
            lines.append(f"| {event.event} | " + " | ".join(pays) + " |")
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
    lines += ["", "## Dealer's words", ""]
    for step in STEPS:
        if step in game.procedure:
            words = game.procedure[step]
            said = f" “{words.says}”" if words.says else ""
            lines.append(f"- `{step}`: {words.does}{said}")
    return _squeezed(lines)


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
    lines += [f"- **{rule}** {text}" for rule, text in PRACTICE.items()]
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
