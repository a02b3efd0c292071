"""The command line: `pitboss games`, `rules`, `solve`, `simulate`, `play` and the others.

One module per command; `variant` reads the options they share. May import everything else.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys

import cyclopts

import pitboss
from pitboss.bad_input import BadInput
from pitboss.cli import refusing
from pitboss.interrupts import INTERRUPTED


def _shown_default(value: object) -> str | None:
    """A default worth showing in --help; nothing for switches and lists that start empty."""
    return str(value) if value not in (None, False, (), "") else None


app = cyclopts.App(
    name="pitboss",
    help="Deals, proves and teaches blackjack variants from one exact definition of each game.\n\n"
    "GAME is the id of a built-in game (see `pitboss games`) or the path of your own .toml file.",
    version=pitboss.__version__,
    default_parameter=cyclopts.Parameter(negative=(), show_default=_shown_default),
    suppress_keyboard_interrupt=False,
)
COMMANDS = {
    "games": "listing:list_games",
    "rules": "rulebook:show_rules",
    "schema": "describing:schema",
    "solve": "solving:solve",
    "strategy": "solving:strategy",
    "ev": "deciding:ev",
    "dealer": "dealing:dealer",
    "simulate": "simulating:simulate",
    "cluster": "clustering:cluster",
    "verify": "comparing:verify",
    "diff": "comparing:diff",
    "paytables": "sweeping:paytables",
    "sweep": "sweeping:sweep",
    "rulings": "comparing:rulings",
    "play": "play:play",
    "drill": "drilling:drill",
    "manual": "drilling:manual",
    "report": "reporting:report",
    "replay": "replay:replay",
    "serve": "serving:serve",
    "account": "serving:account",
    "audit": "auditing:audit",
    "watch": "following:watch",
    "rotate-key": "rotating:rotate_key",
    "migrate": "migrating:migrate",
    "backup": "backing_up:backup",
    "restore": "backing_up:restore",
    "monitor": "monitoring:monitor",
}
"""Module and function by name. A module is read when its command is asked for."""

for _name, _function in COMMANDS.items():
    app.command(f"pitboss.cli.{_function}", name=_name)


def main() -> None:
    """Run a command; what is wrong with the input is said in one sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        if sys.argv[1:] in ([], ["--help"], ["-h"]):
            app.resolved_commands()  # what a command is for stands in its module
        try:
            app(sys.argv[1:], exit_on_error=False, print_error=False)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # what cannot be written is noticed here, not at the very end
    except cyclopts.CycloptsError as error:
        refusing.refuse(refusing.sentence_of(error))
    except UnicodeError as error:
        refusing.refuse(f"the input is not text that can be written down: {error}")
    except BadInput as error:
        refusing.refuse(str(error))
    except BrokenPipeError:
        _write_no_more()
    except OSError as error:
        if error.filename is not None:
            refusing.refuse(refusing.of_file(error))
        _write_no_more()
        refusing.say(f"the output cannot be written: {error.strerror or error}")
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except Exception as error:
        if refusing.was_interrupted(error):
            raise SystemExit(INTERRUPTED) from None
        raise


def _write_no_more() -> None:
    """Drop what standard output still holds: Python would try again when it ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
