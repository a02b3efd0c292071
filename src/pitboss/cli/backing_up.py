"""`pitboss backup` and `pitboss restore`: a whole database to a file and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.auditing import progress, said
from pitboss.interrupts import polite


def backup(
    *, output: Annotated[Path, Parameter(name=["--output", "-o"])], db: str | None = None
) -> None:
    """Write a server's whole database to a file, as it is at one moment.

    It may be done while the server runs. The file holds hashes of passwords and the orders of shoes
    that are still being dealt: keep it safe.

    Parameters
    ----------
    output
        The file; one that is there is replaced.
    db
        The database, sqlite:///FILE or postgresql://USER@HOST/NAME; the server's own unless named.

    """
    from pitboss.store import backup as backups
    from pitboss.store.database import chosen_url, existing

    with said(), polite(), existing(chosen_url(db)) as database, database.read() as connection:
        with progress("backing up") as told:
            manifest = backups.write(connection, output, told)
        print(f"{manifest.rows:,} rows of {database.shown} written to {output}")


def restore(file: Path, /, *, db: str | None = None) -> None:
    """Fill an empty database from a backup, all of it or nothing.

    A backup of one kind of database can be restored into the other. Everyone has to sign in again.

    Parameters
    ----------
    file
        A file written by `pitboss backup`.
    db
        The empty database, sqlite:///FILE or postgresql://USER@HOST/NAME; the server's own unless
        named.

    """
    from pitboss.store import backup as backups
    from pitboss.store import house_key
    from pitboss.store.database import Database, chosen_url

    with said(), polite():
        backups.check(file)
        database = Database(chosen_url(db), migrate=False)
        try:
            with progress("restoring") as told:
                manifest = backups.restore(file, database, told)
        finally:
            database.close()
        print(
            f"{manifest.rows:,} rows restored into {database.shown}; check them with "
            f"`pitboss audit --db {database.shown}`"
        )
        if manifest.head is not None:
            place = house_key.key_file(database.url)
            print(
                f"its log is signed with the key {manifest.head.key}: put that file where the "
                f"server looks for it, {place.path}. Entries that were signed after the backup are "
                'lost: the first start says so with --accept-loss "WHY"'
            )
