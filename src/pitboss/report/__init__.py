"""Reports and papers: what goes into a submission, onto the table and into the rack.

`making.make` makes a mathematical report from a game and its choices, `papers.make` a sign, a
player's card, a dealer's payout card or the layout. A report is first data (`document`), chapter
by chapter (`chapters`), and then shown by `typst_page` or `html_page`. Imports everything below
`web`; names no game.
"""
