"""A job on disk: what is simulated, which units are done, and their tally.

The file is replaced as a whole, never changed in place, so it is complete whenever the process
dies. It carries a checksum. A lock beside it keeps a second process out; the system lets go of it
when its owner ends, however it ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.rules.errors import RulesError
from pitboss.rules.game import differences
from pitboss.sim.program import Dealing
from pitboss.sim.spans import Span, Spans

try:
    import fcntl
except ImportError:  # only one process at a time is the user's care there
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
EVERY = 2.0
"""Seconds between two savings, at least."""

Counts = NDArray[np.int64]


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """What a job simulates, and how far it goes."""

    about: dict[str, Any]
    """Game, rules and strategy in words."""
    decisions: str
    """`policy_digest` of what is played."""
    sample: str
    """`sample_digest` of what is dealt."""
    dealing: Dealing
    block: int
    units: int | None
    """None if only the error ends the job."""
    until_se: float | None
    stakes: dict[str, float]
    """They decide where a job ends that ends by its error, and nothing else."""


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A file's content."""

    spec: Spec
    done: list[Span]
    tally: list[int]


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """A file: the content as it is written, and its checksum."""

    pitboss_job: int
    checksum: str
    job: msgspec.Raw


class JobFile:
    """A job's file while a process works on it."""

    def __init__(self, path: Path, spec: Spec, size: int) -> None:
        """Open or begin a job; `size` is the length of its tally."""
        if os.path.isdir(path):  # a name too long for one is no folder
            raise RulesError(f"job {str(path)!r} cannot be saved there: it is a folder")
        self.asked = path
        self.path = path.resolve()
        self.spec = spec
        self.done = Spans()
        self.tally: Counts = np.zeros(size, dtype=np.int64)
        self._lock = self._take_lock()
        try:
            if self.path.exists():
                self._read(size)
            self.save()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> JobFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def save(self) -> None:
        """Replace the file by what is done now."""
        saved = Saved(spec=self.spec, done=self.done.listed(), tally=self.tally.tolist())
        job = msgspec.json.encode(saved)
        text = msgspec.json.encode(
            Sealed(pitboss_job=FORMAT, checksum=_checksum(job), job=msgspec.Raw(job))
        )
        part = self.path.with_name(self.path.name + ".part")
        try:
            with part.open("wb") as file:
                file.write(text + b"\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path)
            _sync_folder(self.path.parent)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise RulesError(
                f"job {str(self.asked)!r} cannot be saved there: {error.strerror}"
            ) from None
        self.saved = time.monotonic()

    def save_now_and_then(self) -> None:
        """Save, unless that was done a moment ago."""
        if time.monotonic() - self.saved >= EVERY:
            self.save()

    def close(self) -> None:
        """Let others work on the job."""
        if self._lock is not None:
            lock, self._lock = self._lock, None
            with contextlib.suppress(OSError):
                self._lock_path.unlink()
            os.close(lock)

    @property
    def _lock_path(self) -> Path:
        return self.path.with_name(self.path.name + ".lock")

    def _take_lock(self) -> int | None:
        while True:
            try:
                lock = os.open(self._lock_path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise RulesError(
                    f"job {str(self.asked)!r} cannot be saved there: {error.strerror}"
                ) from None
            if fcntl is None:
                return lock
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                owner = os.read(lock, 20).decode(errors="replace").strip()
                os.close(lock)
                raise RulesError(
                    f"job {str(self.asked)!r} is being worked on by process {owner or 'unknown'}; "
                    "wait for it or name another file"
                ) from None
            if _is_still(lock, self._lock_path):
                os.ftruncate(lock, 0)
                os.write(lock, f"{os.getpid()}\n".encode())
                return lock
            os.close(lock)  # its owner removed it just now

    def _read(self, size: int) -> None:
        saved = _decode(self.asked, self._bytes())
        self._check(saved.spec)
        try:
            self.done = Spans(saved.done)
        except ValueError:
            raise _damaged(self.asked, "its list of what is done contradicts itself") from None
        if len(saved.tally) != size:
            raise _damaged(self.asked, "its tally has another length than this game's")
        if self.spec.units is not None and self.done.end > self.spec.units:
            raise RulesError(
                f"job {str(self.asked)!r}: {self.done.end:,} {_units(self.spec)} are done already, "
                f"more than the {self.spec.units:,} asked for; ask for as many or more"
            )
        self.tally = np.array(saved.tally, dtype=np.int64)

    def _bytes(self) -> bytes:
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise RulesError(f"job {str(self.asked)!r} cannot be read: {error.strerror}") from None

    def _check(self, old: Spec) -> None:
        """Refuse a file of another job. More units and a smaller error are the same job."""
        new = self.spec
        lines = _differences(old, new)
        if not lines and old.decisions != new.decisions:
            lines = [
                "the strategy makes other decisions, or another version of pitboss wrote it down"
            ]
        if not lines and old.sample != new.sample:
            lines = ["this version of pitboss deals other rounds from the same seed"]
        if not lines and old.block != new.block:
            lines = ["this version of pitboss deals in blocks of another size"]
        if not lines and new.until_se is not None:
            asked = f"until-se = {new.until_se:g}"
            if old.until_se is None:
                lines = [f"{asked} (this job ends after so many {_units(old)}, and an error to end "
                         "it cannot be added)"]  # fmt: skip
            elif new.until_se > old.until_se:
                lines = [f"{asked} (was {old.until_se:g}; it can only be made smaller)"]
            elif old.stakes != new.stakes:
                lines = [f"bets = {_stakes(new)} (was {_stakes(old)})"]
        if lines:
            raise RulesError(
                f"job {str(self.asked)!r} is another one: {'; '.join(lines[:5])}; go on with the "
                "same settings or name another file"
            )


def _differences(old: Spec, new: Spec) -> list[str]:
    """What differs that may not, in words people know."""
    before, now = _what(old), _what(new)
    if before["shoe"] != now["shoe"]:  # only one of them has a cut card
        for values in (before, now):
            for name in ("cut card", "burn"):
                values.pop(name, None)
    lines = differences(before, now)
    return [line.replace("= None", "= none").replace("(was None)", "(was none)") for line in lines]


def _what(spec: Spec) -> dict[str, Any]:
    """What may not change, as plain as it is in a file."""
    dealing = spec.dealing
    values = {**spec.about, "seed": dealing.seed, "seats": dealing.seats, "shoe": "csm"}
    if dealing.cut is not None:
        values |= {"shoe": "cut", "cut card": f"after {dealing.cut} cards", "burn": dealing.burn}
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values))
    return found


def _stakes(spec: Spec) -> str:
    return ", ".join(f"{bet}={stake:g}" for bet, stake in spec.stakes.items())


def _units(spec: Spec) -> str:
    return "rounds" if spec.dealing.cut is None else "shoes"


def _decode(path: Path, text: bytes) -> Saved:
    try:
        sealed = msgspec.json.decode(text, type=Sealed)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        if b'"pitboss_job"' in text[:40]:
            raise _damaged(path, "it ends too early or was changed") from None
        raise RulesError(
            f"job {str(path)!r}: a file that is no job is there; name another"
        ) from None
    if sealed.pitboss_job != FORMAT:
        raise RulesError(
            f"job {str(path)!r} has format {sealed.pitboss_job} and this version of pitboss reads "
            f"format {FORMAT}; go on with the version that began it"
        )
    job = bytes(sealed.job)
    if _checksum(job) != sealed.checksum:
        raise _damaged(path, "its checksum does not fit")
    try:
        return msgspec.json.decode(job, type=Saved)
    except msgspec.DecodeError as error:
        raise _damaged(path, str(error)) from None


def _damaged(path: Path, why: str) -> RulesError:
    return RulesError(f"job {str(path)!r} is damaged: {why}; delete it or name another file")


def _checksum(job: bytes) -> str:
    return hashlib.sha256(job).hexdigest()


def _is_still(lock: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock), os.stat(path))
    except OSError:
        return False


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
