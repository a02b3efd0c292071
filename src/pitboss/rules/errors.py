"""The one error a rules file, an option or a house setting can raise."""

from __future__ import annotations

from collections.abc import Sequence

MOST_LINES = 20
"""Problems of one file that are said at once."""
LONGEST_LINE = 1200
"""Characters of one of them."""


class RulesError(ValueError):
    """Something in a game's rules or a house's settings is wrong; the message is for a person.

    Where several things are, each has a line of its own.
    """

    @classmethod
    def of(cls, origin: str, problems: Sequence[str]) -> RulesError:
        """Everything that is wrong with a file, each line with the file's name."""
        lines = [f"{origin}: {_shortened(problem)}" for problem in problems[:MOST_LINES]]
        if len(problems) > MOST_LINES:
            lines.append(f"{origin}: and {len(problems) - MOST_LINES} more")
        return cls("\n".join(lines))


def _shortened(problem: str) -> str:
    problem = problem.replace("\n", " ")
    return problem if len(problem) <= LONGEST_LINE else problem[: LONGEST_LINE - 1] + "…"
