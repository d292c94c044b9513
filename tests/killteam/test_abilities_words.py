"""Every word of the vocabulary is one class, and nobody else speaks its name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from pydantic import ValidationError

from fireteam.games.killteam.abilities import vocabulary
from fireteam.games.killteam.abilities.word import Condition, Effect, Lasting, Word
from fireteam.games.killteam.abilities.words.dice import Modify
from fireteam.games.killteam.content import packs

RULES = Path(packs.__file__).parents[1]
ABILITIES = "fireteam.games.killteam.abilities"
WORDS: dict[str, list[type[Word]]] = {
    name: [known[name] for known in (Effect.known, Condition.known) if name in known]
    for name in (*Effect.known, *Condition.known)
}
SAME_TEXT = {
    ("abilities/conditions.py", "marker"): "what a fault calls it",
    ("abilities/entries.py", "cp"): "a field of ploys",
    ("abilities/grants.py", "reroll"): "how dice know a re-roll",
    ("abilities/words/__init__.py", "damage"): "a module",
    ("abilities/words/dice.py", "move"): "a stat",
    ("abilities/words/dice.py", "weapon"): "what a fault calls it",
    ("abilities/words/moving.py", "weapon"): "what a fault calls it",
    ("content/check.py", "move"): "a stat",
    ("setting.py", "damage"): "a record of a sequence",
}
"""Where a text is no word of the vocabulary although it reads like one."""


def texts(tree: ast.Module) -> set[str]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def knows_entries(file: Path, tree: ast.Module) -> bool:
    """Whether a module belongs to the abilities, or imports something of them."""
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return file.relative_to(RULES).parts[0] == "abilities" or any(name.startswith(ABILITIES) for name in imported)


def test_the_name_of_a_word_stands_in_its_own_module_alone() -> None:
    """Whoever has to do with entries asks the class of a word, or calls its windows."""
    found = set()
    for file in sorted(RULES.rglob("*.py")):
        tree, name = ast.parse(file.read_text(encoding="utf-8")), file.relative_to(RULES).as_posix()
        if knows_entries(file, tree):
            home = f"fireteam.games.killteam.{name.removesuffix('.py').replace('/', '.')}"
            spoken = texts(tree) & WORDS.keys()
            found |= {(name, word) for word in spoken if home not in [kind.__module__ for kind in WORDS[word]]}
    assert found == SAME_TEXT.keys()


def test_every_word_says_what_it_is() -> None:
    for effect in Effect.known.values():
        assert effect.__doc__ and effect.worth > 0 and effect.word in vocabulary.Effect.model_fields
    for name, condition in Condition.known.items():
        assert name in vocabulary.Condition.model_fields
        assert condition.__doc__ or condition.text


def test_a_word_has_its_defaults_and_what_a_pack_gives_it() -> None:
    part = vocabulary.Effect.model_validate({"modify": {"stat": "move", "by": -2, "until": "end_of_tp"}})
    word = Effect.written(part)
    assert isinstance(word, Modify)
    assert (word.stat, word.by, word.until, word.about()) == ("move", -2, "end_of_tp", "move")
    for wrong in ({"stat": "move", "by": 3, "until": "end_of_tp"}, {"stat": "move", "by": 0, "until": "end_of_tp"}):
        with pytest.raises(ValidationError):
            vocabulary.Effect.model_validate({"modify": wrong})


def test_no_field_takes_the_place_of_a_window() -> None:
    with pytest.raises(TypeError, match="Wrong: every word has a 'bestow' already"):

        class Wrong(Lasting):
            bestow: int  # type: ignore[assignment]  # what is refused
