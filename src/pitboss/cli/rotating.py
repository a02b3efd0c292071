"""`pitboss rotate-key`: another key signs the house's log from now on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.auditing import said
from pitboss.interrupts import polite


def rotate_key(
    *,
    reason: str,
    db: str | None = None,
    key: Annotated[Path | None, Parameter(env_var="PITBOSS_KEY")] = None,
    lost: bool = False,
) -> None:
    """Replace the key that signs a house's log, while no server runs.

    The old key vouches for the new one in the log of the cage, so that everyone who follows the log
    goes on by themselves. A key that is lost vouches for nothing: whoever follows the log is told.

    Parameters
    ----------
    reason
        Why; the log says so.
    db
        The database, sqlite:///FILE or postgresql://USER@HOST/NAME; the server's own unless named.
    key
        The file with the key; usually beside the database's file.
    lost
        The old key is gone for good.

    """
    from pitboss.store import house_key, leases, log_signer
    from pitboss.store.database import chosen_url, existing

    with said(), polite(), existing(chosen_url(db)) as database:
        database.claim()  # refused while a server has it
        leases.check_no_server(database)
        file = house_key.key_file(database.url, key)
        made = log_signer.rotate(database, file, reason=reason, lost=lost)
        print(
            f"{made.key} signs the log from now on, instead of {made.before}; it is in "
            f"{file.path}: keep a copy of it away from this machine"
        )
