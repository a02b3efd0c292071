"""Checks a file of rounds without pitboss: a script of the standard library, and a page.

`check_rounds.py` and `check_rounds.html` say the same things in two languages and share no line
with the engines: whoever has one of them and a file needs nobody's word. Imports nothing.
"""
