"""How a simulation is dealt: how many rounds, from which shoe, by which machine; all checked."""

from __future__ import annotations

from math import inf
from pathlib import Path

import msgspec

from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Rules
from pitboss.sim.program import Dealing

ROUNDS = 10_000_000
"""Rounds unless told otherwise."""
MOST_ROUNDS = 10**15
MOST_SEED = 2**62 - 1
MOST_THREADS = 1024


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How much is dealt, how, and by whom."""

    rounds: int | None = None
    """Rounds at the table, in whole shoes about so many; ten million, or with `until_se` as many as
    it takes.
    """
    seed: int = 1
    seats: int = 1
    shoe: str = "csm"
    """``csm``: a fresh shoe for every round. ``cut``: shoes dealt down to a cut card."""
    penetration: float | None = None
    """How far into the shoe the cut card stands; the game's file says unless told."""
    burn: int | None = None
    """Cards burned after a shuffle; the game's file says unless told."""
    device: str = "cpu"
    threads: int | None = None
    cluster: str | None = None
    job: Path | None = None
    until_se: float | None = None
    """Stop once the standard error of the round's mean is no larger."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("rounds", 1, MOST_ROUNDS), ("seed", 0, MOST_SEED), ("seats", 1, 9),
            ("penetration", 0.1, 0.95), ("burn", 0, 10), ("threads", 1, MOST_THREADS),
        ):  # fmt: skip
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise RulesError(f"{name} = {value}: use {least} to {most:,}")
            if value is not None and name != "penetration" and value != int(value):
                raise RulesError(f"{name} = {value}: use a whole number")
        for name, choices in (("shoe", ("csm", "cut")), ("device", ("cpu", "cuda"))):
            value = getattr(self, name)
            if value not in choices:
                raise RulesError(f"{name} = {value}: {use(choices, typed=value)}")
        if self.until_se is not None and not 0 < self.until_se < inf:
            raise RulesError(f"until_se = {self.until_se:g}: use an error above 0, in main units")
        self._refuse_idle()

    def _refuse_idle(self) -> None:
        """Refuse what would change nothing."""
        for name, only, heeded in (
            ("penetration", "with shoe = cut", self.shoe == "cut"),
            ("burn", "with shoe = cut", self.shoe == "cut"),
            ("threads", "without a cluster, whose workers have their own", self.cluster is None),
            ("threads", "with device = cpu", self.device == "cpu"),
        ):
            value = getattr(self, name)
            if value is not None and not heeded:
                raise RulesError(f"{name} = {value}: use it only {only}")

    @property
    def most_rounds(self) -> int | None:
        """Rounds to be dealt; None where only the error ends the dealing."""
        return ROUNDS if self.rounds is None and self.until_se is None else self.rounds

    def dealing(self, rules: Rules) -> Dealing:
        """How cards come under a game's rules."""
        if self.shoe == "csm":
            return Dealing(seed=self.seed, seats=self.seats, burn=0)
        shoe = self.rules(rules).shoe
        cut = round(52 * shoe.decks * shoe.penetration)
        return Dealing(seed=self.seed, seats=self.seats, cut=cut, burn=shoe.burn)

    def rules(self, rules: Rules) -> Rules:
        """A game's rules with the cut card and the burned cards that are played."""
        shoe = rules.shoe
        if self.penetration is not None:
            shoe = msgspec.structs.replace(shoe, penetration=self.penetration)
        if self.burn is not None:
            shoe = msgspec.structs.replace(shoe, burn=self.burn)
        return msgspec.structs.replace(rules, shoe=shoe)
