"""In which order the tests are run, files that wait among files that calculate; and garbage."""

from __future__ import annotations

import gc

import pytest

WAITING = ("tests/browser/", "tests/cli/", "tests/web/")
"""Folders whose tests mostly wait for a browser, a server or a clock."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread files that wait evenly among the others, so that no core is idle while they do."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    waiting = [name for name in files if name.startswith(WAITING)]
    others = [name for name in files if not name.startswith(WAITING)]
    place = {name: (number + 0.5) / len(waiting) for number, name in enumerate(waiting)}
    place |= {name: (number + 0.5) / len(others) for number, name in enumerate(others)}
    items[:] = [item for name in sorted(files, key=place.__getitem__) for item in files[name]]


def pytest_collection_finish() -> None:
    """Ten thousand collected tests stay to the end; looking through them for garbage is in vain."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
