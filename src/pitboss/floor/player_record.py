"""What a player's rounds looked like and brought: their cards, and figures by game and bet."""

from __future__ import annotations

from math import sqrt

import msgspec
from sqlalchemy.engine import Connection

from pitboss.floor.luck import FinishedRound, WagerFigures, expected, figures
from pitboss.floor.opening import game_of, rules_of
from pitboss.floor.replays import history
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.store import past_rounds, records, table_rows
from pitboss.store.errors import Missing
from pitboss.store.past_rounds import Outcome, PlayedRound
from pitboss.store.records import TableOpened
from pitboss.store.typed_cards import standing
from pitboss.table import events as ev
from pitboss.table.choices import choices_of
from pitboss.table.state import TableState, apply_with
from pitboss.table.views import felt

INSURANCE = "insurance"


class ShownRound(PlayedRound, kw_only=True):
    """A round in a history, with the cards as they lay at its end."""

    hands: list[list[str]] = []
    """The player's, from left to right; none if the log cannot be read."""
    dealer: list[str] = []
    """The dealer's; `??` was never turned."""


class BetRecord(msgspec.Struct, kw_only=True):
    """What a bet brought a player."""

    bet: str
    """Its id."""
    name: str
    """As it is called on the felt."""
    wagers: int = 0
    """How many were staked before the deal, and on insurance, whatever came of them."""
    staked: int = 0
    """Cents before the deal, and on insurance."""
    net: int = 0
    """Cents won; below zero if lost."""
    expected: float | None = 0.0
    """What the best play brings on average with these stakes; null where the solver cannot say."""


class GameRecord(msgspec.Struct, kw_only=True):
    """What a game brought a player."""

    game: str
    """Its id."""
    name: str
    """As people call it."""
    rounds: int = 0
    """Finished ones."""
    net: int = 0
    """Cents won; below zero if lost."""
    expected: float | None = 0.0
    """What the best play brings on average with these stakes; null where the solver cannot say."""
    sd: float | None = 0.0
    """The standard deviation of that, in cents."""
    bets: list[BetRecord] = []
    """Each that was made."""


def shown_rounds(
    connection: Connection, player: str, *, game: str | None, outcome: Outcome | None,
    before_ms: int | None, most: int,
) -> list[ShownRound]:  # fmt: skip
    """A player's rounds, the newest first, with their cards."""
    rounds = history(
        connection, player=player, before_ms=before_ms, most=most, game=game, outcome=outcome
    )
    opened = {played.table: table_rows.opened(connection, played.table) for played in rounds}
    return [_shown(connection, played, opened[played.table], player) for played in rounds]


def _shown(
    connection: Connection, played: PlayedRound, opened: TableOpened, player: str
) -> ShownRound:
    rules = rules_of(opened)
    state, apply = (
        TableState(rules.wagers.opening), apply_with(choices_of(compile_rules(rules)))
    )  # fmt: skip
    try:
        entries = past_rounds.entries_of(connection, played.table, played.round)
    except Missing:
        entries = []
    for entry in standing(entries):
        for event in entry.events:
            if isinstance(event, records.HouseEvent) or not _of(event, played.round, state):
                continue
            apply[type(event)](state, event)
    lying = felt(state)
    return ShownRound(
        **msgspec.structs.asdict(played), dealer=lying.dealer.cards,
        hands=[hand.cards for seat in lying.seats if seat.player == player for hand in seat.hands],
    )  # fmt: skip


def _of(event: ev.Event, number: int, state: TableState) -> bool:
    """Whether an event belongs to the round; its end, which clears the felt, does not count."""
    opens = isinstance(event, ev.RoundOpened) and event.number == number
    shuffles = isinstance(event, ev.ShoeShuffled | ev.TopCardBurned)
    return opens or (
        state.round == number and not shuffles and not isinstance(event, ev.RoundClosed)
    )


def record(
    rounds: list[FinishedRound], history_of: list[PlayedRound], opened: dict[int, TableOpened]
) -> list[GameRecord]:
    """By game and bet, the game played most first."""
    found: dict[str, GameRecord] = {}
    bets: dict[tuple[str, str], BetRecord] = {}
    variances: dict[str, float] = {}
    settled = {(one.table, one.round): one.wagers for one in history_of}
    for played in rounds:
        table = opened[played.table]
        game = found.setdefault(
            table.game, GameRecord(game=table.game, name=game_of(table).name, bets=[])
        )
        known = _figures(table)
        game.rounds += 1
        game.net += played.net
        if known is None or game.expected is None:
            game.expected = game.sd = None
        else:
            mean, sd = expected(known, played)
            game.expected += mean
            variances[game.game] = variances.get(game.game, 0.0) + sd**2
            game.sd = sqrt(variances[game.game])
        ev_of = _means(known)
        for name, cents in _staked(played):
            bet = _bet(bets, game, name, table)
            bet.wagers += 1
            bet.staked += cents
            if name not in ev_of or bet.expected is None:
                bet.expected = None
            else:
                bet.expected += ev_of[name] * cents
        for wager in settled[played.table, played.round]:
            _bet(bets, game, wager.bet, table).net += wager.returned - wager.stake
    return sorted(found.values(), key=lambda one: -one.rounds)


def _bet(
    bets: dict[tuple[str, str], BetRecord], game: GameRecord, bet: str, table: TableOpened
) -> BetRecord:
    """A bet's figures, which begin with its first wager, whatever came of it."""
    if (game.game, bet) not in bets:
        name = _names(table).get(bet, bet)
        bets[game.game, bet] = BetRecord(bet=bet, name=name)
        game.bets.append(bets[game.game, bet])
    return bets[game.game, bet]


def _staked(played: FinishedRound) -> list[tuple[str, int]]:
    """What was staked on each bet before the deal, and on insurance."""
    staked = [(bet, cents) for seat in played.stakes for bet, cents in seat.items()]
    return staked + [(INSURANCE, cents) for cents in played.insured]


def _means(known: WagerFigures | None) -> dict[str, float]:
    """What a cent on each bet brings on average."""
    if known is None:
        return {}
    return dict(zip(known.wagers, known.ev, strict=True)) | {INSURANCE: known.insurance[0]}


def _figures(table: TableOpened) -> WagerFigures | None:
    try:
        return figures(table)
    except RulesError:
        return None


def _names(table: TableOpened) -> dict[str, str]:
    rules = rules_of(table)
    return {
        **rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}, INSURANCE: "Insurance"
    }  # fmt: skip
