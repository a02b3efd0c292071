"""Rounds under random options, readings, pay tables and wagers, for what tables say of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from pitboss import games
from pitboss.cards import DECK, RANKS
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House, WagerError
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table.flow import Want
from tests.rounds import DESIGNS, find

GAMES = (*games.BUILT_IN, *sorted(path.name for path in DESIGNS.glob("*.toml")))
ROUNDS = 120
"""For each game."""
YOU = "you"
RICH = ("A8", "KJ5A", "T7", "9", "6A5", "QA", "3K", "45A", "23A")


def random_table(game: str, rng: random.Random) -> Table:
    """A table of a game as some house might deal it, read as somebody might read it."""
    found = find(game)
    while True:
        options: dict[str, OptionValue] = {
            name: rng.choice(values) for name, values in found.options.items()
        }
        options |= {
            ruling.id: "other"
            for ruling in found.rulings
            if (ruling.sets or ruling.option) and rng.random() < 0.2
        }
        tables = {name: rng.randint(1, count) for name, count in found.paytables().items()}
        unit = rng.choice([1, 25, 50, 100])
        house = House(round_to=unit, round_for=rng.choice(["player", "house"]))
        try:
            return Table(found.rules(options, tables), house)
        except RulesError:
            continue  # readings that exclude each other


def play_rounds(
    game: str, seed: str, look: Callable[[Table], None], rounds: int = ROUNDS
) -> Iterator[Table]:
    """Finished rounds of random tables; `look` sees every moment at which a player is asked."""
    rng = random.Random(f"{seed} {game}")
    for number in range(0, rounds, 6):
        yield from play_on(random_table(game, rng), rng, look, min(6, rounds - number))


def play_on(
    table: Table, rng: random.Random, look: Callable[[Table], None], rounds: int
) -> Iterator[Table]:
    """Some rounds at one table."""
    for _ in range(rounds):
        table.take_events()
        table.do(act.Shuffle())
        table.do(act.PlaceWagers(1, YOU, random_wagers(table, rng)))
        table.do(act.CloseWagers())
        shoe = random_shoe(table.tables.decks, rng)
        while table.want != Want.WAGERS:
            if table.wants_card:
                table.deal(next(shoe))
                continue
            look(table)
            table.do(random_answer(table, rng))
        yield table


def random_wagers(table: Table, rng: random.Random) -> dict[str, int]:
    main = rng.choice([1000, 1500, 2050, 3333])
    wagers = dict.fromkeys(table.tables.opening, main)
    for bet in rng.sample(list(table.limits.bets), k=len(table.limits.bets)):
        more = wagers | {bet: rng.choice([100, 250, 500])}
        try:
            table.limits.check(more)
        except WagerError:
            continue
        wagers = more
    return wagers


def random_shoe(decks: int, rng: random.Random) -> Iterator[int]:
    shoe = rng.sample(list(DECK) * decks, k=40)
    if rng.random() < 0.6:
        rich = [card for card in DECK if RANKS[card >> 2] in rng.choice(RICH)]
        shoe = [rng.choice(rich) if rng.random() < 0.6 else card for card in shoe]
        kept: list[int] = []
        for card in shoe:
            if kept.count(card) < decks:
                kept.append(card)
        shoe = kept
    rest = [card for card in DECK for _ in range(decks - shoe.count(card))]
    return iter(shoe + rng.sample(rest, k=len(rest)))


def random_answer(table: Table, rng: random.Random) -> act.Action:
    if table.want == Want.INSURANCE:
        return rng.choice([act.DeclineInsurance(1), act.Insure(1, 100)])
    legal = table.legal_names()
    if "split" in legal and rng.random() < 0.6:
        return act.move(1, "split")
    return act.move(1, rng.choice(legal))
