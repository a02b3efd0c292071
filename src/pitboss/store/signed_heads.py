"""What the house signs about its log, and how anyone checks that with the public key alone.

A head says how many entries all logs have together and what the root of the tree over them is. Who
has kept one can ask whether the log they are shown now is that one, grown, or another.

This module and `merkle` are all a witness needs: they know no database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from pitboss.store import merkle


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    """How the log of the whole house stood at a moment, signed."""

    size: int
    """Entries of all tables, the cage and the register together."""
    root: str
    """Of the Merkle tree over them, in hex."""
    at: int
    """When it was signed, in milliseconds since 1970."""
    key: str
    """What the key is called that signed it."""
    signature: str
    """Ed25519, over the four fields before, in hex."""

    def text(self) -> bytes:
        """What is signed."""
        return f"pitboss head 1\n{self.size}\n{self.root}\n{self.at}\n{self.key}\n".encode()


class LogKey(msgspec.Struct, frozen=True, kw_only=True):
    """A public key that heads were signed with, and who vouched for it."""

    key: str
    """What it is called: the first half of its SHA-256, in hex."""
    public: str
    """Ed25519, in hex."""
    since: int
    """When it was made, in milliseconds since 1970."""
    before: str
    """What the key before it is called; empty for the first."""
    signature: str
    """By the key before it; empty for the first, and where that one was lost."""
    reason: str
    """Why there is another key, in the words of whoever replaced it."""


class AcceptedLoss(msgspec.Struct, frozen=True, kw_only=True):
    """The house says that its log is not what it had signed, and why."""

    size: int
    """Entries under the head that is lost."""
    root: str
    """Its root."""
    kept: int
    """Entries the log still had."""
    at: int
    """When that was said, in milliseconds since 1970."""
    key: str
    """Who signed it."""
    signature: str
    """Over all the other fields."""
    reason: str
    """Why, in the words of whoever accepted it."""

    def text(self) -> bytes:
        """What is signed."""
        fields = (self.size, self.root, self.kept, self.at, self.key, self.reason)
        return ("pitboss loss 1\n" + "".join(f"{field}\n" for field in fields)).encode()


class Inclusion(msgspec.Struct, frozen=True, kw_only=True):
    """Where an entry stands in the tree, and what proves it."""

    table: int
    """Whose log; 0 is the cage."""
    entry: int
    """Which of its entries."""
    leaf: int
    """Which leaf of the tree it is, from 0."""
    hash: str
    """The leaf's hash, in hex."""
    seal: str | None
    """The entry's seal; null where it is not for whoever asked, or a card in it lies face down."""
    salt: str | None
    """What the leaf holds besides, in hex; null with the seal."""
    size: int
    """Entries of the tree that the path is for."""
    path: list[str]
    """Hashes from the leaf up to the root, in hex."""

    def holds(self, root: str) -> bool:
        """Whether the leaf is what is said of it, and is under this root."""
        found = _bytes([self.hash, root, *self.path])
        if found is None:
            return False
        leaf, top, *path = found
        seal, salt = self.seal, self.salt or ""
        if seal is not None and leaf != leaf_of(self.table, self.entry, seal, salt):
            return False
        return merkle.is_included(leaf, self.leaf, self.size, path, top)


class Consistency(msgspec.Struct, frozen=True, kw_only=True):
    """What proves that the log only grew between two sizes."""

    first: int
    """Entries then."""
    second: int
    """Entries later."""
    path: list[str]
    """Hashes, in hex, as RFC 9162 orders them."""

    def holds(self, first_root: str, second_root: str) -> bool:
        """Whether it leads from one root to the other."""
        found = _bytes([first_root, second_root, *self.path])
        if found is None:
            return False
        old, new, *path = found
        return merkle.is_consistent(self.first, old, self.second, new, path)


def _bytes(texts: Sequence[str]) -> list[bytes] | None:
    try:
        found = [bytes.fromhex(text) for text in texts]
    except ValueError:
        return None
    return found if all(len(one) == 32 for one in found) else None


def leaf_of(table: int, entry: int, seal: str, salt: str) -> bytes:
    """The hash of the leaf an entry is.

    The salt is there because whoever knows an entry but for one card would find that card by 52
    tries: it is told with the seal, once nothing in the entry lies face down.
    """
    return merkle.leaf_hash(f"{table}\t{entry}\t{seal}\t{salt}".encode())


def name_of(public: bytes) -> str:
    """What a key is called."""
    return hashlib.sha256(public).hexdigest()[:32]


def vouching(public: str, before: str) -> bytes:
    """What a key signs of the one that comes after it."""
    return f"pitboss key 1\n{public}\n{before}\n".encode()


def is_signed(text: bytes, signature: str, public: str) -> bool:
    """Whether this was signed with the key whose public half this is."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), text)
    except (ValueError, InvalidSignature):
        return False
    return True


def is_head_of(head: SignedHead, keys: Iterable[LogKey]) -> bool:
    """Whether one of these keys signed a head."""
    return any(
        is_signed(head.text(), head.signature, one.public)
        for one in keys
        if one.key == head.key == named(one)
    )


def is_loss_of(loss: AcceptedLoss, keys: Iterable[LogKey]) -> bool:
    """Whether one of these keys signed that entries were lost."""
    return any(
        is_signed(loss.text(), loss.signature, one.public)
        for one in keys
        if one.key == loss.key == named(one)
    )


def named(key: LogKey) -> str:
    """What a key must be called."""
    return name_of_hex(key.public)


def name_of_hex(public: str) -> str:
    """The same for a key in hex; empty if it is none."""
    try:
        return name_of(bytes.fromhex(public))
    except ValueError:
        return ""


def vouched_for(trusted: str, keys: Sequence[LogKey]) -> list[LogKey]:
    """Keys that follow from one that is trusted: itself, and those each signed by the one before.

    The keys are in the order in which they were made.
    """
    found: list[LogKey] = []
    for one in keys:
        if one.key != named(one):
            continue
        if one.key == trusted:
            found = [one]
        elif found and one.before == found[-1].key:
            text = vouching(one.public, one.before)
            if is_signed(text, one.signature, found[-1].public):
                found.append(one)
    return found
