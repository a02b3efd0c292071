"""Dotted keys into a file's tables: ``dealer.soft17``, ``bets.my-bet.events.my event.pays``.

Items of a list are named by their id or event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.rules.decode import field_type
from pitboss.rules.vocabulary import Rules

MISSING = object()
"""What `get_key` finds under a key that is not there, if asked not to mind."""


def get_key(values: Mapping[str, Any], key: str, default: Any = None) -> Any:
    """The value under a dotted key; a `KeyError` where there is none, unless a default is given."""
    node: Any = values
    for part in key.split("."):
        if isinstance(node, list | tuple):
            node = next((item for item in node if _is_called(item, part)), MISSING)
        else:
            node = node.get(part, MISSING) if isinstance(node, dict) else MISSING
        if node is MISSING:
            if default is None:
                raise KeyError(key)
            return default
    return node


def with_key(values: Mapping[str, Any], key: str, value: object) -> dict[str, Any]:
    """The values with one changed; the table that holds it must be there.

    An event that a bet does not have is added as its last.
    """
    changed = dict(values)
    part, _, rest = key.partition(".")
    if not rest:
        changed[part] = value
    elif isinstance(node := changed[part], list):
        item, _, rest = rest.partition(".")
        if not any(_is_called(one, item) for one in node):
            node = [*node, {"event": item, "when": {}}]
        [place] = [at for at, one in enumerate(node) if _is_called(one, item)][:1]
        changed[part] = [*node[:place], with_key(node[place], rest, value), *node[place + 1 :]]
    else:
        changed[part] = with_key(node, rest, value)
    return changed


def can_be_set(values: Mapping[str, Any], key: str) -> bool:
    """Whether the rules have a key: its table is there, and the vocabulary knows it.

    A table of an event may be missing: the event can be added to a bet.
    """
    kind: Any = Rules
    *tables, last = key.split(".")
    for part in tables:
        kind = field_type(kind, part)
    if tables[2:3] == ["events"] and tables[3:]:
        tables = tables[:2]
    node = get_key(values, ".".join(tables), MISSING) if tables else values
    return isinstance(node, dict) and field_type(kind, last) is not None


def _is_called(item: Any, name: str) -> bool:
    return isinstance(item, dict) and name in (item.get("id"), item.get("event"))
