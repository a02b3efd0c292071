"""Which units of a job are done and which are missing."""

from __future__ import annotations

import itertools
import random

import pytest

from pitboss.sim.spans import Span, Spans, pieces


def test_spans_merge_and_know_what_is_missing() -> None:
    chance = random.Random(1)
    for _ in range(50):
        cuts = sorted(chance.sample(range(1, 400), 20))
        every = list(itertools.pairwise([0, *cuts, 400]))
        done, kept = Spans(), set[int]()
        for first, end in chance.sample(every, 12):
            done.add(first, end)
            kept.update(range(first, end))
        missing = {unit for first, end in done.gaps(350) for unit in range(first, end)}
        assert missing == set(range(350)) - kept
        assert len(done) == len(kept)
        assert done.end == max(kept) + 1
        cut = list(pieces(done.gaps(350), 16))
        assert {unit for first, end in cut for unit in range(first, end)} == missing
        assert all(first // 16 == (end - 1) // 16 for first, end in cut)


@pytest.mark.parametrize("span", [(3, 5), (0, 2), (9, 12), (4, 4), (7, 6), (-2, -1)])
def test_units_are_never_counted_twice(span: Span) -> None:
    done = Spans([(1, 4), (10, 11)])
    with pytest.raises(ValueError, match="some of them are done"):
        done.add(*span)
