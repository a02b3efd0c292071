"""The approved documents line by line beside the program: docs/conformity, written by `make docs`.

`docs/conformity/documents` holds every sentence of each document in our own words, with its place
there and the ids of the rules it became. `documents` reads it, `places` finds where a rule lives,
`proofs` its tests; `faults` says what is missing, `pages` writes.
"""
