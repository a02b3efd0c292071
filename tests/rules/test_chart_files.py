"""Charts as rows of a file: what is read, what is written, and what is refused in which words."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.rules import chart
from pitboss.rules.chart import UPCARDS, Chart, Key, Table, check, from_csv, parse_hand
from pitboss.rules.errors import RulesError

HEAD = "table,hand,2,3,4,5,6,7,8,9,T,A\n"
STANDS = ("S",) * 10
SIXTEEN = ("S", "S", "S", "S", "S", "H", "H", "H", "H", "H")
"""Hard 16: stand against 2 to 6, hit against 7 to ace."""


def small() -> Chart:
    return Chart(
        game="blackjack",
        tables={
            "play": Table(
                hard={16: SIXTEEN, 17: STANDS}, soft={18: STANDS}, pairs={"8": ("P",) * 10}
            ),
            "split burned": Table(burn={"hard 12 + J": ("B",) * 10}),
        },
    )


def refused(text: str) -> str:
    with pytest.raises(RulesError) as error:
        from_csv(text, "blackjack")
    return str(error.value)


def test_a_chart_is_rows_of_a_table_a_hand_and_a_cell_for_each_upcard() -> None:
    text = small().csv()
    assert text.splitlines() == [
        HEAD.strip(),
        "play,hard 16,S,S,S,S,S,H,H,H,H,H",
        "play,hard 17,S,S,S,S,S,S,S,S,S,S",
        "play,soft 18,S,S,S,S,S,S,S,S,S,S",
        'play,"8,8",P,P,P,P,P,P,P,P,P,P',
        "split burned,burn hard 12 + J,B,B,B,B,B,B,B,B,B,B",
    ]
    assert from_csv(text, "blackjack") == small()


def test_columns_may_stand_in_any_order_and_ten_may_be_written_out() -> None:
    text = "table, hand,A,10,9,8,7,6,5,4,3,2\nplay,hard 16,H,H,H,H,H,S,S,S,S,S\n"
    assert from_csv("\ufeff" + text, "blackjack").tables["play"].hard == {16: SIXTEEN}


def test_cells_are_read_in_any_case_and_with_spaces_and_empty_lines_do_not_count() -> None:
    text = HEAD + ",,\n\nplay, Hard 16 ,s,s,s,s,s,h,h, h,h,h\n".replace("Hard", "hard")
    assert from_csv(text, "blackjack").tables["play"].hard == {16: SIXTEEN}


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("hard 4", ("hard", "4")),
        ("hard 21", ("hard", "21")),
        ("hard 016", ("hard", "16")),
        ("soft 12", ("soft", "12")),
        ("soft 21", ("soft", "21")),
        ("8,8", ("pairs", "8")),
        ("a, A", ("pairs", "A")),
        ("10,10", ("pairs", "T")),
        ("burn hard 12 + J", ("burn", "hard 12 + J")),
    ],
)
def test_hands_in_words(text: str, hand: tuple[str, str]) -> None:
    assert parse_hand(text) == hand


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hard 3", "use hard 4 to hard 21"),
        ("hard 22", "use hard 4 to hard 21"),
        ("hard 0016", "use hard 4 to hard 21"),
        ("soft 11", "use soft 12 to soft 21"),
        ("soft 22", "use soft 12 to soft 21"),
        *(
            (text, "write it as hard 16, soft 18, 8,8 or burn hard 12 + J")
            for text in ("", "hard", "burn", "16", "hard x", "hard ²", "8,9", "8", "8,8,8", "J,J",
                         "stiff 16")
        ),
    ],
)  # fmt: skip
def test_hands_that_are_none(text: str, why: str) -> None:
    with pytest.raises(RulesError) as error:
        parse_hand(text)
    assert str(error.value) == f"chart hand {text!r}: {why}"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("play", Key()),
        ("split", Key(split=True)),
        ("burned", Key(burned=True)),
        ("split burned", Key(split=True, burned=True)),
        ("riding tie-17+tie-18", Key(("tie-17", "tie-18"))),
        ("riding tie-17 split burned", Key(("tie-17",), split=True, burned=True)),
    ],
)
def test_names_of_tables(text: str, key: Key) -> None:
    assert Key.parse(text) == key
    assert key.text == text


def test_all_words_of_a_name_may_be_said() -> None:
    assert Key.parse("play split burned") == Key(split=True, burned=True)


@pytest.mark.parametrize("text", ["", "  ", "stand", "riding", "split tie-17"])
def test_names_of_no_table(text: str) -> None:
    with pytest.raises(RulesError, match="use play, split, burned, doubled or riding BET"):
        Key.parse(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "chart: the first row must be: table,hand,2,3,4,5,6,7,8,9,T,A"),
        ("hand,table\n", "chart: the first row must be: table,hand,2,3,4,5,6,7,8,9,T,A"),
        ("table,hand,2,3,4,5,6,7,8,9,T\n", "chart: no column for the upcard A"),
        ("table,hand,3,4\n", "chart: no column for the upcard 2"),
        (
            "table,hand,2,3,4,5,6,7,8,9,T,A,10\n",
            "chart: the column of the upcard T is there twice",
        ),
        ("table,hand,2,B\n", "chart upcard 'B': use 2, 3, 4, 5, 6, 7, 8, 9, T or A"),
        (
            HEAD + "play,hard 16,S\n",
            "chart line 2: 3 cells; write 12, one for each column of the first row",
        ),
        (
            HEAD + "\nplay,hard 16,S,S,S,S,S,S,S,S,S,S,S\n",
            "chart line 3: 13 cells; write 12, one for each column of the first row",
        ),
        (
            HEAD + "play,hard 16,S,S,S,S,S,S,S,S,S,S\nplay,hard 16,S,S,S,S,S,S,S,S,S,S\n",
            "chart line 3: hard 16 is in table 'play' twice",
        ),
        (
            HEAD + "split,hard 16,S,S,S,S,S,S,S,S,S,S\n",
            "chart: there is no table called play",
        ),
    ],
)
def test_files_that_are_no_chart(text: str, why: str) -> None:
    assert refused(text) == why


def test_a_cell_that_is_no_move_is_named_with_its_place() -> None:
    empty = refused(HEAD + "play,hard 16,S,S,S,S,S,H,H,H,,H\n")
    assert empty.startswith("chart table 'play', hard 16 against T: nothing is there; use ")
    keeps = refused(HEAD + "play,hard 16,S,K,S,S,S,H,H,H,H,H\n")
    assert keeps.startswith("chart table 'play', hard 16 against 3: 'K' is there; use ")
    assert all(f"{code} ({words})" in keeps for code, words in chart.CODES.items())


def test_a_file_with_cells_that_never_end_is_no_chart() -> None:
    assert refused('table,hand,"' + "x" * 200_000).startswith("chart: the first row must be")


def test_a_cell_is_changed_and_no_other() -> None:
    changed = small().with_cells({("play", "hard 16", "10"): "s", ("play", "8,8", "A"): "H"})
    before, after = small().tables["play"], changed.tables["play"]
    assert after.hard == {16: (*SIXTEEN[:8], "S", "H"), 17: STANDS}
    assert after.pairs == {"8": ("P",) * 9 + ("H",)}
    assert (after.soft, changed.tables["split burned"]) == (
        before.soft, small().tables["split burned"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        (("split", "hard 16", "2"), "chart table 'split': this chart has play, split burned"),
        (("play", "hard 15", "2"), "chart hand 'hard 15': table 'play' has no such row"),
        (("play", "hard 16", "1"), "chart upcard '1': use 2, 3, 4, 5, 6, 7, 8, 9, T or A"),
    ],
)
def test_cells_that_are_not_there(cell: tuple[str, str, str], why: str) -> None:
    with pytest.raises(RulesError) as error:
        small().with_cells({cell: "H"})
    assert str(error.value) == why


def test_a_chart_made_elsewhere_is_checked_in_every_cell() -> None:
    check(small())
    nine = msgspec.structs.replace(small(), tables={"play": Table(hard={16: STANDS[1:]})})
    with pytest.raises(RulesError, match=r"'play', hard 16: 9 cells; write 10, one for each"):
        check(nine)
    for table in (
        Table(hard={3: STANDS}), Table(pairs={"X": STANDS}), Table(soft={18: ("K",) * 10}),
        Table(burn={"hard 12 + J": STANDS}),
    ):  # fmt: skip
        with pytest.raises(RulesError, match="chart"):
            check(msgspec.structs.replace(small(), tables={"play": table}))
    with pytest.raises(RulesError, match="chart table 'other'"):
        check(msgspec.structs.replace(small(), tables={"other": Table()}))


def test_a_table_is_found_by_what_is_so() -> None:
    found = small().table(Key(split=True, burned=True))
    assert found is not None
    assert list(found.burn) == ["hard 12 + J"]
    assert small().table(Key(burned=True)) is None
    assert len(UPCARDS) == 10
