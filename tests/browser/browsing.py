"""Debian's Chromium, the pages a test opens in it, and all that went wrong on them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from pitboss.web.access import COOKIE
from tests import effort
from tests.web.house import Person

T = TypeVar("T")
Size = Literal["desktop", "phone"]

_WINDOWED, _SHELL = shutil.which("chromium"), shutil.which("chromium-headless-shell")
CHROMIUM = (_WINDOWED or _SHELL) if effort.WHOLE else (_SHELL or _WINDOWED)
"""Its shell draws no window of its own around a page, which is nearly half of the work; in the run
where everything is tried it is the browser that people have."""
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
"""It runs as root, and talks to nobody but the server under test."""
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True,
    "has_touch": True,
}  # fmt: skip
SECONDS = 30
"""How long anything on a page may take."""
expect.set_options(timeout=1000 * SECONDS)


class Browser:
    """One Chromium for all tests of a process, driven from a thread of its own.

    The driver keeps an asyncio loop going in its thread between calls: in the main thread every
    later test could use no loop of its own.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "browser")
        self.driver: Playwright
        self.chromium: Chromium
        self.run(self._start)

    def _start(self) -> None:
        self.driver = sync_playwright().start()
        self.chromium = self.driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

    def run(self, work: Callable[[], T]) -> T:
        """Do something with pages: only the browser's own thread may."""
        return self._thread.submit(work).result()

    def close(self) -> None:
        self.run(self.chromium.close)
        self.run(self.driver.stop)
        self._thread.shutdown()


class Visits:
    """What one test opens in the browser; nothing may go wrong there that it does not expect."""

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self.browser, self.address, self.folder = browser, address, folder
        self.faults: list[str] = []
        """Errors on the console, exceptions, requests that failed, such as ``404 GET /api/x``."""
        self._expected: list[str] = []
        self._contexts: list[BrowserContext] = []

    def desktop(self, person: Person | None = None, **settings: Any) -> Page:
        """A new window of somebody at a desk; of a stranger if nobody is named."""
        return self._page(person, DESKTOP | settings)

    def phone(self, person: Person | None = None, **settings: Any) -> Page:
        """A new window of somebody with a phone."""
        return self._page(person, PHONE | settings)

    def open(self, size: Size, person: Person | None = None, **settings: Any) -> Page:
        """A new window of either size, for tests that hold for both."""
        return (
            self.phone(person, **settings) if size == "phone" else self.desktop(person, **settings)
        )

    def expect(self, fault: str) -> None:
        """A fault with these words must come, and is none."""
        self._expected.append(fault)

    def _page(self, person: Person | None, settings: dict[str, Any]) -> Page:
        usual: dict[str, Any] = {
            "base_url": self.address, "reduced_motion": "reduce", "color_scheme": "light",
            "service_workers": "block",
        }  # fmt: skip
        context = self.browser.chromium.new_context(**usual | settings)
        self._contexts.append(context)
        context.set_default_timeout(1000 * SECONDS)
        if person is not None:
            context.add_cookies(
                [{"name": COOKIE, "value": person.token, "url": self.address, "httpOnly": True,
                  "sameSite": "Strict"}]
            )  # fmt: skip
        context.on("console", self._said)
        context.on("weberror", lambda error: self.faults.append(f"exception: {error.error}"))
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)
        return context.new_page()

    def _said(self, message: ConsoleMessage) -> None:
        # what the server refuses is found in its answer, with what was asked
        if message.type == "error" and "the server responded with" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            path = urlsplit(response.url).path
            self.faults.append(f"{response.status} {response.request.method} {path}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page went elsewhere
            self.faults.append(f"failed: {request.method} {request.url}: {request.failure}")

    def run(self, test: Callable[[], None]) -> None:
        """Run a test and see that nothing went wrong; if it did, keep pictures of the pages."""
        try:
            self.browser.run(test)
            self.browser.run(self.check)
        except (Exception, pytest.fail.Exception) as error:
            for picture in self.browser.run(self._pictures):
                error.add_note(f"screenshot: {picture}")
            for words in self.browser.run(self._words):
                error.add_note(f"on the page: {words}")
            for fault in self.faults:
                error.add_note(f"in the browser: {fault}")
            raise
        finally:
            self.browser.run(self._leave)

    def _pages(self) -> list[Page]:
        return [page for context in self._contexts for page in context.pages]

    def check(self) -> None:
        """Nothing went wrong but what was expected, and that did."""
        for page in self._pages():
            page.wait_for_load_state()
            page.evaluate("0")  # what the page said before this answer is heard by now
        unforeseen = [
            fault for fault in self.faults if not any(words in fault for words in self._expected)
        ]
        assert unforeseen == []
        missed = [
            words for words in self._expected if not any(words in fault for fault in self.faults)
        ]
        assert missed == [], "expected, but it did not come"

    def _pictures(self) -> list[Path]:
        found = []
        for number, page in enumerate(self._pages(), start=1):
            picture = self.folder / f"page-{number}.png"
            with contextlib.suppress(PlaywrightError):  # the test's own failure matters more
                page.screenshot(path=picture)
                found.append(picture)
        return found

    def _words(self) -> list[str]:
        """What each page said last, where nobody can look at its picture any more."""
        found = []
        for page in self._pages():
            with contextlib.suppress(PlaywrightError):
                found.append(f"{page.url}: {' '.join(page.locator('body').inner_text().split())}")
        return found

    def _leave(self) -> None:
        for context in self._contexts:
            context.close()
