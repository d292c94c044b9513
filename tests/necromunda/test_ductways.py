"""Ductways (NE-DUCT, NE-YAQ-02, NE-TER-13)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import PackError
from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, weapon
from fireteam.games.necromunda.content.maps import things_of
from fireteam.games.necromunda.content.packs import PACKS, content
from fireteam.games.necromunda.state import PINNED, STANDING
from tests.necromunda.ground import block, ground, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, offers, place

MOUTHS = [thing("duct-a", "duct-mouth", 0, 0, label="duct-b"), thing("duct-b", "duct-mouth", 1, 0, label="duct-a")]
GUN = weapon("gun", short=8, long=16, accuracy=(2, 2), strength=3, ammo=4)


def at_duct(dice: list[Any], at: dict[str, Any], card: Any = None, **more: Any) -> Match:
    """S at one mouth of a duct through a wall."""
    enemies = [fighter(name) for name in at if name not in ("S", "F")]
    friends = [fighter("F")] if "F" in at else []
    wall = block("wall", "wall", 0, -30, 1, 30)
    corner = block("corner", "wall", 1.2, 0.2, 3, 0.4)
    return lay(
        [card or fighter("S", GUN), *friends],
        enemies,
        {"S": (-1, 0), **at},
        dice,
        active="S",
        on=ground(wall, *([corner] if more.pop("corner", False) else [])),
        things=MOUTHS,
        **more,
    )


@pytest.mark.rule("NE-DUCT-01")
def test_crawling_through_ends_within_an_inch_of_the_far_mouth() -> None:
    match = at_duct([], {"X": (9, 9)})
    answer(match, "crawl through to duct-b")
    assert match.decision.find("at 32.60,30.00") is None
    answer(match, "at 32.50,30.00")
    assert place(match, "S") == (2.5, 0)
    assert match.state.active != number(match, "S")


@pytest.mark.rule("NE-DUCT-01")
def test_nobody_crawls_out_next_to_an_enemy() -> None:
    assert "crawl_duct" not in offers(at_duct([], {"X": (1.6, 0)}))
    assert "crawl_duct" in offers(at_duct([], {"X": (4.5, 0)}))
    assert "crawl_duct" not in offers(at_duct([], {"S": (-1.6, 0), "X": (9, 9)}))


@pytest.mark.rule("NE-DUCT-01")
def test_who_stands_behind_the_wall_is_not_near_the_wrong_mouth() -> None:
    match = at_duct([], {"S": (-0.8, 0), "X": (9, 9)})
    answer(match, "crawl through to duct-b", "at 32.00,30.00")
    assert at_duct([], {"S": (2, 0), "X": (9, 9)}).decision.find("crawl through to duct-b") is None


@pytest.mark.rule("NE-DUCT-02")
@pytest.mark.parametrize(("face", "hit"), [(5, True), (4, False)])
def test_a_shot_through_a_duct_hits_on_a_five_whatever_helps(face: int, hit: bool) -> None:
    match = at_duct([face, 2, *([3] if hit else [])], {"X": (2.5, 0), "Y": (2.5, 1.2)}, fighter("S", GUN, bs=2))
    answer(match, "aim", "fire gun out of duct-b at X")
    assert (model(match, "X").stance == PINNED) is hit
    assert model(match, "Y").stance == STANDING
    assert all_dice_used(match)


@pytest.mark.rule("NE-DUCT-02")
def test_further_hits_stay_at_the_same_mouth() -> None:
    burst = weapon("burst", "Rapid Fire (1)", short=8, long=16, strength=3, ammo=4)
    match = at_duct([5, 4, 3, 3], {"X": (2.5, 0), "Y": (2, -1), "Z": (2.5, 2.2)}, fighter("S", burst))
    answer(match, "fire burst out of duct-b at X")
    assert match.decision.keys() == ["the next hit goes to X", "the next hit goes to Y"]
    answer(match, "the next hit goes to Y")
    assert [model(match, name).stance for name in "XYZ"] == [PINNED, PINNED, STANDING]


@pytest.mark.rule("NE-DUCT-03")
def test_a_template_reaches_two_inches_beyond_the_mouth() -> None:
    flamer = weapon("flamer", "Template", template=True, strength=1, ammo=5)
    match = at_duct([2, 3, 3], {"X": (2.3, 0), "Y": (3.4, 0.01), "F": (1.5, 2.55)}, fighter("S", flamer))
    answer(match, "spray flamer out of duct-b", "X is hit first")
    assert [model(match, name).stance for name in "XYF"] == [PINNED, PINNED, STANDING]
    assert all_dice_used(match)


LAUNCHER = weapon("launcher", "Blast (3)", short=6, long=24, strength=3, ammo=5)


@pytest.mark.rule("NE-YAQ-02")
def test_a_blast_stays_where_it_was_aimed_on_a_five() -> None:
    match = at_duct([5, 2, 3], {"X": (3.1, 0)}, fighter("S", LAUNCHER))
    answer(match, "fire launcher out of duct-b at a point", "at 32.00,30.00")
    assert model(match, "X").stance == PINNED
    assert all_dice_used(match)


@pytest.mark.rule("NE-YAQ-02")
def test_a_point_behind_a_corner_cannot_be_aimed_at() -> None:
    match = at_duct([], {"X": (9, 9)}, fighter("S", LAUNCHER), corner=True)
    answer(match, "fire launcher out of duct-b at a point")
    assert match.decision.find("at 31.60,30.60") is None
    assert match.decision.find("at 31.60,29.40") is not None
    assert match.decision.find("at 32.10,30.00") is None


@pytest.mark.rule("NE-TER-13")
def test_a_ductway_of_three_inches_is_no_ductway() -> None:
    text = (PACKS.folder / "kettle_deep.yaml").read_text(encoding="utf-8")
    assert text.count("mouths: [[11.5, 9], [12.5, 9]]") == 1
    with pytest.raises(PackError, match=r'at most 2" long: 3\.0"'):
        PACKS.parse(text.replace("mouths: [[11.5, 9], [12.5, 9]]", "mouths: [[11.5, 9], [14.5, 9]]"))
    mouths = [thing for thing in things_of(content(None).maps[0]) if thing.kind == "duct-mouth"]
    assert [(mouth.id, mouth.label) for mouth in mouths[:2]] == [("duct1-a", "duct1-b"), ("duct1-b", "duct1-a")]
