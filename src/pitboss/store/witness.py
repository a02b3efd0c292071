"""Follows the signed log of a house from outside: what was seen, and whether it goes on from there.

It believes nothing but what it kept: the last head it saw, and the key that signed it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.store.signed_heads import (
    AcceptedLoss,
    Consistency,
    LogKey,
    SignedHead,
    is_head_of,
    is_loss_of,
    vouched_for,
)  # fmt: skip

Ask = Callable[[str], Any]
"""What the server answers to GET at an address, decoded."""


class WitnessError(ValueError):
    """A server whose answers cannot be understood; nothing is said about its log."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What a witness keeps."""

    kind: str = "pitboss head"
    """What the file is."""
    house: str
    """The server's address."""
    head: SignedHead
    """The last head that was seen."""
    keys: list[LogKey]
    """The key that signed it, and those that come after it, as far as they are known."""
    since: int
    """Since when the log is followed, in milliseconds since 1970."""
    checked: int
    """When it was compared last."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What came of comparing."""

    sound: bool
    """Whether the log goes on from what was seen."""
    says: str
    """A sentence."""
    seen: Seen | None
    """What was kept before."""
    now: Seen | None
    """What to keep from now on; null if something is wrong."""
    shown: Any = None
    """What the server showed, where something is wrong."""
    proof: Any = None
    """And its proof, if it gave one."""


def compare(seen: Seen | None, ask: Ask, house: str, at: int) -> Verdict:
    """Ask a house for its log, and compare it with what was seen of it."""
    try:
        return _compare(seen, ask, house, at)
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise WitnessError(f"{house}: its answer is none that is understood: {error}") from None


def _compare(seen: Seen | None, ask: Ask, house: str, at: int) -> Verdict:
    shown = ask("/api/log/head")
    proof: Any = None

    def wrong(says: str) -> Verdict:
        return Verdict(sound=False, says=says, seen=seen, now=None, shown=shown, proof=proof)

    if shown["trouble"]:
        return wrong(
            f"the server says itself that its log is not the one it had signed: {shown['trouble']}"
        )
    if shown["head"] is None:
        if seen is not None:
            return wrong(f"no signed log is shown any more; {_told(seen.head)}")
        return Verdict(
            sound=True, says=f"{house} has no signed log", seen=None, now=None, shown=shown
        )
    head = msgspec.convert(shown["head"], SignedHead)
    told = ask("/api/log/keys")
    trusted = head.key if seen is None else seen.head.key
    keys = vouched_for(trusted, msgspec.convert(told["keys"], list[LogKey]))
    if head.key not in [one.key for one in keys]:
        return wrong(
            f"the log is signed with the key {head.key} now, and the key {trusted} does not vouch "
            "for it"
            if seen is not None
            else f"the log is signed with the key {head.key}, which the house does not name"
        )
    if not is_head_of(head, keys):
        return wrong(
            f"the newest head, of entry {head.size}, is not signed with the house's key: somebody "
            "else wrote it"
        )
    if seen is not None and not _goes_on(seen.head, head):
        if head.size > seen.head.size:
            proof = ask(f"/api/log/consistency?first={seen.head.size}&second={head.size}")
            path = msgspec.convert(proof, Consistency)
            whole = (path.first, path.second) == (seen.head.size, head.size)
        if proof is None or not whole or not path.holds(seen.head.root, head.root):
            losses = msgspec.convert(told["losses"], list[AcceptedLoss])
            return wrong(_broken(seen.head, head, [one for one in losses if is_loss_of(one, keys)]))
    now = Seen(
        house=house, head=head, keys=[one for one in keys if one.key == head.key], checked=at,
        since=at if seen is None else seen.since,
    )  # fmt: skip
    grew = head.size - (0 if seen is None else seen.head.size)
    says = (
        f"{house}: {_entries(head.size)} signed; followed from now on"
        if seen is None
        else f"{house}: {_entries(head.size)} signed, {grew:,} more than before; nothing that was "
        f"seen since {_moment(seen.since)} was changed"
    )
    return Verdict(sound=True, says=says, seen=seen, now=now)


def _goes_on(old: SignedHead, new: SignedHead) -> bool:
    return (old.size, old.root) == (new.size, new.root)


def _broken(old: SignedHead, new: SignedHead, losses: list[AcceptedLoss]) -> str:
    for loss in losses:
        if loss.size >= old.size > loss.kept:
            return (
                f"the house says that it lost entries and went on without them ({loss.reason!r}); "
                f"{_told(old)}, and {min(loss.kept, old.size):,} of them are kept"
            )
    if new.size < old.size:
        return f"the log was cut off: {_told(old)}, and it has {new.size:,} now"
    return f"the log was rewritten: {_told(old)}, and they are not its beginning now"


def _told(head: SignedHead) -> str:
    return f"on {_moment(head.at)} the house had signed {_entries(head.size)}"


def _entries(count: int) -> str:
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


def _moment(ms: int) -> str:
    at = datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC)
    return f"{at:%Y-%m-%d %H:%M} UTC"
