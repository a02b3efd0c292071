"""Rules and kinds of drill by their names, for pages that list what was answered."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from pitboss import games
from pitboss.rules.acts import rule_label
from pitboss.school.making import KIND_NAMES
from pitboss.store.school_results import RuleResult
from pitboss.store.school_watching import WatchedSitting


@lru_cache(maxsize=4096)
def name_of_rule(game: str, rule: str) -> str:
    """A rule's id with what it is about; of a designer's own game as far as the house knows it."""
    known = games.find(game if game in games.BUILT_IN else games.BUILT_IN[0])
    return rule_label(known, rule)


def with_names(results: list[RuleResult]) -> list[RuleResult]:
    """Results with the names of their rules and kinds."""
    return [
        replace(
            one, kind_name=KIND_NAMES.get(one.kind, one.kind),
            rule_name=name_of_rule(one.game, one.rule) if one.rule else "",
        )
        for one in results
    ]  # fmt: skip


def watched_with_names(sittings: list[WatchedSitting]) -> list[WatchedSitting]:
    """Sittings with the names of what was answered last."""
    return [
        replace(
            one, last_kind_name=KIND_NAMES.get(one.last_kind, one.last_kind),
            last_rule_name=name_of_rule(one.game, one.last_rule) if one.last_rule else "",
        )
        for one in sittings
    ]  # fmt: skip
