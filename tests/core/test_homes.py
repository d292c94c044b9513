"""Homes: where a rule is carried out, read from the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.core.homes import faults, home_of
from fireteam.core.rulebook import Rulebook, load_rulebook

BOOK = """
game: Small
prefix: SM
version: '1'
chapters:
  A: {title: Acting, home: [acting, cards.actions]}
rules:
  - {id: SM-A-01, title: One, rule: First.}
  - {id: SM-A-02, title: Two, rule: Second.}
  - {id: SM-A-03, title: Three, rule: Third.}
"""
ACTING = '''
def first():
    """The first (SM-A-01, SM-A-02)."""

class Second:
    """The second (SM-A-02)."""

    def also(self):
        """The first again (see SM-A-01 and SM-A-03), and all of it (SM-A-01 to SM-A-03)."""
'''
ACTIONS = '''
LIMIT = 3
"""Not more than that (SM-A-03)."""
'''


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    (tmp_path / "book.yaml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "cards").mkdir()
    (tmp_path / "acting.py").write_text(ACTING, encoding="utf-8")
    (tmp_path / "cards" / "actions.py").write_text(ACTIONS, encoding="utf-8")
    (tmp_path / "elsewhere.py").write_text(ACTING, encoding="utf-8")
    return load_rulebook(tmp_path / "book.yaml")


def test_the_home_of_a_rule_is_whoever_names_it_earliest(book: Rulebook, tmp_path: Path) -> None:
    found = [home_of(book, tmp_path, rule) for rule in book.rules]
    assert [(home.name, home.file.name, home.line) for home in found if home is not None] == [
        ("first", "acting.py", 2),
        ("Second", "acting.py", 5),
        ("LIMIT", "actions.py", 2),
    ]
    assert faults(book, tmp_path) == []


def test_a_rule_without_a_home_or_with_two_is_found(book: Rulebook, tmp_path: Path) -> None:
    (tmp_path / "cards" / "actions.py").write_text(ACTIONS.replace("03", "02"), encoding="utf-8")
    assert faults(book, tmp_path) == [
        "SM-A-02 has two homes: acting.py:5 Second and cards/actions.py:2 LIMIT",
        "SM-A-03 has no home: no docstring in acting, cards.actions names it",
    ]
