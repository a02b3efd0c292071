"""The best way to play a board, by the exact cards of the hand.

Split hands reuse the unsplit decisions where stakes, legal moves and riding bets are the same;
where they are not, the decisions best for the first split hand, held fixed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.outcomes import DOUBLE, HIT, STAND
from pitboss.exact.player import one_card, play_out, stand_values
from pitboss.exact.policy import HandPolicy, Play, Split, SplitHand
from pitboss.exact.position import Position, SplitTables
from pitboss.exact.splits import Count
from pitboss.rules.compile import Move
from pitboss.rules.settlement import BUST, NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NO_BURNS = np.zeros(13, dtype=np.bool_)


class Values(NamedTuple):
    """What each way of going on with a hand is worth, ``[flag, hand]``, a natural as a bust."""

    stand: Floats
    hit: Floats
    best: Floats
    double: Floats
    policy: HandPolicy


def rows_with(profiles: list[Profile], profile: Profile) -> Ints:
    """The deals that have a profile."""
    if profiles.count(profile) == len(profiles):
        return np.arange(len(profiles))
    return np.array([place for place, one in enumerate(profiles) if one == profile])


class Optimiser:
    """Finds the best play of one board for an objective.

    Hands on which nothing rides are played for the main game whatever the objective: what is found
    about them is shared by all objectives (`plain`).
    """

    own_way = False
    """Whether hands on which nothing rides are not played for the main game alone either."""

    def __init__(
        self, position: Position, objective: Objective, plain: Optimiser | None = None
    ) -> None:
        self.position, self.objective = position, objective
        self.model = position.model
        if plain is None and objective.alone is not objective and not self.own_way:
            plain = Optimiser(position, objective.alone)
        self._plain_play = plain
        self._values: dict[tuple[Profile, int], Values] = {}
        self._splits: dict[tuple[int, Profile], Split] = {}
        self._tables: dict[tuple[int, int], SplitTables] = {}
        self._worths: dict[tuple[int, int], Floats] = {}
        self._busts: dict[tuple[int, int], Floats] = {}
        self._all_hands: dict[Profile, list[SplitHand]] = {}
        self._kept: list[SplitHand] = []  # so that ids stay theirs
        self._all_actions: dict[tuple[Profile, int], Ints] = {}

    @property
    def plain(self) -> Optimiser:
        """The play of the board for the main game alone; itself if it is just that."""
        return self._plain_play or self

    # Hands that are not split

    def values(self, profile: Profile, units: int) -> Values:
        """Values of hands with so many units on them and these bets riding, and the best policy.

        Where nothing rides they are for one unit of the main game.
        """
        if not profile and self.plain is not self:
            return self.plain.values(profile, units)
        key = (profile, units if profile else 1)
        if key not in self._values:
            self._values[key] = self._solve(
                self.position.left, self.position.finals, profile, key[1]
            )
        return self._values[key]

    def policy(self, profile: Profile) -> tuple[HandPolicy, bool]:  # noqa: ARG002 - others need it
        """A policy, and whether it is to be followed; if not it is filled in with what is best."""
        model = self.model
        return HandPolicy.blank(model.flags, model.hands.hands, model.kinds), False

    def _solve(self, left: Floats, finals: Floats, profile: Profile, units: int) -> Values:
        model = self.model
        objective = self.objective if profile else self.objective.alone
        pay = objective.pay(profile, units)
        policy, follow = self.policy(profile)
        stand = stand_values(model.hands.total, finals, pay)
        hit, best = play_out(
            model.hands, left, model.burnable, model.flag_of, stand, pay[BUST, 0],
            policy.hits, policy.burns, follow,
        )  # fmt: skip
        if profile:
            pay = objective.pay(profile, self.doubled(units), 1)
        double = one_card(
            model.hands, left, model.burnable, model.flag_of,
            stand_values(model.hands.total, finals, pay) if profile else stand, pay[BUST, 0],
            policy.burns_double, model.tables.burn_double_cards, follow,
        )  # fmt: skip
        return Values(stand, hit, best, double, policy)

    def doubled(self, units: int) -> int:
        """Units on a hand after doubling it."""
        return units + int(self.model.tables.double_units[units])

    def offers(self, profile: Profile, hands: Ints, units: int, flag: int = 0) -> dict[int, Floats]:
        """What standing, hitting and doubling hands of two cards is worth."""
        values, natural = self.values(profile, units), self.position.natural(hands, flag)
        main = self.objective.main
        one = main * units if not profile else 1
        two = main * self.doubled(units) if not profile else 1
        back = self.over_bust(profile, units, 0)
        doubled_back = self.over_bust(profile, self.doubled(units), 1)
        return {
            STAND: one * values.stand[flag, hands] + natural * back,
            HIT: one * values.hit[flag, hands] + natural * back,
            DOUBLE: two * values.double[flag, hands] + natural * doubled_back,
        }

    def over_bust(self, profile: Profile, units: int, doubled: int) -> float:
        """How much better a dealer natural is than the bust it was counted as."""
        pay = self.objective.pay(profile, units, doubled)
        return float(pay[BUST, -1] - pay[BUST, 0])

    def play(self) -> tuple[Play, Floats]:
        """The best play, and what it is worth on each deal if the dealer has no natural."""
        model, deals = self.model, self.position.deals
        many = len(deals.hand)
        profiles = self.objective.profiles(self.position)
        moves = np.zeros(many, dtype=np.int64)
        worth = np.zeros(many)
        policy_of = np.zeros(many, dtype=np.int64)
        policies: list[HandPolicy] = []
        for profile in dict.fromkeys(profiles):
            rows = rows_with(profiles, profile)
            self._unsplit(profile, rows, moves, worth, policy_of, policies)
        naturals = model.is_natural[deals.hand]
        moves[naturals], worth[naturals] = 0, 0.0
        hands = np.zeros(many, dtype=np.int64)
        splits: dict[int, Split] = {}
        for place in np.nonzero(deals.pair != NONE)[0]:
            pair, profile = int(deals.pair[place]), profiles[place]
            split = self.split(pair, profile)
            mates = float(deals.mates[place])
            for number in model.split_hands(pair)[::-1]:
                value = self.split_worth(pair, profile, split, mates, number)
                if value > worth[place]:
                    worth[place] = value
                    moves[place], hands[place] = int(Move.SPLIT), number
                    splits[int(place)] = split
        return Play(moves, hands, policy_of, policies, splits), worth

    def _unsplit(
        self, profile: Profile, rows: Ints, moves: Ints, worth: Floats, policy_of: Ints,
        policies: list[HandPolicy],
    ) -> None:  # fmt: skip
        """The best first decision of the deals in `rows`, splits aside."""
        units = self.model.units
        policy_of[rows] = len(policies)
        policies.append(self.values(profile, units).policy)
        best = np.full(len(rows), -np.inf)
        for move, value in self.first_offers(profile, rows).items():
            better = value > best
            moves[rows[better]] = move
            best[better] = value[better]
        worth[rows] = best
        taken = rows[moves[rows] == Move.TAKE_BACK]
        if profile and len(taken):
            policy_of[taken] = len(policies)
            policies.append(self.values(profile, units - 1).policy)

    def first_offers(self, profile: Profile, rows: Ints) -> dict[int, Floats]:
        """What every first decision but a split is worth on the deals in `rows`."""
        return self.two_card_offers(profile, self.position.deals.hand[rows])

    def two_card_offers(self, profile: Profile, hands: Ints) -> dict[int, Floats]:
        """What every first decision but a split is worth with these hands of two cards."""
        model, objective, units = self.model, self.objective, self.model.units
        natural, legal = self.position.natural(hands), model.moves[hands]
        offers = self.offers(profile, hands, units)
        if (legal & int(Move.SURRENDER)).any():
            lost = objective.pay(profile, units)[BUST, 0] + objective.main * units / 2
            offers[int(Move.SURRENDER)] = lost * (1.0 - natural)
        if (legal & int(Move.TAKE_BACK)).any():
            values = self.values(profile, units - 1)
            scale = objective.main * (units - 1) if not profile else 1
            carried = self.over_bust(profile, units - 1, 0)
            offers[int(Move.TAKE_BACK)] = scale * values.best[0, hands] + natural * carried
        return {move: np.where(legal & move, value, -np.inf) for move, value in offers.items()}

    # Splits

    def split(self, pair: int, profile: Profile) -> Split:
        """How the hands of a split pair are played best."""
        if not profile and self.plain is not self:
            return self.plain.split(pair, profile)
        key = (pair, profile)
        if key not in self._splits:
            later = (
                self._split_hand(pair, NOTHING_RIDES)
                if not profile
                else self.split(pair, NOTHING_RIDES).later
            )
            first = later if not profile else self._split_hand(pair, profile)
            kept = Count.FIRST if self.objective.survives(profile) else Count.FIRST_KEPT
            self._splits[key] = Split(first, later, kept)
        return self._splits[key]

    def _split_hand(self, pair: int, profile: Profile) -> SplitHand:
        model = self.model
        if model.flags == 1 and (model.units == 1 or not profile):
            return self._all_split_hands(profile)[pair]
        if model.units == 1 or not profile:
            policy = self.values(profile, 1).policy
        else:
            policy = self._first_hand(pair, profile)
        actions = self._actions(profile, policy)[pair].copy()
        how = SplitHand(actions, NO_BURNS[: model.kinds], policy)
        pay = self.objective.hand_pay(profile)
        deepest = model.deepest[pair]
        burns = model.flags > 1 and model.tables.burn_split_cards
        if burns and profile:  # which second cards are burned is decided once for all hands
            how = how._replace(burns=self.split(pair, NOTHING_RIDES).later.burns)
            burns = False
        doubles = model.units != 1 and len(model.split_doubles[pair]) > 0
        if doubles and model.flags > 1:
            self._first_doubles(pair, profile, how, model.split_doubles[pair])
        elif doubles:
            self._tables[pair, id(how)] = self.position.choose_doubles(pair, how, deepest, pay)
        if burns:
            guess = self._burn_guess(pair, policy, actions)
            how, tables = self.position.choose_burns(pair, how, deepest, pay, guess)
            self._tables[pair, id(how)] = tables
        self._kept.append(how)
        return how

    def _all_split_hands(self, profile: Profile) -> list[SplitHand]:
        """The hands of every pair, and their tables, in one go."""
        if profile not in self._all_hands:
            model, policy = self.model, self.values(profile, 1).policy
            actions = self._actions(profile, policy)[:, 0].copy()
            pay = self.objective.hand_pay(profile)
            tables = self.position.split_all_pairs(actions, policy, pay)
            none = NO_BURNS[: model.kinds]
            hands = [SplitHand(row[None], none, policy) for row in actions]
            for pair, (how, found) in enumerate(zip(hands, tables, strict=True)):
                self._tables[pair, id(how)] = found
            self._all_hands[profile] = hands
        return self._all_hands[profile]

    def _actions(self, profile: Profile, policy: HandPolicy) -> Ints:
        """``[pair, flag, class]``: the unsplit decisions on a pair card and a second card.

        Doubles are among them where the terms are those of an unsplit hand.
        """
        key = (profile, id(policy))
        if key not in self._all_actions:
            model = self.model
            seconds, legal = model.seconds, model.split_moves
            actions = np.empty((model.kinds, model.flags, model.kinds), dtype=np.int64)
            for flag in range(model.flags):
                hits = policy.hits[flag, seconds] & ((legal & HIT) != 0)
                actions[:, flag] = np.where(hits, HIT, STAND)
                if model.units == 1:
                    offers = self.offers(profile, seconds, 1, flag)
                    other = np.where(hits, offers[HIT], offers[STAND])
                    doubles = (offers[DOUBLE] > other) & ((legal & DOUBLE) != 0)
                    actions[:, flag][doubles] = DOUBLE
            self._all_actions[key] = actions
        return self._all_actions[key]

    def _burn_guess(self, pair: int, policy: HandPolicy, actions: Ints) -> NDArray[np.bool_]:
        """Which second cards are likely to be burned, by the values of unsplit hands."""
        model, values = self.model, self.values(NOTHING_RIDES, 1)
        hands, two = model.seconds[pair], 1 + model.double_units
        worth = np.where(policy.hits[:, hands], values.hit[:, hands], values.stand[:, hands])
        worth = np.where(actions == DOUBLE, two * values.double[:, hands], worth)
        left = self.position.left / self.position.cards
        again = worth @ left
        guess = np.zeros(model.kinds, dtype=np.bool_)
        for flag, kind in enumerate(model.burnable[1:], start=1):
            guess[kind] = again[flag] > worth[0, kind]
        return guess

    def _first_hand(self, pair: int, profile: Profile) -> HandPolicy:
        """The best policy for the first split hand by itself."""
        position = self.position
        left = position.left.copy()
        left[pair] -= 1
        finals = position.finals_with(left)
        return self._solve(left, finals, profile, 1).policy

    def _first_doubles(self, pair: int, profile: Profile, how: SplitHand, doubles: Ints) -> None:
        """Decide, in place, the hands that can be doubled: what is best for the first hand."""
        model, moves = self.model, (STAND, HIT, DOUBLE)
        for flag in range(model.flags):
            starts = np.array(
                [(flag, kind, model.burnable[flag], move, 0) for move in moves for kind in doubles]
            )
            starts[:, 4] = np.arange(len(starts))
            pay = self.objective.hand_pay(profile)
            worth = self.position.start_worth(pair, starts, how, pay)
            best = np.argmax(worth.reshape(len(moves), len(doubles)), axis=0)
            how.actions[flag, doubles] = np.array(moves)[best]

    def tables(self, pair: int, how: SplitHand) -> SplitTables:
        """Outcome tables of a split hand, kept for every use on this board."""
        key = (pair, id(how))
        if self.plain is not self and self.plain.split(pair, NOTHING_RIDES).later is how:
            return self.plain.tables(pair, how)
        if key not in self._tables:
            deepest = self.model.deepest[pair]
            self._tables[key] = self.position.split_tables(pair, how, deepest)
        return self._tables[key]

    def _busts_behind(self, pair: int, how: SplitHand, deepest: int) -> Floats:
        """`Position.busts_behind`, kept."""
        key = (pair, id(how))
        if key not in self._busts:
            self._busts[key] = self.position.busts_behind(pair, how, deepest)
        return self._busts[key]

    def _worth_by_course(self, tables: SplitTables, pay: Floats) -> Floats:
        """What each of a split hand's tables brings by a pay table ``[doubled, total, final]``."""
        key = (id(tables), id(pay))
        if key not in self._worths:
            self._worths[key] = tables.tables @ pay.reshape(-1)
        return self._worths[key]

    def split_worth(
        self, pair: int, profile: Profile, split: Split, mates: float, number: int,
        pending: int = 2, hands: int = 2,
    ) -> float:  # fmt: skip
        """What splitting to at most so many hands is worth.

        Or, where hands were split before: what those that wait for their second card are worth,
        `pending` of the `hands` there are; the first of them is the one bets ride on.
        """
        objective = self.objective

        def weights(tables: SplitTables, count: Count) -> Floats:
            return self.position.weights(pair, mates, tables, number, count, pending, hands)

        main = objective.hand_pay(NOTHING_RIDES)
        later = self.tables(pair, split.later)
        worth = self._worth_by_course(later, main)
        value = weights(later, Count.ALL) @ worth
        if profile:
            first = self.tables(pair, split.first)
            value -= weights(later, split.kept) @ worth
            gained = weights(first, split.kept)
            value += gained @ self._worth_by_course(first, main)
            for count, pay in objective.bets_only(profile).items():
                gained = weights(first, count)
                value += gained @ self._worth_by_course(first, pay)
            more = objective.busts_only(profile)
            if more is not None:
                gained = weights(first, Count.FIRST_AGAIN)
                value += gained @ self._busts_behind(pair, split.first, first.deepest) @ more
            natural = self.position.natural(self.model.seconds[pair, [pair]])[0]
            value += objective.lost(profile, float(natural))
        return float(value)
