"""What every error about somebody's input is: its message is a sentence for whoever gave it."""

from __future__ import annotations


class BadInput(Exception):
    """What was given cannot be used, or what was asked cannot be done; the message says why."""
