"""Hints for optional packages say what works, and never somebody else's package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pitboss.extras import install_hint, packages

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py")]


@pytest.mark.parametrize("extra", [extra for extra, wanted in EXTRAS.items() if wanted])
def test_a_hint_names_what_the_extra_is_declared_as(extra: str) -> None:
    assert packages(extra) == EXTRAS[extra]
    for package in EXTRAS[extra]:
        assert f"'{package}'" in install_hint(extra)


def test_the_command_is_that_of_the_python_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.defpath)
    command = install_hint("report").split(" install ")[0].split()
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert str(Path(sys.prefix)) in said.stdout
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}")
    assert install_hint("report").startswith("pip install 'font-source-sans-pro")


def test_no_page_and_no_message_names_the_package_on_the_index() -> None:
    named = re.compile(r"pip install [^\n`]*\bpitboss(?![-/.\w])")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in PAGES
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line)
    ]
    assert found == []


def test_pages_ask_for_packages_as_they_are_declared() -> None:
    declared = {package for wanted in EXTRAS.values() for package in wanted}
    asked = {
        package
        for path in PAGES
        if path.suffix == ".md"
        for package in re.findall(r"pip install '([^'.][^']*)'", path.read_text(encoding="utf-8"))
    }
    assert asked
    assert asked <= declared
