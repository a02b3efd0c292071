"""What the server says about itself: a line for each thing worth knowing."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import msgspec


class Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(), "logger": record.name,
            "message": record.getMessage(),
        }  # fmt: skip
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


TALKATIVE = ("uvicorn", "websockets")
"""Who says when each connection comes and goes."""


def set_up(kind: str, *, verbose: bool = False) -> None:
    """Write lines for people, or JSON, to standard error.

    JSON has what is worth knowing and lines for people what goes wrong, unless all is wanted.
    """
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(Json() if kind == "json" else plain)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if verbose or kind == "json" else logging.WARNING)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.INFO if verbose else logging.WARNING)
