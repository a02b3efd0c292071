"""Reading a stranger's game file in a process of its own, with little memory and little time.

``python -m pitboss.games.apart`` takes the file and those it is based on from standard input and
says on standard output whether they make a game. Whatever a text can do to a reader, it does it
there, and not to a server's tables.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import msgspec

from pitboss import games
from pitboss.rules.errors import RulesError

MEMORY_MEGABYTES = 400
"""Address space of the process; an ordinary file takes a fourth of it."""
CPU_SECONDS = 4
WALL_SECONDS = 10
"""On a machine that has others to serve too; then the process is ended."""


COMMAND = ("-m", __name__)


class Question(msgspec.Struct):
    """A file to be read."""

    text: str
    parents: Mapping[str, str]
    origin: str


class Verdict(msgspec.Struct):
    """What became of it."""

    refused: str = ""
    parents: list[str] = []
    """The files it is really based on."""


def check(text: str, parents: Mapping[str, str], *, origin: str) -> dict[str, str]:
    """The parents a file needs, if it makes a game; `RulesError` says why it does not."""
    question = Question(text, parents, origin)
    try:
        done = subprocess.run(
            [sys.executable, *COMMAND],
            input=msgspec.json.encode(question), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=WALL_SECONDS, check=True,
        )  # fmt: skip
        verdict = msgspec.json.decode(done.stdout, type=Verdict)
    except (subprocess.SubprocessError, msgspec.DecodeError):
        raise RulesError(
            f"{origin}: reading it took more than {MEMORY_MEGABYTES} MB or {CPU_SECONDS} seconds; "
            "make it smaller"
        ) from None
    if verdict.refused:
        raise RulesError(verdict.refused)
    return {name: parents[name] for name in verdict.parents}


def main() -> None:
    """Answer the question on standard input."""
    _limit()
    question = msgspec.json.decode(sys.stdin.buffer.read(), type=Question)
    used = _Noted(question.parents)
    try:
        games.read(question.text, origin=question.origin, parents=used, taken=games.BUILT_IN)
        verdict = Verdict(parents=used.asked_for)
    except RulesError as error:
        verdict = Verdict(refused=str(error))
    sys.stdout.buffer.write(msgspec.json.encode(verdict))


class _Noted(dict[str, str]):
    """Texts by name, and which of them were asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.asked_for: list[str] = []

    def __getitem__(self, name: str) -> str:
        self.asked_for.append(name)
        return super().__getitem__(name)


def _limit() -> None:
    try:
        import resource
    except ImportError:  # where there is none, the wall clock is the limit
        return
    memory = MEMORY_MEGABYTES * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
