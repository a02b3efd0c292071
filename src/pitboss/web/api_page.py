"""The API's description as a page, made from itself: no script, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #1d2320; background: #fbfaf7 }
h2 { margin-top: 2.5rem; text-transform: capitalize }
article { border-top: 1px solid #d8d5cc; padding: .8rem 0 }
h3 { margin: 0; font-size: 1rem } code { font-family: ui-monospace, monospace }
a { color: inherit }
.method { display: inline-block; min-width: 4rem; font-weight: 700; color: #1f5d43 }
table { border-collapse: collapse; margin-top: .4rem } td { padding: .1rem 1rem .1rem 0;
  vertical-align: top } pre { white-space: pre-wrap }
@media (prefers-color-scheme: dark) { body { background: #16201b; color: #e6e4dc }
  .method { color: #8fd0ae } article { border-color: #33423a } }
"""


def page(api: dict[str, Any]) -> str:
    """The page of an OpenAPI document."""
    by_tag: dict[str, list[str]] = {}
    for path, operations in api["paths"].items():
        for method, one in operations.items():
            by_tag.setdefault(one.get("tags", ["other"])[0], []).append(
                _operation(api, method, path, one)
            )
    by_tag["types"] = [_type(api, name) for name in sorted(api["components"]["schemas"])]
    parts = [f"<h2>{escape(tag)}</h2>{''.join(ones)}" for tag, ones in by_tag.items()]
    about = "".join(f"<p>{_words(text)}</p>" for text in api["info"]["description"].split("\n\n"))
    title = f"{api['info']['title']} {api['info']['version']}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}: API</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1>{about}"
        '<p>For programs: <a href="openapi.json">openapi.json</a>.</p>' + "".join(parts)
    )


def _operation(api: dict[str, Any], method: str, path: str, one: dict[str, Any]) -> str:
    asked = [
        (found["name"], _kind(found["schema"]), found.get("description", found["in"]))
        for found in one.get("parameters", [])
    ]
    body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        asked += _fields(api, body)
    return (
        f'<article><h3><span class="method">{method.upper()}</span> '
        f"<code>{escape(path)}</code></h3>"
        f"<div>{_words(one.get('description', ''))}</div>{_table(asked)}{_answer(one)}"
        "</article>"
    )


def _answer(one: dict[str, Any]) -> str:
    """What comes back when all went well."""
    for status, answer in one["responses"].items():
        schema = answer.get("content", {}).get("application/json", {}).get("schema")
        if status.startswith("2") and schema:
            return f"<div>Answer: {_kind(schema)}</div>"
    return ""


def _type(api: dict[str, Any], name: str) -> str:
    """A type that answers and messages are made of."""
    schema = api["components"]["schemas"][name]
    one_of = " or ".join(map(_kind, schema.get("anyOf", [])))
    return (
        f'<article><h3 id="{escape(name)}"><code>{escape(name)}</code></h3>'
        f"<div>{_words(schema.get('description', ''))}{one_of}</div>"
        f"{_table(_fields(api, schema))}</article>"
    )


def _fields(api: dict[str, Any], schema: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Name, kind and meaning of everything in an object."""
    fields = _resolve(api, schema)
    needed = fields.get("required", [])
    return [
        (name, _kind(field), field.get("description", "needed" if name in needed else ""))
        for name, field in fields.get("properties", {}).items()
    ]


def _table(rows: list[tuple[str, str, str]]) -> str:
    lines = "".join(
        f"<tr><td><code>{escape(name)}</code><td>{kind}<td>{_words(text)}"
        for name, kind, text in rows
    )
    return f"<table>{lines}</table>" if rows else ""


def _resolve(api: dict[str, Any], kind: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to."""
    if "$ref" not in kind:
        return kind
    found: dict[str, Any] = api["components"]["schemas"][kind["$ref"].rpartition("/")[2]]
    return found


def _kind(kind: dict[str, Any]) -> str:
    """A kind of value in a word or two; a type's name leads to what is in it."""
    if "$ref" in kind:
        name = escape(str(kind["$ref"]).rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in kind:
        kinds = [_kind(one) for one in kind["anyOf"] if one.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if "enum" in kind:
        return escape(" or ".join(map(str, kind["enum"])))
    if "prefixItems" in kind:
        return f"pair of {' and '.join(map(_kind, kind['prefixItems']))}"
    if kind.get("type") == "array" and "items" in kind:
        return f"list of {_kind(kind['items'])}"
    return escape(str(kind.get("type", "anything")))


def _words(text: str) -> str:
    """Text with its `code` set as such."""
    parts = escape(text, quote=False).split("`")
    return "".join(
        f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts)
    )
