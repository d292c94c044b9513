"""The page about effects names the whole vocabulary."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from fireteam.games.killteam.abilities.vocabulary import (
    Condition,
    Effect,
    Limit,
    MarkerKind,
    MarkerWindow,
    Selector,
    Token,
    When,
)
from fireteam.games.killteam.abilities.word import Until
from fireteam.games.killteam.abilities.words.dice import Statistic
from fireteam.games.killteam.abilities.words.permissions import Allowed, Forbidden, Ignored

PAGE = Path(__file__).parents[2] / "docs" / "killteam-effects.md"


def test_every_word_of_the_vocabulary_is_explained() -> None:
    named = set(re.findall(r"`([a-z_]+)", PAGE.read_text(encoding="utf-8")))
    words = [word for kind in (When, Until, Limit, Statistic, Ignored, Allowed, Forbidden) for word in get_args(kind)]
    for part in (Condition, Effect, Selector, Token, MarkerKind, MarkerWindow):
        words += [name for name in part.model_fields if name != "effects"]
    assert sorted(set(words) - named) == []
