"""The front end is what its sources say: checked, tested, and built anew to the same bytes."""

from __future__ import annotations

from pathlib import Path

import pitboss.web
from tests.browser import frontend

STATIC = Path(pitboss.web.__file__).parent / "static"


def test_the_front_end_that_is_served_is_what_its_sources_build(tmp_path: Path) -> None:
    frontend.packages()
    frontend.run("run", "build", "--", "--outDir", str(tmp_path), "--emptyOutDir")
    built, served = _files(tmp_path), _files(STATIC)
    assert served.keys() == built.keys(), "make frontend builds it"
    assert [name for name in built if built[name] != served[name]] == [], "make frontend builds it"


def test_the_front_end_has_no_type_errors() -> None:
    frontend.packages()
    frontend.run("run", "check")


def test_the_front_end_s_own_tests_pass() -> None:
    frontend.packages()
    frontend.run("test")


def test_the_front_end_s_lock_file_names_no_registry() -> None:
    folder = frontend.packages().parent
    settings = (folder / ".npmrc").read_text(encoding="utf-8").split()
    assert "omit-lockfile-registry-resolved=true" in settings
    assert '"resolved"' not in (folder / "package-lock.json").read_text(encoding="utf-8")


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
