"""dev"""

from pathlib import Path

from pitboss.kernels import njit_of

njit = njit_of(Path(__file__).parent)
