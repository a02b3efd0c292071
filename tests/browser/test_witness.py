"""Every browser keeps the last signed head it saw, and says when the log does not go on from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.store.signed_heads import LogKey, SignedHead, is_head_of
from tests.browser.browsing import Browser, Visits
from tests.servers import until
from tests.web.tampering import SignedHouse, add_and_sign, rewrite_last

FOLLOWED = "This browser has followed the house's signed log since"
NOT_THE_ONE = "The house's log is not the one this browser saw"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SignedHouse]:
    with SignedHouse(tmp_path / "house") as found:
        yield found


@pytest.fixture
def browser(chromium: Browser, house: SignedHouse, tmp_path: Path) -> Visits:
    return Visits(chromium, house.address, tmp_path)


def sees(page: Page, house: SignedHouse) -> int:
    """Have the browser look at the log; up to which entry it says that it followed it."""
    before = house.settled()
    page.goto(house.address)
    until(lambda: _followed(page) >= before, 60)
    size = _followed(page)
    page.goto("about:blank")  # it asks nothing while the server is changed
    assert size <= house.settled()
    return size


def _followed(page: Page) -> int:
    told = page.get_by_text(FOLLOWED)
    [entry] = re.findall(r"up to entry ([\d,]+);", " ".join(told.all_inner_texts())) or ["0"]
    return int(entry.replace(",", ""))


def alarm(page: Page, house: SignedHouse) -> str:
    """What the page says that cannot be missed."""
    page.goto(house.address)
    told = page.get_by_role("alert").filter(has_text=NOT_THE_ONE)
    expect(told).to_be_in_viewport(timeout=60_000)
    return told.inner_text()


def test_a_browser_without_a_line_asks_when_it_has_one_again(
    house: SignedHouse, browser: Visits
) -> None:
    page = browser.desktop()
    sees(page, house)
    page.goto(house.address)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(200)  # a request that failed would be a fault, and heard of by now
    with page.expect_request("**/api/log/head"):
        page.context.set_offline(False)


def test_a_tail_that_was_cut_off_or_grown_anew_is_said_and_the_evidence_can_be_saved(
    house: SignedHouse, browser: Visits
) -> None:
    house.guests(2)
    house.server.stop()
    house.copy("older")
    house.start()
    page, other = browser.desktop(), browser.phone()
    first = sees(page, house)
    early = sees(other, house)
    newer = house.guests(3)
    assert first < early < newer
    assert sees(page, house) == newer
    house.server.stop()
    house.put_back("older", head=True)
    house.start()
    said = alarm(page, house)
    assert "The house's log was cut off." in said
    assert f"signed {newer} entries" in said
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the evidence").click()
    evidence = json.loads(Path(saved.value.path()).read_bytes())
    seen = SignedHead(**evidence["seen"]["head"])
    key = LogKey(
        key=seen.key, public=evidence["seen"]["public"], since=0, before="", signature="", reason=""
    )
    assert is_head_of(seen, [key])
    assert seen.size == newer
    house.guests(5)
    page.goto("about:blank")
    said = alarm(other, house)
    assert f"was rewritten. The {early} entries that this browser saw signed" in said
    page.goto(house.address)  # it stays until somebody has read it
    page.get_by_role("button", name="Go on from what is shown now").click()
    expect(page.get_by_text(NOT_THE_ONE)).to_be_hidden()
    expect(page.get_by_text(FOLLOWED)).to_be_visible()


def test_a_loss_that_the_house_owns_up_to_is_said_in_its_words(
    house: SignedHouse, browser: Visits
) -> None:
    house.server.stop()
    house.copy("older")
    kept = house.entries()
    house.start()
    page = browser.desktop()
    seen = sees(page, house)
    house.server.stop()
    house.put_back("older", head=False)
    house.start("--accept-loss", "the disk broke")
    said = alarm(page, house)
    assert "went on without them: “the disk broke”" in said
    assert f"had seen {seen} entries signed; {kept} of them are kept" in said


@pytest.mark.parametrize("tampering", ["added", "rewritten"])
def test_what_was_changed_behind_a_running_server_is_said(
    house: SignedHouse, browser: Visits, tampering: str
) -> None:
    page = browser.desktop()
    sees(page, house)
    if tampering == "added":
        house.change(add_and_sign(house.key.read()))
    else:
        house.change(rewrite_last)
        house.guests(1)
    assert house.troubled()
    assert "The server says itself that its log is not the one it had signed" in alarm(page, house)


def test_a_head_that_another_key_signed_is_said(house: SignedHouse, browser: Visits) -> None:
    page = browser.desktop()
    sees(page, house)
    house.server.stop()
    for path in (house.key.path, house.key.head_path, *house.folder.glob("house.db*")):
        path.unlink(missing_ok=True)
    house.start()
    house.guests(3)
    said = alarm(page, house)
    assert "with another key now, and the key this browser knows does not vouch for it" in said


def test_without_a_secure_context_the_browser_brings_its_own_arithmetic(
    house: SignedHouse, browser: Visits
) -> None:
    """Over plain HTTP from another machine a browser offers neither SHA-256 nor Ed25519."""
    page = browser.desktop()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    sees(page, house)
    newer = house.guests(4)
    assert sees(page, house) == newer
