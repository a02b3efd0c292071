"""What comes next, what is open, and how near the estimate is to what a learner can do."""

from __future__ import annotations

import datetime

import msgspec

from pitboss.school.estimates import Answered, Answers, estimates
from pitboss.school.progress import AGAIN_AFTER, MOST_KEPT, Progress
from tests.school.learner import Learner

START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


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


def test_what_is_one_of_many_takes_turns_with_what_is_one_of_few() -> None:
    """Of two moves and ten things to say neither comes much more often than the other."""
    skills = ["call/hit", "call/stand", *(f"call/say/{number}" for number in range(10))]
    progress, asked = Progress(), []
    for second in range(8):
        now = START + datetime.timedelta(seconds=second)
        asked.append(progress.next_skill(skills, now))
        answer(progress, asked[-1])
    assert sum(one.startswith("call/say/") for one in asked) in range(3, 6)


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


def test_accuracy_and_speed_are_apart() -> None:
    progress = Progress()
    for right, seconds in ((True, 4.0), (True, 40.0), (True, 8.0), (False, 1.0)):
        given = Answered(right=right, seconds=seconds)
        progress.answer("a", "HB-6", given, aim_seconds=10.0, now=START)
    standing = progress.standings(START)["a"]
    assert (standing.answered, standing.right, standing.seconds) == (4, 3, 8.0)


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
    now = START + datetime.timedelta(minutes=200)
    kept, whole = short.standings(now)["a"], progress.standings(now)["a"]
    assert abs(kept.accuracy - whole.accuracy) < 0.05
    assert short.asked == 200


def test_the_last_answers_count_most() -> None:
    bad, good = (False,) * 10, (True,) * 20
    [learned], [forgot] = estimates([Answers(bad + good)]), estimates([Answers(good + bad)])
    assert learned.mean > 0.9 > 0.7 > forgot.mean


def test_a_skill_asked_seldom_is_judged_by_all_others() -> None:
    once = Answers((True, True))
    [beside_good, *_] = estimates([once, *[Answers((True,) * 40)] * 3])
    [beside_bad, *_] = estimates([once, *[Answers((True, False) * 20)] * 3])
    assert beside_good.mean > beside_bad.mean + 0.1


def test_who_answers_half_has_an_estimate_of_half() -> None:
    [found] = estimates([Answers((True, False) * 30)])
    assert abs(found.mean - 0.5) < 2 * found.sd


def test_nothing_is_told_after_a_few_answers_however_right_they_are() -> None:
    few = [Answers((True,) * 19), *[Answers((True,) * 60)] * 5]
    assert [one.is_sure for one in estimates(few)] == [False, *[True] * 5]
    assert not estimates([Answers((True, False) * 15)])[0].is_sure, "30 answers leave 8 points open"


def test_what_was_known_fades_as_the_scheduler_forgets() -> None:
    progress = Progress()
    for number in range(30):
        answer(progress, "a", minute=number)
    now = START + datetime.timedelta(minutes=30)
    soon, later = (
        progress.standings(now + datetime.timedelta(days=days))["a"].accuracy for days in (0, 3000)
    )
    assert soon > 0.95
    assert later < soon - 0.1


def hour(seed: int, skills: int) -> list[tuple[float, bool]]:
    """How far the estimate of each skill is from the truth after an hour, 12 seconds an item; and
    whether it is shown."""
    learner, progress, minute = Learner(seed), Progress(), 0.0
    letters = "abcdefghijkl" if skills <= 12 else map(str, range(skills))
    names = [f"payout/{name}" for name in letters][:skills]
    while minute < 60.0:
        now = START + datetime.timedelta(minutes=minute)
        skill = progress.next_skill(names, now)
        given = Answered(right=learner.answers(skill, minute), seconds=8.0)
        progress.answer(skill, "", given, aim_seconds=10.0, now=now)
        minute += 0.2
    standings = progress.standings(START + datetime.timedelta(minutes=minute))
    return [
        (abs(standing.accuracy - learner.true_skill(skill, minute)), standing.is_sure)
        for skill, standing in standings.items()
    ]


def test_after_an_hour_the_estimate_of_every_skill_is_within_5_points_of_the_truth() -> None:
    for skills, seeds in ((4, range(3)), (8, range(5)), (12, range(3))):
        found = [one for seed in seeds for one in hour(seed, skills)]
        assert len(found) == skills * len(seeds)
        assert max(error for error, _ in found) <= 0.05, "also of those that are not shown yet"
        assert sum(is_shown for _, is_shown in found) >= 0.8 * len(found)


def test_of_more_skills_than_an_hour_can_fill_nearly_all_are_near_and_none_is_shown() -> None:
    """Each is asked ten times or less: what was forgotten at first is not held for a slip."""
    for skills in (28, 42):
        found = [one for seed in range(3) for one in hour(seed, skills)]
        assert len(found) == 3 * skills
        assert sum(error <= 0.05 for error, _ in found) >= 0.95 * len(found)
        assert not any(is_shown for _, is_shown in found)


def test_a_skill_far_below_the_others_is_never_shown_as_good() -> None:
    """Six of ten where everything else is 98 of 100: no few lucky answers hide it."""
    for wrong in (7, 8, 9):
        odd = Answers((False,) * wrong + (True, True, False, True) * 4)
        [found, *others] = estimates([odd, *[Answers((*(True,) * 24, False))] * 11])
        assert not found.is_sure or abs(found.mean - 0.7) < 0.1
        assert all(one.mean > 0.9 for one in others)
