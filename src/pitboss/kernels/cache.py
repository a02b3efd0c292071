"""Where finished kernels are kept: beside a package's sources, in a folder named by what they say.

Compiled functions contain parts of other modules, and the compiler notices a change of a function's
own file only. So the folder is named by a hash of all sources of the package: a change anywhere
compiles anew, and an old compilation is never mistaken for the present code.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache

from pitboss.kernels import shipped

Listener = Callable[[str, bool], None]
"""Takes the name of a function and whether it is shipped."""

_listeners: list[Listener] = []


@contextmanager
def watched(listener: Listener) -> Iterator[None]:
    """Tell `listener` of each function that has to be finished or compiled meanwhile."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


class KernelCache(FunctionCache):  # type: ignore[misc]  # numba publishes no types
    """What numba asks for a function's compiled forms, one for each signature."""

    package: Path
    """The package the function belongs to."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """A form kept here or shipped; None has numba compile it."""
        found = super().load_overload(sig, target_context)
        if found is None:
            for listener in _listeners:
                listener(self._py_func.__name__, shipped.fits(self.package))
            found = shipped.load(self.package, self._py_func, sig, target_context)
            if found is not None:
                self.save_overload(sig, found)
        return found


def njit_of(package: Path) -> Callable[..., Any]:
    """Numba's `njit`, for functions of a package or of others that build on them.

    What is compiled is kept in the package's folder; where that cannot be written, as numba does.
    """
    place = _folder(package)

    def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
        def compiled(function: Callable[..., Any]) -> Any:
            dispatcher = numba.njit(**options)(function)
            before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
            numba.config.CACHE_DIR = place or before  # type: ignore[attr-defined]
            try:
                dispatcher._cache = KernelCache(function)
                dispatcher._cache.package = package
            finally:
                numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
            return dispatcher

        return compiled

    return njit


def _folder(package: Path) -> str:
    """The folder for a package as it is now, made if need be; empty if it cannot be written."""
    folder = package / "__pycache__" / f"compiled-{shipped.sources_hash(package)}"
    try:
        if not folder.exists():
            for old in folder.parent.glob("compiled-*"):
                shutil.rmtree(old, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder)
