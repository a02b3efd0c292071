"""The walks of docs/walks lead through files that are there; the picture is the contract."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from scripts import architecture

ROOT = Path(__file__).parents[2]
WALKS = [path for path in sorted((ROOT / "docs/walks").glob("*.md")) if path.name != "README.md"]
STEP = re.compile(r"^(\d+)\. (.*?)(?=^\d+\. |\n\n|\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
PATH = re.compile(r"(?:src|tests|frontend)/[\w./-]+")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[a-z_]\w*)?")
ONE_PAGE = 60
"""Lines of a printed page."""

of_every_walk = pytest.mark.parametrize("walk", WALKS, ids=[path.stem for path in WALKS])


def steps(walk: Path) -> list[str]:
    found = STEP.findall(walk.read_text(encoding="utf-8"))
    assert [int(number) for number, _ in found] == list(range(1, len(found) + 1))
    return [text for _, text in found]


def test_there_are_the_three_walks() -> None:
    front = (ROOT / "docs/walks/README.md").read_text(encoding="utf-8")
    assert len(WALKS) == 3
    assert [path.name for path in WALKS if f"({path.name})" not in front] == []


@of_every_walk
def test_every_step_begins_with_a_file_and_every_file_exists(walk: Path) -> None:
    assert len(steps(walk)) >= 10
    for step in steps(walk):
        assert re.match(r"`(?:src|frontend)/[\w./-]+` – ", step), step
    named = PATH.findall(walk.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).is_file()] == []


@of_every_walk
def test_what_a_step_names_is_in_its_files(walk: Path) -> None:
    for step in steps(walk):
        words = CODE.findall(step)
        source = "".join((ROOT / path).read_text("utf-8") for path in words if PATH.match(path))
        for name in (word for word in words if NAME.fullmatch(word)):
            for part in name.split("."):
                assert re.search(rf"\b{part}\b", source), f"{name} is not in the files of: {step}"


@of_every_walk
def test_a_walk_is_one_page(walk: Path) -> None:
    assert len(walk.read_text(encoding="utf-8").splitlines()) <= ONE_PAGE


def test_the_picture_of_the_architecture_is_the_import_contract() -> None:
    assert architecture.PICTURE.read_text(encoding="utf-8") == architecture.picture(), (
        "run make docs"
    )


def test_the_picture_shows_every_package() -> None:
    shown = {text.text for text in ElementTree.fromstring(architecture.picture()).iter()}
    layers = architecture.contract().layers
    packages = {path.parent.name for path in (ROOT / "src/pitboss").glob("*/__init__.py")}
    beside = {"kernels", "published"}  # what is shipped, and data: no layer of their own
    assert packages - beside <= {name for row in layers for name in row} <= shown


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_the_walks_and_the_picture_are_linked(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "docs/walks/README.md" in text
    assert "docs/images/architecture.svg" in text
