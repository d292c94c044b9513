"""Drop rig, grapnel, viewer, bottles, the dark (NE-WAR, NE-OTH-04, NE-SWIG, NE-COND-09, NE-COND-10)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, knife, rifle, weapon
from fireteam.games.necromunda.cards import Armour, Gear
from fireteam.games.necromunda.state import PINNED, STANDING, Casualty
from tests.necromunda.ground import block, ground, platform, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, offers, place

RIG = Gear("rig", "drop rig", "drop-rig")
LINE = Gear("line", "grapnel", "grapnel")


def climber(where: tuple[float, ...], gear: Gear, *pieces: Any, **more: Any) -> Match:
    """A with gear on a tower."""
    return lay(
        [fighter("A", gear=(gear,))], [fighter("E")], {"A": where, "E": (25, 25)}, [], active="A",
        on=ground(*pieces), **more,
    )  # fmt: skip


TOWER = platform("tower", -3, -3, 3, 3, 1200)


@pytest.mark.rule("NE-WAR-01")
def test_a_drop_rig_lowers_its_bearer() -> None:
    match = climber((2, 0, 12), RIG, TOWER)
    answer(match, "descend")
    assert match.decision.find("at 35.10,30.00") is None
    answer(match, "at 35.00,30.00")
    assert place(match, "A") == (5, 0) and model(match, "A").z == 0 and model(match, "A").stance == STANDING
    assert "descend" not in offers(match) and "move" in offers(match)


@pytest.mark.rule("NE-WAR-01")
def test_a_drop_rig_goes_neither_up_nor_through_a_gantry() -> None:
    gantry = platform("gantry", 3.05, -3, 6, 3, 800)
    match = climber((2, 0, 12), RIG, TOWER, gantry)
    answer(match, "descend")
    assert match.decision.find("at 34.50,30.00 up 0.00") is None
    assert match.decision.find("at 34.50,30.00 up 8.00") is not None
    higher = platform("higher", 3.2, -3, 6, 3, 1600)
    match = climber((2, 0, 12), RIG, TOWER, higher)
    answer(match, "descend")
    assert match.decision.find("at 34.50,30.00 up 16.00") is None
    assert "descend" not in offers(climber((0, 0, 12), RIG, TOWER))


@pytest.mark.rule("NE-WAR-02")
def test_a_grapnel_leads_twelve_inches_in_a_clear_line() -> None:
    roof = platform("roof", 3, -3, 9, 3, 900)
    match = climber((0, 0), LINE, roof)
    answer(match, "use the grapnel")
    assert match.decision.find("at 30.00,42.10") is None and match.decision.find("at 30.00,42.00") is not None
    assert match.decision.find("at 34.00,30.00 up 9.00") is None  # through the roof from below
    answer(match, "at 33.00,30.00 up 9.00")
    assert place(match, "A") == (3, 0) and model(match, "A").z == 900
    assert match.state.active != number(match, "A")
    match = climber((0, 0), LINE, block("wall", "wall", 2, -3, 3, 3))
    answer(match, "use the grapnel")
    assert match.decision.find("at 36.00,30.00") is None and match.decision.find("at 30.00,36.00") is not None


@pytest.mark.rule("NE-WAR-02", "NE-TRAP-01")
def test_a_grapnel_sets_off_only_traps_at_its_end() -> None:
    trap = [thing("t1", "trap", 6, 0, label="trap-frag")]
    match = lay([fighter("A", gear=(LINE,))], [fighter("E")], {"A": (0, 0), "E": (25, 25)}, [], active="A", things=trap)
    answer(match, "use the grapnel", "at 41.00,30.00")
    assert place(match, "A") == (11, 0) and "t1" in match.state.things
    match = lay(
        [fighter("A", gear=(LINE,))], [fighter("E")], {"A": (0, 0), "E": (25, 25)}, [1], active="A", things=trap
    )
    answer(match, "use the grapnel", "at 38.00,30.00")
    assert not match.state.things


# -- drinks ------------------------------------------------------------------------------------------------------------


GIN, SNAKE = Gear("gin", "gin", "drink-1"), Gear("snake", "snake", "drink-2")


def drunk(tokens: int, drink: str) -> dict[str, Any]:
    """The fields of a drunk."""
    return {"drinks": tokens, "drink": drink, "conditions": frozenset({"intoxicated"})}


@pytest.mark.rule("NE-SWIG-01", "NE-COND-09")
def test_a_swig_heals_and_may_empty_the_bottle() -> None:
    for face, lost in ((4, frozenset()), (3, frozenset({"gin"}))):
        match = lay(
            [fighter("D", gear=(GIN,))], [fighter("E")], {"D": (0, 0), "E": (20, 0)}, [face], active="D",
            models={"D": {"flesh": 1}},
        )  # fmt: skip
        answer(match, "take a swig of gin")
        d = model(match, "D")
        assert (d.drinks, d.flesh, d.lost) == (1, 0, lost)
        assert ("swig" in offers(match)) is (not lost)


@pytest.mark.rule("NE-SWIG-01")
def test_another_print_keeps_the_second_bottle_longer() -> None:
    match = lay(
        [fighter("D", gear=(SNAKE,))], [fighter("E")], {"D": (0, 0), "E": (20, 0)}, [3], active="D",
        options={"swig_wildsnake_keep_on": 3},
    )  # fmt: skip
    answer(match, "take a swig of snake")
    assert not model(match, "D").lost


def shot_needs(tokens: int, drink: str) -> int:
    """What a drunk with BS 4+ needs at accuracy 0."""
    gun = weapon("gun", short=12, long=24, strength=3, ammo=4)
    seen = ["E"] if (tokens, drink) == (2, "drink-2") else []
    shot = [6, 5, 2, 3] if tokens >= 3 and drink == "drink-1" else [6, 2, 3]
    match = lay(
        [fighter("D", gun)], [fighter("E")], {"D": (0, 0), "E": (8, 0)}, [*seen, *shot], active="D",
        models={"D": drunk(tokens, drink)},
    )  # fmt: skip
    answer(match, "shoot E with gun")
    assert model(match, "E").stance == PINNED and all_dice_used(match)
    roll = next(event.params for event in match.log if event.code in ("hit_roll", "improbable"))
    return int(roll["needed"] - roll["bonus"])


@pytest.mark.rule("NE-SWIG-02", "NE-SWIG-03", "NE-SWIG-04", "NE-SWIG-05", "NE-SWIG-06", "NE-SWIG-07")
@pytest.mark.parametrize(
    ("tokens", "drink", "needs"),
    [
        (1, "drink-1", 5), (2, "drink-1", 6), (3, "drink-1", 7), (5, "drink-1", 7),
        (1, "drink-2", 5), (2, "drink-2", 5), (3, "drink-2", 6),
    ],
)  # fmt: skip
def test_drink_makes_hands_unsteady(tokens: int, drink: str, needs: int) -> None:
    assert shot_needs(tokens, drink) == needs


@pytest.mark.rule("NE-SWIG-02", "NE-SWIG-03", "NE-SWIG-04", "NE-SWIG-05", "NE-SWIG-06", "NE-SWIG-07")
@pytest.mark.parametrize(
    ("tokens", "drink", "cool", "dice", "broken"),
    [
        (1, "drink-1", 7, [3, 3], False), (1, "drink-1", 8, [3, 3], True), (2, "drink-1", 8, [3, 3], False),
        (2, "drink-1", 9, [3, 3], True), (3, "drink-1", 9, [3, 3], False), (3, "drink-1", 10, [3, 3], True),
        (1, "drink-2", 8, [3, 3], False), (1, "drink-2", 9, [3, 3], True), (2, "drink-2", 9, [3, 3], False),
        (2, "drink-2", 10, [3, 3], True), (3, "drink-2", 12, [], False),
    ],
)  # fmt: skip
def test_drink_makes_hearts_steady(tokens: int, drink: str, cool: int, dice: list[int], broken: bool) -> None:
    match = lay(
        [fighter("D", cl=cool), fighter("F")], [fighter("E")], {"D": (0, 0), "F": (25, 25), "E": (-20, 0)},
        [*dice, 1, 1, 90], active="E", models={"D": drunk(tokens, drink)},
        casualties=(Casualty(1, 3100, 3000, 0, out=True),),
    )  # fmt: skip
    answer(match, "end the activation")
    assert ("broken" in model(match, "D").conditions) is broken


@pytest.mark.rule("NE-SWIG-03")
@pytest.mark.parametrize(("face", "stance"), [(2, PINNED), (4, STANDING)])
def test_two_moves_in_a_row_are_too_many(face: int, stance: int) -> None:
    match = lay(
        [fighter("D")], [fighter("E")], {"D": (0, 0), "E": (-20, 0)}, [face], active="D",
        models={"D": drunk(2, "drink-1")},
    )  # fmt: skip
    answer(match, "move", "to 33.00,30.00", "move", "to 36.00,30.00")
    assert model(match, "D").stance == stance and all_dice_used(match)


@pytest.mark.rule("NE-SWIG-03")
def test_one_move_and_something_else_are_not() -> None:
    match = lay(
        [fighter("D", gear=(GIN,))], [fighter("E")], {"D": (0, 0), "E": (-20, 0)}, [], active="D",
        models={"D": drunk(2, "drink-1")},
    )  # fmt: skip
    answer(match, "aim", "move", "to 33.00,30.00")
    assert all_dice_used(match) and model(match, "D").stance == STANDING


@pytest.mark.rule("NE-SWIG-04")
def test_a_blind_drunk_goes_where_its_feet_take_it() -> None:
    match = lay(
        [fighter("D")], [fighter("E")], {"D": (0, 0), "E": (-20, 0)}, [5, 90], active="D",
        models={"D": drunk(3, "drink-1")},
    )  # fmt: skip
    answer(match, "move")
    assert place(match, "D") == (0, 5)


@pytest.mark.rule("NE-SWIG-04")
def test_a_blind_drunk_charges_whoever_is_in_its_way() -> None:
    match = lay(
        [fighter("D")], [fighter("E")], {"D": (0, 0), "E": (0, 5, 0, 270)}, [4, 4, 90, 1, 1, 1], active="D",
        models={"D": drunk(3, "drink-1")},
    )  # fmt: skip
    answer(match, "charge", "turn to E", "fight with knife", "nobody strikes back")
    assert place(match, "D") == (0, 4)
    match = lay(
        [fighter("D")], [fighter("E")], {"D": (0, 0), "E": (0, 5, 0, 270)}, [4], active="D",
        models={"D": drunk(3, "drink-1")}, options={"blind_drunk_charge": "straight"},
    )  # fmt: skip
    answer(match, "charge")
    assert match.decision.find("to 30.00,34.00 up 0.00") is not None


@pytest.mark.rule("NE-SWIG-06")
def test_seeing_double_misses_who_is_out_of_sight() -> None:
    gun = weapon("gun", short=12, long=24, strength=3, ammo=4)
    match = lay(
        [fighter("D", gun), fighter("G")], [fighter("E")], {"D": (0, 0), "E": (8, 0), "G": (8, 6)},
        ["G", 2, 4, 4], active="D", models={"D": drunk(2, "drink-2")},
        on=ground(block("wall", "wall", 4, 2, 5, 10)),
    )  # fmt: skip
    answer(match, "shoot E with gun")
    assert model(match, "E").stance == model(match, "G").stance == STANDING
    rolls = [event.code for event in match.log if event.code in ("hit_roll", "firepower")]
    assert rolls == ["firepower"]


# -- the dark ----------------------------------------------------------------------------------------------------------


def in_the_dark(dice: list[Any], far: float, card: Any = None, active: str = "A", **more: Any) -> Match:
    """Two that look at each other while the lights are out."""
    return lay(
        [card or fighter("A", rifle())], [fighter("E", rifle(), **more.pop("stats", {}))],
        {"A": (0, 0), "E": (far + 1, 0, 0, 180)}, dice, active=active, event="lights-out", event_since=1, **more,
    )  # fmt: skip


@pytest.mark.rule("NE-COND-10")
def test_in_the_dark_only_who_is_near_or_revealed_is_shot_at() -> None:
    assert "shoot" not in offers(in_the_dark([], 5)) and "charge" in offers(in_the_dark([], 5))
    assert "shoot" in offers(in_the_dark([], 3))
    assert "shoot" in offers(in_the_dark([], 5, models={"E": {"conditions": frozenset({"revealed"})}}))
    lenses = fighter("A", rifle(), gear=(Gear("lenses", "lenses", "night-sight"),))
    assert "shoot" in offers(in_the_dark([], 12, lenses)) and "shoot" not in offers(in_the_dark([], 12.1, lenses))
    belt = Armour("belt", "belt", "field", save=5)
    assert "shoot" in offers(in_the_dark([], 9, stats={"armour": (belt,)}))


@pytest.mark.rule("NE-COND-10")
def test_firing_reveals_but_a_silent_weapon_does_not() -> None:
    for traits, revealed in (((), True), (("Silent",), False)):
        gun = weapon("gun", *traits, short=12, long=24, strength=3, ammo=4)
        match = in_the_dark([2, 2], 3, fighter("A", gun))
        answer(match, "shoot E with gun")
        assert ("revealed" in model(match, "A").conditions) is revealed


@pytest.mark.rule("NE-COND-10")
def test_charges_in_the_dark_may_be_limited() -> None:
    match = in_the_dark([2], 4, fighter("A", knife()), options={"pitch_black_charge_limited": True})
    answer(match, "charge")
    assert match.decision.find("to 34.00,30.00 up 0.00") is None
    match = in_the_dark([2], 4, fighter("A", knife()))
    answer(match, "charge")
    assert match.decision.find("to 34.00,30.00 up 0.00") is not None


@pytest.mark.rule("NE-OTH-04", "NE-COND-10")
def test_the_viewer_shows_whom_it_scans_until_the_end_phase() -> None:
    viewer = fighter("A", rifle(), gear=(Gear("glass", "glass", "viewer"),))
    match = in_the_dark([5, 6, 1], 17, viewer, on=ground(block("wall", "wall", 5, -9, 6, 9)), ready=[])
    answer(match, "scan E")
    assert "revealed" in model(match, "E").conditions
    answer(match, "end the activation")
    assert match.state.round == 2 and "revealed" not in model(match, "E").conditions
    assert "scan" not in offers(in_the_dark([], 18.1, viewer))


@pytest.mark.rule("NE-END-09")
def test_smoke_stays_on_a_five_and_flares_go_out_on_a_four() -> None:
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (20, 0)}, [4, 5, 4, 3, 6, 1], ready=[],
        things=[
            thing("s1", "smoke", 5, 5), thing("s2", "smoke", -5, 5), thing("f1", "flare", 5, -5),
            thing("f2", "flare", -5, -5), thing("w1", "well", 9, 9, number=150),
        ],
    )  # fmt: skip
    assert list(match.state.things) == ["s2", "f2"] and all_dice_used(match)
