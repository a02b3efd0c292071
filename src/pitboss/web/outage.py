"""A database that does not answer: said once, waited for, and said once when it is back."""

from __future__ import annotations

import logging
import time

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

logger = logging.getLogger("pitboss")

AGAIN_SECONDS = 0.5
"""After a read that failed nobody else has to wait for one to fail."""


class DatabaseGone(Exception):
    """The database does not answer; nothing was read."""

    def __init__(self) -> None:
        super().__init__("the house's books cannot be read now; try again soon")


def is_loss(error: BaseException) -> bool:
    """Whether an error says that the database is gone, and not that something else is wrong."""
    if isinstance(error, OperationalError | InterfaceError | PoolTimeout | ConnectionError):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


class Outage:
    """Whether the database answers, for everyone who needs it."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._reads_again = 0.0

    def __bool__(self) -> bool:
        return self._since is not None

    def check(self) -> None:
        """Raise `DatabaseGone` if reading failed a moment ago."""
        if time.monotonic() < self._reads_again:
            raise DatabaseGone

    def begin(self, error: BaseException, *, reading: bool) -> None:
        """It does not answer: say so, if that is news."""
        at = time.monotonic()
        if reading:
            self._reads_again = at + AGAIN_SECONDS
        if self._since is None:
            self._since = at
            cause = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            logger.error(
                "the database does not answer (%s): tables wait for it, and whoever asks is told "
                "to try again", cause,
            )  # fmt: skip

    def end(self) -> None:
        """Something was written: it answers."""
        if self._since is not None:
            seconds = time.monotonic() - self._since
            self._since, self._reads_again = None, 0.0
            logger.warning("the database answers again, after %.1f seconds", seconds)
