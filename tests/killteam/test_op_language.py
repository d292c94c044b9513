"""The language of ops: each word is one class in one module, and a new one needs no other place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fireteam.games.killteam.content.ops import Count, keyed
from fireteam.games.killteam.ops import action_conditions, action_effects, filters, markers, measures, origins, points
from fireteam.games.killteam.ops.filters import Limit
from fireteam.games.killteam.ops.measures import Apl, Kills, Operatives
from fireteam.games.killteam.ops.things import Moment, Scope
from fireteam.games.killteam.ops.words import Word
from fireteam.kit.content.models import Part, Positive
from tests.killteam.opfield import MATRON, NEEDLE, PRIOR, field

GAME = Path(filters.__file__).parents[1]
PAGE = Path(__file__).parents[2] / "docs" / "killteam-ops.md"
FAMILIES: tuple[type[Word], ...] = (
    measures.Measure, filters.Limit, origins.Origin, points.PointMeasure, action_conditions.ActionCondition,
    action_conditions.Forbidden, action_conditions.KeyCondition, action_effects.ActionEffect, markers.Where,
)  # fmt: skip
SPEAKS_OF_OPS = ("ops/", "content/ops.py", "content/check_ops.py", "show/op_words.py", "bot/values.py")
"""Where a common word such as `side` could mean nothing but that of ops."""
OTHER_LANGUAGES = ("abilities/", "content/check.py")
"""Where effects of abilities have words of the same name."""
NO_WORDS = {
    "ops": ("centre", "within", "actions"),  # a part of the killzone, a key of actions, a key of ops
    "bot": ("centre",),
    "content": ("actions",),
}
"""Strings that are spelt like a word and mean something else."""


def homes() -> dict[str, set[str]]:
    """The modules in which each word is a class."""
    found: dict[str, set[str]] = {}
    for family in FAMILIES:
        for name, word in family.known.items():
            found.setdefault(name, set()).add(f"ops/{word.__module__.rpartition('.')[2]}.py")
    return found


def strings(file: Path) -> Iterator[str]:
    """Every string of a module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_a_word_is_named_in_its_own_module_alone() -> None:
    known = homes()
    assert len(known) > 60
    wrong = []
    for file in sorted(GAME.rglob("*.py")):
        module = file.relative_to(GAME).as_posix()
        for text in strings(file):
            meant = module.startswith(SPEAKS_OF_OPS) or ("_" in text and not module.startswith(OTHER_LANGUAGES))
            if meant and module not in known.get(text, {module}) and text not in NO_WORDS.get(file.parent.name, ()):
                wrong.append(f"{module}: {text}")
    assert wrong == []


def test_every_word_of_ops_is_explained() -> None:
    named = set(re.findall(r"`([a-z0-9_]+)", PAGE.read_text(encoding="utf-8")))
    assert sorted(set(homes()) - named) == []


def test_every_word_says_what_it_means() -> None:
    for family in FAMILIES:
        for word in family.known.values():
            assert word.__doc__ and word.__doc__ != word.__mro__[1].__doc__


@pytest.fixture
def new_word() -> Iterator[type[Limit]]:
    """A word that this project does not have; gone after the test."""

    class WoundsAtMost(Limit):
        """The operative has no more wounds left."""

        name, text = "wounds_max", "with {value} wounds or fewer"
        value: Positive

        def operative(self, m: Moment, who: int) -> bool:
            return m.t.operative(who).wounds <= self.value

    yield WoundsAtMost
    del Limit.known["wounds_max"]


def test_a_new_word_is_one_class(new_word: type[Limit]) -> None:
    """Schema, check, words and play know it at once."""
    model = keyed("Filter", Part, Limit.known, "With one word more.")
    assert model.model_json_schema()["properties"]["wounds_max"]["anyOf"][0]["minimum"] == 1
    with pytest.raises(ValueError, match="greater than or equal to 1"):
        model.model_validate({"wounds_max": 0})
    assert "wounds_max" in Operatives.filters() and "wounds_max" in Apl.filters()
    assert "wounds_max" not in Kills.filters()
    wanted = model.model_validate({"side": "enemy", "wounds_max": 3})
    t = field(
        {PRIOR: (700, 300), MATRON: (2300, 300), NEEDLE: (2300, 600)},
        operatives={PRIOR: {"wounds": 1}, MATRON: {"wounds": 3}},
    )
    few = Operatives(Scope("test-op", False), wanted)
    assert [t.name(who) for who in few.things(Moment(t, 0))] == [MATRON] and few.amount(Moment(t, 1)) == 1
    assert few.said() == "operatives of the enemy with 3 wounds or fewer"
    assert Count.model_validate({"measure": "operatives"}).measure == "operatives"
