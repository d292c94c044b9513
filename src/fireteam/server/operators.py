"""What is for whoever runs the server, and not for its visitors."""

from __future__ import annotations

import hmac
import ipaddress

from fastapi import Request

PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy shows itself."""


def may_read_metrics(request: Request, token: str) -> bool:
    """Whether a request comes from this machine itself, by no proxy, or shows the token that was set."""
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    if token and kind.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), token.encode()):
        return True
    if any(header in request.headers for header in PASSED_ON):
        return False
    try:
        address = ipaddress.ip_address(request.client.host if request.client is not None else "")
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
