"""Ctrl-C: a command ends at once with exit status 130 and says nothing, wherever it is.

Python's own way, an exception at any line, comes out as a traceback wherever compiled code, an
import or a callback stands in between. So the process ends right in the signal's handler. Commands
that have something to put right first, a terminal or a file, say so with `polite`.

Nothing big is imported here: it is in place before the rest of the program is read.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 128 + 2
"""The exit status of a command that was ended by Ctrl-C, as shells count."""
PATIENCE_SECONDS = 0.3
"""How long compiled code may keep the handler waiting before another thread ends the process."""
CLEAN_LINE = b"\r\x1b[2K\x1b[?25h"
"""Takes a bar that is half drawn off the terminal's last line and shows the cursor again."""


def mind() -> None:
    """End the process at Ctrl-C from here on, unless something asks for patience."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return  # started in the background: whoever did so decided that Ctrl-C is not meant for it
    signal.signal(signal.SIGINT, end)
    _watch()


def end(_number: int = 0, _frame: FrameType | None = None) -> None:
    """End the process: what is printed is kept, the terminal is left in order."""
    _flush()
    _leave()


def leave(status: object) -> None:
    """End a process that is done, as Python would but for taking itself apart.

    In that last moment Ctrl-C would no longer come to our handler.
    """
    import atexit
    import threading

    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.main_thread():
            thread.join()
    atexit._run_exitfuncs()
    _flush()
    os._exit(status if isinstance(status, int) else 1 if status else 0)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, RuntimeError, ValueError):
            continue  # in the middle of a write, a pipe that is closed, or no stream at all


def _leave() -> None:
    try:
        if os.isatty(2):
            os.write(2, CLEAN_LINE)
    finally:
        os._exit(INTERRUPTED)


def _watch() -> None:
    """End the process from a thread where the main one is deep in compiled code.

    A handler runs only between two steps of the interpreter; the system writes a byte at once.
    """
    import _thread
    import time

    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)

    def watch() -> None:
        while True:
            number = os.read(told, 1)
            if number == bytes([signal.SIGINT]) and signal.getsignal(signal.SIGINT) is end:
                time.sleep(PATIENCE_SECONDS)
                _leave()

    _thread.start_new_thread(watch, ())


class polite:  # noqa: N801 - used like a function
    """Within, the first Ctrl-C is a `KeyboardInterrupt`, so that files and terminals are put right.

    A second one, or one that no code can notice, ends the process at once.
    """

    def __enter__(self) -> None:
        self._usual = signal.getsignal(signal.SIGINT)
        self._hook = sys.unraisablehook
        if self._usual is end:
            signal.signal(signal.SIGINT, _interrupt)
            sys.unraisablehook = _end_if_interrupted

    def __exit__(self, *_: object) -> None:
        if self._usual is end:
            signal.signal(signal.SIGINT, end)
            sys.unraisablehook = self._hook


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _end_again)
    raise KeyboardInterrupt


def _end_again(_number: int, _frame: FrameType | None) -> None:
    """Not `end` itself: the thread that watches must leave time to put things right."""
    end()


def _end_if_interrupted(happened: sys.UnraisableHookArgs) -> None:
    if isinstance(happened.exc_value, KeyboardInterrupt):
        end()
    sys.__unraisablehook__(happened)
