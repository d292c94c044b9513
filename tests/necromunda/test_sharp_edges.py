"""What the rules decide by one die, one inch or one word more or less: exact dice and results on both sides of the
edge."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.arena import fighter, rifle, vehicle, weapon
from fireteam.games.necromunda.cards import Armour, Gear
from fireteam.games.necromunda.round import Round
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING
from fireteam.kit.arena import match_at
from tests.necromunda.driving import AWAY, FAR, drive
from tests.necromunda.ground import block, ground, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, place
from tests.necromunda.test_doors_and_terminals import at_door
from tests.necromunda.test_explosives_and_effects import at_pipe, end_of_round
from tests.necromunda.test_falls_and_climbs import hurled
from tests.necromunda.test_round import end_phase


def told(match: Match, code: str) -> list[Any]:
    """What events of one kind say, in order."""
    return [event.params for event in match.log if event.code == code]


# -- riders (NE-MNT-01) ------------------------------------------------------------------------------------------------

PLATE = Armour("plate", "Plate", "worn", 4)


@pytest.mark.rule("NE-MNT-01")
@pytest.mark.parametrize(
    ("moved", "strength", "save", "damage"),
    [(0, 3, 4, 1), (500, 3, 4, 1), (501, 5, 5, 1), (900, 5, 5, 1), (901, 7, 6, 2), (1400, 7, 6, 2)],
)
def test_a_rider_is_thrown_the_harder_the_farther_it_has_moved(
    moved: int, strength: int, save: int, damage: int
) -> None:
    """By inches rounded up: to 5 S3; 6 to 9 S5 AP-1; from 10 on S7 AP-2 D2."""
    rider = fighter("E", mounted=True, radius=0.8, w=3, armour=(PLATE,))
    for face, left in ((save, 3), (save - 1, 3 - damage)):
        match = lay(
            [fighter("A", rifle())], [rider], {"A": (0, 0), "E": (10, 0)}, [4, 2, 3, 6, face, 1], active="A",
            models={"E": {"moved": moved}},
        )  # fmt: skip
        answer(match, "shoot E with rifle")
        first = told(match, "wound_roll")[0]
        assert (first["strength"], model(match, "E").wounds) == (strength, left), face
        assert model(match, "E").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-MNT-01")
@pytest.mark.parametrize(("traits", "face", "pinned"), [((), 4, False), (("Knockback",), 4, True), ((), 3, True)])
def test_knockback_makes_the_saddle_harder_to_keep(traits: tuple[str, ...], face: int, pinned: bool) -> None:
    gun = weapon("gun", *traits, short=18, long=24, accuracy=(1, 0), strength=3, ammo=2)
    rider = fighter("E", mounted=True, radius=0.8, w=3)
    match = lay([fighter("A", gun)], [rider], {"A": (0, 0), "E": (10, 0)}, [4, 2, face, 1, 1], active="A")
    answer(match, "shoot E with gun")
    assert (model(match, "E").stance == PINNED) is pinned
    assert told(match, "tested")[0]["bonus"] == (-1 if traits else 0)


# -- doors (NE-TER-07) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-TER-07")
@pytest.mark.parametrize(("x", "caught"), [(0.58, True), (0.6, False), (-0.58, True), (-0.6, False)])
def test_a_closing_door_catches_whoever_overlaps_its_leaf(x: float, caught: bool) -> None:
    match = at_door([2, 1] if caught else [], "open", at={"A": (-1.3, 0.9), "B": (x, 0)})
    answer(match, "close door")
    assert place(match, "B")[0] == (0.6 if x > 0 else -0.6) and all_dice_used(match)
    assert [roll["strength"] for roll in told(match, "wound_roll")] == ([3] if caught else [])


@pytest.mark.rule("NE-TER-07")
@pytest.mark.parametrize(("face", "x"), [(1, -0.6), (3, -0.6), (4, 0.6), (6, 0.6)])
def test_who_stands_exactly_midway_is_shoved_by_a_die(face: int, x: float) -> None:
    match = at_door([2, 3, face], "open", at={"A": (-1.3, 0.9), "B": (0, 0)})
    answer(match, "close door")
    assert place(match, "B") == (x, 0) and all_dice_used(match)


@pytest.mark.rule("NE-TER-07")
def test_a_slammed_door_does_two_points_and_pins_nobody() -> None:
    match = at_door([2, 4], "open", at={"A": (-1.3, 0.9), "B": (0.3, 0)}, models={"B": {"wounds": 3}})
    answer(match, "close door")
    assert [event["points"] for event in told(match, "wounded")] == [2]
    assert (model(match, "B").wounds, model(match, "B").stance) == (1, STANDING) and all_dice_used(match)


# -- parted again (NE-MOV-04) ------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-MOV-04")
@pytest.mark.parametrize(("y", "end"), [(2.0, (4, 0)), (1.99, (4, -0.01))])
def test_who_is_flung_within_an_inch_of_an_enemy_is_parted_to_an_inch(y: float, end: tuple[float, float]) -> None:
    match = hurled([3, 5, 1], 0, {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "B": (4, y)})
    assert place(match, "E") == end and all_dice_used(match)


@pytest.mark.rule("NE-MOV-04")
@pytest.mark.parametrize(("models", "end"), [({}, (4, -0.5)), ({"B": {"stance": INJURED}}, (4, 0))])
def test_nobody_is_parted_from_a_seriously_injured_enemy(models: dict[str, Any], end: tuple[float, float]) -> None:
    match = hurled([3, 5, 1], 0, {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "B": (4, 1.5)}, models=models)
    assert place(match, "E") == end and all_dice_used(match)


# -- driving off (NE-STAT-07) ------------------------------------------------------------------------------------------

CLUB = weapon("club", "Melee", category="close", melee=True, strength=8, ap=-6)


def driving_off(dice: list[Any], *near: tuple[float, float], **more: Any) -> Match:
    """A hull 4" by 2" drives 2" ahead past enemies beside it, who want a 3 for Initiative."""
    names = "QR"[: len(near)]
    foes = [fighter(name, CLUB, i=3) for name in names]
    at = {name: (*where, 0, 270) for name, where in zip(names, near, strict=True)}
    match = drive(dice, foes=[FAR, *foes], places={**AWAY, **at}, **more)
    answer(match, "move", "drive 2.00")
    return match


@pytest.mark.rule("NE-STAT-07")
@pytest.mark.parametrize(("y", "asked"), [(2.5, True), (2.51, False)])
def test_who_is_within_an_inch_may_strike_as_a_vehicle_drives_off(y: float, asked: bool) -> None:
    match = driving_off([], (0, y))
    assert match.decision is not None
    assert (match.decision.find("Q strikes at it") is not None) is asked
    assert place(match, "V") == ((0, 0) if asked else (2, 0)), "before the hull moves"


@pytest.mark.rule("NE-STAT-07")
@pytest.mark.parametrize(("dice", "struck"), [([3, 1], True), ([2], False)])
def test_the_reaction_wants_an_initiative_test(dice: list[int], struck: bool) -> None:
    match = driving_off(dice, (0, 2.4))
    answer(match, "Q strikes at it")
    assert [event["passed"] for event in told(match, "tested")] == [struck]
    if struck:
        answer(match, "fight with club")
    assert len(told(match, "fight_roll")) == int(struck)
    assert place(match, "V") == (2, 0) and all_dice_used(match)


@pytest.mark.rule("NE-STAT-07")
def test_each_may_strike_once_in_an_activation() -> None:
    match = driving_off([2, 2], (0, 2.4), (-1.5, 2.4))
    answer(match, "R strikes at it")
    assert match.decision is not None and match.decision.keys() == ["Q strikes at it", "nobody strikes at it"]
    answer(match, "Q strikes at it")
    assert place(match, "V") == (2, 0) and all_dice_used(match)
    answer(match, "move", "drive 0.10")
    assert place(match, "V") == (2.1, 0), "nobody is asked again"


@pytest.mark.rule("NE-STAT-07")
def test_who_lets_it_go_lets_it_go_for_all() -> None:
    match = driving_off([], (0, 2.4), (-1.5, 2.4))
    answer(match, "nobody strikes at it")
    assert place(match, "V") == (2, 0)


@pytest.mark.rule("NE-STAT-07")
def test_the_pinned_do_not_strike() -> None:
    match = driving_off([], (0, 2.4), models={"Q": {"stance": PINNED}})
    assert place(match, "V") == (2, 0)


# -- one after the other -----------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-RND-04")
def test_who_has_nobody_ready_lets_the_other_side_finish() -> None:
    match = lay(
        [fighter("A"), fighter("B"), fighter("C")], [fighter("E")],
        {"A": (0, 0), "B": (3, 0), "C": (6, 0), "E": (0, 20)}, [],
    )  # fmt: skip
    answer(match, "activate B", "end the activation")
    assert match.state.active == 3, "E is the only one of its side"
    answer(match, "end the activation", "activate A", "end the activation")
    assert match.state.active == 2 and match.state.round == 1, "C is left, whoever was to act"


@pytest.mark.rule("NE-END-08")
def test_each_broken_model_may_rally() -> None:
    broken = {"conditions": frozenset({"broken"})}
    match = end_phase(
        [fighter("A", cl=5), fighter("B", cl=5), fighter("C", cl=5)], [fighter("E")],
        {"A": (0, 0), "B": (3.9, 0), "C": (25, 25), "E": (0, 20)},
        [1, 4, 1, 3, 2, 3], models={"A": broken, "B": broken, "C": broken},
    )  # fmt: skip
    assert [(event["who"], event["bonus"], event["passed"]) for event in told(match, "tested")] == [
        ("A", 0, True), ("B", 1, True), ("C", 0, True),
    ]  # fmt: skip
    assert all("broken" not in model(match, name).conditions for name in "ABC")


@pytest.mark.rule("NE-END-05")
def test_who_may_be_taken_off_is_of_the_bottled_side_and_not_seriously_injured() -> None:
    setting = arena.setting_for(([fighter("A")], [fighter("E"), fighter("F"), fighter("G")]))
    table = arena.table_at(
        setting, {"A": (10, 10), "E": (21, 10), "F": (30, 30), "G": (40, 40)}, Round(), round=1, bottled=2,
        models={"F": {"stance": PINNED}, "G": {"stance": INJURED}},
    )  # fmt: skip
    match = match_at(setting, table.snapshot(), Given([6, 1]))
    assert match.decision is not None and match.decision.seat == 1
    assert match.decision.keys() == ["E leaves", "F leaves", "nobody else leaves"]
    answer(match, "nobody else leaves")
    assert match.decision is not None and match.decision.topic == "action of A"


@pytest.mark.rule("NE-TER-07")
def test_a_door_slams_on_everybody_in_it() -> None:
    match = at_door([2, 1, 2, 1], "open", at={"A": (-1.3, 0), "B": (0.3, 0.55), "C": (0.3, -0.55)})
    answer(match, "close door")
    assert [event["strength"] for event in told(match, "wound_roll")] == [3, 3]
    assert (place(match, "B"), place(match, "C")) == ((0.6, 0.55), (0.6, -0.55)) and all_dice_used(match)


@pytest.mark.rule("NE-VEH-31")
def test_all_loose_loot_falls() -> None:
    boxes = [thing("one", "ammo-cache", 0, 0, 200), thing("two", "ammo-cache", 1.2, 0, 200)]
    match = drive([90, 270], things=boxes)
    answer(match, "move", "drive 5.00")
    assert [match.state.things[id].z for id in ("one", "two")] == [0, 0] and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-11", "NE-END-03")
def test_everybody_gets_off_a_vehicle_that_is_abandoned() -> None:
    match = lay(
        [vehicle("V", length=4.0, width=2.0, transport=2), fighter("R"), fighter("S")], [FAR],
        {"V": (0, 0, 0, 0), "R": (0, 0, 2), "S": (1.2, 0, 2), **AWAY}, [1, 1, 6, 6, 6, 6, 1, 1], acting=0, ready=[],
        bottled=1, models={"R": {"aboard": 0, "seated": True}, "S": {"aboard": 0, "seated": True, "berth": (120, 0)}},
    )  # fmt: skip
    answer(match, "V tests", "at 31.00,33.20", "at 31.00,26.80")
    assert (place(match, "R"), place(match, "S")) == ((1, 3.2), (1, -3.2))
    assert [model(match, name).aboard for name in "RS"] == [-1, -1]


# -- strays (NE-SHT-11) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-SHT-11")
def test_the_opponent_says_who_of_two_equally_near_is_at_risk_first() -> None:
    match = lay(
        [fighter("A", rifle()), fighter("B"), fighter("C")], [fighter("E")],
        {"A": (0, 0), "E": (10, 0), "B": (6, 1.2), "C": (6, -1.2)}, [2, 2, 4, 3, 1], active="A",
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    assert match.decision is not None and match.decision.seat == 1
    answer(match, match.decision.keys()[1])
    assert [(event["who"], event["shown"], event["hit"]) for event in told(match, "stray")] == [
        ("C", 4, False), ("B", 3, True),
    ]  # fmt: skip
    assert model(match, "B").stance == PINNED and model(match, "C").stance == STANDING and all_dice_used(match)


@pytest.mark.rule("NE-SHT-11")
@pytest.mark.parametrize(("y", "risked"), [(1.5, True), (1.51, False)])
def test_at_risk_is_who_is_within_an_inch_of_the_line(y: float, risked: bool) -> None:
    match = lay(
        [fighter("A", rifle()), fighter("B")], [fighter("E")], {"A": (0, 0), "E": (10, 0), "B": (6, y)},
        [2, 2, *([4] if risked else [])], active="A",
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    assert [event["who"] for event in told(match, "stray")] == (["B"] if risked else []) and all_dice_used(match)


@pytest.mark.rule("NE-TER-11", "NE-SHT-11")
@pytest.mark.parametrize(("x", "order"), [(4.0, ["B", "drums"]), (11.5, ["drums"])])
def test_things_are_at_risk_by_their_distance(x: float, order: list[str]) -> None:
    """Drums stand from 7.5 to 8.5; who is behind the target is not on the line of the shot."""
    match = lay(
        [fighter("A", rifle()), fighter("B")], [fighter("E")], {"A": (0, 0), "E": (9.2, 0), "B": (x, 1.2)},
        [2, 2, *[4] * len(order)], active="A", things=[thing("drums", "drums", 8, 0)],
        on=ground(block("drums", "drums", 7.5, -0.5, 8.5, 0.5, top=150)),
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    assert [event["who"] for event in told(match, "stray")] == order and all_dice_used(match)


# -- fire, drink and bombs ---------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-TER-11")
def test_everybody_under_a_burning_pipe_may_get_clear() -> None:
    hot = weapon("hot", short=8, long=16, accuracy=(2, 0), strength=6, ammo=2)
    match = at_pipe([6, 6, 2, 2, 3, 4, 4], {"E": (10.2, 0.0), "F": (10.2, 1.2)}, fighter("A", hot))
    answer(match, "shoot pipe with hot", "at 41.60,30.00", "at 41.60,31.20")
    assert (place(match, "E"), place(match, "F")) == ((11.6, 0), (11.6, 1.2)) and all_dice_used(match)


@pytest.mark.rule("NE-SWIG-01")
def test_a_swig_heals_one_flesh_wound() -> None:
    gin = Gear("gin", "gin", "drink-1")
    match = lay(
        [fighter("D", gear=(gin,))], [fighter("E")], {"D": (0, 0), "E": (20, 0)}, [4], active="D",
        models={"D": {"flesh": 3}},
    )  # fmt: skip
    answer(match, "take a swig of gin")
    assert (model(match, "D").flesh, model(match, "D").drinks) == (2, 1)


@pytest.mark.rule("NE-TER-12")
@pytest.mark.parametrize(("face", "explodes"), [(3, True), (4, False)])
def test_a_bomb_that_rolls_its_own_tokens_stays(face: int, explodes: bool) -> None:
    match = end_of_round([face, *([4, 4] if explodes else [])], thing("egg", "ordnance", 0, 20, number=3), round=3)
    (roll,) = told(match, "ordnance_roll")
    assert (roll["shown"], roll["tokens"], roll["explodes"]) == (face, 4, explodes)


@pytest.mark.rule("NE-SKL-01")
@pytest.mark.parametrize(("faces", "passed"), [((2, 3), True), ((2, 2), False)])
def test_a_lockbreaker_has_two_more_to_bypass_a_lock(faces: tuple[int, int], passed: bool) -> None:
    box = thing("box", "casket", 1.7, 0, number=2)
    match = lay(
        [fighter("S", skills=("lockbreaker",))], [fighter("E")], {"S": (0, 0), "E": (-20, 20)}, [*faces, *[6] * 9],
        active="S", things=[box],
    )  # fmt: skip
    answer(match, "bypass the lock of box")
    roll = told(match, "tested")[0]
    assert (roll["bonus"], roll["needed"], roll["passed"]) == (2, 7, passed)
