"""Positions in which the letter of the book decides against what a table might do out of habit."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.refusals import total
from fireteam.games.killteam import arena, markers
from fireteam.games.killteam.equipment import mines
from fireteam.games.killteam.equipment.set_up import fits
from fireteam.games.killteam.geometry import stands
from fireteam.games.killteam.moving.moves import destinations, distance_parts
from fireteam.games.killteam.moving.without_action import shift
from fireteam.games.killteam.positions import body_of, radius_of
from fireteam.games.killteam.shooting.targets import outcomes, protection_of, valid_target
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, Marker, Piece
from fireteam.games.killteam.weapons import may_use
from fireteam.kit.arena import match_at
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.model import Part, Terrain, base
from tests.killteam.battles import QUICK, answer, begun, keys, reach, setting
from tests.killteam.kit import OLD, an_item, at, lay, man, marker, may, piece, table, why_not
from tests.killteam.laying import laid
from tests.killteam.stage import Man, left, play, stage, zone_with
from tests.killteam.test_gallowdark import hold
from tests.killteam.test_setup_scouting import at_scouting
from tests.space.plane.reference import features_of
from tests.space.plane.reference import rectangle as box

R32 = base(32)


@pytest.mark.rule("KT-FIGHT-05")
def test_both_fighters_say_what_they_keep_unrolled_before_any_die_falls() -> None:
    blade = arena.weapon(3, 3, 3, 4, "Accurate 1", ranged=False)
    match = arena.duel(arena.card("fighter", blade), arena.card("enemy", blade), Given([6, 6, 1, 1, 1]))
    asked = []
    for key in ("keep 1 unrolled", "keep 0 unrolled"):
        rolled = any(event.code == "rolled" for event in match.log)
        asked.append((match.decision.seat, match.decision.find(key) is not None, rolled))
        match.answer(key)
    assert asked == [(0, True, False), (1, True, False)]
    faces = [event.params["faces"] for event in match.log if event.code == "rolled"]
    assert faces == [(6, 6), (1, 1, 1)], "the attacker's dice first, then the defender's"


LOW = (box("hold-low", (10, 0, 10.2, 12), (0, 1.5), "Heavy"),)
HIGH = (box("hold-high", (10, 0, 10.2, 12), (0, 2.8), "Heavy"),)
DOOR = (
    box("hold-door", (10, 4, 10.2, 6), (0, 2.8), "Accessible Heavy"),
    box("hold-wa", (10, 0, 10.2, 4), (0, 2.8), "Heavy"),
    box("hold-wb", (10, 6, 10.2, 12), (0, 2.8), "Heavy"),
)


@pytest.mark.rule("KT-VOLK-02")
@pytest.mark.parametrize("terrain, kind, near", [
    (LOW, "stronghold", True), (DOOR, "stronghold", True), (HIGH, "stronghold", False), (DOOR, "large_ruin", False),
])  # fmt: skip
def test_a_marker_beyond_a_low_wall_or_the_door_of_a_stronghold_is_in_control_range(
    terrain: tuple[Part, ...], kind: str, near: bool
) -> None:
    crate = marker("crate", 10.79, 5, seat=-1, tags=("portable",))
    mine = marker("mine", 10.79, 5.1, seat=1)
    match = lay(
        man(10 - R32 - 0.01, 5), man(25, 20, seat=1), terrain=terrain, kinds={"hold": kind}, kind="volkus",
        markers=(crate, mine),
    )  # fmt: skip
    t = table(match)
    assert markers.contests(t, 0, crate) is near
    assert mines.reaches(t, 0, mine) is near
    assert may(t, 0, "PICK UP MARKER") is near
    placed = markers.lies_legally(t, body_of(t, 0), radius_of("crate"), at(10.9, 5))
    assert (placed is None) is near


# -- mines -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-05")
def test_who_is_set_up_beside_a_mine_sets_it_off_at_once() -> None:
    wishes = {name: value for name, value in QUICK.items() if name != "equipment"}
    match = begun(
        *(6, 1, 5), teams=("veilrunners", "cinder-vigil"), tac_ops=("beacon-line", "clean-house"),
        equipment=(("mines",), ()), **wishes,
    )  # fmt: skip
    answer(match, "initiative 0", "drop zone A", "set up mines-0", "at 2.50,6.00")
    reach(match, "deployment")
    answer(match, keys(match)[0], "at 3.50,6.00")
    hurt = next(operative for operative in match.state.operatives if (operative.x, operative.y) == (350, 600))
    assert hurt.wounds == setting(match).cards[hurt.card].wounds - 6
    assert not any(marker.kind == "mine" for marker in match.state.markers.values())


@pytest.mark.rule("KT-EQ-05")
def test_a_mine_of_scouting_goes_off_under_whoever_stands_there() -> None:
    match = at_scouting(equipment=((), ()))
    answer(match, "equip", "play", "mines", "set up mines-0")
    prior = next(operative for operative in match.state.operatives if operative.name == "cv-prior")
    places = [f"at {(prior.x + dx) / 100:.2f},{(prior.y + dy) / 100:.2f}" for dx in (-60, 0, 60) for dy in (-60, 0, 60)]
    answer(match, next(place for place in places if match.decision.find(place)))
    assert next(operative for operative in match.state.operatives if operative.name == "cv-prior").wounds in (7, 8, 9)
    assert match.state.phase in ("scouted", "first_initiative")
    assert not any(marker.kind == "mine" for marker in match.state.markers.values())


# -- weapon rules ------------------------------------------------------------------------------------------------------


def needle(shoots: bool) -> Match:
    """A Veil Needle with a Conceal order, whose rifle is Heavy (Dash only), and which may move 1" when its activation
    ends; an enemy stands before it."""
    there, state = arena.battle(
        killzone="shellmarket", teams=("veilrunners", "cinder-vigil"),
        placed={"vr-needle": (100, 1100), "cv-sentinel": (500, 1100)}, phase="activation", turning_point=2,
        operatives={"vr-needle": {"order": CONCEAL, "readiness": ACTIVE}, "cv-sentinel": {"order": ENGAGE}},
        activations=1,
    )  # fmt: skip
    state.active = next(operative.index for operative in state.operatives if operative.name == "vr-needle")
    match = match_at(there, state, Given([2] * 60))
    if shoots:
        match.answer("SHOOT")
        while not match.decision.topic.startswith("action of"):
            match.answer(match.decision.options[0].key)
    match.answer("end")
    return match


@pytest.mark.rule("KT-WR-10")
def test_heavy_with_a_named_move_bars_every_other_move_whatever_names_it() -> None:
    assert any("vr-slip" in key for key in keys(needle(shoots=False)))
    assert not any("vr-slip" in key for key in keys(needle(shoots=True)))


@pytest.mark.rule("KT-WR-09")
def test_who_has_moved_without_an_action_may_not_use_a_heavy_weapon() -> None:
    for rules in ("Heavy", "Heavy (Dash only)"):
        gun = arena.weapon(4, 3, 3, 4, rules)
        t = laid((Man("a", 0, 5, 5, weapons=(gun,)), Man("z", 1, 20, 5)))
        assert may_use(t, 0, gun)
        rule = shift(t, 0, 2, 0, "vr-slip", engages=False)
        question: Any = next(rule)
        with pytest.raises(StopIteration):
            rule.send(question.region.find("to 5.00,6.50"))
        assert not may_use(t, 0, gun)


@pytest.mark.rule("KT-WR-08")
@pytest.mark.parametrize("used, hurt", [("short", 0), ("long", 1)])
def test_devastating_reaches_as_far_as_the_weapon_that_fights(used: str, hurt: int) -> None:
    short = arena.weapon(3, 2, 2, 2, '1" Devastating 1', ranged=False, name="short")
    long = arena.weapon(3, 2, 2, 2, '3" Devastating 1', ranged=False, name="long")
    fist = arena.weapon(3, 2, 2, 2, ranged=False, name="fist")
    men = (
        Man("a", 0, 5, 5, weapons=(short, long)), Man("e", 1, 5 + 2 * R32 + 0.5, 5, weapons=(fist,)),
        Man("far", 1, 7 + 4 * R32 + 0.5, 5, weapons=(fist,)),
    )  # fmt: skip
    match = stage(men, [6, 2, 2, 1, 1, 1], active="a")
    play(match, "FIGHT", f"use {used}")
    assert (left(match, "a"), left(match, "e"), left(match, "far")) == (11, 11, 12 - hurt)


# -- fights through doors ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-VOLK-07")
def test_a_door_fight_needs_no_free_line() -> None:
    brick = box("brick-a", (10.7, 4, 10.9, 6), (0, 0.5), "Light")
    for terrain in (DOOR, (*DOOR, brick)):
        t = table(
            lay(
                man(10 - R32 - 0.01, 5), man(11.7 + R32, 5, seat=1), terrain=terrain, kinds={"hold": "large_ruin"},
                kind="volkus",
            )
        )  # fmt: skip
        assert may(t, 0, "DOOR FIGHT")


@pytest.mark.rule("KT-HATCH-01")
def test_a_hatchway_fight_needs_no_free_line() -> None:
    men = (Man("a", 0, 9.85 - R32 - 0.01, 9.8, apl=3), Man("e", 1, 10.15 + 1.5 + R32, 9.8))
    brick = box("brick-a", (10.7, 9, 10.9, 10.6), (0, 0.5), "Light")
    for extra in ((), features_of((brick,))):
        zone = hold()
        zone.terrain = Terrain(3000, 2200, (*zone.terrain.features, *extra))
        assert may(laid(men, zone, hatches=frozenset(("h",))), 0, "HATCHWAY FIGHT")


# -- markers -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-MARK-01")
@pytest.mark.parametrize("x, legal", [(9.99, False), (9.65, False), (9.60, True)])
def test_no_part_of_a_marker_lies_inside_a_wall(x: float, legal: bool) -> None:
    wall = box("w-a", (10, 2, 10.3, 8), (0, 2.8), "Heavy")
    t = table(lay(man(9, 5), man(11.2, 5, seat=1), terrain=(wall,)))
    assert fits(t, an_item("ammo_cache"), at(x, 5)) is legal
    assert (markers.lies_legally(t, body_of(t, 0), radius_of("crate"), at(x, 5)) is None) is legal


@pytest.mark.rule("KT-PLAC-02")
def test_a_marker_that_finds_no_room_is_dropped_at_the_feet_of_its_carrier() -> None:
    crate = marker("crate", 0, 0, seat=-1, tags=("portable",))._replace(carrier=0)
    walls = (box("w-a", (1, 3, 3.1, 7), (0, 3), "Heavy"), box("w-b", (3.6, 3, 6, 7), (0, 3), "Heavy"))
    t = table(lay(man(20, 5, carries=("crate--1",)), man(25, 20, seat=1), terrain=walls, markers=(crate,)))
    t.stand(0, 335, 500, 0)
    assert list(markers.drop_marker(t, 0, "crate--1")) == []
    assert t.state.markers["crate--1"][3:7] == (335, 500, 0, -1)


# -- moves -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-20")
def test_a_move_keeps_its_move_when_a_mine_injures_in_its_middle() -> None:
    mine = Marker("mine-1", "mine", 1, 760, 1150, 0, -1, "", ())
    for mines_laid, wounds in (({}, 9), ({"mine-1": mine}, 9 - 5)):
        men = (Man("a", 0, 6.2, 9.8, conceal=True, apl=3, left=9), Man("z", 1, 25, 2))
        match = stage(men, [3] * 30, active="a", zone=hold(), markers=mines_laid)
        play(match, "REPOSITION", "to 9.20,9.80 hatch h")
        assert left(match, "a") == wounds
        assert match.decision.region.terms.inches == 3, "6 less the 3 it has walked, injured or not"
        play(match, match.decision.region.stay)
        assert total(distance_parts(match.table, 0, "REPOSITION")) == (6 if wounds == 9 else 4), "not so the next one"


# -- hatchways ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GALL-05")
@pytest.mark.parametrize("x, room", [(13.0, False), (14.0, True)])
def test_a_hatch_needs_room_to_open(x: float, room: bool) -> None:
    pieces = {"hb": Piece("hb", "heavy_barricade", 0, round(100 * x), 890, 0, 0)}
    t = laid(
        (Man("a", 0, 9.0, 9.8, conceal=True, apl=3), Man("z", 1, 25, 2)), hold(), {"rules_version": OLD}, pieces=pieces
    )
    assert may(t, 0, "OPERATE HATCH") is room
    if not room:
        assert why_not(t, 0, "OPERATE HATCH").text == "there is room for h to open fully: hb stands there"


@pytest.mark.rule("KT-GALL-06", "KT-EQ-05")
def test_a_mine_goes_off_under_whoever_is_put_back_beside_it() -> None:
    mine = Marker("mine-1", "mine", 0, 1100, 1160, 0, -1, "", ())
    men = (Man("a", 0, 9.0, 9.8, conceal=True, apl=3), Man("b", 1, 11.0, 9.3), Man("z", 1, 25, 2))
    match = stage(men, [3] * 30, active="a", zone=hold(), markers={"mine-1": mine})
    match.answer("OPERATE HATCH")
    while not match.decision.topic.startswith("action of"):
        match.answer(match.decision.options[0].key)
    assert left(match, "b") == 12 - 5 and not match.state.markers


# -- hazardous areas ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BHETA-04")
def test_hazard_under_the_gantry_one_is_in_does_not_keep_from_a_shot() -> None:
    floor = box("g-floor", (4, 3, 9.5, 7), (2.8, 3), "Accessible Vantage")
    pillar = box("g-pillar", (4, 3, 4.3, 3.3), (0, 2.8), "Heavy")
    hazard = ((800, 0), (1250, 0), (1250, 2200), (800, 2200))
    gun = arena.weapon(4, 3, 3, 4)
    for terrain, x, valid in (((floor, pillar), 5.5, True), ((), 5.5, False), ((floor, pillar), 3.2, False)):
        zone = zone_with(*terrain, kind="bheta_decima", kinds={"g": "gantry_long"}, hazards=(hazard,))
        t = laid((Man("a", 0, x, 5, weapons=(gun,)), Man("b", 1, 14, 5, weapons=(gun,))), zone)
        assert valid_target(t, t.board, 0, 1, gun) is valid
        assert valid_target(t, t.board, 1, 0, gun) is valid, "the target's gantry counts as well"


@pytest.mark.rule("KT-BHETA-03", "KT-GEO-14")
@pytest.mark.parametrize("x, legal", [(7.37, False), (7.36, False), (7.34, True)])
def test_a_base_next_to_a_hazardous_area_touches_it(x: float, legal: bool) -> None:
    hazard = ((800, 300), (1000, 300), (1000, 600), (800, 600))
    t = laid((Man("a", 0, 5, 5), Man("z", 1, 25, 2)), zone_with(kind="bheta_decima", hazards=(hazard,)))
    there = body_of(t, 0)._replace(x=round(100 * x))
    assert (stands(t.ground, there) is None) is legal, f'{8 - R32 - x:.4f}" from it'
    t.stand(0, round(100 * x), 160, 0)
    along = destinations(t, t.ground, 0, "REPOSITION").judge(f"straight to {x:.2f},7.40")
    assert isinstance(along, Refused) is not legal, "nor does it pass so near"


# -- origins -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-SHOOT-17", "KT-EQ-13")
def test_the_attacker_picks_between_cover_with_a_shield_and_without() -> None:
    crate = box("crate-a", (8.64, 9.56, 9.14, 10.06), (0, 1.0), "Light")
    shield = piece("portable_barricade", 10, 10, seat=1)
    match = lay(man(2.87, 9.73), man(9.85, 9.27, seat=1), terrain=(crate,), pieces=(shield,), dice=(1,) * 9)
    t = table(match)
    bonus = [protection_of(t, t.board, one) for one in outcomes(t, t.board, 0, 1, t.weapons(0)[0])]
    assert bonus == [0, 1], "the better one for the attacker first"
    play(match, "SHOOT")
    assert keys(match) == ["origin 1", "origin 2"]


@pytest.mark.rule("KT-SHOOT-17", "KT-WR-04")
@pytest.mark.parametrize("pick, cover", [("origin 1", False), ("origin 2", True)])
def test_the_attacker_picks_what_a_blast_copies(pick: str, cover: bool) -> None:
    bomb = arena.weapon(4, 3, 3, 4, 'Blast 2"', name="bomb")
    crate = box("crate-a", (13.2, 5.56, 13.5, 7.0), (0, 1), "Light")
    alone = lay(man(5, 5), man(15, 5, seat=1), terrain=(crate,), weapons=(bomb,), dice=(3,) * 60)
    assert not keys(play(alone, "SHOOT"))[0].startswith("origin"), "nobody copies anything"
    match = lay(man(5, 5), man(15, 5, seat=1), man(15, 7.5), terrain=(crate,), weapons=(bomb,), dice=(3,) * 60)
    play(match, "SHOOT", pick)
    assert next(event.params["cover"] for event in match.log if event.code == "target") is cover


# -- at the same time --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-INIT-04")
@pytest.mark.parametrize("holder, first", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_the_player_with_initiative_says_which_marker_is_put_down_first(holder: int, first: int) -> None:
    gun = arena.weapon(4, 2, 5, 5, 'Blast 3"', name="gun")
    crates = {name: Marker(name, "crate", -1, 0, 0, 0, who, "", ("portable",)) for name, who in (("c1", 1), ("c2", 2))}
    men = (
        Man("a", 0, 5, 5, weapons=(gun,)), Man("e", 1, 12, 5, left=1, fields=(("carries", ("c1",)),)),
        Man("f", 0, 12, 6.2 + 2 * R32, left=1, fields=(("carries", ("c2",)),)),
    )  # fmt: skip
    match = stage(men, ([5] * 4 + [1] * 3) * 2, active="a", markers=crates, initiative=holder)
    play(match, "SHOOT")
    while match.decision.topic != "marker that is put down next":
        match.answer(match.decision.options[0].key)
    assert match.decision.seat == holder
    match.answer("c2 next" if first == 0 else "c1 next")
    asked = []
    for _ in range(2):
        asked.append(match.decision.seat)
        match.answer(match.decision.options[0].key)
    assert asked == [first, 1 - first]


@pytest.mark.rule("KT-INIT-04", "KT-WR-16")
@pytest.mark.parametrize("holder, first", [(0, 1), (1, 1), (1, 0)])
def test_the_player_with_initiative_says_who_retains_dice_first(holder: int, first: int) -> None:
    blade = arena.weapon(3, 3, 2, 3, "Punishing", ranged=False)
    match = arena.duel(arena.card("a", blade), arena.card("e", blade), Given([6, 1, 1] * 2), initiative=holder)
    assert (match.decision.seat, match.decision.topic) == (holder, "who retains dice first")
    match.answer(f"seat {first} first")
    assert match.decision.seat == first and keys(match) == ["rescue a fail", "no rescue"]


@pytest.mark.rule("KT-FIGHT-13")
def test_a_block_may_cancel_nothing_though_it_could() -> None:
    blade = arena.weapon(3, 3, 3, 4, ranged=False)
    match = arena.duel(arena.card("a", blade), arena.card("e", blade), Given([3, 1, 1, 3, 1, 1]))
    assert keys(match) == ["strike with a normal", "block a normal with a normal", "block nothing with a normal"]
    play(match, "block nothing with a normal")
    assert match.decision.seat == 1 and "strike with a normal" in keys(match)
