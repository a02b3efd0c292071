"""Method, results for every shoe and dealer, charts."""

from __future__ import annotations

from pitboss.analysis.solution import POLICY_CLASSES
from pitboss.analysis.wager_figures import BetFigures
from pitboss.presentation.chart_layout import HOW_TO_READ, legend
from pitboss.presentation.solution_tables import number, percent
from pitboss.report.chart_rows import merged_sheets
from pitboss.report.document import (
    Block,
    Bullets,
    Code,
    Heading,
    Number,
    Paragraph,
    Picture,
    StrategyChart,
    Table,
    Text,
)
from pitboss.report.plots import edges_plot
from pitboss.report.study import Study, Variant
from pitboss.rules.sign import event_words


def method() -> list[Block]:
    """How the figures were found, and what they assume."""
    return [
        Heading("Method, assumptions, policy"),
        Paragraph(
            "Edges, expectations and the chances of events are found by combinatorial analysis, "
            "not by simulation: each hand, upcard and set of cards gone is weighed by how often it "
            "comes from a full shoe without replacement, the dealer's hand is followed to its end, "
            "and the best decision is kept. Where a round has several hands their expectation is "
            "exact as well: cards are counted without replacement through all of them."
        ),
        Bullets(
            [
                "Policy class: play goes " + POLICY_CLASSES["composition"] + ". It maximises the "
                "wagers of the game itself; side bets are reported under that play unless said "
                "otherwise. The chart in this report is the best play by totals alone, and its "
                "cost beside play by exact cards is given with it.",
                "Every round starts from full decks, as from a continuous shuffler and as the "
                "first round after a shuffle. No card is counted; one seat is played, and other "
                "seats do not change the average.",
                "Insurance is reported as if taken whenever it is offered, and is no part of the "
                "round.",
                "Wagers that are added after the deal are booked to the first opening wager.",
                "Chances are worked out in floating point and agree with exact fractions, found "
                "by enumerating small shoes through the table engine, to twelve digits. Bets that "
                "no decision touches are counted in whole numbers besides.",
                "Standard deviations and hit rates of the wagers of the game need what several "
                "hands of a seat bring together; that part alone is drawn at random from a fixed "
                "seed, with the error that the command prints beside it: the last decimals shown "
                "of them may be off.",
                "Stakes are one unit on each opening wager; a side bet's figures are per unit on "
                "it.",
            ]
        ),
        Paragraph(
            (
                "To check a number, run the command whose number stands with it (chapter "
                "“Commands”) and look up the field. The rules hash in the answer must be the one "
                "given there. "
                "Program and games are one package; ",
                Code("pitboss --help"), " lists all commands.",
            )
        ),
    ]  # fmt: skip


def results(study: Study) -> list[Block]:
    """Every wager under every number of decks and soft-17 rule."""
    blocks: list[Block] = [
        Heading("Results"),
        Paragraph("The wagers of the game together, per main wager and per unit staked."),
        Table(
            "The game itself",
            ["shoe and dealer", "edge per main wager", "per unit staked", "element of risk", "sd"],
            [
                [
                    one.name, one.round_edge(), one.round_edge_per_stake(), one.element_of_risk(),
                    one.round_sd(),
                ]
                for one in study.variants
            ],
            "lrrrr", (3, 0, 0, 0, 0),
        ),
    ]  # fmt: skip
    for wager, name in study.wager_names.items():
        blocks.append(
            Table(
                f"{name} ({wager})",
                ["shoe and dealer", "house edge", "as a fraction", "sd", "wins"],
                [_row(one, wager) for one in study.variants],
                "lrrrr", (3, 0, 0, 0, 0),
            )
        )  # fmt: skip
    blocks.append(
        Picture(
            edges_plot(study),
            "House edge of every wager by number of decks and soft-17 rule: the figures of the "
            "tables above as points.",
            "House edge of every wager, in percent of a unit staked on it",
        )
    )
    return blocks


def _row(variant: Variant, wager: str) -> list[Text]:
    bet = variant.solution.bets.get(wager)
    if bet is None:
        return [variant.name, "", "not offered", "", ""]
    return [
        variant.name, variant.edge(wager), _fraction(variant, bet), variant.sd(wager),
        variant.hit_rate(wager),
    ]  # fmt: skip


def _fraction(variant: Variant, bet: BetFigures) -> Text:
    if bet.exact is None:
        return "by play"
    edge = -bet.exact.expectation
    text = f"{edge.numerator:,}/{edge.denominator:,}".replace("-", "−")
    return variant.solved(bet.ev, f"bets.{bet.id}.ev", text)


def events(study: Study) -> list[Block]:
    """The event table of every wager under every number of decks and soft-17 rule."""
    blocks: list[Block] = [
        Heading("Event tables"),
        Paragraph(
            "Every way a wager ends. Combinations are whole numbers out of the total given, where "
            "no decision touches the wager. True odds are the odds against the event. A return is "
            "the chance times what is paid; returns add up to the expectation, which is the edge "
            "with the sign turned. On the wagers of the game a round of several hands is "
            "one event with its mean."
        ),
    ]
    for variant in study.variants:
        blocks.append(Heading(variant.name, 2))
        blocks.append(
            Paragraph(("Rules hash ", Code(variant.solution.rules_hash)), small=True)
        )  # fmt: skip
        blocks += [_event_table(variant, bet) for bet in variant.solution.bets.values()]
    return blocks


def _event_table(variant: Variant, bet: BetFigures) -> Table:
    side_bet = next((one for one in variant.solution.rules.bets if one.id == bet.id), None)
    words = event_words(side_bet) if side_bet else {}
    ways = {}
    if bet.exact:
        ways = {
            event.name: count
            for event, count in zip(bet.exact.events, bet.exact.ways, strict=True)
            if count
        }
    counted = list(ways)
    rows: list[list[Text]] = []
    for place, line in enumerate(bet.lines):
        at = f"bets.{bet.id}.events.{place}"
        odds = (1 - line.chance) / line.chance if line.chance else 0.0
        row: list[Text] = [
            words.get(line.event, line.event),
            variant.solved(line.chance, f"{at}.probability", percent(line.chance, 6)),
            Number(
                f"{odds:,.4g} to 1", odds, variant.solve_command,
                f"(1 − p) / p of {at}.probability", derived=True,
            ) if line.chance else "never",
            variant.solved(line.pays, f"{at}.pays", pays_words(line.pays)),
            variant.solved(line.returns, f"{at}.return", number(100 * line.returns, 6)),
        ]  # fmt: skip
        if bet.exact:
            count = ways.get(line.event, 0)
            where = f"bets.{bet.id}.exact.events.{counted.index(line.event)}.combinations"
            row.insert(1, variant.solved(count, where, f"{count:,}") if count else "0")
        rows.append(row)
    edge = variant.edge(bet.id)
    last: list[Text] = ["house edge", *([""] * (3 + bool(bet.exact))), edge]
    heads = ["event", "chance", "true odds", "pays", "return, %"]
    align, widths = "lrrrr", [3, 0, 0, 0, 0]
    if bet.exact:
        heads.insert(1, f"of {bet.exact.of:,}")
        align, widths = "lrrrrr", [3, 0, 0, 0, 0, 0]
    return Table(f"{bet.name}, {variant.name}", heads, [*rows, last], align, tuple(widths))


def pays_words(pays: float) -> str:
    """What an event pays: ``3 to 2``, ``push``, ``loss``, ``−2``; the mean where it varies."""
    pays = round(pays, 9)
    if pays in (0, -1):
        return "loss" if pays else "push"
    if 2 * pays == int(2 * pays) and pays > 0:
        return f"{int(pays)} to 1" if pays == int(pays) else f"{int(2 * pays)} to 2"
    return number(pays, 0) if pays == int(pays) else number(pays, 6)


def charts(study: Study) -> list[Block]:
    """How to play, by totals, and what the chart costs."""
    from pitboss.analysis.solving import solve_rules

    played = solve_rules(study.game, study.rules, strategy="chart")
    figures = played.figures
    value = -float(figures.expectations()[: figures.openings].sum())
    by_chart = Number(
        percent(value, 6), value, study.command(study.here.options, "--strategy", "chart"),
        "round.house_edge_per_main",
    )  # fmt: skip
    shown = merged_sheets(played.chart)
    return [
        Heading("Strategy"),
        Paragraph(
            (
                f"The best chart for {study.here.name}: one action for every hard total, soft "
                "total and pair against each upcard. Played by it the house edge is ", by_chart,
                " of the main wager; by the exact cards of every hand ", study.here.round_edge(),
                f". {HOW_TO_READ}",
            )
        ),
        StrategyChart(shown, legend(shown)),
    ]  # fmt: skip
