"""Signed links: who holds one may play its seat or watch; nobody needs an account, and nobody can make one up."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from itsdangerous import BadSignature, Signer

from fireteam.core.errors import FireteamError
from fireteam.server.messages import CODES, Fault

ROLES = ("host", "seat", "watch")
LONGEST = 400
SECRET_FILE = "secret"
_MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TOKEN = re.compile(r"([A-Za-z0-9_-]{1,64})\.(?:(host|watch)|seat([0-9]))\.([0-9]{1,9})", re.ASCII)
_SECRET = re.compile(r"[0-9a-f]{64}")


class Link(NamedTuple):
    """What a link says: the match, the role in it, the seat if the role is one, and the link's generation."""

    match: str
    role: str
    seat: int | None
    generation: int

    @property
    def name(self) -> str:
        """The role's name as its generation is kept: "host", "watch", "seat 0"."""
        return self.role if self.seat is None else f"{self.role} {self.seat}"


class Links:
    """Makes links and reads them; the same link is the same text every time."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < 16:
            raise FireteamError("the secret of the links has less than 16 bytes")
        self._signer = Signer(secret, salt="fireteam.server.links", digest_method=sha256, key_derivation="hmac")

    def token(self, match: str, role: str, seat: int | None, generation: int) -> str:
        """The text of a link."""
        if not _MATCH.fullmatch(match) or role not in ROLES or (role == "seat") != (seat is not None):
            raise ValueError(f"no link can say {(match, role, seat)!r}")
        return self._signer.sign(f"{match}.{role}{'' if seat is None else seat}.{generation}").decode()

    def read(self, token: str) -> Link:
        """What a link says; one that was not made here is a Fault. Whether it was revoked, its generation shows."""
        try:
            if len(token) > LONGEST or not token.isascii():
                raise BadSignature("not a link")
            said = _TOKEN.fullmatch(self._signer.unsign(token).decode())
        except (BadSignature, UnicodeDecodeError):
            said = None
        if said is None:
            raise Fault("bad_token", CODES["bad_token"])
        match, role, seat, generation = said.groups()
        link = Link(match, role or "seat", None if seat is None else int(seat), int(generation))
        if self.token(*link) != token:  # another spelling of the same signature
            raise Fault("bad_token", CODES["bad_token"])
        return link


def secret_of(directory: Path) -> bytes:
    """The secret that signs the links of a directory's matches; made once, readable by its owner alone."""
    path = directory / SECRET_FILE
    try:
        if not path.exists():
            _make(path)
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise FireteamError(f"the secret of the links in {path} cannot be read or made: {error}") from None
    if not _SECRET.fullmatch(text):
        raise FireteamError(
            f"{path} holds no secret; remove it and a new one is made (every link given out so far ends then)"
        )
    return bytes.fromhex(text)


def _make(path: Path) -> None:
    """Write the file whole or not at all; of two processes that begin at once, both use the first one's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not path.exists():
                os.replace(name, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
