"""A step of an environment, compiled: cards, rules, observation, mask and reward.

Everything is looked up in the book (`numbers.Places`); no game and no mechanic is known here. The
functions are plain Python that numba compiles, for the processor and for CUDA alike; they allocate
nothing. They live apart so that a change elsewhere does not compile them anew.
"""

from pathlib import Path

from pitboss.kernels import njit_of

njit = njit_of(Path(__file__).parent)
