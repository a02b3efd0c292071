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
from pitboss.cards import CardError
from pitboss.cli import (
    auditing,
    backing_up,
    clustering,
    comparing,
    dealing,
    deciding,
    describing,
    drilling,
    listing,
    migrating,
    play,
    refusing,
    replay,
    rulebook,
    serving,
    simulating,
    solving,
    sweeping,
)
from pitboss.interrupts import INTERRUPTED
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError
from pitboss.store.errors import Refused, StoreError
from pitboss.table.engine import IllegalAction
from pitboss.table.log import LogError


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
app.command(listing.list_games, name="games")
app.command(rulebook.show_rules, name="rules")
app.command(describing.schema, name="schema")
app.command(solving.solve, name="solve")
app.command(solving.strategy, name="strategy")
app.command(deciding.ev, name="ev")
app.command(dealing.dealer, name="dealer")
app.command(simulating.simulate, name="simulate")
app.command(clustering.cluster, name="cluster")
app.command(comparing.verify, name="verify")
app.command(comparing.diff, name="diff")
app.command(sweeping.paytables, name="paytables")
app.command(sweeping.sweep, name="sweep")
app.command(comparing.rulings, name="rulings")
app.command(play.play, name="play")
app.command(drilling.drill, name="drill")
app.command(drilling.manual, name="manual")
app.command(replay.replay, name="replay")
app.command(serving.serve, name="serve")
app.command(serving.account, name="account")
app.command(auditing.audit, name="audit")
app.command(migrating.migrate, name="migrate")
app.command(backing_up.backup, name="backup")
app.command(backing_up.restore, name="restore")


BAD_INPUT = (RulesError, WagerError, IllegalAction, LogError, CardError, Refused, StoreError)


def main() -> None:
    """Run a command; what is wrong with the input is said in one sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            app(exit_on_error=False, print_error=False)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # what cannot be written is noticed here, not at the very end
    except cyclopts.CycloptsError as error:
        refusing.refuse(refusing.sentence_of(error))
    except UnicodeError as error:
        refusing.refuse(f"the input is not text that can be written down: {error}")
    except BAD_INPUT as error:
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
