"""Questions about a game, answered: the library behind `pitboss.solve` and its siblings.

`solving` and `simulating` are the ways in; a `Solution` and a `Simulation` are what they find.
`sweeping`, `comparing`, `paytables`, `round_results`, `dealer_finals`, `card_removal`,
`advantages` and `dealer_errors` ask the solver more; `published_figures` recomputes what others
found. Imports the engines and all below them; names no game.
"""
