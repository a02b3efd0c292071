"""The vocabulary of a game, its file format, and the integer tables compiled from it.

`vocabulary` says what can be said, `loader` reads files, `compile` makes tables, `limits` holds the
state's and the house's settings. Imports only `cards`; every engine may import it.
"""

from pitboss.rules.compile import Move, Tables, compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules

__all__ = ["Game", "Move", "Rules", "RulesError", "Tables", "compile_rules"]
