"""Which units of a job are done, how the rest is cut into pieces, and where a job may stop."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

Span = tuple[int, int]
"""Units from the first number up to, not including, the second."""


class Spans:
    """A set of units, kept as few spans that do not touch.

    >>> done = Spans([(0, 4), (8, 12)])
    >>> done.add(4, 6)
    >>> done.listed(), done.gaps(16)
    ([(0, 6), (8, 12)], [(6, 8), (12, 16)])
    """

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._spans: list[Span] = []
        for first, end in spans:
            self.add(first, end)

    def add(self, first: int, end: int) -> None:
        """Add units of which none is there yet."""
        place = bisect_left(self._spans, (first, end))
        before, after = self._spans[:place], self._spans[place:]
        if not 0 <= first < end or (before and before[-1][1] > first) or (
            after and after[0][0] < end
        ):  # fmt: skip
            raise ValueError(f"units {first} to {end}: some of them are done, or they are none")
        if before and before[-1][1] == first:
            first = before.pop()[0]
        if after and after[0][0] == end:
            end = after.pop(0)[1]
        self._spans = [*before, (first, end), *after]

    def listed(self) -> list[Span]:
        """The spans in order."""
        return list(self._spans)

    def gaps(self, end: int) -> list[Span]:
        """What is missing of the units below `end`."""
        found, reached = [], 0
        for first, after in self._spans:
            if reached < min(first, end):
                found.append((reached, min(first, end)))
            reached = after
        if reached < end:
            found.append((reached, end))
        return found

    @property
    def end(self) -> int:
        """One more than the last unit."""
        return self._spans[-1][1] if self._spans else 0

    def __len__(self) -> int:
        return sum(end - first for first, end in self._spans)


def pieces(gaps: Iterable[Span], size: int) -> Iterator[Span]:
    """Cut spans at the multiples of a size.

    >>> list(pieces([(3, 9)], 4))
    [(3, 4), (4, 8), (8, 9)]
    """
    for first, end in gaps:
        while first < end:
            cut = min(end, (first // size + 1) * size)
            yield first, cut
            first = cut


def stops(block: int) -> Iterator[int]:
    """Where a job that stops by its error looks at it: ever more whole blocks of units.

    The error is looked at nowhere else, so where a job stops does not depend on who deals.

    >>> from itertools import islice
    >>> list(islice(stops(1), 14))
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19]
    """
    many = 1
    while True:
        yield many * block
        many += max(1, many // 5)
