"""Rules for people and programs: one in full, or those that a search finds."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.text import Text

from fireteam.core.rulebook import Rulebook, RuleEntry

RULE_ID = re.compile(r"[A-Za-z]{2}-[A-Za-z]+-\d+[a-z]?")
MOST = 25


def books_for(books: Sequence[Rulebook], words: str) -> list[Rulebook]:
    """The books a query is about: the one whose rule it names, else all of them."""
    if RULE_ID.fullmatch(words.strip()):
        found = [book for book in books if words.strip().upper().startswith(f"{book.prefix}-")]
        return found or list(books[:1])
    return list(books)


def wanted(book: Rulebook, words: str) -> list[RuleEntry]:
    """The rule with that id, else all rules with these words (none: the whole book)."""
    if RULE_ID.fullmatch(words.strip()):
        return [book.get(words)]
    return book.search(words) if words.strip() else list(book.rules.values())


def rules_lines(book: Rulebook, words: str, width: int) -> list[Text]:
    """What a query finds: one rule in full, several by id and title."""
    found = wanted(book, words)
    if not found:
        return [Text(f"no rule of {book.game} has the words {words!r}")]
    if len(found) == 1:
        return rule_lines(book, found[0], width)
    whole = not words.strip()
    lines = [Text(f"  {entry.id:<12} {entry.title}"[:width]) for entry in (found if whole else found[:MOST])]
    if len(found) > len(lines):
        lines.append(Text(f"  and {len(found) - len(lines)} more: add a word", "dim"))
    return [Text(f"{len(found)} rules{'' if whole else f' with {words!r}'}; an id shows one in full", "bold"), *lines]


def rule_lines(book: Rulebook, entry: RuleEntry, width: int) -> list[Text]:
    """One rule in full."""
    lines = [Text(f"{entry.id}  {entry.title}", "bold")]
    texts = [("", entry.text), ("Exactly: ", entry.predicate), ("Ruling: ", entry.ruling), ("Note: ", entry.note)]
    texts += [(f"Version {version}: ", text) for version, text in entry.versions.items()]
    for name, text in texts:
        if text:
            lines += _wrapped(name + " ".join(text.split()), width, "  ")
    if entry.option:
        option = book.options[entry.option]
        values = ", ".join(str(value).lower() for value in option.values)
        lines += _wrapped(f"Option {option.name}: {values} (default {str(option.default).lower()})", width, "  ")
    for number, example in enumerate(entry.tests):
        lines += ([Text("Examples", "dim")] if not number else []) + _wrapped(
            f"- {' '.join(example.split())}", width, "  "
        )
    if entry.needs:
        lines += _wrapped(f"See also {', '.join(entry.needs)}", width, "  ")
    return lines


def _wrapped(text: str, width: int, indent: str) -> list[Text]:
    return [Text(line) for line in textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + "  ")]


def rules_json(book: Rulebook, words: str) -> list[dict[str, Any]]:
    """What a query finds, as plain JSON data."""
    return [asdict(entry) for entry in wanted(book, words)]
