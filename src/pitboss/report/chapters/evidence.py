"""Simulation, filed figures, rulings, proofs, what regulators ask for, commands."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss._version import __version__
from pitboss.analysis.commands import command
from pitboss.presentation.solution_tables import number, percent
from pitboss.report.document import (
    Block,
    Code,
    Document,
    Heading,
    Number,
    Paragraph,
    Table,
    Text,
)
from pitboss.report.findings import Findings, PricedReading
from pitboss.report.study import Study

if TYPE_CHECKING:
    from pitboss.analysis.simulating import Simulation

VERIFY = "pitboss verify --json"


def simulation(study: Study, rounds: int, seed: int) -> list[Block]:
    """The game played out, beside the solver, with intervals and seed."""
    if not rounds:
        return [
            Heading("Simulation"),
            Paragraph(
                (
                    "This report was made without playing the game out: no edge, expectation or "
                    "chance of an event in it needs that. ",
                    Code(command("report", study.game, study.options, study.paytables, {},
                                 "--rounds", "100M", "-o", "report.pdf")),
                    " adds a simulation beside the solver.",
                )
            ),
        ]  # fmt: skip
    from pitboss.analysis.simulating import simulate  # takes a while to load

    played = simulate(
        study.game, options=dict(study.here.options), paytables=dict(study.paytables),
        rounds=rounds, seed=seed,
    )  # fmt: skip
    said = command(
        "simulate", study.game, study.here.options, study.paytables, {},
        "--rounds", str(rounds), "--seed", str(seed), "--against-solver", "--json",
    )  # fmt: skip
    return [
        Heading("Simulation"),
        Paragraph(
            f"{rounds:,} rounds from seed {seed}, every card without replacement from a full shoe, "
            "played by the chart. The same seed gives the same result on any machine and number of "
            "threads. The interval is the mean, give or take 1.96 standard errors; z is the "
            "distance from the solver's expectation for the same play, in standard errors."
        ),
        Table(
            "Simulated beside solved",
            ["wager", "mean", "95 % interval", "solver", "z"],
            _simulated(study, played, said), "lrrrr", (2, 0, 0, 0, 0),
        ),
    ]  # fmt: skip


def _simulated(study: Study, played: Simulation, said: str) -> list[list[Text]]:
    rows: list[list[Text]] = []
    for place, one in enumerate(played.against_solver()):
        at = f"against_solver.{place}"
        mean, error, exact, z = one["simulated"], one["se"] or 0.0, one["solver"], one["z"]
        rows.append(
            [
                study.wager_names[one["bet"]],
                Number(number(mean, 6), mean, said, f"{at}.simulated"),
                f"{number(mean - 1.96 * error, 6)} to {number(mean + 1.96 * error, 6)}",
                Number(number(exact, 6), exact, said, f"{at}.solver"),
                Number(number(z, 2), z, said, f"{at}.z") if z is not None else "",
            ]
        )  # fmt: skip
    return rows


def filed(study: Study, findings: Findings) -> list[Block]:
    """Figures that others filed or published, beside ours."""
    game = study.game
    blocks: list[Block] = [Heading("Filed and published figures beside ours")]
    if not game.filed:
        return [*blocks, Paragraph("None is known for this game.")]
    said = command("paytables", game, study.here.options, study.paytables, {}, "--json")
    blocks.append(
        Table(
            "Filed beside ours", ["bet", "pay table", "filed", "ours, here", "basis they give"],
            [
                [study.wager_names.get(one.bet, one.bet), str(one.paytable), one.house_edge,
                 _ours(study, one.bet, one.paytable, said), one.basis]
                for one in game.filed
            ],
            "lrrrl", (0, 0, 0, 0, 1),
        )
    )  # fmt: skip
    blocks += [Paragraph(line) for line in findings.filed_verdict]
    blocks.append(
        Paragraph(
            (
                Code(VERIFY), " recomputes these and all other published figures under every "
                "strategy that may have been meant, and says which fits best.",
            ),
            small=True,
        )
    )  # fmt: skip
    return blocks


def _ours(study: Study, bet: str, table: int, said: str) -> Text:
    from pitboss.analysis.paytables import of_solution

    place = 0
    for name, tables in of_solution(study.here.solution).items():
        for one in tables:
            if (name, one.table) == (bet, table):
                path = f"paytables.{place}.house_edge"
                return Number(percent(one.house_edge), one.house_edge, said, path)
            place += 1
    return "not offered"


def rulings(study: Study, findings: Findings) -> list[Block]:
    """Every ruling, its other reading, and what that is worth."""
    if not findings.readings:
        return []
    priced = [row for one in findings.readings for row in _prices(study, one)]
    return [
        Heading("Rulings"),
        Paragraph(
            "Where the document leaves something open or contradicts itself, it had to be read."
        ),
        Table(
            "Rulings and their other readings",
            ["id", "question", "ruling", "other reading", "worth"],
            [
                [
                    one.ruling.id, one.ruling.question, one.ruling.ruling, one.ruling.other,
                    _worth(one),
                ]
                for one in findings.readings
            ],
            "lllll", (0, 4, 6, 6, 3),
        ),
        *(_price_table(priced) if priced else ()),
    ]  # fmt: skip


def _price_table(rows: list[list[Text]]) -> list[Block]:
    return [
        Paragraph(
            "The price is what the other reading does to the house edge, all else as reported: of "
            "the game per main wager, and of a side bet per unit staked on it. A minus sign is the "
            "player's gain."
        ),
        Table(
            "The price of the other reading", ["id", "wager", "edge then", "price, points"], rows,
            "llrr", (1, 3, 2, 2),
        ),
    ]  # fmt: skip


def _worth(one: PricedReading) -> str:
    """What the other reading is worth, in a word or two."""
    if not one.other:
        return "the same" if one.ruling.same else one.refused or one.ruling.unpriced or "not priced"
    moved = len(one.moved())
    if not moved:
        return "the same"
    return f"priced below, {moved} wager{'s' if moved > 1 else ''}"


def _prices(study: Study, one: PricedReading) -> list[list[Text]]:
    """The edges that the other reading moves; one row where it was solved and moves none."""
    if not one.other:
        return []
    rows: list[list[Text]] = []
    for wager in one.moved() or ["round"]:
        then, change = one.other[wager], one.change(wager)
        name = "the game itself" if wager == "round" else study.wager_names[wager]
        price = Number(
            number(100 * change, 4), change, then.command,
            f"{then.path} less {one.ruled[wager].text}", derived=True,
        )  # fmt: skip
        rows.append([one.ruling.id, name, then, price])
    return rows


@cache
def proofs() -> dict[str, list[str]]:
    """Tests by the id of the rule they prove; written by `make docs` from the tests themselves."""
    text = (files("pitboss.report") / "proofs.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=dict[str, list[str]])


def traceability(study: Study) -> list[Block]:
    """From every rule to the tests that prove it."""
    ids = [one.id for one in study.game.texts] + [one.id for one in study.game.rulings]
    rows: list[list[Text]] = []
    for one in ids:
        tests = proofs().get(one, [])
        shown = ", ".join(tests[:1]) or "none: this rule is the file's own"
        more = f"; {len(tests) - 1} more" if len(tests) > 1 else ""
        rows.append([one, f"{shown}{more}", str(len(tests)), "passes" if tests else ""])
    return [
        Heading("From rule to test to result"),
        Paragraph(
            (
                f"pitboss {__version__} is released only when every test passes: each rule's own "
                "tests, a referee written apart from the program, an enumeration of small shoes in "
                "exact fractions, and the simulator against the solver. In the program's sources ",
                Code("make test"), " runs them all, and ",
                Code(f"pytest -k {ids[-1].replace('-', '_')}"), f" those of {ids[-1]}.",
            )
        ),
        Table(
            "Rules and their tests", ["rule", "a test that proves it", "tests", "result"], rows,
            "llrl", (0, 1, 0, 0),
        ),
    ]  # fmt: skip


def asked_for() -> list[dict[str, Any]]:
    """What regulators ask of such a report."""
    text = (files("pitboss.report") / "asked_for.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["asked"]
    return found


def conformity(document: Document) -> list[Block]:
    """Where this report answers what regulators ask for."""
    chapters = {block.text for block in document.blocks if isinstance(block, Heading)}
    rows: list[list[Text]] = []
    for one in asked_for():
        answered = [chapter for chapter in one["chapters"] if chapter in chapters]
        where = ", ".join(f"“{chapter}”" for chapter in answered)
        rows.append([one["state"], one["rule"], one["asks"], where or one.get("elsewhere", "–")])
    return [
        Heading("What regulators ask for"),
        Paragraph(
            "In our own words, to find the place; the texts of the states are the authority and "
            "change. What only the applicant can add is named as such."
        ),
        Table(
            "Where this report answers", ["state", "rule", "what is asked", "answered in"], rows,
            "llll", (0, 2, 4, 4),
        ),
    ]  # fmt: skip


def commands(document: Document, study: Study) -> list[Block]:
    """Every command that prints numbers of this report, and the rules hashes of the answers."""
    rows: list[list[Text]] = [
        [str(place), Code(said)] for said, place in document.commands().items()
    ]
    return [
        Heading("Commands"),
        Paragraph(
            "The number of a command stands beside the figures it prints again. Each prints JSON; "
            "the fields are named by wager: bets.main.house_edge is the edge of the wager main, "
            "events its lines with probability, pays and return, round the whole round; a sweep "
            "prints a row for every choice with figures by wager, paytables a row for every "
            "table. Numbers that are worked out from several fields say how in the chapter they "
            "stand in."
        ),
        Table("Commands and what they print", ["no.", "command"], rows, "rl", (0, 1)),
        Table(
            "Rules hashes", ["shoe and dealer", "rules hash"],
            [[one.name, Code(one.solution.rules_hash)] for one in study.variants], "ll", (0, 1),
        ),
    ]  # fmt: skip
