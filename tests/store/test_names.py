"""Names of people: one way to write each, and none that can be taken for another's."""

from __future__ import annotations

import contextlib
import threading

import pytest
import sqlalchemy as sa

from pitboss.store import accounts, schema
from pitboss.store.database import Database, migrate, revisions
from pitboss.store.errors import Refused
from pitboss.store.names import BOTS, check_name, looks_like

ALIKE = {
    "capital i": ("Ian", "lan"),
    "one and l": ("Paul", "Pau1"),
    "zero and o": ("Otto", "Ott0"),
    "r and n": ("Modem", "Modern"),
    "two v": ("Willow", "Vvillow"),
    "Cyrillic": ("Coco", "Сосо"),
    "Cyrillic small": ("apex", "арех"),
    "Greek": ("Tot", "Τοτ"),
    "Armenian": ("no", "ոօ"),
    "marks": ("Jose", "José"),
    "a mark below": ("Anna", "Ạnna"),
    "a stroke": ("Soren", "Søren"),
    "capitals": ("strasse", "STRASSE"),
    "sharp s": ("Strasse", "Straße"),
    "an apostrophe": ("ONeil", "O'Neil"),
    "a full stop": ("Ann", "Ann."),
    "dotless": ("Silk", "Sılk"),
}


@pytest.mark.parametrize("kind", ALIKE)
def test_names_that_look_alike_belong_to_one_person(kind: str, url: str) -> None:
    database = Database(url)
    try:
        for first, second in (ALIKE[kind], ALIKE[kind][::-1]):
            database.write(lambda found: found.execute(sa.delete(schema.accounts))).result()
            database.write(_create(check_name(first))).result()
            with pytest.raises(Refused, match="somebody has it already, or one that looks like"):
                database.write(_create(check_name(second))).result()
    finally:
        database.close()


def _create(name: str):  # type: ignore[no-untyped-def]
    return lambda connection: accounts.create(connection, name, "auditor", None, 1)


DIFFERENT = (
    "Ann", "Anna", "Hanna", "Ian Lee", "Iris", "Боб", "Борис", "李小龙", "ひろ", "김철수", "かき",
    "がき", "דנה", "علي", "guest 100000", "guest 110000", "guest 101000",
)  # fmt: skip


def test_names_that_differ_do_not_look_alike() -> None:
    assert len({looks_like(check_name(name)) for name in DIFFERENT}) == len(DIFFERENT)


REFUSED = {
    "Cyrillic among Latin": ("Аnn", "its letters are Cyrillic and Latin"),
    "Greek among Cyrillic": ("Бοб", "its letters are Cyrillic and Greek"),
    "letters of phonetics": ("ɑnn", "'ɑ' (latin small letter alpha) is not among the letters"),
    "small capitals": ("ᴀnn", "is not among the letters"),
    "a script of long ago": ("ⲁⲛⲛⲁ", "coptic"),
    "Cherokee, which is all Latin capitals": ("ᎪᏟᎬ", "cherokee"),
    "an invisible letter": ("An\u3164n", "cannot be seen"),
    "half an invisible letter": ("An\uffa0n", "cannot be seen"),
    "wide letters": ("Ａnn", "write it with usual letters, as 'Ann'"),
    "a ligature": ("ﬁona", "as 'fiona'"),
    "letters of mathematics": ("𝐀nn", "as 'Ann'"),
    "two spaces": ("Ann  Lee", "one space"),
    "a bot": ("bot 7", "are the bots'"),
    "a bot with a zero": ("b0t 7", "are the bots'"),
    "a bot in capitals": ("BOT 7", "are the bots'"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_names_that_hide_something_are_refused(kind: str) -> None:
    name, words = REFUSED[kind]
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert words in str(refused.value)
    assert str(refused.value).startswith("name = ")


def test_a_name_may_begin_like_a_bots() -> None:
    assert [check_name(name) for name in ("Bottom", "Bo Tran", "botany")]
    assert BOTS == "bot "


def test_of_many_who_ask_for_names_that_look_alike_at_once_one_gets_it(url: str) -> None:
    """Two servers on one database, where it can have two."""
    servers = [Database(url)] if url.startswith("sqlite") else [Database(url), Database(url)]
    names = ["Coco", "Сосо", "C0co", "COCO", "Cocó", "Cöco"]
    made: list[str] = []

    def ask(server: Database, name: str) -> None:
        with contextlib.suppress(Refused):
            made.append(server.write(_create(name)).result().name)

    asking = [
        threading.Thread(target=ask, args=(servers[place % len(servers)], name))
        for place, name in enumerate(names)
    ]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    for server in servers:
        server.close()
    assert len(made) == 1


def test_those_who_look_alike_already_keep_their_names(url: str) -> None:
    old = Database(url, migrate=False)
    old.write(lambda connection: migrate(connection, "0002")).result()
    people = sa.table("accounts", *map(sa.column, ("id", "name", "folded", "role", "created")),
                      sa.column("closed", sa.Boolean))  # fmt: skip
    rows = [
        {"id": number, "name": name, "folded": name.casefold(), "role": "player", "created": 1,
         "closed": False}
        for number, name in enumerate(("Coco", "Сосо", "Bob"), start=1)
    ]  # fmt: skip
    old.write(lambda connection: connection.execute(sa.insert(people), rows)).result()
    old.close()
    assert revisions()[-2:] == ("0002", "0001")
    database = Database(url)
    try:
        columns = sa.select(schema.accounts.c.name, schema.accounts.c.looks_like)
        with database.read() as connection:
            found = dict(connection.execute(columns.order_by(schema.accounts.c.id)).all())
        assert found == {"Coco": "coco", "Сосо": None, "Bob": "bob"}
        with pytest.raises(Refused):
            database.write(_create("C0co")).result()
    finally:
        database.close()
