"""Rows that are read without belief: how they are let go of."""

from __future__ import annotations

import pytest

from pitboss.store import schema
from pitboss.store.database import Database
from pitboss.store.typed_rows import all_rows


def test_rows_nobody_read_to_the_end_are_let_go_of_in_silence(
    played: Database, caplog: pytest.LogCaptureFixture
) -> None:
    other = Database(played.url.render_as_string(hide_password=False), migrate=False)
    with other.read() as connection:
        rows = all_rows(connection, schema.log)
        assert next(rows).seq > 0
    other.close()
    rows.close()  # type: ignore[attr-defined]
    assert caplog.records == []
