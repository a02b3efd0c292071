"""A world in which the real server runs, and in which nothing happens but by a seed.

`timeline` is its time and the loops of its servers, `outside` what a machine gives a program,
`network` what lies between people and servers, `disk_faults` what goes wrong with the database,
`guests` the people, `house` the servers, `world` all of it with what must always hold.
"""
