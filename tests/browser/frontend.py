"""The front end's own tools: Node, its packages, and where its files are."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "frontend"
OLDEST_NODE = (20, 19)
"""What Vite runs on."""


@cache
def packages() -> Path:
    """The folder with the packages that the lock file names; they are installed if they are not."""
    _check_node()
    folder, lock = FOLDER / "node_modules", FOLDER / "package-lock.json"
    installed = folder / ".package-lock.json"  # npm writes it last
    with lock.open() as waiting:  # tests run in several processes, and npm empties the folder first
        fcntl.flock(waiting, fcntl.LOCK_EX)
        if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
            run("ci", "--no-audit", "--no-fund")
    return folder


def run(*arguments: str) -> None:
    """Run npm; what it says is in the failure, if it is one."""
    ended = subprocess.run(
        ["npm", *arguments], cwd=FOLDER, env=os.environ | {"NO_COLOR": "1"}, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert ended.returncode == 0, f"npm {' '.join(arguments)}\n{ended.stdout}"


def _check_node() -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("Node is not installed here: there is no node or no npm")
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    if version < OLDEST_NODE:
        oldest = ".".join(map(str, OLDEST_NODE))
        pytest.skip(f"Node {said.strip()} is too old for the front end: it needs {oldest}")
