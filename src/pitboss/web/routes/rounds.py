"""Rounds that were played: listed, shown again event by event, as files that anyone can check."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from sqlalchemy.engine import Connection

from pitboss.floor import luck, player_record, replays
from pitboss.floor.player_record import GameRecord, ShownRound
from pitboss.floor.replays import Replay, RoundLog
from pitboss.store import admission, proof_file
from pitboss.store.past_rounds import MOST_ROUNDS, GameTotals, Outcome
from pitboss.store.proof_collector import collect
from pitboss.store.proof_file import ExportError
from pitboss.store.shoe_sheets import ShoeSheet, shoe_sheet
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Number, StructRoute, describe
from pitboss.web.asking import ask_solver, hub_of, read_long

router = APIRouter(prefix="/api", responses=ERRORS, route_class=StructRoute, tags=["history"])


@router.get("/rounds")
async def my_rounds(
    request: Request,
    account: Me,
    before: Annotated[int | None, Query(ge=0, le=2**62)] = None,
    most: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = 50,
    game: Annotated[str | None, Query(max_length=40)] = None,
    outcome: Outcome | None = None,
) -> list[ShownRound]:
    """Your rounds, the newest first, with their cards; `before` (milliseconds) asks for older ones.

    `game` (its id) and `outcome` (`won`, `lost` or `even`) leave others out.
    """
    found: list[ShownRound] = await read_long(
        request, account.name,
        lambda database: player_record.shown_rounds(
            database, account.name, game=game, outcome=outcome, before_ms=before, most=most
        ),
    )  # fmt: skip
    return found


@router.get("/rounds/totals")
async def my_totals(
    request: Request, account: Me, outcome: Outcome | None = None
) -> list[GameTotals]:
    """All your rounds in sum, by game, the game played most first; `outcome` leaves others out."""
    found: list[GameTotals] = await read_long(
        request, account.name, lambda database: replays.totals(database, account.name, outcome)
    )
    return found


@router.get("/record")
async def my_record(request: Request, account: Me) -> list[GameRecord]:
    """Your last 200 rounds by game and bet: what they brought beside what the best play brings."""

    def read(connection: Connection) -> Any:
        rounds, opened = luck.finished_rounds(connection, account.name, None, MOST_ROUNDS)
        return rounds, replays.history(connection, player=account.name, most=MOST_ROUNDS), opened

    rounds, listed, opened = await read_long(request, account.name, read)
    return await ask_solver(
        request, account.name, lambda: player_record.record(rounds, listed, opened)
    )


@router.get("/tables/{table}/rounds/{number}")
async def one_round(
    request: Request, table: Number, number: Number, account: Me, invite: str = ""
) -> RoundLog:
    """A round as it happened, entry by entry; face-down cards are shown once they were turned.

    Seals are shown once nothing in them lies face down: a hash gives a single card away.
    """

    def read(connection: Connection) -> RoundLog:
        admission.check_entry(connection, table, account, invite)
        return replays.round_log(connection, table, number)

    found: RoundLog = await read_long(request, account.name, read)
    return found


@router.get("/tables/{table}/shoes/{number}")
async def one_shoe(
    request: Request, table: Number, number: Number, account: Me, invite: str = ""
) -> ShoeSheet:
    """A shoe: its promise, who added which seed, and its order once it is done with."""

    def read(connection: Connection) -> ShoeSheet:
        admission.check_entry(connection, table, account, invite)
        return shoe_sheet(connection, table, number)

    found: ShoeSheet = await read_long(request, account.name, read)
    return found


@router.get("/tables/{table}/rounds/{number}/replay")
async def replay(
    request: Request,
    table: Number,
    number: Number,
    account: Me,
    invite: str = "",
    share: str = "",
) -> Replay:
    """A round, step by step: each event, what the dealer did and said, and the felt after it.

    For those who may see the table, who played the round, and whom it was shared with. Cards that
    lie face down are shown from where they were turned; a round that is being played, as far as it
    is.
    """

    def read(connection: Connection) -> Replay:
        entries = replays.entries_for(connection, table, number, account, invite, share)
        return replays.replay(connection, table, number, entries)

    found: Replay = await read_long(request, account.name, read)
    return found


@router.get(
    "/tables/{table}/rounds/{number}/proof",
    response_class=Response,
    responses=describe(200, proof_file.Excerpt),
)
async def proof(
    request: Request,
    table: Number,
    number: Number,
    account: Me,
    invite: str = "",
    share: str = "",
) -> Response:
    """The round as a file that `pitboss audit FILE` checks by itself.

    It can be had once no card in it lies face down: when the round is over, and the shoe whose
    first card was burned is revealed.
    """

    def read(connection: Connection) -> bytes:
        entries = replays.entries_for(connection, table, number, account, invite, share)
        waits_for = replays.proof_waits_for(connection, table, number, entries)
        if waits_for:
            raise HTTPException(409, waits_for)
        # A seal of a later entry could be tried out against a card that lies face down now.
        after = entries[-1].seq + 1
        try:
            return proof_file.encode(collect(connection, table, number, number, before=after))
        except ExportError as error:
            raise HTTPException(409, f"the proof cannot be written: {error}") from None

    sequencer = hub_of(request).sequencer
    if sequencer is not None:
        await sequencer.settle()  # the round may be over for a moment only
    found: bytes = await read_long(request, account.name, read)
    name = f"pitboss-table-{table}-round-{number}.json"
    return Response(
        found, media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip
