"""Lessons have games and levels; what was kept before stays as it was answered and sealed.

Lessons that trainers wrote or assigned are written anew in the form of today and assigned instead;
the old ones stay for the answers that name them. Sittings that were open are ended.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LEAST_ACCURACY = 0.5


def upgrade() -> None:
    """Add the columns, write lessons anew, and wrap what the scheduler kept."""
    _add_columns()
    _name_games()
    _end_open_sittings()
    _write_lessons_anew()
    _wrap_schedules()
    op.drop_column("school_lessons", "game")
    op.drop_column("school_lessons", "rules_hash")


def _add_columns() -> None:
    """With values for the rows that are there; no table is made anew, so all references hold."""
    op.add_column("school_lessons", sa.Column("files", sa.Text(), nullable=True))
    op.add_column(
        "school_sittings", sa.Column("game", sa.String(40), nullable=False, server_default="")
    )
    op.add_column(
        "school_sittings", sa.Column("level", sa.Integer(), nullable=False, server_default="0")
    )
    op.add_column(
        "school_sittings", sa.Column("level_name", sa.String(80), nullable=False, server_default="")
    )
    op.add_column(
        "school_answers", sa.Column("level", sa.Integer(), nullable=False, server_default="0")
    )


def _name_games() -> None:
    op.execute(
        "UPDATE school_sittings SET game = (SELECT school_lessons.game FROM school_lessons"
        " WHERE school_lessons.id = school_sittings.lesson)"
    )


def _end_open_sittings() -> None:
    op.execute(
        "UPDATE school_sittings SET ended = started,"
        " number = CASE WHEN asked IS NULL THEN number ELSE number - 1 END, asked = NULL"
        " WHERE ended IS NULL"
    )


def _write_lessons_anew() -> None:
    connection = op.get_bind()
    lessons = sa.table(
        "school_lessons", *map(sa.column, (
            "id", "name", "game", "rules_hash", "text", "files", "author", "created",
        )),
    )  # fmt: skip
    given = sa.table("school_assignments", sa.column("lesson"))
    assigned = sa.select(given.c.lesson)
    wanted = sa.select(lessons).where(
        sa.or_(lessons.c.author.is_not(None), lessons.c.id.in_(assigned))
    )
    for row in connection.execute(wanted).all():
        text = written_anew(row.id, tomllib.loads(row.text))
        digest = hashlib.sha256(f"{row.author or 'house'}\n{text}".encode()).hexdigest()[:32]
        connection.execute(
            sa.insert(lessons), dict(row._mapping) | {"id": digest, "text": text, "files": "{}"}
        )
        connection.execute(sa.update(given).where(given.c.lesson == row.id).values(lesson=digest))


def written_anew(lesson_id: str, old: dict[str, Any]) -> str:
    """A lesson of before as one with a level for each kind: wagers in dollars, marks by level."""
    return "\n".join(_lines(lesson_id, old)) + "\n"


def _lines(lesson_id: str, old: dict[str, Any]) -> Iterator[str]:
    game = old["game"]
    yield f'id = "lesson-{lesson_id[:8]}"'
    yield f"name = {_value(old['name'])}"
    yield f"games = [{_value(game)}]"
    yield "free = true"  # its kinds were mixed
    if "seats" in old:
        yield f"seats = {old['seats']}"
    if "rounds-per-hour" in old:
        yield f"pace = {old['rounds-per-hour']}"
    for table in ("options", "paytables"):
        if old.get(table):
            yield f"[{table}]"
            yield from (f"{_value(name)} = {_value(one)}" for name, one in old[table].items())
    if old.get("rules-hash"):
        yield "[rules-hash]"
        yield f"{_value(game)} = {_value(old['rules-hash'])}"
    if old.get("wagers"):
        yield "[wagers]"
        for name, cents in old["wagers"].items():
            yield f"{name} = {[one / 100 for one in cents]}"
    for kind in old["kinds"]:
        skills = [one for one in old.get("skills", []) if one.startswith(f"{kind}/")]
        if skills or not old.get("skills"):
            yield from _drill(kind, skills, old)


def _drill(kind: str, skills: list[str], old: dict[str, Any]) -> Iterator[str]:
    yield "[[drills]]"
    yield f'kind = "{kind}"'
    if "items" in old:
        yield f"items = {old['items']}"
    accuracy = old.get("marks", {}).get("accuracy")
    if accuracy is not None:
        yield f"accuracy = {max(float(accuracy), LEAST_ACCURACY)}"
    if skills:
        yield f"skills = {_value(skills)}"


def _value(value: Any) -> str:
    """As TOML, which writes texts, numbers, yes and no and lists of texts as JSON does."""
    return json.dumps(value, ensure_ascii=False)


def _wrap_schedules() -> None:
    """What the scheduler kept of a skill was all that was kept of it."""
    connection = op.get_bind()
    rows = sa.table("school_schedule", *map(sa.column, ("trainee", "game", "skill", "state")))
    for row in connection.execute(sa.select(rows)).all():
        mine = sa.and_(
            rows.c.trainee == row.trainee, rows.c.game == row.game, rows.c.skill == row.skill
        )
        state = json.dumps({"card": json.loads(row.state)})
        connection.execute(sa.update(rows).where(mine).values(state=state))
