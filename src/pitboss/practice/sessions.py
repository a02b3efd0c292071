"""What one's choices cost by the hour, and how that went from one sitting to the next.

    sum over the kinds of decisions of   chance in a round  x  units given away there on average

times the stake and the rounds of an hour, over the part of a round's decisions one has met.
Averages are of the newest twenty of each kind, so that what one has learnt shows after a sitting or
two. Nothing is said before one has met half of what comes up: the rest could be anything.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence

import msgspec

from pitboss.practice.leaks import ROUNDS_AN_HOUR
from pitboss.practice.positions import Cell
from pitboss.practice.record import NEWEST, Decided

PAUSE_MS = 30 * 60_000
"""Without a decision, after which another session begins."""
LEAST_DECISIONS = 10
"""Of a session; fewer belong to the next one."""
LEAST_MET = 0.5
"""Of what comes up in a round that somebody must have met."""
MOST_SESSIONS = 40


class SessionCost(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody's choices cost as a session left them."""

    at: int
    """When it ended, in milliseconds since 1970."""
    decisions: int
    """How many were made in it."""
    right: int
    """Of these, how many were best."""
    hourly: float
    """Cents an hour that all choices cost from then on, estimated."""


def session_costs(
    decided: Sequence[Decided], chances: dict[Cell, float], stake: int
) -> list[SessionCost]:
    """The newest sessions of decisions, which stand in the order of their time."""
    costs: defaultdict[Cell, deque[float]] = defaultdict(lambda: deque(maxlen=NEWEST))
    told = []
    for session in _sessions(decided):
        for one in session:
            costs[one.cell].append(one.cost)
        hourly = _hourly(costs, chances, stake)
        if hourly is not None:
            right = sum(one.right for one in session)
            told.append(
                SessionCost(
                    at=session[-1].at, decisions=len(session), right=right, hourly=hourly
                )
            )  # fmt: skip
    return told[-MOST_SESSIONS:]


def _sessions(decided: Sequence[Decided]) -> Iterator[list[Decided]]:
    session: list[Decided] = []
    for one in decided:
        if len(session) >= LEAST_DECISIONS and one.at - session[-1].at > PAUSE_MS:
            yield session
            session = []
        session.append(one)
    if len(session) >= LEAST_DECISIONS:
        yield session


def _hourly(
    costs: dict[Cell, deque[float]], chances: dict[Cell, float], stake: int
) -> float | None:
    """Cents an hour; None where too little is known."""
    every = sum(chances.values())
    met = sum(chances.get(cell, 0.0) for cell in costs)
    if not met or met < LEAST_MET * every:
        return None
    a_round = sum(
        chances.get(cell, 0.0) * sum(paid) / len(paid) for cell, paid in costs.items()
    )  # fmt: skip
    return a_round * every / met * stake * ROUNDS_AN_HOUR
