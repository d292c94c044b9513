"""Universal equipment in play: caches, devices, barricades, grenades, in both rules versions (KT-EQ-01 to KT-EQ-25,
KT-VER-01 to 08)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.abilities.selectors import chosen as concerned
from fireteam.games.killteam.abilities.word import Context
from fireteam.games.killteam.equipment import grenades, items, portable_barricade
from fireteam.games.killteam.equipment.pieces import feature_of, figures
from fireteam.games.killteam.game import GAME
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.setting import OPTIONS, Setting
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.state import CONCEAL, READY, Effect
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.table import Table
from fireteam.space.plane.shots import Outcome
from tests.killteam.kit import (
    FISTS,
    GUN,
    NEW,
    OLD,
    VERSIONS,
    codes,
    keys,
    lay,
    man,
    marker,
    may,
    piece,
    play,
    table,
    why_not,
)
from tests.space.plane.reference import rectangle

CACHE = marker("ammo_cache", 5, 6)
FOE = man(12, 5, seat=1)
FAR = man(28, 20, seat=1)


def chosen(*kinds: str, seat: int = 0) -> tuple[tuple[int, str, str], ...]:
    """The selection of grenades of a seat."""
    return ((seat, "grenades", ",".join(kinds)),)


def outcome(t: Table, weapon: Any = GUN) -> Outcome:
    """The one best outcome of a shot of the first at the second."""
    (found,) = targets.outcomes(t, t.board, 0, 1, weapon)
    return found


# -- versions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-VER-01")
def test_the_later_version_is_the_usual_one() -> None:
    assert OPTIONS["rules_version"] == NEW
    setting = Setting(GAME, (), (), {})
    assert setting.options["rules_version"] == NEW and setting.gait.wire == 1
    old = Setting(GAME, (), (), {"rules_version": OLD})
    assert old.gait.wire == 2
    assert figures(old).ammo_cache.ap == {OLD: 0, NEW: 1}
    assert [weapon.rules[0] for weapon in grenades.explosives(old)] == ["Range 8", "Range 6"]
    assert [weapon.rules[0] for weapon in grenades.explosives(setting)] == ["Range 6", "Range 6"]


# -- ammo cache --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-VER-02", "KT-EQ-02")
@pytest.mark.parametrize(("version", "shoots"), [(OLD, True), (NEW, False)])
def test_resupply_reposition_and_shoot(version: str, shoots: bool) -> None:
    match = lay(man(5, 5), man(12, 5, seat=1, readiness=READY), version=version, markers=(CACHE,))
    play(match, "AMMO RESUPPLY", "REPOSITION", "to 5.50,5.00")
    assert (match.state.active == 0 and "SHOOT" in keys(match)) is shoots, "with all AP spent the activation is over"


@pytest.mark.rule("KT-EQ-02", "KT-EQ-22")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_resupplied_operative_rerolls_one_attack_die_of_its_own_weapons(version: str) -> None:
    match = lay(
        man(5, 5, apl=3),
        FOE,
        version=version,
        markers=(CACHE,),
        selections=chosen("frag", "frag"),
        dice=(1, 2, 3, 3, 5, 1, 1, 1),
    )
    play(match, "AMMO RESUPPLY", "SHOOT", "use gun")
    assert keys(match) == [
        "keep the dice",
        "re-roll 1 by Ammo cache",
        "re-roll 2 by Ammo cache",
        "re-roll 3 by Ammo cache",
    ]
    play(match, "re-roll 1 by Ammo cache")
    assert [(entry["face"], entry["new"], entry["source"]) for entry in codes(match, "rerolled")] == [
        (1, 5, "Ammo cache")
    ]
    assert match.state.operatives[1].wounds == 12 - 3 * 3, "one re-roll, and no second one: 3 normal successes"


@pytest.mark.rule("KT-EQ-02", "KT-EQ-22")
def test_a_grenade_is_no_weapon_of_the_datacard() -> None:
    match = lay(
        man(5, 5, apl=3),
        man(10, 5, seat=1),
        markers=(CACHE,),
        selections=chosen("krak", "krak"),
        dice=(1, 2, 4, 4, 1, 1),
    )
    play(match, "AMMO RESUPPLY", "SHOOT", "use krak")
    assert codes(match, "rerolled") == [] and match.state.operatives[1].wounds == 12 - 2 * 4


@pytest.mark.rule("KT-EQ-02")
def test_no_reroll_before_it_or_in_a_fight() -> None:
    t = table(lay(man(5, 5), FOE, markers=(CACHE,)))
    assert items.attack_rules(t, 0, GUN) == ()
    t.affect(0, Effect("resupplied", "ammo", 0, "turning point", "KT-EQ-02"))
    assert items.attack_rules(t, 0, GUN) == ("reroll one: Ammo cache",)
    assert items.attack_rules(t, 0, FISTS) == ()
    assert items.attack_rules(t, 1, GUN) == ()


@pytest.mark.rule("KT-EQ-02")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_cache_serves_once_a_turning_point(version: str) -> None:
    match = lay(man(5, 5), FOE, man(4, 7), version=version, markers=(CACHE,))
    assert may(table(match), 2, "AMMO RESUPPLY")
    play(match, "AMMO RESUPPLY")
    t = table(match)
    assert why_not(t, 2, "AMMO RESUPPLY").text == "ammo_cache-0 has not been used in this turning point"
    list(items.end_of_turning_point(t))
    assert may(t, 2, "AMMO RESUPPLY")


@pytest.mark.rule("KT-EQ-02")
@pytest.mark.parametrize("version", VERSIONS)
def test_who_may_not_resupply(version: str) -> None:
    def t(*men: dict[str, Any], markers: tuple[Any, ...] = (CACHE,)) -> Table:
        return table(lay(*men, version=version, markers=markers))

    assert may(t(man(5, 5), FOE), 0, "AMMO RESUPPLY")
    assert why_not(t(man(5, 5), man(6.5, 5, seat=1)), 0, "AMMO RESUPPLY").rule == "KT-EQ-02", "an enemy is near"
    assert why_not(t(man(5, 3.97), FOE), 0, "AMMO RESUPPLY").rule == "KT-MARK-03", "1.01 inches from the marker"
    assert why_not(t(man(5, 5), man(5, 7.5, seat=1, apl=3)), 0, "AMMO RESUPPLY").rule == "KT-MARK-04", (
        "the enemy controls it"
    )
    theirs = marker("ammo_cache", 5, 6, seat=1)
    assert not may(t(man(5, 5), FOE, markers=(theirs,)), 0, "AMMO RESUPPLY")
    both = (theirs, marker("ammo_cache", 15, 15))
    assert why_not(t(man(5, 5), FOE, markers=both), 0, "AMMO RESUPPLY").rule == "KT-MARK-03"


# -- comms device ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-03", "KT-EQ-04")
@pytest.mark.parametrize("version", VERSIONS)
def test_support_rules_reach_farther_for_who_controls_the_device(version: str) -> None:
    device = marker("comms_device", 5, 6)
    t = table(lay(man(5, 5), FOE, man(9, 9), version=version, markers=(device,)))
    assert items.support_reach(t, 0) == 3
    assert items.support_reach(t, 2) == 0, "a friend that does not contest it"
    equal = table(lay(man(5, 5), man(5, 7.5, seat=1), version=version, markers=(device,)))
    assert (items.support_reach(equal, 0), items.support_reach(equal, 1)) == (0, 0)
    alone = table(lay(man(20, 20), man(5, 7, seat=1), version=version, markers=(device,)))
    assert (items.support_reach(alone, 0), items.support_reach(alone, 1)) == (0, 0), "an enemy's device gives nothing"


@pytest.mark.rule("KT-EQ-03")
def test_a_support_action_of_six_inches_reaches_nine() -> None:
    placed = {"sl-reeve": (500, 500), "sl-signaller": (500, 1400), "cv-prior": (2500, 1500)}
    for markers, names in (({}, False), ({"comms_device-0": marker("comms_device", 5, 4)}, True)):
        setting, state = arena.battle(
            teams=("saltmarsh-levy", "cinder-vigil"), placed=placed, phase="activation", markers=markers, active=0
        )
        t = arena.table_over(setting, state)
        found = next(entry for entry in setting.book.by_id[0].values() if entry.id == "sl-a1")
        assert (t.number("sl-signaller") in concerned(t, found, Context(t.number("sl-reeve")))) is names


# -- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-25")
def test_pieces_are_their_shapes_moved_and_turned() -> None:
    setting = lay(FOE, active=-1, phase="over").setting
    (wire,) = feature_of(setting, piece("razor_wire", 10, 5, turned=90)).parts
    assert wire.polygon == ((1020, 300), (1020, 700), (980, 700), (980, 300))
    assert (wire.bottom, wire.top, wire.opaque) == (0, 50, False)
    (ladder,) = feature_of(setting, piece("ladders", 10, 5, 3, turned=45)).parts
    assert ladder.polygon == ((975, 468), (1032, 525), (1025, 532), (968, 475))
    assert (ladder.bottom, ladder.top) == (300, 600)
    sizes = {
        "light_barricades": (250, 30, 100),
        "heavy_barricade": (350, 40, 200),
        "portable_barricade": (200, 20, 100),
    }
    for kind, size in sizes.items():
        part = feature_of(setting, piece(kind, 10, 5)).parts[0]
        xs, ys = [x for x, _ in part.polygon], [y for _, y in part.polygon]
        assert (max(xs) - min(xs), max(ys) - min(ys), part.top - part.bottom) == size


@pytest.mark.rule("KT-VER-06", "KT-EQ-09")
@pytest.mark.parametrize(("version", "valid"), [(OLD, False), (NEW, True)])
def test_the_feet_of_light_barricades_cover_only_in_2024(version: str, valid: bool) -> None:
    # Only a foot of it, 0.3" high, reaches into the lines to the northern edge of the target.
    match = lay(
        man(5, 10), man(12, 10, seat=1, conceal=True), version=version, pieces=(piece("light_barricades", 10, 10.8),)
    )
    assert ("SHOOT" in keys(match)) is valid
    whole = lay(
        man(5, 10),
        man(12, 10, seat=1, conceal=True),
        version=version,
        pieces=(piece("light_barricades", 11, 10, turned=90),),
    )
    assert "SHOOT" not in keys(whole), "the panel covers in both"


@pytest.mark.rule("KT-VER-06", "KT-EQ-09")
@pytest.mark.parametrize(("version", "inches"), [(OLD, 5), (NEW, 3)])
def test_the_feet_are_climbed_only_in_2024(version: str, inches: int) -> None:
    # Along the panel, across the foot at its eastern end, to the gap between two feet.
    t = table(lay(man(13, 9.2), FAR, version=version, pieces=(piece("light_barricades", 10, 10.14),)))
    where = moves.destinations(t, t.ground, 0, "REPOSITION", moves.gait_of(t))
    assert where.find("to 10,9.2 via 11.5,9.2").args[3] == inches  # type: ignore[union-attr]


@pytest.mark.rule("KT-EQ-10", "KT-EQ-09")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_heavy_barricade_obscures_and_a_light_one_does_not(version: str) -> None:
    for kind, obscured in (("heavy_barricade", True), ("light_barricades", False)):
        t = table(lay(man(5, 10), man(15, 10, seat=1), version=version, pieces=(piece(kind, 10, 10, turned=90),)))
        found = targets.target_of(t, t.board, 0, 1, GUN, outcome(t))
        assert bool(found.obscured_from) is obscured and found.cover_from == ()


# -- the portable barricade --------------------------------------------------------------------------------------------

SHIELD = piece("portable_barricade", 10, 5, seat=1, turned=90)
"""Its outside looks west, at a shooter at x 5; an operative of 32 mm at x 10.73 is connected to the inside."""


@pytest.mark.rule("KT-EQ-13")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("save", "need"), [(4, 3), (3, 2), (2, 2)])
def test_in_cover_from_it_the_save_is_better(save: int, need: int, version: str) -> None:
    match = lay(
        man(5, 5), man(10.73, 5, seat=1, save=save), version=version, pieces=(SHIELD,), dice=(3, 3, 3, 3, 2, 2, 2)
    )
    play(match, "SHOOT", "roll all dice")
    assert codes(match, "target")[0]["cover"] is True
    assert [entry["need"] for entry in codes(match, "rolled") if entry["who"] == "m1"] == [need]


@pytest.mark.rule("KT-EQ-14")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("x", "covered"), [(10.73, True), (10.74, True), (10.76, False), (11.23, False)])
def test_it_covers_only_who_is_connected(x: float, covered: bool, version: str) -> None:
    match = lay(man(5, 5), man(x, 5, seat=1, conceal=True), version=version, pieces=(SHIELD,))
    assert ("SHOOT" in keys(match)) is not covered
    t = table(lay(man(5, 5), man(x, 5, seat=1), version=version, pieces=(SHIELD,)))
    found = targets.target_of(t, t.board, 0, 1, GUN, outcome(t))
    assert (found.cover_from, found.protected) == ((("portable_barricade-1",), 1) if covered else ((), 0))
    assert portable_barricade.connected(t, 1, t.state.pieces["portable_barricade-1"]) is covered


@pytest.mark.rule("KT-EQ-14")
def test_its_feet_cover_nobody() -> None:
    # Shot along the shield from the south: a foot alone lies in the lines' way.
    t = table(lay(man(9.2, 0.9), man(9.2, 5.0, seat=1), pieces=(SHIELD,)))
    found = targets.target_of(t, t.board, 0, 1, GUN, outcome(t))
    assert (found.cover_from, found.protected) == ((), 0)


@pytest.mark.rule("KT-EQ-13")
def test_other_cover_improves_no_save() -> None:
    crate = rectangle("crate", (10, 4, 10.1, 6), (0, 1), "Light")
    t = table(lay(man(5, 5), man(10.73, 5, seat=1), terrain=(crate,)))
    found = targets.target_of(t, t.board, 0, 1, GUN, outcome(t))
    assert (found.cover_from, found.protected) == (("crate",), 0)


# -- explosive grenades ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-21")
@pytest.mark.parametrize("version", VERSIONS)
def test_the_profiles_of_the_grenades(version: str) -> None:
    frag, krak = grenades.explosives(lay(FOE, active=-1, phase="over", version=version).setting)
    reach = 8 if version == OLD else 6
    assert frag[2:] == (True, 4, 4, 2, 4, (f"Range {reach}", "Blast 2", "Saturate"))
    assert krak[2:] == (True, 4, 4, 4, 5, ("Range 6", "Piercing 1", "Saturate"))


@pytest.mark.rule("KT-VER-08", "KT-EQ-21")
@pytest.mark.parametrize(("version", "able"), [(OLD, ["gun", "frag"]), (NEW, ["gun"])])
def test_a_target_seven_inches_away(version: str, able: list[str]) -> None:
    t = table(lay(man(5, 5), man(13.26, 5, seat=1), version=version, selections=chosen("frag", "krak")))
    assert [weapon.id for weapon in targets.weapons_to_shoot(t, t.board, 0)] == able


@pytest.mark.rule("KT-EQ-21")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_krak_grenade_pierces_and_saturates_up_to_six_inches(version: str) -> None:
    crate = rectangle("crate", (11.4, 4, 11.6, 6), (0, 1), "Light")
    match = lay(
        man(5, 5), man(12.26, 5, seat=1), version=version, terrain=(crate,), selections=chosen("krak", "krak"),
        dice=(4, 4, 1, 1, 1, 1)
    )  # fmt: skip
    play(match, "SHOOT", "use krak")
    assert codes(match, "target")[0]["cover"] is True
    assert [len(entry["faces"]) for entry in codes(match, "rolled")] == [4, 2], "two defence dice, both rolled"
    assert match.state.operatives[1].wounds == 12 - 8
    far = table(lay(man(5, 5), man(12.36, 5, seat=1), version=version, selections=chosen("krak", "krak")))
    assert [weapon.id for weapon in targets.weapons_to_shoot(far, far.board, 0)] == ["gun"]


@pytest.mark.rule("KT-EQ-21", "KT-EQ-23", "KT-EQ-22")
@pytest.mark.parametrize("version", VERSIONS)
def test_the_third_throw_is_nobody_s(version: str) -> None:
    men = (man(5, 5), man(10, 5, seat=1, wounds=12), man(5, 7, apl=2))
    match = lay(*men, version=version, selections=chosen("frag", "frag"), dice=(1, 1, 1, 1, 6, 6, 6))
    t = table(match)
    assert [[weapon.id for weapon in t.weapons(who)] for who in (0, 1, 2)] == [
        ["gun", "fists", "frag"],
        ["gun", "fists"],
        ["gun", "fists", "frag"],
    ]
    play(match, "SHOOT", "use frag")
    assert [entry[:3] for entry in match.state.used] == [("frag grenade", 0, 0)], "counted when the action is over"
    t = table(match)
    assert grenades.left(t, 0, "frag") == 1 and [weapon.id for weapon in t.weapons(2)] == ["gun", "fists", "frag"]
    t.use("frag grenade", 0, 2)
    assert [[weapon.id for weapon in t.weapons(who)] for who in (0, 2)] == [["gun", "fists"], ["gun", "fists"]]
    assert t.weapon(0, "frag").name == "Frag grenade", "what was thrown can still be looked at"


@pytest.mark.rule("KT-EQ-22")
def test_only_thrown_grenades_are_counted() -> None:
    match = lay(man(5, 5, apl=3), man(10, 5, seat=1), selections=chosen("krak", "krak"), dice=(1, 1, 1, 1, 1, 1, 1))
    play(match, "REPOSITION", "to 5.50,5.00", "SHOOT", "use gun")
    assert match.state.used == () and grenades.left(table(match), 0, "krak") == 2
    none = lay(man(5, 5, apl=3), man(10, 5, seat=1), dice=(1, 1, 1, 1, 1, 1, 1))
    assert play(none, "REPOSITION", "to 5.50,5.00", "SHOOT").state.used == ()


@pytest.mark.rule("KT-EQ-22", "KT-DMG-05")
def test_an_injured_thrower_hits_on_five() -> None:
    match = lay(man(5, 5, wounds=5), man(10, 5, seat=1), selections=chosen("krak", "krak"), dice=(4, 4, 5, 5, 1, 1))
    play(match, "SHOOT", "use krak")
    assert codes(match, "rolled")[0]["need"] == 5
    assert match.state.operatives[1].wounds == 12 - 8


# -- utility grenades --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-16", "KT-EQ-23")
@pytest.mark.parametrize("version", VERSIONS)
def test_one_smoke_and_one_stun_for_the_whole_team(version: str) -> None:
    foe = man(10, 5, seat=1, readiness=READY)
    match = lay(man(5, 5), foe, man(5, 8), version=version, selections=chosen("smoke", "stun"), dice=(1,))
    assert may(table(match), 2, "SMOKE GRENADE") and may(table(match), 2, "STUN GRENADE")
    assert not may(table(match), 1, "SMOKE GRENADE"), "the other team has none"
    play(match, "SMOKE GRENADE", "at 7.00,5.00")
    t = table(match)
    assert why_not(t, 2, "SMOKE GRENADE").rule == "KT-EQ-23" and may(t, 2, "STUN GRENADE")
    play(match, "STUN GRENADE")
    assert why_not(table(match), 2, "STUN GRENADE").rule == "KT-EQ-23"
    two = table(lay(man(5, 5), man(10, 5, seat=1), selections=chosen("smoke", "smoke")))
    assert grenades.left(two, 0, "smoke") == 2 and not may(two, 0, "STUN GRENADE")


@pytest.mark.rule("KT-EQ-17")
@pytest.mark.parametrize("version", VERSIONS)
def test_smoke_is_placed_within_six_inches_in_view(version: str) -> None:
    wall = rectangle("wall", (4, 7, 6, 7.2), (0, 3), "Heavy")
    tower = rectangle("tower", (3, 1, 4, 2), (0, 3), "Heavy Vantage")
    t = table(
        lay(man(5, 5), man(20, 5, seat=1), version=version, terrain=(wall, tower), selections=chosen("smoke", "smoke"))
    )
    where = grenades.smoke_places(t, 0)
    assert where.find("at 12.02,5") is not None
    assert where.refusal("at 12.05,5").decisive.text == 'within 6": it is 6.03" away'  # type: ignore[union-attr]
    assert where.refusal("at 12.52,5").decisive.rule == "KT-EQ-17"  # type: ignore[union-attr]
    assert where.refusal("at 5,8").decisive.text == "visible, or on Vantage terrain of a visible feature"  # type: ignore[union-attr]
    assert where.find("at 3.5,1.5 up 3") is not None, "its middle is out of sight, the tower is not"
    assert where.find("at 5,5") is not None
    assert where.refusal("at 5,7.1") is not None, "not inside terrain"
    assert len(where.suggest(24)) == 24


@pytest.mark.rule("KT-EQ-17", "KT-EQ-20")
@pytest.mark.parametrize("version", VERSIONS)
def test_no_grenade_next_to_an_enemy(version: str) -> None:
    t = table(lay(man(5, 5), man(7.2, 5, seat=1), version=version, selections=chosen("smoke", "stun")))
    assert why_not(t, 0, "SMOKE GRENADE").rule == "KT-EQ-17"
    assert why_not(t, 0, "STUN GRENADE").rule == "KT-EQ-20"


@pytest.mark.rule("KT-EQ-18")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("off", "hidden"), [(0.76, True), (0.80, False)])
def test_wholly_within_smoke_is_obscured_and_not_pierced(off: float, hidden: bool, version: str) -> None:
    piercing = arena.weapon(4, 3, 3, 4, "Piercing 1", name="gun")
    smoke = marker("smoke", 12.26, 5 + off, until="ready step")
    dice = (3, 3, 3, 3, 1, 1, 1) if hidden else (3, 3, 3, 3, 1, 1)
    match = lay(man(5, 5), man(12.26, 5, seat=1), version=version, weapons=(piercing,), markers=(smoke,), dice=dice)
    play(match, "SHOOT")
    assert codes(match, "target")[0]["obscured"] is hidden
    assert [len(entry["faces"]) for entry in codes(match, "rolled")] == [4, 3 if hidden else 2]
    assert match.state.operatives[1].wounds == 12 - (9 if hidden else 12)


@pytest.mark.rule("KT-EQ-18")
def test_within_two_inches_smoke_does_nothing() -> None:
    piercing = arena.weapon(4, 3, 3, 4, "Piercing 1", name="gun")
    match = lay(
        man(5, 5),
        man(8.25, 5, seat=1),
        weapons=(piercing,),
        markers=(marker("smoke", 8.25, 5),),
        dice=(3, 1, 1, 1, 1, 1),
    )
    play(match, "SHOOT")
    assert codes(match, "target")[0]["obscured"] is False
    assert [len(entry["faces"]) for entry in codes(match, "rolled")] == [4, 2]


@pytest.mark.rule("KT-EQ-24", "KT-SHOOT-16")
@pytest.mark.parametrize("version", VERSIONS)
def test_out_of_smoke_a_target_in_cover_is_obscured_too(version: str) -> None:
    crate = rectangle("crate", (11.4, 4, 11.6, 6), (0, 1), "Light")
    match = lay(
        man(5, 5), man(12.26, 5, seat=1), version=version, terrain=(crate,), markers=(marker("smoke", 5, 5),), dice=(3,
        3, 3, 3, 1, 1)
    )  # fmt: skip
    play(match, "SHOOT")
    target = codes(match, "target")[0]
    assert (target["cover"], target["obscured"]) == (True, True)
    play(match, "cover save")
    assert match.state.operatives[1].wounds == 12 - 2 * 3, "one success lost, one blocked"


# -- the life of smoke -------------------------------------------------------------------------------------------------


def smoky(*men: dict[str, Any], until: str = "ready step", **fields: Any) -> Match:
    """The beginning of the second turning point's Ready step, smoke lying about."""
    given: dict[str, Any] = {"phase": "ready", "active": -1, "turning_point": 2, **fields}
    return lay(*men, markers=(marker("smoke", 15, 15, until=until),), **given)


def idle(match: Match, who: str) -> None:
    """An activation in which nothing is done."""
    if match.decision.topic == "operative to activate":
        play(match, f"activate {who}")
    play(match, "conceal", "end")


@pytest.mark.rule("KT-EQ-19")
@pytest.mark.parametrize("version", VERSIONS)
def test_smoke_goes_after_as_many_activations_as_its_d3(version: str) -> None:
    men = (
        man(5, 5, conceal=True),
        man(25, 5, seat=1, conceal=True),
        man(5, 8, conceal=True),
        man(25, 8, seat=1, conceal=True),
    )
    match = smoky(*men, version=version, dice=(3,))
    assert match.state.markers["smoke-0"].until == "2 activations", "D6 3 is D3 2"
    if "pass" in keys(match):
        play(match, "pass", "pass")
    idle(match, "m0")
    assert match.state.markers["smoke-0"].until == "1 activations"
    idle(match, "m1")
    assert match.state.markers == {}, "activations of both sides count"


@pytest.mark.rule("KT-EQ-19", "KT-CTR-07")
def test_a_counteraction_is_no_activation() -> None:
    men = (man(5, 5, readiness=READY), man(25, 5, seat=1), man(5, 8, readiness=READY, conceal=True))
    match = smoky(*men, until="2 activations", phase="firefight")
    play(match, "activate m0", "engage", "end")
    assert match.decision.topic == "counteract"
    play(match, "counteract m1", "DASH", "to 24.00,5.00")
    assert match.state.operatives[1].x == 2400
    assert match.state.markers["smoke-0"].until == "1 activations"


@pytest.mark.rule("KT-EQ-19")
def test_smoke_goes_at_the_end_of_that_turning_point_at_the_latest() -> None:
    t = table(smoky(man(5, 5), FAR, until="3 activations", phase="over"))
    t.lay(marker("smoke", 9, 9, name="fresh", until="ready step"), "KT-EQ-17")
    list(items.end_of_turning_point(t))
    assert list(t.state.markers) == ["fresh"], "thrown in this turning point, it waits for the next Ready step"


@pytest.mark.rule("KT-EQ-19")
def test_smoke_of_an_ability_may_go_with_the_turning_point() -> None:
    t = table(lay(man(5, 5), FAR))
    items.lay_smoke(t, 0, 900, 900, 0, "start_of_next_tp")
    items.lay_smoke(t, 1, 500, 500, 0)
    assert [found.until for found in t.state.markers.values()] == ["turning point", "ready step"]
    list(items.end_of_turning_point(t))
    assert [found.seat for found in t.state.markers.values()] == [1]


# -- stun --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-20")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_stun_grenade_tests_everybody_within_an_inch(version: str) -> None:
    wall = rectangle("wall", (10, 5.68, 12, 5.8), (0, 3), "Heavy")
    men = (man(5, 5), man(11, 5, seat=1), man(11, 6.5, seat=0), man(11, 2.7, seat=1), man(14, 12, seat=1))
    match = lay(*men, version=version, terrain=(wall,), selections=chosen("stun", "stun"), dice=(3, 2))
    play(match, "STUN GRENADE", "stun m1")
    assert [(entry["who"], entry["face"]) for entry in codes(match, "stun_test")] == [("m1", 3), ("m2", 2)], (
        "a friend behind a wall too"
    )
    t = table(match)
    assert [apl(t, who) for who in range(4)] == [2, 1, 2, 2]
    assert t.operative(1).effects == (Effect("stun", "apl", -1, "next activation", "KT-EQ-20"),)


@pytest.mark.rule("KT-EQ-20", "KT-ACT-04")
def test_a_stunned_operative_is_so_to_the_end_of_its_next_activation() -> None:
    match = lay(man(5, 5), man(11, 5, seat=1, readiness=READY), selections=chosen("stun", "stun"), dice=(6,))
    play(match, "STUN GRENADE", "end")
    play(match, "conceal" if match.state.operatives[1].order == CONCEAL else "engage")
    t = table(match)
    assert match.state.active == 1 and apl(t, 1) == 1
    t.end_activation(1)
    assert apl(t, 1) == 2


@pytest.mark.rule("KT-EQ-20")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_stun_grenade_wants_a_visible_enemy_within_six_inches(version: str) -> None:
    def t(*men: dict[str, Any], **more: Any) -> Table:
        return table(lay(*men, version=version, selections=chosen("stun", "stun"), **more))

    assert may(t(man(5, 5), man(12.26, 5, seat=1)), 0, "STUN GRENADE")
    assert why_not(t(man(5, 5), man(12.28, 5, seat=1)), 0, "STUN GRENADE").text == 'an enemy is visible within 6"'
    wall = rectangle("wall", (8, 3, 8.2, 7), (0, 3), "Heavy")
    assert not may(t(man(5, 5), man(11, 5, seat=1), terrain=(wall,)), 0, "STUN GRENADE")
    assert not may(t(man(5, 5), FAR, man(8, 5)), 0, "STUN GRENADE"), "a friend is no target"
