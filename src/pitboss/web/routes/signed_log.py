"""The signed log of the house: heads, proofs and keys, for anyone who wants to follow it.

Nobody needs to be signed in: a witness is whoever likes. What is told are hashes. The seal of an
entry, and the salt that its leaf has besides, are only for those who may see the entry, and only
once no card in it lies face down.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from sqlalchemy.engine import Connection

from pitboss.store import admission, key_history, log_tree, past_rounds, records
from pitboss.store.accounts import Account
from pitboss.store.errors import Missing
from pitboss.store.signed_heads import AcceptedLoss, Consistency, Inclusion, LogKey, SignedHead
from pitboss.web import access
from pitboss.web.answers import ERRORS, StructRoute
from pitboss.web.asking import hub_of

router = APIRouter(prefix="/api/log", responses=ERRORS, route_class=StructRoute, tags=["log"])

MOST = 2**53 - 1
"""Entries that a number in JavaScript can count."""
Size = Annotated[int, Query(ge=1, le=MOST)]
Table = Annotated[int, Query(ge=-(2**31), le=2**31 - 1)]


class NewestHead(msgspec.Struct, frozen=True, kw_only=True):
    """How far the log is signed."""

    head: SignedHead | None
    """The newest head; null where nothing is signed."""
    trouble: str
    """Why this server signs nothing any more, as a sentence: its database is not the one it had
    signed. Empty while all is well."""


class LogKeys(msgspec.Struct, frozen=True, kw_only=True):
    """What is needed to check a head."""

    keys: list[LogKey]
    """All there were, the first one first."""
    losses: list[AcceptedLoss]
    """Each time the house said that its log is not what it had signed."""


@router.get("/head")
async def newest(request: Request) -> NewestHead:
    """The newest signed head."""
    hub = hub_of(request)
    found: SignedHead | None = await hub.reading(log_tree.newest_head)
    trouble = hub.sequencer.trouble if hub.sequencer is not None else ""
    return NewestHead(head=found, trouble=trouble)


@router.get("/heads/{size}")
async def one_head(request: Request, size: int) -> SignedHead:
    """The head that was signed over so many entries; of older ones one a minute is kept."""
    if not 1 <= size <= MOST:
        raise Missing(f"size = {size}: no signed head of so many entries is kept")
    found: SignedHead = await hub_of(request).reading(
        lambda database: log_tree.head_of(database, size)
    )
    return found


@router.get("/consistency")
async def consistency(request: Request, first: Size, second: Size) -> Consistency:
    """What proves that the log of `second` entries begins with the one of `first`."""
    found: Consistency = await hub_of(request).reading(
        lambda database: log_tree.consistency(database, first, second)
    )
    return found


@router.get("/inclusion")
async def inclusion(
    request: Request, table: Table, entry: Size, size: Size | None = None, invite: str = ""
) -> Inclusion:
    """What proves that an entry is in the log of `size` entries, the newest signed unless named."""
    session = await access.session_of(request)
    account = None if session is None else session.account

    def read(connection: Connection) -> Inclusion:
        shown = _may_see(connection, account, table, entry, invite)
        found = log_tree.inclusion(connection, table, entry, size)
        return found if shown else msgspec.structs.replace(found, seal=None, salt=None)

    found: Inclusion = await hub_of(request).reading(read)
    return found


@router.get("/keys")
async def keys(request: Request) -> LogKeys:
    """The house's public keys, each vouched for by the one before, and what was lost."""
    found: key_history.KeyHistory = await hub_of(request).reading(key_history.history)
    return LogKeys(keys=found.keys, losses=found.losses)


def _may_see(
    connection: Connection, account: Account | None, table: int, entry: int, invite: str
) -> bool:
    """Whether somebody may have an entry's seal; `Missing` if the table is none of theirs."""
    if table <= records.CAGE:
        return account is not None and account.role in admission.OVERSEERS
    if account is None:
        admission.check_public(connection, table)
        return False
    admission.check_entry(connection, table, account, invite)
    return entry < past_rounds.first_with_hidden_cards(connection, table)
