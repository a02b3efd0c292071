"""Who may do what: sessions by cookie, tokens against forged requests, rates, sizes.

The cookie is for the browser alone and never sent along from another site. Whatever changes
something also needs the session's token in a header, which another site cannot read, and must not
come from another origin.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException, Request, Response
from starlette.requests import HTTPConnection

from pitboss.store import accounts
from pitboss.store.accounts import Account, Role, Session
from pitboss.web.live import Hub
from pitboss.web.room import now

COOKIE = "pitboss"
HEADER = "X-CSRF-Token"
MOST_BUCKETS = 10_000


class Rate:
    """So many things in so many seconds, for each of many."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Whether one more is allowed now; it is counted."""
        at = time.monotonic()
        left, since = self._buckets.pop(who, (float(self.most), at))
        left = min(self.most, left + (at - since) * self.most / self.seconds)
        allowed = left >= 1
        self._buckets[who] = (left - allowed, at)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed


def hub_of(connection: HTTPConnection) -> Hub:
    """The tables of this process."""
    found: Hub = connection.app.state.hub
    return found


async def session_of(connection: HTTPConnection) -> Session | None:
    """Who sent this, if they are signed in."""
    token = connection.cookies.get(COOKIE)
    if not token or len(token) > 200:
        return None
    hub = hub_of(connection)
    found: Session | None = await hub.reading(
        lambda database: accounts.find_session(database, token, now())
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
        rate: Rate = request.app.state.requests
        if not rate.allows(session.account.name):
            raise HTTPException(429, "too many requests; wait a moment")
    return session


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
    rate: Rate = request.app.state.logins
    address = request.client.host if request.client else ""
    if not same_origin(request):
        raise HTTPException(403, "this request comes from a page of another site")
    if not rate.allows(address):
        raise HTTPException(429, "too many tries to sign in; wait a minute")


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Have the browser remember the session."""
    response.set_cookie(
        COOKIE, token, max_age=accounts.SESSION_DAYS * 86_400, httponly=True, samesite="strict",
        secure=request.url.scheme == "https", path="/",
    )  # fmt: skip
