"""Where a request really comes from: what proxies say is believed if the settings name them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from pitboss.store.errors import Refused

IPV6_PREFIX = 64
"""Bits of an address that a household or a card room has; the others it chooses itself."""


class Proxies:
    """Addresses and networks whose word is believed."""

    def __init__(self, named: tuple[str, ...] = ()) -> None:
        self._networks = [_network(text) for text in named]

    def trusts(self, host: str) -> bool:
        """Whether a host is one of them."""
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)

    def read(self, scope: Scope) -> None:
        """Let the scope's client and scheme be what a proxy says they are, if it is believed.

        Each proxy adds the address it was called from at the end, so the client is the last one
        that is no proxy; whatever stands before that the client may have made up.
        """
        client = scope.get("client")
        if client is None or not self.trusts(client[0]):
            return
        said = {b"x-forwarded-for": [], b"x-forwarded-proto": []}  # type: dict[bytes, list[bytes]]
        for name, value in scope["headers"]:
            if name in said:
                said[name] += value.split(b",")
        hops = [hop.strip().decode("latin-1") for hop in said[b"x-forwarded-for"]]
        for host in reversed(hops):
            if not _is_address(host):
                break
            scope["client"] = (host, 0)
            if not self.trusts(host):
                break
        schemes = [one.strip().decode("latin-1") for one in said[b"x-forwarded-proto"]]
        if schemes and schemes[-1] in ("http", "https"):
            secure = schemes[-1] == "https"
            plain = "ws" if scope["type"] == "websocket" else "http"
            scope["scheme"] = plain + "s" * secure


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text.strip())
    except ValueError:
        raise Refused(
            f"proxies = {text!r}: write addresses or networks, such as 10.0.0.7 or 10.0.0.0/8, "
            "with commas between"
        ) from None


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@lru_cache(4096)
def client_key(host: str) -> str:
    """What rates are counted by: an address, or of an IPv6 one what its owner cannot choose."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address) >> IPV6_PREFIX << IPV6_PREFIX, IPV6_PREFIX)))
