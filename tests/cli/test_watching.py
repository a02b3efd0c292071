"""`pitboss watch`: whatever answers instead of a house, it says so in a sentence and goes on."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli import following


@pytest.fixture
def babbling() -> Iterator[str]:
    """The address of something that is no web server."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with listening.accept()[0] as caller:
                caller.recv(1000)
                caller.sendall(b"hello\r\n\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join(5)


def test_an_answer_that_is_none_is_told(
    babbling: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        following.watch(babbling, head=tmp_path / "head.json", once=True)
    assert ended.value.code == 2
    assert "does not answer: BadStatusLine" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["http://[", "http://a b"])
def test_an_address_that_is_none_is_refused(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        following.watch(address, head=tmp_path / "head.json", once=True)
    assert ended.value.code == 2
    assert "does not answer" in capsys.readouterr().err
