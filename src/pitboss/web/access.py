"""Who may do what: sessions by cookie, tokens against forged requests, rates.

The cookie is for the browser alone and never sent along from another site. Whatever changes
something also needs the session's token in a header, which another site cannot read, and must not
come from another origin.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException, Request, Response
from starlette.requests import HTTPConnection

from pitboss.store import accounts
from pitboss.store.accounts import Account, Role, Session
from pitboss.store.clock import now_ms
from pitboss.web.asking import address_of, hub_of, rates_of

COOKIE = "pitboss"
HEADER = "X-CSRF-Token"


async def session_of(connection: HTTPConnection) -> Session | None:
    """Who sent this, if they are signed in."""
    token = connection.cookies.get(COOKIE)
    if not token or len(token) > 200:
        return None
    hub = hub_of(connection)
    found: Session | None = await hub.reading(
        lambda database: accounts.find_session(database, token, now_ms())
    )
    return found


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request does not come from a page of another site."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no address at all
        return False


async def signed_in(request: Request) -> Session:
    """The session of a request; refuse who has none, and requests forged by other sites."""
    session = await session_of(request)
    if session is None:
        raise HTTPException(401, "sign in first: POST /api/guest or /api/login")
    if request.method not in ("GET", "HEAD"):
        given = request.headers.get(HEADER, "")
        if not same_origin(request) or not secrets.compare_digest(
            given.encode(), session.csrf.encode()
        ):
            raise HTTPException(403, f"{HEADER}: it must be the token of your session, /api/me")
    check_rate(request, session)
    return session


def check_rate(request: Request, session: Session) -> None:
    """Refuse one request too many of an account."""
    reads = request.method in ("GET", "HEAD")
    rate = rates_of(request).reads if reads else rates_of(request).changes
    if not rate.allows(session.account.name):
        raise HTTPException(429, "too many requests; wait a moment")


async def who(session: Annotated[Session, Depends(signed_in)]) -> Account:
    """The account of a request."""
    return session.account


Me = Annotated[Account, Depends(who)]
MySession = Annotated[Session, Depends(signed_in)]


def only(*roles: Role) -> Callable[[Account], Account]:
    """A dependency that lets nobody in but these roles."""

    def check(account: Me) -> Account:
        if account.role not in roles:
            raise HTTPException(403, f"role {account.role}: this is for {' and '.join(roles)}")
        return account

    return check


Pit = Annotated[Account, Depends(only("pit"))]
Overseer = Annotated[Account, Depends(only("pit", "auditor"))]


def slow_down(request: Request) -> None:
    """A dependency for signing in: few tries a minute from one address."""
    if not same_origin(request):
        raise HTTPException(403, "this request comes from a page of another site")
    if not rates_of(request).sign_ins.allows(address_of(request)):
        raise HTTPException(429, "too many tries to sign in; wait a minute")


def set_cookie(request: Request, response: Response, token: str, account: Account) -> None:
    """Have the browser remember the session."""
    response.set_cookie(
        COOKIE, token, max_age=accounts.days_of(account) * 86_400, httponly=True, samesite="strict",
        secure=request.url.scheme == "https", path="/",
    )  # fmt: skip
