"""Trainers: lessons, groups, assignments, what they see and what they do not, papers."""

from __future__ import annotations

from typing import Any

from pitboss.classroom import papers
from pitboss.store import schema
from tests.web.house import House, Person, run
from tests.web.learning import LESSON, WRONG, begin, go_through
from tests.web.refusals import sentence, unchanged

SCHOOL = "/api/school"
SOUND = LESSON.format(game="blackjack", items=3)


async def lesson_by(trainer: Person, *, game: str = "blackjack", items: int = 3) -> str:
    """A lesson that a trainer wrote."""
    text = LESSON.format(game=game, items=items)
    made = await trainer.post(f"{SCHOOL}/lessons", {"text": text})
    assert made.status_code == 201, made.text
    found: str = made.json()["id"]
    return found


async def assign(
    trainer: Person, lesson: str, *people: str, groups: list[int] | None = None
) -> int:
    """The number of the first assignment of a lesson."""
    body = {"lesson": lesson, "people": people, "groups": groups or []}
    made = await trainer.post(f"{SCHOOL}/assignments", body)
    assert made.status_code == 201, made.text
    return int(made.json()["assignments"][0])


async def learn(house: House, trainee: Person, trainer: Person, **given: Any) -> str:
    """Somebody is given a lesson and goes through it; the lesson."""
    lesson = await lesson_by(trainer, items=given.pop("items", 3))
    number = await assign(trainer, lesson, trainee.name)
    await go_through(house, trainee, await begin(trainee, lesson, number), **given)
    return lesson


def test_an_estimate_is_told_once_it_is_sure_and_only_to_who_sees_every_answer() -> None:
    async def play() -> None:
        async with House() as house:
            tess, ann, pat = (
                house.person("Tess", "trainer"),
                house.person("Ann"),
                house.person("Pat", "pit"),
            )
            text = LESSON.format(game="blackjack", items=36) + 'skills = ["payout/main/natural"]\n'
            lesson = (await tess.post(f"{SCHOOL}/lessons", {"text": text})).json()["id"]
            number = await assign(tess, lesson, "Ann")
            await go_through(house, ann, await begin(ann, lesson, number))
            for one, is_told in ((ann, True), (pat, True), (tess, False)):
                record = (await one.get(f"{SCHOOL}/people/Ann/record")).json()
                [skill] = record["skills"]
                assert (skill["answered"], skill["right"]) == (36, 36)
                assert (skill["estimate"] is not None) == is_told, one.name
                assert not is_told or skill["estimate"] > 0.95

    run(play())


def test_a_trainer_sees_what_they_assigned_and_nobody_else_does() -> None:
    async def play() -> None:
        async with House() as house:
            tess, tom = house.person("Tess", "trainer"), house.person("Tom", "trainer")
            ann, bob = house.person("Ann"), house.person("Bob")
            eve, pat = house.person("Eve", "auditor"), house.person("Pat", "pit")
            own = await begin(ann)
            await go_through(house, ann, own, items=1)
            await learn(house, ann, tess, wrong=(2,))
            record = f"{SCHOOL}/people/Ann/record"
            for one, answers in ((ann, 4), (tess, 3), (eve, 4), (pat, 4)):
                told = (await one.get(record)).json()
                assert sum(skill["answered"] for skill in told["skills"]) == answers, one.name
                assert sum(rule["answered"] for rule in told["rules"]) == answers, one.name
                assert sum(row["answered"] for row in told["sittings"]) == answers
            rows = [
                f"{SCHOOL}/people/Ann/{what}"
                for what in ("record", "record/pdf", "certificates", "table-tests")
            ] + [f"{SCHOOL}/results?person=Ann", f"{SCHOOL}/answers.csv?person=Ann"]
            for path in rows:
                sentence(await tom.get(path), 404, "you have assigned them no lesson")
                if "results" not in path:
                    sentence(await bob.get(path), 404, "you have assigned them no lesson")
            for path in ("results", "results.csv", "watch", "people", "groups", "assignments"):
                sentence(await bob.get(f"{SCHOOL}/{path}"), 403, "this is for trainer")
            assert (await tom.get(f"{SCHOOL}/results")).json() == []
            assert (await tom.get(f"{SCHOOL}/watch")).json() == []
            assert (await tom.get(f"{SCHOOL}/answers.csv")).text.count("\n") == 1
            assert "Ann" not in (await bob.get(f"{SCHOOL}/answers.csv")).text
            assert (await bob.get(f"{SCHOOL}/record")).json()["skills"] == []
            sentence(await bob.get(f"{SCHOOL}/sittings/{own}"), 404, "you have none with this id")
            for what in ("next", "end"):
                answer = await bob.post(f"{SCHOOL}/sittings/{own}/{what}")
                sentence(answer, 404, "you have none with this id")

    run(play())


def test_a_group_is_given_a_lesson_and_watched_live() -> None:
    async def play() -> None:
        async with House() as house:
            tess = house.person("Tess", "trainer")
            ann, bob = house.person("Ann"), house.person("Bob")
            lesson = await lesson_by(tess)
            group = (await tess.post(f"{SCHOOL}/groups", {"name": "Monday"})).json()["id"]
            members = await tess.send(
                "PUT", f"{SCHOOL}/groups/{group}/members", {"people": ["ann", "Bob"]}
            )
            assert members.json()["members"] == ["Ann", "Bob"]
            number = await assign(tess, lesson, groups=[group])
            for one in (ann, bob):
                [card, *_] = (await one.get(f"{SCHOOL}/lessons")).json()
                assert (card["trainer"], card["assignment"]) == ("Tess", number)
            await go_through(house, ann, await begin(ann, lesson, number), items=2, wrong=(1,))
            [live] = (await tess.get(f"{SCHOOL}/watch")).json()
            assert (live["person"], live["answered"], live["right"]) == ("Ann", 2, 1)
            results = (await tess.get(f"{SCHOOL}/results")).json()
            assert sum(row["answered"] for row in results) == 2
            assert sum(row["right"] for row in results) == 1
            [line, *rows] = (await tess.get(f"{SCHOOL}/answers.csv")).text.splitlines()
            assert line.startswith("person,at,lesson,")
            assert len(rows) == 2
            closed = await tess.send("DELETE", f"{SCHOOL}/assignments/{number}")
            assert closed.status_code == 204
            assert all(not card["trainer"] for card in (await bob.get(f"{SCHOOL}/lessons")).json())
            wanted = {"lesson": lesson, "game": "blackjack", "level": 1}
            refused = await bob.post(f"{SCHOOL}/sittings", wanted)
            sentence(refused, 404, "there is none with this id")

    run(play())


def test_whoever_is_not_a_trainer_teaches_nobody() -> None:
    async def play() -> None:
        async with House() as house:
            tess = house.person("Tess", "trainer")
            house.person("Ann")
            lesson = await lesson_by(tess)
            await assign(tess, lesson, "Ann")
            for role in ("player", "dealer", "auditor"):
                one = house.person(f"The {role}", role)
                for method, path, body in (
                    ("POST", "lessons", {"text": LESSON.format(game="blackjack", items=3)}),
                    ("POST", "groups", {"name": "Mine"}),
                    ("POST", "assignments", {"lesson": lesson, "people": ["Ann"]}),
                    ("DELETE", "assignments/1", None),
                    (
                        "POST",
                        "certificates",
                        {"person": "Ann", "lesson": lesson, "game": "blackjack"},
                    ),
                    ("DELETE", "people/Ann/record", None),
                ):
                    async with unchanged(house):
                        answer = await one.send(method, f"{SCHOOL}/{path}", body)
                        sentence(answer, 403, f"role {role}: this is for ")
            tom = house.person("Tom", "trainer")
            async with unchanged(house):
                answer = await tom.post(
                    f"{SCHOOL}/assignments", {"lesson": lesson, "people": ["Ann"]}
                )
                sentence(answer, 404, "there is none with this id")
                closed = await tom.send("DELETE", f"{SCHOOL}/assignments/1")
                sentence(closed, 404, "you have none with this number")

    run(play())


def test_a_certificate_is_issued_verified_by_anyone_printed_and_goes_with_the_record() -> None:
    async def play() -> None:
        async with House() as house:
            tess, ann = house.person("Tess", "trainer"), house.person("Ann")
            lesson = await learn(house, ann, tess, items=papers.LEAST_ANSWERS, wrong=(4,))
            wanted: dict[str, Any] = {"person": "Ann", "lesson": lesson, "game": "blackjack"}
            async with unchanged(house):  # 19 of 20 are 95 %, and 98 % are the usual mark
                refused = await tess.post(f"{SCHOOL}/certificates", wanted)
                sentence(refused, 409, "19 of the newest 20 answers are right; 98% are needed")
            made = await tess.post(f"{SCHOOL}/certificates", wanted | {"accuracy": 0.95})
            assert made.status_code == 201, made.text
            code = made.json()["code"]
            seen = await house.stranger().get(f"{SCHOOL}/certificates/{code.lower()}")
            assert seen.json() == made.json()
            assert seen.json()["genuine"]
            told = seen.json()["certificate"]
            assert (told["person"], told["right"], told["answered"]) == ("Ann", 19, 20)
            assert sum(skill["right"] for skill in told["skills"]) == 19
            paper = await ann.get(f"{SCHOOL}/certificates/{code}/pdf")
            assert paper.content.startswith(b"%PDF-")
            assert (await ann.get(f"{SCHOOL}/people/Ann/record/pdf")).content.startswith(b"%PDF-")
            wrong = await house.stranger().get(f"{SCHOOL}/certificates/{code[:-1]}")
            sentence(wrong, 404, "no certificate of this house has it")
            assert (await ann.send("DELETE", f"{SCHOOL}/record")).status_code == 204
            gone = await house.stranger().get(f"{SCHOOL}/certificates/{code}")
            sentence(gone, 404, "no certificate of this house has it")

    run(play())


def test_a_record_that_was_deleted_is_nobodys() -> None:
    async def play() -> None:
        async with House() as house:
            tess, ann = house.person("Tess", "trainer"), house.person("Ann")
            pat, eve = house.person("Pat", "pit"), house.person("Eve", "auditor")
            await learn(house, ann, tess)
            [mark] = [row.id for row in house.rows(schema.school_trainees.select())]
            gone = await pat.send("DELETE", f"{SCHOOL}/people/Ann/record")
            assert gone.status_code == 204
            for one in (ann, tess, pat, eve):
                record = (await one.get(f"{SCHOOL}/people/Ann/record")).json()
                assert record == {"person": "Ann", "sittings": [], "skills": [], "rules": []}
            for one in (tess, pat):
                assert (await one.get(f"{SCHOOL}/results")).json() == []
                assert (await one.get(f"{SCHOOL}/answers.csv")).text.count("\n") == 1
            assert house.rows(schema.school_schedule.select()) == []
            again = await pat.send("DELETE", f"{SCHOOL}/people/Ann/record")
            sentence(again, 404, "nothing is kept of their learning")
            await begin(ann)  # a new record has nothing of the old
            [new] = [row.id for row in house.rows(schema.school_trainees.select())]
            assert new != mark
            assert (await ann.get(f"{SCHOOL}/record")).json()["skills"] == []

    run(play())


def test_a_trainer_asks_for_results_by_what_they_like_and_sees_who_is_at_it() -> None:
    async def play() -> None:
        async with House() as house:
            tess, tom = house.person("Tess", "trainer"), house.person("Tom", "trainer")
            ann, bob = house.person("Ann"), house.person("Bob")
            group = (await tess.post(f"{SCHOOL}/groups", {"name": "Day"})).json()["id"]
            await tess.send("PUT", f"{SCHOOL}/groups/{group}/members", {"people": ["Bob"]})
            await learn(house, ann, tess, wrong=(3,))
            results = f"{SCHOOL}/results"
            [by_day] = (await tess.get(f"{results}?by=day")).json()
            assert (by_day["answered"], by_day["right"]) == (3, 2)
            assert (by_day["person"], by_day["rule"]) == ("", "")
            [by_person] = (await tess.get(f"{results}?by=person")).json()
            assert (by_person["person"], by_person["day"]) == ("Ann", "")
            assert (await tess.get(f"{results}?group={group}")).json() == []
            assert (await tess.get(f"{results}?kind=call")).json() == []
            told = (await tess.get(f"{results}.csv?kind=payout")).text.splitlines()
            assert told[0].split(",")[:5] == ["person", "day", "game", "rule", "kind"]
            assert len(told) > 1
            assert (await tess.get(f"{results}?by=shoe")).status_code == 422
            sentence(await tom.get(f"{results}?group={group}"), 404, "none with this number")
            [seen] = (await tess.get(f"{SCHOOL}/watch")).json()
            assert (seen["person"], seen["answered"], seen["last_right"]) == ("Ann", 3, False)
            assert seen["last_given"] == WRONG
            people = (await tess.get(f"{SCHOOL}/people")).json()
            assert [(one["name"], one["groups"], one["answered"]) for one in people] == [
                ("Ann", [], 3), (bob.name, ["Day"], 0),
            ]  # fmt: skip
            assert (await tom.get(f"{SCHOOL}/people")).json() == []
            path = f"{SCHOOL}/groups/{group}/name"
            renamed = await tess.send("PUT", path, {"name": " Night "})
            assert renamed.json() == {"id": group, "name": "Night", "members": ["Bob"]}
            sentence(await tom.send("PUT", path, {"name": "X"}), 404, "none with this number")

    run(play())


def test_a_table_test_is_marked_signed_and_printed() -> None:
    async def play() -> None:
        async with House() as house:
            tess, ann = house.person("Tess", "trainer"), house.person("Ann")
            bob = house.person("Bob")
            await assign(tess, await lesson_by(tess), "Ann")
            lines = (await tess.get(f"{SCHOOL}/games/half-back/checklist")).json()
            form = await tess.get(f"{SCHOOL}/games/half-back/checklist/pdf")
            assert form.content.startswith(b"%PDF-")
            marks = [{"rule": line["rule"], "mark": "passed"} for line in lines[:4]]
            wanted: dict[str, Any] = {
                "person": "Ann", "game": "half-back", "lines": marks, "signature": "T. Examiner",
            }  # fmt: skip
            for change, words in (
                ({"person": "Nobody"}, "nobody here has this name"),
                ({"person": "Bob"}, "you have assigned them no lesson"),
                ({"lines": [{"rule": "PR-999", "mark": "passed"}]}, "PR-999"),
                ({"lines": [marks[0], marks[0]]}, "stands there twice"),
                ({"signature": "\u0007bell"}, "letters and signs one can see"),
                ({"drawn": "M1 2C3 4"}, "drawn"),
                ({"game": "whist"}, "whist"),
            ):
                async with unchanged(house):
                    refused = await tess.post(f"{SCHOOL}/table-tests", wanted | change)
                    assert words in sentence(refused, refused.status_code)
                    assert refused.status_code in (404, 422)
            made = await tess.post(f"{SCHOOL}/table-tests", wanted | {"drawn": "M10 20L300 90M5 5"})
            assert made.status_code == 201, made.text
            kept = made.json()
            assert kept["test"]["passed"]
            assert [line["mark"] for line in kept["test"]["lines"]].count("passed") == 4
            failed = [*marks[:3], marks[3] | {"mark": "failed", "note": "chips first"}]
            worse = await tess.post(f"{SCHOOL}/table-tests", wanted | {"lines": failed})
            assert not worse.json()["test"]["passed"]
            path = f"{SCHOOL}/table-tests/{kept['number']}"
            assert (await ann.get(path)).json() == kept
            assert (await ann.get(f"{path}/pdf")).content.startswith(b"%PDF-")
            for what in ("", "/pdf"):
                sentence(await bob.get(f"{path}{what}"), 404, "none with this number")

    run(play())


DAMAGED = [
    ("name = ", "lesson: the file is not TOML"),
    ("", "id"),
    (SOUND.replace("blackjack", "whist"), "whist"),
    (SOUND.replace('"payout"', '"juggling"'), "juggling"),
    (SOUND.split("[[drills]]")[0], "drills"),
    (SOUND.replace("items = 3", "items = 0"), "items"),
    (SOUND.replace("items", "itmes"), "itmes"),
    (SOUND + 'skills = ["payout/no"]', "no such skill"),
    (SOUND + "[options]\ndecks = 99", "decks"),
    (SOUND + "[wagers]\nmain = [-5]", "main"),
    (SOUND + "accuracy = 2", "accuracy"),
    (SOUND + '[rules-hash]\nblackjack = "abcdefgh"', "rules-hash"),
    (SOUND.replace("blackjack", "mine.toml"), "the text of mine.toml is needed too"),
    ("x = " + "[" * 500, "brackets"),
]


def test_a_damaged_lesson_is_refused_with_what_to_write() -> None:
    async def play() -> None:
        async with House() as house:
            tess = house.person("Tess", "trainer")
            for text, words in DAMAGED:
                async with unchanged(house):
                    refused = await tess.post(f"{SCHOOL}/lessons", {"text": text})
                    sentence(refused, 422, words)

    run(play())
