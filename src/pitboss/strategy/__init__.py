"""Playing strategies for people.

`pictures` is the way in: it shows a chart (`pitboss.rules.chart`) in a terminal and saves it as a
file. `sheets` puts a chart into words, order and colours, once for all formats; `page` makes the
web page of it, `drawing` the SVG and PNG pictures. Imports `rules`; names no game.
"""
