"""Saves for other circumstances than they were written in: another content, or a beginning at a later position."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from fireteam.core.saves import HEADER, take_apart

ANSWERS = "answers:"


def with_digest(text: str, digest: str) -> str:
    """A save as if it had been made with the content of that digest; whether its answers still fit, reading it says."""
    return _closed(text, {"digest": digest})


def with_setting(text: str, setting: dict[str, Any]) -> str:
    """A save as if it had been made with that setting."""
    return _closed(text, {"setting": json.dumps(setting, sort_keys=True, separators=(", ", ": "))})


def begun_at(text: str, rules: str, rolls: int, state: dict[str, Any]) -> str:
    """A save of the same match that begins at a later position, by these rules, and has no answers yet."""
    kept = json.dumps({"rolls": rolls, "state": state}, sort_keys=True, separators=(", ", ": "))
    head, _, _ = text.partition(f"\n{ANSWERS}\n")
    return _closed(f"{head}\n{ANSWERS}\ncheckpoint: {kept}\nend: ", {"rules": rules, "start": kept}, 0)


def _closed(text: str, header: dict[str, str], answers: int | None = None) -> str:
    """A save with other lines in its header, and the checksum that belongs to it."""
    count = len(take_apart(text).lines) if answers is None else answers
    rows = text.split("\n")
    for number, name in enumerate(HEADER, 1):
        if name in header:
            rows[number] = f"{name}: {header[name]}"
    body, _, _ = "\n".join(rows).rpartition("end: ")
    return f"{body}end: {count} answers, sha256 {sha256(body.encode()).hexdigest()}\n"
