"""Hatches, claws and cranes (NE-BAD-04 to NE-BAD-09, NE-TER-14, NE-TER-15)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, knife, rifle, weapon
from fireteam.games.necromunda.state import AWAY, INJURED, PINNED, PLAY, STANDING
from fireteam.space.plane.free.plan import Floor
from tests.necromunda.ground import at, block, box, ground, platform, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, offers, place

HATCHES = [thing("h1", "hatch", 0, 0), thing("h2", "hatch", 10, 10), thing("h3", "hatch", -10, 10)]


def at_hatch(dice: list[Any], where: dict[str, Any], active: str = "S", **more: Any) -> Match:
    """S near the first of three hatches."""
    return lay(
        [fighter("S"), *([fighter("F")] if "F" in where else [])],
        [fighter("E", rifle(), knife())],
        {"S": (3, 0), "E": (20, 0, 0, 180), **where},
        dice,
        active=active,
        things=HATCHES,
        **more,
    )


@pytest.mark.rule("NE-BAD-04")
def test_cover_at_a_hatch_lasts_until_one_is_moved() -> None:
    match = at_hatch([], {"S": (1.2, 0)})
    answer(match, "take cover at h1")
    assert "sheltered" in model(match, "S").conditions and "hatch_cover" not in offers(match)
    assert "hatch_cover" not in offers(at_hatch([], {"S": (1.6, 0)}))
    sheltered = {"S": {"conditions": frozenset({"sheltered"})}}
    match = at_hatch([4, 2, 3], {"S": (1.2, 0)}, "E", models=sheltered)  # 4+, +1 short range, -1 for the cover
    answer(match, "shoot S with rifle")
    assert model(match, "S").stance == PINNED and all_dice_used(match)
    match = at_hatch([3, 2], {"S": (1.2, 0)}, "E", models=sheltered)
    answer(match, "shoot S with rifle")
    assert model(match, "S").stance == STANDING
    match = at_hatch([], {"S": (1.2, 0)}, models=sheltered)
    answer(match, "move", "to 34.00,30.00")
    assert "sheltered" not in model(match, "S").conditions
    lying = {"S": {"conditions": frozenset({"sheltered"}), "stance": PINNED}}
    assert "shoot" not in offers(at_hatch([], {"S": (1.2, 0)}, "E", models=lying))


@pytest.mark.rule("NE-TER-14")
def test_who_vanishes_comes_out_of_another_hatch_a_round_later() -> None:
    match = at_hatch([], {})
    answer(match, "move", "to 31.00,30.00")
    assert match.decision.keys()[0] == "stay outside"
    answer(match, "vanish into the crawlway at h1")
    assert model(match, "S").status == AWAY and match.state.active == number(match, "E")
    crawler = match.state.things["crawler-0"]
    assert (crawler.number, crawler.label) == (2, "h1")


def in_crawlway(dice: list[Any], round: int = 2, **more: Any) -> Match:
    """The End phase of a round with S in the crawlways."""
    return lay(
        [fighter("S"), fighter("F")],
        [fighter("E")],
        {"S": (0, 0), "F": (-20, 0), "E": (20, 0)},
        dice,
        things=[*HATCHES, thing("crawler-0", "crawler", 0, 0, owner=0, number=2, label="h1")],
        models={"S": {"status": AWAY, "hatch": "h1"}},
        ready=[],
        round=round,
        **more,
    )


@pytest.mark.rule("NE-TER-14", "NE-END-10")
def test_who_knows_the_way_picks_its_hatch() -> None:
    match = in_crawlway([4, 3, 6, 1])
    assert match.decision.seat == 0 and match.decision.keys() == ["S reappears at h2", "S reappears at h3"]
    answer(match, "S reappears at h2", "at 40.00,39.00")
    assert place(match, "S") == (10, 9) and model(match, "S").status == PLAY and not model(match, "S").hatch


@pytest.mark.rule("NE-TER-14")
def test_who_is_lost_comes_out_where_the_opponent_likes() -> None:
    match = in_crawlway([3, 3, 6, 1])
    assert match.decision.seat == 1 and match.decision.find("S stays in the crawlways") is not None
    answer(match, "S stays in the crawlways")
    assert model(match, "S").status == AWAY and match.state.things["crawler-0"].number == 3
    match = in_crawlway([6, 1], round=1)
    assert model(match, "S").status == AWAY and match.state.round == 2


@pytest.mark.rule("NE-TER-14", "NE-RND-07")
def test_a_side_with_somebody_in_the_crawlways_is_not_down() -> None:
    match = lay(
        [fighter("S"), fighter("F")],
        [fighter("E")],
        {"S": (0, 0), "F": (-20, 0), "E": (20, 0)},
        [2, 3, 6, 1],
        things=[*HATCHES, thing("crawler-0", "crawler", 0, 0, owner=0, number=9, label="h1")],
        models={"S": {"status": AWAY, "hatch": "h1"}, "F": {"stance": INJURED}},
        ready=[],
        strength=(6, 6),
    )
    answer(match, "take the Bottle test")
    assert not match.over and match.state.round == 2


@pytest.mark.rule("NE-TER-15")
def test_who_hides_is_shot_at_only_from_near_by() -> None:
    match = at_hatch([], {})
    answer(match, "move", "to 31.00,30.00", "hide in h1")
    assert model(match, "S").hatch == "h1" and place(match, "S") == (0, 0)
    hidden = {"S": {"hatch": "h1"}}
    assert "shoot" not in offers(at_hatch([], {"S": (0, 0), "E": (5, 0, 0, 180)}, "E", models=hidden))
    assert "shoot" in offers(at_hatch([], {"S": (0, 0), "E": (4, 0, 0, 180)}, "E", models=hidden))


@pytest.mark.rule("NE-TER-15")
def test_who_hides_does_nothing_and_is_in_nobodys_way() -> None:
    match = at_hatch([], {"S": (0, 0)}, models={"S": {"hatch": "h1"}})
    assert match.state.active != number(match, "S")
    match = at_hatch([], {"S": (0, 0), "E": (2, 0, 0, 180)}, "E", models={"S": {"hatch": "h1"}})
    answer(match, "move", "to 29.00,30.00")
    assert place(match, "E") == (-1, 0)


@pytest.mark.rule("NE-TER-15")
def test_charging_the_hatch_drags_out_who_hides_there() -> None:
    match = at_hatch([2, 1, 1, 2], {"S": (0, 0), "E": (5, 0, 0, 180)}, "E", models={"S": {"hatch": "h1"}})
    answer(match, "charge", "to 30.40,30.00 up 0.00", "at 29.40,30.00", "fight with knife")
    assert place(match, "S") == (-0.6, 0) and not model(match, "S").hatch and model(match, "S").stance == STANDING
    answer(match, "S strikes back", "fight with knife")
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-15")
def test_who_hides_comes_out_in_an_end_phase() -> None:
    match = lay(
        [fighter("S")],
        [fighter("E")],
        {"S": (0, 0), "E": (20, 0)},
        [6, 1],
        things=HATCHES,
        models={"S": {"hatch": "h1"}},
        ready=[],
    )
    answer(match, "S comes out", "at 31.00,30.00")
    assert place(match, "S") == (1, 0) and not model(match, "S").hatch


# -- claws -------------------------------------------------------------------------------------------------------------


CLAW = thing("claw", "claw", 0, 0, 800)


def at_claw(dice: list[Any], where: dict[str, Any], **more: Any) -> Match:
    """Two gantries at 4 and 8 inches, a claw at the upper one."""
    return lay(
        [fighter("A"), fighter("F")],
        [fighter("B")],
        {"A": (2, 0), "F": (-20, 0), "B": (20, 0), **where},
        dice,
        active="A",
        on=ground(platform("low", -3, -3, 0, 3, 400), platform("high", -3, -3, 4, 3, 800)),
        things=[CLAW, *more.pop("things", ())],
        **more,
    )


@pytest.mark.rule("NE-BAD-05")
@pytest.mark.parametrize(("x", "height"), [(-2.0, 4.0), (2.0, 8.0)])
def test_a_claw_leads_to_any_level_near_its_line(x: float, height: float) -> None:
    match = at_claw([], {})
    answer(match, "climb along claw", f"at {30 + x:.2f},30.00 up {height:.2f}")
    assert place(match, "A") == (x, 0) and model(match, "A").z == 100 * height
    assert {"move", "climb_claw"} <= set(offers(match))


@pytest.mark.rule("NE-BAD-05")
def test_a_claw_leads_no_farther_than_three_inches() -> None:
    match = at_claw([], {})
    answer(match, "climb along claw")
    assert match.decision.find("at 33.60,30.00 up 8.00") is None
    assert match.decision.find("at 33.50,30.00 up 8.00") is not None
    assert "climb_claw" not in offers(at_claw([], {"A": (3.6, 0)}))


@pytest.mark.rule("NE-BAD-06")
@pytest.mark.parametrize(("dice", "wounds"), [([4], 1), ([3, 2], 1), ([3, 3, 1], 0)])
def test_a_claw_drops_on_an_enemy_below(dice: list[int], wounds: int) -> None:
    match = at_claw(dice, {"A": (1, 0, 8), "B": (2, 0, 0)})
    answer(match, "drop claw on B")
    assert (model(match, "B").wounds, model(match, "B").stance) == (wounds, STANDING)
    assert all_dice_used(match) and "trigger_claw" not in offers(match)
    assert "trigger_claw" not in offers(at_claw([], {"A": (1, 0, 0), "B": (2.1, 0, 0)}))


@pytest.mark.rule("NE-BAD-07")
def test_the_hook_hoists_a_friend_that_is_down_and_a_casket() -> None:
    loot = [thing("box", "casket", 1, 1, number=2)]
    match = at_claw([], {"A": (2, 0, 8), "F": (0, 2)}, models={"F": {"stance": INJURED}}, things=loot)
    answer(match, "hoist F with claw", "at 30.00,32.00 up 8.00", "hoist box with claw")
    assert model(match, "F").z == 800
    assert match.decision.find("at 33.60,30.00 up 8.00") is None
    answer(match, "at 30.00,28.00 up 8.00")
    assert match.state.things["box"].z == 800


# -- cranes ------------------------------------------------------------------------------------------------------------


def at_crane(dice: list[Any], where: dict[str, Any], *pieces: Any, **more: Any) -> Match:
    """A beside a crane with a claw."""
    crane = block("crane", "crane", 0, -1, 3, 1, top=300)
    return lay(
        [fighter("A")],
        [fighter("B")],
        {"A": (-0.5, 0), "B": (25, 25), **where},
        dice,
        active="A",
        on=ground(crane, Floor("crane", box(0, -1, 3, 1), 300, only=("",)), *pieces),
        things=[
            thing("crane", "crane", 1.5, 0, number=more.pop("wounds", 4)),
            thing("crane-claw", "crane-claw", 3, 0, 300, label="crane"),
        ],
        **more,
    )


@pytest.mark.rule("NE-BAD-08")
def test_a_crane_is_driven_with_its_driver() -> None:
    match = at_crane([4, 4], {})
    answer(match, "jury-rig crane", "drive crane", "ride along", "at 41.50,30.00")
    assert (match.state.things["crane"].x, place(match, "A")) == (4150, (9.5, 0))
    assert match.state.things["crane-claw"].x == 4300
    match = at_crane([4, 2], {})
    answer(match, "jury-rig crane")
    assert match.state.things["crane"].x == 3150 and match.state.active != number(match, "A")


@pytest.mark.rule("NE-BAD-08")
def test_a_crane_stops_at_a_fighter_and_hurts_nobody() -> None:
    match = at_crane([4, 4], {"B": (8, 0)})
    answer(match, "jury-rig crane", "drive crane", "stay behind", "at 41.50,30.00")
    assert abs(match.state.things["crane"].x - at(6, 0)[0]) <= 2
    assert model(match, "B").wounds == 1 and place(match, "A") == (-0.5, 0)


@pytest.mark.rule("NE-BAD-08")
def test_a_crane_goes_round_a_corner_but_through_no_wall() -> None:
    match = at_crane([4, 4], {}, block("wall", "wall", 5, -3, 6, 3))
    answer(match, "jury-rig crane", "drive crane", "stay behind", "at 31.50,34.00", "at 37.00,34.00")
    assert match.state.things["crane"][2:4] == (3700, 3400)
    match = at_crane([4, 4], {}, block("wall", "wall", 5, -3, 6, 3))
    answer(match, "jury-rig crane", "drive crane", "stay behind", "at 41.50,30.00")
    assert abs(match.state.things["crane"].x - at(3.5, 0)[0]) <= 2


@pytest.mark.rule("NE-BAD-08", "NE-FALL-02")
def test_a_crane_driven_off_a_ledge_falls_with_its_driver() -> None:
    ledge = platform("ledge", -3, -3, 5, 3, 400)
    crane = block("crane", "crane", 0, -1, 3, 1, foot=400, top=700)
    match = lay(
        [fighter("A")],
        [fighter("B")],
        {"A": (-0.5, 0, 4), "B": (25, 25)},
        [4, 4, 2, 4],
        active="A",
        on=ground(ledge, crane, Floor("crane", box(0, -1, 3, 1), 700, only=("",))),
        things=[thing("crane", "crane", 1.5, 0, 400, number=4)],
    )
    answer(match, "jury-rig crane", "drive crane", "ride along", "at 39.00,30.00")
    assert match.state.things["crane"].z == 0 and model(match, "A").z == 0
    assert model(match, "A").stance == PINNED and model(match, "A").wounds == 1
    assert match.state.things["crane"].number == 4  # Strength 3 against Toughness 6: a 4 does not wound
    assert all_dice_used(match)


@pytest.mark.rule("NE-BAD-09")
@pytest.mark.parametrize(("dice", "wounds"), [([4, 4, 3, 3, 1], 0), ([4, 4, 4], 1), ([4, 2], 1)])
def test_the_claw_of_a_crane_is_used_instead(dice: list[int], wounds: int) -> None:
    match = lay(
        [fighter("A")],
        [fighter("B")],
        {"A": (-0.5, 0, 4), "B": (5, 0)},
        dice,
        active="A",
        on=ground(
            platform("ledge", -3, -3, 3, 3, 400),
            block("crane", "crane", 0, -1, 3, 1, foot=400, top=700),
            Floor("crane", box(0, -1, 3, 1), 700, only=("",)),
        ),
        things=[
            thing("crane", "crane", 1.5, 0, 400, number=4),
            thing("crane-claw", "crane-claw", 3.5, 0, 700, label="crane"),
        ],
    )
    answer(match, "jury-rig crane")
    if dice[1] == 4:
        assert {"drive", "rig_trigger"} <= set(offers(match))
        answer(match, "drop the claw of crane on B")
    assert model(match, "B").wounds == wounds and all_dice_used(match)


@pytest.mark.rule("NE-TER-16")
def test_a_broken_crane_is_gone_and_who_stood_on_it_falls() -> None:
    maul = weapon("maul", "Melee", category="close", melee=True, strength=6, damage=4)
    match = lay(
        [fighter("A", maul)],
        [fighter("B")],
        {"A": (-0.6, 0), "B": (1.5, 0, 3)},
        [4, 2],
        active="A",
        on=ground(block("crane", "crane", 0, -1, 3, 1, top=300), Floor("crane", box(0, -1, 3, 1), 300, only=("",))),
        things=[thing("crane", "crane", 1.5, 0, number=4)],
    )
    answer(match, "strike crane", "fight with maul")
    assert match.state.things["crane"].state == "gone"
    assert model(match, "B").z == 0 and model(match, "B").stance == PINNED
    assert all_dice_used(match)
