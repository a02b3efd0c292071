"""The key that signs heads of the log: a file of its own, outside the database.

Beside it lies the last head that was signed, so that a server notices a database that has lost what
it once had.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.store import signed_heads
from pitboss.store.errors import StoreError
from pitboss.store.signed_heads import SignedHead

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from sqlalchemy.engine import URL

KEY_VARIABLE = "PITBOSS_KEY"


class KeptHead(msgspec.Struct, frozen=True, kw_only=True):
    """What is written beside the key."""

    head: SignedHead
    """The last that was signed."""
    stopped: bool = False
    """Whether the server had ended in good order: nothing was written after it."""


class HouseKey:
    """The private half of a key, and what it signs."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        public = private.public_key().public_bytes_raw()
        self.public, self.name = public.hex(), signed_heads.name_of(public)

    @classmethod
    def new(cls) -> HouseKey:
        """A key nobody has had."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate())

    def sign(self, text: bytes) -> str:
        """The signature of a text, in hex."""
        return self._private.sign(text).hex()

    def signed_head(self, size: int, root: bytes, at: int) -> SignedHead:
        """A head of so many entries with this root."""
        plain = SignedHead(size=size, root=root.hex(), at=at, key=self.name, signature="")
        return msgspec.structs.replace(plain, signature=self.sign(plain.text()))

    def text(self) -> bytes:
        """What a key's file holds."""
        from cryptography.hazmat.primitives import serialization

        return self._private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )  # fmt: skip


class KeyFile:
    """Where a house's key is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.head_path = path.with_name(path.name + ".head")

    def exists(self) -> bool:
        """Whether there is such a file."""
        return self.path.exists()

    def read(self) -> HouseKey:
        """The key in it; `StoreError` says why there is none."""
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise StoreError(
                f"key {str(self.path)!r}: it cannot be read: {error.strerror or error}"
            ) from None
        try:
            private = serialization.load_pem_private_key(data, None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            private = None
        if not isinstance(private, Ed25519PrivateKey):
            raise StoreError(
                f"key {str(self.path)!r}: it holds no Ed25519 key of a house; put back the file "
                "that was kept, or name another with --key"
            )
        return HouseKey(private)

    def make(self) -> HouseKey:
        """A new key, in a new file that nobody else may read."""
        key = HouseKey.new()
        self._write(key, os.O_EXCL)
        return key

    def stage(self, key: HouseKey) -> None:
        """Have another key ready, beside the one that is still in use."""
        self._next._write(key, os.O_TRUNC)

    def staged(self) -> str:
        """What the key that is ready is called; empty if none is."""
        return self._next.read().name if self._next.exists() else ""

    def use_staged(self) -> None:
        """Have the key that is ready in the place of the other."""
        self._next.path.replace(self.path)

    @property
    def _next(self) -> KeyFile:
        return KeyFile(self.path.with_name(self.path.name + ".new"))

    def _write(self, key: HouseKey, how: int) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            opened = os.open(self.path, os.O_WRONLY | os.O_CREAT | how, 0o600)
            with open(opened, "wb") as file:
                file.write(key.text())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(
                f"key {str(self.path)!r}: it cannot be written: {error.strerror or error}; name "
                f"another file with --key or {KEY_VARIABLE}"
            ) from None

    def kept_head(self) -> KeptHead | None:
        """The last head that was signed with it, if that is known here."""
        try:
            return msgspec.json.decode(self.head_path.read_bytes(), type=KeptHead)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def keep_head(self, head: SignedHead, *, stopped: bool = False) -> None:
        """Note a head that was signed; one that cannot be noted is no reason to stop dealing."""
        draft = self.head_path.with_name(self.head_path.name + ".new")
        draft.write_bytes(msgspec.json.encode(KeptHead(head=head, stopped=stopped)))
        draft.replace(self.head_path)


def key_file(url: URL, chosen: Path | None = None) -> KeyFile:
    """Where a database's key is kept, unless another place is named.

    Beside the file of SQLite; for PostgreSQL among what is kept of whoever runs the server.
    """
    if chosen is not None or os.environ.get(KEY_VARIABLE):
        return KeyFile(chosen or Path(os.environ[KEY_VARIABLE]))
    if url.get_backend_name() == "sqlite":
        return KeyFile(Path(f"{url.database}.key"))
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    place = f"{url.database}-at-{url.host or 'local'}-{url.port or 5432}.key"
    return KeyFile(Path(state) / "pitboss" / place)
