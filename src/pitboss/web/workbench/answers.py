"""Figures and charts that the workbench answers with while somebody types."""

from __future__ import annotations

import msgspec

from pitboss.rules.approval import Standing


class FileProblem(msgspec.Struct, frozen=True):
    """Something that is wrong with the file."""

    line: int | None
    """Where, counted from 1; null where it is about the whole file."""
    says: str
    """What, and what to write instead."""


class EventLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a wager."""

    event: str
    """What happens."""
    chance: float
    """In a round."""
    pays: float
    """To one; the mean where it pays differently from time to time."""
    returns: float
    """Its part of the expectation."""
    combinations: str
    """Ways it comes about as a whole number, where no decision touches the bet."""


class WagerLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager brings, per unit staked on it."""

    id: str
    """The bet's."""
    name: str
    """What people call it."""
    opening: bool
    """Whether every round begins with it."""
    staked: bool
    """Whether it is part of the round's figures."""
    house_edge: float
    """What the house keeps of a unit on average."""
    sd: float
    """Standard deviation."""
    sd_error: float
    """Its standard error: what several hands of a seat bring together is drawn."""
    hit_rate: float
    """How often it wins something."""
    fraction: str
    """The expectation as a fraction, where no decision touches the bet."""
    combinations: str
    """All combinations its events are counted in."""
    events: list[EventLine]
    """Every event with its chance, pay and return."""


class RoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """Everything staked together, in main units."""

    house_edge_per_main: float
    """What the house keeps of a unit of the first opening wager."""
    house_edge_per_stake: float
    """Of everything staked before the deal."""
    element_of_risk: float
    """Of everything put at risk, what is added during the round included."""
    sd: float
    """Standard deviation."""
    sd_error: float
    """Its standard error."""
    hit_rate: float
    """How often a round wins something on balance."""
    initial_stake: float
    """Staked before the deal."""
    average_stake: float
    """Put at risk in an average round."""


class BenchFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Every figure of a file; where it cannot be read or solved, why."""

    problems: list[FileProblem]
    """What is wrong with the file; with any, there are no figures."""
    name: str = ""
    """What the file calls the game."""
    rules_hash: str = ""
    """Of the rules, as `pitboss solve --json` names it."""
    approval: Standing | None = None
    """What may be said of the approval of these rules."""
    changes: list[str] = []
    """Where the rules differ from the game the file is based on, a line a key."""
    wagers: list[WagerLine] = []
    """Opening wagers first, insurance last."""
    round: RoundLine | None = None
    """Everything staked."""
    warnings: list[str] = []
    """What a table would refuse of these stakes."""
    solved_seconds: float = 0.0
    """What working it out took."""
    full: bool = False
    """Whether deviations are as exact as `pitboss solve` has them, and combinations are counted."""


class MoveWorthInCell(msgspec.Struct, frozen=True):
    """What a first move is worth to the hands of a cell."""

    move: str
    """In words."""
    worth: float
    """In main units, all wagers on the hand counted, the dealer having looked."""


class SheetCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of a chart."""

    code: str
    """Its letters."""
    ordinary: str
    """What ordinary basic strategy does there, where that is something else."""
    moves: list[MoveWorthInCell]
    """What each move is worth, the best first; none where no two cards make the hand."""


class SheetRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hand against every upcard."""

    hand: str
    """In the words of a chart file."""
    label: str
    """What stands beside the row."""
    cells: list[SheetCell]
    """One for each upcard."""


class SheetSection(msgspec.Struct, frozen=True, kw_only=True):
    """The hands of one sort."""

    title: str
    """Hard, soft, pairs, or cards that may be given up."""
    rows: list[SheetRow]
    """The highest first."""


class ChartTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a chart."""

    id: str
    """Its name in chart files."""
    heading: str
    """Which hands it is for."""
    sections: list[SheetSection]
    """Hard totals, soft totals, pairs."""


class CodeMeaning(msgspec.Struct, frozen=True, kw_only=True):
    """What letters of a chart mean."""

    code: str
    """The letters."""
    means: str
    """In words."""
    kind: str
    """The move it begins with."""
    light: str
    """Colour behind dark letters."""
    dark: str
    """Colour behind light letters."""


class BenchChart(msgspec.Struct, frozen=True, kw_only=True):
    """The best chart of a file."""

    problems: list[FileProblem]
    """What is wrong with the file; with any, there is no chart."""
    rules_hash: str = ""
    """Of the rules."""
    upcards: list[str] = []
    """The columns."""
    tables: list[ChartTable] = []
    """The chart."""
    codes: list[CodeMeaning] = []
    """Letters that occur."""
    house_edge: float = 0.0
    """Of a round per main wager, played by the chart."""
    edges: dict[str, float] = {}
    """Of each wager, by its id, per unit staked on it, played by the chart."""
    ordinary: str = ""
    """Whose chart cells are compared with; empty where there is none."""
