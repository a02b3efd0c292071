"""The exact solver: combinatorial analysis of any game the compiled rules describe.

`solver` is the way in. It makes a `position` of every board (`model`), with the `dealer` behind
every hand (`hands`); `optimise` finds the best play for an `objective`, with `player` for single
hands and `splits` for split ones; `chart` does so by totals. `tally` plays a strategy forward into
`outcomes`, and `figures` reads every wager from it, and
`sampling` or `moments` what split hands bring together. Imports `cards` and `rules`; no other
engine.
"""

from pathlib import Path

from pitboss.kernels import njit_of

njit = njit_of(Path(__file__).parent)
