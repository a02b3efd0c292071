"""A dealer school in a database, without the drills: what is kept, as the server keeps it."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pitboss.classroom.papers import content_hash
from pitboss.store import accounts, school_papers, school_people, school_sittings
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.database import take_time
from pitboss.store.school_papers import KeptPaper
from pitboss.store.school_sittings import Graded, KeptLesson, Level, Sitting

TEXT = """id = "payouts"
name = "Payouts"
games = ["blackjack"]
[[drills]]
kind = "payout"
items = 3
"""
LEVEL = Level(game="blackjack", level=1, level_name="payout", items=3)
SKILLS = ("payout/main/natural", "payout/main/win", "payout/insurance/dealer natural")


def lesson(author: Account | None) -> KeptLesson:
    """A lesson of three items."""
    number = author.id if author else None
    return KeptLesson(
        id=school_sittings.lesson_id(TEXT, "{}", number), name="Payouts", text=TEXT, author=number,
    )  # fmt: skip


def sit(
    connection: Connection, trainee: Account, kept: KeptLesson, assignment: int | None = None,
    *, items: int = 3, at: int = 0,
) -> Sitting:  # fmt: skip
    """Somebody answers so many items, the second wrongly."""
    at = at or now_ms()
    sitting = school_sittings.start(connection, trainee, kept, LEVEL, assignment=assignment, at=at)
    for number in range(1, items + 1):
        answer_next(connection, trainee, sitting.id, at=at + 10_000 * number)
    return school_sittings.find(connection, sitting.id, trainee)


def answer_next(
    connection: Connection, trainee: Account, sitting: str, *, at: int
) -> school_sittings.Written:
    """The next item is asked, and answered two seconds later."""
    before = school_sittings.find(connection, sitting, trainee)
    number = before.number + 1
    skill = SKILLS[(number - 1) % len(SKILLS)]
    school_sittings.ask(connection, sitting, number, "payout", skill, f"seed {number}", at)
    asked = school_sittings.find(connection, sitting, trainee)
    graded = Graded(
        rules_hash="ab" * 32, rule="BJ-6", rules=["BJ-6", "BJ-12"], given="22.50",
        is_right=number != 2, error_cents=0 if number != 2 else -250, aim_ms=30_000,
    )  # fmt: skip
    school_sittings.set_state(connection, asked.trainee, LEVEL.game, skill, "{}", at)
    return school_sittings.answer(connection, asked, graded, at + 2000)


def paper(text: str = '{"person": "Ann"}') -> KeptPaper:
    """Something that was issued."""
    return KeptPaper(key="", at=now_ms(), content=text, hash=content_hash(text))


def person(connection: Connection, name: str, role: accounts.Role = "player") -> Account:
    """Somebody new."""
    return accounts.create(connection, name, role, "!", now_ms())


def fill_school(connection: Connection) -> None:
    """Two trainers, a group, sittings that are over and one that is not, and papers."""
    take_time(connection)
    tess, tom = person(connection, "Tess", "trainer"), person(connection, "Tom", "trainer")
    zoe, yan = person(connection, "Zoe"), person(connection, "Yan")
    kept = lesson(tess)
    school_sittings.keep_lesson(connection, kept, now_ms())
    group = school_people.make_group(connection, tess, "Monday", now_ms())
    school_people.set_members(connection, tess, group.id, ["Zoe", "Yan"])
    [to_zoe] = school_people.assign(
        connection, tess, kept.id, names=["Zoe"], group_numbers=[], due=None, at=now_ms()
    )
    sit(connection, zoe, kept, to_zoe)
    sit(connection, yan, lesson(None), items=2)
    left = sit(connection, yan, lesson(None), items=1)
    school_sittings.ask(connection, left.id, 2, "payout", SKILLS[1], "seed 2", now_ms())
    stopped = sit(connection, zoe, kept, to_zoe, items=1)
    school_sittings.ask(connection, stopped.id, 2, "payout", SKILLS[1], "seed 2", now_ms())
    school_sittings.end(connection, stopped.id, now_ms())
    trainee = school_people.trainee_of(connection, zoe, now_ms())
    school_papers.keep_table_test(connection, trainee, tess, paper())
    school_papers.keep_certificate(
        connection, code=school_papers.new_code(), trainee=trainee, issuer=tom, paper=paper()
    )


def learn_and_forget(connection: Connection) -> None:
    """Everything a server does for dealer school."""
    tess, zoe = person(connection, "Theresa", "trainer"), person(connection, "Zora")
    kept = lesson(tess)
    school_sittings.keep_lesson(connection, kept, now_ms())
    group = school_people.make_group(connection, tess, "Tuesday", now_ms())
    school_people.set_members(connection, tess, group.id, ["Zora"])
    school_people.rename_group(connection, tess, group.id, "Wednesday")
    [number] = school_people.assign(
        connection, tess, kept.id, names=[], group_numbers=[group.id], due=None, at=now_ms()
    )
    sit(connection, zoe, kept, number)
    trainee = school_people.trainee_of(connection, zoe, now_ms())
    school_papers.keep_table_test(connection, trainee, tess, paper())
    school_papers.keep_certificate(
        connection, code=school_papers.new_code(), trainee=trainee, issuer=tess, paper=paper()
    )
    school_people.close_assignment(connection, tess, number, now_ms())
    assert school_people.forget(connection, zoe)
