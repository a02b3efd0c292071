"""What a hand made by a split can run through, pair by pair, and where it can end.

The part of the programme that the first card of a split hand leads into, numbered from the start
on: first the steps, callers before callees, then the ends (stands), sorted by their cards without
the *leads*, cards of the classes that the hands of a split share: the pair's, and one whose second
cards can be given up.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.programme.draws import draws_of
from pitboss.exact.programme.loops.building import BUST_SLOT
from pitboss.exact.programme.loops.bundles import (
    AllDraws,
    Decisions,
    Draws,
    Ends,
    Paths,
    Shape,
    Slots,
    Steps,
)
from pitboss.exact.programme.loops.play import CHANCE, CHOICE, STAND
from pitboss.exact.programme.steps import Programme
from pitboss.rules.course import NONE

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def draws_under(model: Model, up: int, lead: int, other: int = NONE) -> Draws:
    """The dealer's draws under an upcard."""
    return draws_of(model.values, up, model.tables.dealer_final, model.finals, lead, other)


@lru_cache(maxsize=64)
def _all_draws(
    values: tuple[int, ...], dealer_final: tuple[int, ...], finals: int, pair: int, other: int
) -> tuple[Draws, Ints, Ints]:
    """The dealer's draws under every upcard, one after the other, and where each begins."""
    every = [draws_of(values, up, dealer_final, finals, pair, other) for up in range(len(values))]
    joined = Draws._make(np.concatenate(column) for column in zip(*every, strict=True))
    first = np.cumsum([0, *(len(one.what) for one in every)])
    return joined, first, np.cumsum([0, *(len(one.key_depth) for one in every)])


def given_up_at_start(programme: Programme, pair: int) -> list[int]:
    """Classes of second cards that may be given up."""
    again = programme.slots.again[programme.starts[pair]]
    return [kind for kind in range(len(again)) if again[kind] != NONE]


def paths_of(model: Model, programme: Programme, worlds: Ints, pair: int) -> Paths:
    """The paths of a split hand of this pair."""
    slots, hands = programme.slots, model.hands
    splits_replacements = programme.splits_replacements[pair]
    given_up = given_up_at_start(programme, pair) if splits_replacements else []
    other = next((kind for kind in given_up if kind != pair), NONE)
    reached = _reached(programme, int(programme.starts[pair]))
    reached = reached[slots.hand[reached] >= 0]
    steps = np.ascontiguousarray(reached[slots.kind[reached] != STAND][::-1])
    ends = reached[slots.kind[reached] == STAND]
    held = hands.counts[slots.hand] + worlds[slots.world]
    held[slots.hand < 0] = 0
    cards, leads = held.sum(axis=1) - 1, held[:, pair] - 1
    others = held[:, other] if other != NONE else np.zeros_like(leads)
    joined, nodes, keys = _all_draws(
        model.values, model.tables.dealer_final, model.finals, pair, other
    )
    shape = Shape(
        pair, other, int((hands.size[slots.hand[steps]] == 1).sum()) if splits_replacements else 1,
        int(cards[reached].max() + joined.key_depth.max() + 2),
        int(leads[reached].max() + joined.key_leads.max() + 2),
        int(others[reached].max() + joined.key_others.max() + 2) if other != NONE else 1,
    )  # fmt: skip

    def places(cards: Ints, leads: Ints, others: Ints) -> Ints:
        return (others * shape.cards + cards) * shape.leads + leads

    place = places(cards, leads, others)
    shift = places(joined.key_depth, joined.key_leads, joined.key_others)
    parted = _ends(model, programme, ends, held, place, (pair, other))
    ends = parted.slot
    local = np.full(len(slots.kind), NONE, dtype=np.int64)
    local[steps] = np.arange(len(steps))
    local[ends] = len(steps) + np.arange(len(ends))
    local[slots.hand < 0] = len(steps) + len(ends)
    return Paths(
        shape,
        _steps(programme, (steps, ends), held, hands.of(pair, pair), place, local),
        parted,
        _decisions(programme, steps, shape.begin),
        AllDraws(joined, nodes, keys, shift),
    )


def _reached(programme: Programme, start: int) -> Ints:
    """The slots that a slot leads to, ascending."""
    slots, seen = programme.slots, np.zeros(len(programme.slots.kind), dtype=np.bool_)
    new: Ints = np.array([start], dtype=np.int64)
    while len(new):
        seen[new] = True
        draws, choices = new[slots.kind[new] == CHANCE], new[slots.kind[new] == CHOICE]
        options, _ = _options_of(slots, choices)
        after = np.zeros(len(seen) + 1, dtype=np.bool_)  # NONE is the last
        for some in (slots.child[draws], slots.again[draws], slots.option_slot[options]):
            after[some] = True
        after[[BUST_SLOT, NONE]] = False
        new = np.nonzero(after[:-1] & ~seen)[0]
    return np.nonzero(seen)[0]


def _options_of(slots: Slots, some: Ints) -> tuple[Ints, Ints]:
    """The options of some slots, one slot's after the other's, and how many each has."""
    first = slots.first_option[some]
    many = slots.first_option[some + 1] - first
    before = np.cumsum(many) - many
    return np.repeat(first - before, many) + np.arange(many.sum()), many


def _steps(
    programme: Programme, own: tuple[Ints, Ints], held: Ints, pair: int, place: Ints, local: Ints
) -> Steps:
    slots, (steps, ends) = programme.slots, own
    every = np.concatenate([steps, ends])
    again = slots.again[steps]
    flat, many = _options_of(slots, steps)
    step_of = np.repeat(np.arange(len(steps)), many)
    moves = (slots.option_row[flat] != slots.row[steps][step_of]) | (
        slots.option_times[flat] != 1.0
    )
    movers = np.nonzero(moves)[0]
    mover_of = np.full(len(flat), NONE, dtype=np.int64)
    mover_of[movers] = np.arange(len(movers))
    return Steps(
        slots.kind[steps], np.append(every, BUST_SLOT), held[steps].astype(float),
        slots.hand[steps] == pair, place[every], local[slots.child[steps]].astype(np.int32),
        np.where(again == NONE, NONE, local[again]).astype(np.int32),
        np.concatenate([[0], np.cumsum(many)]),
        local[slots.option_slot[flat]], slots.option_times[flat],
        slots.option_natural[flat], slots.option_constant[flat], slots.option_slot[flat],
        slots.option_known[flat],
        slots.option_row[flat], slots.row[steps], movers, step_of[movers], mover_of,
    )  # fmt: skip


def _ends(
    model: Model, programme: Programme, ends: Ints, held: Ints, place: Ints, leads: tuple[int, int]
) -> Ends:
    slots, hands = programme.slots, model.hands
    apart = held[ends].copy()
    for lead in leads:
        if lead != NONE:
            apart[:, lead] = 0
    groups, group = _distinct_rows(apart)
    order = np.lexsort((groups @ np.array(model.values), groups.sum(axis=1)))
    groups_sorted = groups[order].astype(float)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    group = rank[group]
    total, row = hands.total[slots.hand[ends]], slots.row[ends]
    order = np.lexsort((total, row, place[ends], group))
    ends, group, total, row = ends[order], group[order], total[order], row[order]
    cells, cell = _distinct_rows(np.stack([place[ends], row, total], axis=1))
    return Ends(
        ends, total, row, place[ends], group, cell,
        np.searchsorted(group, np.arange(len(groups) + 1)), groups_sorted,
        *(np.ascontiguousarray(column) for column in cells.T),
    )  # fmt: skip


def _distinct_rows(rows: Ints) -> tuple[Ints, Ints]:
    """The rows of small counts that occur, ascending, and which of them each row is.

    As `np.unique` has them, which compares rows number by number: this writes a row as one number.
    """
    base, columns = int(rows.max(initial=0)) + 1, rows.shape[1]
    assert base**columns < 2**63, "the counts are too large to be written as one number"
    numbers = rows @ np.array([base**place for place in reversed(range(columns))], dtype=np.int64)
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    return rows[first], which.astype(np.int64)


def _decisions(programme: Programme, steps: Ints, begin: int) -> Decisions:
    slots = programme.slots
    found: list[tuple[int, int]] = []
    options, many = _options_of(slots, steps)
    step_of = np.repeat(np.arange(len(steps)), many)
    new = set(step_of[~slots.option_known[options]].tolist())
    for number in sorted(new | set(range(min(begin, len(steps))))):
        slot = steps[number]
        if slots.kind[slot] == CHOICE and number in new:
            found.append((number, NONE))
        if slots.kind[slot] == CHANCE and number < begin:
            found += [
                (number, kind) for kind, again in enumerate(slots.again[slot]) if again != NONE
            ]
    return Decisions(
        np.array([step for step, _ in found], dtype=np.int64),
        np.array([kind for _, kind in found], dtype=np.int64),
    )
