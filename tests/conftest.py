"""In which order the tests are run: files that wait among files that calculate."""

from __future__ import annotations

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
