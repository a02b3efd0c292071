"""Rounds of a table in a file that can be checked by itself, without the database.

A file is one JSON object, an `Excerpt`:

- ``kind``, ``format``, ``version``: what wrote it;
- ``table``, ``first``, ``last``: whose rounds, and which;
- ``runs``: entries of the log as they are, each run without a gap, after the seal of the entry
  before it. The first entry of the table is always there (it has the rules); so is the last change
  of limits before the rounds; the entries that promised the shoe and added players' seeds to it;
  and everything from where it was shuffled to the end of the last round. ``body`` is the text that
  was sealed, byte for byte;
- ``start``: the entry and the event in it from which the rounds are played again: where the shoe
  was shuffled, so that it is known which cards are gone;
- ``shoes``: order and the house's seed, in hex, of those shoes that are revealed by now;
- ``head``: number and seal of the table's last entry when the file was written;
- ``signed``: that the last entry of each run is a leaf of the tree over all logs of the house, and
  the head that was signed over them; files of format 1 have none;
- ``checksum``: SHA-256 of all that, for a file that was damaged.

It proves that these cards and decisions under these rules give these payouts, that the order of the
cards follows from the seed the house had promised and those players added after that, and that no
entry in a run was changed. Where it is signed, all runs are of the log that the house signed. That
no change of limits lies between them is shown by the database alone: all rounds of a table are one
run from its first entry on.

Only rounds that are over can be written. If their shoe is still being dealt, the file shows the
card that was burned from it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

import msgspec

from pitboss._version import __version__
from pitboss.store.signed_heads import Inclusion, SignedHead

FORMAT = 2
READS = (1, FORMAT)
"""In files of format 1 every shoe was promised as it was shuffled, by a hash of its order; no seal
had a key in it, and no head was signed."""


class ExportError(ValueError):
    """Rounds that cannot be written, or a file that is none; the message says why."""

    def __init__(self, what: str, entry: int | None = None) -> None:
        super().__init__(what)
        self.entry = entry
        """The entry that is damaged, if one is."""


class _Part(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of a file."""


class LogLine(_Part, kw_only=True, omit_defaults=True):
    """An entry of the log."""

    seq: int
    """Its number in the log, from 1."""
    round: int
    """The table's round then."""
    at: int
    """When, in milliseconds since 1970."""
    actor: str
    """Who did it; empty for the house."""
    body: str
    """The events as they were sealed, byte for byte."""
    seal: str
    """SHA-256 of the seal before, the other fields and the body."""
    key: str = ""
    """Of the command that caused it, if it has a part in the seal; left out where it has none."""


class LogRun(_Part, kw_only=True):
    """Entries without a gap."""

    before: str
    """The seal of the entry before the first."""
    entries: list[LogLine]
    """In order."""


class ReplayStart(_Part, kw_only=True):
    """Where playing again begins."""

    entry: int
    """Its number."""
    event: int
    """Which of its events, from 0."""


class ShoeOrder(_Part, kw_only=True):
    """A shoe that was revealed."""

    number: int
    """Counted from 1 at each table."""
    commitment: str
    """What was promised: SHA-256 of the house's seed; without a method, of nonce and order."""
    cards: str
    """The order, a byte for each card, in hex."""
    nonce: str
    """The house's seed, in hex."""


class LogHead(_Part, kw_only=True):
    """The table's last entry."""

    seq: int
    """Its number."""
    seal: str
    """Its seal."""


class SignedPlace(_Part, kw_only=True):
    """Where its entries stand in the log of the whole house, under a signed head."""

    inclusion: Inclusion
    """The last entry's leaf, and what proves that it is under the head."""
    earlier: list[Inclusion]
    """The same for the last entry of each run but the last: rules, promise and seeds are of the
    same log."""
    head: SignedHead
    """What the house signed; whoever has kept a later one can ask whether it grew from this."""
    public: str
    """The key it was signed with, Ed25519, in hex."""


class Excerpt(_Part, kw_only=True):
    """Rounds of a table, and what is needed to play them again."""

    kind: Literal["pitboss rounds"] = "pitboss rounds"
    """What the file is."""
    format: int = FORMAT
    """Its version: a reader refuses any but those it knows."""
    version: str = __version__
    """The pitboss that wrote it."""
    table: int
    """The table's number."""
    first: int
    """The first round."""
    last: int
    """The last round."""
    start: ReplayStart
    """From where the rounds are played again."""
    runs: list[LogRun]
    """Entries of the log; the last run holds the rounds."""
    shoes: list[ShoeOrder]
    """Those that are revealed by now."""
    head: LogHead
    """The table's last entry when the file was written."""
    signed: SignedPlace | msgspec.UnsetType = msgspec.UNSET
    """Where its entries stand in the signed log; not there if nothing was signed over them."""
    checksum: str = ""
    """SHA-256 of all the rest, with this field empty."""

    def digest(self) -> str:
        """The checksum it must have."""
        plain = msgspec.structs.replace(self, checksum="")
        return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()


def encode(excerpt: Excerpt) -> bytes:
    """What a file holds."""
    return msgspec.json.format(msgspec.json.encode(excerpt), indent=1) + b"\n"


def write(excerpt: Excerpt, path: Path) -> None:
    """Write a file."""
    try:
        path.write_bytes(encode(excerpt))
    except OSError as error:
        raise ExportError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def read(path: Path) -> Excerpt:
    """The rounds in a file; `ExportError` if there are none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ExportError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    try:
        excerpt = msgspec.json.decode(data, type=Excerpt)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ExportError(f"{path.name}: it holds no rounds of a table: {error}") from None
    if excerpt.format not in READS:
        reads = " and ".join(map(str, READS))
        raise ExportError(
            f"{path.name}: its format is {excerpt.format}, and this version reads {reads}"
        )
    return excerpt
