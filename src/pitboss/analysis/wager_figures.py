"""What a wager brings, and a whole round, as figures for people and programs."""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.exact.figures import Line
from pitboss.exact.whole_numbers import Exactly


class BetFigures(NamedTuple):
    """What one wager brings, per unit staked on it."""

    id: str
    name: str
    stake: float
    """In units of the first opening wager; 1 for a bet that is only reported."""
    staked: bool
    """Whether it is part of the round's figures."""
    lines: list[Line]
    ev: float
    sd: float
    sd_error: float
    hit_rate: float
    hit_rate_error: float
    exact: Exactly | None = None
    """Chances in whole numbers, where no decision touches the bet."""

    @property
    def house_edge(self) -> float:
        """What the house keeps of a unit staked, on average."""
        return -self.ev

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        values: dict[str, Any] = {
            "stake": self.stake,
            "staked": self.staked,
            "ev": self.ev,
            "house_edge": self.house_edge,
            "sd": self.sd,
            "hit_rate": self.hit_rate,
            "events": [
                {
                    "event": line.event,
                    "probability": line.chance,
                    "pays": line.pays,
                    "return": line.returns,
                }
                for line in self.lines
            ],
        }
        if self.sd_error:
            values["sd_error"] = self.sd_error
            values["hit_rate_error"] = self.hit_rate_error
        if self.exact:
            fraction = self.exact.expectation
            values["exact"] = {
                "ev": f"{fraction.numerator}/{fraction.denominator}",
                "combinations": self.exact.of,
                "events": [
                    {"event": event.name, "combinations": ways}
                    for event, ways in zip(self.exact.events, self.exact.ways, strict=True)
                    if ways
                ],
            }
        return values


class RoundFigures(NamedTuple):
    """The opening wagers and the bets that are staked, in units of the first opening wager."""

    ev: float
    initial_stake: float
    average_stake: float
    sd: float
    sd_error: float
    hit_rate: float

    @property
    def house_edge_per_main(self) -> float:
        """What the house keeps, per unit of the first opening wager."""
        return -self.ev

    @property
    def house_edge_per_stake(self) -> float:
        """What the house keeps of everything staked before the deal."""
        return -self.ev / self.initial_stake

    @property
    def element_of_risk(self) -> float:
        """What the house keeps of everything put at risk, doubles and splits included."""
        return -self.ev / self.average_stake

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            **self._asdict(),
            "house_edge_per_main": self.house_edge_per_main,
            "house_edge_per_stake": self.house_edge_per_stake,
            "element_of_risk": self.element_of_risk,
        }
