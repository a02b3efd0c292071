"""The solver's core: one backward programme over (cards, terms) for every mechanic.

`steps` follows the course of a hand (`rules.course`) from the deal and writes down, hand by hand,
what has to be computed: a *programme* of means over the next card and of choices among moves.
`shoe` is a shoe as arrays over its boards, `loops` the compiled loops, `best` the way in: the best
play of a shoe and what it is worth. No module here knows why a move exists.
"""
