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
    rows = [
        (found["name"], _kind(api, found["schema"]), found.get("description", found["in"]))
        for found in one.get("parameters", [])
    ]
    body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        fields = _resolve(api, body)
        needed = fields.get("required", [])
        rows += [
            (
                name,
                _kind(api, field),
                field.get("description", "needed" if name in needed else ""),
            )
            for name, field in fields.get("properties", {}).items()
        ]
    lines = "".join(
        f"<tr><td><code>{escape(name)}</code><td>{escape(kind)}<td>{_words(text)}"
        for name, kind, text in rows
    )
    table = f"<table>{lines}</table>" if rows else ""
    return (
        f'<article><h3><span class="method">{method.upper()}</span> '
        f"<code>{escape(path)}</code></h3>"
        f"<div>{_words(one.get('description', ''))}</div>{table}</article>"
    )


def _resolve(api: dict[str, Any], kind: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to."""
    if "$ref" not in kind:
        return kind
    found: dict[str, Any] = api["components"]["schemas"][kind["$ref"].rpartition("/")[2]]
    return found


def _kind(api: dict[str, Any], kind: dict[str, Any]) -> str:
    """A kind of value in a word or two."""
    if "anyOf" in kind:
        kinds = [_kind(api, one) for one in kind["anyOf"] if one.get("type") != "null"]
        return " or ".join(kinds)
    if "enum" in kind:
        return " or ".join(map(str, kind["enum"]))
    return str(_resolve(api, kind).get("type", "anything"))


def _words(text: str) -> str:
    """Text with its `code` set as such."""
    parts = escape(text, quote=False).split("`")
    return "".join(
        f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts)
    )
