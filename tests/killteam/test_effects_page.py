"""The page about effects names the whole vocabulary."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from fireteam.games.killteam.abilities import vocabulary
from fireteam.games.killteam.abilities.vocabulary import Condition, Effect, MarkerKind, MarkerWindow, Selector, Token

PAGE = Path(__file__).parents[2] / "docs" / "killteam-effects.md"


def test_every_word_of_the_vocabulary_is_explained() -> None:
    named = set(re.findall(r"`([a-z_]+)", PAGE.read_text(encoding="utf-8")))
    words = [
        word
        for kind in (
            vocabulary.When,
            vocabulary.Until,
            vocabulary.Limit,
            vocabulary.Statistic,
            vocabulary.Ignored,
            vocabulary.Allowed,
            vocabulary.Forbidden,
        )
        for word in get_args(kind)
    ]
    for part in (Condition, Effect, Selector, Token, MarkerKind, MarkerWindow):
        words += [name for name in part.model_fields if name != "effects"]
    assert sorted(set(words) - named) == []
