"""The traits of weapons, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, knife, profile, weapon
from fireteam.games.necromunda.cards import Armour
from fireteam.games.necromunda.shooting.ammo import firepower_dice
from fireteam.games.necromunda.shooting.targets import long_range
from fireteam.games.necromunda.state import INJURED, OUT, PINNED, STANDING
from fireteam.space.plane.free.plan import IMPASSABLE, OPAQUE, SOLID, Block
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place


def gun(*traits: str, **figures: Any) -> Any:
    """A gun with these traits: 8/16", S3, no ammo unless it is said."""
    return weapon("gun", *traits, **{"short": 8, "long": 16, "strength": 3, **figures})


def shot(arm: Any, dice: list[int], *, has: Any = None, by: Any = None, on: Any = None, **stats: Any) -> Match:
    """A shoots E over 10 inches."""
    match = lay(
        [fighter("A", arm)], [fighter("E", **stats), fighter("F")], {"A": (0, 0), "E": (11, 0, 0, 180), "F": (11, 25)},
        dice, active="A", models={"E": has or {}, "A": by or {}}, on=on,
    )  # fmt: skip
    answer(match, "shoot E with gun")
    return match


def blade(*traits: str, **figures: Any) -> Any:
    """A close combat weapon with these traits."""
    return weapon(
        "blade", "Melee", *traits, category="close", **{"melee": True, "strength": 0, "of_user": True, **figures}
    )


def fight(
    arm: Any, dice: list[int], *keys: str, foe: Any = None, facing: int = 180, has: Any = None, **stats: Any
) -> Match:
    """A fights E in contact."""
    match = lay(
        [fighter("A", arm, **stats)], [foe or fighter("E")], {"A": (0, 0, 0, 0), "E": (1, 0, 0, facing)}, dice,
        active="A", models={"E": has or {}},
    )  # fmt: skip
    answer(match, "fight", "fight with blade", *keys)
    return match


@pytest.mark.rule("NE-TRT-01")
def test_blaze_sets_alight() -> None:
    for dice, has, alight in (
        ([4, 1, 4], {}, True),
        ([4, 1, 3], {}, False),
        ([4, 1, 2], {"conditions": frozenset({"gunked"})}, True),
    ):
        match = shot(gun("Blaze"), dice, has=has)
        assert ("blaze" in model(match, "E").conditions) is alight and all_dice_used(match)
        assert not alight or "gunked" not in model(match, "E").conditions


@pytest.mark.rule("NE-TRT-02")
def test_gas_goes_by_toughness_and_pins_nobody() -> None:
    match = shot(gun("Gas", strength=None, damage=None), [4, 3, 2])
    assert (model(match, "E").flesh, model(match, "E").stance) == (1, STANDING) and all_dice_used(match)
    match = shot(gun("Gas", strength=None, damage=None), [4, 2])
    assert model(match, "E").flesh == 0 and all_dice_used(match)


@pytest.mark.rule("NE-TRT-03", "NE-HIT-07")
def test_knockback_moves_or_hurts_more() -> None:
    match = shot(gun("Knockback"), [4, 1])
    assert place(match, "E") == (12, 0) and all_dice_used(match)
    wall = Block("wall", ((4180, 2800), (4300, 2800), (4300, 3200), (4180, 3200)), 0, 400, IMPASSABLE | SOLID | OPAQUE)
    match = shot(gun("Knockback"), [4, 4, 2], on=field(wall), w=2)
    assert model(match, "E").wounds == 0 and model(match, "E").flesh == 1 and all_dice_used(match)
    match = shot(gun("Knockback", accuracy=(0, 2)), [2, 1])
    assert place(match, "E") == (11, 0) and all_dice_used(match)  # a 2 is less than its Strength


@pytest.mark.rule("NE-TRT-04")
def test_rapid_fire_scores_its_holes() -> None:
    rapid = gun("Rapid Fire (2)", ammo=4)
    assert firepower_dice(rapid.profiles[0]) == 2
    match = lay(
        [fighter("A", rapid)], [fighter("E", w=6)], {"A": (0, 0), "E": (11, 0)}, [4, 4, 6, 4, 4, 4, 4, 4], active="A"
    )
    answer(match, "shoot E with gun", "take 2 Firepower dice")
    assert model(match, "E").wounds == 1 and all_dice_used(match)


@pytest.mark.rule("NE-TRT-04")
def test_further_hits_may_go_to_others_near_by() -> None:
    match = lay(
        [fighter("A", gun("Rapid Fire (1)", ammo=4))],
        [fighter("E"), fighter("F")],
        {"A": (0, 0), "E": (11, 0), "F": (11, 3.5)},
        [4, 6, 1, 1, 1],
        active="A",
    )
    answer(match, "shoot E with gun", "the next hit goes to F", "the next hit goes to E")
    assert model(match, "E").stance == PINNED and model(match, "F").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-TRT-05")
def test_grenades_reach_by_strength_and_test_ammo_always() -> None:
    pot = weapon("gun", "Grenade", category="grenade", thrown=3, strength=3, ammo=4)
    match = lay([fighter("A", pot)], [fighter("E")], {"A": (0, 0), "E": (9, 0)}, [4, 3, 1], active="A")
    table = match.setting.table(match.checkpoint.state, False)
    assert long_range(table, 0, pot.profiles[0]) == 9
    answer(match, "shoot E with gun")
    assert model(match, "A").empty == {"gun"} and all_dice_used(match) and "reload" not in offers(match)


@pytest.mark.rule("NE-TRT-06")
def test_melta_leaves_nobody_at_short_range() -> None:
    match = lay(
        [fighter("A", gun("Melta", damage=3))],
        [fighter("E"), fighter("F")],
        {"A": (0, 0), "E": (7, 0), "F": (0, 25)},
        [4, 4],
        active="A",
    )
    answer(match, "shoot E with gun")
    assert model(match, "E").status == OUT and all_dice_used(match)
    match = shot(gun("Melta", damage=1), [4, 4, 2])
    assert model(match, "E").flesh == 1 and all_dice_used(match)


@pytest.mark.rule("NE-TRT-07")
def test_parry_makes_the_attacker_roll_again() -> None:
    foe = fighter("E", blade("Parry"))
    match = fight(blade(), [5, 6, 2, 1], "parry the 6 of blade", foe=foe, a=2)
    assert all_dice_used(match)


@pytest.mark.rule("NE-TRT-07", "NE-TRT-19")
def test_power_is_parried_by_power_alone() -> None:
    match = lay(
        [fighter("A", blade("Power"))],
        [fighter("E", blade("Parry"))],
        {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180)},
        [5, 1],
        active="A",
    )
    answer(match, "fight", "fight with blade")
    assert all_dice_used(match)  # nobody was asked to parry


@pytest.mark.rule("NE-TRT-09")
def test_a_single_shot_is_one_shot() -> None:
    match = shot(gun("Single Shot"), [4, 1])
    assert model(match, "A").empty == {"gun"} and "shoot" not in offers(match) and "reload" not in offers(match)


@pytest.mark.rule("NE-TRT-10", "NE-CC-03")
def test_a_sidearm_gets_one_die_in_close_combat() -> None:
    pistol = weapon("blade", "Sidearm", category="pistol", short=6, long=12, strength=3)
    match = fight(pistol, [2, 3, 3], a=3)
    assert all_dice_used(match)
    assert [blow.dice for blow in shares_of(pistol)] == [1, 2]


def shares_of(arm: Any) -> list[Any]:
    """How three dice are shared out."""
    from fireteam.games.necromunda.close_combat.fight import Blows, shares

    return [Blows(one.id, way.name, 0, dice) for one, way, dice in shares(((arm, arm.profiles[0]),), 3)]


@pytest.mark.rule("NE-TRT-11")
def test_smoke_hides_and_hits_nobody() -> None:
    pot = weapon("gun", "Blast (5)", "Smoke", short=8, long=16, strength=None, damage=None)
    match = lay([fighter("A", pot)], [fighter("E")], {"A": (0, 0), "E": (11, 0)}, [4], active="A")
    answer(match, "shoot E with gun")
    assert model(match, "E").stance == STANDING and all_dice_used(match)
    assert [thing.kind for thing in match.state.things.values()] == ["smoke"]
    assert "shoot" not in [option.kind for option in match.decision.options]


@pytest.mark.rule("NE-TRT-12")
def test_unwieldy_takes_both_actions() -> None:
    match = lay([fighter("A", gun("Unwieldy"))], [fighter("E")], {"A": (0, 0), "E": (11, 0)}, [4, 1], active="A")
    answer(match, "shoot E with gun")
    assert match.state.active != 0 and all_dice_used(match)
    match = lay([fighter("A", gun("Unwieldy"))], [fighter("E")], {"A": (0, 0), "E": (11, 0)}, [], active="A")
    answer(match, "aim")
    assert "shoot" not in offers(match)


@pytest.mark.rule("NE-HRX-08")
def test_by_the_house_rule_heavy_guns_fire_from_the_hip() -> None:
    match = lay(
        [fighter("A", gun("Unwieldy"))], [fighter("E")], {"A": (0, 0), "E": (11, 0)}, [4], active="A",
        options={"hrx_unwieldy_basic": True},
    )  # fmt: skip
    answer(match, "turn", "face 0", "shoot E with gun from the hip")
    assert model(match, "E").stance == STANDING and match.state.active == 0 and all_dice_used(match)


@pytest.mark.rule("NE-TRT-13")
def test_a_long_weapon_strikes_where_a_knife_does_not_reach() -> None:
    pole = blade("Versatile", long=2)
    match = lay([fighter("A", pole)], [fighter("E")], {"A": (0, 0, 0, 0), "E": (2.8, 0, 0, 180)}, [4, 1], active="A")
    answer(match, "fight")
    assert all_dice_used(match) and match.state.active == 0


@pytest.mark.rule("NE-TRT-14")
def test_an_unstable_gun_may_take_its_user_out() -> None:
    match = shot(gun("Unstable", ammo=4), [4, 1, 4, 3, 1])
    assert model(match, "A").status == OUT and model(match, "E").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-TRT-15", "NE-COND-02")
def test_flash_blinds() -> None:
    match = shot(gun("Flash", strength=None, damage=None), [4, 3])
    assert "blind" in model(match, "E").conditions and not model(match, "E").ready and all_dice_used(match)
    match = shot(gun("Flash", strength=None, damage=None), [4, 4])
    assert "blind" not in model(match, "E").conditions


@pytest.mark.rule("NE-TRT-16")
def test_toxin_injures_whatever_the_wounds() -> None:
    match = shot(gun("Toxin", strength=None, damage=None), [4, 4, 2], t=4, w=3)
    assert (model(match, "E").wounds, model(match, "E").flesh) == (3, 1) and all_dice_used(match)


@pytest.mark.rule("NE-TRT-17")
def test_rending_does_more_damage_on_a_six() -> None:
    match = shot(gun("Rending"), [4, 6, 2], w=2)
    assert (model(match, "E").wounds, model(match, "E").flesh) == (0, 1) and all_dice_used(match)


def armoured(arm: Any, dice: list[int], save: int, **stats: Any) -> Match:
    """A shoots E, who wears armour."""
    match = lay(
        [fighter("A", arm)],
        [fighter("E", armour=(Armour("vest", "Vest", "standard", save=save),), **stats)],
        {"A": (0, 0), "E": (11, 0, 0, 180)},
        dice,
        active="A",
    )
    answer(match, "shoot E with gun")
    return match


@pytest.mark.rule("NE-TRT-18")
def test_shred_doubles_ap_on_a_six() -> None:
    match = armoured(gun("Shred", ap=-2), [4, 6, 2], 4)
    assert model(match, "E").flesh == 1 and all_dice_used(match)
    match = armoured(gun("Shred"), [4, 6, 4], 4)
    assert model(match, "E").flesh == 0 and all_dice_used(match)


@pytest.mark.rule("NE-TRT-19")
def test_power_cuts_through_on_a_six_to_hit() -> None:
    foe = fighter("E", armour=(Armour("vest", "Vest", "standard", save=3),), w=2)
    match = fight(blade("Power"), [6, 4, 2], foe=foe)
    assert (model(match, "E").wounds, model(match, "E").flesh) == (0, 1) and all_dice_used(match)


@pytest.mark.rule("NE-TRT-20", "NE-HIT-07")
def test_shock_wounds_by_itself_on_a_six_to_hit() -> None:
    match = fight(blade("Shock", "Rending"), [6, 2], foe=fighter("E", t=6, w=2))
    assert model(match, "E").wounds == 1 and model(match, "E").flesh == 0


@pytest.mark.rule("NE-TRT-21")
def test_pulverise_makes_flesh_wounds_worse() -> None:
    match = fight(blade("Pulverise"), [4, 4, 2, 3], "pulverise")
    assert model(match, "E").stance == INJURED and model(match, "E").flesh == 0 and all_dice_used(match)


@pytest.mark.rule("NE-TRT-22", "NE-SHT-13")
def test_limited_ammo_is_gone_and_the_rest_may_be_reloaded() -> None:
    two = weapon(
        "gun",
        profiles=[
            profile("ball", short=8, long=16, strength=3, ammo=4),
            profile("glass", short=8, long=16, strength=3, ammo=5, traits=("Limited",)),
        ],
    )
    match = lay([fighter("A", two)], [fighter("E")], {"A": (0, 0), "E": (11, 0)}, [4, 1, 2, 1, 4], active="A")
    answer(match, "shoot E with gun (glass)")
    assert model(match, "A").lost == {"gun/glass"} and "shoot" not in offers(match)
    answer(match, "reload gun")
    assert not model(match, "A").empty and all_dice_used(match)


@pytest.mark.rule("NE-TRT-23")
def test_two_failed_ammo_tests_jam_a_rapid_gun() -> None:
    match = lay(
        [fighter("A", gun("Rapid Fire (2)", ammo=4))],
        [fighter("E")],
        {"A": (0, 0), "E": (11, 0)},
        [4, 1, 1, 2, 3, 1, 1],
        active="A",
    )
    answer(match, "shoot E with gun", "take 2 Firepower dice")
    assert model(match, "A").lost == {"gun"} and all_dice_used(match)


@pytest.mark.rule("NE-TRT-24")
def test_scarce_ammo_is_not_reloaded() -> None:
    match = lay(
        [fighter("A", gun("Scarce", ammo=4))], [fighter("E")], {"A": (0, 0), "E": (11, 0)}, [], active="A",
        models={"A": {"empty": frozenset({"gun"})}},
    )  # fmt: skip
    assert "reload" not in offers(match)


@pytest.mark.rule("NE-TRT-25")
def test_backstab_from_behind() -> None:
    match = fight(blade("Backstab"), [4, 3, 4], facing=0)
    assert model(match, "E").stance == INJURED and all_dice_used(match)


@pytest.mark.rule("NE-TRT-27")
def test_a_shield_helps_against_the_front() -> None:
    shield = weapon("shield", "Melee", "Shield", category="close", melee=True, strength=0, of_user=True)
    match = lay(
        [fighter("A", gun())], [fighter("E", shield)], {"A": (0, 0), "E": (11, 0, 0, 180)}, [4, 4, 6], active="A"
    )
    answer(match, "shoot E with gun")
    assert model(match, "E").wounds == 1 and all_dice_used(match)
    match = lay([fighter("A", gun())], [fighter("E", shield)], {"A": (0, 0), "E": (11, 0, 0, 0)}, [4, 4, 2], active="A")
    answer(match, "shoot E with gun")
    assert model(match, "E").flesh == 1 and all_dice_used(match)


@pytest.mark.rule("NE-TRT-28", "NE-COND-04")
def test_concussion_worsens_initiative() -> None:
    match = shot(gun("Concussion"), [4, 1])
    assert "concussion" in model(match, "E").conditions
    from fireteam.games.necromunda.stats import changes

    table = match.setting.table(match.state, False)
    assert sum(part.amount for part in changes(table, 1, "i")) == -2


@pytest.mark.rule("NE-TRT-29", "NE-COND-06")
def test_gunk_slows() -> None:
    from fireteam.games.necromunda.stats import movement

    match = shot(gun("Gunk"), [4, 1])
    assert movement(match.setting.table(match.state, False), 1) == 400


@pytest.mark.rule("NE-TRT-30", "NE-COND-08")
def test_a_web_takes_no_wounds() -> None:
    match = shot(gun("Web", strength=4, damage=None), [4, 3])
    assert (model(match, "E").stance, model(match, "E").wounds) == (INJURED, 1)
    assert "webbed" in model(match, "E").conditions and all_dice_used(match)


@pytest.mark.rule("NE-TRT-33")
def test_a_knife_is_not_shot_with() -> None:
    match = lay([fighter("A", knife())], [fighter("E")], {"A": (0, 0), "E": (11, 0)}, [], active="A")
    assert "shoot" not in offers(match)


@pytest.mark.rule("NE-TRT-34", "NE-TST-03")
def test_a_graviton_pulse_goes_by_strength() -> None:
    pulse = gun("Graviton Pulse", "Blast (3)", strength=None, damage=2)
    match = shot(pulse, [4, 4, 2], w=2)
    assert model(match, "E").wounds == 0 and all_dice_used(match)
    match = shot(pulse, [4, 3], w=2)
    assert model(match, "E").wounds == 2 and [thing.kind for thing in match.state.things.values()] == ["well"]


@pytest.mark.rule("NE-TRT-36")
def test_the_attacker_may_follow_whom_it_knocks_back() -> None:
    match = fight(blade("Knockback"), [4, 1, 2], "follow")
    assert place(match, "E") == (2, 0) and place(match, "A") == (1, 0)
