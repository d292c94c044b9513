"""The proxies that an operator has named: only they are believed when they say whose request they pass on.

Who a client is, uvicorn finds: where the connection comes from one of these, X-Forwarded-For is read from the right,
and the first address there that is none of them is the client. Whatever stands further left a client may have written.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from fireteam.core.errors import SetupError


class Proxies:
    """Addresses and networks from which proxies come; none at first."""

    def __init__(self, wishes: Iterable[str] = ()) -> None:
        self.networks = [_network(wish) for wish in wishes]

    def __bool__(self) -> bool:
        return bool(self.networks)

    def __contains__(self, host: str) -> bool:
        """Whether a connection from there is one of a proxy."""
        try:
            found = ipaddress.ip_address(host)
        except ValueError:
            return False
        address = getattr(found, "ipv4_mapped", None) or found
        return any(address in network for network in self.networks)

    def names(self) -> list[str]:
        """All of them as uvicorn reads them; a socket for both kinds of address writes those of IPv4 as IPv6."""
        mapped = [
            f"::ffff:{network.network_address}/{96 + network.prefixlen}"
            for network in self.networks
            if network.version == 4
        ]
        return [*map(str, self.networks), *mapped]


def _network(wish: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        found = ipaddress.ip_network(wish.strip("[]"))
    except ValueError:
        raise SetupError(
            f"--behind-proxy is the address of a proxy, such as 127.0.0.1, or a network, such as 10.88.0.0/16; got "
            f"{wish!r}"
        ) from None
    if not found.prefixlen:
        raise SetupError("--behind-proxy names proxies; with a network of all addresses anybody could call himself any")
    return found
