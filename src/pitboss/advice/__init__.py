"""What a move is worth: for a typed hand, for a seat at a table, and where a chart costs something.

`decision_values` values one hand with every card in sight gone; `decisions` (`pitboss ev`) and
`advising` (a table) ask it. Imports `analysis`, the engines and all below them; names no game.
"""
