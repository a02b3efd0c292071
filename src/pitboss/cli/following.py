"""`pitboss watch`: follow the signed log of a house from another machine."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter, validators

from pitboss.cli.auditing import BadRequest, said
from pitboss.cli.refusing import say
from pitboss.cli.telling import print_json

if TYPE_CHECKING:
    from pitboss.store.witness import Seen, Verdict

ANSWER_SECONDS = 10


def watch(
    url: str,
    /,
    *,
    head: Path = Path("pitboss-head.json"),
    every: Annotated[float, Parameter(validator=validators.Number(gte=1))] = 30,
    once: bool = False,
    json: bool = False,
) -> None:
    """Follow the signed log of a house, as every browser does that plays there.

    The last signed head is kept in a file. Each time the house must prove that its log begins with
    the entries under that head. Exits with 1, and says why, when the log was cut off or rewritten,
    or is not signed with the house's key; what was seen and what is shown is kept in a file then.

    Parameters
    ----------
    url
        The house's address, such as http://127.0.0.1:8121.
    head
        Where the last head is kept. `pitboss audit --head` reads it too.
    every
        Seconds between two looks.
    once
        Look once, and end.
    json
        Print a line of JSON for each look.

    """
    from pitboss.store.clock import now_ms
    from pitboss.store.witness import WitnessError, compare

    address = url.rstrip("/")
    with said():
        if not address.startswith(("http://", "https://")):
            raise BadRequest(f"URL {url!r}: use an address that begins with http:// or https://")
        while True:
            try:
                verdict = compare(
                    _seen(head), lambda path: _ask(address + path), address, now_ms()
                )  # fmt: skip
            except (OSError, WitnessError) as error:
                if once:
                    raise BadRequest(f"{address} does not answer: {_reason(error)}") from None
                say(f"{address} does not answer: {_reason(error)}; asked again in {every:g} s")
            else:
                _tell(verdict, head, json=json)
            if once:
                return
            time.sleep(every)


def _tell(verdict: Verdict, head: Path, *, json: bool) -> None:
    if verdict.now is not None:
        _write(head, verdict.now)
    if json:
        told: dict[str, Any] = msgspec.to_builtins(verdict)
        print_json(told)
    elif verdict.sound:
        print(verdict.says, flush=True)
    if not verdict.sound:
        evidence = head.with_name(head.stem + "-evidence.json")
        _write(evidence, verdict)
        if not json:
            say(f"{verdict.says}; the evidence is in {evidence}")
        raise SystemExit(1)


def _write(path: Path, what: Seen | Verdict) -> None:
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(what), indent=1) + b"\n")
    draft.replace(path)


def _seen(path: Path) -> Seen | None:
    from pitboss.store.witness import Seen

    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Seen)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(f"--head {str(path)!r}: it holds no head that was kept: {error}") from None


def _ask(address: str) -> Any:
    try:
        with urllib.request.urlopen(address, timeout=ANSWER_SECONDS) as answer:
            return msgspec.json.decode(answer.read(1 << 20))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OSError(f"it answers in no JSON: {error}") from None
    except (HTTPException, ValueError) as error:  # another kind of server, or no address at all
        raise OSError(f"{type(error).__name__}: {error}") from None


def _reason(error: Exception) -> object:
    return getattr(error, "reason", None) or error
