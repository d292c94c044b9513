"""Reads YAML data files into plain data, remembering the line of every entry, so that errors can name it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from fireteam.core.errors import PackError

Lines = dict[tuple[str | int, ...], int]
"""From the path of an entry (keys and indices) to its line, counted from 1."""

LARGEST_FILE = 4 * 1024 * 1024
DEEPEST_NESTING = 40

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(?:[0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})(?:[eE][-+]?[0-9]{1,2})?")
_WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}
_STRING_TAGS = (None, "!", "tag:yaml.org,2002:str")


def read_yaml(path: Path | str, largest: int = LARGEST_FILE) -> tuple[object, Lines]:
    """The data of a YAML file of at most so many bytes, and the line of each of its entries."""
    file = str(path)
    try:
        with open(path, "rb") as stream:
            raw = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        raise PackError(file, 0, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > largest:
        size = f"{largest // 1024 // 1024} MB" if largest >= 1024 * 1024 else f"{largest // 1024} KB"
        raise PackError(file, 0, f"is larger than {size}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PackError(file, raw.count(b"\n", 0, error.start) + 1, "is not UTF-8 text") from None
    return parse_yaml(text, file)


def parse_yaml(text: str, file: str) -> tuple[object, Lines]:
    """The data of a YAML text and the line of each of its entries; `file` is only named in errors."""
    reader = _Reader(file)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        # At the end of a text libyaml may point one line too far.
        last = max(1, len(text.splitlines()))
        line, begun = (min(mark.line + 1, last) if mark else 0 for mark in (error.problem_mark, error.context_mark))
        reason = " ".join(part for part in (error.context, error.problem) if part)
        where = f" (begun on line {begun})" if begun and begun != line else ""
        raise PackError(file, line or begun, f"is not valid YAML: {reason}{where}") from None
    except yaml.reader.ReaderError as error:
        line = text.encode("utf-8", "replace").count(b"\n", 0, max(0, error.position)) + 1
        raise PackError(file, line, f"is not valid YAML: {error.reason}") from None
    except UnicodeEncodeError as error:
        raise PackError(file, text.count("\n", 0, error.start) + 1, "is not UTF-8 text") from None
    return reader.data, reader.lines


class _Reader:
    """Builds data from parser events without recursion, so that no nesting, however deep, can exhaust the stack."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: object = None
        self.lines: Lines = {}
        self.documents = 0
        self.stack: list[tuple[tuple[str | int, ...], dict[str | int, object] | list[object]]] = []
        self.key: str | int | None = None

    def take(self, event: Any) -> None:
        """Work in one parser event."""
        if isinstance(event, yaml.ScalarEvent):
            self.scalar(event)
        elif isinstance(event, yaml.MappingStartEvent):
            self.open({}, event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self.open([], event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.stack.pop()
        elif isinstance(event, yaml.AliasEvent):
            self.refuse(event, "aliases (*name) are not used in data files; write the entry out")
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.refuse(event, "holds more than one YAML document")

    def refuse(self, event: Any, reason: str) -> None:
        """Stop with the line of the event."""
        raise PackError(self.file, event.start_mark.line + 1, reason)

    def scalar(self, event: Any) -> None:
        """A key or a value."""
        if event.tag not in _STRING_TAGS:
            self.refuse(event, f"tag {event.tag} is not used in data files")
        value = plain_value(event.value) if event.implicit[0] else event.value
        if self.stack and self.key is None and isinstance(self.stack[-1][1], dict):
            self.name(value, event)
            return
        path = self.put(value, event)
        if event.style == "|":
            # The rows of a literal block, a map for instance, have lines of their own.
            first = event.start_mark.line + 2
            for row in range(event.value.count("\n")):
                self.lines[(*path, row)] = first + row

    def name(self, key: object, event: Any) -> None:
        """The key of the entry that comes next."""
        path, holder = self.stack[-1]
        if isinstance(key, bool) or not isinstance(key, (str, int)):
            self.refuse(event, f"a key must be a word or a whole number, not {event.value!r}")
        assert isinstance(key, (str, int))
        if key in holder:
            self.refuse(event, f"key {str(key)!r} is given twice; first on line {self.lines[(*path, key)]}")
        self.key = key
        self.lines[(*path, key)] = event.start_mark.line + 1

    def open(self, holder: dict[str | int, object] | list[object], event: Any) -> None:
        """A mapping or sequence begins."""
        if event.tag is not None and event.tag != "!":
            self.refuse(event, f"tag {event.tag} is not used in data files")
        if self.stack and self.key is None and isinstance(self.stack[-1][1], dict):
            self.refuse(event, "a key must be a word or a whole number, not a list or mapping")
        if len(self.stack) >= DEEPEST_NESTING:
            self.refuse(event, f"is nested more than {DEEPEST_NESTING} deep")
        self.stack.append((self.put(holder, event), holder))

    def put(self, value: object, event: Any) -> tuple[str | int, ...]:
        """Hang a value where it belongs; its path."""
        if not self.stack:
            self.data = value
            self.lines[()] = event.start_mark.line + 1
            return ()
        path, holder = self.stack[-1]
        if isinstance(holder, list):
            here: tuple[str | int, ...] = (*path, len(holder))
            self.lines[here] = event.start_mark.line + 1
            holder.append(value)
        else:
            assert self.key is not None
            here = (*path, self.key)
            holder[self.key] = value
            self.key = None
        return here


def plain_value(text: str) -> object:
    """What an unquoted word means: YAML 1.2 words only, so that `no`, `on` and `1:30` stay words."""
    if text in _WORDS:
        return _WORDS[text]
    if INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def line_of(lines: Lines, path: Iterable[str | int]) -> int:
    """The line of an entry, or of the nearest entry around it that is known."""
    parts = tuple(path)
    while parts and parts not in lines:
        parts = parts[:-1]
    return lines.get(parts, 0)


def name_of(path: Iterable[str | int]) -> str:
    """An entry's path as people write it: characters[2].skills[0]."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "the file"


def suggestion(word: object, known: Iterable[object]) -> str:
    """`; did you mean 'colour'?` where a known word is close, otherwise nothing."""
    names = {str(name).lower(): str(name) for name in known}
    close = difflib.get_close_matches(str(word).lower(), names, n=1)
    return f"; did you mean {names[close[0]]!r}?" if close else ""
