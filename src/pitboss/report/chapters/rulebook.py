"""Rules of play, house options, pay tables."""

from __future__ import annotations

from pitboss.analysis.commands import command
from pitboss.analysis.paytables import of_solution
from pitboss.presentation.solution_tables import number, percent
from pitboss.report.document import Block, Heading, Number, Paragraph, Table, Text
from pitboss.report.study import Study
from pitboss.rules.approval import standing
from pitboss.rules.decode import encode
from pitboss.rules.game import OPTION_KEYS, OPTION_LABELS, option_text
from pitboss.rules.keys import get_key
from pitboss.rules.limits import pay_text


def rules_of_play(study: Study) -> list[Block]:
    """The rules in words under their ids, and where these rules stand."""
    game = study.game
    found = standing(game, study.rules)
    notes = {old: f" (Changed by {text.id}.)" for text in game.texts for old in text.changes}
    blocks: list[Block] = [
        Heading("Rules of play"),
        Paragraph(
            "In our own words, each under its id. The tests that prove a rule carry the same id "
            "(see “From rule to test to result”)."
            + (" Where one is changed by another, the other's words hold." if notes else "")
        ),
        Table(
            "The rules",
            ["id", "rule"],
            [[one.id, one.text + notes.get(one.id, "")] for one in game.texts],
            "ll", (0, 1),
        ),
    ]  # fmt: skip
    changes = game.changes() if not game.built_in else []
    if changes:
        blocks += [
            Paragraph(
                "The words above are those of the game that this file is based on. In these points "
                "the file says otherwise, and what it says holds:"
            ),
            Table(
                "What the file changes", ["key and value"], [[line] for line in changes], "l", (1,)
            ),
        ]  # fmt: skip
    if found.departs:
        blocks.append(
            Table(
                "Where the rules reported on are not those of the document",
                ["id", "how it is played"],
                [[one.id, one.says] for one in found.departs], "ll", (0, 1),
            )
        )  # fmt: skip
    return blocks


def house_options(study: Study) -> list[Block]:
    """What a house may choose, and what is chosen here."""
    game, leaves = study.game, study.game.approval.leaves if study.game.approval else {}
    values = encode(study.rules)
    rows: list[list[Text]] = [
        [
            OPTION_LABELS[name], name, ", ".join(map(option_text, allowed)),
            option_text(get_key(values, OPTION_KEYS[name])), leaves.get(name, ""),
        ]
        for name, allowed in game.options.items()
    ]  # fmt: skip
    refused: list[list[Text]] = [[name, why] for name, why in game.refuses.items()]
    blocks: list[Block] = [
        Heading("House options"),
        Table(
            "What a house may choose",
            ["option", "in commands", "may be", "here", "the document says"],
            rows, "lllll", (3, 0, 3, 0, 3),
        ),
    ]  # fmt: skip
    if refused:
        blocks.append(
            Table("What would contradict the document", ["option", "why"], refused, "ll", (0, 1))
        )
    return blocks


def pay_tables(study: Study) -> list[Block]:
    """Every pay table of every side bet, with what each brings."""
    rules = study.rules
    if not rules.bets:
        return []
    said = command("paytables", study.game, study.here.options, study.paytables, {}, "--json")
    figures = of_solution(study.here.solution)
    place = 0
    blocks: list[Block] = [
        Heading("Pay tables"),
        Paragraph(
            f"To one, with the house edge, standard deviation and hit rate of each table, "
            f"{study.here.name}; play maximises the main game, so that the table changes no "
            "decision."
        ),
    ]
    for bet in rules.bets:
        offered = [table for table in range(1, bet.tables + 1) if bet.offered(table)]
        rows: list[list[Text]] = [
            [event.label or event.event, *(_pays(event.pays[table - 1]) for table in offered)]
            for event in bet.events
        ]
        rows.append([bet.otherwise or "anything else", *("loss" for _ in offered)])
        edges: list[Text] = ["house edge"]
        deviations: list[Text] = ["standard deviation"]
        hits: list[Text] = ["wins"]
        for one in figures.get(bet.id, []):
            at = f"paytables.{place}"
            edges.append(Number(percent(one.house_edge), one.house_edge, said, f"{at}.house_edge"))
            deviations.append(Number(number(one.sd, 4), one.sd, said, f"{at}.sd"))
            hits.append(Number(percent(one.hit_rate), one.hit_rate, said, f"{at}.hit_rate"))
            place += 1
        rows += [edges, deviations, hits]
        in_use = rules.paytables[bet.paytable]
        heads = [f"{table} (here)" if table == in_use else str(table) for table in offered]
        blocks.append(
            Table(
                f"{bet.name} ({bet.id}), tables of {bet.paytable}", ["event", *heads], rows,
                "l" + "r" * len(offered), (4, *([1] * len(offered))),
            )
        )  # fmt: skip
    return blocks


def _pays(pays: int | str) -> str:
    return pay_text(pays) if isinstance(pays, int) else pays
