"""A dealer school from before lessons had levels: it opens, is audited, and goes on."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import sqlalchemy as sa

from pitboss.school import lessons
from pitboss.school.progress import SkillRecord
from pitboss.store import school_people, school_results, school_sittings
from pitboss.store.audit import Audit
from pitboss.store.database import Database, migrate

TESS, ANN = 1, 2
OLD = """name = "Evening \u2660"
game = "half-back"
kinds = ["payout", "resolve"]
skills = ["payout/main/natural"]
items = 7
seats = 4
rounds-per-hour = 80
rules-hash = ""
[options]
soft17 = "stand"
[paytables]
upcard-bonus = 3
[wagers]
main = [1550, 2500]
[marks]
accuracy = 0.9
in-time = 0.5
"""
CARD = {
    "card_id": 0, "state": 1, "step": 0, "stability": 2.5, "difficulty": 5.0,
    "due": "2026-11-16T14:28:04+00:00", "last_review": "2026-11-16T14:18:04+00:00",
}  # fmt: skip


def old_answer(number: int, before: str) -> dict[str, Any]:
    """An answer with the seal it was given then."""
    fields = {
        "sitting": "5" * 32, "number": number, "trainee": "7" * 32, "lesson": "1" * 32,
        "at": 1000 * number, "game": "half-back", "rules_hash": "ab" * 32, "seed": "s",
        "kind": "payout", "skill": "payout/main/natural", "rule": "HB-6", "rules": "[]",
        "given": "5", "is_right": True, "error_cents": 0, "ms": 900, "aim_ms": 30_000,
        "seal": before,
    }  # fmt: skip
    told = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
    return fields | {"seal": hashlib.sha256(told).hexdigest()}


def fill_old(connection: sa.Connection) -> None:
    """A trainer's lesson, assigned; a sitting of it that is open, with two answers."""
    migrate(connection, "0004")
    tables = sa.MetaData()
    tables.reflect(connection)
    digest = hashlib.sha256(f"{TESS}\n{OLD}".encode()).hexdigest()[:32]
    rows: dict[str, list[dict[str, Any]]] = {
        "accounts": [
            {
                "id": number, "name": name, "folded": name.casefold(), "role": role,
                "password": "!", "created": 1, "closed": False, "looks_like": name.casefold(),
            }
            for number, name, role in ((TESS, "Tess", "trainer"), (ANN, "Ann", "player"))
        ],
        "school_trainees": [{"id": "7" * 32, "account": ANN, "created": 1}],
        "school_lessons": [{
            "id": digest, "name": "Evening \u2660", "game": "half-back", "rules_hash": "ab" * 32,
            "text": OLD, "author": TESS, "created": 1,
        }],
        "school_assignments": [{
            "id": 1, "lesson": digest, "trainer": TESS, "account": ANN, "created": 1,
        }],
        "school_sittings": [{
            "id": "5" * 32, "trainee": "7" * 32, "lesson": digest, "assignment": 1, "seed": "s",
            "items": 7, "started": 1, "number": 3, "kind": "payout",
            "skill": "payout/main/natural", "asked": 3000,
        }],
        "school_schedule": [{
            "trainee": "7" * 32, "game": "half-back", "skill": "payout/main/natural",
            "state": json.dumps(CARD), "updated": 1,
        }],
    }  # fmt: skip
    for name, values in rows.items():
        connection.execute(sa.insert(tables.tables[name]), values)
    seal = ""
    for number in (1, 2):
        fields = old_answer(number, seal) | {"lesson": digest, "seal": seal}
        told = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
        seal = hashlib.sha256(told).hexdigest()
        connection.execute(sa.insert(tables.tables["school_answers"]), fields | {"seal": seal})


def test_what_was_kept_stays_and_lessons_are_written_anew(url: str) -> None:
    old = Database(url, migrate=False)
    old.write(fill_old).result()
    old.close()
    database = Database(url)
    try:
        with database.read() as connection:
            audit = Audit(connection)
            assert list(audit.everything()) == []
            assert audit.counts.answers == 2
            ann, tess = (school_people.find_person(connection, one) for one in ("Ann", "Tess"))
            [result] = school_results.sitting_results(connection, tess, ann)
            assert (result.game, result.level, result.answered) == ("half-back", 0, 2)
            assert result.ended is not None, "it could not go on"
            [given] = school_people.assigned_to(connection, ann.id)
            [mine] = school_sittings.lessons_by(connection, tess)
            assert given.lesson == mine.id != result.lesson
            state = school_sittings.states(connection, "7" * 32, "half-back", "payout")
        taught = lessons.read(mine.text, origin="lesson")
        setting = taught.setting("half-back")
        assert (setting.mains, setting.most_seats, setting.rounds_per_hour) == (
            (1550, 2500), 4, 80,
        )  # fmt: skip
        assert setting.rules.dealer.soft17 == "stand"
        assert setting.rules.paytables == {"upcard-bonus": 3}
        [drill] = taught.lesson.drills  # no skill of the other kind was asked for
        assert (drill.kind, drill.items, drill.accuracy) == ("payout", 7, 0.9)
        record = SkillRecord(**json.loads(state["payout/main/natural"]))
        assert record.card == CARD
    finally:
        database.close()
