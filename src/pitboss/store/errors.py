"""Who asks, and what can be wrong with what they ask: words that cost nothing to import."""

from __future__ import annotations

from typing import Literal, get_args

from pitboss.bad_input import BadInput

Role = Literal["player", "dealer", "trainer", "pit", "auditor"]
ROLES: tuple[Role, ...] = get_args(Role)
"""Who plays, who types cards, who teaches dealers, who opens tables, and who reads everything and
changes nothing."""


class StoreError(BadInput):
    """The database cannot be used; the message says why and what to do."""


class Refused(BadInput):
    """A write that may not be done; nothing of it was. The message says why."""


class Missing(Refused):
    """What was asked for is not there, or is none of the asker's business."""


class Damaged(Refused):
    """What was asked for is kept in a way that makes no sense; the audit says where."""


def no_table(number: int) -> Missing:
    """There is no table with this number."""
    return Missing(f"table = {number}: there is none with this number")
