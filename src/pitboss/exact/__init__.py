"""The exact solver: combinatorial analysis of any game the compiled rules describe.

`hands` enumerates what a player can hold, `dealer` gives the dealer's finals for any cards gone,
`player` finds or follows a policy, `splits` prices splits without approximation. Imports `cards`
and `rules`; no other engine.
"""
