"""The chapters of a report, one module for each few that belong together.

Every chapter is a function of a `Study` that gives the blocks of a document. None names a game.
"""
