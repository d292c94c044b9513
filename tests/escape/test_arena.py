"""Positions laid by hand: every mistake is an error that names what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import SetupError
from fireteam.games.escape import GAME, arena
from fireteam.kit.arena import PositionError
from tests.escape.scene import scene

MISTAKES: dict[str, dict[str, Any]] = {
    "tilt and ashton both stand on 6,9": {"at": {"tilt": (6, 9), "ashton": (6, 9)}},
    "40,2 is off the board": {"at": {"tilt": (40, 2)}},
    "tilt stands on 6,9 and is off the board": {"at": {"tilt": (6, 9)}, "left": ["tilt"]},
    "the damage of tilt is 40; it can be 0 to": {"at": {"tilt": (6, 9)}, "damage": {"tilt": 40}},
    "the damage of tilt is -1": {"at": {"tilt": (6, 9)}, "damage": {"tilt": -1}},
    "no character 'titl'.*did you mean 'tilt'": {"at": {"titl": (6, 9)}},
    "no character 'nobody'": {"courier": "nobody"},
    "no statistic 'move'": {"at": {"tilt": (6, 9)}, "used": {"tilt": {"move": 1}}},
    "no field of a position 'revolutoin'": {"revolutoin": 2},
    "no phase 'deply'": {"phase": "deply"},
    "no side 'rebels'": {"acting": "rebels"},
    "the event is 13; it can be 0 to 12": {"event": 13},
    "no door 'Z99'": {"open_doors": ["Z99"]},
    "no terminal 'T9'": {"hacked": ["T9"]},
    "no area '!'": {"dark": "!"},
    "no label of a piece of equipment 'lamp'": {"equipment": [((6, 9), "lamp")]},
    "the number of 'radio' that nobody has seen is -1": {"equipment": [((6, 9), "radio")] * 9},
    "no value of a crate '9'": {"at": {"tilt": (6, 9)}, "holds": {"tilt": "9"}},
    "there is no wall between 6,9 and 12,2": {"broken_walls": [((6, 9), (12, 2))]},
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_named(message: str) -> None:
    given = {"at": {}, **MISTAKES[message]}
    with pytest.raises(PositionError, match=message):
        scene(given.pop("at"), **given)


def test_a_position_needs_a_scenario() -> None:
    setting = GAME.prepare(scenario=None, options={}, pack=None, setup={})
    with pytest.raises(PositionError, match="needs a scenario"):
        arena.lay(setting, None, {})


def test_a_wrong_option_is_named_before_anything_is_laid() -> None:
    with pytest.raises(SetupError, match="distance_metric"):
        scene({}, options={"distance_metric": "miles"})


def test_a_position_from_before_there_was_an_agenda_opens() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton")
    assert match.decision is not None
    dump = match.state.dump()
    old = {name: value for name, value in dump.items() if name != "agenda"}
    assert match.setting.load_state(old).dump() == dump
