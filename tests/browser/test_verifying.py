"""The verifier's page: offline, from a disk, with the same verdicts as the script."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.browsing import DESKTOP, PHONE, Browser, Visits
from tests.effort import size
from tests.verifier import rounds
from tests.verifier.cheating import CHEATS

PAGE = rounds.VERIFIER / "check_rounds.html"
PLACES = [
    ("head", "root"),
    ("head", "at"),
    ("head", "signature"),
    ("public",),
    ("inclusion", "leaf"),
]
VERDICTS = """files => files.map(file => {
  try { return check(Uint8Array.from(atob(file), one => one.charCodeAt(0))).told().join(" "); }
  catch (error) { if (error instanceof Wrong) return "✗ " + error.message; throw error; }
})"""


@pytest.fixture(scope="module")
def true_proofs(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    many = size("ROUNDS_TO_VERIFY", 3, 75)
    return list(rounds.proofs(tmp_path_factory.mktemp("proofs"), many, seed=2))


@pytest.fixture(scope="module")
def verifier() -> ModuleType:
    return rounds.load()


@pytest.fixture
def offline(chromium: Browser) -> Iterator[Any]:
    """Opens the page from the disk in a browser without a network, as a function of the size."""
    opened = []

    def look(screen: dict[str, Any]) -> Page:
        context = chromium.chromium.new_context(**screen)
        context.set_offline(True)
        opened.append(context)
        page = context.new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(PAGE.as_uri())
        page.evaluate("faults => { window.faults = faults }", faults)
        return page

    def run(work: Any) -> Any:
        return chromium.run(lambda: work(look))

    yield run
    for context in opened:
        chromium.run(context.close)


def said_by_script(verifier: ModuleType, proof: bytes) -> str:
    try:
        return " ".join(verifier.check(proof).told())
    except verifier.Wrong as error:
        return f"✗ {error}"


def test_the_page_says_what_the_script_says(
    offline: Any,
    verifier: ModuleType,
    true_proofs: list[bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(3)
    forged = [rounds.forged(proof, cheat) for proof in true_proofs[::3] for cheat in CHEATS]
    forged += [rounds.signed_otherwise(true_proofs[0], *place) for place in PLACES]
    forged += [rounds.with_another_beginning(proof) for proof in true_proofs]
    forged += rounds.proofs_without_seeds(tmp_path, monkeypatch)
    many = size("CHANGED_PROOFS", 500, 10_000)
    changed = [rounds.byte_changed(rng.choice(true_proofs), rng) for _ in range(many)]
    files = [*true_proofs, *[one for one in forged if one], *changed]
    wanted = [said_by_script(verifier, proof) for proof in files]
    encoded = [base64.b64encode(proof).decode() for proof in files]
    found: list[str] = offline(lambda look: look(DESKTOP).evaluate(VERDICTS, encoded))
    assert all("everything is right" in one for one in found[: len(true_proofs)])
    assert all(one.startswith("✗ ") for one in found[-many:])
    differing = [
        (script, page)
        for script, page in zip(wanted, found, strict=True)
        if script != page and "no table can say" not in script + page and "is no file" not in script
    ]
    assert differing == []


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_file_is_given_to_the_page(
    offline: Any, true_proofs: list[bytes], tmp_path: Path, screen: dict[str, Any]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(true_proofs[1])
    bad.write_bytes(true_proofs[1].replace(b'"seq": 2', b'"seq": 3', 1))

    def use(look: Any) -> None:
        page: Page = look(screen)
        page.get_by_label("Drop the file here").set_input_files(good)
        expect(page.get_by_text("As it must be")).to_be_visible()
        expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
        expect(page.get_by_role("columnheader", name="Came back").first).to_be_visible()
        assert axe.violations(page) == []
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0
        page.get_by_label("Drop the file here").set_input_files(bad)
        expect(page.get_by_text("Something is wrong")).to_be_visible()
        expect(page.get_by_text("bad.json: it was damaged or changed")).to_be_visible()
        assert axe.violations(page) == []
        assert page.evaluate("window.faults") == []

    offline(use)


def test_the_house_hands_out_page_and_script(browser: Visits, true_proofs: list[bytes]) -> None:
    page = browser.desktop()
    page.goto(f"{browser.address}/verify")
    encoded = base64.b64encode(true_proofs[0]).decode()
    [said] = page.evaluate(VERDICTS, [encoded])
    assert "everything is right" in said
    for name in ("check_rounds.py", "check_rounds.html"):
        answer = page.request.get(f"{browser.address}/verify/{name}")
        assert answer.body() == (rounds.VERIFIER / name).read_bytes()
        assert name in answer.headers["content-disposition"]
