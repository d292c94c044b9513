"""The built page: its files in memory, compressed once; whatever is not among them is not there."""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

START = "index.html"
NOT_BUILT = "The page is not built yet. Run `make page` where the source is, then load this page again.\n"
_SMALL = 600
"""Bytes below which compressing gains nothing."""
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
}
_TYPES |= {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".json": "application/json"}


class PageFile(NamedTuple):
    """A file of the page as it is sent."""

    content: bytes
    packed: bytes | None
    type: str
    tag: str
    lasting: bool


def pack(content: bytes) -> bytes | None:
    """The content compressed, if that is worth it; the same content always gives the same bytes."""
    if len(content) < _SMALL:
        return None
    packed = gzip.compress(content, 9, mtime=0)
    return packed if len(packed) < len(content) * 0.9 else None


def takes_gzip(request: Request) -> bool:
    """Whether the client reads gzip."""
    return "gzip" in request.headers.get("accept-encoding", "").lower()


class PageFiles:
    """All files of the page; read again when the page was built anew."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._files: dict[str, PageFile] = {}
        self._stamp: tuple[int, int] | None = None

    def _refresh(self) -> None:
        try:
            status = (self.directory / START).stat()
            stamp = (status.st_mtime_ns, status.st_size)
        except OSError:
            stamp = None
        if stamp == self._stamp:
            return
        files = {}
        if stamp is not None:
            for path in sorted(self.directory.rglob("*")):
                if path.is_file() and not path.is_symlink():
                    name = path.relative_to(self.directory).as_posix()
                    files[name] = _read(path, lasting=name.startswith("assets/"))
        self._files, self._stamp = files, stamp

    def reply(self, name: str, request: Request) -> Response | None:
        """The reply with a file; None: there is no such file."""
        if name == START or not self._files:
            self._refresh()
        file = self._files.get(name)
        if file is None:
            return (
                PlainTextResponse(NOT_BUILT, 503, {"retry-after": "30", "cache-control": "no-store"})
                if name == START
                else None
            )
        headers = {"etag": file.tag, "vary": "accept-encoding"}
        # A file of assets has its content's hash in its name, so that a name never means something else.
        headers["cache-control"] = "public, max-age=31536000, immutable" if file.lasting else "no-cache"
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if file.packed is not None and takes_gzip(request):
            return Response(file.packed, headers={**headers, "content-encoding": "gzip"}, media_type=file.type)
        return Response(file.content, headers=headers, media_type=file.type)


def _read(path: Path, lasting: bool) -> PageFile:
    content = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    return PageFile(
        content, pack(content) if kind.startswith(("text/", "application/", "image/svg")) else None, kind, tag, lasting
    )
