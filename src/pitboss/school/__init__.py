"""Dealer school: questions made from the table engine's own rounds, graded, and asked again.

`making.make_item` makes an item from a setting, a kind, a seed and a number; `grading` reads and
judges an answer; `progress` keeps what a trainee knows. No kind of drill knows a game: it reads
events, captions and rule texts. Imports everything below it, and nothing of server or database.
"""
