"""What an environment can be asked for beside its setting, checked."""

from __future__ import annotations

from typing import Literal

from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use

RewardKind = Literal["units", "cents", "regret"]
REWARDS = ("units", "cents", "regret")
IllegalKind = Literal["default", "error"]
ILLEGAL = ("default", "error")
DeviceKind = Literal["cpu", "cuda"]
DEVICES = ("cpu", "cuda")


def check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    """Refuse a value that is not among those allowed."""
    if value not in allowed:
        raise RulesError(f"{name} = {value!r}: {use(allowed, typed=str(value))}")
