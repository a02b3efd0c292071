"""pitboss deals, proves and teaches blackjack variants from one exact definition of each game."""

__version__ = "0.1.0"
