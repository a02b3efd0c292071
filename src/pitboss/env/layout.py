"""What an agent sees and what it can do: fields of an observation and actions, from the rules.

An observation is a row of small whole numbers, and its structured form is the same numbers by name.
Actions are the moves that the compiled course of a hand has, the answers to an offer of insurance
if the game offers it, and the wagers a round can begin with.

>>> from pitboss.env.setting import make_setting
>>> layout = Layout(make_setting("half-back"))
>>> layout.actions[:2], layout.actions[-3:]
(('stand', 'hit'), ('insure', 'even-money', 'deal'))
>>> layout.low.shape == layout.high.shape == (layout.size,)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.env.setting import Setting
from pitboss.env.steps.numbers import HAND_RANKS, INSURANCE, MASK, OVER, PLAY, RANKS, SEEN, WAGERS
from pitboss.rules.hands import TOTAL
from pitboss.rules.moves import MOVES, definition
from pitboss.table.actions import DECLINE, EVEN_MONEY, INSURE

__all__ = [
    "FIELDS", "FIELD_NAMES", "HAND_RANKS", "INSURANCE", "MASK", "OVER", "PHASES", "PLAY", "RANKS",
    "SEEN", "WAGERS", "Layout", "Row",
]  # fmt: skip

Row = NDArray[np.int8]
MOST_CARDS = 26

PHASES = ("over", "wagers", "insurance", "play")

FIELDS = (
    "phase", "terms", "total", "soft", "cards", "pair", "last_card", "upcard", "set_aside",
    "hand", "hands", "level",
)  # fmt: skip
"""Single numbers of an observation, in their order; ranks are 1 (ace) to 13 (king), 0 for none."""
assert len(FIELDS) == HAND_RANKS

FIELD_NAMES = (*FIELDS, "hand_ranks", "seen", "action_mask")
"""Parts of a structured observation, in the order in which a flat one has them."""

DEAL = "deal"


class Layout:
    """Observations and actions of a setting."""

    def __init__(self, setting: Setting) -> None:
        tables = setting.tables
        self.setting = setting
        edges = [edge.move for terms in tables.course.terms for edge in terms.edges]
        self.moves = tuple(int(one.move) for one in MOVES if one.move in edges)
        """Moves of the game, in the order of their actions."""
        answers = (DECLINE, INSURE, EVEN_MONEY)[: 2 + tables.even_money]
        self.answers = answers if tables.insurance[1] else ()
        levels = setting.levels
        bets = (DEAL,) if len(levels) == 1 else tuple(f"wager-{times}" for times in levels)
        self.actions = (*(definition(move).id for move in self.moves), *self.answers, *bets)
        """Names of the actions, in their order."""
        self.first_answer = len(self.moves)
        self.first_wager = self.first_answer + len(self.answers)
        self.size = MASK + len(self.actions)
        self.low: Row = np.zeros(self.size, dtype=np.int8)
        self.high: Row = self._high()

    def _high(self) -> Row:
        tables, per_rank = self.setting.tables, 4 * self.setting.tables.decks
        most = {
            "phase": PLAY, "terms": len(tables.course.terms) - 1, "total": max(TOTAL), "soft": 1,
            "cards": MOST_CARDS, "pair": max(RANK_VALUE), "last_card": RANKS, "upcard": RANKS,
            "set_aside": RANKS, "hand": tables.max_hands, "hands": tables.max_hands,
            "level": len(self.setting.levels),
        }  # fmt: skip
        high = [*(most[field] for field in FIELDS), *[21] * RANKS, *[per_rank] * RANKS]
        return np.array([*high, *[1] * len(self.actions)], dtype=np.int8)

    def named(self, row: Row) -> dict[str, Any]:
        """A row by names; the arrays are parts of it."""
        found: dict[str, Any] = dict(zip(FIELDS, row[:HAND_RANKS].tolist(), strict=True))
        found["hand_ranks"], found["seen"] = row[HAND_RANKS:SEEN], row[SEEN:MASK]
        found["action_mask"] = row[MASK:]
        return found

    def in_words(self) -> Mapping[str, str]:
        """What every field means."""
        return {
            "phase": "what is asked: " + ", ".join(f"{n} {name}" for n, name in enumerate(PHASES)),
            "terms": "terms of the hand in turn: "
            + "; ".join(f"{n} {t.name}" for n, t in enumerate(self.setting.tables.course.terms)),
            "total": "total of the hand in turn",
            "soft": "whether an ace counts eleven in it",
            "cards": "how many cards it has",
            "pair": "value of the two cards if they pair, 1 (aces) to 10; 0 if they do not",
            "last_card": "rank of its last card, 1 (ace) to 13 (king)",
            "upcard": "rank of the dealer's upcard; 0 before the deal",
            "set_aside": "rank of the upcard that was set aside and replaced; 0 if none was",
            "hand": "which of the seat's hands is in turn, from 1; 0 if none is",
            "hands": "how many hands the seat has",
            "level": "which of the wagers is staked, from 1; 0 before that",
            "hand_ranks": "cards of each rank, ace to king, in the hand in turn",
            "seen": "cards of each rank that lay open since the shuffle",
            "action_mask": "1 for every action that is legal now",
        }
