"""Work done by a copy of this process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="this system cannot copy a process"
)

TRY = """
import os, sys
from pathlib import Path
from pitboss.kernels.ahead import Ahead
folder = Path(sys.argv[1])
def write(name):
    return lambda: (folder / name).write_text(str(os.getpid()))
def die():
    os._exit(3)
"""


def run(script: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", TRY + script, str(folder)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_what_is_waited_for_was_done_by_the_other_process(tmp_path: Path) -> None:
    said = run(
        """
ahead = Ahead([("first", write("first")), ("second", write("second"))])
print(ahead.wait_for("first"), ahead.wait_for("second"), os.getpid())
""",
        tmp_path,
    )
    first, second, mine = said.split()
    assert first == "True"
    assert (tmp_path / "first").read_text() != mine
    if second == "True":  # it was begun in time
        assert (tmp_path / "second").read_text() == (tmp_path / "first").read_text()


def test_nobody_waits_for_what_is_not_being_done(tmp_path: Path) -> None:
    assert run("print(Ahead([('one', write('one'))]).wait_for('another'))", tmp_path) == "False\n"


def test_a_copy_that_dies_is_not_waited_for(tmp_path: Path) -> None:
    script = "ahead = Ahead([('one', die), ('two', write('two'))])\n"
    script += "print(ahead.wait_for('one'), ahead.wait_for('two'))"
    assert run(script, tmp_path) == "False False\n"
    assert not (tmp_path / "two").exists()


def test_a_process_with_threads_is_not_copied() -> None:
    script = (
        "import threading; from pitboss.kernels.ahead import possible; wait = threading.Event();"
        "threading.Thread(target=wait.wait).start(); print(possible()); wait.set()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "False\n"
