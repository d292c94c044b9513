"""Doors and terminals (NE-DOOR, NE-TERM, NE-TER-07, NE-TER-08)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.content.packs import content
from fireteam.games.necromunda.game import supplements
from fireteam.games.necromunda.scenarios import Mission
from fireteam.games.necromunda.state import PINNED, STANDING
from tests.necromunda.ground import block, give, ground, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place


def door(state: str = "closed", grade: str = "standard", number: int = 4) -> Any:
    """A door that lies along y."""
    return thing("door", "door", 0, 0, state=state, number=number, label=grade)


def at_door(dice: list[int], state: str = "closed", grade: str = "standard", **more: Any) -> Match:
    """A beside a door, with friends in contact with it."""
    places = {"A": (-1.3, 0), **more.pop("at", {}), "E": (-20, 0)}
    own = more.pop("card", fighter("A"))
    friends = [fighter(name) for name in places if name not in ("A", "E")]
    return lay(
        [own, *friends],
        [fighter("E")],
        places,
        dice,
        active="A",
        on=ground(block("door", "door", -0.1, -1, 0.1, 1), shown=(("door", state),)),
        things=[door(state, grade), *more.pop("things", ())],
        **more,
    )


@pytest.mark.rule("NE-DOOR-01")
def test_a_door_within_an_inch_is_opened_and_closed() -> None:
    match = at_door([])
    answer(match, "open door")
    assert match.state.things["door"].state == "open"
    answer(match, "close door")
    assert match.state.things["door"].state == "closed"
    assert "open_door" not in offers(at_door([], at={"A": (-1.7, 0)}))


@pytest.mark.rule("NE-DOOR-01", "NE-TER-08")
def test_a_locked_door_is_not_just_opened() -> None:
    match = at_door([], "locked")
    assert "open_door" not in offers(match) and "force_open" in offers(match)


@pytest.mark.rule("NE-TER-08")
def test_the_defender_just_operates_a_locked_door() -> None:
    pack = content(None)
    fuse = next(scenario for scenario in pack.scenarios if scenario.id == "cold-fuse")
    mission = Mission(fuse, next(map for map in pack.maps if map.id == "kettleworks"))
    for first_side, offered in ((0, False), (1, True)):
        match = at_door([], "locked", more=[mission], first_side=first_side)
        give(match, mission)
        assert ("open_door" in offers(match)) is offered
    answer(match, "open door")
    assert match.state.things["door"].state == "open"


@pytest.mark.rule("NE-DOOR-02")
@pytest.mark.parametrize(
    ("s", "grade", "face", "opens"),
    [
        (4, "standard", 5, True),
        (4, "standard", 4, False),
        (4, "vault", 6, False),
        (3, "standard", 6, True),
        (3, "standard", 5, False),
    ],
)
def test_forcing_a_door_alone(s: int, grade: str, face: int, opens: bool) -> None:
    match = at_door([face], "locked", grade, card=fighter("A", s=s))
    answer(match, "force door open")
    assert (match.state.things["door"].state == "open") is opens


@pytest.mark.rule("NE-DOOR-02")
@pytest.mark.parametrize(("face", "opens"), [(4, True), (3, False)])
def test_friends_in_contact_help_to_force_a_vault(face: int, opens: bool) -> None:
    friends = {"B": (0.6, 0.5), "C": (0.6, -0.5)}
    match = at_door([face], "locked", "vault", at=friends, models={"C": {"stance": PINNED}})
    answer(match, "force door open")
    assert (match.state.things["door"].state == "open") is opens


@pytest.mark.rule("NE-DOOR-02")
@pytest.mark.parametrize(("face", "opens"), [(6, True), (5, False)])
def test_only_standing_friends_help_if_the_match_says_so(face: int, opens: bool) -> None:
    friends = {"B": (0.6, 0.5), "C": (0.6, -0.5)}
    match = at_door(
        [face],
        "locked",
        "vault",
        at=friends,
        models={"C": {"stance": PINNED}},
        options={"force_open_helpers": "standing"},
    )
    answer(match, "force door open")
    assert (match.state.things["door"].state == "open") is opens


@pytest.mark.rule("NE-TER-07")
def test_who_is_nearer_to_one_side_is_shoved_there() -> None:
    match = at_door([2, 3], "open", at={"A": (-1.3, 0.9), "B": (0.3, 0)})
    answer(match, "close door")
    assert place(match, "B") == (0.6, 0) and model(match, "B").stance == STANDING
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-07")
def test_who_jumps_aside_is_not_hit() -> None:
    match = at_door([4], "open", at={"A": (-1.3, 0.9), "B": (0, 0)})
    answer(match, "close door", "at 31.90,30.00")
    assert place(match, "B") == (1.9, 0) and model(match, "B").wounds == 1
    match = at_door([4], "open", at={"A": (-1.3, 0.9), "B": (0, 0)})
    answer(match, "close door")
    assert match.decision.find("at 32.10,30.00") is None and match.decision.find("at 30.50,30.00") is None


KRAK = weapon("krak", short=6, long=12, strength=6, damage=2, ammo=2)


@pytest.mark.rule("NE-TER-07", "NE-TER-16")
@pytest.mark.parametrize(("face", "left"), [(3, 2), (2, 4)])
def test_a_door_is_shot_at_without_a_hit_roll(face: int, left: int) -> None:
    match = at_door([2, face], card=fighter("A", KRAK))
    answer(match, "shoot door with krak")
    assert match.state.things["door"].number == left
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-16")
def test_a_carbine_takes_a_wound_off_a_door_on_a_five() -> None:
    match = at_door([2, 5], card=fighter("A", rifle()))
    answer(match, "shoot door with rifle")
    assert match.state.things["door"].number == 3


@pytest.mark.rule("NE-TER-16")
def test_a_fight_beside_a_door_hits_with_every_die_and_breaks_it() -> None:
    match = at_door(
        [5, 5], card=fighter("A", weapon("maul", "Melee", category="close", melee=True, strength=3, damage=2), a=2)
    )
    answer(match, "strike door", "fight with maul")
    assert match.state.things["door"].state == "gone"
    assert all_dice_used(match) and "fight_thing" not in offers(match)


@pytest.mark.rule("NE-SHT-03")
def test_terrain_needs_a_cool_head_while_an_enemy_could_be_shot() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (-2, 0), "E": (-2, 6)},
        [3, 3, 4, 2, 3],
        active="A",
        on=ground(block("door", "door", -0.1, -1, 0.1, 1), shown=(("door", "closed"),)),
        things=[door()],
    )
    answer(match, "turn", "face 45", "shoot door with rifle")
    assert match.state.things["door"].number == 4 and model(match, "E").stance == PINNED


# -- terminals ---------------------------------------------------------------------------------------------------------


def at_terminal(dice: list[int], kind: str, *things: Any, **more: Any) -> Match:
    """F beside a terminal."""
    return lay(
        [fighter("F", **more.pop("stats", {}))],
        [fighter("E")],
        {"F": (0, 0), "E": (20, 20)},
        dice,
        active="F",
        things=[thing("term", kind, 1.2, 0, label=more.pop("label", "")), *things],
        **more,
    )


@pytest.mark.rule("NE-TERM-01")
@pytest.mark.parametrize(("dice", "passed"), [([6, 3], True), ([5, 3], False), ([1, 1], False)])
def test_the_test_at_a_terminal_is_two_worse(dice: list[int], passed: bool) -> None:
    match = at_terminal(dice, "effect-terminal", thing("vent", "smoke-vent", 9, 9, state="off"), label="vent")
    answer(match, "access term")
    assert ("switch_effect" in offers(match)) is passed


@pytest.mark.rule("NE-TERM-02")
def test_a_terminal_unlocks_its_door_at_any_distance() -> None:
    match = lay(
        [fighter("F")],
        [fighter("E")],
        {"F": (-15, 0), "E": (20, 20)},
        [6, 3],
        active="F",
        on=ground(block("door", "door", -0.1, -1, 0.1, 1), shown=(("door", "locked"),)),
        things=[door("locked"), thing("term", "door-terminal", -13.9, 0, label="door")],
    )
    answer(match, "access term")
    assert offers(match) == ["terminal_door", "leave_alone"]
    answer(match, "open door now")
    assert match.state.things["door"].state == "open"


@pytest.mark.rule("NE-TERM-04")
def test_an_effect_is_on_for_this_round_and_off_until_the_next() -> None:
    vent = thing("vent", "smoke-vent", 9, 9, state="off")
    match = at_terminal([6, 3], "effect-terminal", vent, label="vent")
    answer(match, "access term", "switch vent on")
    assert match.state.things["vent"][5:8] == ("on", -1, 1)
    match = at_terminal([6, 3], "effect-terminal", vent, label="vent")
    answer(match, "access term", "switch vent off")
    assert match.state.things["vent"][5:8] == ("dead", -1, 2)


@pytest.mark.rule("NE-TERM-05")
def test_an_ancient_terminal_without_a_double_gives_experience() -> None:
    match = at_terminal([6, 3, 5, 2], "ancient-terminal")
    answer(match, "access term")
    assert [(line.what, line.number) for line in match.state.ledger] == [("experience", 2)]
    assert match.state.things["term"].state == "" and all_dice_used(match)


@pytest.mark.rule("NE-TERM-05")
def test_an_ancient_terminal_may_answer_once() -> None:
    match = at_terminal([6, 3, 1, 2], "ancient-terminal", options={"ancient_terminal_once": True})
    answer(match, "access term")
    assert match.state.things["term"].state == "inert"
    assert [(line.what, line.number) for line in match.state.ledger] == [("reputation", 2)]
    match = at_terminal([], "ancient-terminal", options={"ancient_terminal_once": True})
    assert "access" in offers(match)
    inert = match.state.things["term"]._replace(state="inert")
    match = lay([fighter("F")], [fighter("E")], {"F": (0, 0), "E": (20, 20)}, [], active="F", things=[inert])
    assert "access" not in offers(match)


@pytest.mark.rule("NE-TERM-03", "NE-TERM-04")
def test_who_has_the_keys_of_the_house_needs_no_test() -> None:
    pack = content(None)
    fuse = next(scenario for scenario in pack.scenarios if scenario.id == "cold-fuse")
    mission = Mission(fuse, next(map for map in pack.maps if map.id == "kettleworks"))
    vent = thing("vent", "smoke-vent", 9, 9, state="off")
    match = at_terminal([], "effect-terminal", vent, label="vent", more=[mission], first_side=1)
    give(match, mission)
    answer(match, "access term", "switch vent on")
    assert match.state.things["vent"].state == "on"


def test_terrain_hangs_in_where_a_map_has_it() -> None:
    names = [supplement.name for supplement in supplements([thing("egg", "ordnance", 0, 0)])]
    assert "ordnance" in names and "doors" not in names
