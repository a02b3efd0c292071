"""The exact solver: combinatorial analysis of any game the compiled rules describe.

`solver` is the way in. `model` has the boards and deals of a shoe, `position` how side bets end on
them, and `programme` follows the course of a hand: the best play for an `objective`, forward and
backward. `chart` finds and plays charts by totals. `tally` plays a strategy forward, and `figures`
reads every wager from it; `joint_variance` or `sampling` say what split hands bring together.
`policy_format` writes a strategy for other engines. Imports `cards` and `rules`; no other engine.
"""

from pathlib import Path

from pitboss.kernels import njit_of

njit = njit_of(Path(__file__).parent)
