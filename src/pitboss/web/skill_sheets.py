"""How somebody does at each thing, by its name, with what the school thinks they can do now."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime

import msgspec
from sqlalchemy.engine import Connection

from pitboss.classroom.kept import schedule_of
from pitboss.school.making import KIND_NAMES
from pitboss.school.progress import Progress, SkillRecord, Standing
from pitboss.store import school_results, school_sittings
from pitboss.store.accounts import Account
from pitboss.store.admission import OVERSEERS
from pitboss.store.school_people import find_trainee
from pitboss.store.school_results import SkillResult


class SkillSheet(SkillResult, frozen=True, kw_only=True):
    """How somebody does at one thing."""

    name: str
    """What it is called."""
    kind_name: str
    """What the kind of drill is called."""
    estimate: float | None
    """The chance that the next answer is right; null until there are enough answers to say, and for
    trainers who see only some of them."""


class _Kept:
    """What is kept of somebody's skills."""

    def __init__(self, connection: Connection, person: Account) -> None:
        trainee = find_trainee(connection, person.id)
        rows = school_sittings.all_states(connection, trainee) if trainee else []
        self._records = {
            (game, skill): msgspec.json.decode(state, type=SkillRecord)
            for game, skill, state in rows
        }

    def name(self, game: str, skill: str) -> str:
        """What a skill is called; from its id where it was answered before names were kept."""
        record = self._records.get((game, skill))
        return record.name if record and record.name else _words(skill)

    def standings(self) -> dict[tuple[str, str], Standing]:
        """How the person stands in each skill; those of one kind at one game say most together."""
        together: dict[tuple[str, str], dict[str, SkillRecord]] = defaultdict(dict)
        for (game, skill), record in self._records.items():
            together[game, skill.partition("/")[0]][skill] = record
        now = datetime.now(UTC)
        return {
            (game, skill): standing
            for (game, _), skills in together.items()
            for skill, standing in Progress(skills=skills).standings(now).items()
        }


def skill_sheets(connection: Connection, asker: Account, person: Account) -> list[SkillSheet]:
    """Everything somebody was asked, as far as the asker may see it."""
    kept = _Kept(connection, person)
    sees_all = asker.id == person.id or asker.role in OVERSEERS
    standings = kept.standings() if sees_all else {}
    found = []
    for one in school_results.skill_results(connection, asker, person):
        game = schedule_of(one.game, one.rules_hash)
        standing = standings.get((game, one.skill))
        found.append(SkillSheet(
            **msgspec.structs.asdict(one), name=kept.name(game, one.skill),
            kind_name=KIND_NAMES.get(one.kind, one.kind),
            estimate=standing.accuracy if standing and standing.is_sure else None,
        ))  # fmt: skip
    return found


def _words(skill: str) -> str:
    words = skill.partition("/")[2].replace("/", ": ")
    return words[:1].upper() + words[1:]
