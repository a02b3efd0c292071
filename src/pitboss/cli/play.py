"""`pitboss play GAME`: sit down at a terminal table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from pitboss import cards as card_names
from pitboss import games
from pitboss.cli.lesson import tell_lesson
from pitboss.cli.sitting import Sitting
from pitboss.cli.terminal_table import Setup, TerminalTable, default_path
from pitboss.cli.variant import WHOLE, Variant, find, house_settings
from pitboss.floor.lesson import make_lesson
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError
from pitboss.rules.vocabulary import Rules
from pitboss.table.text import read_money


def play(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    seats: Annotated[int, WHOLE] = 1,
    bankroll: str = "1000",
    bet: tuple[str, ...] = (),
    seed: str | None = None,
    cards: str | None = None,
    follow: bool = False,
    shoe: Literal["cut", "csm"] = "cut",
    penetration: float | None = None,
    house: Path | None = None,
    resume: bool = False,
    log: Annotated[Path | None, Parameter(name="--log")] = None,
    lesson: bool = False,
    json: bool = False,
) -> None:
    """Play a game for play money in the terminal.

    Every key you can press is shown. Quit at any moment with q, even in mid-hand, and go on later
    with --resume: the log of the sitting is the sitting. `pitboss replay` shows and checks it.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    seats
        How many seats you play; they all get the same wagers.
    bankroll
        Dollars in front of you at the start.
    bet
        BET=DOLLARS: what to stake on each seat, for example --bet main=10 --bet lucky-stiff=5;
        may be repeated. Equal opening wagers follow main.
    seed
        Shuffle from this seed instead of the system's random source: the same shoe every time.
    cards
        Deal exactly these cards in this order, for example "Ts 5h 9c Kd Ah".
    follow
        Follow a real table: you type every card as it is dealt. The hole card may stay unknown.
    shoe
        A shoe with a cut card, or a continuous shuffler (csm).
    penetration
        How far into the shoe the cut card stands, 0.1 to 0.95.
    house
        A .toml file with the room's settings: date, minimum, maximum, round-to, round-for,
        aggregate, shoe, penetration; amounts in cents.
    resume
        Go on where the last sitting of this game stopped.
    log
        Keep the log in this file instead of the user's state folder.
    lesson
        Show a guided first round instead: five hands with chosen cards, nothing staked or kept.
    json
        For scripts: print events and view as JSON lines, read moves as words from standard input.

    """
    given = {
        "seats": seats, "bankroll": bankroll, "bet": bet, "seed": seed, "cards": cards,
        "follow": follow, "shoe": shoe, "penetration": penetration, "house": house,
    }  # fmt: skip
    if lesson:
        _check_lesson(given | {"resume": resume, "log": log})
        tell_lesson(make_lesson(*find(game, variant)), json=json)
        return
    if resume:
        _check_nothing_else(given, variant)
        found = games.find(game)
        terminal_table = TerminalTable.resume(found, log or default_path(found))
    else:
        found, rules = find(game, variant)
        settings = house_settings(house, shoe=shoe, penetration=penetration)
        setup = Setup(
            bankroll=_money(bankroll, "--bankroll"), stakes=_stakes(bet, rules.wagers.opening),
            seats=seats, seed=seed, follow=follow,
            cards=card_names.parse_all(cards) if cards is not None else None,
        )  # fmt: skip
        _check_setup(setup, rules)
        terminal_table = TerminalTable(found, rules, settings, setup, log or default_path(found))
        terminal_table.table.limits.check(setup.stakes)
    Sitting(terminal_table, asked_for=game, json=json).run()


def _check_lesson(given: dict[str, Any]) -> None:
    """A lesson has its own wagers and cards."""
    usual = play.__kwdefaults__ or {}
    for name, value in given.items():
        if value != usual[name]:
            raise RulesError(
                f"--{name}: a lesson has its own wagers and cards; leave it out, or leave out "
                "--lesson"
            )


def _check_nothing_else(given: dict[str, Any], variant: Variant | None) -> None:
    """A sitting that is resumed has its rules, wagers and shoe already."""
    usual = play.__kwdefaults__ or {}
    changed = any(value != usual[name] for name, value in given.items())
    if changed or (variant is not None and variant.given()):
        raise RulesError(
            "--resume: rules, seats, wagers and shoe come from the log; use only --log and "
            "--json with it"
        )


def _check_setup(setup: Setup, rules: Rules) -> None:
    if setup.follow and (setup.cards is not None or setup.seed is not None):
        raise RulesError("--follow: the cards are typed; leave out --cards and --seed")
    if not 1 <= setup.seats <= rules.wagers.seats:
        raise RulesError(f"--seats {setup.seats}: use 1 to {rules.wagers.seats}")
    if setup.bankroll <= 0:
        raise RulesError(f"--bankroll {setup.bankroll / 100:g}: use dollars above zero")


def _money(text: str, field: str) -> int:
    try:
        return read_money(text)
    except ValueError as error:
        raise WagerError(f"{field}: {error}") from None


def _stakes(bets: tuple[str, ...], opening: tuple[str, ...]) -> dict[str, int]:
    """The wagers given on the command line; $10 on main unless said."""
    chosen = {}
    for text in bets:
        bet, _, amount = text.partition("=")
        if bet in chosen:
            raise WagerError(f"--bet {text}: {bet} was given already; give one amount")
        chosen[bet] = _money(amount, f"--bet {text}")
    main = chosen.pop(opening[0], 1000)
    return {**dict.fromkeys(opening, main), **chosen}
