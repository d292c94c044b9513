"""How dangerous the squares of a walk are: the same numbers as the attacks themselves have."""

from __future__ import annotations

import pytest

from fireteam.core.scene import DangerSpot
from tests.escape.scene import scene


def squares(match_at: dict[str, tuple[int, int]], active: str) -> dict[str, DangerSpot]:
    """The danger of every square that a character may walk to, by its name."""
    match = scene(match_at, active=active)
    found: dict[str, DangerSpot] = {}
    while True:  # part by part
        part = match.setting.danger(match, len(found))
        assert (part["piece"], part["step"]) == (active, 100)
        found |= {spot["spot"]: spot for spot in part["spots"]}
        if part["rest"] == 0:
            return found


@pytest.mark.rule("ES-CBT-02")
@pytest.mark.parametrize(("name", "enemy"), [("jimmy", "ubume"), ("rivet", "bailiff"), ("tilt", "magnes")])
def test_next_to_an_enemy_it_is_as_dangerous_as_his_attack_is(name: str, enemy: str) -> None:
    """Attacked by hand from the next square; the mean is that of the very attack, laid out and solved."""
    found = squares({name: (7, 5), enemy: (7, 7)}, name)
    attacked = scene({name: (7, 6), enemy: (7, 7)}, active=enemy)
    mean = float(attacked.odds(f"attack {name}").mean(f"damage {name}"))
    assert mean > 0
    beside = found["7,6"]
    assert beside["threats"] == [{"piece": enemy, "mean": pytest.approx(mean), "cover": False}]
    assert (beside["at"], beside["cost"]) == ([750, 650], 1)
    away = [spot for spot in found.values() if max(abs(spot["at"][0] - 750), abs(spot["at"][1] - 750)) > 100]
    assert away
    assert all(spot["threats"] == [] for spot in away)  # two squares away nobody strikes


def test_nobody_moves_nobody_is_in_danger() -> None:
    match = scene({"jimmy": (7, 6), "ashton": (7, 5), "ubume": (7, 9)})
    assert match.setting.danger(match, 0)["spots"] == []
