"""A log as a file: where exactly it is broken, who may write it, and what is kept of an old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import cards, games
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table import log as logs
from tests.rounds import play

STAKED = ev.WagerPlaced(1, "ann", "main", 1000)


def header() -> logs.Header:
    return logs.header_of(Table(games.find("blackjack").rules()), "blackjack")


def written(path: Path, *events: ev.Event) -> bytes:
    """The bytes of a log with these events."""
    writer = logs.LogWriter.create(path, header())
    writer.append(events)
    writer.close()
    return path.read_bytes()


def refused(data: bytes) -> str:
    with pytest.raises(logs.LogError) as error:
        logs.parse(data, name="x.log")
    return str(error.value)


def test_the_line_that_was_cut_off_is_named(tmp_path: Path) -> None:
    data = written(tmp_path / "x.log", ev.RoundOpened(1), STAKED)
    assert refused(data[:-1]) == "x.log, line 3: the log is cut off in mid-line"
    assert refused(data[:10]) == "x.log, line 1: the log is cut off in mid-line"
    assert refused(b"") == "x.log: the log is empty; its first line must be a header"


def test_the_first_line_that_was_changed_is_named(tmp_path: Path) -> None:
    data = written(tmp_path / "x.log", ev.RoundOpened(1), STAKED)
    assert refused(data.replace(b"ann", b"bob")).startswith("x.log, line 3: its seal is '")
    assert refused(b"a" + data).startswith("x.log, line 1: its seal is '")


@pytest.mark.parametrize(("card", "exists"), [(-1, False), (0, True), (51, True), (52, False)])
def test_cards_are_0_to_51(card: int, exists: bool, tmp_path: Path) -> None:
    data = written(tmp_path / "x.log", ev.UpcardDealt(card))
    if exists:
        assert logs.parse(data, name="x.log")[1] == [ev.UpcardDealt(card)]
    else:
        said = refused(data)
        assert said == f"x.log, line 2: not a record of a log: card = {card}: use 0 to 51"


def test_a_log_of_another_format_is_refused(tmp_path: Path) -> None:
    writer = logs.LogWriter.create(tmp_path / "x.log", header())
    writer.seal, sealed = "", (tmp_path / "x.log").read_bytes()
    other = sealed.rpartition(b"\t")[0].replace(b'"format":1', b'"format":2')
    body = other + b"\t" + logs._seal("", other).encode() + b"\n"
    writer.close()
    assert refused(body) == "x.log: log format 2; this version reads 1"


def test_every_line_is_sealed_with_sixteen_signs(tmp_path: Path) -> None:
    data = written(tmp_path / "x.log", ev.RoundOpened(1), STAKED)
    seals = [line.rpartition(b"\t")[2] for line in data.splitlines()]
    assert [len(seal) for seal in seals] == [16] * 3
    assert len(set(seals)) == 3


# Going on


def test_a_line_that_a_crash_left_unfinished_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    whole = written(path, ev.ShoeShuffled(), ev.TopCardBurned(None))
    path.write_bytes(whole + b'{"type":"RoundOp')
    writer, head, events = logs.LogWriter.reopen(path)
    assert (head.game, head.rules_hash) == ("blackjack", header().rules_hash)
    assert events == [ev.ShoeShuffled(), ev.TopCardBurned(None)]
    assert path.read_bytes() == whole
    writer.append([ev.RoundOpened(1)])
    writer.close()
    assert logs.read(path)[1] == [*events, ev.RoundOpened(1)]


def test_a_log_of_nothing_but_a_header_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    written(path)
    writer, _, events = logs.LogWriter.reopen(path)
    writer.append([ev.ShoeShuffled()])
    writer.close()
    assert (events, logs.read(path)[1]) == ([], [ev.ShoeShuffled()])


@pytest.mark.parametrize(
    ("events", "kept"),
    [
        ([], 0),
        ([ev.RoundOpened(1)], 0),
        ([ev.ShoeShuffled(), ev.RoundOpened(1), STAKED], 1),
        ([ev.RoundOpened(1), STAKED, ev.WagersClosed()], 3),
        ([ev.RoundOpened(1), STAKED, ev.WagersClosed(), ev.CardDealt(1, 0, 7)], 4),
        ([ev.RoundOpened(1), STAKED, ev.WagersClosed(), ev.RoundOpened(2), STAKED], 3),
        ([ev.ShoeShuffled(), ev.TopCardBurned(3)], 2),
    ],
)
def test_a_round_without_a_deal_is_left_out(
    events: list[ev.Event], kept: int, tmp_path: Path
) -> None:
    path = tmp_path / "x.log"
    written(path, *events)
    writer, _, found = logs.LogWriter.reopen(path)
    writer.close()
    assert found == events[:kept] == logs.read(path)[1]


def test_two_sittings_cannot_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    first = logs.LogWriter.create(path, header())
    for again in (
        lambda: logs.LogWriter.reopen(path),
        lambda: logs.LogWriter.create(path, header()),
    ):
        with pytest.raises(logs.LogError, match="is in use by another sitting; name another file"):
            again()
    first.close()
    logs.LogWriter.reopen(path)[0].close()


# Logs that are there already


def test_an_earlier_log_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "x.log"
    before = written(path, ev.ShoeShuffled())
    after = written(path, ev.RoundOpened(1))
    (kept,) = (other for other in path.parent.iterdir() if other != path)
    assert kept.read_bytes() == before
    assert path.read_bytes() == after
    assert kept.name.startswith("x-")
    assert kept.suffix == ".log"


@pytest.mark.parametrize("data", [b"", b"words", b"words\n", b"\x00\xff\n"])
def test_a_file_that_is_no_log_is_left_alone(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(data)
    with pytest.raises(logs.LogError, match="a file that is no log is there; name another"):
        logs.LogWriter.create(path, header())
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


# What left the shoe


@pytest.mark.parametrize(
    ("event", "card"),
    [
        (ev.CardDealt(1, 0, 7), 7),
        (ev.UpcardDealt(8), 8),
        (ev.HoleCardDealt(9), 9),
        (ev.HoleCardDealt(None), None),
        (ev.UpcardReplaced(10), 10),
        (ev.DealerDrew(11), 11),
        (ev.TopCardBurned(12), 12),
        (ev.HoleCardTurned(9), None),
        (ev.CardGivenUp(1, 0, 7), None),
        (ev.UpcardSetAside(8), None),
        (ev.RoundOpened(1), None),
    ],
)
def test_the_card_that_left_the_shoe(event: ev.Event, card: int | None) -> None:
    assert logs.card_of(event) == card


# Playing it again


def test_events_are_numbered_from_the_first_of_the_whole_log() -> None:
    table = Table(games.find("blackjack").rules())
    events = [ev.RoundOpened(1), STAKED, ev.HandStood(1, 0, 20)]
    with pytest.raises(logs.LogError, match=r"^event 3, 'seat 1 stands on 20': the rules do not"):
        logs.play_again(table, events)
    with pytest.raises(logs.LogError, match=r"^event 43, 'seat 1 stands on 20': the rules do not"):
        logs.play_again(Table(table.rules), events, first=41)
    with pytest.raises(logs.LogError, match=r"^event 11: the log says 'round 2', the rules give"):
        logs.play_again(Table(table.rules), [ev.RoundOpened(2), STAKED], first=11)


def test_what_an_action_causes_beyond_a_log_is_told() -> None:
    round_ = play("blackjack", "Ts 9h 8c 9d", "stand")
    last = len(round_.events)
    twin = Table(round_.table.rules)
    assert logs.play_again(twin, round_.events[: last - 2]) == round_.events[last - 2 :]
    assert logs.play_again(Table(twin.rules), round_.events) == []
    assert logs.play_again(Table(twin.rules), []) == []


def test_wagers_of_several_seats_and_a_seat_that_bets_anew() -> None:
    table = Table(games.find("blackjack").rules())
    table.do(act.PlaceWagers(1, "ann", {"main": 1000}))
    table.do(act.PlaceWagers(2, "ann", {"main": 1500}))
    table.do(act.PlaceWagers(1, "ann", {"main": 2000}))
    table.do(act.WithdrawWagers(2))
    again = Table(table.rules)
    logs.play_again(again, table.log)
    assert again.log == table.log
    assert {seat.number: seat.stakes for seat in again.state.seats} == {1: {"main": 2000}}


def test_a_round_opens_with_a_wager() -> None:
    table = Table(games.find("blackjack").rules())
    for events in ([ev.RoundOpened(1)], [ev.RoundOpened(1), ev.WagersClosed()]):
        with pytest.raises(logs.LogError, match="a round opens with a wager"):
            logs.play_again(table, events)


def test_a_hole_card_is_turned_only_when_it_is_due() -> None:
    table = Table(games.find("blackjack").rules())
    table.do(act.PlaceWagers(1, "ann", {"main": 1000}))
    table.do(act.CloseWagers())
    for card in cards.parse_all("Ts 9h 8c"):
        table.deal(card)
    with pytest.raises(logs.LogError, match="nothing is turned now; the table waits for a card"):
        logs.play_again(Table(table.rules), [*table.log, ev.HoleCardTurned(5)])
