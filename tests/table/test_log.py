"""Log files: what is written comes back, and what was changed is found and located."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from pitboss import cards, games
from pitboss.rules.game import changed_since
from pitboss.rules.limits import House
from pitboss.table import Shoe, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table import log as logs
from pitboss.table.flow import Want
from pitboss.table.shoe import deal_on, prepare
from tests.rounds import play


def sitting(game: str, rounds: int = 12) -> Table:
    """A table with several random rounds behind it, two seats, side bets staked."""
    rules = games.find(game).rules()
    table, shoe, rng = (
        Table(rules, House(round_to=25)),
        Shoe(rules.shoe.decks, seed=game),
        random.Random(game),
    )
    wagers = dict.fromkeys(rules.wagers.opening, 1000) | {bet.id: 100 for bet in rules.bets[:2]}
    for _ in range(rounds):
        prepare(table, shoe)
        for seat in (2, 5):
            table.do(act.PlaceWagers(seat, "ann" if seat == 2 else "bob", wagers))
        table.do(act.CloseWagers())
        deal_on(table, shoe)
        while table.want != Want.WAGERS:
            if table.want == Want.INSURANCE:
                table.do(act.DeclineInsurance(table.insurance_seats()[0]))
            else:
                table.do(act.move(table.seat.number, rng.choice(table.legal_names())))
            deal_on(table, shoe)
    return table


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_log_file_gives_the_same_table_back(game: str, tmp_path: Path) -> None:
    table = sitting(game)
    path = tmp_path / "table.log"
    logs.write(path, table, game)
    header, events = logs.read(path)
    assert header.game == game
    assert header.rules_hash == table.tables.digest()
    again = logs.replay(header, events)
    assert again.log == table.log
    assert again.state.snapshot() == table.state.snapshot()


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_table_goes_on_from_any_event_of_its_log(game: str) -> None:
    table = sitting(game, rounds=2)
    header = logs.header_of(table, game)
    placing = ev.WagerPlaced
    for cut in range(len(table.log) + 1):
        if cut < len(table.log) and isinstance(table.log[cut], placing):
            continue  # half of a seat's wagers is no wager
        resumed = logs.replay(header, table.log[:cut])
        # what the dealer does by herself after the cut is done again, and nothing else
        assert resumed.log == table.log[: len(resumed.log)]
        assert len(resumed.log) >= cut


def damaged(tmp_path: Path, change: str) -> str:
    """The sentence a log is refused with after one change to its file."""
    table = sitting("half-back", rounds=2)
    path = tmp_path / "x.log"
    logs.write(path, table, "half-back")
    lines = path.read_bytes().splitlines(keepends=True)
    match change:
        case "flip a byte":
            lines[7] = (
                lines[7].replace(b"1000", b"9000") if b"1000" in lines[7] else b"X" + lines[7][1:]
            )
        case "drop a line":
            del lines[9]
        case "swap two lines":
            lines[11], lines[12] = lines[12], lines[11]
        case "cut in mid-line":
            lines[-1] = lines[-1][:10]
        case "no header":
            del lines[0]
        case "empty":
            lines = []
    path.write_bytes(b"".join(lines))
    with pytest.raises(logs.LogError) as caught:
        logs.replay(*logs.read(path))
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("flip a byte", "x.log, line 8: its seal is"),
        ("drop a line", "x.log, line 10: its seal is"),
        ("swap two lines", "x.log, line 12: its seal is"),
        ("cut in mid-line", "the log is cut off in mid-line"),
        ("no header", "x.log, line 1: its seal is"),
        ("empty", "x.log: the log is empty"),
    ],
)
def test_a_changed_file_is_found_and_located(tmp_path: Path, change: str, says: str) -> None:
    assert says in damaged(tmp_path, change)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(logs.LogError, match=r"'none\.log' cannot be read: No such file"):
        logs.read(tmp_path / "none.log")


def test_a_payout_the_rules_do_not_give_is_found_even_if_the_seals_are_right() -> None:
    table = sitting("half-back", rounds=2)
    events = list(table.log)
    at = next(i for i, event in enumerate(events) if isinstance(event, ev.WagerSettled))
    paid = events[at]
    assert isinstance(paid, ev.WagerSettled)
    events[at] = msgspec.structs.replace(paid, returned=paid.returned + 1)
    with pytest.raises(logs.LogError, match=rf"event {at + 1}: the log says .* the rules give"):
        logs.replay(logs.header_of(table, "half-back"), events)


def test_an_event_that_nothing_caused_is_found() -> None:
    round_ = play("blackjack", "Ts 9h 8c 9d", "stand")
    events = [*round_.events, ev.WagerSettled(1, 0, "main", "win", 1000, 2000)]
    with pytest.raises(
        logs.LogError, match="the rules do not allow it: it is a consequence of nothing"
    ):
        logs.replay(logs.header_of(round_.table, "blackjack"), events)


def test_a_move_that_was_not_legal_is_found() -> None:
    round_ = play("half-back", "Ts 9h 8c 9d")
    events = [*round_.events, ev.HandGivenUp(1, 0)]
    with pytest.raises(logs.LogError, match="the hand has no such move"):
        logs.replay(logs.header_of(round_.table, "half-back"), events)


def test_rules_that_do_not_belong_to_the_hash_are_found() -> None:
    table = sitting("half-back", rounds=1)
    header = logs.header_of(table, "half-back")
    other = logs.header_of(sitting("blackjack", rounds=1), "blackjack")
    with pytest.raises(logs.LogError, match="rules and hash must belong together"):
        logs.replay(msgspec.structs.replace(header, rules_hash=other.rules_hash), table.log)


def test_the_rules_hash_names_the_game_exactly() -> None:
    half_back = games.find("half-back")
    plain = Table(half_back.rules()).tables.digest()
    assert Table(half_back.rules({"soft17": "hit"})).tables.digest() == plain
    assert Table(half_back.rules({"soft17": "stand"})).tables.digest() != plain
    assert Table(half_back.rules(paytables={"upcard-bonus": 2})).tables.digest() != plain


def test_folding_a_log_while_the_dealer_draws_settles_nothing_new() -> None:
    """Without a peek a natural is paid when the hole card is turned, live and folded alike."""
    rules = games.find("blackjack").rules({"peek": False})
    table = Table(rules)
    for seat in (1, 2):
        table.do(act.PlaceWagers(seat, f"player {seat}", {"main": 1000}))
    table.do(act.CloseWagers())
    for card in cards.parse_all("As Ts Td Ks 9h 6c"):
        table.deal(card)
    table.do(act.move(2, "stand"))
    assert table.want == Want.DEALER_CARD
    assert ev.WagerSettled(1, 0, "main", "natural", 1000, 2500) in table.log
    folded = Table.from_events(rules, table.log)
    assert folded.log == table.log
    assert folded.state.snapshot() == table.state.snapshot()


def test_a_card_that_does_not_exist_is_located(tmp_path: Path) -> None:
    table = sitting("blackjack", rounds=1)
    path = tmp_path / "x.log"
    writer = logs.LogWriter.create(path, logs.header_of(table, "blackjack"))
    writer.append([*table.log, ev.CardDealt(1, 0, 99)])
    writer.close()
    with pytest.raises(logs.LogError, match=r"x\.log, line \d+: .*card = 99: use 0 to 51"):
        logs.read(path)


@pytest.mark.parametrize("cut", range(3, 9))
def test_a_log_cut_off_among_wagers_goes_on_before_that_round(cut: int, tmp_path: Path) -> None:
    table = sitting("half-back", rounds=1)
    path = tmp_path / "x.log"
    logs.write(path, table, "half-back")
    lines = path.read_bytes().splitlines(keepends=True)
    assert b"RoundOpened" in lines[3]
    path.write_bytes(b"".join(lines[: cut + 1]))
    writer, header, events = logs.LogWriter.reopen(path)
    writer.close()
    assert len(events) == 2  # the shuffle and the burned card
    assert logs.replay(header, events).want == Want.WAGERS
    assert logs.read(path)[1] == events


EARLIER = Path(__file__).parent / "earlier"
"""Logs written before Lucky Stiff paid all winners first and a split ten with an ace was no 21."""


@pytest.mark.parametrize(
    ("game", "settled"),
    [
        ("lucky-stiff",
         [(3, "anything else", -500), (2, "natural", 500), (1, "stiff pair", 5000)]),
        ("blackjack-tie",
         [(1, "tie on 21", 12500), (1, "tie on 20, 21 or blackjack", 14000)]),
    ],
)  # fmt: skip
def test_a_log_of_an_earlier_version_is_played_again_by_the_rules_it_was_dealt_by(
    game: str, settled: list[tuple[int, str, int]]
) -> None:
    header, events = logs.read(EARLIER / f"{game}.txt")
    table = logs.replay(header, events)
    assert table.log == events
    bonuses = [
        (event.seat, event.event, event.returned - event.stake)
        for event in table.log
        if isinstance(event, ev.WagerSettled) and event.bet != "main"
    ]
    assert bonuses == settled
    # what is another reading today is known as that; the order of settling is just another now
    changed = changed_since(games.find(game), table.rules)
    assert changed == (
        ["bets.lucky-stiff.collected = after-payments (was in-turn)"]
        if game == "lucky-stiff"
        else []
    )
