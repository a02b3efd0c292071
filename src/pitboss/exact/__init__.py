"""The exact solver: combinatorial analysis of any game the compiled rules describe.

`board` is the way in: it solves one board, with `player` for single hands and `split_pair` for
splits; `bets` reads side bets from the outcomes. Imports `cards` and `rules`; no other engine.
"""
