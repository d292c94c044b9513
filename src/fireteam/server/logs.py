"""The server's log: readable lines or one JSON object a line; a link's token is never in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TextIO

LOGGER = logging.getLogger("fireteam.server")

KINDS = ("text", "json")
# A link is match.role.generation.signature; whoever reads the log must not be able to sit down at a seat.
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}\.(?:host|watch|seat[0-9])\.[0-9]{1,9}\.[A-Za-z0-9_-]+", re.ASCII)
_BEARER = re.compile(r"(bearer\s+)[^\s\"',}]+", re.IGNORECASE)

_STANDARD = frozenset(
    {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName", "color_message", "websocket"}
)
"""What every record has; anything else was given as `extra` and is shown."""


def clean(text: str) -> str:
    """The text without tokens, and without what could look like another line or colour a terminal."""
    text = _BEARER.sub(r"\1(link)", _TOKEN.sub("(link)", text))
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def _clean_all(value: object) -> object:
    """Plain data of the same shape, with every text in it cleaned."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_clean_all(part) for part in value]
    return clean(str(value))


class _Formatter(logging.Formatter):
    """Both forms: the time in UTC, the level, the message, and further fields."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        fields = {name: value for name, value in record.__dict__.items() if name not in _STANDARD}
        trouble = self.formatException(record.exc_info) if record.exc_info else ""
        if self.as_json:
            found: dict[str, object] = {
                "time": time,
                "level": record.levelname.lower(),
                "logger": record.name,
                "message": clean(record.getMessage()),
            }
            found |= {name: _clean_all(value) for name, value in fields.items() if name not in found}
            if trouble:
                found["traceback"] = clean(trouble)
            return json.dumps(found, ensure_ascii=False)
        message = clean(record.getMessage()).replace("\n", "\\n")
        more = "".join(
            f" {name}={str(value)!r}" if isinstance(value, str) else f" {name}={value}"
            for name, value in fields.items()
        )
        return f"{time} {record.levelname.lower():<7} {message}{clean(more)}" + (
            f"\n{clean(trouble)}" if trouble else ""
        )


_NOISE = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request")


class _Worth(logging.Filter):
    """Drops what any stranger could fill the log with: a frame that is not text comes with a traceback otherwise."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.name.startswith("uvicorn") and record.getMessage().startswith(_NOISE))


def set_up(kind: str = "text", stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send the log of this process to a stream (stderr) in one of the two forms."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Formatter(kind == "json"))
    handler.addFilter(_Worth())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("fireteam").setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        # That a socket came or went is in the metrics.
        logger.setLevel(logging.WARNING)
