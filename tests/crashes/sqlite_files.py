"""SQLite's way to its files, with somebody listening in: every write, truncation, sync and removal.

SQLite reaches its files through a table of C functions, its VFS. The usual one is copied here, and
the few functions that change files ask Python before and after; all others stay as they are. It is
the default of this process from the first `listening` on, and does nothing for files in folders
that nobody listens to. It may also tell SQLite another time, and have it not really sleep.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol

OK, IO_ERROR, FULL = 0, 10, 13
"""What SQLite's functions return: done; the disk failed; there is no room left."""
JULIAN_DAY_OF_1970_MS = 210_866_760_000_000


class Change(NamedTuple):
    """Something SQLite does to a file."""

    kind: Literal["create", "write", "truncate", "sync", "delete"]
    file: str
    offset: int = 0
    """Of a write; the new length, where a file is cut."""
    data: bytes = b""


class Listener(Protocol):
    """Hears of every change to the files of a folder."""

    def before(self, change: Change) -> int:
        """It is about to be made; another answer than `OK` is an error, and it is not made."""

    def after(self, change: Change) -> int:
        """It was made; another answer than `OK` tells SQLite that it failed nevertheless."""


class _Methods(ctypes.Structure):
    """SQLite's `sqlite3_io_methods`."""

    _fields_ = [
        ("version", ctypes.c_int),
        *(
            (name, ctypes.c_void_p)
            for name in (
                "close", "read", "write", "truncate", "sync", "size", "lock", "unlock", "reserved",
                "control", "sector", "device", "shm_map", "shm_lock", "shm_barrier", "shm_unmap",
                "fetch", "unfetch",
            )
        ),
    ]  # fmt: skip


class _Vfs(ctypes.Structure):
    """SQLite's `sqlite3_vfs`."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_bytes", ctypes.c_int),
        ("path_bytes", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        *(
            (name, ctypes.c_void_p)
            for name in (
                "open", "delete", "access", "full_path", "dl_open", "dl_error", "dl_sym",
                "dl_close", "randomness", "sleep", "time", "last_error", "time_ms", "set_call",
                "get_call", "next_call",
            )
        ),
    ]  # fmt: skip


_File, _Int, _Long = ctypes.c_void_p, ctypes.c_int, ctypes.c_longlong
# names as addresses: SQLite reads beyond their end, and the usual VFS keeps them
_OPEN = ctypes.CFUNCTYPE(_Int, _File, ctypes.c_void_p, _File, _Int, ctypes.POINTER(_Int))
_DELETE = ctypes.CFUNCTYPE(_Int, _File, ctypes.c_char_p, _Int)
_CLOSE = ctypes.CFUNCTYPE(_Int, _File)
_WRITE = ctypes.CFUNCTYPE(_Int, _File, ctypes.c_void_p, _Int, _Long)
_TRUNCATE = ctypes.CFUNCTYPE(_Int, _File, _Long)
_SYNC = ctypes.CFUNCTYPE(_Int, _File, _Int)
_SLEEP = ctypes.CFUNCTYPE(_Int, _File, _Int)
_TIME = ctypes.CFUNCTYPE(_Int, _File, ctypes.POINTER(_Long))


class FileLayer:
    """The VFS of this process, and who listens to which folder."""

    def __init__(self, library: ctypes.CDLL) -> None:
        library.sqlite3_vfs_find.restype = ctypes.c_void_p
        library.sqlite3_vfs_register.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._usual_at: int = library.sqlite3_vfs_find(None)
        self._usual = _Vfs.from_address(self._usual_at)
        self.listeners: dict[str, Listener] = {}
        """By folder."""
        self.clock_ms: Callable[[], int] | None = None
        """The time SQLite is told; this machine's if there is none."""
        self.sleep_ms: Callable[[int], None] | None = None
        """Called instead of sleeping."""
        self._files: dict[int, tuple[str, Listener, _Methods]] = {}
        """Open files by the address of what SQLite keeps of them."""
        self._wrapped: dict[int, tuple[_Methods, _Methods]] = {}
        self._callbacks = {
            "close": _CLOSE(self._close), "write": _WRITE(self._write),
            "truncate": _TRUNCATE(self._truncate), "sync": _SYNC(self._sync),
        }  # fmt: skip
        self._vfs = _Vfs.from_buffer_copy(self._usual)
        self._vfs.name = b"listening"
        self._entries = {
            "open": _OPEN(self._open), "delete": _DELETE(self._delete),
            "sleep": _SLEEP(self._sleep), "time_ms": _TIME(self._time),
        }  # fmt: skip
        for name, entry in self._entries.items():
            setattr(self._vfs, name, ctypes.cast(entry, ctypes.c_void_p))
        library.sqlite3_vfs_register(ctypes.addressof(self._vfs), 1)

    def _listener(self, path: str) -> Listener | None:
        return self.listeners.get(os.path.dirname(path))

    # Called by SQLite: the file system

    def _open(self, _: int, name: int | None, file: int, flags: int, out: Any) -> int:
        path = os.fsdecode(ctypes.string_at(name)) if name else ""
        listener = self._listener(path)
        is_new = listener is not None and not os.path.exists(path)
        code = int(_OPEN(self._usual.open)(self._usual_at, name, file, flags, out))
        if code != OK or listener is None:
            return code
        slot = ctypes.c_void_p.from_address(file)
        usual, wrapped = self._methods(slot.value or 0)
        self._files[file] = (path, listener, usual)
        slot.value = ctypes.addressof(wrapped)
        return listener.after(Change("create", path)) if is_new else OK

    def _delete(self, _: int, name: bytes, sync: int) -> int:
        path = os.fsdecode(name)
        listener = self._listener(path)
        change = Change("delete", path, sync)
        code = listener.before(change) if listener is not None else OK
        if code == OK:
            code = _DELETE(self._usual.delete)(self._usual_at, name, sync)
        if listener is not None and code == OK:
            code = listener.after(change)
        return code

    def _sleep(self, _: int, microseconds: int) -> int:
        if self.sleep_ms is None:
            return int(_SLEEP(self._usual.sleep)(self._usual_at, microseconds))
        self.sleep_ms(microseconds // 1000)
        return microseconds

    def _time(self, _: int, out: Any) -> int:
        if self.clock_ms is None:
            return int(_TIME(self._usual.time_ms)(self._usual_at, out))
        out[0] = self.clock_ms() + JULIAN_DAY_OF_1970_MS
        return OK

    # Called by SQLite: a file

    def _methods(self, address: int) -> tuple[_Methods, _Methods]:
        """The usual functions of a file, and ours."""
        if address not in self._wrapped:
            usual = _Methods.from_address(address)
            ours = _Methods.from_buffer_copy(usual)
            for name, callback in self._callbacks.items():
                setattr(ours, name, ctypes.cast(callback, ctypes.c_void_p))
            self._wrapped[address] = usual, ours
        return self._wrapped[address]

    def _close(self, file: int) -> int:
        _, _, usual = self._files.pop(file)
        return int(_CLOSE(usual.close)(file))

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        path, listener, usual = self._files[file]
        change = Change("write", path, offset, ctypes.string_at(data, size))
        return _made(listener, change, lambda: _WRITE(usual.write)(file, data, size, offset))

    def _truncate(self, file: int, size: int) -> int:
        path, listener, usual = self._files[file]
        change = Change("truncate", path, size)
        return _made(listener, change, lambda: _TRUNCATE(usual.truncate)(file, size))

    def _sync(self, file: int, flags: int) -> int:
        path, listener, usual = self._files[file]
        return _made(listener, Change("sync", path), lambda: _SYNC(usual.sync)(file, flags))


def _made(listener: Listener, change: Change, make: Callable[[], int]) -> int:
    return listener.before(change) or make() or listener.after(change)


@cache
def layer() -> FileLayer:
    """The one of this process; `OSError` says why there can be none."""
    import _sqlite3

    file = getattr(_sqlite3, "__file__", None)
    if file is None:
        raise OSError("this Python has SQLite built in: nobody can listen to it")
    library = ctypes.CDLL(file)
    if not hasattr(library, "sqlite3_vfs_register"):
        raise OSError("this Python's SQLite shows none of its functions: nobody can listen to it")
    return FileLayer(library)


def why_not() -> str:
    """Why nobody can listen to SQLite here; nothing if one can."""
    try:
        layer()
    except OSError as error:
        return str(error)
    return ""


@contextmanager
def listening(folder: str, listener: Listener) -> Iterator[None]:
    """Have every change to the files of a folder told, of files that are opened meanwhile."""
    listeners = layer().listeners
    listeners[folder] = listener
    try:
        yield
    finally:
        del listeners[folder]
