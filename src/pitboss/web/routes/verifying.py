"""The verifier for whoever wants to check a round without trusting this house: page and script."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Response

router = APIRouter(prefix="/verify", include_in_schema=False)

PAGE, SCRIPT = "check_rounds.html", "check_rounds.py"
ITS_OWN_POLICY = "default-src 'none'; img-src data:; frame-ancestors 'none'"
"""It may run what is in it, known by hash, and ask nobody for anything."""


@router.get("")
async def page() -> Response:
    """The page as it is kept: saved to a disk it does the same."""
    headers = {"Content-Security-Policy": _policy(), "Cache-Control": "no-cache"}
    return Response(_file(PAGE), media_type="text/html", headers=headers)


@router.get(f"/{PAGE}")
async def saved_page() -> Response:
    """The page, to be saved."""
    return _download(PAGE, "text/html")


@router.get(f"/{SCRIPT}")
async def script() -> Response:
    """The script, to be saved."""
    return _download(SCRIPT, "text/x-python")


def _download(name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(_file(name), media_type=kind, headers=headers)


@cache
def _file(name: str) -> str:
    return (files("pitboss.verifier") / name).read_text(encoding="utf-8")


@cache
def _policy() -> str:
    """The page's own script and style by their hashes, and nothing else."""
    parts = [ITS_OWN_POLICY]
    for kind, tag in (("script", "script"), ("style", "style")):
        [inside] = re.findall(rf"<{tag}>(.*?)</{tag}>", _file(PAGE), re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        parts.append(f"{kind}-src 'sha256-{digest}'")
    return "; ".join(parts)
