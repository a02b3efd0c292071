"""All tables of an environment as one array of whole numbers, and where each begins in it.

One array costs a call of compiled code next to nothing, which a single environment would notice.
Its head holds the places, so that nothing else has to be handed over.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.env.hand_graph import END, NODE, HandGraph, Place
from pitboss.env.layout import Layout
from pitboss.env.setting import Setting
from pitboss.env.settling import money
from pitboss.env.steps.numbers import RANKS, Places
from pitboss.rules import hands

Book = NDArray[np.int32]


HEAD = len(Places._fields)
SIZES = Places._fields.index("draws")
"""How many of the numbers are sizes and switches."""


def make_book(setting: Setting, layout: Layout) -> Book:
    """The book of a setting."""
    graph = HandGraph(setting.tables)
    tables = _hand_tables(graph, layout) | _money_tables(setting, graph) | _dealer_tables(setting)
    sizes = _sizes(setting, layout, graph, tables)
    flat = [np.asarray(tables[name], dtype=np.int32).reshape(-1) for name in Places._fields[SIZES:]]
    starts = np.cumsum([HEAD, *(len(part) for part in flat)])[:-1]
    return np.concatenate([np.array([*sizes, *starts], dtype=np.int32), *flat])


def places_of(book: Book) -> Places:
    """The head of a book."""
    return Places(*book[:HEAD].tolist())


def _sizes(setting: Setting, layout: Layout, graph: HandGraph, tables: dict[str, Any]) -> list[int]:
    rules = setting.tables
    first_node = len(graph.rows)
    side_shape = np.shape(tables["side_cents"])
    found = {
        "cards": setting.cards, "cut": setting.cut, "burn": setting.burn,
        "actions": len(layout.actions), "first_answer": layout.first_answer,
        "first_wager": layout.first_wager, "hands": graph.most_hands,
        "kinds": len(graph.kind_ranks), "first_node": first_node,
        "first_end": first_node + len(graph.looks), "first_step": len(graph.questions),
        "first_reached": len(graph.questions) + len(graph.steps),
        "finals": len(rules.finals) + 1, "ends": len(graph.ends),
        "levels": len(setting.levels), "sides": side_shape[1],
        "has_sides": len(setting.wagers) > len(rules.opening),
        "at_once": rules.second_cards_at_once,
        "early": rules.course.terms[rules.course.opening].before_peek,
        "replaced": rules.replaced, "peeked": rules.peeked,
        "insurance": bool(rules.insurance[1]), "even_money": rules.even_money,
        "lost": graph.lost, "natural": graph.natural, "even": graph.even_money,
    }  # fmt: skip
    return [int(found[name]) for name in Places._fields[:SIZES]]


def _hand_tables(graph: HandGraph, layout: Layout) -> dict[str, Any]:
    first_node, first_end = len(graph.rows), len(graph.rows) + len(graph.looks)

    def place(one: Place | None) -> int:
        if one is None:
            return -1
        return one.number + (first_node if one.kind == NODE else first_end * (one.kind == END))

    def look(question: int, step: int, end: int) -> int:
        if question >= 0:
            return question
        first = len(graph.questions)
        return first + step if step >= 0 else first + len(graph.steps) + end

    actions = {move: number for number, move in enumerate(layout.moves)}
    masks = np.zeros(len(graph.questions), dtype=np.int32)
    goes = np.zeros((len(graph.questions), len(layout.actions)), dtype=np.int32)
    for number, question in enumerate(graph.questions):
        goes[number] = question.steps[0]
        for move, step in zip(question.moves, question.steps, strict=True):
            masks[number] |= 1 << actions[move]
            goes[number, actions[move]] = step
    return {
        "draws": [[place(one) for one in row] for row in graph.rows],
        "looks": [[look(*one[:3]) for one in looks] for looks in graph.looks],
        "asked": [[one.asked for one in looks] for looks in graph.looks],
        "deals": [[place(one) for one in row] for row in graph.deals],
        "upcard_kind": graph.upcard_kind,
        "question_terms": [question.terms for question in graph.questions],
        "question_state": [question.state for question in graph.questions],
        "question_early": [question.before_peek for question in graph.questions],
        "masks": masks, "goes": goes,
        "here": [place(step.here) for step in graph.steps],
        "new": [place(step.new) for step in graph.steps],
        "drops": [step.drops for step in graph.steps],
        "settled": [
            graph.tables.natural_first if end.natural else not end.awaits_dealer
            for end in graph.ends
        ],
        "awaits": [end.awaits_dealer for end in graph.ends],
    }  # fmt: skip


def _money_tables(setting: Setting, graph: HandGraph) -> dict[str, Any]:
    cents = money(setting, graph)
    return {
        "hand_cents": cents.hands, "side_cents": cents.sides, "rows": cents.rows,
        "contexts": cents.contexts, "insured": cents.insurance,
    }  # fmt: skip


def _dealer_tables(setting: Setting) -> dict[str, Any]:
    rules = setting.tables
    return {
        "values": RANK_VALUE,
        "next_state": [
            [hands.NEXT[state][RANK_VALUE[rank]] for rank in range(RANKS)]
            for state in range(hands.STATES)
        ],
        "totals": hands.TOTAL, "softs": hands.SOFT,
        "dealer_final": rules.dealer_final, "pair_group": rules.pair_group,
    }  # fmt: skip
