"""Rules → the small integer tables every engine reads.

An engine takes `Tables` as an argument and knows nothing else about a game. The tables say which
moves a hand has, what each costs, what the dealer does, how totals compare and what every side bet
pays; `docs/decisions/0001-compiled-rules.md` explains the shape. `Tables.digest` names the game
exactly: two games with the same digest play the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from pitboss import cards
from pitboss.rules import facts, hands
from pitboss.rules.course import Course, compile_course
from pitboss.rules.decode import encode
from pitboss.rules.errors import RulesError
from pitboss.rules.moves import Move as Move
from pitboss.rules.sentences import Problem, told
from pitboss.rules.vocabulary import NEWER, Bet, Pay, Rules, Section

SCHEMA = 1


FIRST_MOVES = (
    Move.STAND, Move.HIT, Move.DOUBLE, Move.SPLIT, Move.SURRENDER, Move.TAKE_BACK,
)  # fmt: skip
"""Moves that a hand of two cards can have."""
ALL_MOVES: int = sum(FIRST_MOVES)

# Columns of `Tables.hand_moves`: how many cards the hand has and whether they pair.
DRAWN, TWO, PAIR = 0, 1, 2
# Rows of `Tables.round_moves`: 4 × bucket + 2 × split aces + taken back.
UNSPLIT, SPLIT, SPLIT_FULL = 0, 1, 2

DRAWS = -1
"""In `Tables.dealer_final`: the dealer takes another card."""


class TableEvent(msgspec.Struct, frozen=True):
    """A line of a pay table: conditions that must all hold, and what it pays to one."""

    name: str
    conditions: tuple[facts.Condition, ...]
    pays: int
    """To one; 0 a push, -1 a loss."""


LOST = TableEvent("anything else", (), -1)
"""What settles a bet when no line of its pay table holds."""
SECOND_SPLIT = TableEvent("second split", (), -1)
"""What settles a bet that a second split loses."""
GIVEN_BACK = TableEvent("surrendered", (), 0)
"""What settles a bet that is given back when the hand it rides on is given up."""


class TableBet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side bet on the pay table in use.

    What has a default here is younger than the hashes of games in old logs, and no part of the hash
    of a game that leaves it so.
    """

    id: str
    name: str
    side: str
    lost_on_second_split: bool
    events: tuple[TableEvent, ...]
    lost_by_first_hand_only: bool = False
    """Whether only a second split of the first hand loses it, not one of another."""
    returned_if_given_up: bool = False
    """Whether it is given back when the first hand, which it rides on, is given up."""
    collected_last: bool = False
    """Whether its losers are collected when all other bets are paid."""

    def lost_by_split(self, hand: int) -> bool:
        """Whether splitting that hand once more loses the bet; hands count from 0."""
        return self.lost_on_second_split and (hand == 0 or not self.lost_by_first_hand_only)

    def asked(self) -> tuple[int, ...]:
        """The facts that `decided` reads."""
        read = {fact for event in self.events for fact, _ in event.conditions}
        if self.returned_if_given_up:
            read.add(facts.Fact.GIVEN_UP)
        return tuple(sorted(read))

    def decided(self, possible: Sequence[int]) -> TableEvent | None:
        """The event that settles the bet, given what each fact can still be; None while open.

        To be asked of a bet that nothing decided before.
        """
        if self.returned_if_given_up and possible[facts.Fact.GIVEN_UP] == facts.YES:
            return GIVEN_BACK
        for event in self.events:
            holds = True
            for fact, mask in event.conditions:
                values = possible[fact]
                if not values & mask:
                    break
                if values & ~mask:
                    holds = False
            else:
                return event if holds else None
        return LOST


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """A game as integers."""

    schema: int = SCHEMA
    decks: int
    card_class: tuple[int, ...]
    """Class of each rank: the coarsest partition the rules tell apart."""
    pair_group: tuple[int, ...]
    """Two cards pair when their ranks are in one group."""

    replaced: int
    """Ranks (as bits) of upcards that are set aside and replaced."""
    peeked: int
    """Ranks of upcards the dealer looks under; 0 where there is no peek."""
    dealer_final: tuple[int, ...]
    """For each hand state of the dealer: `DRAWS`, or the index of the final it is."""
    finals: tuple[str, ...]
    """Names of the dealer's finals; the last two are bust and natural."""
    outcome: tuple[tuple[int, ...], ...]
    """``outcome[player total][final]``: -1 loses, 0 pushes, 1 wins even money."""

    natural: tuple[int, int]
    """A natural pays the first number for each second one staked."""
    natural_first: bool
    """Naturals are paid before the peek and always win."""
    insurance: tuple[int, int]
    """Odds of insurance; (0, 0) where it is not offered."""
    insurance_share: tuple[int, int]
    insurance_covers: tuple[int, ...]
    """Indices of the opening wagers insurance is measured by."""
    even_money: bool
    """Offered where it is worth exactly the same as insuring a natural for half."""

    opening: tuple[str, ...]
    """Ids of the opening wagers; a unit is the first one's stake."""
    hand_moves: tuple[tuple[int, ...], ...]
    """``hand_moves[kind][state]``: moves the cards allow; kinds DRAWN, TWO, PAIR."""
    round_moves: tuple[int, ...]
    """Moves the course of the round allows; a decision has the bits of both."""
    max_hands: int
    split_units: tuple[int, ...]
    """``split_units[n]``: units paid to split when the seat has n hands."""
    split_moves_wager: bool
    """The first split costs nothing: the second opening wager moves to the new hand."""
    second_cards_at_once: bool
    double_units: tuple[int, ...]
    """``double_units[n]``: units added to a hand that has n."""
    take_back: int
    """Index of the opening wager that can be taken back; 0 where none can."""
    burnable: int
    """Ranks of drawn cards that may be burned and replaced, once per hand."""
    burn_split_cards: bool
    burn_double_cards: bool

    bets: tuple[TableBet, ...]
    games_cap: int
    side_cap: tuple[int, int]
    """Most on one side, as a fraction of the main wager; (0, 0) for none."""
    total_cap: tuple[int, int]

    course: Course
    """The course of a hand: what it may do, and where that leads."""
    newer: tuple[str, ...] = ()
    """Keys that are younger than the hashes of games, with their values, where a game uses them."""

    def digest(self) -> str:
        """A hash of everything above but the course, in hex.

        The course follows from the rest; logs of earlier versions were hashed without it, and
        without what no game could say then.
        """
        named = _Named(*(getattr(self, field) for field in _Named.__struct_fields__))
        hashed = msgspec.json.encode(named, order="deterministic")
        for line in self.newer:
            hashed += b"\n" + line.encode()
        return hashlib.sha256(hashed).hexdigest()


_Named = msgspec.defstruct(
    "_Named",
    [
        (field.name, field.type)
        for field in msgspec.structs.fields(Tables)
        if field.name not in ("course", "newer")
    ],
)
"""What a game's hash is made of."""


def compile_rules(rules: Rules) -> Tables:
    """The integer tables of a game."""
    finals = _finals(rules)
    insurance, double, split = rules.insurance, rules.double, rules.split
    mulligan, caps = rules.mulligan, rules.caps
    opening = rules.wagers.opening
    tens = sum(1 << rank for rank in range(13) if cards.RANK_VALUE[rank] in (1, 10))
    return Tables(
        decks=rules.shoe.decks,
        card_class=_card_classes(rules),
        pair_group=tuple(
            rank if split.pairs == "rank" else cards.RANK_VALUE[rank] for rank in range(13)
        ),
        replaced=rules.dealer.replaces.mask,
        peeked=tens if rules.dealer.peeks else 0,
        dealer_final=_dealer_finals(rules, finals),
        finals=finals,
        outcome=_outcomes(rules, finals),
        natural=(rules.natural.pays.pays, rules.natural.pays.stake),
        natural_first=rules.natural.paid == "before-peek",
        insurance=(insurance.pays.pays, insurance.pays.stake) if insurance.offered else (0, 0),
        insurance_share=(insurance.share.part, insurance.share.over),
        insurance_covers=tuple(opening.index(bet) for bet in insurance.covers),
        even_money=_even_money(rules),
        opening=opening,
        hand_moves=_hand_moves(rules),
        round_moves=_round_moves(rules),
        max_hands=split.max_hands,
        split_units=tuple(
            0 if n == 0 or (n == 1 and split.first == "moves-wager") else 1
            for n in range(split.max_hands)
        ),
        split_moves_wager=split.first == "moves-wager",
        second_cards_at_once=split.second_cards == "at-once",
        double_units=tuple(
            min(n, 1) if double.adds == "unit" else n for n in range(len(opening) + 1)
        ),
        take_back=opening.index(rules.take_back.bet) if rules.take_back else 0,
        burnable=mulligan.ranks.mask if mulligan else 0,
        burn_split_cards=bool(mulligan and mulligan.split_cards),
        burn_double_cards=bool(mulligan and mulligan.double_cards),
        bets=tuple(_table_bet(bet, rules.table_of(bet)) for bet in rules.offered_bets),
        games_cap=caps.games,
        side_cap=(caps.side.part, caps.side.over) if caps.side and caps.per_side else (0, 0),
        total_cap=(caps.total.part, caps.total.over) if caps.total else (0, 0),
        course=compile_course(rules),
        newer=tuple(_newer(rules)),
    )


def _newer(rules: Rules) -> Iterator[str]:
    """Every key in `NEWER` that a game uses, as a line of a file."""
    for section, key in NEWER:
        table: Section | None = getattr(rules, section)
        if table is not None and getattr(table, key) != _defaults(type(table)).get(key):
            yield f"{section}.{key} = {encode(getattr(table, key))}"


@cache
def _defaults(section: type[Section]) -> dict[str, object]:
    """Values of the fields that a file may leave out."""
    fields = msgspec.structs.fields(section)
    return {field.name: field.default for field in fields if not field.required}


def _finals(rules: Rules) -> tuple[str, ...]:
    totals = {*range(rules.dealer.stands_on, 22), *rules.dealer.stops_on}
    totals |= {total for total in rules.dealer.pushes_on if total > 21}
    return (*(str(total) for total in sorted(totals)), "bust", "natural")


def _dealer_finals(rules: Rules, finals: tuple[str, ...]) -> tuple[int, ...]:
    dealer = rules.dealer
    bust = finals.index("bust")

    def final(state: int) -> int:
        total, soft = hands.TOTAL[state], hands.SOFT[state]
        if total > 21:
            return finals.index(str(total)) if str(total) in finals else bust
        if total in dealer.stops_on:
            return finals.index(str(total))
        if total < dealer.stands_on:
            return DRAWS
        if soft and total == dealer.stands_on and dealer.soft17 == "hit":
            return DRAWS
        return finals.index(str(total))

    return tuple(final(state) for state in range(hands.STATES))


def _outcomes(rules: Rules, finals: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    pushes = {str(total) for total in rules.dealer.pushes_on}

    def outcome(player: int, final: str) -> int:
        if final == "natural":
            return -1
        if final in pushes:
            return 0
        if final == "bust" or int(final) > 21:
            return 1
        return (player > int(final)) - (player < int(final))

    return tuple(tuple(outcome(player, final) for final in finals) for player in range(22))


def _even_money(rules: Rules) -> bool:
    """Insuring a natural for half wins one unit either way just at these odds (BJ-4)."""
    natural, insurance = rules.natural, rules.insurance
    return (
        insurance.offered
        and natural.paid == "after-peek"
        and 2 * natural.pays.pays == 3 * natural.pays.stake
        and insurance.pays.pays == 2 * insurance.pays.stake
        and insurance.share.over == 2 * insurance.share.part
        and set(insurance.covers) == set(rules.wagers.opening)
    )


def _hand_moves(rules: Rules) -> tuple[tuple[int, ...], ...]:
    stand, hit, double, split, surrender, take_back = map(int, FIRST_MOVES)

    def moves(kind: int, state: int) -> int:
        if state >= hands.FIRST_BUST:
            return 0
        if hands.TOTAL[state] == 21:
            return stand
        mask = stand | hit
        if kind == DRAWN:
            return mask
        if rules.double.on.describes(state):
            mask |= double
        if kind == PAIR:
            mask |= split
        if rules.surrender.late:
            mask |= surrender
        if rules.take_back and rules.take_back.on.describes(state):
            mask |= take_back
        return mask

    return tuple(
        tuple(moves(kind, state) for state in range(hands.STATES)) for kind in (DRAWN, TWO, PAIR)
    )


def _round_moves(rules: Rules) -> tuple[int, ...]:
    split = rules.split

    def moves(bucket: int, aces: int, taken: int) -> int:
        if taken:
            return Move.STAND | Move.HIT
        mask: int = ALL_MOVES
        if bucket != UNSPLIT:
            mask &= ~Move.SURRENDER
            if not (rules.take_back and rules.take_back.after_split):
                mask &= ~Move.TAKE_BACK
            if not rules.double.after_split:
                mask &= ~Move.DOUBLE
        if bucket == SPLIT_FULL or split.max_hands == 1 or (aces and not split.resplit_aces):
            mask &= ~Move.SPLIT
        if aces and not split.hit_aces:
            mask &= Move.STAND | Move.SPLIT
        return mask

    return tuple(
        int(moves(bucket, aces, taken))
        for bucket in (UNSPLIT, SPLIT, SPLIT_FULL)
        for aces in (0, 1)
        for taken in (0, 1)
    )


def _table_bet(bet: Bet, table: int) -> TableBet:
    unreachable = order_problems(bet)
    if unreachable:
        raise RulesError("\n".join(problem.sentence for problem in unreachable))
    return TableBet(
        id=bet.id,
        name=bet.name,
        side=bet.side,
        lost_on_second_split=bet.lost_on_second_split,
        events=tuple(
            TableEvent(event.event, facts.conditions(event.when), to_one(event.pays[table - 1]))
            for event in bet.events
        ),
        lost_by_first_hand_only=bet.lost_on_second_split and bet.second_split == "first-hand",
        returned_if_given_up=bet.surrendered == "returned",
        collected_last=bet.collected == "after-payments",
    )


def order_problems(bet: Bet) -> list[Problem]:
    """Lines of a pay table that can never decide because an earlier one always does."""
    found = []
    asked = [(event.event, dict(facts.conditions(event.when))) for event in bet.events]
    for at, (name, conditions) in enumerate(asked):
        for earlier, asks in asked[:at]:
            if all(conditions.get(fact, ~0) & ~allowed == 0 for fact, allowed in asks.items()):
                never = not all(conditions.values())
                found.append(
                    told(
                        ("bets", bet.id, "events", name),
                        ": what its when asks for can never be so"
                        if never
                        else f": {earlier!r} before it always decides first; put the more special "
                        "event first",
                    )
                )
                break
    return found


def to_one(pay: Pay) -> int:
    """A pay-table entry as a number: 0 for a push, -1 for a loss."""
    if isinstance(pay, int):
        return pay
    return {"push": 0, "loss": -1}[pay]


def _card_classes(rules: Rules) -> tuple[int, ...]:
    masks = [rules.dealer.replaces.mask, rules.mulligan.ranks.mask if rules.mulligan else 0]
    for bet in rules.offered_bets:
        for event in bet.events:
            for ranks in (event.when.original_upcard, event.when.upcard, event.when.pair):
                masks.append(ranks.mask if ranks else 0)
    signatures = [
        (cards.RANK_VALUE[rank], *(mask >> rank & 1 for mask in masks)) for rank in range(13)
    ]
    order = list(dict.fromkeys(signatures))
    return tuple(order.index(signature) for signature in signatures)
