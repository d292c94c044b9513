"""Whole situations of flight and of fire into a brawl with fixed dice and exact results."""

from __future__ import annotations

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, knife, weapon
from fireteam.games.necromunda.positions import gap
from fireteam.games.necromunda.sight import eye_of, hidden_points
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING
from fireteam.games.necromunda.status import ACTIVE, ENGAGED, status_of
from fireteam.space.plane.free.plan import IMPASSABLE, OPAQUE, SOLID, Block
from tests.necromunda.ground import box
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, place

WALL = Block("wall", box(-1.0, 0.2, -0.8, 4.0), 0, 400, IMPASSABLE | SOLID | OPAQUE)


def fleeing() -> Match:
    """D is Broken and Engaged with X; X strikes at it as it breaks off, and it goes down."""
    match = lay(
        [fighter("D")], [fighter("X", knife(), i=3)], {"D": (0, 0), "X": (1, 0, 0, 180)}, [5, 4, 6, 4, 3], active="D",
        on=field(WALL), models={"D": {"conditions": frozenset({"broken"})}}, ready=[],
    )  # fmt: skip
    answer(match, "X strikes", "fight with knife")
    return match


def may(match: Match, key: str) -> bool:
    """Whether an answer is legal."""
    assert match.decision is not None
    return match.decision.find(key) is not None


@pytest.mark.rule(
    "NE-BRK-01", "NE-BRK-03", "NE-BRK-04", "NE-ENG-03", "NE-CC-08", "NE-STD-13", "NE-NRV-01", "NE-SI-01", "NE-HIT-01",
    "NE-MEAS-03",
)  # fmt: skip
def test_a_broken_fighter_is_cut_down_while_fleeing() -> None:
    match = fleeing()
    assert model(match, "D").stance == INJURED and model(match, "D").wounds == 0 and all_dice_used(match)
    assert match.decision is not None and match.decision.topic == "refuge of D", "X neither finishes it nor moves"
    refuge = match.decision.find("to 28.08,30.72 up 0.00")
    assert refuge is not None and refuge.args[3] == pytest.approx(2.49, abs=0.01), "the way round the end of the wall"
    refused = {"to 27.60,29.75": "seen", "to 28.20,30.60": "20 of 25 points hidden", "to 28.40,30.75": "too near"}
    assert [key for key in refused if may(match, f"{key} up 0.00")] == []
    answer(match, "to 28.08,30.72 up 0.00")
    events = [event for event in match.log if event.params.get("who") == "D" and "x" in event.params]
    assert (events[-1].params["x"], events[-1].params["y"]) == (2808, 3072)
    down = model(match, "D")
    assert place(match, "D") == (-1.92, 0.72) and down.stance == INJURED and "broken" in down.conditions
    table = match.setting.table(match.state, False)
    assert hidden_points(table, eye_of(table, 1), 0) == 25
    assert gap(table, 0, 1) == pytest.approx(2.02, abs=0.05), "the farthest hidden place in reach"
    assert place(match, "X") == (1, 0) and status_of(table, 1) == ACTIVE


@pytest.mark.rule(
    "NE-STD-09", "NE-STD-10", "NE-SHT-01", "NE-SHT-03", "NE-SHT-05", "NE-SHT-07", "NE-SHT-10", "NE-SHT-11", "NE-SHT-12",
    "NE-TRT-04", "NE-TRT-23", "NE-TST-01", "NE-TST-02",
)  # fmt: skip
def test_a_burst_into_a_brawl() -> None:
    gun = weapon("stutter gun", "Rapid Fire (2)", short=12, long=24, accuracy=(1, 0), strength=4, ap=-1, ammo=4)
    match = lay(
        [fighter("A", gun, bs=3), fighter("F")], [fighter("N"), fighter("K")],
        {"A": (0, 0, 0, 0), "N": (9, 1.2), "K": (11, 0, 0, 0), "F": (12, 0, 0, 180)},
        # Cool; to hit; two Firepower dice; two Ammo tests; the strays: N, F, then N; the wounds of F and N, an injury.
        [3, 5, 1, 1, 1, 2, 3, 5, 2, 3, 4, 1, 2], active="A",
    )  # fmt: skip
    table = match.setting.table(match.state, False)
    assert gap(table, 0, number(match, "K")) == 10 and gap(table, 0, number(match, "N")) == pytest.approx(
        8.08, abs=0.01
    )
    answer(match, "aim", "shoot K with stutter gun", "take 2 Firepower dice")
    rolls = [event.params for event in match.log if event.code == "hit_roll"]
    assert [(roll["needed"], roll["bonus"], roll["passed"]) for roll in rolls] == [(3, 1, False)]  # +1 +1 -1
    shooter, friend, near = model(match, "A"), model(match, "F"), model(match, "N")
    assert shooter.lost == {"stutter-gun"}
    assert (friend.stance, friend.wounds, friend.flesh) == (STANDING, 0, 1)
    assert (near.stance, near.wounds, near.flesh) == (PINNED, 1, 0)
    assert (model(match, "K").stance, model(match, "K").wounds) == (STANDING, 1)
    table = match.setting.table(match.state, False)
    assert status_of(table, number(match, "F")) == ENGAGED == status_of(table, number(match, "K"))
    assert match.state.active != 0 and all_dice_used(match), "both actions are used"
