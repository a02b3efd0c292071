"""One board ready to be solved: the dealer behind every hand, the deals, and what they bring.

Everything here depends on the cards alone; objectives and policies share it.
"""

from __future__ import annotations

import threading
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.dealer import LANES, finals_of_all
from pitboss.exact.ends import ends_of, naturals_behind
from pitboss.exact.facts import facts_of
from pitboss.exact.model import Board, Deals, Model
from pitboss.exact.outcomes import (
    pick_burns,
    pick_doubles,
    second_cards,
    split_all_pairs,
    split_tables,
    worth_of,
)
from pitboss.exact.policy import HandPolicy, SplitHand
from pitboss.exact.splits import Count, courses, weights
from pitboss.rules.settlement import BUST, NONE, BetReader, Settlement

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

MOST_KEYS = 400
"""More keys than any trie has."""
ONE = np.ones(1)
ACES = 0
"""The class that main hands share their dealer walks by."""


class SplitTables(NamedTuple):
    """Outcome tables of one split hand, in every course of the others."""

    deepest: int
    burning: tuple[int, ...]
    tables: Floats
    """``[paired × course, doubled × total × final]``"""


class Room:
    """Arrays to work in, kept from one use to the next; not to be shared by threads."""

    _of_thread = threading.local()

    @classmethod
    def here(cls, model: Model) -> Room:
        """The thread's room for models of one size; kept, for fresh memory is slow to touch."""
        rooms: dict[tuple[int, int], Room] = cls._of_thread.__dict__.setdefault("rooms", {})
        size = (model.flags, model.hands.hands)
        if size not in rooms:
            rooms[size] = cls(model)
        return rooms[size]

    def __init__(self, model: Model) -> None:
        self.model = model
        self._by_lanes: dict[int, tuple[Floats, Floats]] = {}
        self.work: Floats = np.empty((model.flags * model.hands.hands + LANES) * MOST_KEYS)

    def of(self, lanes: int) -> tuple[Floats, Floats]:
        """Zeros for hands reached and hands ended, with one lane more for marks."""
        if lanes not in self._by_lanes:
            shape = (self.model.flags, self.model.hands.hands, lanes + 1)
            self._by_lanes[lanes] = np.zeros(shape), np.zeros((2, *shape))
        return self._by_lanes[lanes]


class Position:
    """A board with the dealer's finals behind every hand."""

    def __init__(self, model: Model, board: Board, readers: list[BetReader], room: Room) -> None:
        self.model, self.board, self.readers = model, board, readers
        self.left: Floats = board.left
        self.counts: list[float] = [float(cards) for cards in board.left]
        self.cards = sum(self.counts)
        self.deals: Deals = model.deals(board)
        self.makers = model.makers[board.up]
        self.room = room

    @cached_property
    def finals(self) -> Floats:
        """``[flag, final, hand]``: the dealer's chances behind every hand."""
        return self.finals_with(self.left)

    def finals_with(self, left: Floats) -> Floats:
        """The same with other cards left."""
        model = self.model
        found = np.empty((model.flags, model.finals, model.hands.hands))
        for flag, burned in enumerate(model.burnable):
            cards = left.copy()
            if flag:
                cards[burned] -= 1
            finals_of_all(
                model.trie(self.board.up, ACES), ACES, model.hands, model.groups[ACES], cards,
                model.finals, found[flag],
            )  # fmt: skip
        return found

    @cached_property
    def settled(self) -> list[list[Settlement]]:
        """``[bet][deal]``: how every bet ends."""
        facts = facts_of(self.model, self.board, self.deals)
        return [[reader.settlement(one) for one in facts] for reader in self.readers]

    def natural(self, hands: Ints, flag: int = 0) -> Floats:
        """Chance of a dealer natural behind hands of two cards."""
        makers = self.left @ self.makers - self.model.hands.counts[hands] @ self.makers
        cards = self.left.sum() - 2
        if flag:
            makers = makers - self.makers[self.model.burnable[flag]]
            cards -= 1
        found: Floats = np.maximum(makers, 0.0) / max(cards, 1.0)
        return found

    def split_tables(self, pair: int, how: SplitHand, deepest: int) -> SplitTables:
        """Tables of a hand of a split pair when up to `deepest` further pair cards are gone."""
        model = self.model
        burning = tuple([int(kind) for kind in model.burnable[1:] if how.burns[kind]])
        found = courses(deepest, burning, pair)
        starts = second_cards(pair, model.flag_of, how.burns, how.actions)
        tables = np.empty((2, found.many, 2 * (BUST + 1) * model.finals))
        place = 0
        for burned, gone, also in found.runs:
            left = self.left
            if burned:
                left = left.copy()
                for kind, many in burned:
                    left[kind] -= many
            out = self._run(pair, left, gone, starts, 2, how, found.second, also)
            lanes = out.reshape(len(gone), 2, -1).swapaxes(0, 1)
            tables[:, place : place + len(gone)] = lanes
            place += len(gone)
        return SplitTables(deepest, burning, tables.reshape(2 * found.many, -1))

    def busts_behind(self, pair: int, how: SplitHand, deepest: int) -> Floats:
        """``[paired × course, doubled]``: the hand busts and the dealer has a natural.

        Outcome tables do not tell such hands from others that a natural beats.
        """
        model = self.model
        burning = tuple([int(kind) for kind in model.burnable[1:] if how.burns[kind]])
        found, ends = courses(deepest, burning, pair), ends_of(model, pair, how)
        signs = np.where(ends.total == BUST, 1.0, -1.0)  # starts, less the ends that stand
        busts = np.zeros((2, found.many, 2))
        for place, (pairs, burned) in enumerate(zip(found.pairs, found.burned, strict=True)):
            left = self.left.copy()
            left[pair] -= 1 + pairs
            left[list(burning)] -= burned
            chances = naturals_behind(ends.gone, ends.orders, left, pair, self.makers)
            np.add.at(busts[:, place], (ends.paired, ends.doubled), signs * chances)
        return busts.reshape(-1, 2)

    def choose_doubles(self, pair: int, how: SplitHand, deepest: int, pay: Floats) -> SplitTables:
        """Decide, in place, which second cards are doubled: what is best for the first hand.

        Hands that are not doubled are played as they are; both ways run side by side.
        """
        model, doubles = self.model, self.model.split_doubles[pair]
        starts = model.both_ways[pair].copy()
        starts[: model.kinds, 3] = how.actions[0]
        gone = courses(deepest, (), pair).runs[0][1]
        out = self._run(pair, self.left, gone, starts, 2 + len(doubles), how)
        tables = pick_doubles(out, doubles, pair, pay, how.actions[0])
        return SplitTables(deepest, (), tables)

    def split_all_pairs(self, actions: Ints, policy: HandPolicy, pay: Floats) -> list[SplitTables]:
        """Tables of every pair, in games that burn nothing.

        Decides, in place, ``actions[pair, class]`` where doubles have terms of their own.
        """
        model, pairs = self.model, self.model.all_pairs
        width = 2 * (BUST + 1) * model.finals
        tables = np.empty((model.kinds, 2 * int(pairs.variants.max()), width))
        reached, ended = self.room.of(2 + int(pairs.many_doubles.max()))
        split_all_pairs(
            model.hands, *pairs[:3], *model.all_tries(self.board.up), self.left, *pairs[3:],
            model.seconds, self.makers, model.burnable, model.flag_of, model.finals, pay, *policy,
            model.tables.burn_double_cards, reached, ended, self.room.work, actions, tables,
        )  # fmt: skip
        return [
            SplitTables(deepest, (), tables[pair, : 2 * variants])
            for pair, (deepest, variants) in enumerate(
                zip(model.deepest, pairs.variants.tolist(), strict=True)
            )
        ]

    def choose_burns(
        self, pair: int, how: SplitHand, deepest: int, pay: Floats, guess: Bools
    ) -> tuple[SplitHand, SplitTables]:
        """Decide which second cards are burned: what is best for the first hand.

        If that is what was guessed, the tables it needs are found on the way.
        """
        model = self.model
        starts = second_cards(pair, model.flag_of, how.burns, how.actions)
        parts = [starts]
        burnable = model.burnable[1:]
        for place, kind in enumerate(burnable):
            starts[kind, 4] = 2 + place
            flag = int(model.flag_of[kind])
            again = starts.copy()
            again[:, 0], again[:, 2] = flag, kind
            again[:, 3] = how.actions[flag]
            again[:, 4] = 2 + len(burnable) + 2 * place + (again[:, 1] == pair)
            parts.append(again)
        burning = tuple([int(kind) for kind in burnable if guess[kind]])
        found = courses(deepest, burning, pair)
        if len(found.runs) > 1 or pair in burning:
            burning, found = (), courses(deepest, (), pair)
        _, gone, also = found.runs[0]
        lanes = 2 + 3 * len(burnable)
        starts = np.concatenate(parts)
        out = self._run(pair, self.left, gone, starts, lanes, how, found.second, also)
        burns, tables = pick_burns(out, burnable, pair, pay, model.kinds)
        how = how._replace(burns=burns)
        if tuple(np.nonzero(burns)[0].tolist()) != burning:
            return how, self.split_tables(pair, how, deepest)
        return how, SplitTables(deepest, burning, tables)

    def start_worth(self, pair: int, starts: Ints, how: SplitHand, pay: Floats) -> Floats:
        """What starts of the first split hand are worth, ``pay[doubled, total, final]``.

        Starts are as `second_cards` gives them, each in a lane of its own.
        """
        tables = self._run(pair, self.left, ONE, starts, len(starts), how)
        worth: Floats = worth_of(tables[0], pay)
        return worth

    def _run(
        self, pair: int, left: Floats, gone: Floats, starts: Ints, lanes: int, how: SplitHand,
        other: int = NONE, also: Floats | None = None,
    ) -> Floats:  # fmt: skip
        model = self.model
        out = np.empty((len(gone), lanes, 2, BUST + 1, model.finals))
        reached, ended = self.room.of(lanes)
        if also is None:
            also = np.zeros(len(gone))
        split_tables(
            model.hands, *model.within(pair, other), model.trie(self.board.up, pair, other), left,
            pair, gone, other, also, model.seconds[pair], self.makers, model.burnable,
            model.flag_of, model.finals, starts, *how.policy, model.tables.burn_double_cards,
            reached, ended, self.room.work, out,
        )  # fmt: skip
        return out

    def weights(
        self, pair: int, mates: float, tables: SplitTables, max_hands: int, count: Count,
        pending: int = 2, hands: int = 2,
    ) -> Floats:  # fmt: skip
        """What each of a split hand's tables counts in the sum over all hands that count."""
        counts = self.counts
        stocks = tuple([counts[kind] - (2 if kind == pair else 0) for kind in tables.burning])
        return weights(
            max_hands, count, tables.deepest, tables.burning, stocks, pair, counts[pair] - 2,
            mates, self.cards - 2, pending, hands,
        )  # fmt: skip

    def all_hands(
        self, pair: int, mates: float, tables: SplitTables, max_hands: int, count: Count
    ) -> Floats:
        """The outcome tables of all hands that count, added up: ``[doubled × total × final]``."""
        weight = self.weights(pair, mates, tables, max_hands, count)
        found: Floats = weight @ tables.tables
        return found
