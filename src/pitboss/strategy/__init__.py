"""What the engines find, for people: solutions, simulations, charts, single decisions.

`solution` (`solve`) and `simulating` (`simulate`) are the ways in; `printing` and `simulation_text`
show what they find. `decisions` and `advice` value moves, `comparing` compares rules, `published`
recomputes what others found. `pictures` shows a chart (`pitboss.rules.chart`) and saves it:
`sheets` puts it into words, order and colours, once for all formats; `page` makes the web page of
it, `drawing` the SVG and PNG pictures. May import the engines and all below them; names no game.
"""
