"""Who can be shot, and what the killzone decides about the shot: positions laid by hand, small terrain."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.refusals import Check
from fireteam.games.killteam import arena, positions
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.shooting.sequence import Target
from fireteam.games.killteam.state import CONCEAL, ENGAGE, EXPENDED, KILLZONE, READY, REMOVED, Marker
from fireteam.games.killteam.table import Table
from fireteam.space.plane.model import Board, base
from tests.space.plane.reference import board, rectangle

WIDTH = 1.26
"""Two radii of 32 mm bases, in hundredths: centres so much farther apart than the bases."""
OPEN = board()


def gun(rules: str = "") -> Weapon:
    return arena.weapon(4, 3, 3, 4, rules, name="gun")


def man(x: float, y: float, z: float = 0.0, *, foe: bool = True, conceal: bool = False, **more: Any) -> dict[str, Any]:
    """An operative that stands there: an enemy of the shooter, with an Engage order, unless it is said otherwise."""
    place = {"x": round(x * 100), "y": round(y * 100), "z": round(z * 100)}
    return {"seat": int(foe), "order": CONCEAL if conceal else ENGAGE, **place, **more}


def me(x: float, y: float, z: float = 0.0, **more: Any) -> dict[str, Any]:
    return man(x, y, z, **{"foe": False, **more})


def lay(
    *men: dict[str, Any], weapons: tuple[Weapon, ...] = (), options: dict[str, Any] | None = None, **fields: Any
) -> Table:
    """A table on which they stand, on terrain that is asked about apart; their numbers are in the order given, their
    names m0, m1, ..."""
    cards = [arena.card(f"m{number}", *(weapons or (gun(),))) for number in range(len(men))]
    operatives = {
        number: {name: value for name, value in one.items() if name != "seat"} for number, one in enumerate(men)
    }
    setting, state = arena.position(
        cards, [one["seat"] for one in men], operatives=operatives, options=options, anywhere=True, **fields
    )
    return arena.table_over(setting, state)


def light(west: float, east: float, name: str = "barricade", traits: str = "Light", high: float = 1.0) -> Any:
    """A wall from south to north between two x."""
    return rectangle(name, (west, 8, east, 14), (0, high), traits)


def valid(t: Table, here: Board, rules: str = "") -> bool:
    return targets.valid_target(t, here, 0, 1, gun(rules))


def refused(t: Table, here: Board, rules: str = "", target: int = 1) -> Check:
    """The check for which a target cannot be selected."""
    found = {refusal.action: refusal for refusal in targets.refusals(t, here, 0, gun(rules))}
    assert target not in targets.targets(t, here, 0, gun(rules))
    return found[f"shoot m{target}"].decisive


def best(t: Table, here: Board, rules: str = "") -> Target:
    """The target as the one best outcome makes it."""
    (outcome,) = targets.outcomes(t, here, 0, 1, gun(rules))
    return targets.target_of(t, here, 0, 1, gun(rules), outcome)


# -- operatives on the plane -------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GEO-01")
@pytest.mark.parametrize("millimetres", [25, 28, 32, 40, 50])
def test_a_card_s_radius_in_hundredths_means_a_base_of_whole_millimetres(millimetres: int) -> None:
    assert positions.base_radius(round(base(millimetres) * 100)) == base(millimetres)


@pytest.mark.rule("KT-GEO-01")
def test_an_operative_is_a_body_where_it_stands() -> None:
    assert positions.body_of(lay(me(5, 6, 3)), 0) == (500, 600, 300, base(32), 140)


@pytest.mark.rule("KT-BASE-06")
@pytest.mark.parametrize(("gap", "inside"), [(1.0, True), (1.01, False)])
def test_control_range_ends_at_one_inch(gap: float, inside: bool) -> None:
    t = lay(me(5, 11), man(5 + WIDTH + gap, 11))
    assert targets.in_control_range(t, OPEN, 0, 1) is inside
    assert targets.controlled_by(t, OPEN, 0, 1) == ([1] if inside else [])
    assert targets.controlled_by(t, OPEN, 0, 0) == []


@pytest.mark.rule("KT-BASE-06")
def test_behind_a_solid_wall_nobody_is_in_control_range() -> None:
    t = lay(me(5, 11), man(5 + WIDTH + 0.5, 11))
    assert targets.in_control_range(t, OPEN, 0, 1)
    assert not targets.in_control_range(t, board(light(5.8, 6.0, "wall", "Heavy", 3)), 0, 1)


@pytest.mark.rule("KT-BASE-07", "KT-SHOOT-01")
def test_control_range_counts_for_both_if_one_sees_the_other() -> None:
    # A curtain hangs close before the second one: the first looks under it at its feet, the second's eye sees nothing.
    here = board(rectangle("curtain", (11.5, 5, 11.6, 15), (1, 3), "Heavy"))
    t = lay(man(12.06, 10, foe=False), man(10, 10))
    assert targets.sees(t, here, 1, 0) and not targets.sees(t, here, 0, 1)
    assert targets.in_control_range(t, here, 0, 1) and targets.in_control_range(t, here, 1, 0)
    assert not targets.may_shoot(t, here, 0, gun())


# -- who may shoot -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-SHOOT-01")
def test_nobody_shoots_with_an_enemy_in_control_range() -> None:
    t = lay(me(5, 11), man(5 + WIDTH + 0.9, 11), man(15, 11))
    checks: list[Check] = []
    assert not targets.may_shoot(t, OPEN, 0, gun(), checks)
    assert checks[-1] == Check(
        "KT-SHOOT-01", False, 'm0 has no enemy in its control range: m1 0.90" away', ("5.00, 11.00", "7.16, 11.00")
    )
    assert targets.weapons_to_shoot(t, OPEN, 0) == []
    assert targets.may_shoot(lay(me(5, 11), man(5 + WIDTH + 1.1, 11)), OPEN, 0, gun())
    assert not targets.may_shoot(lay(me(5, 11, status=REMOVED), man(15, 11)), OPEN, 0, gun())
    assert targets.may_shoot(lay(me(5, 11), man(5 + WIDTH + 0.9, 11, foe=False)), OPEN, 0, gun())


@pytest.mark.rule("KT-SHOOT-01", "KT-WR-24")
def test_with_a_conceal_order_only_a_silent_weapon_is_offered() -> None:
    loud, quiet = arena.weapon(4, 3, 3, 4, name="loud"), arena.weapon(4, 3, 3, 4, "Silent", name="quiet")
    t = lay(me(5, 11, conceal=True), man(12, 11), weapons=(loud, quiet))
    assert targets.weapons_to_shoot(t, OPEN, 0) == [quiet]
    checks: list[Check] = []
    assert not targets.may_shoot(t, OPEN, 0, loud, checks)
    assert str(checks[-1]) == "no: m0 has an Engage order, or loud is Silent (conceal) (KT-SHOOT-01)"
    assert targets.weapons_to_shoot(lay(me(5, 11), man(12, 11), weapons=(loud, quiet)), OPEN, 0) == [loud, quiet]


@pytest.mark.rule("KT-SHOOT-01", "KT-SHOOT-02")
def test_only_ranged_weapons_with_a_target_and_a_use_left_are_offered() -> None:
    blade = arena.weapon(4, 3, 3, 4, ranged=False, name="blade")
    short, once = arena.weapon(4, 3, 3, 4, "Range 3", name="short"), arena.weapon(4, 3, 3, 4, "Limited 1", name="once")
    weapons = (blade, short, once)
    assert targets.weapons_to_shoot(lay(me(5, 11), man(12, 11), weapons=weapons), OPEN, 0) == [once]
    assert targets.weapons_to_shoot(lay(me(5, 11), man(9, 11), weapons=weapons), OPEN, 0) == [short, once]
    assert targets.weapons_to_shoot(lay(me(5, 11, uses=(("once", 1),)), man(9, 11), weapons=weapons), OPEN, 0) == [
        short
    ]


# -- who can be shot ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-SHOOT-03")
def test_an_enemy_with_a_friendly_near_it_cannot_be_selected() -> None:
    t = lay(me(5, 11), man(12, 11), man(12, 11 + WIDTH + 0.5, foe=False), man(20, 11))
    assert targets.targets(t, OPEN, 0, gun()) == [3]
    assert valid(t, OPEN)
    check = refused(t, OPEN)
    assert check.rule == "KT-SHOOT-03"
    assert check.text == "m1 has none of the attacker's operatives in its control range: m2 0.50\" away"
    assert check.places == ("12.00, 11.00", "12.00, 12.76")


@pytest.mark.rule("KT-SHOOT-03")
def test_a_target_is_an_enemy_in_the_killzone() -> None:
    t = lay(me(5, 11), man(12, 11, foe=False), man(12, 14, status=REMOVED), man(12, 17, status=KILLZONE))
    assert targets.targets(t, OPEN, 0, gun()) == [3]
    checks: list[Check] = []
    assert not targets.selectable(t, OPEN, 0, 1, gun(), checks)
    assert str(checks[-1]) == "no: m1 is an enemy (KT-SHOOT-03)"
    assert not targets.selectable(t, OPEN, 0, 2, gun(), checks)
    assert str(checks[-1]) == "no: m2 is in the killzone (KT-SHOOT-03)"
    assert targets.refusals(t, OPEN, 0, gun()) == []


@pytest.mark.rule("KT-SHOOT-04", "KT-SHOOT-08")
def test_an_engage_target_in_cover_is_valid() -> None:
    here, t = board(light(11.0, 11.2)), lay(me(5, 11), man(11.2 + 0.63 + 0.5, 11))
    assert targets.targets(t, here, 0, gun()) == [1]
    assert best(t, here) == Target(1, cover_from=("barricade",))


@pytest.mark.rule("KT-SHOOT-05", "KT-SHOOT-08", "KT-SHOOT-09")
def test_a_conceal_target_in_cover_is_valid_only_within_two_inches() -> None:
    here = board(light(11.0, 11.2))
    target = 11.2 + 0.63 + 0.5
    far = lay(me(target - WIDTH - 6, 11), man(target, 11, conceal=True))
    check = refused(far, here)
    assert check.rule == "KT-SHOOT-05"
    assert 'barricade does, 0.50" from it; the shot comes from 6.00" away' in check.text
    assert check.places == ("11.20, 11.53",)
    # Where the line is asked that decides, it runs to the edge of the base and crosses the barricade off the middle.
    men = me(target - WIDTH - 6, 11), man(target, 11, conceal=True)
    crossed = refused(lay(*men, options={"cover_at_crossing": True}), here)
    assert 'barricade does, 0.62" from it' in crossed.text
    near = lay(me(target - WIDTH - 2, 11), man(target, 11, conceal=True))
    assert valid(near, here) and best(near, here) == Target(1)
    assert not valid(lay(me(target - WIDTH - 2.1, 11), man(target, 11, conceal=True)), here)
    assert valid(lay(me(target - WIDTH - 6, 11), man(target, 11, conceal=True)), OPEN)


@pytest.mark.rule("KT-SHOOT-08")
@pytest.mark.parametrize(("gap", "cover"), [(0.9, ("barricade",)), (1.1, ())])
def test_terrain_within_an_inch_of_the_target_gives_cover(gap: float, cover: tuple[str, ...]) -> None:
    t = lay(me(5, 11), man(11.2 + 0.63 + gap, 11, conceal=True))
    assert best(t, board(light(11.0, 11.2))).cover_from == cover
    assert valid(t, board(light(11.0, 11.2))) is not bool(cover)


@pytest.mark.rule("KT-SHOOT-08")
def test_terrain_that_no_line_crosses_gives_no_cover() -> None:
    here = board(rectangle("crate", (12, 12.13, 13, 13), (0, 1), "Light"))
    assert valid(lay(me(5, 11), man(12.5, 11, conceal=True)), here)


@pytest.mark.rule("KT-SHOOT-08")
def test_a_long_wall_that_touches_the_target_gives_no_cover_where_it_is_crossed_far_away() -> None:
    # It runs from the target's base to the west, then the shooter's lines meet it 2" and more from the target.
    here = board(
        rectangle("fence", (7, 11.63, 12.5, 11.8), (0, 1), "Light"),
        rectangle("fence-post", (9, 9, 9.2, 11.63), (0, 1), "Light"),
    )
    t = lay(me(5, 10), man(12.5, 11, conceal=True))
    assert targets.shot(t, here, 0, 1).outcomes and valid(t, here)
    assert best(t, here) == Target(1)


@pytest.mark.rule("KT-SHOOT-06")
@pytest.mark.parametrize("readiness", [READY, EXPENDED])
def test_the_order_counts_whether_ready_or_expended(readiness: int) -> None:
    here = board(light(11.0, 11.2))
    assert not valid(lay(me(5, 11), man(12.3, 11, conceal=True, readiness=readiness)), here)
    assert valid(lay(me(5, 11), man(12.3, 11, readiness=readiness)), here)


@pytest.mark.rule("KT-SHOOT-07", "KT-SHOOT-04")
def test_a_high_wall_hides_and_a_barricade_does_not() -> None:
    t = lay(me(5, 11), man(15, 11))
    wall = board(rectangle("wall", (10, 0, 10.3, 22), (0, 3), "Heavy"))
    check = refused(t, wall)
    assert (check.rule, check.text, check.places) == (
        "KT-SHOOT-07",
        "m0 sees m1: blocked by wall",
        ("5.00, 11.00", "15.00, 11.00"),
    )
    assert valid(t, board(rectangle("wall", (10, 0, 10.3, 22), (0, 1), "Heavy")))


@pytest.mark.rule("KT-SHOOT-07")
def test_an_operative_walled_in_sees_itself() -> None:
    sides = [rectangle("a", (4, 10, 4.2, 12), (0, 3), "Heavy"), rectangle("b", (5.8, 10, 6, 12), (0, 3), "Heavy")]
    sides += [
        rectangle("c", (4.2, 10, 5.8, 10.2), (0, 3), "Heavy"),
        rectangle("d", (4.2, 11.8, 5.8, 12), (0, 3), "Heavy"),
    ]
    here = board(*sides)
    assert targets.sees(lay(me(5, 11), man(15, 11)), here, 0, 0)
    assert not targets.sees(lay(me(5, 11), man(15, 11)), here, 0, 1)


@pytest.mark.rule("KT-SHOOT-07", "KT-SHOOT-28")
def test_a_third_operative_neither_blocks_nor_intervenes_unless_the_option_says_so() -> None:
    men = me(5, 11), man(12, 11, conceal=True), man(10.5, 11)
    assert valid(lay(*men), OPEN) and best(lay(*men), OPEN) == Target(1)
    blocking = lay(*men, options={"operatives_block_visibility": True})
    assert refused(blocking, OPEN).text == "m0 sees m1: blocked by operative"
    assert targets.targets(blocking, OPEN, 0, gun()) == [2]


# -- obscured and origins ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-SHOOT-13")
def test_heavy_terrain_far_from_both_obscures_and_near_the_target_gives_cover() -> None:
    here = board(light(10, 10.2, "ruin", "Heavy"))
    assert best(lay(me(6, 11), man(14, 11)), here) == Target(1, obscured_from=("ruin",))
    pillar = board(rectangle("ruin", (10, 10.5, 10.1, 11.5), (0, 1), "Heavy"))
    assert best(lay(me(5, 11), man(10.1 + 0.63 + 0.8, 11)), pillar) == Target(1, cover_from=("ruin",))
    assert best(lay(me(6, 11), man(14, 11)), board(light(10, 10.2))) == Target(1)


@pytest.mark.rule("KT-SHOOT-13")
def test_a_deep_block_next_to_the_target_gives_cover_and_by_its_crossing_both() -> None:
    here = board(rectangle("block", (9, 9, 12, 13), (0, 1), "Heavy"))
    men = me(4, 11), man(12.63, 11)
    assert best(lay(*men), here) == Target(1, cover_from=("block",))
    crossed = lay(*men, options={"cover_at_crossing": True})
    assert best(crossed, here) == Target(1, cover_from=("block",), obscured_from=("block",))


@pytest.mark.rule("KT-SHOOT-08", "KT-SHOOT-13", "KT-GEO-09", "KT-GEO-10")
def test_a_long_wall_near_the_target_gives_cover_wherever_it_is_crossed() -> None:
    here = board(rectangle("wall", (8, 5.9, 14.6, 6.1), (0, 1.2), "Heavy"))
    men = me(9, 3), man(15, 7.6, conceal=True)
    assert best(lay(*men), here) == Target(1, cover_from=("wall",)) and not valid(lay(*men), here)
    crossed = lay(*men, options={"cover_at_crossing": True})
    assert best(crossed, here) == Target(1, obscured_from=("wall",)) and valid(crossed, here)
    # Walls of a Gallowdark intervene with their corners and ends only, and are asked where they are crossed.
    end = board(rectangle("wall", (8, 5.9, 14.6, 6.1), (0, 4), "Heavy Wall"))
    assert targets.shot(lay(*men), end, 0, 1).outcomes == targets.shot(crossed, end, 0, 1).outcomes


@pytest.mark.rule("KT-SHOOT-17")
def test_the_origin_without_cover_is_taken() -> None:
    here = board(rectangle("crate", (12.4, 11.5, 13, 13), (0, 1), "Light"))
    t = lay(me(6, 11), man(14.3, 11, conceal=True))
    assert [outcome.in_cover for outcome in targets.shot(t, here, 0, 1).outcomes] == [True, False]
    assert valid(t, here) and best(t, here) == Target(1)


@pytest.mark.rule("KT-SHOOT-17")
def test_between_cover_alone_and_obscured_alone_the_attacker_is_asked() -> None:
    here = board(
        rectangle("crate", (12.6, 11.5, 13.1, 13.5), (0, 1), "Light"),
        rectangle("ruin", (8.6, 9, 9.1, 11), (0, 1), "Heavy"),
    )
    t = lay(me(6, 11), man(14.3, 11))
    found = [targets.target_of(t, here, 0, 1, gun(), outcome) for outcome in targets.outcomes(t, here, 0, 1, gun())]
    assert found == [Target(1, cover_from=("crate",)), Target(1, obscured_from=("ruin",))]
    # Against a Conceal target only the origin without cover makes it valid.
    assert best(lay(me(6, 11), man(14.3, 11, conceal=True)), here) == Target(1, obscured_from=("ruin",))


@pytest.mark.rule("KT-EQ-18")
def test_smoke_obscures_and_stops_piercing() -> None:
    marker = Marker("s", "smoke", 1, 1200, 1100, 0, -1, "", ())
    t = lay(me(5, 11), man(12, 11), markers={"s": marker})
    assert best(t, OPEN) == Target(1, obscured_from=("smoke",), no_piercing=True)
    assert best(lay(me(12 - WIDTH - 2, 11), man(12, 11), markers={"s": marker}), OPEN) == Target(1)
    assert best(lay(me(5, 11), man(12, 11), markers={"s": marker._replace(kind="mine")}), OPEN) == Target(1)
    # The shooter in the smoke: the target is obscured, but Piercing counts.
    inside = lay(me(12, 11), man(5, 11), markers={"s": marker})
    assert best(inside, OPEN) == Target(1, obscured_from=("smoke",))


# -- weapon rules ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-17")
def test_range_is_measured_from_base_to_base() -> None:
    assert valid(lay(me(5, 11), man(5 + WIDTH + 8, 11)), OPEN, "Range 8")
    check = refused(lay(me(5, 11), man(5 + WIDTH + 8.1, 11)), OPEN, "Range 8")
    assert (check.rule, check.text) == ("KT-WR-17", 'distance 8.10" is within Range 8"')
    assert not valid(lay(me(5, 11), man(5 + WIDTH + 8.01, 11)), OPEN, "Range 8")


@pytest.mark.rule("KT-WR-21", "KT-WR-22")
@pytest.mark.parametrize(
    ("traits", "rules", "found"),
    [
        ("Light", "Seek", True), ("Heavy", "Seek", True), ("Light", "Seek Light", True), ("Heavy", "Seek Light", False),
        ("Light", "", False), ("Heavy", "", False),
    ],
)  # fmt: skip
def test_seek_looks_past_cover_but_the_save_remains(traits: str, rules: str, found: bool) -> None:
    here, t = board(light(11.0, 11.2, traits=traits)), lay(me(5, 11), man(12.3, 11, conceal=True))
    assert valid(t, here, rules) is found
    assert best(t, here, rules) == Target(1, cover_from=("barricade",))


@pytest.mark.rule("KT-WR-22")
def test_seek_light_does_not_look_past_a_heavy_part_behind_a_light_one() -> None:
    here = board(light(11.3, 11.4), light(11.1, 11.2, "ruin", "Heavy", 1.3))
    t = lay(me(5, 11), man(12.3, 11, conceal=True))
    assert "barricade does" in refused(t, here).text
    assert "ruin does" in refused(t, here, "Seek Light").text
    assert valid(t, here, "Seek")


@pytest.mark.rule("KT-WR-17", "KT-GEO-12")
def test_where_no_way_leads_round_the_walls_nothing_is_in_range() -> None:
    walls = [
        rectangle("w-a", (10, 9, 10.2, 13), (0, 3), "Heavy Wall"),
        rectangle("w-b", (14, 9, 14.2, 13), (0, 3), "Heavy Wall"),
    ]
    walls += [
        rectangle("w-c", (10, 8.8, 14.2, 9), (0, 3), "Heavy Wall"),
        rectangle("w-d", (10, 13, 14.2, 13.2), (0, 3), "Heavy Wall"),
    ]
    t = lay(me(5, 11), man(12, 11))
    assert refused(t, board(*walls), "Range 8").rule == "KT-WR-17"
    assert refused(t, board(*walls)).rule == "KT-SHOOT-07"


@pytest.mark.rule("KT-WR-08")
def test_everybody_whom_the_target_sees_near_it_is_hurt_by_devastating() -> None:
    friend, enemy = man(12, 11 + WIDTH + 0.8, foe=False), man(12, 11 - WIDTH - 0.8)
    t = lay(me(5, 11), man(12, 11), friend, enemy, man(12 + WIDTH + 1.1, 11), man(13, 11, status=REMOVED))
    assert targets.near_target(t, OPEN, 1, gun('1" Devastating 2')) == (2, 3)
    assert targets.near_target(t, OPEN, 1, gun("Devastating 2")) == ()
    assert best(t, OPEN, '1" Devastating 2') == Target(1, near=(2, 3))
    walled = board(rectangle("wall", (10, 11.8, 14, 12.2), (0, 3), "Heavy"))
    assert targets.near_target(t, walled, 1, gun('1" Devastating 2')) == (3,)


@pytest.mark.rule("KT-WR-03", "KT-WR-08")
def test_without_a_distance_not_even_those_in_contact_suffer() -> None:
    t = lay(me(5, 11), man(12, 11), man(12 + WIDTH, 11))
    assert targets.distance(t, OPEN, 1, 2) < 0.001
    assert (
        targets.near_target(t, OPEN, 1, gun("Devastating 2"))
        == targets.blast_targets(t, OPEN, 1, gun("Devastating 2"))
        == ()
    )


@pytest.mark.rule("KT-WR-08")
def test_in_a_fight_the_wielder_is_near_the_enemy() -> None:
    t = lay(me(5, 11), man(5 + WIDTH + 0.4, 11))
    assert targets.near_target(t, OPEN, 1, arena.weapon(4, 3, 3, 4, '1" Devastating 1', ranged=False)) == (0,)


@pytest.mark.rule("KT-WR-03", "KT-WR-04")
def test_blast_shoots_everybody_whom_the_primary_target_sees_within_it() -> None:
    here = board(light(10.7, 10.9))
    hider, friend = man(12, 11 + WIDTH + 1.9, conceal=True), man(12, 11 - WIDTH - 2, foe=False)
    t = lay(me(5, 11), man(12, 11), hider, friend, man(12 + WIDTH + 2.1, 11))
    weapon = gun("Blast 2, Range 8")
    assert targets.blast_targets(t, here, 1, weapon) == (2, 3)
    assert targets.blast_targets(t, here, 1, gun()) == ()
    (outcome,) = targets.outcomes(t, here, 0, 1, weapon)
    assert targets.targets_of(t, here, 0, weapon, [(1, outcome)]) == (
        Target(1, cover_from=("barricade",)),
        Target(2),
        Target(3),
    )
    high = board(rectangle("wall", (9, 12.0, 14, 12.2), (0, 3), "Heavy"))
    assert targets.blast_targets(t, high, 1, weapon) == (3,)


@pytest.mark.rule("KT-WR-03")
def test_blast_reaches_the_shooter_itself() -> None:
    t = lay(me(5, 11), man(5 + WIDTH + 1.5, 11))
    (outcome,) = targets.outcomes(t, OPEN, 0, 1, gun("Blast 2"))
    assert targets.targets_of(t, OPEN, 0, gun("Blast 2"), [(1, outcome)]) == (Target(1), Target(0))


@pytest.mark.rule("KT-WR-27")
def test_torrent_adds_targets_that_could_be_selected_near_the_primary_one() -> None:
    here = board(rectangle("crate", (11, 7, 11.2, 8.6), (0, 1), "Light"))
    second, hider = man(12, 11 + WIDTH + 2), man(12, 11 - WIDTH - 1.9, conceal=True)
    engaged, friend = man(14, 12), man(14 + WIDTH + 0.5, 12, foe=False)
    t = lay(me(5, 11), man(12, 11), second, hider, engaged, friend, man(12 + WIDTH + 2.1, 9.9))
    weapon = gun("Torrent 2")
    assert targets.torrent_targets(t, here, 0, 1, weapon) == (2,)
    whys: dict[int, Check] = {}
    for who in (1, 3, 4, 5, 6):
        checks: list[Check] = []
        assert not targets.may_add(t, here, 0, 1, who, weapon, checks)
        whys[who] = checks[-1]
    assert [check.rule for check in whys.values()] == ["KT-WR-27", "KT-SHOOT-05", "KT-SHOOT-03", "KT-WR-27", "KT-WR-27"]
    assert whys[6].text.endswith('from the primary target is within Torrent 2"') and whys[6].places[0] == "12.00, 11.00"
    assert targets.torrent_targets(t, here, 0, 1, gun()) == targets.torrent_targets(t, here, 0, 1, gun("Blast 2")) == ()
    assert targets.torrent_targets(t, here, 0, 1, gun("Torrent 2, Range 6")) == ()
    chosen = [(who, targets.outcomes(t, here, 0, who, weapon)[0]) for who in (1, 2)]
    assert [target.who for target in targets.targets_of(t, here, 0, weapon, chosen)] == [1, 2]
    # A weapon that had Blast too would shoot nobody twice.
    assert [target.who for target in targets.targets_of(t, here, 0, gun("Torrent 2, Blast 2"), chosen)] == [1, 2, 3, 4]


@pytest.mark.rule("KT-WR-27")
def test_torrent_needs_no_sight_between_its_targets() -> None:
    here = board(rectangle("wall", (11, 12.1, 14, 12.3), (0, 3), "Heavy"))
    t = lay(me(5, 12.2), man(12, 11), man(12, 11 + WIDTH + 1.5))
    assert not targets.sees(t, here, 1, 2)
    assert targets.torrent_targets(t, here, 0, 1, gun("Torrent 2")) == (2,)


# -- Vantage -----------------------------------------------------------------------------------------------------------


def tower(high: float, *parts: Any) -> Board:
    """A level in the west that a shooter stands on, and other parts."""
    return board(rectangle("tower", (3, 9, 7, 13), (high - 0.2, high), "Vantage"), *parts)


@pytest.mark.rule("KT-VANT-01", "KT-GEO-13")
@pytest.mark.parametrize(
    ("high", "rules"), [(1.9, ()), (2.0, ("Accurate 1",)), (3.9, ("Accurate 1",)), (4.0, ("Accurate 2",))]
)
def test_a_vantage_gives_accurate_against_lower_engage_targets(high: float, rules: tuple[str, ...]) -> None:
    here = tower(high)
    assert best(lay(me(6.9, 11, high), man(18, 11)), here).rules == rules
    assert best(lay(me(6.9, 11, high), man(18, 11, conceal=True)), here).rules == ()


@pytest.mark.rule("KT-VANT-01")
def test_height_without_vantage_terrain_gives_nothing() -> None:
    assert targets.drop(lay(me(6.9, 11, 3), man(18, 11)), OPEN, 0, 1) == 0
    assert targets.drop(lay(me(6.9, 11, 3), man(18, 11)), tower(3), 0, 1) == 300
    assert targets.drop(lay(me(18, 11), man(6.9, 11, 3)), tower(3), 0, 1) == 0


@pytest.mark.rule("KT-VANT-02", "KT-VANT-03")
@pytest.mark.parametrize(
    ("high", "traits", "found"),
    [(3.0, "Light", True), (3.0, "Heavy", False), (1.0, "Light", False), (2.0, "Light", True)],
)
def test_light_cover_hides_nobody_from_a_vantage_but_saves_better(high: float, traits: str, found: bool) -> None:
    here = tower(high, light(13.5, 14, "barricade", traits))
    t = lay(me(6.9, 11, high), man(14.7, 11, conceal=True))
    assert best(t, here).cover_from == ("barricade",)
    assert valid(t, here) is found
    assert best(t, here).improved is found
    if not found:
        assert "barricade does, 0." in refused(t, here).text


@pytest.mark.rule("KT-VANT-02")
def test_a_part_light_and_heavy_counts_as_light_from_a_vantage() -> None:
    here = tower(3, light(13.5, 14, "barricade", "Light Heavy"))
    assert valid(lay(me(6.9, 11, 3), man(14.7, 11, conceal=True)), here)


@pytest.mark.rule("KT-VANT-03", "KT-WR-22")
def test_by_seek_light_or_against_engage_the_cover_save_is_not_improved() -> None:
    here = tower(3, light(13.5, 14))
    hider, fighter = lay(me(6.9, 11, 3), man(14.7, 11, conceal=True)), lay(me(6.9, 11, 3), man(14.7, 11))
    assert best(hider, here) == Target(1, cover_from=("barricade",), improved=True)
    assert best(hider, here, "Seek Light") == Target(1, cover_from=("barricade",))
    assert best(fighter, here) == Target(1, cover_from=("barricade",), rules=("Accurate 1",))


@pytest.mark.rule("KT-VANT-03", "KT-WR-04", "KT-VANT-01")
def test_a_blast_from_a_vantage_gives_each_target_its_own_accurate() -> None:
    here = tower(3, light(13.5, 14))
    t = lay(me(6.9, 11, 3), man(14.7, 11, conceal=True), man(14.7 + WIDTH + 1, 11))
    (outcome,) = targets.outcomes(t, here, 0, 1, gun("Blast 2"))
    first = Target(1, cover_from=("barricade",), improved=True)
    assert targets.targets_of(t, here, 0, gun("Blast 2"), [(1, outcome)]) == (first, Target(2, rules=("Accurate 1",)))


@pytest.mark.rule("KT-VANT-05")
def test_a_level_gives_light_cover_to_those_on_it() -> None:
    here = tower(3)
    t = lay(me(7 + WIDTH + 6, 11), man(7 - 0.63 - 0.5, 11, 3, conceal=True))
    assert best(t, here).cover_from == ("tower",)
    assert not valid(t, here)
    assert valid(t, here, "Seek Light")
