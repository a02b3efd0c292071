"""Learns Half Back from nothing but rounds played, and compares what it learned with the solver.

    python examples/learn_half_back.py --plot half-back.svg

The algorithm is the plain one of textbooks: Monte Carlo control. Thousands of tables are played
side by side by the strategy found so far, but for one decision of each round, chosen beforehand,
which is taken at random. What the round brought is credited to that decision alone, so the moves of
a cell are compared on hands that chance dealt to them alike; after each pass every cell takes the
move that brought most on average. Nothing is known of the dealer, of the cards or of pays.

What is learned has the shape of a chart: to draw or to stand for each hard and soft total against
each upcard, and the other moves for two cards and for pairs. So the solver can value it exactly,
and every cell can be compared. Insurance is declined. It takes less than three minutes on two
cores, and matplotlib for the picture.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

import pitboss
from pitboss.env.batch import Batch
from pitboss.env.layout import FIELDS, INSURANCE, MASK, PLAY, Layout
from pitboss.env.setting import make_setting
from pitboss.env.steps.numbers import SAME_STEP
from pitboss.rules.chart import UP_VALUES, UPCARDS, Chart, Table, rows
from pitboss.rules.moves import by_id

GAME = "half-back"
TABLES = 8192
FIRST_PASS, PASSES = 3_000_000, 5
"""Rounds of the first pass; each has twice as many as the one before."""
EXPLORED = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 3])
"""Which decision of a round is taken at random, each as likely as another. It is chosen before the
cards: a coin for every decision would credit short rounds more often than long ones."""
STATES, VALUES = 64, 11
"""Hands: hard totals, and soft ones from 32 on; values of cards."""

OPENING, OPENING_PAIR, SPLIT, SPLIT_PAIR = range(4)
"""What is told apart where more than drawing and standing is open."""
GROUPS = 4
PLAIN = 15
"""The choice to draw or to stand, whichever is better."""
CHOICES = 16

PHASE, TERMS, TOTAL, SOFT, CARDS, PAIR, UPCARD = (
    FIELDS.index(name) for name in ("phase", "terms", "total", "soft", "cards", "pair", "upcard")
)
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Strategy(NamedTuple):
    """What is done: whether to draw, and which other move to make, `PLAIN` for none."""

    draws: Ints
    """``draws[hand, upcard]``."""
    first: Ints
    """``first[group, hand or pair, upcard]``."""


class Trials(NamedTuple):
    """Of the rounds that are being played: what is tried in each."""

    at: Ints
    """Which decision is taken at random."""
    made: Ints
    """Decisions so far."""
    place: Ints
    """What was tried, as one number; -1 if nothing was yet."""


@numba.njit()
def place_of(first: bool, group: int, hand: int, up: int, choice: int) -> int:
    """A decision as one number."""
    return (((int(first) * 4 + group) * 64 + hand) * 11 + up) * 16 + choice


@numba.njit()
def decide(
    seen: Any, split_terms: Any, moves: int, draws: Any, first: Any, trials: Any, actions: Any
) -> None:  # fmt: skip
    """An action for every table; moves 0 and 1 stand and draw."""
    at, made, place = trials
    for i in range(len(actions)):
        if seen[i, PHASE] != PLAY:
            mask = seen[i, MASK:]
            actions[i] = moves
            if seen[i, PHASE] != INSURANCE:
                actions[i] = np.argmax(mask)
                at[i] = EXPLORED[np.random.randint(len(EXPLORED))]
                made[i], place[i] = 0, -1
            continue
        up = min(seen[i, UPCARD], 10)
        hand = seen[i, TOTAL] + 32 * (seen[i, SOFT] != 0)
        others = 0
        for move in range(2, moves):
            others += seen[i, MASK + move]
        if others:
            pairs = seen[i, MASK + 3] != 0
            group = 2 * split_terms[seen[i, TERMS]] + pairs
            about = seen[i, PAIR] if pairs else hand
            choice = first[group, about, up]
            tried = made[i] == at[i]
            made[i] += 1
            if tried:
                taken = np.random.randint(others + 1)
                choice = PLAIN
                for move in range(2, moves):
                    if seen[i, MASK + move]:
                        if taken == 0:
                            choice = move
                        taken -= 1
                place[i] = place_of(True, group, about, up, choice)
            if choice != PLAIN and seen[i, MASK + choice]:
                actions[i] = choice
                continue
        draw = draws[hand, up]
        if made[i] == at[i]:
            draw = np.random.randint(2)
            place[i] = place_of(False, 0, hand, up, draw)
        made[i] += 1
        actions[i] = draw if seen[i, MASK + draw] else 0


@numba.njit()
def credit(trials: Any, over: Any, brought: Any, sums: Any, counts: Any) -> None:
    """Book what the rounds brought that are over."""
    for i in range(len(over)):
        place = trials.place[i]
        if over[i] and place >= 0:
            sums[place] += brought[i]
            counts[place] += 1


@numba.njit()
def set_seed(seed: int) -> None:
    """Of the random moves."""
    np.random.seed(seed)


class Learner:
    """Plays by a strategy and makes a better one of what came out."""

    def __init__(self, seed: int) -> None:
        self.setting = make_setting(GAME)
        self.layout = Layout(self.setting)
        terms = self.setting.tables.course.terms
        self.split_terms = np.array([one.split for one in terms], dtype=np.int64)
        self.moves = len(self.layout.moves)
        self.strategy = Strategy(
            np.zeros((STATES, VALUES), dtype=np.int64),
            np.full((GROUPS, STATES, VALUES), PLAIN, dtype=np.int64),
        )
        self.strategy.draws[:17] = 1
        self.before = np.zeros((2, 2 * GROUPS * STATES * VALUES * CHOICES))
        """What the last pass brought, which counts with the next: little changes between them."""
        self.batch = Batch(self.setting, TABLES)
        self.batch.seed_all(seed)
        self.batch.begin()
        set_seed(seed)

    def learn(self, rounds: int) -> None:
        """Play so many rounds, then take what was best in every cell."""
        batch, size = self.batch, self.before.shape[1]
        sums, counts = np.zeros((2, size))
        trials = Trials(*(np.zeros(TABLES, dtype=np.int64) for _ in Trials._fields))
        trials.place[:] = -1
        actions = np.zeros(TABLES, dtype=np.int64)
        played = 0
        while played < rounds:
            decide(batch.seen, self.split_terms, self.moves, *self.strategy, trials, actions)
            batch.step(actions, 1.0 / self.setting.unit, SAME_STEP)
            credit(trials, batch.over, batch.rewards, sums, counts)
            played += int(batch.over.sum())
        booked = np.array((sums, counts))
        sums, counts = self.before + booked
        self.before = booked
        shape = (2, GROUPS, STATES, VALUES, CHOICES)
        with np.errstate(invalid="ignore", divide="ignore"):
            means = np.where(counts > 0, sums / counts, -np.inf).reshape(shape)
        plain = means[0, 0, :, :, :2]
        known = np.isfinite(plain).all(axis=-1)
        draws = np.where(known, plain.argmax(axis=-1), self.strategy.draws)
        first = np.where(np.isfinite(means[1]).any(axis=-1), means[1].argmax(axis=-1), PLAIN)
        self.strategy = Strategy(draws, first)

    # The strategy as a chart

    def chart(self) -> Chart:
        """What was learned, in the solver's own format."""
        best = pitboss.solve(GAME, strategy="chart").chart
        tables = {name: self._table(table, name != "play") for name, table in best.tables.items()}
        return Chart(game=GAME, tables=tables)

    def _table(self, shape: Table, split: bool) -> Table:
        group = SPLIT if split else OPENING
        return Table(
            hard={total: self._cells(group, total, total) for total in shape.hard},
            soft={total: self._cells(group, total + 32, total + 32) for total in shape.soft},
            pairs={card: self._pair(card) for card in shape.pairs},
        )

    def _cells(self, group: int, about: int, hand: int) -> tuple[str, ...]:
        return tuple(self._code(group, about, hand, up) for up in UP_VALUES)

    def _code(self, group: int, about: int, hand: int, up: int) -> str:
        draws = bool(self.strategy.draws[hand, up])
        choice = int(self.strategy.first[group, about, up])
        if choice == PLAIN:
            return "H" if draws else "S"
        codes = list(by_id(self.layout.actions[choice]).codes)
        return codes[0] if draws else codes[1]

    def _pair(self, card: str) -> tuple[str, ...]:
        value = UP_VALUES[UPCARDS.index(card)]
        hand = 12 + 32 if value == 1 else 2 * value
        again, once = by_id("split").codes
        found = []
        for up in UP_VALUES:
            code = self._code(OPENING_PAIR, value, hand, up)
            if code in (again, once):
                more = self.strategy.first[SPLIT_PAIR, value, up]
                parts = self.layout.actions[more] == "split" if more != PLAIN else value == 1
                code = again if parts else once
            found.append(code)
        return tuple(found)


class Difference(NamedTuple):
    """A cell in which two charts differ, and what the learned one costs there."""

    table: str
    hand: str
    up: str
    best: str
    learned: str
    cost: float
    """Of the best chart with this cell alone changed, in units of the main wager per round."""


def differences(best: Chart, learned: Chart) -> list[Difference]:
    """Cell by cell, the dearest first."""
    worth = pitboss.solve(GAME, strategy=best).round.ev
    found = []
    for name, table in best.tables.items():
        mine = dict(rows(learned.tables[name]))
        for hand, cells in rows(table):
            for up, one, other in zip(UPCARDS, cells, mine[hand], strict=True):
                if one != other:
                    changed = best.with_cells({(name, hand, up): other})
                    cost = worth - pitboss.solve(GAME, strategy=changed).round.ev
                    found.append(Difference(name, hand, up, one, other, cost))
    return sorted(found, key=lambda one: -one.cost)


def draw_plot(path: Path, passes: list[tuple[int, float]], best: Chart, learned: Chart) -> None:
    """How the worth grew, and both charts over each other."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.patches import Rectangle

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, 9), width_ratios=(2, 3))
    top = pitboss.solve(GAME, strategy=best).round.ev
    left.axhline(top, color="#6a5817", label="the solver's best chart")
    left.plot(*zip(*passes, strict=True), marker="o", color="#234f80", label="what was learned")
    left.set_xscale("log")
    left.set_xlabel("rounds played")
    left.set_ylabel("exact expectation, units of the main wager")
    left.legend()
    play, mine = dict(rows(best.tables["play"])), dict(rows(learned.tables["play"]))
    for row, hand in enumerate(play):
        for column, (one, other) in enumerate(zip(play[hand], mine[hand], strict=True)):
            colour = by_id(_move(one)).colours.light
            right.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="w"))
            words = one if one == other else f"{one}→{other}"
            weight = "normal" if one == other else "bold"
            right.text(
                column + 0.5, row + 0.5, words, ha="center", va="center", fontsize=7,
                color="#222" if one == other else "#b00020", weight=weight,
            )  # fmt: skip
    right.set_xlim(0, len(UPCARDS))
    right.set_ylim(len(play), 0)
    right.set_xticks([n + 0.5 for n in range(len(UPCARDS))], UPCARDS)
    right.set_yticks([n + 0.5 for n in range(len(play))], list(play), fontsize=7)
    right.set_title("The solver's chart, and → what was learned instead")
    figure.tight_layout()
    figure.savefig(path)


def _move(code: str) -> str:
    from pitboss.rules.moves import MOVES

    return next(one.id for one in MOVES if code in one.codes)


def main(arguments: list[str] | None = None) -> float:
    """Learn, compare, and say what is left between the two; that is given back."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--passes", type=int, default=PASSES, help="each twice as long")
    parser.add_argument("--rounds", type=int, default=FIRST_PASS, help="of the first pass")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="a picture of it: .svg, .png or .pdf")
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    best = pitboss.solve(GAME, strategy="chart")
    learner, passes, played = Learner(chosen.seed), [], 0
    for number in range(chosen.passes):
        rounds = chosen.rounds << number
        learner.learn(rounds)
        played += rounds
        worth = pitboss.solve(GAME, strategy=learner.chart()).round.ev
        passes.append((played, worth))
        print(
            f"{played:>12,} rounds, {time.perf_counter() - start:5.0f} s: "
            f"{worth:+.6f}, {best.round.ev - worth:.6f} below the solver's chart",
            flush=True,
        )
    chart = learner.chart()
    found = differences(best.chart, chart)
    print(f"\n{len(found)} cells differ from the solver's chart, the dearest first:")
    for one in found[:15]:
        print(
            f"  {one.table} {one.hand} against {one.up}: {one.learned} instead of {one.best} "
            f"costs {one.cost:.2e}"
        )
    gap = float(best.round.ev - worth)
    print(f"\nLearned {worth:.6f}, best chart {best.round.ev:.6f}: {gap:.4%} of the main wager")
    if chosen.plot:
        draw_plot(chosen.plot, passes, best.chart, chart)
        print(f"The picture is in {chosen.plot}")
    return gap


if __name__ == "__main__":
    main()
