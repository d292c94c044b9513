"""The law of words: every event, kind of option and topic that the rules of a game can bring has words, and there are
no words for what they never bring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

import fireteam
from fireteam.kit.game import Game
from fireteam.kit.setting import Setting
from fireteam.kit.words import Catalogue
from tests.kit.laws.games import GAMES

PLACE = re.compile(r"\{\w+\}")
games = pytest.mark.parametrize("name", GAMES)


def words(name: str) -> Catalogue:
    """The catalogue of a game."""
    setting = fireteam.new(name, scenario=next(iter(fireteam.game(name).scenarios())), seed=1).setting
    assert isinstance(setting, Setting)
    return setting.show.words


def sources(name: str) -> list[ast.Module]:
    """All modules of a game's own code, its words aside."""
    game = fireteam.game(name)
    assert isinstance(game, Game)
    files = sorted(file for file in game.folder().rglob("*.py") if file.parent.name != "show")
    return [ast.parse(file.read_text(encoding="utf-8")) for file in files]


@cache
def calls(name: str) -> tuple[tuple[str, ast.Call], ...]:
    """Every call in a game's own code, with the name of what is called."""
    return tuple(
        (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""), node)
        for module in sources(name)
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
    )


def texts(node: ast.expr) -> Iterator[str]:
    """The texts that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def given(name: str, called: str, place: int) -> set[str]:
    """The texts given to calls of that name, at that place among the arguments."""
    return {
        text
        for who, call in calls(name)
        if who == called and len(call.args) > place
        for text in texts(call.args[place])
    }


@cache
def spoken(name: str) -> frozenset[str]:
    """Every text in a game's rules."""
    return frozenset(
        node.value
        for module in sources(name)
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@games
def test_every_event_has_words(name: str) -> None:
    told, known = given(name, "tell", 0), {code.partition(".")[0] for code in words(name).events}
    assert len(told) > 40 and not told - known
    assert not known - spoken(name), "words that no rule brings"


@games
def test_every_kind_of_option_has_words(name: str) -> None:
    kinds = (
        given(name, "option", 0) | given(name, "Option", 1) | given(name, "Places", 0) | given(name, "options_of", 0)
    )
    known = {code.partition(".")[0] for code in words(name).options}
    assert len(kinds) > 30 and not kinds - known
    assert not known - spoken(name), "words that no rule brings"


@games
def test_every_form_of_a_topic_has_words(name: str) -> None:
    """Also one that holds another topic: by itself, or together with what it holds."""
    forms = given(name, "topic", 0) | given(name, "ask", 1) | given(name, "Roll", 1)
    known = {*words(name).topics, *words(name).rolls}
    composed = {PLACE.sub(inner, form, count=1): form for form in forms for inner in forms if PLACE.search(form)}
    brought = forms | composed.keys()
    assert len(forms) > 20
    assert not {form for form in forms - known if form not in {composed[whole] for whole in composed.keys() & known}}
    assert not known - brought - spoken(name), "words that no rule brings"
