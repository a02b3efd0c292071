"""CONTRIBUTING.md names what is there, and leaves no folder out."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`.*?) \| (.*?) \| (.*?) ?\|$", TEXT, re.MULTILINE)
PATH = re.compile(r"(?:(?:src|tests|docs|scripts|bench|frontend)/[\w./-]+|\w+\.(?:md|toml|in)\b)")


def test_every_path_exists() -> None:
    named = set(PATH.findall(TEXT))
    assert len(named) > 30
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_folder_of_sources_says_what_to_run() -> None:
    changed = " ".join(first for first, _, _ in ROWS)
    folders = [path.parent for path in (ROOT / "src/pitboss").glob("*/__init__.py")]
    tops = ["bench", "docs", "frontend", "scripts", "tests"]
    wanted = [*(str(folder.relative_to(ROOT)) for folder in folders), *tops]
    assert [folder for folder in sorted(wanted) if f"`{folder}`" not in changed] == []


@pytest.mark.parametrize("command", sorted(set(re.findall(r"make ([a-z-]+)", TEXT))))
def test_every_make_command_exists(command: str) -> None:
    asked = subprocess.run(["make", "-n", command], cwd=ROOT, capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
