"""Answers for people's eyes: tables for a terminal and a notebook, charts, pictures and pages.

`solution_tables` and `simulation_tables` print figures. `charts` shows a playing chart and saves
it: `chart_layout` puts it into words, order and colours, once for all formats, `chart_page` makes
the web page of it and `chart_drawing` the SVG and PNG. Imports `advice`, `analysis` and all below.
"""
