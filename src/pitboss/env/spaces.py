"""Gymnasium's spaces of a setting, generated from its layout."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.env.layout import FIELDS, HAND_RANKS, MASK, SEEN, Layout
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use

ObservationKind = Literal["flat", "structured"]
OBSERVATIONS = ("flat", "structured")


def observation_space(layout: Layout, kind: str) -> spaces.Space[Any]:
    """The space of one seat's observations."""
    if kind not in OBSERVATIONS:
        raise RulesError(f"observation = {kind!r}: {use(OBSERVATIONS, typed=kind)}")
    if kind == "flat":
        return spaces.Box(layout.low, layout.high, dtype=np.int8)
    parts: dict[str, spaces.Space[Any]] = {
        field: spaces.Discrete(int(most) + 1)
        for field, most in zip(FIELDS, layout.high[:HAND_RANKS], strict=True)
    }
    for name, first, last in (
        ("hand_ranks", HAND_RANKS, SEEN), ("seen", SEEN, MASK), ("action_mask", MASK, layout.size),
    ):  # fmt: skip
        parts[name] = spaces.Box(layout.low[first:last], layout.high[first:last], dtype=np.int8)
    return spaces.Dict(parts)


def action_space(layout: Layout) -> spaces.Discrete:
    """The space of actions."""
    return spaces.Discrete(len(layout.actions))


def named_rows(rows: NDArray[np.int8]) -> dict[str, Any]:
    """Many observations by name."""
    found: dict[str, Any] = {field: rows[:, place] for place, field in enumerate(FIELDS)}
    found["hand_ranks"], found["seen"] = rows[:, HAND_RANKS:SEEN], rows[:, SEEN:MASK]
    found["action_mask"] = rows[:, MASK:]
    return found
