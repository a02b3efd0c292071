"""The compiled environment against the table engine: same cards, same answers, same cents.

``python -m tests.env.same_cards --rounds 100000`` plays more rounds of every game than the suite
does.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from pitboss import games
from pitboss.env.batch import Batch
from pitboss.env.felt import Felt
from pitboss.env.layout import FIELDS, MASK, OVER, WAGERS, Layout, Row
from pitboss.env.setting import Setting, make_setting
from pitboss.env.steps import numbers
from pitboss.table.shoe import ShoeEmpty
from tests.sim.settings import GAMES, random_settings
from tests.sim.settings import Setting as HouseSetting

TABLES = 16
"""Tables side by side."""
SIDES = 3
"""Side bets staked at once, beside the main game."""
Player = Callable[[Row], int]
"""An action for an observation."""


def random_player(layout: Layout, rng: random.Random) -> Player:
    """Any legal action; now and then an illegal one, which is taken for the table's default."""

    def play(row: Row) -> int:
        if rng.random() < 0.02:
            return rng.randrange(len(layout.actions))
        return int(rng.choice(np.nonzero(row[MASK:])[0]))

    return play


class Played:
    """A round of one table: what was seen and done, and what it brought."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.actions: list[int] = []


def differences(setting: Setting, player: Player, rounds: int, seed: int) -> Iterator[str]:
    """Play so many rounds, and deal each of them again at a table; what is not the same."""
    batch = Batch(setting, TABLES)
    batch.seed_all(seed)
    felts = [Felt(setting) for _ in range(TABLES)]
    rounds_of = [Played() for _ in range(TABLES)]
    batch.begin()
    for felt in felts:
        felt.hidden = []
    begun = [True] * TABLES
    played = 0
    while played < rounds:
        before = batch.seen.copy()
        over = before[:, 0] == OVER
        actions = np.array([0 if over[n] else player(before[n]) for n in range(TABLES)])
        batch.step(actions, 1.0, numbers.NEXT_STEP)
        for place in range(TABLES):
            if over[place]:
                begun[place] = True
                continue
            one = rounds_of[place]
            one.rows.append(before[place])
            one.actions.append(int(actions[place]))
            if batch.seen[place, 0] in (OVER, WAGERS):
                if begun[place]:
                    burned = batch.shoe[place, : setting.burn].tolist()
                    ran_out = bool(batch.state[place, numbers.RAN_OUT])
                    _new_shoe(felts[place], [] if ran_out else burned)
                    begun[place] = False
                    if ran_out:
                        one.rows.clear()
                        one.actions.clear()
                        continue
                yield from _compare(felts[place], batch, place, one)
                rounds_of[place] = Played()
                played += 1


def _new_shoe(felt: Felt, burned: list[int]) -> None:
    felt.script(burned)
    felt.next_shoe()


def _compare(felt: Felt, batch: Batch, place: int, one: Played) -> Iterator[str]:
    if batch.state[place, numbers.RAN_OUT]:
        yield from _compare_money(felt, batch, place, one)
        return
    cards = batch.cards(place)
    felt.script(cards)
    for row, action in zip(one.rows, one.actions, strict=True):
        told = felt.observe(1)
        if not np.array_equal(told, row):
            yield f"{cards} {one.actions}: table {_told(felt, told)}, steps {_told(felt, row)}"
            return
        try:
            felt.act(1, action)
        except ShoeEmpty:
            yield f"{cards} {one.actions}: the table wants more cards"
            return
    if felt.won(1) != round(batch.rewards[place]):
        yield f"{cards} {one.actions}: table {felt.won(1)}, steps {batch.rewards[place]}"
    if not felt.between_rounds:
        yield f"{cards} {one.actions}: the round at the table is not over"
    told = felt.observe(1)
    if not np.array_equal(told, batch.seen[place]):
        yield f"{cards}: table {_told(felt, told)}, steps {_told(felt, batch.seen[place])}"
    if felt.shoe.position != len(cards):
        yield f"{cards} {one.actions}: the table took {felt.shoe.position} cards"


def _compare_money(felt: Felt, batch: Batch, place: int, one: Played) -> Iterator[str]:
    """A round in which the shoe ran out: the same cards at a table that knows no earlier ones."""
    fresh = Felt(felt.setting)
    fresh.script(batch.cards(place))
    fresh.table.do(_shuffle())
    for action in one.actions:
        fresh.act(1, action)
    if fresh.won(1) != round(batch.rewards[place]):
        yield f"{one.actions}, shoe ran out: table {fresh.won(1)}, steps {batch.rewards[place]}"


def _shuffle() -> Any:
    from pitboss.table.actions import Shuffle

    return Shuffle()


def _told(felt: Felt, row: Row) -> dict[str, Any]:
    named = felt.layout.named(row)
    return {name: named[name] for name in FIELDS} | {
        "seen": named["seen"].tolist(),
        "hand": named["hand_ranks"].tolist(),
        "mask": [felt.layout.actions[n] for n in np.nonzero(row[MASK:])[0]],
    }


def any_setting(house: HouseSetting, rng: random.Random) -> Setting:
    """A setting with side bets that the table allows, a shoe, and levels."""
    rules = house.rules()
    bets = [bet.id for bet in rules.offered_bets]
    rng.shuffle(bets)
    shoe: dict[str, Any] = rng.choice(
        [{}, {"shoe": "cut"}, {"shoe": "cut", "penetration": 0.95, "burn": rng.randint(0, 3)}]
    )
    found = None
    for many in range(len(bets) + 1):
        wagers = {bet: rng.choice((0.1, 0.25, 0.5)) for bet in bets[:many]}
        try:
            found = make_setting(
                house.found, options=house.options, paytables=house.paytables, wagers=wagers,
                unit=rng.choice((1000, 1500, 2000)), levels=rng.choice(((1,), (1, 2, 5))), **shoe,
            )  # fmt: skip
        except ValueError:
            if found is None:
                raise
            break
        if rng.random() < 0.3:
            break
    assert found is not None
    return found


def staked(game: str) -> list[dict[str, float]]:
    """Side bets of a game: none, then all of them, no more at once than any game allows."""
    offered = [bet.id for bet in games.find(game).rules().offered_bets]
    together = [offered[first : first + SIDES] for first in range(0, len(offered), SIDES)]
    return [{}, *(dict.fromkeys(bets, 0.5 if len(bets) == 1 else 0.1) for bets in together)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and say how many rounds did not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000, help="of each game")
    parser.add_argument("--game", choices=GAMES, action="append", help="all unless given")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    apart = 0
    for game in chosen.game or GAMES:
        rng = random.Random(f"environment {game} {chosen.seed}")
        settings = max(4, chosen.rounds // 1000)
        wrong = 0
        for house in random_settings(game, rng, settings):
            setting = any_setting(house, rng)
            player = random_player(Layout(setting), rng)
            each = -(-chosen.rounds // settings)
            for difference in differences(setting, player, each, rng.randrange(1 << 40)):
                wrong += 1
                if wrong <= 3:
                    print(house, dict(setting.wagers), setting.levels, setting.cut)
                    print(difference, flush=True)
        apart += wrong
        print(
            f"{game}: {chosen.rounds:,} rounds, {settings} settings, {wrong} differences",
            flush=True,
        )
    return 1 if apart else 0


if __name__ == "__main__":
    raise SystemExit(main())
