"""Certificates, table tests and records on paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.classroom import kept as lessons
from pitboss.classroom import papers, printing
from pitboss.classroom.papers import Certificate, ChecklistLine, Mark, TableTest, TestedLine
from pitboss.classroom.printing import PaperLine
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.school.aims import PASS_ACCURACY
from pitboss.school.making import KIND_NAMES
from pitboss.school.setting import Setting
from pitboss.store import school_papers, school_people, school_results, school_sittings
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.errors import Missing, Refused
from pitboss.store.school_papers import KeptPaper
from pitboss.store.school_sittings import Answered, KeptLesson
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Body, Number, StructRoute
from pitboss.web.asking import hub_of, read_long
from pitboss.web.lesson_cards import Place
from pitboss.web.routes.school import LESSON, room_of
from pitboss.web.routes.school_games import EVERYTHING, PDF, dealt_in, form_line, printed
from pitboss.web.routes.school_training import Name, Trainer, seen_person

router = APIRouter(prefix="/api/school", responses=ERRORS, route_class=StructRoute, tags=["school"])

Code = Annotated[str, Path(max_length=40, description="as it stands on the certificate")]
ShortText = Annotated[str, Field(max_length=200)]


class NewCertificate(Body):
    """A certificate to be issued."""

    person: str = Field(max_length=60, description="a name")
    lesson: str = Field(pattern=LESSON, description="the lesson's id")
    game: str = Field(
        max_length=40, description="one of the lesson's, under whose rules there answers count"
    )
    accuracy: float = Field(
        PASS_ACCURACY, ge=0.5, le=1, description="the share of right answers that is needed"
    )


class MarkedLine(Body):
    """What was seen of one line of a checklist."""

    rule: str = Field(max_length=40, description="the line's id")
    mark: Mark
    note: ShortText = ""


class NewTableTest(Body):
    """A test that was held beside a real table."""

    person: str = Field(max_length=60, description="who dealt")
    lesson: str = Field(EVERYTHING, pattern=LESSON, description="a lesson with this game")
    game: str = Field(max_length=40)
    table: ShortText = Field("", description="which table")
    lines: list[MarkedLine] = Field(max_length=200, description="lines left out were not seen")
    signature: str = Field(min_length=2, max_length=80, description="the examiner's name")
    drawn: str = Field(
        "", max_length=20_000, pattern=papers.DRAWN_PATTERN,
        description="the signature as it was drawn, as an SVG path in a box of 600 by 160",
    )  # fmt: skip
    note: str = Field("", max_length=1000)


class IssuedCertificate(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate, and whether it is as it was issued."""

    code: str
    """What it is found by."""
    hash: str
    """The SHA-256 of what it says."""
    genuine: bool
    """Whether what is kept still has the hash it was issued with."""
    certificate: Certificate
    """What it says."""
    kind_names: dict[str, str]
    """What people call the kinds of drill in it."""


class KeptTableTest(msgspec.Struct, frozen=True, kw_only=True):
    """A table test."""

    number: int
    """To find it with."""
    hash: str
    """The SHA-256 of what it says."""
    test: TableTest
    """What was seen."""


def _issued(paper: KeptPaper) -> IssuedCertificate:
    return IssuedCertificate(
        code=paper.key, hash=paper.hash, genuine=papers.content_hash(paper.content) == paper.hash,
        certificate=msgspec.json.decode(paper.content, type=Certificate), kind_names=KIND_NAMES,
    )  # fmt: skip


def _tested(paper: KeptPaper) -> KeptTableTest:
    test = msgspec.json.decode(paper.content, type=TableTest)
    return KeptTableTest(number=int(paper.key), hash=paper.hash, test=test)


def _sealed(key: str, at: int, content: msgspec.Struct) -> KeptPaper:
    text = msgspec.json.encode(content).decode()
    return KeptPaper(key=key, at=at, content=text, hash=papers.content_hash(text))


# Certificates


@router.post("/certificates", status_code=201)
async def certify(request: Request, trainer: Trainer, wanted: NewCertificate) -> IssuedCertificate:
    """Certify somebody for a game, by the newest answers under its rules that you may see."""
    person = await seen_person(request, wanted.person, trainer)
    setting = (await dealt_in(request, trainer, wanted.lesson, wanted.game)).setting

    def read(connection: Connection) -> tuple[list[Answered], list[KeptPaper]]:
        given = school_papers.answers_for(connection, trainer, person, setting.identity)
        return given, school_papers.table_tests_of(connection, trainer, person)

    given, tests = await read_long(request, trainer.name, read)
    counted = papers.counted(given)
    against = papers.why_not(person.name, counted, wanted.accuracy)
    if against:
        raise Refused(against)
    names = await _skill_names(request, {(one.lesson, one.game, one.level) for one in counted})
    code, now = school_papers.new_code(), now_ms()
    content = papers.certificate(
        setting, counted, names, person=person.name, issuer=trainer.name, issued=now,
        accuracy=wanted.accuracy, table_test=_newest_passed(tests, setting),
    )  # fmt: skip
    paper = _sealed(code, now, content)

    def write(connection: Connection) -> None:
        trainee = school_people.trainee_of(connection, person, now)
        school_papers.keep_certificate(
            connection, code=code, trainee=trainee, issuer=trainer, paper=paper
        )

    await hub_of(request).writing(write)
    return _issued(paper)


async def _skill_names(request: Request, places: Iterable[Place]) -> dict[str, str]:
    """What skills are called, from the levels they were asked in."""
    found: dict[str, str] = {}
    for kept, game, level in await _levels(request, places):
        found |= await room_of(request).skill_names(kept, game, level)
    return found


async def _levels(request: Request, places: Iterable[Place]) -> list[tuple[KeptLesson, str, int]]:
    """Levels that answers were given to.

    For answers from before there were levels, all that the house has of the game.
    """

    def read(connection: Connection) -> list[tuple[KeptLesson, str, int]]:
        everything = lessons.house_lessons()[EVERYTHING]
        found = []
        for lesson, game, level in sorted(places):
            kept = school_sittings.find_lesson(connection, lesson) if level else everything
            if kept is not None and game in lessons.taught(kept).games:
                known = lessons.levels_of(kept.text, kept.files or "{}", game)
                found += [(kept, game, one) for one in known if one == level or not level]
        return found

    levels: list[tuple[KeptLesson, str, int]] = await hub_of(request).reading(read)
    return levels


def _newest_passed(tests: list[KeptPaper], setting: Setting) -> int | None:
    for paper in tests:
        kept = _tested(paper)
        if kept.test.passed and kept.test.rules_hash == setting.identity:
            return kept.number
    return None


@router.get("/certificates/{code}")
async def verify(request: Request, code: Code) -> IssuedCertificate:
    """Whether there is a certificate with this code, and what it says; for anyone who has it."""
    return _issued(await _certificate(request, code))


async def _certificate(request: Request, code: str) -> KeptPaper:
    plain = school_papers.plain_code(code)
    found: KeptPaper | None = None
    if plain.isascii():
        found = await hub_of(request).reading(
            lambda connection: school_papers.find_certificate(connection, plain)
        )
    if found is None:
        raise Missing(
            f"code = {code[:40]!r}: no certificate of this house has it, or it was deleted"
        )
    return found


@router.get("/certificates/{code}/pdf", response_class=Response, responses=PDF)
async def certificate_on_paper(request: Request, code: Code, account: Me) -> Response:
    """A certificate to print."""
    paper = await _certificate(request, code)
    issued = _issued(paper)
    house = str(request.base_url).rstrip("/")
    return await printed(
        request, account, f"certificate-{issued.code}.pdf",
        lambda: printing.certificate_pdf(issued.certificate, issued.code, issued.hash, house),
    )  # fmt: skip


@router.get("/people/{name}/certificates")
async def certificates_of(request: Request, name: Name, account: Me) -> list[IssuedCertificate]:
    """Somebody's certificates: your own, those you issued, or all for overseers."""
    person = await seen_person(request, name, account)
    found = await hub_of(request).reading(
        lambda connection: school_papers.certificates_of(connection, account, person)
    )
    return [_issued(paper) for paper in found]


# Table tests


@router.post("/table-tests", status_code=201)
async def hold_table_test(
    request: Request, trainer: Trainer, wanted: NewTableTest
) -> KeptTableTest:
    """Keep what was seen beside a real table."""
    for field in (wanted.signature, wanted.table, wanted.note):
        if "\0" in field or not field.replace("\n", " ").isprintable():
            raise RulesError(f"{field[:40]!r}: use letters and signs one can see")
    setting = (await dealt_in(request, trainer, wanted.lesson, wanted.game)).setting
    game = setting.game
    known = {line.rule: line for line in papers.checklist(setting)}
    lines = _marked_lines(known, wanted.lines)
    now = now_ms()

    def work(connection: Connection) -> KeptTableTest:
        person = school_people.find_person(connection, wanted.person)
        school_people.check_sees(connection, trainer, person)
        trainee = school_people.trainee_of(connection, person, now)
        test = TableTest(
            person=person.name, game=game.id, game_name=game.name, rules_hash=setting.identity,
            examiner=trainer.name, signature=wanted.signature, at=now, table=wanted.table,
            lines=lines, passed=papers.is_passed(lines), note=wanted.note, drawn=wanted.drawn,
        )  # fmt: skip
        paper = _sealed("", now, test)
        number = school_papers.keep_table_test(connection, trainee, trainer, paper)
        return KeptTableTest(number=number, hash=paper.hash, test=test)

    kept: KeptTableTest = await hub_of(request).writing(work)
    return kept


def _marked_lines(known: dict[str, ChecklistLine], given: list[MarkedLine]) -> list[TestedLine]:
    marks = {line.rule: line for line in given}
    unknown = [rule for rule in marks if rule not in known]
    if unknown:
        raise RulesError(f"lines: rule {unknown[0]!r}: {use(list(known), typed=unknown[0])}")
    if len(marks) != len(given):
        raise RulesError("lines: a rule stands there twice; mark each once")
    for line in given:
        if line.note and not line.note.isprintable():
            raise RulesError(f"note = {line.note[:40]!r}: use letters and signs one can see")
    return [
        form_line(line, marks[rule].mark, marks[rule].note)
        if rule in marks
        else form_line(line, "not seen", "")
        for rule, line in known.items()
    ]


@router.get("/table-tests/{number}")
async def table_test(request: Request, number: Number, account: Me) -> KeptTableTest:
    """A table test: one you dealt or held, or any for overseers."""
    return await _read_test(request, number, account)


async def _read_test(request: Request, number: int, account: Account) -> KeptTableTest:
    found = await hub_of(request).reading(
        lambda connection: school_papers.find_table_test(connection, account, number)
    )
    return _tested(found)


@router.get("/table-tests/{number}/pdf", response_class=Response, responses=PDF)
async def table_test_on_paper(request: Request, number: Number, account: Me) -> Response:
    """A table test to print."""
    kept = await _read_test(request, number, account)
    return await printed(
        request, account, f"table-test-{number}.pdf",
        lambda: printing.table_test_pdf(kept.test, str(number), kept.hash),
    )  # fmt: skip


@router.get("/people/{name}/table-tests")
async def table_tests_of(request: Request, name: Name, account: Me) -> list[KeptTableTest]:
    """Somebody's table tests: your own, those you held, or all for overseers."""
    person = await seen_person(request, name, account)
    found = await hub_of(request).reading(
        lambda connection: school_papers.table_tests_of(connection, account, person)
    )
    return [_tested(paper) for paper in found]


# Records


@router.get("/people/{name}/record/pdf", response_class=Response, responses=PDF)
async def record_on_paper(request: Request, name: Name, account: Me) -> Response:
    """Somebody's record to print, as far as you may see it."""
    person = await seen_person(request, name, account)

    def read(connection: Connection) -> tuple[Any, Any, list[PaperLine]]:
        return (
            school_results.sitting_results(connection, account, person),
            school_results.skill_results(connection, account, person),
            [
                *map(_certificate_line, school_papers.certificates_of(connection, account, person)),
                *map(_test_line, school_papers.table_tests_of(connection, account, person)),
            ],
        )

    sittings, skills, held = await read_long(request, account.name, read)
    places = {(one.lesson, one.game, one.level) for one in sittings if one.answered}
    names = await _skill_names(request, places)
    called = {
        game: lessons.taught(kept).games[game].name
        for kept, game, _ in await _levels(request, places)
    }
    return await printed(
        request, account, "record.pdf",
        lambda: printing.record_pdf(person.name, sittings, skills, names, now_ms(), called, held),
    )  # fmt: skip


def _certificate_line(paper: KeptPaper) -> PaperLine:
    said = _issued(paper).certificate
    right = printing.share(said.right, said.answered)
    return PaperLine(said.issued, f"Certificate {paper.key}, {said.game_name}", f"{right} right")


def _test_line(paper: KeptPaper) -> PaperLine:
    test = _tested(paper).test
    passed = "passed" if test.passed else "not passed"
    return PaperLine(test.at, f"Table test {paper.key}, {test.game_name}", passed)
