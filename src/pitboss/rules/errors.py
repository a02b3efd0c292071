"""The one error a rules file, an option or a house setting can raise."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.bad_input import BadInput

MOST_LINES = 20
"""Problems of one file that are said at once."""
LONGEST_LINE = 1200
"""Characters of one of them."""


class RulesError(BadInput, ValueError):
    """Something in a game's rules or a house's settings is wrong; the message is for a person.

    Where several things are, each has a line of its own.
    """

    @classmethod
    def of(cls, origin: str, lines: Sequence[str]) -> RulesError:
        """Everything that is wrong with a file, a line each."""
        said = [_shortened(line) for line in lines[:MOST_LINES]]
        if len(lines) > MOST_LINES:
            said.append(f"{origin}: and {len(lines) - MOST_LINES} more")
        return cls("\n".join(said))


def _shortened(line: str) -> str:
    line = line.replace("\n", " ")
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"
