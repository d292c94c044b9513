"""Blasts and templates."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, weapon
from fireteam.games.necromunda.blasts import save_from_cover
from fireteam.games.necromunda.sight import FULL, PARTIAL
from fireteam.games.necromunda.state import PINNED, STANDING
from fireteam.space.plane.free.blasts import scattered, under
from fireteam.space.plane.free.plan import IMPASSABLE, OPAQUE, SOLID, Block, Floor
from fireteam.space.plane.model import Body
from tests.necromunda.scene import all_dice_used, answer, lay, model

POT = weapon("pot", "Blast (3)", short=6, long=24, strength=3)
FLAMER = weapon("flamer", "Template", template=True, strength=4, ap=-1, ammo=5)


def blast(dice: list[int], at: dict[str, Any], *pieces: Any, key: str = "shoot E with pot", arm: Any = POT) -> Match:
    """A fires a blast at E."""
    blue = [fighter(name) for name in at if name not in ("A", "B")]
    red = [fighter("A", arm), *([fighter("B")] if "B" in at else [])]
    match = lay(
        red, blue, {"A": (0, 0, 0, 0), **{k: v for k, v in at.items() if k != "A"}}, dice, active="A", on=field(*pieces)
    )
    answer(match, *key.split("; "))
    return match


@pytest.mark.rule("NE-BLS-02")
def test_everybody_under_the_marker_is_hit() -> None:
    match = blast([4, 1, 1], {"E": (10, 0), "F": (11.4, 0), "G": (10, 2.1)})
    assert [model(match, name).stance for name in "EFG"] == [PINNED, PINNED, STANDING] and all_dice_used(match)


@pytest.mark.rule("NE-BLS-02", "NE-DICE-04")
def test_a_miss_scatters() -> None:
    match = blast([2, 3, 90, 4, 1], {"E": (10, 0), "B": (10, 5)})
    assert model(match, "E").stance == STANDING and model(match, "B").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-BLS-03")
def test_a_misfire_falls_on_the_shooter_or_is_a_dud() -> None:
    match = blast([2, 1, 90, 1, 1, 1], {"E": (10, 0)})
    assert model(match, "A").stance == PINNED and all_dice_used(match)
    match = blast([2, 2, 90, 1, 4], {"E": (10, 0)})
    assert model(match, "A").stance == STANDING and model(match, "E").stance == STANDING and all_dice_used(match)
    match = blast([2, 2, 360, 3, 1], {"E": (10, 0), "F": (13, 0)})
    assert model(match, "F").stance == PINNED and all_dice_used(match)  # the small arrow


@pytest.mark.rule("NE-BLS-01")
def test_a_far_point_is_pulled_back_to_long_range() -> None:
    match = blast([4], {"E": (0, 25)}, key="aim pot at a point; at 58.00,30.00")
    assert all_dice_used(match)
    (event,) = [event for event in match.log if event.code == "explodes"]
    assert event.params["x"] == 5450


@pytest.mark.rule("NE-BLS-02")
def test_a_slab_keeps_a_blast_off_who_is_below() -> None:
    plan = field(
        Floor("deck", ((3900, 2900), (4300, 2900), (4300, 3300), (3900, 3300)), 200, thickness=20, bits=SOLID | OPAQUE)
    )
    below, above = Body(4100, 3100, 0, 0.5, 160), Body(4100, 3100, 200, 0.5, 160)
    table = plan.under()
    assert under(table, (4100, 3050, 200), 2.5, above) and not under(table, (4100, 3050, 200), 2.5, below)


@pytest.mark.rule("NE-BLS-02")
def test_walls_stop_a_scattering_marker() -> None:
    wall = Block("wall", ((3350, 2500), (3400, 2500), (3400, 3500), (3350, 3500)), 0, 400, IMPASSABLE | SOLID | OPAQUE)
    table = field(wall).under()
    assert scattered(table, (3250, 3000, 0), 0, 3) == (3350, 3000, 0)
    assert scattered(table, (5900, 3000, 0), 0, 3) is None


@pytest.mark.rule("NE-BLS-04")
def test_cover_is_a_bonus_to_the_save() -> None:
    assert (save_from_cover(PARTIAL), save_from_cover(FULL)) == (1, 2)
    wall = Block("wall", ((4120, 2500), (4140, 2500), (4140, 3500), (4120, 3500)), 0, 130, OPAQUE)
    match = blast([4, 1, 4, 5], {"E": (10.5, 0), "F": (11.95, 0)}, wall)
    assert all_dice_used(match) and model(match, "F").wounds == 1


@pytest.mark.rule("NE-BLS-05")
def test_the_template_hits_all_under_it() -> None:
    at = {"E": (4, 0), "F": (6, 0.5), "G": (7.5, -0.5)}
    match = blast(
        [2, 1, 1, 1], at, key="lay the template of flamer; flame 0; E is hit first; F is hit first", arm=FLAMER
    )
    assert all(model(match, name).stance == PINNED for name in at) and all_dice_used(match)


@pytest.mark.rule("NE-BLS-05")
def test_the_whole_template_lies_in_the_arc() -> None:
    match = blast([], {"E": (4, 0)}, key="lay the template of flamer", arm=FLAMER)
    assert match.decision is not None
    assert match.decision.find("flame 25") is not None and match.decision.find("flame 26") is None


@pytest.mark.rule("NE-TRT-35")
def test_rapid_fire_brings_more_markers() -> None:
    rapid = weapon("pot", "Blast (3)", "Rapid Fire (1)", short=6, long=24, strength=3, ammo=4)
    match = blast([4, 4], {"E": (10, 0), "F": (12.5, 0)}, arm=rapid)
    assert match.decision is not None
    assert match.decision.find("at 43.10,30.00") is None
    match = blast([4, 4, 1, 1], {"E": (10, 0), "F": (12.5, 0)}, arm=rapid)
    answer(match, "at 42.50,30.00")
    assert model(match, "F").stance == PINNED and all_dice_used(match)
    match = blast([2, 4, 3, 90, 6, 3, 270, 6], {"E": (10, 0)}, arm=rapid)
    answer(match, "at 41.00,30.00")
    assert all_dice_used(match)
