"""The compiled loops. They know steps, cards and lanes; nothing of games or moves.

They live apart so that a change elsewhere does not compile them anew.
"""

from pathlib import Path

from pitboss.kernels import njit_of

njit = njit_of(Path(__file__).parent)
