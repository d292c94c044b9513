"""Whole situations at doors, lifts, terminals, ducts, claws, traps and bottles with fixed dice and exact results."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.cards import Armour, Gear, Profile, Word
from fireteam.games.necromunda.positions import gap
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING
from fireteam.games.necromunda.windows import Quality
from fireteam.space.plane.free.plan import Plan
from tests.necromunda.ground import at, block, ground, plate, platform, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place

SNAKE = Gear("snake", "Wild Snake", "drink-2")


@pytest.mark.rule("NE-SWIG-01", "NE-SWIG-06", "NE-COND-09", "NE-ACT-03")
def test_two_swigs_then_shooting_double() -> None:
    match = lay(
        [fighter("D", rifle(), gear=(SNAKE,)), fighter("G")],
        [fighter("E"), fighter("K")],
        {"D": (0, 0), "E": (11, 0), "G": (14, 2), "K": (12, -3)},
        [4, 2],
        active="D",
        models={"D": {"flesh": 2}},
    )
    answer(match, "take a swig of Wild Snake")
    assert model(match, "D").flesh == 1 and model(match, "D").drinks == 1
    answer(match, "take a swig of Wild Snake")
    drunk = model(match, "D")
    assert (drunk.flesh, drunk.drinks, drunk.lost) == (0, 2, frozenset({"snake"}))
    table = match.setting.table(match.state, False)
    added = [part.amount for part in table.sum_of(0, Quality.test_bonus, table, 0, "cl", "nerve")]
    assert added == [3] and match.state.active != 0
    match = lay(
        [fighter("D", rifle(), gear=(SNAKE,)), fighter("G")],
        [fighter("E"), fighter("K")],
        {"D": (0, 0), "E": (11, 0), "G": (14, 2), "K": (12, -3)},
        ["G", 4, 3, 3],
        active="D",
        models={"D": {"drinks": 2, "drink": "drink-2", "conditions": frozenset({"intoxicated"})}},
    )
    answer(match, "shoot E with rifle")
    assert model(match, "G").stance == PINNED and model(match, "G").wounds == 1
    assert model(match, "E").stance == STANDING and model(match, "K").stance == STANDING
    (roll,) = [event.params for event in match.log if event.code == "hit_roll"]
    assert (roll["needed"], roll["bonus"], roll["passed"]) == (4, 0, True)  # +1 short range, -1 seeing double
    assert all_dice_used(match)


@pytest.mark.rule("NE-TERM-01", "NE-TERM-05", "NE-TST-02", "NE-ACT-02")
@pytest.mark.parametrize(
    ("dice", "credits"), [([4, 4, 3, 4, 3, 5], 120), ([3, 3], 0), ([1, 1], 0)], ids=["double", "short", "two"]
)
def test_an_ancient_terminal_pays_doubles_first(dice: list[int], credits: int) -> None:
    match = lay(
        [fighter("F", int=6)],
        [fighter("E")],
        {"F": (0, 0), "E": (20, 0)},
        dice,
        active="F",
        things=[thing("old", "ancient-terminal", 1.2, 0)],
    )
    answer(match, "access old")
    assert sum(line.number for line in match.state.ledger if line.what == "credits") == credits
    assert all_dice_used(match)
    assert "access" not in offers(match) and "move" in offers(match)
    assert match.state.things["old"].state == ""


FLAMER = weapon("flamer", "Template", "Blaze", template=True, strength=4, ap=-1, ammo=5)
SUIT = Armour("suit", "suit", "standard", save=5)


def duct_field() -> Plan:
    """A wall with a duct through it, and another wall behind."""
    return ground(block("wall", "wall", 0, -30, 1, 30), block("back", "wall", 3.5, -30, 4, 30))


MOUTHS = [thing("duct-a", "duct-mouth", 0, 0, label="duct-b"), thing("duct-b", "duct-mouth", 1, 0, label="duct-a")]


@pytest.mark.rule("NE-DUCT-02", "NE-DUCT-03", "NE-TER-13", "NE-TRT-01")
def test_a_flamer_down_a_duct() -> None:
    match = lay(
        [fighter("S", FLAMER), fighter("Y")],
        [fighter("X", armour=(SUIT,)), fighter("Z")],
        {"S": (-1.0, 0), "X": (2.5, 0), "Y": (2.15, 1.992), "Z": (2.4, -2.425)},
        [2, 3, 5, 2, 4, 2, 3],
        active="S",
        on=duct_field(),
        things=MOUTHS,
    )
    answer(match, "spray flamer out of duct-b", "X is hit first")
    x, y, z = (model(match, name) for name in "XYZ")
    assert (x.stance, x.wounds, x.flesh) == (PINNED, 0, 1) and "blaze" in x.conditions
    assert (y.stance, y.wounds) == (PINNED, 1) and "blaze" not in y.conditions
    assert z.stance == STANDING
    assert all_dice_used(match)


@pytest.mark.rule("NE-YAQ-02", "NE-DUCT-02", "NE-BLS-02")
def test_a_blast_down_a_duct_scatters_against_the_wall() -> None:
    launcher = weapon("launcher", "Blast (3)", short=6, long=24, accuracy=(-1, 0), strength=3, ammo=5)
    match = lay(
        [fighter("S", launcher), fighter("Y")],
        [fighter("X", armour=(SUIT,)), fighter("Z")],
        {"S": (-1.0, 0), "X": (2.5, 0), "Y": (2.15, 1.992), "Z": (2.4, -2.425)},
        [4, 2, 4, 360, 3, 3],
        active="S",
        on=duct_field(),
        things=MOUTHS,
    )
    answer(match, "fire launcher out of duct-b at X")
    assert model(match, "X").stance == PINNED and model(match, "X").wounds == 1
    assert model(match, "Y").stance == STANDING and model(match, "Z").stance == STANDING
    assert all_dice_used(match)
    explosion = next(event for event in match.log if event.code == "explodes")
    assert (explosion.params["x"], explosion.params["y"]) == at(3.5, 0)


FRAG = Gear(
    "frag", "frag trap", "trap-frag", Profile("frag trap", strength=3, traits=(Word("Blast", 5), Word("Knockback")))
)


@pytest.mark.rule("NE-OTH-01", "NE-TRAP-01", "NE-TRAP-02", "NE-TRT-03", "NE-BLS-04")
def test_a_trapper_too_slow() -> None:
    match = lay(
        [fighter("S", gear=(FRAG,))],
        [fighter("Z", s=4, t=4, armour=(Armour("coat", "coat", "standard", save=6),))],
        {"S": (0, 0), "Z": (3.3, 0)},
        [1, 4, 3, 3, 3, 5, 5],
        active="S",
        models={"Z": {"conditions": frozenset({"sheltered"})}},
    )
    answer(match, "set frag trap", "at 31.30,30.00", "to 29.00,30.00")
    assert place(match, "S") == (-2, 0) and model(match, "S").stance == PINNED and model(match, "S").wounds == 1
    assert place(match, "Z") == (3.3, 0) and model(match, "Z").stance == PINNED and model(match, "Z").wounds == 1
    assert not match.state.things
    assert all_dice_used(match) and match.state.active != 0


def gantry() -> Plan:
    """A gantry at a height of 8 inches."""
    return ground(platform("gantry", -3, -3, 3, 3, 800))


CLAW = thing("claw", "claw", 0, 0, 800)


@pytest.mark.rule("NE-BAD-06", "NE-BAD-07")
def test_a_claw_from_above_then_the_hook() -> None:
    match = lay(
        [fighter("A"), fighter("C", cl=6)],
        [fighter("B"), fighter("far"), fighter("farther")],
        {"A": (1, 0, 8), "B": (2, 0, 0), "C": (9, 0), "far": (-25, 0), "farther": (-25, 5)},
        [3, 3, 4],
        active="A",
        on=gantry(),
        things=[CLAW],
    )
    answer(match, "drop claw on B")
    assert model(match, "B").stance == INJURED
    answer(match, "hoist B with claw", "at 30.00,32.00 up 8.00")
    assert place(match, "B") == (0, 2) and model(match, "B").z == 800
    assert round(gap(match.setting.table(match.state, False), 0, 2), 2) == 1.24
    assert all_dice_used(match)


@pytest.mark.rule("NE-BAD-10", "NE-TST-02")
def test_disarming_with_a_cool_head() -> None:
    match = lay(
        [fighter("C", cl=6)],
        [fighter("B")],
        {"C": (9, 0), "B": (-20, 0)},
        [3, 3],
        active="C",
        things=[thing("egg", "ordnance", 11, 0, number=2)],
    )
    answer(match, "disarm egg by cool")
    assert match.state.things["egg"].number == 1
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-12", "NE-END-02", "NE-END-06", "NE-END-10")
@pytest.mark.parametrize("disarmed", [True, False])
def test_a_ticking_bomb_in_the_end_phase(disarmed: bool) -> None:
    dice = [2, 2, 4, 6, 1] if disarmed else [2, 1, 4, 4, 4, 5, 2, 4, 6, 1]  # the last two: Priority of the next round
    match = lay(
        [fighter("A"), fighter("C", cl=6)],
        [fighter("B"), fighter("far"), fighter("farther")],
        {"A": (1, 0, 8), "B": (0, 2, 8), "C": (9, 0), "far": (-25, 0), "farther": (-25, 5)},
        dice,
        on=gantry(),
        things=[CLAW, thing("egg", "ordnance", 11, 0, number=1 if disarmed else 2)],
        models={"B": {"stance": INJURED}},
        ready=[],
        round=3,
    )
    answer(match, "take the Bottle test")
    if disarmed:
        assert match.state.things["egg"].number == 2
    else:
        assert "egg" not in match.state.things
        assert (model(match, "C").flesh, model(match, "C").wounds) == (1, 1)
    assert model(match, "B").stance == INJURED
    assert all(model(match, name).stance == STANDING for name in ("A", "C", "far", "farther"))
    assert all_dice_used(match)


def lift_field() -> Plan:
    """A lift, and a doorway."""
    return ground(
        block("door", "door", 19.9, -1, 20.1, 1),
        lifts=(plate("L", 10.5, -1, 12.5, 1, 0, 400),),
        shown=(("door", "open"),),
    )


LIFT_THINGS = [
    thing("L", "lift", 11.5, 0, state="0"),
    thing("lt", "lift-terminal", 1.2, 0, label="L"),
    thing("door", "door", 20, 0, state="open", number=4, label="standard"),
    thing("dt", "door-terminal", 1.2, 20, label="door"),
]


@pytest.mark.rule("NE-TERM-01", "NE-TERM-03", "NE-TER-09", "NE-MOV-11", "NE-ACT-06")
def test_a_lift_that_is_switched_off_waits_two_rounds() -> None:
    cards = [fighter("T", int=6)], [fighter("P")]
    match = lay(*cards, {"T": (0, 0), "P": (10, 0)}, [5, 3], active="T", on=lift_field(), things=LIFT_THINGS, round=2)
    answer(match, "access lt", "switch L off")
    assert match.state.things["L"].label == "3"
    off = [match.state.things["L"], *LIFT_THINGS[1:]]
    stands = {"T": (0, 0), "P": (11.5, 0)}
    for round in (2, 3):
        match = lay(*cards, stands, [], active="P", on=lift_field(), things=off, round=round)
        assert "ride" not in offers(match)
    match = lay(*cards, stands, [], active="P", on=lift_field(), things=LIFT_THINGS, round=4)
    answer(match, 'ride L to 4"')
    assert model(match, "P").z == 400 and match.state.things["L"].state == "1"
    assert "ride" not in offers(match) and "charge" in offers(match)


@pytest.mark.rule("NE-TERM-02", "NE-DOOR-01", "NE-TER-07", "NE-HIT-04", "NE-INJ-02")
def test_a_door_slammed_shut_on_somebody() -> None:
    match = lay(
        [fighter("D")],
        [fighter("W", int=7)],
        {"D": (20, 0), "W": (0, 20)},
        [6, 3, 2, 4, 1, 2, 5],
        active="W",
        on=lift_field(),
        things=LIFT_THINGS,
        round=4,
    )
    answer(match, "access dt", "close door now")
    assert match.state.things["door"].state == "closed"
    hurt = model(match, "D")
    assert (hurt.stance, hurt.wounds, hurt.flesh) == (STANDING, 0, 2)
    assert place(match, "D") == (20.6, 0)
    assert all_dice_used(match) and "move" in offers(match)


@pytest.mark.rule("NE-LOOT-01", "NE-LOOT-03", "NE-LOOT-04", "NE-TRAP-01", "NE-TRT-03")
def test_a_casket_becomes_a_crater() -> None:
    match = lay(
        [fighter("S")],
        [fighter("E")],
        {"S": (0, 0), "E": (18.5, 0)},
        [3, 2, 4, 2, 4, 1],
        active="S",
        things=[thing("box", "casket", 1.7, 0, number=2)],
    )
    answer(match, "carry box", "to 33.00,30.00", "at 34.00,30.00", "smash box open")
    hurt = model(match, "S")
    assert place(match, "S") == (3, 0) and (hurt.stance, hurt.wounds, hurt.flesh) == (PINNED, 0, 1)
    assert not match.state.things
    assert all_dice_used(match) and match.state.active != 0, "its activation is over"


GRENADE = weapon("frag grenade", "Grenade", "Blast (3)", "Knockback", category="grenade", thrown=3, strength=3, ammo=4)
RATS = Gear("rats", "rats", "bomb-rats")


@pytest.mark.rule("NE-OTH-02", "NE-RAT-01", "NE-TRT-05", "NE-BLS-02")
def test_a_rat_with_a_fuse() -> None:
    match = lay(
        [fighter("R", GRENADE, gear=(RATS,), int=8)],
        [fighter("E")],
        {"R": (10, 0), "E": (18.5, 0)},
        [3, 5, 3, 2, 5, 3],
        active="R",
    )
    answer(match, "prime a rat with frag grenade", "at 41.00,30.00", "it runs towards 0", "at 47.00,30.00")
    assert place(match, "E") == (19.5, 0) and model(match, "E").stance == PINNED and model(match, "E").wounds == 1
    assert not match.state.things and "frag-grenade" in model(match, "R").empty
    assert all_dice_used(match)
