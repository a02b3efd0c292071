"""What the workbench is asked, and how orders travel to its benches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from pitboss.web.workbench.answers import BenchChart, BenchFigures
from pitboss.web.workbench.further_answers import (
    BenchDifference,
    BenchGrid,
    BenchMoney,
    BenchPaper,
    BenchReadings,
    BenchRisks,
    BenchSimulation,
)


class Design(msgspec.Struct, frozen=True, kw_only=True):
    """A game file on the workbench, with the pay tables in use and what is staked."""

    text: str
    """The file."""
    paytables: dict[str, int] = {}
    """Table in use by the name of pay tables; the first where none is named."""
    stakes: dict[str, float] = {}
    """Of side bets, in main units."""
    optimise: str = "main"
    """What play is for: ``main``, ``total`` (everything staked) or a bet's id."""


class MoneyPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is played."""

    wagers: dict[str, float]
    """Average dollars on each wager at every seat."""
    seats: int = 5
    """How many play."""
    rounds_per_hour: float = 70.0
    """The dealer's pace."""
    hours: float = 8.0
    """Of a night."""
    bankroll: float = 50_000.0
    """Dollars the house has for this table."""


PaperForm = Literal["pdf", "html", "svg"]


class Print(msgspec.Struct, frozen=True):
    """What is printed of a file."""

    paper: Literal["report", "sign", "card", "payouts", "layout"]
    form: PaperForm = "pdf"


What = Literal[
    "figures", "chart", "grid", "readings", "difference", "risks", "money", "simulation", "paper"
]  # fmt: skip
ANSWERS: dict[What, Callable[..., msgspec.Struct]] = {
    "figures": BenchFigures, "chart": BenchChart, "grid": BenchGrid, "readings": BenchReadings,
    "difference": BenchDifference, "risks": BenchRisks, "money": BenchMoney,
    "simulation": BenchSimulation, "paper": BenchPaper,
}  # fmt: skip
"""What each order is answered with."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted of a file."""

    id: int
    what: What
    design: Design
    other: Design | None = None
    """The file it is compared with."""
    full: bool = False
    ruling: str = ""
    """The one that is priced, or searched."""
    money: MoneyPlan | None = None
    rounds: int = 0
    seed: int = 1
    printed: Print | None = None


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: the answer as JSON, not read by the server; or an error of ours."""

    id: int
    answer: msgspec.Raw = msgspec.Raw(b"null")
    late: bool = False
    """Whether it was given up: another time it may be solved."""
    broken: str = ""
