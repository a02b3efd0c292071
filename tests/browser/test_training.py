"""Whoever teaches: groups, lessons, what is assigned, looking on, results, certificates."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from playwright.sync_api import Page, expect

from pitboss.store import schema, school_people, school_sittings
from pitboss.store.clock import now_ms
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.store.schooling import lesson, sit
from tests.web.house import Person
from tests.web.learning import LESSON, WRONG, answered, asked, begin, go_through

SCHOOL = "/api/school"


def given(casino: Casino, trainer: Person, *names: str, items: int = 3) -> tuple[str, int]:
    """A lesson that was assigned to people: its id, and the number of the first assignment."""

    async def work() -> tuple[str, int]:
        text = LESSON.format(game="blackjack", items=items)
        found = (await trainer.post(f"{SCHOOL}/lessons", {"text": text})).json()["id"]
        body = {"lesson": found, "people": names}
        made = (await trainer.post(f"{SCHOOL}/assignments", body)).json()
        return found, made["assignments"][0]

    return casino._do(work())


def sat(casino: Casino, trainee: Person, trainer: Person) -> None:
    """Three answers to a lesson that was assigned, without the drill: quickly made."""

    def work(connection: sa.Connection) -> None:
        kept = lesson(trainer.account)
        school_sittings.keep_lesson(connection, kept, now_ms())
        [number] = school_people.assign(
            connection, trainer.account, kept.id, names=[trainee.name], group_numbers=[], due=None,
            at=now_ms(),
        )  # fmt: skip
        sit(connection, trainee.account, kept, number)

    casino.house.database.write(work).result()


def learned(
    casino: Casino, trainee: Person, trainer: Person, *, items: int, wrong: tuple[int, ...] = ()
) -> None:
    """Somebody goes through a lesson that they were given."""
    found, number = given(casino, trainer, trainee.name, items=items)

    async def work() -> None:
        sitting = await begin(trainee, found, number)
        await go_through(casino.house, trainee, sitting, wrong=wrong)

    casino._do(work())


def answer_wrongly(casino: Casino, trainee: Person, wanted: str, assignment: int) -> str:
    """Somebody begins and is wrong at once; the rule."""

    async def work() -> str:
        sitting = await begin(trainee, wanted, assignment)
        question = await asked(trainee, sitting)
        marked = await answered(trainee, sitting, question["number"], WRONG)
        assert not marked["right"]
        return str(marked["rule"])

    return casino._do(work())


def test_a_trainer_makes_a_group_mends_a_lesson_assigns_it_and_sees_a_mistake_live(
    casino: Casino, browser: Visits
) -> None:
    tess, ann = casino.person("Tess", "trainer"), casino.person("Ann")
    casino.person("Bob")
    page = browser.desktop(tess)
    page.goto("/")
    page.get_by_role("link", name="Training").click()
    expect(page.get_by_text("0 people are learning now")).to_be_visible()
    page.get_by_role("link", name="People").click()
    page.get_by_label("A new group").fill("Evening")
    page.get_by_role("button", name="Make the group").click()
    page.get_by_label("Add to Evening").fill("Ann, Nobody")
    page.get_by_label("Add to Evening").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("nobody here has this name")
    expect(page.get_by_label("Add to Evening")).to_have_value("Ann, Nobody")  # to be mended
    browser.expect("404 PUT /api/school/groups/1/members")
    page.get_by_label("Add to Evening").fill("Ann, Bob")
    page.get_by_label("Add to Evening").press("Enter")
    expect(page.get_by_text("Evening: 2 people.")).to_be_visible()
    page.get_by_role("button", name="Rename Evening").click()
    page.get_by_label("New name").fill("Late shift")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.get_by_role("heading", name="Late shift")).to_be_visible()
    expect(page.get_by_role("region", name="People you teach")).to_contain_text("Late shift")
    write_lesson(page, browser)
    page.get_by_role("link", name="Assign it").click()
    page.get_by_role("checkbox", name="Late shift").check()
    page.get_by_label("Due").fill("2030-01-31")
    page.get_by_role("button", name="Assign it").click()
    expect(page.get_by_text("Even money is assigned.")).to_be_visible()
    row = page.get_by_role("list", name="Assigned lessons").get_by_role("listitem").last
    expect(row).to_contain_text("Late shift")
    expect(row).to_contain_text("31 Jan 2030")
    page.evaluate("window.stayed = true")
    [assigned] = casino.house.rows(sa.select(schema.school_assignments.c.lesson))
    rule = answer_wrongly(casino, ann, assigned.lesson, 1)
    watched = page.get_by_role("listitem").filter(has_text="Ann")
    expect(watched).to_contain_text(f"✗ wrong on {rule}")
    expect(watched).to_contain_text("Item 2 of 4")
    expect(watched).to_contain_text("0 of 1 right")
    expect(page.get_by_role("heading", name="1 person is learning now")).to_be_visible()
    assert page.evaluate("window.stayed")  # it came by itself
    page.get_by_role("button", name="Close Even money for Late shift").click()
    expect(page.get_by_text("Nothing is assigned.")).to_be_visible()


def write_lesson(page: Page, browser: Visits) -> None:
    """Begin with the form, make a mistake in the file, see its line, mend it, save."""
    page.get_by_role("link", name="Lessons").click()
    page.get_by_role("link", name="Write a lesson").click()
    page.get_by_label("Name of the lesson").fill("Even money")
    page.get_by_role("checkbox", name="Blackjack", exact=True).check()
    page.get_by_label("Opening wagers").fill("15, 25")
    page.get_by_label("Rounds an hour").fill("50")
    page.get_by_text("House options and pay tables").click()
    page.get_by_role("radio", name="stand").check(force=True)
    page.get_by_role("button", name="Add a level").click()
    page.get_by_role("button", name="Take out level 2").click()
    page.get_by_label("Questions").fill("4")
    page.get_by_role("button", name="Go on in the file itself").click()
    file = page.get_by_label("The lesson's file")
    text = file.input_value()
    assert 'soft17 = "stand"' in text
    assert "main = [15, 25]" in text
    file.fill(text.replace("items = 4", "items = 0").replace("pace = 50", "pace = fifty"))
    page.get_by_role("button", name="Save the lesson").click()
    lines = text.splitlines()
    at = lines.index("pace = 50") + 1
    expect(page.get_by_role("button", name=f"Line {at}")).to_be_visible()
    browser.expect(f"422 POST {SCHOOL}/lessons")
    file.fill(text.replace("items = 4", "items = 0"))
    page.get_by_role("button", name="Save the lesson").click()
    at = lines.index("items = 4") + 1
    expect(page.get_by_role("alert")).to_contain_text("use 1 to 1000")
    expect(page.locator(".lines .wrong")).to_have_text(str(at))
    page.get_by_role("button", name=f"Line {at}").click()
    selected = "(one) => one.value.slice(one.selectionStart, one.selectionEnd)"
    assert file.evaluate(selected) == "items = 0"
    page.keyboard.type("items = 4")
    page.get_by_role("button", name="Save the lesson").click()
    expect(page.get_by_role("heading", name="Even money")).to_be_visible()
    expect(page.get_by_role("region", name="Levels of the lesson")).to_contain_text("98 %")


def test_a_lesson_of_the_house_is_copied_into_one_s_own(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Tess", "trainer"))
    page.goto("/training/lessons")
    page.get_by_role("link", name="The first week", exact=True).click()
    expect(page.get_by_label("The lesson's file")).to_have_attribute("readonly", "")
    page.get_by_role("link", name="Copy it into one of your own").click()
    expect(page.get_by_label("The lesson's file")).to_have_value(re.compile("week, my own"))
    page.get_by_role("button", name="Save the lesson").click()
    expect(page.get_by_role("heading", name="The first week, my own")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    own = page.get_by_role("region", name="Your own")
    expect(own.get_by_role("listitem")).to_have_count(1)


def test_a_lesson_brings_a_designer_s_game_along(
    casino: Casino, browser: Visits, tmp_path: Path
) -> None:
    game = tmp_path / "mine.toml"
    game.write_text('id = "mine"\nname = "My Game"\nbased-on = "blackjack"\nshoe.decks = 8\n')
    page = browser.desktop(casino.person("Tess", "trainer"))
    page.goto("/training/lessons/new")
    page.get_by_role("button", name="Go on in the file itself").click()
    text = 'id = "x"\nname = "Mine"\ngames = ["mine.toml"]\n[[drills]]\nkind = "payout"\n'
    page.get_by_label("The lesson's file").fill(text)
    page.get_by_role("button", name="Save the lesson").click()
    expect(page.get_by_role("button", name="Line 3")).to_be_visible()
    browser.expect(f"422 POST {SCHOOL}/lessons")
    page.get_by_label("Game files that it names").set_input_files(game)
    expect(page.get_by_text("Sent with it: mine.toml")).to_be_visible()
    page.get_by_role("button", name="Save the lesson").click()
    expect(page.get_by_role("region", name="Levels of the lesson")).to_contain_text("My Game")


def test_results_become_a_spreadsheet_a_certificate_and_a_page_for_strangers(
    casino: Casino, browser: Visits
) -> None:
    tess, ann = casino.person("Tess", "trainer"), casino.person("Ann")
    learned(casino, ann, tess, items=20, wrong=(7,))
    page = browser.desktop(tess)
    page.goto("/training/results")
    accuracy = page.get_by_role("region", name="Accuracy, day by day, in numbers")
    expect(accuracy.get_by_role("row").nth(1)).to_contain_text("20")
    expect(accuracy.get_by_role("row").nth(1)).to_contain_text("95 %")  # 19 of 20
    expect(page.get_by_role("img", name="Accuracy, day by day: 95 %")).to_be_visible()
    expect(page.get_by_role("img", name="Speed: mean time of an answer")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Results as CSV").click()
    rows = list(csv.DictReader(io.StringIO(Path(saved.value.path()).read_text())))
    assert {row["person"] for row in rows} == {"Ann"}
    assert (sum(int(row["answered"]) for row in rows), sum(int(row["right"]) for row in rows)) == (
        20,
        19,
    )
    before = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    page.get_by_label("To", exact=True).fill(before)
    expect(accuracy).to_contain_text("Nothing was answered in these days.")
    page.get_by_label("From", exact=True).fill("")
    page.get_by_label("To", exact=True).fill("")
    expect(accuracy.get_by_role("row").nth(1)).to_contain_text("95 %")  # no days: the last year
    page.goto("/training/people/Ann")
    page.get_by_role("button", name="Issue the certificate").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Not yet: 19 of the newest 20 answers are right; 98% are needed"
    )
    browser.expect(f"409 POST {SCHOOL}/certificates")
    page.get_by_label("Right, %").fill("95")
    page.get_by_role("button", name="Issue the certificate").click()
    expect(page.get_by_text("Issued:")).to_be_visible()
    [kept] = casino.house.rows(sa.select(schema.school_certificates))
    printed = page.request.get(f"{SCHOOL}/certificates/{kept.code}/pdf")
    assert printed.body().startswith(b"%PDF-")
    a_stranger_looks_it_up(casino, browser, kept.code)


def a_stranger_looks_it_up(casino: Casino, browser: Visits, code: str) -> None:
    people = len(casino.house.rows(sa.select(schema.accounts.c.id)))
    page = browser.phone()
    page.goto(f"/certificate/{code}")
    expect(page.get_by_text("✓ Genuine")).to_be_visible()
    expect(page.get_by_text("Ann", exact=True)).to_be_visible()
    expect(page.get_by_text("19 of 20 answers right (95 %, asked for were 95 %)")).to_be_visible()
    [answer] = casino.house.rows(sa.select(schema.school_answers.c.rules_hash).limit(1))
    expect(page.get_by_text(answer.rules_hash)).to_be_visible()
    assert len(casino.house.rows(sa.select(schema.accounts.c.id))) == people  # no guest was made
    page.get_by_label("Another code").fill("abcd efgh")
    page.get_by_role("button", name="Look it up").click()
    expect(page.get_by_role("alert")).to_contain_text("no certificate of this house has it")
    browser.expect(f"404 GET {SCHOOL}/certificates/ABCD-EFGH")
    changed = (
        sa.update(schema.school_certificates)
        .where(schema.school_certificates.c.code == code)
        .values(content=sa.func.replace(schema.school_certificates.c.content, "Ann", "Eve"))
    )
    casino.house.database.write(lambda connection: connection.execute(changed)).result()
    page.goto(f"/certificate/{code}")
    expect(page.get_by_text("✗ Not genuine")).to_be_visible()
    page.get_by_role("link", name="Lobby").click()  # there they become somebody
    expect(page.get_by_role("heading", name="Mulligan 21")).to_be_visible()


def test_nobody_sees_another_s_record(casino: Casino, browser: Visits) -> None:
    tess, tom = casino.person("Tess", "trainer"), casino.person("Tom", "trainer")
    ann, bob = casino.person("Ann"), casino.person("Bob")
    sat(casino, ann, tess)
    page = browser.desktop(bob)
    page.goto("/")
    expect(page.get_by_role("link", name="Training")).to_have_count(0)
    page.goto("/training/people/Ann")
    expect(page.get_by_text("This page is for trainers and the pit")).to_be_visible()
    page.goto("/training/people/%E0%A4%A")  # no name at all
    expect(page.get_by_text("This page is for trainers and the pit")).to_be_visible()
    other = browser.desktop(tom)
    other.goto("/training/people/Ann")
    expect(other.get_by_role("alert")).to_contain_text("you have assigned them no lesson")
    browser.expect(f"404 GET {SCHOOL}/people/Ann/record")
    other.goto("/training/people")
    expect(other.get_by_text("0 people")).to_be_visible()
    mine = browser.desktop(tess)
    mine.goto("/training/people")
    mine.get_by_role("link", name="Ann").click()
    expect(mine.get_by_role("region", name="Sittings, the newest first")).to_contain_text("3 of 3")
    expect(mine.get_by_role("button", name="Delete the record of Ann")).to_have_count(0)


def test_the_pit_deletes_a_record_after_it_was_asked_twice(casino: Casino, browser: Visits) -> None:
    tess, ann, pia = (
        casino.person("Tess", "trainer"),
        casino.person("Ann"),
        casino.person("Pia", "pit"),
    )
    sat(casino, ann, tess)
    page = browser.desktop(pia)
    page.goto("/training/people/Ann")
    page.get_by_role("button", name="Delete the record of Ann").click()
    expect(page.get_by_role("button", name="Delete for good")).to_be_disabled()
    page.get_by_label("Type Ann to go on").fill("ann")
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/training/people")
    row = page.get_by_role("row", name="Ann")
    expect(row).to_contain_text("never")
    assert casino.house.rows(sa.select(schema.school_trainees)) == []
