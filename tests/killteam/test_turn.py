"""The strategy phase: initiative, command points, ready operatives (KT-TURN, KT-INIT, KT-READY)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.state import ENGAGE, EXPENDED, READY
from fireteam.kit.arena import match_at

CARDS = (arena.card("a1"), arena.card("a2"), arena.card("b1"), arena.card("b2"))
SEATS = (0, 0, 1, 1)


def at(phase: str, dice: list[int] | None = None, **given: Any) -> Match:
    """Two operatives a side, far from one another on a bare board."""
    places = {0: (200, 400), 1: (200, 1800), 2: (2800, 400), 3: (2800, 1800)}
    operatives = {
        who: {"x": x, "y": y, "readiness": READY, **given.pop(f"o{who}", {})} for who, (x, y) in places.items()
    }
    setting, state = arena.position(CARDS, SEATS, operatives=operatives, phase=phase, **given)
    return match_at(setting, state, Given(dice or []))


@pytest.mark.rule("KT-TURN-01")
def test_a_turning_point_is_initiative_ready_gambit_firefight() -> None:
    match = at("initiative", turning_point=0)
    while not match.over and match.decision.topic == "gambit":
        match.answer(match.decision.options[-1])
    codes = [event.code for event in match.log]
    assert codes[0] == "turning_point"
    assert codes.index("turning_point") < codes.index("cp_gained")
    assert match.state.phase == "firefight"
    assert match.decision.topic == "operative to activate"


@pytest.mark.rule("KT-INIT-01")
def test_no_dice_are_rolled_for_initiative_in_the_first_turning_point() -> None:
    match = at("initiative", [], turning_point=0, initiative=1)
    assert match.decision is not None
    assert match.state.turning_point == 1
    assert match.state.initiative == 1
    assert "roll_off" not in [event.code for event in match.log]


@pytest.mark.rule("KT-INIT-02")
@pytest.mark.parametrize(("dice", "chooser"), [([5, 3], 0), ([2, 6], 1)])
@pytest.mark.parametrize("holder", [0, 1])
def test_the_winner_of_the_roll_off_names_the_player(dice: list[int], chooser: int, holder: int) -> None:
    match = at("initiative", dice, turning_point=1, initiative=holder)
    assert match.decision.topic == "who has initiative"
    assert match.decision.seat == chooser
    assert sorted(match.decision.keys()) == ["initiative 0", "initiative 1"]
    match.answer(f"initiative {1 - chooser}")
    assert match.state.initiative == 1 - chooser


@pytest.mark.rule("KT-INIT-03")
@pytest.mark.parametrize("holder", [0, 1])
def test_a_tie_lets_the_player_without_initiative_choose(holder: int) -> None:
    match = at("initiative", [4, 4], turning_point=2, initiative=holder)
    assert match.decision.seat == 1 - holder
    match.answer(f"initiative {holder}")
    assert match.state.initiative == holder
    assert [event.code for event in match.log].count("roll_off") == 1


@pytest.mark.rule("KT-READY-01")
def test_each_player_gains_one_command_point_in_the_first_turning_point() -> None:
    match = at("ready", turning_point=1, cp=(2, 2))
    assert match.decision.topic in ("gambit", "operative to activate")
    assert match.state.cp == (3, 3)


@pytest.mark.rule("KT-READY-02")
@pytest.mark.parametrize(("holder", "cp"), [(0, (1, 2)), (1, (2, 1))])
def test_later_the_player_without_initiative_gains_two(holder: int, cp: tuple[int, int]) -> None:
    assert at("ready", turning_point=2, initiative=holder).decision is not None
    match = at("ready", turning_point=2, initiative=holder, cp=(0, 0))
    assert match.decision is not None
    assert match.state.cp == cp
    kept = at("ready", turning_point=3, initiative=holder, cp=(3, 1))
    assert kept.decision is not None
    assert kept.state.cp == (3 + cp[0], 1 + cp[1]), "unspent points are kept"


@pytest.mark.rule("KT-READY-03")
def test_operatives_are_ready_again_and_keep_their_orders() -> None:
    match = at("ready", turning_point=2, o0={"readiness": EXPENDED, "order": ENGAGE, "counteracted": True})
    assert match.decision is not None
    operative = match.state.operatives[0]
    assert (operative.readiness, operative.order, operative.counteracted) == (READY, ENGAGE, False)
