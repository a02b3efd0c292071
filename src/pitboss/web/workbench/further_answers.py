"""What the workbench answers about comparisons, risks, money, simulations and papers."""

from __future__ import annotations

import msgspec

from pitboss.web.workbench.answers import FileProblem


class GridRow(msgspec.Struct, frozen=True, kw_only=True):
    """One combination of what varies."""

    choices: dict[str, str]
    """Value by axis."""
    refused: str
    """Why these do not go together; empty where they do."""
    rules_hash: str
    """Of the rules."""
    edges: dict[str, float]
    """House edge by wager; ``round`` is everything staked, per main wager."""


class GridAxis(msgspec.Struct, frozen=True, kw_only=True):
    """Something that varies."""

    id: str
    """Its name."""
    label: str
    """What people call it."""
    values: list[str]
    """In order."""
    used: str
    """The value in use."""


class BenchGrid(msgspec.Struct, frozen=True, kw_only=True):
    """Pay tables, decks and soft 17 against each other."""

    problems: list[FileProblem]
    """What is wrong with the file."""
    axes: list[GridAxis] = []
    """What varies."""
    rows: list[GridRow] = []
    """Every combination."""


class PricedReading(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling, and what its other reading would change."""

    id: str
    """Its id."""
    question: str
    """What the documents leave open."""
    ruling: str
    """How it is read here."""
    other: str
    """How else it could be read."""
    playable: bool
    """Whether the other reading can be dealt and priced."""
    note: str
    """Why it has no price, or why it is worth the same."""
    edges: dict[str, float]
    """How much more the house keeps under the other reading, by wager that changes."""
    cells: int
    """Cells of the chart that change."""


class BenchReadings(msgspec.Struct, frozen=True, kw_only=True):
    """Rulings of a file's game."""

    problems: list[FileProblem]
    """What is wrong with the file."""
    readings: list[PricedReading] = []
    """In the order of the rulebook."""


class EdgeChange(msgspec.Struct, frozen=True, kw_only=True):
    """A house edge in both of two files."""

    wager: str
    """Its id; ``round`` is everything staked, per main wager."""
    before: float | None
    """Null where the first file has no such wager."""
    after: float | None
    """Null where the second has none."""


class CellChanged(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the chart that differs."""

    table: str
    """Of the chart."""
    hand: str
    """In words."""
    upcard: str
    """The dealer's."""
    before: str
    """What the first chart does; empty where it has no such row."""
    after: str
    """What the second does."""


class BenchDifference(msgspec.Struct, frozen=True, kw_only=True):
    """What differs between two files."""

    problems: list[FileProblem]
    """What is wrong with one of the files."""
    rules: list[str] = []
    """A line a key."""
    edges: list[EdgeChange] = []
    """Of every wager and of the round."""
    cells: list[CellChanged] = []
    """Of the best charts."""


class WinningStakes(msgspec.Struct, frozen=True, kw_only=True):
    """Stakes with which the player wins on average."""

    rules: str
    """Which option or reading is otherwise; empty under the rules on the bench."""
    stakes: dict[str, float]
    """On side bets, in main units; empty where the game itself is beaten."""
    player_edge: float
    """What the player wins in a round, of the main wager."""
    per_stake: float
    """The same, of everything staked."""
    command: str
    """What shows it; empty for a file's own rules, which the page shows."""


class PlayForBet(msgspec.Struct, frozen=True, kw_only=True):
    """How far play for a side bet goes."""

    id: str
    """The bet's."""
    name: str
    """What people call it."""
    stake: float
    """The most that may stand on it beside a main wager, in main units."""
    house_edge: float
    """Of the bet, while play is for the game itself."""
    alone: float
    """Of the bet, when play is for nothing else."""
    round_edge: float
    """Of the round per main wager, with `stake` on the bet and play for both."""


class MistakeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a wager that is settled one step wrong once in a hundred times."""

    wager: str
    """Its id."""
    name: str
    """What people call it."""
    line: str
    """The event, in words."""
    says: str
    """What is done wrong."""
    house_edge: float
    """Of the wager, with the mistake."""
    change: float
    """How much that is more than without."""
    dollars_per_hour: float
    """What the house loses by it, at the smallest wagers; negative if players do."""


class BenchRisks(msgspec.Struct, frozen=True, kw_only=True):
    """What can go wrong with a file's rules."""

    problems: list[FileProblem]
    """What is wrong with the file."""
    beaten: list[WinningStakes] = []
    """Stakes that favour the player, the best first."""
    searched: bool = False
    """Whether other choices and readings were searched beforehand and are among them."""
    readings: list[str] = []
    """Rulings whose other reading can be searched too."""
    side_bets: list[PlayForBet] = []
    """Play for each side bet."""
    mistakes: list[MistakeLine] = []
    """Every line a step too high and a step too low."""
    costliest: list[MistakeLine] = []
    """The five that cost the house most in an hour."""
    seats: int = 0
    """Of the table that mistakes are priced for."""
    rounds_per_hour: int = 0
    """Its pace."""
    smallest: dict[str, float] = {}
    """The wagers there, in dollars."""


class BetMoneyLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager brings the house in an hour, in dollars."""

    id: str
    """The bet's."""
    name: str
    """What people call it."""
    handle: float
    """Staked before the deal."""
    hold: float
    """Kept of it on average."""
    sd: float
    """Standard deviation of the hold, seats independent."""


class BenchMoney(msgspec.Struct, frozen=True, kw_only=True):
    """What a table earns, in dollars."""

    problems: list[FileProblem]
    """What is wrong with the file."""
    bets: list[BetMoneyLine] = []
    """By wager."""
    hold_per_hour: float = 0.0
    """On average."""
    sd_per_hour: float = 0.0
    """Of all seats together."""
    between_seats: float = 0.0
    """Correlation of two seats of a round, by simulation; 0 with one seat."""
    hours_until_ahead: list[float | None] = []
    """Hours until the house is ahead in 95 and in 99.9 cases of 100; null where it never is."""
    night: float = 0.0
    """What a night brings on average."""
    night_band: list[float] = []
    """What it lies between in 95 cases of 100."""
    night_worst: float = 0.0
    """What one night of a thousand undercuts."""
    round_worst: float = 0.0
    """What the house pays in a round at most: every wager's top result at every seat."""
    round_likely: float = 0.0
    """What one seat wins or more in one round of a thousand."""
    ruin: float = 0.0
    """The chance that the bankroll is ever lost at this table."""
    bankroll_needed: float | None = None
    """Dollars with which that chance is one in a thousand; null where no money is enough."""


class SimulatedWager(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager brought, beside the solver."""

    id: str
    """The bet's; ``round`` is everything staked together."""
    solver: float
    """Expectation per unit, by the solver, for the chart that was played."""
    simulated: float
    """The mean of what was dealt."""
    error: float | None
    """Its standard error."""


class BenchSimulation(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds played out by the best chart, beside the solver."""

    problems: list[FileProblem]
    """What is wrong with the file."""
    rounds: int = 0
    """That were dealt."""
    seed: int = 0
    """The same seed deals the same rounds again, and more of them after."""
    wagers: list[SimulatedWager] = []
    """The round first."""
    rounds_per_second: float = 0.0
    """How fast."""


class BenchPaper(msgspec.Struct, frozen=True, kw_only=True):
    """A report, or a paper for the table."""

    problems: list[FileProblem] = []
    """What is wrong with the file, or missing here; the rest is then empty."""
    name: str = ""
    """What to call it when it is saved."""
    kind: str = ""
    """Its media type."""
    data: str = ""
    """The file itself, in base64."""
