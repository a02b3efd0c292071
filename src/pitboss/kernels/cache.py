"""Where finished kernels are kept: beside a package's sources, in a folder named by what they say.

Compiled functions contain parts of other modules, and the compiler notices a change of a function's
own file only. So the folder is named by a hash of all sources of the package: a change anywhere
compiles anew, and an old compilation is never mistaken for the present code.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache

from pitboss.kernels import shipped
from pitboss.kernels.ahead import Ahead, possible
from pitboss.kernels.finished import Finished, start_runtime

Listener = Callable[[str, bool], None]
"""Takes the name of a function and whether it is shipped."""

_listeners: list[Listener] = []

WORTH_A_COPY_BYTES = 250_000
"""Size of a shipped function that takes about a second to finish."""


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

    _impl_class = Finished

    package: Path
    """The package the function belongs to."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """A form kept here or shipped; None has numba compile it."""
        found = self._kept(sig, target_context)
        if found is not None:
            return found
        fits = shipped.fits(self.package)
        for listener in _listeners:
            listener(self._py_func.__name__, fits)
        if not fits:
            return None
        ahead = _begin(self.package, target_context)
        if ahead and ahead.wait_for(shipped.entry_name(self._py_func, sig)):
            found = self._kept(sig, target_context)
        if found is None:
            found = shipped.load(self.package, self._py_func, sig, target_context)
            if found is not None:
                self.save_overload(sig, found)
        return found

    def _kept(self, sig: Any, target_context: Any) -> Any:
        """A form kept here."""
        start_runtime(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)
        return None


@cache
def _begin(package: Path, target_context: Any) -> Ahead | None:
    """Have a copy of this process finish the package's largest functions, where that can be."""
    large = shipped.larger_than(WORTH_A_COPY_BYTES, package) if possible() else []
    works = [(name, partial(_finish_and_keep, name, target_context)) for name in large]
    return Ahead(works) if works else None


def _finish_and_keep(name: str, target_context: Any) -> None:
    module, _, function = name.partition("-")[0].rpartition(".")
    kept: KernelCache = getattr(sys.modules[module], function)._cache
    finished = shipped.finish(name, target_context)
    kept.save_overload(finished.signature.args, finished)


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
