"""What dealer school keeps, in each kind of database: once, sealed, and seen by who may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.store import register, schema, school_people, school_results, school_sittings
from pitboss.store.audit import Audit
from pitboss.store.database import Database, take_time
from pitboss.store.errors import Missing, Refused
from pitboss.store.school_results import DAY_MS, Filter, Part
from pitboss.store.school_watching import taught, watched
from tests.store.schooling import LEVEL, answer_next, fill_school, lesson, person, sit

NOON = 1_800_000_000_000 - 1_800_000_000_000 % DAY_MS + DAY_MS // 2


@pytest.fixture
def connection(url: str) -> Iterator[sa.Connection]:
    """A database whose changes are rolled back."""
    database = Database(url)
    with database._writing.connect() as found, found.begin():
        take_time(found)
        yield found
    database.close()


def test_an_answer_is_kept_once_whoever_sends_it_again(connection: sa.Connection) -> None:
    ann, kept = person(connection, "Ann"), lesson(None)
    sitting = school_sittings.start(connection, ann, kept, LEVEL, assignment=None, at=NOON)
    first = answer_next(connection, ann, sitting.id, at=NOON)
    assert not first.again
    assert first.answer.ms == 2000
    asked = school_sittings.find(connection, sitting.id, ann)
    graded = school_sittings.Graded(
        rules_hash="", rule="BJ-6", rules=[], given="7", is_right=False, error_cents=0, aim_ms=1
    )
    again = school_sittings.answer(connection, asked, graded, NOON + 9000)
    assert again.again
    assert again.answer == first.answer
    assert school_sittings.tally(connection, sitting.id) == school_sittings.Tally(
        answered=1, right=1, in_time=1
    )


def test_what_is_not_asked_is_not_answered(connection: sa.Connection) -> None:
    ann, kept = person(connection, "Ann"), lesson(None)
    sitting = school_sittings.start(connection, ann, kept, LEVEL, assignment=None, at=NOON)
    graded = school_sittings.Graded(
        rules_hash="", rule="BJ-6", rules=[], given="7", is_right=True, error_cents=0, aim_ms=1
    )
    with pytest.raises(Refused, match="it is not being asked"):
        school_sittings.answer(connection, sitting, graded, NOON)
    done = sit(connection, ann, kept, at=NOON)
    assert done.ended is not None
    with pytest.raises(Refused, match="this sitting is at another one by now"):
        school_sittings.ask(connection, done.id, 4, "payout", "x", "seed 4", NOON)
    with pytest.raises(Missing, match="you have none with this id"):
        school_sittings.find(connection, done.id, person(connection, "Bob"))


def test_results_are_added_up_by_person_rule_and_day(connection: sa.Connection) -> None:
    tess = person(connection, "Tess", "trainer")
    kept = lesson(tess)
    school_sittings.keep_lesson(connection, kept, NOON)
    for number, name in enumerate(("Ann", "Bob")):
        who = person(connection, name)
        [given] = school_people.assign(
            connection, tess, kept.id, names=[name], group_numbers=[], due=None, at=NOON
        )
        sit(connection, who, kept, given, at=NOON)
        sit(connection, who, kept, given, items=1, at=NOON + DAY_MS)
        sit(connection, who, kept, None, items=1 + number, at=NOON)  # for themselves
    days = Filter(since=NOON - DAY_MS, until=NOON + 9 * DAY_MS)
    rows = school_results.rule_results(connection, tess, days)
    found = [(row.person, row.day, row.answered, row.right, row.mean_ms) for row in rows]
    assert found == [
        ("Ann", "2027-01-15", 3, 2, 2000), ("Ann", "2027-01-16", 1, 1, 2000),
        ("Bob", "2027-01-15", 3, 2, 2000), ("Bob", "2027-01-16", 1, 1, 2000),
    ]  # fmt: skip
    eve = person(connection, "Eve", "auditor")
    everything = school_results.rule_results(connection, eve, Filter())
    assert sum(row.answered for row in everything) == 8 + 1 + 2
    bob = school_people.find_person(connection, "bob")
    first_day = Filter(person=bob, until=NOON + DAY_MS // 2)
    assert len(list(school_results.answer_rows(connection, eve, first_day))) == 5


def test_results_are_told_apart_by_what_is_asked_and_only_of_who_is_meant(
    connection: sa.Connection,
) -> None:
    tess = person(connection, "Tess", "trainer")
    kept = lesson(tess)
    school_sittings.keep_lesson(connection, kept, NOON)
    for name in ("Ann", "Bob"):
        who = person(connection, name)
        [given] = school_people.assign(
            connection, tess, kept.id, names=[name], group_numbers=[], due=None, at=NOON
        )
        sit(connection, who, kept, given, at=NOON)
    group = school_people.make_group(connection, tess, "Evening", NOON)
    school_people.set_members(connection, tess, group.id, ["Bob"])

    def told(by: tuple[Part, ...], **wanted: Any) -> list[tuple[str, str, int]]:
        rows = school_results.rule_results(connection, tess, Filter(**wanted), by)
        return [(row.person, row.day, row.answered) for row in rows]

    assert told(("day",)) == [("", "2027-01-15", 6)]
    assert told(("person",)) == [("Ann", "", 3), ("Bob", "", 3)]
    assert told(("person",), group=group.id) == [("Bob", "", 3)]
    assert told(("day",), game="other") == []
    assert told(("day",), rule="other") == []
    assert told(("day",), kind="payout") == [("", "2027-01-15", 6)]


def test_who_watches_sees_the_last_answer_of_each_sitting(connection: sa.Connection) -> None:
    tess, tom = person(connection, "Tess", "trainer"), person(connection, "Tom", "trainer")
    ann, bob = person(connection, "Ann"), person(connection, "Bob")
    kept = lesson(tess)
    school_sittings.keep_lesson(connection, kept, NOON)
    [given] = school_people.assign(
        connection, tess, kept.id, names=["Ann"], group_numbers=[], due=None, at=NOON
    )
    assert [(one.name, one.answered, one.last) for one in taught(connection, tess)] == [
        ("Ann", 0, None)
    ]
    school_sittings.start(connection, bob, kept, LEVEL, assignment=None, at=NOON)
    sit(connection, ann, kept, given, items=2, at=NOON)  # the second is answered wrongly
    [seen] = watched(connection, tess, NOON + 60_000)
    assert (seen.person, seen.answered, seen.right, seen.last_right) == ("Ann", 2, 1, False)
    assert seen.last_rule
    eve = person(connection, "Eve", "auditor")
    assert {one.person: one.last_right for one in watched(connection, eve, NOON + 60_000)} == {
        "Ann": False, "Bob": None,
    }  # fmt: skip
    assert watched(connection, tom, NOON + 60_000) == []
    assert [(one.name, one.right) for one in taught(connection, tess)] == [("Ann", 1)]
    assert {one.name for one in taught(connection, eve)} == {"Ann", "Bob"}
    assert taught(connection, tom) == []


def test_a_group_is_called_something_else_but_not_like_another(connection: sa.Connection) -> None:
    tess, tom = person(connection, "Tess", "trainer"), person(connection, "Tom", "trainer")
    day = school_people.make_group(connection, tess, "Day", NOON)
    night = school_people.make_group(connection, tess, "Night", NOON)
    with pytest.raises(Refused, match="you have a group of this name"):
        school_people.rename_group(connection, tess, night.id, "DAY")
    with pytest.raises(Missing, match="you have none with this number"):
        school_people.rename_group(connection, tom, day.id, "Mine")
    renamed = school_people.rename_group(connection, tess, day.id, "DAY")
    assert (renamed.id, renamed.name) == (day.id, "DAY")
    assert [one.name for one in school_people.groups_of(connection, tess)] == ["DAY", "Night"]


CHANGES = {
    "an answer": ("UPDATE school_answers SET is_right = NOT is_right WHERE number = 2", "changed"),
    "a time": ("UPDATE school_answers SET ms = 5 WHERE number = 1", "changed"),
    "an answer gone": ("DELETE FROM school_answers WHERE number = 1", "answer 1 is missing"),
    "the last gone": ("DELETE FROM school_answers WHERE number = 3", "answer 3 is missing"),
    "all gone": ("DELETE FROM school_answers", "answer 1 is missing"),
    "a seed": ("UPDATE school_answers SET seed = 'other' WHERE number = 1", "changed"),
    "a level": ("UPDATE school_sittings SET level = 2", "it is of another sitting"),
    "a game file": ('UPDATE school_lessons SET files = \'{"a": ""}\'', "its text is not the one"),
    "an owner": ("UPDATE school_sittings SET trainee = 'other'", "it is of another sitting"),
    "a lesson": ("UPDATE school_lessons SET text = text || ' '", "its text is not the one"),
    "a paper": ("UPDATE school_certificates SET content = '{}'", "certificate "),
    "a test": ("UPDATE school_table_tests SET content = '{}'", "table test "),
}


def test_the_audit_counts_answers_and_finds_nothing_wrong(connection: sa.Connection) -> None:
    fill_school(connection)
    register.enter(connection)
    audit = Audit(connection)
    assert list(audit.everything()) == []
    assert audit.counts.answers == 3 + 2 + 1 + 1


@pytest.mark.parametrize("what", CHANGES)
def test_the_audit_finds_what_was_changed(connection: sa.Connection, what: str) -> None:
    fill_school(connection)
    register.enter(connection)
    statement, words = CHANGES[what]
    connection.execute(sa.text(statement))
    found = list(Audit(connection).everything())
    assert found
    assert {finding.kind for finding in found} == {"school", "row"}
    assert any(words in finding.what for finding in found), found


def test_a_deleted_record_leaves_answers_that_nobody_can_be_found_by(
    connection: sa.Connection,
) -> None:
    fill_school(connection)
    zoe = school_people.find_person(connection, "Zoe")
    trainee = school_people.find_trainee(connection, zoe.id)
    before = connection.scalar(sa.select(sa.func.count()).select_from(schema.school_answers))
    assert school_people.forget(connection, zoe)
    assert not school_people.forget(connection, zoe)
    after = connection.scalar(sa.select(sa.func.count()).select_from(schema.school_answers))
    assert after == before  # they are only ever added
    for table in (
        schema.school_trainees, schema.school_schedule, schema.school_certificates,
        schema.school_table_tests,
    ):  # fmt: skip
        mine = table.c.id if table is schema.school_trainees else table.c.trainee
        assert connection.execute(sa.select(mine).where(mine == trainee)).all() == []
    register.enter(connection)
    assert list(Audit(connection).everything()) == []
