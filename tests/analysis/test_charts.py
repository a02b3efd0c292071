"""Charts: found, written, read back, changed by a person, and refused where they do not fit."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss import games
from pitboss.advice.decisions import decide, ranks_of
from pitboss.analysis.chart_reading import typed_cells
from pitboss.analysis.solution import Solution
from pitboss.presentation import charts
from pitboss.rules.chart import CODES, UPCARDS, Chart, Table, from_csv, rows
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from tests.analysis import counting
from tests.analysis.known import solved
from tests.presentation import sample

OBJECTIVES: list[tuple[str, dict[str, float], str]] = [
    ("blackjack", {}, "main"),
    ("half-back", {}, "main"),
    ("lucky-stiff", {"lucky-stiff": 1}, "total"),
    ("blackjack-tie", {"tie-left": 0.5, "tie-right": 0.5}, "total"),
    ("blackjack-tie", {}, "tie-19"),
    ("mulligan-21", {"lucky-stiff": 1}, "total"),
]
BEST = pytest.mark.parametrize(("game", "bets", "optimise"), OBJECTIVES)
HEAD = "table,hand," + ",".join(UPCARDS)


def best(
    game: str = "blackjack", bets: dict[str, float] | None = None, optimise: str = "main"
) -> Solution:
    return solved(game, bets, optimise, "chart")


def changed(cells: str, game: str = "blackjack") -> float:
    """What the main game brings with some cells of its best chart changed."""
    chart = best(game).chart.with_cells(typed_cells(cells))
    return pitboss.solve(game, strategy=chart).round.ev


# Files


@BEST
def test_a_chart_comes_back_from_its_files_and_brings_exactly_the_same(
    game: str, bets: dict[str, float], optimise: str, tmp_path: Path
) -> None:
    found = best(game, bets, optimise)
    assert from_csv(found.chart.csv(), game) == found.chart
    charts.save(found.chart, "title", tmp_path / "chart.json")
    read = (tmp_path / "chart.json").read_bytes()
    assert msgspec.json.decode(read, type=Chart, strict=False) == found.chart
    charts.save(found.chart, "title", tmp_path / "chart.csv")
    given = pitboss.solve(game, bets=bets, optimise=optimise, strategy=tmp_path / "chart.csv")
    assert given.strategy == "given chart"
    assert given.figures.expectations().tolist() == found.figures.expectations().tolist()


@pytest.mark.parametrize(("game", "bets"), [("blackjack", {}), ("mulligan-21", {"lucky-stiff": 1})])
def test_the_chart_of_a_given_chart_is_the_chart_given(game: str, bets: dict[str, float]) -> None:
    chart = best(game, bets, "total").chart
    assert pitboss.solve(game, bets=bets, optimise="total", strategy=chart).chart == chart


@pytest.mark.parametrize("name", ["chart.csv", "chart.json"])
def test_both_kinds_of_files_are_a_strategy(name: str, tmp_path: Path) -> None:
    charts.save(best().chart, "title", tmp_path / name)
    for given in (str(tmp_path / name), tmp_path / name):
        assert pitboss.solve("blackjack", strategy=given).round.ev == best().round.ev


def test_a_file_changed_by_hand_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(best().chart.csv())
    before = pitboss.solve("blackjack", strategy=path).round.ev
    path.write_text(best().chart.with_cells({("play", "hard 20", "6"): "H"}).csv())
    assert pitboss.solve("blackjack", strategy=path).round.ev < before - 0.001


def test_columns_may_stand_in_any_order_and_codes_in_any_case() -> None:
    lines = []
    for name, hand, *cells in csv.reader(sample.SIX_DECKS_H17.splitlines()):
        turned = [
            cell.lower().replace("t", "10") if name == "table" else cell.lower() for cell in cells
        ]
        lines.append(",".join([name, f'"{hand}"', *reversed(turned)]))
    assert lines[0] == 'table,"hand",a,10,9,8,7,6,5,4,3,2'
    assert from_csv("\n".join(lines), "blackjack") == sample.six_decks()


# What people publish


@pytest.mark.parametrize("surrender", [False, True])
def test_published_basic_strategy_is_hardly_worse_than_the_best_chart(surrender: bool) -> None:
    options = {"surrender": surrender}
    published = pitboss.solve("blackjack", options=options, strategy=sample.six_decks())
    chart = pitboss.solve("blackjack", options=options, strategy="chart")
    assert chart.round.ev - 0.0002 < published.round.ev <= chart.round.ev


def test_published_basic_strategy_is_the_best_chart_but_for_cells_known_to_be_close() -> None:
    found = pitboss.solve("blackjack", options={"surrender": True}, strategy="chart").chart
    ours, theirs = dict(rows(found.tables["play"])), dict(rows(sample.six_decks().tables["play"]))
    apart = {
        (hand, up)
        for hand in theirs
        if not hand.startswith("burn")
        for up, one, two in zip(UPCARDS, ours[hand], theirs[hand], strict=True)
        if one != two
    }
    # A 16 of three cards or more stands against a ten; 8,8 is surrendered to an ace where many
    # decks are dealt and the dealer hits soft 17. Pocket charts leave out both.
    assert apart <= {("hard 16", "T"), ("8,8", "A")}


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_the_best_chart_has_sense(game: str) -> None:
    """What everybody knows: never break a hard 12 to 16 against a 6, never stand on 8 or less."""
    table = best(game).chart.tables["play"]
    for total in range(4, 9):
        assert set(table.hard[total]) <= {"H", "D"}
    for total in range(18, 21):
        assert set(table.hard[total]) == {"S"}
    assert set(table.pairs["A"]) <= {"P", "P1", "H"}
    assert "S" not in table.soft[16]


# Cells changed by a person


def times(decks: int, holds: Callable[[counting.Deal], bool]) -> Fraction:
    return counting.chance(decks, lambda deal: holds(deal) and not deal.dealer_natural)


def gain(hand: str, up: str, move: str, instead: str) -> float:
    """What a move is worth more than another, the dealer having no natural."""
    tables = compile_rules(games.find("blackjack").rules())
    decision = decide(tables, ranks_of(hand, "hand"), ranks_of(up, "up")[0])
    values = {offer.move: offer.ev for offer in decision.offers}
    return values[move] - values[instead]


NAMES = {"S": "stand", "H": "hit", "D": "double", "Ds": "double", "P": "split", "P1": "split"}


@pytest.mark.parametrize(
    ("card", "up", "code"),
    [
        ("8", "T", "H"), ("8", "T", "S"), ("T", "6", "P1"), ("9", "7", "P1"), ("4", "5", "H"),
        ("5", "6", "P1"),
    ],
)  # fmt: skip
def test_a_changed_pair_costs_what_its_decision_says(card: str, up: str, code: str) -> None:
    hand = f"{card},{card}"
    usual = dict(rows(best().chart.tables["play"]))[hand][UPCARDS.index(up)]
    assert usual != code
    rank, upcard = ranks_of(card, "card")[0], ranks_of(up, "up")[0]
    alike = range(9, 13) if rank == 9 else (rank,)
    often = times(
        6,
        lambda deal: (
            deal.pair and deal.one in alike and counting.VALUES[deal.up] == counting.VALUES[upcard]
        ),
    )
    cost = best().round.ev - changed(f"{hand} v {up} = {code}")
    assert cost > 0
    # a chart plays the cards that follow by totals, which is all that differs from the decision
    expected = float(often) * gain(hand, up, NAMES[usual], NAMES[code])
    assert cost == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(
    ("hand", "cards", "up", "code"),
    [
        ("soft 18", ("A,7",), "6", "S"),
        ("soft 19", ("A,8",), "5", "Ds"),
        ("hard 11", ("9,2", "8,3", "7,4", "6,5"), "6", "H"),
        ("hard 10", ("8,2", "7,3", "6,4"), "T", "D"),
        ("hard 9", ("7,2", "6,3", "5,4"), "2", "D"),
        ("hard 8", ("6,2", "5,3"), "6", "D"),
    ],
)
def test_a_changed_double_costs_what_its_decisions_say(
    hand: str, cards: tuple[str, ...], up: str, code: str
) -> None:
    usual = dict(rows(best().chart.tables["play"]))[hand][UPCARDS.index(up)]
    assert usual != code
    cost = best().round.ev - changed(f"{hand} v {up} = {code}")
    expected = 0.0
    for two in cards:
        pair, upcard = set(ranks_of(two, "hand")), ranks_of(up, "up")[0]
        often = times(
            6,
            lambda deal, pair=pair, upcard=upcard: (
                {deal.one, deal.two} == pair  # type: ignore[misc]
                and counting.VALUES[deal.up] == counting.VALUES[upcard]
            ),
        )
        expected += float(often) * gain(two, up, NAMES[usual], NAMES[code])
    assert cost > 0
    # split hands come to the same cell now and then, which adds to it
    assert 0.98 * expected < cost < 1.25 * expected


@pytest.mark.parametrize(
    ("cells", "least", "most"),
    [
        ("hard 16 v T = S", 0, 1e-4),  # the closest decision there is
        ("hard 16 v 7 = S", 1e-4, 2e-3),
        ("hard 12 v 6 = H", 1e-5, 1e-3),
        ("hard 17 v 6 = H", 1e-3, 1e-2),
        ("hard 20 v 6 = H", 1e-3, 1e-1),
        ("soft 13 v 6 = S", 0, 1e-3),
        ("hard 16 v T = S; hard 20 v 6 = H", 1e-3, 1e-1),
    ],
)
def test_every_changed_cell_costs_something(cells: str, least: float, most: float) -> None:
    cost = best().round.ev - changed(cells)
    assert least < cost < most


def test_cells_may_be_typed_as_a_strategy() -> None:
    typed = pitboss.solve("blackjack", strategy="hard 16 v 10 = s ; 8,8 v a = H")
    assert typed.round.ev == changed("hard 16 v T = S; 8,8 v A = H")
    cells = dict(rows(typed.chart.tables["play"]))
    assert cells["hard 16"][8] == "S"
    assert cells["8,8"][9] == "H"


def test_many_cells_may_be_typed() -> None:
    many = "; ".join(f"hard {total} v {up} = S" for total in range(12, 17) for up in UPCARDS)
    assert pitboss.solve("blackjack", strategy=many).round.ev < best().round.ev


def test_other_tables_are_typed_by_their_names() -> None:
    typed = pitboss.solve("half-back", strategy="split: hard 11 v 7 = H")
    cost = best("half-back").round.ev - typed.round.ev
    assert 0 < cost < 1e-3


@pytest.mark.parametrize(("code", "as_if"), [("R", "H"), ("Rs", "S"), ("T", "H"), ("Ts", "S")])
@pytest.mark.parametrize("hand", ["8,8", "hard 16"])
def test_a_move_the_game_does_not_have_is_played_as_the_second_half_of_its_meaning(
    hand: str, code: str, as_if: str
) -> None:
    assert " " in CODES[code]
    for up in ("6", "T"):
        assert changed(f"{hand} v {up} = {code}") == changed(f"{hand} v {up} = {as_if}")


@pytest.mark.parametrize(("code", "as_if"), [("D", "H"), ("Ds", "S")])
def test_a_pair_that_cannot_be_doubled_is_hit_or_stood_on(code: str, as_if: str) -> None:
    game = "half-back"  # doubles on hard 9 to 11 only, and takes a wager back on hard 16
    assert changed(f"8,8 v T = {code}", game) == changed(f"8,8 v T = {as_if}", game)


def test_splits_may_be_changed_in_mulligan_21() -> None:
    # the best chart never splits tens, so it says nothing of cards drawn to split tens
    typed = pitboss.solve("mulligan-21", strategy="T,T v 6 = P")
    assert 0 < best("mulligan-21").round.ev - typed.round.ev < 1e-2


# What is wrong with a chart


def with_row(row: str, without: str = "") -> Callable[[], object]:
    kept = [line for line in best().chart.csv().splitlines() if not without or without not in line]
    text = "\n".join([*kept, row])
    return lambda: pitboss.solve("blackjack", strategy=from_csv(text, "blackjack"))


def row(hand: str, *cells: str, table: str = "play") -> str:
    return ",".join([table, f'"{hand}"' if "," in hand else hand, *cells])


STANDS = ("S",) * 10


@pytest.mark.parametrize(
    ("give", "says"),
    [
        # holes
        (lambda: with_row("", "hard 16"), ["play", "hard 16"]),
        (lambda: with_row("", "soft 18"), ["play", "soft 18"]),
        (lambda: with_row("", '"8,8"'), ["play", "8,8"]),
        (lambda: with_row(row("hard 16", *STANDS[:9], ""), "hard 16"),
         ["play", "hard 16", "against A", "nothing", "use ", "S (stand)"]),
        # unknown codes
        (lambda: with_row(row("hard 16", "X", *STANDS[1:]), "hard 16"),
         ["play", "hard 16", "against 2", "'X'", "use ", "H (hit)"]),
        (lambda: with_row(row("8,8", *STANDS[:8], "K", "S"), '"8,8"'),
         ["play", "8,8", "against T", "'K'", "use ", "P (split"]),
        (lambda: with_row(row("burn hard 12 + J", *STANDS)),
         ["play", "burn hard 12 + J", "against 2", "'S'", "use ", "B (burn the card)"]),
        # splits of what is no pair
        (lambda: with_row(row("hard 16", *STANDS[:9], "P"), "hard 16"),
         ["play", "hard 16", "against A", "P", "pair", "use S, H"]),
        (lambda: with_row(row("soft 18", "P1", *STANDS[1:]), "soft 18"),
         ["play", "soft 18", "against 2", "P1", "pair", "use S, H"]),
        # rows twice, too long, of no hand
        (lambda: with_row(row("hard 16", *STANDS)), ["play", "hard 16", "twice"]),
        (lambda: with_row(row("8,8", *STANDS)), ["play", "8,8", "twice"]),
        (lambda: with_row(row("hard 16", *STANDS, "S"), "hard 16"), ["13 cells", "write 12"]),
        (lambda: with_row(row("hard 16", "S"), "hard 16"), ["3 cells", "write 12"]),
        (lambda: with_row(row("hard", *STANDS)), ["'hard'", "write it as"]),
        (lambda: with_row(row("8,9", *STANDS)), ["'8,9'", "write it as"]),
        (lambda: with_row(row("hard 99", *STANDS)), ["hard 99", "use "]),
        (lambda: with_row(row("hard ²", *STANDS)), ["hard ²", "write it as"]),
        (lambda: with_row(row("hard 016", *STANDS)), ["hard 016"]),
        (lambda: with_row(row("hard 16", *STANDS, table="plays"), ), ["'plays'", "use "]),
        (lambda: with_row(row("hard 16", *STANDS, table=""), ), ["''", "use "]),
    ],
)  # fmt: skip
def test_a_chart_with_a_fault_is_refused_in_a_sentence_that_names_it(
    give: Callable[[], Callable[[], object]], says: list[str]
) -> None:
    solve = give()
    with pytest.raises(RulesError) as refused:
        solve()
    for part in says:
        assert part in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", ["the first row must be: table,hand,2,3"]),
        ("hello", ["the first row must be: table,hand,2,3"]),
        ("x" * 200_000, ["the first row must be: table,hand,2,3"]),
        ("hand,table,2,3,4,5,6,7,8,9,T,A", ["the first row must be: table,hand,2,3"]),
        ("table,hand,2,3,4,5,6,7,8,9,T", ["no column for the upcard A"]),
        ("table,hand,3,4,5,6,7,8,9,T,A", ["no column for the upcard 2"]),
        ("table,hand,2,3,4,5,6,7,8,9,T,A,Z", ["upcard 'Z'", "use 2, 3"]),
        (f"{HEAD},A\nplay,hard 16,{','.join('S' * 11)}", ["upcard A", "twice"]),
        (HEAD, ["there is no table called play"]),
        (f"{HEAD}\nburned,hard 16,{','.join(STANDS)}", ["there is no table called play"]),
    ],
)
def test_a_file_that_is_no_chart_is_refused_in_a_sentence(text: str, says: list[str]) -> None:
    with pytest.raises(RulesError) as refused:
        from_csv(text, "blackjack")
    for part in says:
        assert part in str(refused.value)


def test_a_spreadsheets_file_may_begin_with_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(best().chart.csv(), encoding="utf-8-sig")
    assert pitboss.solve("blackjack", strategy=path).round.ev == best().round.ev


def _set(chart: dict[str, Any], section: str, hand: str, cells: list[str]) -> None:
    chart["tables"]["play"][section][hand] = cells


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda c: _set(c, "hard", "16", ["X"] * 10), ["play", "hard 16", "'X'", "use "]),
        (lambda c: _set(c, "pairs", "8", ["X"] * 10), ["play", "8,8", "'X'", "use "]),
        (lambda c: _set(c, "pairs", "8", ["K"] * 10), ["play", "8,8", "'K'", "use "]),
        (lambda c: _set(c, "hard", "16", ["S"] * 9), ["play", "hard 16", "9 cells", "10"]),
        (lambda c: _set(c, "hard", "16", ["S"] * 11), ["play", "hard 16", "11 cells", "10"]),
        (lambda c: _set(c, "hard", "99", ["S"] * 10), ["hard 99", "use "]),
        (lambda c: c["tables"]["play"]["hard"].pop("16"), ["play", "hard 16"]),
        (lambda c: c["tables"].update(nonsense={}), ["'nonsense'", "use "]),
        (lambda c: c["tables"].pop("play"), ["'play'"]),
    ],
)
def test_a_json_chart_is_looked_at_as_closely(
    change: Callable[[dict[str, Any]], object], says: list[str], tmp_path: Path
) -> None:
    chart = msgspec.to_builtins(best().chart, str_keys=True)
    change(chart)
    path = tmp_path / "chart.json"
    path.write_bytes(msgspec.json.encode(chart))
    with pytest.raises(RulesError) as refused:
        pitboss.solve("blackjack", strategy=path)
    for part in says:
        assert part in str(refused.value)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"game": 1}', "not json", '{"tables": {}}'])
def test_json_that_is_no_chart_is_refused_in_a_sentence(content: str, tmp_path: Path) -> None:
    path = tmp_path / "chart.json"
    path.write_text(content)
    with pytest.raises(RulesError, match=r"chart\.json' is not a chart"):
        pitboss.solve("blackjack", strategy=path)


@pytest.mark.parametrize("name", ["missing.csv", "missing.json", "folder.csv", "folder.json"])
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    if name.startswith("folder"):
        (tmp_path / name).mkdir()
    with pytest.raises(RulesError, match=f"{name}' cannot be read"):
        pitboss.solve("blackjack", strategy=tmp_path / name)


def test_bytes_that_are_no_text_are_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "picture.csv"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(RulesError, match=r"picture\.csv' cannot be read"):
        pitboss.solve("blackjack", strategy=path)


def test_a_table_the_game_needs_must_be_there() -> None:
    chart = best("mulligan-21").chart
    alone = msgspec.structs.replace(chart, tables={"play": chart.tables["play"]})
    with pytest.raises(RulesError) as refused:
        pitboss.solve("mulligan-21", strategy=alone)
    assert "no table called 'burned', which this game needs" in str(refused.value)
    with pytest.raises(RulesError, match="no table called 'burned', which this game needs"):
        pitboss.solve("mulligan-21", strategy=best().chart)


def test_a_burn_the_game_needs_must_be_there() -> None:
    tables = dict(best("mulligan-21").chart.tables)
    burn = {hand: cells for hand, cells in tables["play"].burn.items() if hand != "hard 12 + JQK"}
    tables["play"] = msgspec.structs.replace(tables["play"], burn=burn)
    with pytest.raises(RulesError, match=r"'play'.*burn hard 12 \+ JQK"):
        pitboss.solve("mulligan-21", strategy=Chart(game="mulligan-21", tables=tables))


def test_a_chart_without_any_rows_is_refused() -> None:
    with pytest.raises(RulesError, match="'play': there is no row for hard 5"):
        pitboss.solve("blackjack", strategy=Chart(game="blackjack", tables={"play": Table()}))


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ("hard 16 vs T = S", ["'hard 16 vs T = S'", "write HAND v UPCARD = ACTION"]),
        ("=", ["'='", "write HAND v UPCARD = ACTION"]),
        ("hard 16 v T =", ["play", "hard 16", "against T", "nothing", "use "]),
        ("hard 16 v T = X", ["play", "hard 16", "against T", "'X'", "use "]),
        ("hard 16 v T = P", ["play", "hard 16", "against T", "P", "pair", "use S, H"]),
        ("hard 16 v Z = S", ["upcard 'Z'", "use 2, 3"]),
        ("hard 99 v T = S", ["hard 99"]),
        ("8,9 v T = S", ["'8,9'", "write it as"]),
        ("split: hard 16 v T = S", ["'split'", "this chart has play"]),
        ("nonsense: hard 16 v T = S", ["'nonsense'", "use "]),
    ],
)
def test_cells_that_cannot_be_changed_are_refused_in_a_sentence(
    cells: str, says: list[str]
) -> None:
    with pytest.raises(RulesError) as refused:
        pitboss.solve("blackjack", strategy=cells)
    for part in says:
        assert part in str(refused.value)
