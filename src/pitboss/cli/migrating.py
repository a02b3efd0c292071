"""`pitboss migrate`: bring a server's database up to date."""

from __future__ import annotations


def migrate(*, db: str | None = None) -> None:
    """Make a server's tables in an empty database, or bring those of an older version up to date.

    `pitboss serve` does the same when it starts, where its role in the database may change tables.
    Where it may not, run this as the role that owns them, before a newer version is started.

    Parameters
    ----------
    db
        The database, sqlite:///FILE or postgresql://USER@HOST/NAME; the server's own unless named.

    """
    from pitboss.store.database import Database, chosen_url, revisions

    database = Database(chosen_url(db))
    database.close()
    before, now = database.revision_found, revisions()[0]
    if before == now:
        print(f"{database.shown} is up to date, at revision {now}")
    else:
        print(f"{database.shown} was at revision {before or 'none'} and is at {now} now")
