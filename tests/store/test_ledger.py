"""What money an event moves, and what is refused: worked out by hand, in a database in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from pitboss.store import ledger, schema
from pitboss.store.ledger import Books, Movement, NotEnough, post
from pitboss.store.records import MoneyIssued, SeatTaken, SettledWager
from pitboss.table import events as ev

ANN, BEN, FELT, HOUSE, CAGE = "wallet:ann", "wallet:ben", "felt:7", "house:7", "cage"


@pytest.fixture
def connection() -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def books() -> Books:
    """Ann is in the first seat, Ben in the third."""
    return Books(7, {1: "ann", 3: "ben"})


def test_accounts_say_what_they_are_and_whose() -> None:
    accounts = [ledger.wallet("ann"), ledger.felt(7), ledger.rack(7), ledger.CAGE_ACCOUNT]
    assert accounts == [ANN, FELT, HOUSE, CAGE]
    assert [ledger.kind_of(account) for account in accounts] == ["wallet", "felt", "house", "cage"]
    assert [ledger.owner_of(account) for account in accounts] == ["ann", "7", "7", ""]


def test_a_wager_goes_from_the_wallet_of_whoever_placed_it_to_the_felt() -> None:
    opened = Books(7)
    assert opened.movements(
        [ev.RoundOpened(1), ev.WagerPlaced(1, "ann", "main", 1000), ev.HandDoubled(1, 0, 1000)]
    ) == [Movement(ANN, FELT, 1000), Movement(ANN, FELT, 1000)]


@pytest.mark.parametrize(
    "event", [ev.InsuranceTaken(3, 500), ev.HandDoubled(3, 0, 500), ev.HandSplit(3, 0, 500, False)]
)
def test_what_is_added_during_a_round_goes_to_the_felt(event: ev.Event) -> None:
    assert books().movements([event]) == [Movement(BEN, FELT, 500)]


@pytest.mark.parametrize(
    "event", [ev.WagerWithdrawn(1, "main", 500), ev.WagerReturned(1, 0, "half-back", 500)]
)
def test_what_is_taken_back_returns_to_the_wallet(event: ev.Event) -> None:
    assert books().movements([event]) == [Movement(FELT, ANN, 500)]


@pytest.mark.parametrize(
    ("returned", "moved"),
    [
        (2500, [Movement(FELT, ANN, 1000), Movement(HOUSE, ANN, 1500)]),
        (1000, [Movement(FELT, ANN, 1000)]),
        (400, [Movement(FELT, ANN, 400), Movement(FELT, HOUSE, 600)]),
        (0, [Movement(FELT, HOUSE, 1000)]),
    ],
    ids=["won 3 to 2", "pushed", "partly given up", "lost"],
)
def test_a_settled_wager_leaves_the_felt_and_the_rack_pays_the_rest(
    returned: int, moved: list[Movement]
) -> None:
    settled = ev.WagerSettled(1, 0, "main", "win", 1000, returned)
    assert books().movements([settled]) == moved


def test_a_free_split_and_cards_move_nothing() -> None:
    assert books().movements([ev.HandSplit(1, 0, 0, True), ev.CardDealt(1, 0, 5)]) == []


def test_the_cage_issues_play_money() -> None:
    assert Books(0).movements([MoneyIssued("ann", 500)]) == [Movement(CAGE, ANN, 500)]


def test_a_new_round_knows_nobody_of_the_last() -> None:
    followed = books()
    followed.movements([ev.RoundOpened(2)])
    assert followed.players == {}


def test_a_copy_is_followed_by_itself() -> None:
    first = books()
    first.copy().movements([ev.WagerPlaced(2, "cy", "main", 100)])
    assert first.players == {1: "ann", 3: "ben"}


def test_an_entry_says_which_wagers_it_settled_for_whom_in_which_round() -> None:
    moved, settled = books().follow(
        [
            SeatTaken(4, "dee"),
            MoneyIssued("dee", 900),  # told at the cage's own table
            ev.WagerSettled(3, 0, "main", "win", 1000, 2000),
            ev.RoundClosed(8),
        ],
        number=8,
        began_ms=1234,
    )
    assert moved == [Movement(FELT, BEN, 1000), Movement(HOUSE, BEN, 1000)]
    assert settled == [SettledWager(8, 3, "ben", "main", "win", 1000, 2000, 1234)]


def test_wagers_placed_and_settled_in_one_entry_are_their_players() -> None:
    followed = Books(7)
    _, settled = followed.follow(
        [ev.WagerPlaced(2, "cy", "main", 100), ev.WagerSettled(2, 0, "main", "push", 100, 100)],
        number=1,
        began_ms=0,
    )
    assert [wager.player for wager in settled] == ["cy"]


def test_what_is_posted_is_kept_line_by_line_and_added_up(connection: sa.Connection) -> None:
    held = post(connection, [(0, 1, [Movement(CAGE, ANN, 900), Movement(CAGE, BEN, 50)])])
    assert held == {CAGE: -950, ANN: 900, BEN: 50}
    held = post(
        connection,
        [(7, 1, [Movement(ANN, FELT, 400)]), (7, 2, [Movement(FELT, HOUSE, 400)])],
    )
    assert held == {ANN: 500, FELT: 0, HOUSE: 400}
    rows = [tuple(row) for row in connection.execute(sa.select(schema.ledger))]
    assert rows == [
        (0, 1, 0, CAGE, ANN, 900),
        (0, 1, 1, CAGE, BEN, 50),
        (7, 1, 0, ANN, FELT, 400),
        (7, 2, 0, FELT, HOUSE, 400),
    ]
    balances = {row.account: row.cents for row in connection.execute(sa.select(schema.balances))}
    assert balances == {CAGE: -950, ANN: 500, BEN: 50, FELT: 0, HOUSE: 400}
    assert [ledger.balance(connection, account) for account in (ANN, BEN, "wallet:cy")] == [
        500, 50, 0,
    ]  # fmt: skip


def test_nothing_moved_is_nothing_posted(connection: sa.Connection) -> None:
    assert post(connection, [(7, 1, []), (7, 2, [])]) == {}
    assert connection.scalar(sa.select(sa.func.count()).select_from(schema.ledger)) == 0


def test_a_wallet_may_be_emptied_and_no_more(connection: sa.Connection) -> None:
    post(connection, [(0, 1, [Movement(CAGE, ANN, 900)])])
    assert post(connection, [(7, 1, [Movement(ANN, FELT, 900)])]) == {ANN: 0, FELT: 900}
    post(connection, [(0, 2, [Movement(CAGE, ANN, 250)])])
    with pytest.raises(NotEnough) as refused:
        post(connection, [(7, 2, [Movement(ANN, FELT, 251)])])
    assert str(refused.value) == "$2.51 more on the felt: stake at most what you have, $2.50"


def test_what_comes_back_in_the_same_entry_may_be_staked_again(connection: sa.Connection) -> None:
    """Wagers that are replaced: only what is missing must be in the wallet."""
    post(connection, [(0, 1, [Movement(CAGE, ANN, 500)]), (7, 1, [Movement(ANN, FELT, 500)])])
    replaced = [Movement(FELT, ANN, 500), Movement(ANN, FELT, 300)]
    assert post(connection, [(7, 2, replaced)]) == {ANN: 200, FELT: 300}


def test_a_rack_and_the_cage_may_be_below_zero(connection: sa.Connection) -> None:
    post(connection, [(0, 1, [Movement(CAGE, ANN, 100)])])
    assert post(connection, [(7, 1, [Movement(HOUSE, ANN, 5000)])]) == {HOUSE: -5000, ANN: 5100}


def test_a_balance_that_another_server_spent_meanwhile_is_refused(
    connection: sa.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is out of date when the change comes."""
    post(connection, [(0, 1, [Movement(CAGE, ANN, 900)])])
    read = ledger._held

    def read_and_spend(found: sa.Connection, accounts: list[str]) -> dict[str, int]:
        held = read(found, accounts)
        found.exec_driver_sql("UPDATE balances SET cents = 899 WHERE account = ?", (ANN,))
        return held

    monkeypatch.setattr(ledger, "_held", read_and_spend)
    with pytest.raises(NotEnough, match="on another felt already"):
        post(connection, [(7, 1, [Movement(ANN, FELT, 900)])])
