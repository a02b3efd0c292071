"""What comes next, what is open, and how near the estimate is to what a learner can do."""

from __future__ import annotations

import datetime
import statistics

import msgspec

from pitboss.school.estimates import Answered, Beta, accuracy, prior_of
from pitboss.school.progress import AGAIN_AFTER, MOST_KEPT, Progress
from tests.school.learner import Learner

START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
SKILLS = [f"payout/{name}" for name in "abcdefgh"]


def answer(progress: Progress, skill: str, right: bool = True, *, minute: float = 0.0) -> None:
    progress.answer(
        skill, "HB-6", Answered(right=right, seconds=6.0), aim_seconds=10.0,
        now=START + datetime.timedelta(minutes=minute),
    )  # fmt: skip


def test_what_was_missed_comes_again_three_questions_later() -> None:
    progress = Progress()
    answer(progress, "a", right=False)
    asked = []
    for minute in range(1, 5):
        now = START + datetime.timedelta(seconds=minute)
        asked.append(progress.next_skill(["a", "b", "c", "d", "e"], now))
        answer(progress, asked[-1])
    assert asked == ["b", "c", "d", "a"]
    assert asked.index("a") == AGAIN_AFTER


def test_the_scheduler_brings_a_known_skill_back_on_another_day() -> None:
    progress = Progress()
    for minute in (0.0, 1.0, 12.0):
        answer(progress, "a", minute=minute)
    due = progress.due("a")
    assert due is not None
    assert due > START + datetime.timedelta(days=1)
    for skill in ("b", "c"):
        answer(progress, skill, minute=13.0)
    assert progress.next_skill(["a", "b", "c"], due + datetime.timedelta(days=30)) in "abc"
    later = Progress(skills={skill: progress.skills[skill] for skill in "ac"})
    assert later.next_skill(["a", "c", "new"], due) == "a", "what is due comes before what is new"


def test_accuracy_and_speed_are_apart_by_skill_and_by_rule() -> None:
    progress = Progress()
    for right, seconds in ((True, 4.0), (True, 40.0), (True, 8.0), (False, 1.0)):
        given = Answered(right=right, seconds=seconds)
        progress.answer("a", "HB-6", given, aim_seconds=10.0, now=START)
    standing = progress.standing("a")
    assert (standing.answered, standing.right, standing.seconds) == (4, 3, 8.0)
    assert progress.by_rule()["HB-6"].right == 3


def test_a_record_is_plain_data_and_reads_back_the_same() -> None:
    progress = Progress()
    answer(progress, "a", right=False)
    answer(progress, "b")
    kept = msgspec.json.encode(progress)
    again = msgspec.json.decode(kept, type=Progress)
    assert msgspec.json.encode(again) == kept
    assert again.due("b") == progress.due("b")
    answer(again, "a", minute=5.0)
    assert again.skills["a"].missed_at is None
    assert (again.asked, again.last) == (3, "a")


def test_a_skill_is_kept_without_old_answers_and_judged_the_same() -> None:
    progress = Progress()
    for number in range(200):
        answer(progress, "a", right=number % 3 > 0, minute=number)
    short = Progress(skills={"a": progress.skills["a"].shortened()})
    assert len(short.skills["a"].answers) == MOST_KEPT
    assert abs(short.standing("a").accuracy - progress.standing("a").accuracy) < 0.005
    assert short.asked == 200


def test_the_last_answers_count_most() -> None:
    learned = [Answered(right=number > 9, seconds=1.0) for number in range(30)]
    forgot = [Answered(right=number < 20, seconds=1.0) for number in range(30)]
    even = Beta(1.0, 1.0)
    assert accuracy(learned, even).mean > 0.8
    assert accuracy(forgot, even).mean < 0.5


def test_of_a_skill_nobody_asked_about_the_whole_says_most() -> None:
    good = [[Answered(right=True, seconds=1.0)] * 20] * 3
    assert prior_of(good).mean > 0.9
    assert prior_of([]).mean == 0.5


def hour(seed: int) -> list[float]:
    """How far the estimate of each skill is from the truth after an hour, 12 seconds an item."""
    learner, progress, minute = Learner(seed), Progress(), 0.0
    while minute < 60.0:
        now = START + datetime.timedelta(minutes=minute)
        skill = progress.next_skill(SKILLS, now)
        given = Answered(right=learner.answers(skill, minute), seconds=8.0)
        progress.answer(skill, "", given, aim_seconds=10.0, now=now)
        minute += 0.2
    return [
        abs(progress.standing(skill).accuracy - learner.true_skill(skill, minute))
        for skill in SKILLS
    ]


def test_after_an_hour_the_estimate_is_within_5_points_of_the_truth() -> None:
    errors = [error for seed in range(6) for error in hour(seed)]
    within = sum(error <= 0.05 for error in errors) / len(errors)
    assert within >= 0.95, sorted(errors)[-5:]
    assert statistics.mean(errors) < 0.03
