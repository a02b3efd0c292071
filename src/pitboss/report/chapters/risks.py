"""Sensitivity, exposure, bands for the hold, advantages, dealer's mistakes."""

from __future__ import annotations

from pitboss.analysis.advantages import play_while_riding
from pitboss.analysis.commands import command
from pitboss.analysis.dealer_errors import ROUNDS_PER_HOUR, SEATS, Mistake
from pitboss.analysis.exposure import seat_exposure, wager_exposures
from pitboss.presentation.chart_layout import legend
from pitboss.presentation.solution_tables import dollars_text, number, percent
from pitboss.report.chart_rows import merged_sheets
from pitboss.report.cloth_colours import cloth_colours
from pitboss.report.document import (
    Block,
    Code,
    Heading,
    Note,
    Number,
    Paragraph,
    Picture,
    StrategyChart,
    Strong,
    Table,
    Text,
)
from pitboss.report.findings import Findings, KnownAdvantage
from pitboss.report.plots import band_plot
from pitboss.report.study import Study, variant_name
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OPTION_KEYS, OPTION_LABELS, option_text
from pitboss.rules.limits import dollars

BAND_COUNTS = (1_000, 10_000, 100_000, 1_000_000)
DEVIATIONS_95 = 1.96
OTHER_SEATS = "wagers."
"""Keys of options that say how many play, which changes no seat's average."""


def sensitivity(study: Study) -> list[Block]:
    """What each other value of a house option does to the edge of the game."""
    here = study.here
    rows: list[list[Text]] = [["as reported", "", here.round_edge(), ""]]
    for name, values in study.game.options.items():
        for value in values:
            chosen = study.options.get(name, study.game.default(name))
            if value == chosen or OPTION_KEYS[name].startswith(OTHER_SEATS):
                continue
            rows.append(_sensitive(study, name, value))
    return [
        Heading("Sensitivity"),
        Paragraph(
            "One house option changed at a time, everything else as reported; play is best under "
            "each. Pay tables are in the chapter “Pay tables”, readings in “Rulings”."
        ),
        Table(
            "The game's edge per main wager with another option",
            ["option", "value", "house edge", "change, points"], rows, "llrr", (3, 0, 0, 0),
        ),
    ]  # fmt: skip


def _sensitive(study: Study, name: str, value: bool | int | str) -> list[Text]:
    label, text = OPTION_LABELS[name], option_text(value)
    try:
        found = study.edges_of({**study.here.options, name: value})["round"]
    except RulesError:
        return [label, text, "does not go with the others", ""]
    before = study.here.round_edge()
    change = found.value - before.value
    shown = Number(
        number(100 * change, 4), change, found.command, f"{found.path} less {before.text}", True
    )
    return [label, text, found, shown]


def exposure(study: Study) -> list[Block]:
    """The most that can be paid."""
    rows: list[list[Text]] = [
        [one.name, dollars(one.largest_cents), one.top, f"{one.pays:g} to 1", dollars(one.cents)]
        for one in wager_exposures(study.limits, study.rules)
    ]
    seat = seat_exposure(study.limits, study.rules)
    shared = sum(bool(bet.side) for bet in study.limits.tables.bets) > 1
    seats = study.rules.wagers.seats
    return [
        Heading("Maximum exposure"),
        Paragraph(
            "At the largest wagers that the state's limits and the game's caps allow "
            f"({study.limits.max_wager.source}; confirm with the regulator). What cannot come "
            "together is added up all the same, so that the sums are upper bounds."
        ),
        Table(
            "The most a seat can win in one round",
            ["wager", "largest wager", "top result", "pays", "to be paid"], rows, "lrlrr",
            (3, 0, 3, 0, 0),
        ),
        Paragraph(
            f"One seat in one round: at most {dollars(seat)}. All {seats} seats: at most "
            f"{dollars(seat * seats)}."
            + (
                " Wagers of one side share its cap; of each side the one that pays most is counted."
                if shared
                else ""
            )
        ),
    ]  # fmt: skip


def bands(study: Study) -> list[Block]:
    """What the hold of each wager lies between in 95 cases of 100."""
    here = study.here
    rows: list[list[Text]] = []
    for wager, name in study.wager_names.items():
        bet = here.solution.bets[wager]
        row: list[Text] = [name, here.edge(wager, 4)]
        for count in BAND_COUNTS:
            reach = DEVIATIONS_95 * bet.sd / count**0.5
            row.append(
                f"{percent(bet.house_edge - reach, 2)} to {percent(bet.house_edge + reach, 2)}"
            )
        rows.append(row)
    main = study.rules.wagers.opening[0]
    figures = here.solution.bets[main]
    return [
        Heading("Bands for the hold"),
        Paragraph(
            "What the house keeps of the handle of a wager, when all wagers are equal and settled "
            "independently, lies within these bounds in 95 cases of 100: the edge, give or take "
            "1.96 standard deviations divided by the root of the number of wagers. A hold outside "
            "the band of its number is a reason to look. For a wager that seldom wins, a band of "
            "few wagers is rough and may pass 100 %: pitboss monitor has the exact one for wagers "
            "that were counted."
        ),
        Table(
            "95 % bands by number of wagers",
            ["wager", "edge", *(f"{count:,}" for count in BAND_COUNTS)], rows, "lrrrrr",
            (2, 0, 0, 0, 0, 0),
        ),
        Picture(
            band_plot(figures.house_edge, figures.sd, cloth_colours(study.game).cloth),
            f"The 95 percent band of the hold of {figures.name} narrows around its edge as the "
            "number of wagers grows from a hundred to ten million.",
            f"95 % band of the hold of {figures.name}, by the number of wagers settled",
        ),
    ]  # fmt: skip


def advantages(study: Study, findings: Findings) -> list[Block]:
    """Where a player can get ahead, and how near the others come."""
    blocks: list[Block] = [Heading("Where the player has the advantage")]
    if findings.advantages:
        rows: list[list[Text]] = []
        for one in findings.advantages:
            said = f"{one.command} --json"
            rows.append(
                [
                    _stakes_words(one.stakes), f"best play {one.play}",
                    Number(percent(one.player_edge), one.player_edge, said, "round.ev"),
                    Number(
                        percent(one.per_stake), one.per_stake, said,
                        "round.ev / round.initial_stake", derived=True,
                    ),
                ]
            )  # fmt: skip
        blocks += [
            Note(
                (
                    Strong("These rules can be beaten."), " With these stakes beside a main wager "
                    "of one unit, and the play named, the player wins on average.",
                )
            ),
            Table(
                "Stakes that favour the player",
                ["stakes", "play", "player, of main", "of all staked"], rows, "llrr", (3, 3, 0, 0),
            ),
            *_winning_play(study, findings.advantages[0].stakes),
        ]  # fmt: skip
    else:
        blocks.append(
            Paragraph(
                "None. What a round brings at best is convex in the stakes, so that its most lies "
                "at a corner of what the caps of the game and the limits of the table allow; every "
                "corner that could favour the player was solved, with play for all wagers "
                "together, and none does."
            )
        )
    if findings.beaten:
        blocks += [
            Paragraph(
                "Play for a side bet costs the game itself. The table says how far it goes: the "
                "bet's edge when play is for it alone, and the round's edge per main wager with "
                "the most on it that the game ties to the main wager (one unit where it does not) "
                "and play for both."
            ),
            Table(
                "Play for a side bet",
                [
                    "bet", "edge, play for the game", "play for it alone", "stake",
                    "round, play for both",
                ],
                [
                    [
                        one.name, study.here.edge(one.bet),
                        Number(
                            percent(one.alone, 6), one.alone,
                            study.command(study.here.options, "--optimise", one.bet),
                            f"bets.{one.bet}.house_edge",
                        ),
                        f"{one.stake:g}",
                        Number(
                            percent(one.round_edge, 6), one.round_edge,
                            command(
                                "solve", study.game, study.here.options, study.paytables,
                                {one.bet: one.stake}, "--optimise", "total", "--json",
                            ),
                            "round.house_edge_per_main",
                        ),
                    ]
                    for one in findings.beaten
                ],
                "lrrrr", (3, 0, 0, 0, 0),
            ),
        ]  # fmt: skip
    return [*blocks, *_elsewhere(study, findings)]


def _winning_play(study: Study, stakes: dict[str, float]) -> list[Block]:
    """How those play who win most; play for the game itself is the chapter “Strategy”."""
    if not stakes:
        return []
    shown = merged_sheets(play_while_riding(study.game, study.rules, stakes))
    return [
        Paragraph(
            f"The play with {_stakes_words(stakes)}, while the wager is undecided, by totals:"
        ),
        StrategyChart(shown, legend(shown)),
    ]


def _stakes_words(stakes: dict[str, float]) -> str:
    """``0.5 on tie-17``."""
    said = ", ".join(f"{stake:g} on {bet}" for bet, stake in stakes.items())
    return said or "none but the game itself"


def _elsewhere(study: Study, findings: Findings) -> list[Block]:
    """What favours the player under other options and readings."""
    if not study.game.built_in:
        return []
    blocks: list[Block] = []
    if findings.elsewhere:
        blocks = [
            Paragraph(
                "Under other choices of the same game the player has the advantage. A house that "
                "reads a rule otherwise, or chooses so, should know:"
            ),
            Table(
                "Stakes that favour the player under other choices",
                ["rules", "shoe and dealer", "stakes", "player, of main", "of all staked"],
                [_beaten_elsewhere(study, one) for one in findings.elsewhere],
                "lllrr", (3, 3, 3, 0, 0),
            ),
        ]  # fmt: skip
    else:
        blocks = [Paragraph("Nor does any other option or reading of a rule, one at a time.")]
    return [
        *blocks,
        Paragraph(
            (
                "Every number of decks, soft-17 rule and pay table was searched, as ruled and with "
                "each other option or reading, one at a time; of those the table has what brings "
                "the player most of the main wager (smaller stakes on side bets can bring more of "
                "what is staked). All of them are in ", Code("docs/edges.md"),
                " of the program's sources.",
            ),
            small=True,
        ),
    ]  # fmt: skip


def _beaten_elsewhere(study: Study, one: KnownAdvantage) -> list[Text]:
    said = f"{one.command} --json"
    tables = [f"table {table}" for table in one.paytables.values()] if one.stakes else []
    shoe = variant_name(study.game.rules(one.options))
    return [
        one.rules, ", ".join([shoe, *tables]), _stakes_words(one.stakes),
        Number(percent(one.player_edge), one.player_edge, said, "round.ev"),
        Number(
            percent(one.per_stake), one.per_stake, said, "round.ev / round.initial_stake",
            derived=True,
        ),
    ]  # fmt: skip


def mistakes(study: Study, findings: Findings) -> list[Block]:
    """What it costs when a line is settled wrong once in a hundred."""
    worst: list[list[Text]] = [
        [
            one.wager_name, one.label, one.says,
            Number(
                dollars_text(one.dollars_per_hour(findings.paces[one.wager])),
                one.dollars_per_hour(findings.paces[one.wager]), study.here.solve_command,
                "rate × chance × error × stake × seats × rounds", derived=True,
            ),
        ]
        for one in findings.costliest
    ]  # fmt: skip
    blocks: list[Block] = [
        Heading("What dealers' mistakes cost"),
        Paragraph(
            "Each line of each wager, settled one step too high or too low once in a hundred times "
            "it comes: on a side bet as the neighbouring line of its pay table, on the wagers of "
            "the game by one unit; a loser may be left standing. Rounds of several hands are "
            f"left out. Per hour: {SEATS} seats, {ROUNDS_PER_HOUR} rounds, the smallest wager of "
            "the table on every spot ("
            + ", ".join(
                f"{study.wager_names[bet]} {dollars_text(pace.stake)}"
                for bet, pace in findings.paces.items()
                if bet in study.wager_names
            )
            + ")."
        ),
        Table(
            "The five that cost the house most", ["wager", "line", "mistake", "per hour"], worst,
            "lllr", (0, 3, 3, 0),
        ),
    ]  # fmt: skip
    for wager, name in study.wager_names.items():
        lines = [one for one in findings.mistakes if one.wager == wager]
        if lines:
            blocks.append(
                Table(
                    f"{name}: house edge with one mistake in a hundred",
                    ["line", "mistake", "edge then", "change, points"],
                    [_mistaken(study, one) for one in lines],
                    "llrr", (3, 3, 0, 0),
                )
            )  # fmt: skip
    return blocks


def _mistaken(study: Study, one: Mistake) -> list[Text]:
    said = study.here.solve_command
    how = f"bets.{one.wager}.house_edge − {one.rate:g} × probability × {one.error:g}"
    change = one.edge_with_errors - one.house_edge
    return [
        one.label, one.says,
        Number(percent(one.edge_with_errors), one.edge_with_errors, said, how, derived=True),
        Number(number(100 * change, 4), change, said, how, derived=True),
    ]  # fmt: skip
