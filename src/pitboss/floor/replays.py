"""Rounds that were played: listed, told again event by event, and proved by a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec
from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.floor import layout
from pitboss.floor.frames import UNDONE, EndedWager, ended_after
from pitboss.floor.opening import game_of, rules_of
from pitboss.rules.cloth import cloth_lines
from pitboss.rules.compile import compile_rules
from pitboss.rules.limits import Limits
from pitboss.store import past_rounds, records, table_rows
from pitboss.store.accounts import Account
from pitboss.store.admission import check_entry, has_round_token, round_token
from pitboss.store.errors import Missing
from pitboss.store.past_rounds import GameName, GameTotals, Outcome, PlayedRound
from pitboss.store.records import AnyRecord, Entry
from pitboss.store.shoe_sheets import ShoeSheet, shoe_sheet
from pitboss.table import events as ev
from pitboss.table.narrator import Caption, Narrator
from pitboss.table.state import TableState
from pitboss.table.views import Felt, felt, public


class RoundEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What one action caused."""

    seq: int
    """Its number in the table's log."""
    at: int
    """When, in milliseconds since 1970."""
    actor: str
    """Who did it; empty for the house."""
    seal: str | None
    """The hash of the entry and the seal before it; null while a card in it lies face down."""
    events: list[AnyRecord]
    """What happened, in order."""


class RoundLog(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it happened."""

    table: int
    """Its number."""
    round: int
    """Which."""
    entries: list[RoundEntry]
    """In order."""


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a round, and the felt after it."""

    seq: int
    """The entry it belongs to."""
    at: int
    """When, in milliseconds since 1970."""
    actor: str
    """Whose command caused it; empty for the house."""
    event: ev.AnyEvent | records.CardUndone
    """What happened."""
    does: str
    """What the dealer did, in words."""
    says: str
    """What the dealer said aloud."""
    practice: str
    """Ids of the dealer's practice it carried out; what is house custom is marked as such."""
    why: str
    """Of a wager that is settled: why it lost, won or came back, in the player's words."""
    felt: Felt
    """Cards and chips after it."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A round as everyone may see it by now."""

    table: int
    """Its number."""
    round: int
    """Which."""
    name: str
    """The table's."""
    game: layout.GameSheet
    """What was played."""
    private: bool
    """Whether the table is."""
    printed: list[str]
    """What stands on the cloth in large letters."""
    spots: list[layout.BettingPlace]
    """Where chips could be put."""
    seats: dict[int, str]
    """Who staked something."""
    seats_in_all: int
    """At the table."""
    opening: list[str]
    """Ids of the wagers every round begins with."""
    names: dict[str, str]
    """Of bets."""
    rules_hash: str
    """The fingerprint of the table's rules."""
    at: int
    """When it began, in milliseconds since 1970."""
    finished: bool
    """Whether it is over."""
    steps: list[ReplayStep]
    """In order."""
    results: list[ev.WagerSettled]
    """How each wager ended."""
    shoes: list[ShoeSheet]
    """None at a table whose cards are typed in; a second one if the first ran out."""
    proof: str
    """What the file of the round waits for; nothing once it can be had."""
    share: str
    """Goes into the address, as `?share=`, so that others see this round; empty if anyone does."""


def history(
    connection: Connection, *, player: str | None = None, table: int | None = None,
    before_ms: int | None = None, most: int = 50, game: str | None = None,
    outcome: Outcome | None = None,
) -> list[PlayedRound]:  # fmt: skip
    """Rounds, the newest first, with where they were played and what each wager brought."""
    return past_rounds.played_rounds(
        connection, _game_names(connection), player=player, table=table, before_ms=before_ms,
        most=most, game=game, outcome=outcome,
    )  # fmt: skip


def totals(connection: Connection, player: str, outcome: Outcome | None = None) -> list[GameTotals]:
    """All rounds a player played, in sum by game."""
    return past_rounds.totals_by_game(connection, _game_names(connection), player, outcome)


def _game_names(connection: Connection) -> GameName:
    def game_name(number: int, game: str) -> str:
        """A game as people call it; a designer's is in the entry that opened the table."""
        if game in games.BUILT_IN:
            return games.find(game).name
        return game_of(table_rows.opened(connection, number)).name

    return game_name


def round_log(connection: Connection, table: int, number: int) -> RoundLog:
    """A round entry by entry; face-down cards are shown once they were turned."""
    hidden = past_rounds.first_with_hidden_cards(connection, table)
    return RoundLog(
        table=table, round=number,
        entries=[
            RoundEntry(
                seq=entry.seq, at=entry.at, actor=entry.actor,
                seal=entry.seal if entry.seq < hidden else None,
                events=cast(list[AnyRecord], [public(event) for event in entry.events]),
            )
            for entry in past_rounds.entries_of(connection, table, number)
        ],
    )  # fmt: skip


def entries_for(
    connection: Connection, table: int, number: int, account: Account, invite: str, share: str = ""
) -> list[Entry]:
    """The log of a round, for who may see the table, who played it, and who was sent it."""
    try:
        check_entry(connection, table, account, invite)
    except Missing as stranger:
        try:
            entries = past_rounds.entries_of(connection, table, number)
        except Missing:
            raise stranger from None  # whether the round exists is nobody's business
        played = account.name in _players(entries).values()
        if not played and not has_round_token(connection, table, number, share):
            raise
        return entries
    return past_rounds.entries_of(connection, table, number)


def _players(entries: list[Entry]) -> dict[int, str]:
    """Who staked something, by seat."""
    events = (event for entry in entries for event in entry.events)
    return {event.seat: event.player for event in events if isinstance(event, ev.WagerPlaced)}


def replay(connection: Connection, table: int, number: int, entries: list[Entry]) -> Replay:
    """A round told again, from its entries."""
    opened = table_rows.opened(connection, table)
    game, rules = game_of(opened), rules_of(opened)
    narrator = Narrator(game, rules)
    steps: list[ReplayStep] = []
    ended: list[EndedWager] = []
    first = past_rounds.shoe_from(connection, table, entries[0].seq)
    shoes = [] if first is None else [first]
    for entry, event, caption in _narrated(narrator, entries, number):
        if records.shuffles(event):
            shoes.append(event.number)
        ended = ended_after(ended, event, caption.why if caption else "", number, entry.seq)
        undone = isinstance(event, records.CardUndone)
        if caption is None and not undone:
            continue
        steps.append(
            ReplayStep(
                seq=entry.seq, at=entry.at, actor=entry.actor,
                event=cast(ev.AnyEvent | records.CardUndone, event),
                does=caption.does if caption else UNDONE, says=caption.says if caption else "",
                practice=caption.practice if caption else "", why=caption.why if caption else "",
                felt=felt(narrator.state),
            )
        )  # fmt: skip
    return Replay(
        table=table, round=number, name=opened.name, game=layout.describe_game(game, rules),
        private=opened.settings.private,
        printed=cloth_lines(rules, Limits(compile_rules(rules), opened.house).games.most),
        spots=layout.places(rules), seats=_players(entries), seats_in_all=rules.wagers.seats,
        opening=list(rules.wagers.opening),
        names={**narrator.names, "insurance": "Insurance"}, rules_hash=opened.rules_hash,
        at=entries[0].at, finished=_closing(entries, number) is not None, steps=steps,
        results=[one.settled for one in ended],
        shoes=[shoe_sheet(connection, table, shoe) for shoe in shoes],
        proof=proof_waits_for(connection, table, number, entries),
        share=round_token(connection, table, number) if opened.settings.private else "",
    )  # fmt: skip


def ended_wagers(
    connection: Connection, table: int, number: int, version: int
) -> list[EndedWager]:  # fmt: skip
    """The wagers of a round that are settled in a version; none if there is no such round."""
    try:
        entries = past_rounds.entries_of(connection, table, number)
    except Missing:
        return []
    opened = table_rows.opened(connection, table)
    narrator = Narrator(game_of(opened), rules_of(opened))
    found: list[EndedWager] = []
    for entry, event, caption in _narrated(narrator, entries, number):
        if entry.seq > version:
            break
        found = ended_after(found, event, caption.why if caption else "", number, entry.seq)
    return found


def _narrated(
    narrator: Narrator, entries: list[Entry], number: int
) -> Iterator[tuple[Entry, ev.Event, Caption | None]]:
    """A round's events as everyone may see them, told one after the other; the house's are not."""
    states: dict[int, TableState] = {}
    for entry, event in _of_round(entries, number):
        if entry.seq not in states:
            states[entry.seq] = narrator.state.copy()
        if isinstance(event, records.CardUndone):
            narrator.state = states[event.entry].copy()
        if isinstance(event, records.HouseEvent):
            yield entry, event, None
        else:
            shown = public(event)
            yield entry, shown, narrator.tell(shown)


def _of_round(entries: list[Entry], number: int) -> list[tuple[Entry, ev.Event]]:
    """Events from the round's opening to its end; entries around it hold others too."""
    found: list[tuple[Entry, ev.Event]] = []
    for entry in entries:
        for event in entry.events:
            if found or event == ev.RoundOpened(number):
                found.append((entry, event))
            if event == ev.RoundClosed(number):
                return found
    return found


def _closing(entries: list[Entry], number: int) -> Entry | None:
    """The entry that ends a round."""
    end = ev.RoundClosed(number)
    return next((entry for entry in entries if end in entry.events), None)


def proof_waits_for(connection: Connection, table: int, number: int, entries: list[Entry]) -> str:
    """What a round's file waits for, in a sentence; empty if it holds no card face down.

    Once a round is over its hole card is open. What may still be hidden in it, and in the entries
    before it that belong to its proof, is the card that was burned from a shoe before its first
    round: it is open once the shoe is revealed.
    """
    closing = _closing(entries, number)
    if closing is None:
        return f"round {number} is still being played; its proof can be had when it is over"
    shoe = past_rounds.burned_unrevealed(connection, table, closing.seq)
    if shoe is None:
        return ""
    return (
        f"shoe {shoe} is still being dealt, and the proof would show the card that "
        "was burned from it; it can be had when the shoe is revealed, after its cut card "
        "or when the table closes"
    )
