"""The front end as it was built: files under `static`, kept in memory, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from fastapi import APIRouter, HTTPException, Request, Response
from starlette.convertors import PathConvertor, register_url_convertor


class PageConvertor(PathConvertor):
    """An address that is not the API's: that says by itself what it does not know."""

    regex = "(?!api/).*"


register_url_convertor("page", PageConvertor())
router = APIRouter()

FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with what is in them."""
SMALL = 500
"""Bytes below which compressing gains nothing."""


class Page(msgspec.Struct, frozen=True):
    """A file, as it goes out."""

    kind: str
    plain: bytes
    compressed: bytes | None
    tag: str


@cache
def built() -> dict[str, Page]:
    """Every file of the front end by its path."""
    found: dict[str, Page] = {}
    _read(files(__package__) / "static", "", found)
    return found


def _read(folder: Traversable, path: str, found: dict[str, Page]) -> None:
    for item in folder.iterdir():
        name = f"{path}{item.name}"
        if item.is_dir():
            _read(item, f"{name}/", found)
            continue
        plain = item.read_bytes()
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        text = kind.startswith("text/") or kind.endswith(("javascript", "json", "svg+xml"))
        compressed = gzip.compress(plain, 9, mtime=0) if text and len(plain) > SMALL else None
        tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
        found[name] = Page(kind, plain, compressed, tag)


@router.get("/{path:page}", include_in_schema=False)
async def page(request: Request, path: str) -> Response:
    """A file of the front end, or the page that shows what the address means."""
    known = built().get(path)
    if known is None and (path.startswith("assets/") or "." in path.rpartition("/")[2]):
        raise HTTPException(404, f"address = /{path[:80]}: there is nothing here")
    shown = known or built()["index.html"]
    headers = {
        "ETag": shown.tag,
        "Vary": "Accept-Encoding",
        "Cache-Control": FOREVER if path.startswith("assets/") else "no-cache",
    }
    if request.headers.get("if-none-match") == shown.tag:
        return Response(status_code=304, headers=headers)
    if shown.compressed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(shown.compressed, media_type=shown.kind, headers=headers)
    return Response(shown.plain, media_type=shown.kind, headers=headers)
