"""The one error a rules file, an option or a house setting can raise."""

from __future__ import annotations


class RulesError(ValueError):
    """Something in a game's rules or a house's settings is wrong; the message is for a person."""
