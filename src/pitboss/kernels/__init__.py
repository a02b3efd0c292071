"""Compiled functions: found ready on this machine, finished from what is shipped, or compiled.

The engines' inner loops are Python that numba compiles. Compiling all of a solver takes half a
minute, so the package carries the result as LLVM bitcode (`shipped`), which this machine's
processor needs a second or two to finish; what is finished is kept in a folder (`cache`). Where
nothing fitting is shipped (another Python, another numba, changed sources), numba compiles as ever.
`make kernels` writes what is shipped.
"""

from __future__ import annotations

from pitboss.kernels.cache import njit_of, watched

__all__ = ["COMPILED", "njit_of", "watched"]

COMPILED = ("exact", "exact/programme/loops", "sim")
"""The package's folders that hold compiled functions."""
