"""What is built from the tree: a source distribution that is a whole clone, a wheel that runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = [".ci", "bench", "docs", "frontend", "scripts", "src", "tests"]
PAGES = ["*.md", "*.toml", "*.txt", "*.in", ".gitignore", "LICENSE", "Makefile"]
"""Files of the tree's root; whatever else lies there is somebody's own."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree as a clone has it, without what was made in it."""
    copy = tmp_path_factory.mktemp("clone")
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    leave_out = shutil.ignore_patterns(*(name.rstrip("/") for name in ignored))
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, symlinks=True, ignore=leave_out)
    for pattern in PAGES:
        for path in ROOT.glob(pattern):
            shutil.copy(path, copy)
    return copy


def files(folder: Path) -> set[str]:
    """Every file by its path; links are followed, as an archive has copies of what they show."""
    return {
        str((Path(place) / name).relative_to(folder))
        for place, _, names in os.walk(folder, followlinks=True)
        for name in names
    }


def build(kind: str, tree: Path, out: Path) -> Path:
    script = f"from setuptools.build_meta import build_{kind} as build; build({str(out)!r})"
    subprocess.run([sys.executable, "-c", script], cwd=tree, check=True, capture_output=True)
    [made] = out.iterdir()
    return made


def test_a_source_distribution_is_a_whole_clone(tree: Path, tmp_path: Path) -> None:
    wanted = files(tree)
    with tarfile.open(build("sdist", tree, tmp_path / "dist")) as archive:
        archive.extractall(tmp_path, filter="data")
    [unpacked] = (path for path in tmp_path.iterdir() if path.name != "dist")
    assert sorted(wanted - files(unpacked)) == []
    for path in ("tests/published/charts.toml", "tests/contract/test_packaging.py", "Makefile"):
        assert (unpacked / path).read_bytes() == (tree / path).read_bytes()
    assert os.access(unpacked / ".ci/run", os.X_OK)


def test_a_wheel_has_every_file_of_the_package_and_runs_anywhere(
    tree: Path, tmp_path: Path
) -> None:
    wanted = files(tree / "src/pitboss")
    with zipfile.ZipFile(build("wheel", tree, tmp_path / "dist")) as archive:
        archive.extractall(tmp_path / "site")
    assert files(tmp_path / "site/pitboss") == wanted
    said = subprocess.run(
        [sys.executable, "-m", "pitboss", "rules", "half-back"], cwd=tmp_path / "site",
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert "HB-7" in said.stdout
