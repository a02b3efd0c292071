"""Numbers of a report looked up in what their commands print."""

from __future__ import annotations

import contextlib
import io
import shlex
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve
from pitboss.cli import app
from pitboss.report.document import Document, Number

DRAWN = ("sd", "sd_error", "hit_rate")
"""Figures for which rounds with several hands are drawn; all others are exact without."""


@contextlib.contextmanager
def few_draws() -> Iterator[None]:
    """Draw next to nothing: half the time of a command goes into deviations."""
    drawing = Solution.sampled_splits
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Solution, "sampled_splits", lambda one, *_: drawing(one, 500))
        yield


def printed(command: str) -> dict[str, Any]:
    """What a command prints, run as a person would run it."""
    program, *words = shlex.split(command)
    assert program == "pitboss"
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
    found: dict[str, Any] = msgspec.json.decode(out.getvalue())
    return found


def solved(command: str) -> Solution:
    """What a `pitboss solve` solves, without what it prints beside the edges."""
    _, verb, game, *words = shlex.split(command)
    assert verb == "solve"
    given: dict[str, dict[str, str]] = {"set": {}, "bet": {}, "paytable": {}}
    plain = {"optimise": "main", "strategy": "composition"}
    words = [word for word in words if word != "--json"]
    for option, value in zip(words[::2], words[1::2], strict=True):
        name = option.removeprefix("--")
        if name in plain:
            plain[name] = value
        elif name in given:
            key, _, chosen = value.partition("=")
            given[name][key] = chosen
        else:
            given["set"][name] = value
    found = games.find(game)
    return solve(
        found, optimise=plain["optimise"], strategy=plain["strategy"],
        options={name: found.option_from_text(name, text) for name, text in given["set"].items()},
        paytables={name: int(table) for name, table in given["paytable"].items()},
        bets={bet: float(stake) for bet, stake in given["bet"].items()},
    )  # fmt: skip


def answer_to(command: str, numbers: list[Number]) -> dict[str, Any]:
    """What a command prints of these numbers.

    Deviations take longest and most commands are asked for edges alone: those are solved without.
    """
    alone = ("house_edge", "house_edge_per_main", "round.ev")
    edges = all(one.path.endswith(alone) for one in numbers)
    if not command.startswith("pitboss solve ") or not edges:
        drawn = any(one.path.rpartition(".")[2] in DRAWN for one in numbers)
        with contextlib.nullcontext() if drawn else few_draws():
            return printed(command)
    solution = solved(command)
    figures, expectations = solution.figures, solution.figures.expectations()
    staked = float(expectations @ solution.stakes_of_wagers())
    return {
        "round": {"house_edge_per_main": -staked, "ev": staked},
        "bets": {
            bet: {"house_edge": -float(ev)}
            for bet, ev in zip(figures.wagers, expectations, strict=True)
        },
    }


def field(values: Any, path: str) -> Any:
    """The field of an answer that a path names."""
    for name in path.split("."):
        values = values[int(name)] if isinstance(values, list) else values[name]
    return values


def numbers_by_command(document: Document) -> dict[str, list[Number]]:
    """Numbers that stand in a command's answer as they are."""
    found: dict[str, list[Number]] = {}
    for number in document.numbers():
        if not number.derived:
            found.setdefault(number.command, []).append(number)
    return found
