"""Killzone Volkus: strongholds, ruins and rubble, condensed and garrisoned places, fights through doors (KT-VOLK)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions import universal
from fireteam.games.killteam.actions.action import deed, may_act, possible
from fireteam.games.killteam.fighting.sequence import Fight
from fireteam.games.killteam.killzones import doorways
from fireteam.games.killteam.killzones.close_quarters import condensed, in_stronghold
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.zone import Zone
from fireteam.space.plane.model import base
from tests.killteam.laying import MOVED, laid
from tests.killteam.stage import Man, left, play, stage, zone_with
from tests.space.plane.reference import rectangle

GUN = (arena.weapon(4, 3, 3, 4, name="gun"),)
BLADE = (arena.weapon(4, 3, 3, 4, ranged=False, name="blade"),)
BOMB = (arena.weapon(2, 4, 2, 5, "Blast 2", name="bomb"),)
RADIUS = base(32)
CRITICAL, NORMAL = "strike with a critical", "strike with a normal"


def market() -> Zone:
    """The real map: a stronghold from 6.5, 13 to 12.5, 19, its door in the north wall from x 8.7 to 10.3."""
    return arena.battle(killzone="shellmarket")[0].zone


def offered(match: Match) -> list[str]:
    return [option.key for option in match.decision.options]


def why_not(match: Match, who: int, name: str) -> Check:
    """The check that refuses an action."""
    t = match.table
    checks: list[Check] = []
    assert not may_act(t, who, deed(t, who, name), "activation", checks)
    assert all(check.passed for check in checks[:-1])
    return checks[-1]


# -- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-VOLK-01")
def test_a_fire_step_is_stepped_onto_without_a_climb() -> None:
    match = play(
        stage([Man("a", 0, 10, 16, conceal=True), Man("b", 1, 28, 2)], active="a", zone=market()), "REPOSITION"
    )
    step = match.decision.find("to 11.50,16.00")
    assert step is not None
    assert step.args[:4] == (1150, 1600, 50, 2)
    match.answer("to 11.50,16.00")
    assert (match.state.operatives[0].x, match.state.operatives[0].z) == (1150, 50)


@pytest.mark.rule("KT-VOLK-01", "KT-VANT-04")
def test_the_stronghold_obscures_from_its_fire_step_only_by_the_option() -> None:
    def obscured(x: float, z: float, by_faq: bool = False) -> bool:
        zone = zone_with(*parts, kind="volkus", kinds=kinds)
        t = laid([Man("a", 0, x, 15, z), Man("b", 1, 20, 15)], zone, {"fire_step_obscures": by_faq})
        return any(outcome.is_obscured for outcome in targets.outcomes(t, t.board, 0, 1, GUN[0]))

    kinds = {"keep": "stronghold"}
    wall = rectangle("keep-wall", (13.5, 10, 13.8, 20), (0, 1.3), "Heavy")
    parts = (wall, rectangle("keep-step", (9.5, 13, 11.5, 17), (0, 0.5), "Vantage Insignificant Exposed"))
    assert not obscured(10.5, 0.5), "a fire step is Vantage terrain"
    assert obscured(10.5, 0.5, by_faq=True)
    parts = (wall, rectangle("keep-level", (9.5, 13, 11.5, 17), (0.3, 0.5), "Vantage"))
    assert not obscured(10.5, 0.5), "a level of the stronghold is another matter"


@pytest.mark.rule("KT-VOLK-01", "KT-VOLK-04")
def test_the_parts_of_the_map_have_their_terrain_types() -> None:
    parts = {part.id: part.traits for feature in market().terrain.features for part in feature.parts}
    kinds = {feature.kind: [part.traits for part in feature.parts] for feature in market().terrain.features}
    assert parts["stronghold-a/door"] == {"Accessible", "Heavy"}
    assert parts["stronghold-a/fire-step"] == {"Vantage", "Insignificant", "Exposed"}
    assert parts["stronghold-a/broken-vent"] >= {"Blocking"}
    assert parts["stronghold-a/first-upper-level"] == {"Vantage"}
    assert parts["stronghold-a/west-wall"] == {"Heavy"}
    assert all(traits == {"Heavy"} for kind in ("small_ruin", "heavy_rubble") for traits in kinds[kind])
    assert all(traits == {"Light"} for traits in kinds["light_rubble"])


@pytest.mark.rule("KT-VOLK-04", "KT-SHOOT-13")
@pytest.mark.parametrize(("traits", "expected"), [("Light", False), ("Heavy", True)])
def test_light_rubble_far_from_both_does_not_obscure(traits: str, expected: bool) -> None:
    rubble = rectangle("rubble", (14, 4, 15, 16), (0, 1), traits)
    kinds = {"rubble": "light_rubble" if traits == "Light" else "heavy_rubble"}
    men = [Man("a", 0, 11 - RADIUS, 10), Man("b", 1, 18 + RADIUS, 10)]
    t = laid(men, zone=zone_with(rubble, kind="volkus", kinds=kinds))
    assert [outcome.is_obscured for outcome in targets.outcomes(t, t.board, 0, 1, GUN[0])] == [expected]


# -- condensed and garrisoned ------------------------------------------------------------------------------------------


def keep(**more: Any) -> Zone:
    """A stronghold from 10, 6 to 18, 14 with low walls in the west and the east."""
    parts = (
        rectangle("keep-west", (10, 6, 10.2, 14), (0, 1), "Heavy"),
        rectangle("keep-east", (17.8, 6, 18, 14), (0, 1), "Heavy"),
        rectangle("keep-step", (16, 8, 17, 12), (0, 0.5), "Vantage Insignificant Exposed"),
        rectangle("keep-level", (10, 6, 18, 7.9), (2.8, 3), "Vantage"),
    )
    return zone_with(*parts, kind="volkus", kinds={"keep": "stronghold"}, **more)


@pytest.mark.rule("KT-VOLK-05", "KT-VOLK-06", "KT-BASE-15")
@pytest.mark.parametrize(
    ("x", "y", "z", "inside", "low"),
    [
        (13, 10, 0, True, True),
        (10 + 0.63, 10, 0, True, True),
        (10 + 0.62, 10, 0, False, False),
        (16.5, 10, 0.5, True, True),
        (13, 7, 3, True, False),
        (5, 10, 0, False, False),
    ],
)
def test_who_is_wholly_within_a_stronghold_and_who_is_low_in_it(
    x: float, y: float, z: float, inside: bool, low: bool
) -> None:
    t = laid([Man("a", 0, x, y, z), Man("b", 1, 28, 2)], zone=keep(), anywhere=True)
    assert in_stronghold(t, 0) is inside
    assert condensed(t, 0) is low


@pytest.mark.rule("KT-VOLK-05", "KT-WR-03")
def test_a_blast_is_lethal_to_who_is_wholly_inside_and_not_to_who_stands_outside() -> None:
    men = [
        Man("a", 0, 3, 10, weapons=BOMB, fields=MOVED),
        Man("inside", 1, 11.2, 10, wounds=20),
        Man("outside", 1, 8.5, 10.0, wounds=20),
    ]
    # Both bombs roll 5 and 1, and no save succeeds: a critical of 5 inside, a normal of 2 outside.
    match = stage(men, [5, 1, 1, 1, 1, 5, 1, 1, 1, 1], active="a", zone=keep())
    play(match, "SHOOT", "shoot inside")
    while (
        match.state.agenda
        and match.decision is not None
        and match.decision.topic in ("cover save of inside", "cover save of outside")
    ):
        match.answer("roll all dice")
    assert (left(match, "inside"), left(match, "outside")) == (15, 18)


@pytest.mark.rule("KT-VOLK-05", "KT-WR-08")
@pytest.mark.parametrize(
    ("rules", "expected"),
    [("Torrent 2", True), ("Blast 1", True), ('1" Devastating 2', True), ("Devastating 2", False), ("", False)],
)
def test_only_weapons_that_spread_gain_lethal(rules: str, expected: bool) -> None:
    weapon = arena.weapon(4, 3, 3, 4, rules, name="gun")
    t = laid([Man("a", 0, 3, 10, weapons=(weapon,)), Man("b", 1, 13, 10)], zone=keep())
    (outcome, *_) = targets.outcomes(t, t.board, 0, 1, weapon)
    assert targets.target_of(t, t.board, 0, 1, weapon, outcome).rules == (("Lethal 5+",) if expected else ())


@pytest.mark.rule("KT-VOLK-05", "KT-GALL-09")
@pytest.mark.parametrize(("kind", "critical"), [("gallowdark", True), ("bheta_decima", False)])
def test_a_blade_that_devastates_around_is_lethal_too(kind: str, critical: bool) -> None:
    arms = (arena.weapon(1, 3, 3, 6, '2" Devastating 1', ranged=False, name="blade"),)
    match = stage([Man("a", 0, 10, 10, weapons=arms), Man("b", 1, 12, 10)], [5], active="a", zone=zone_with(kind=kind))
    play(match, "FIGHT", CRITICAL if critical else NORMAL)
    assert left(match, "b") == (12 - 6 - 1 if critical else 12 - 3)


@pytest.mark.rule("KT-VOLK-06", "KT-FIGHT-08")
@pytest.mark.parametrize(
    ("attacker", "defender", "first"),
    [(9.3, 10.83, "b"), (9.3, 10.6, "a"), (12.4, 10.83, "a")],
    ids=["garrisoned", "defender partly inside", "both inside"],
)
def test_a_garrisoned_defender_resolves_the_first_die(attacker: float, defender: float, first: str) -> None:
    men = [Man("a", 0, attacker, 10, weapons=BLADE, fields=MOVED), Man("b", 1, defender, 10, weapons=BLADE)]
    match = play(stage(men, [6, 4, 1, 1, 6, 4, 1, 1], active="a", zone=keep(), anywhere=True), "FIGHT")
    order = []
    while match.decision is not None and match.decision.topic.startswith("die of"):
        order.append(match.decision.topic.removeprefix("die of "))
        match.answer(CRITICAL if CRITICAL in offered(match) else NORMAL)
    second = "ab".replace(first, "")
    # The last die of a fighter has only one use left to choose from, and nobody is asked.
    assert order[:3] == [first, second, first]


# -- door fights -------------------------------------------------------------------------------------------------------

OUTSIDE = 19 + RADIUS + 0.01
"""In contact with the door from the north: 0.01 inches from it."""


def at_the_door(y: float = OUTSIDE, enemy: float = 18.7 - 2.0 - RADIUS, z: float = 0.0, **more: Any) -> Match:
    """One outside the north door of a stronghold, an enemy inside, and more of them."""
    men = [
        Man("a", 0, 9.5, y, weapons=(*BLADE, *GUN), apl=3, fields=(("actions", more.pop("done", ("REPOSITION",))),)),
        Man("b", 1, 9.5, enemy, z, weapons=BLADE),
        *more.pop("others", ()),
    ]
    return stage(
        men, more.pop("dice", [6, 4, 1, 1, 6, 4, 1, 1]), active="a", zone=more.pop("zone", None) or doored(), **more
    )


def doored(kind: str = "volkus") -> Zone:
    """The north wall of that stronghold alone, its door and its first upper level."""
    parts = (
        rectangle("keep-west", (6.5, 18.7, 8.7, 19), (0, 2.8), "Heavy"),
        rectangle("keep-door", (8.7, 18.7, 10.3, 19), (0, 2.8), "Heavy Accessible"),
        rectangle("keep-east", (10.3, 18.7, 12.5, 19), (0, 2.8), "Heavy"),
        rectangle("keep-level", (6.5, 13, 12.5, 19), (2.8, 3), "Vantage"),
    )
    return zone_with(*parts, kind=kind, kinds={"keep": "stronghold"})


@pytest.mark.rule("KT-VOLK-07")
@pytest.mark.parametrize(("beyond", "legal"), [(1.0, True), (2.0, True), (2.1, False)])
def test_an_enemy_within_two_inches_beyond_the_door_can_be_fought(beyond: float, legal: bool) -> None:
    match = at_the_door(enemy=18.7 - beyond - RADIUS)
    assert ("DOOR FIGHT" in offered(match)) is legal
    if not legal:
        checks: list[Check] = []
        assert not doorways.fightable(match.table, 0, 1, doorways.DOOR, checks)
        assert checks[-1].text == 'b is within 2" of it: 2.10"'


@pytest.mark.rule("KT-VOLK-07", "KT-GEO-14")
@pytest.mark.parametrize(("gap", "legal"), [(0.0, True), (0.01, True), (0.03, False), (0.1, False)])
def test_the_base_touches_the_door(gap: float, legal: bool) -> None:
    match = at_the_door(19 + RADIUS + gap)
    assert ("DOOR FIGHT" in offered(match)) is legal
    if not legal:
        assert why_not(match, 0, "DOOR FIGHT").text == "the base of a touches a door"


@pytest.mark.rule("KT-VOLK-07", "KT-ACT-03")
def test_a_door_fight_is_a_fight_action() -> None:
    match = at_the_door(done=("REPOSITION", "FIGHT"))
    assert "DOOR FIGHT" not in offered(match)
    assert why_not(match, 0, "DOOR FIGHT").rule == "KT-ACT-02"
    match = play(at_the_door(), "DOOR FIGHT")
    assert match.state.operatives[0].actions == ("REPOSITION", "FIGHT")
    assert match.state.operatives[0].ap == 1


@pytest.mark.rule("KT-VOLK-07")
def test_no_door_fight_with_an_enemy_near() -> None:
    near = Man("c", 1, 9.5 + 2 * RADIUS + 0.9, OUTSIDE)
    match = at_the_door(others=(near,))
    assert "DOOR FIGHT" not in offered(match)
    assert "FIGHT" in offered(match)
    check = why_not(match, 0, "DOOR FIGHT")
    assert (check.rule, check.text) == ("KT-VOLK-07", "no enemy is in control range of a for DOOR FIGHT: c")


@pytest.mark.rule("KT-VOLK-07")
def test_an_enemy_on_the_near_side_is_not_selected() -> None:
    match = at_the_door(others=(Man("c", 1, 9.5 + 2 * RADIUS + 1.2, OUTSIDE),))
    assert doorways.enemies_beyond(match.table, 0, doorways.DOOR) == [1]
    checks: list[Check] = []
    assert not doorways.fightable(match.table, 0, 2, doorways.DOOR, checks)
    assert checks[-1].text == "c is on the other side of a door that a touches"


@pytest.mark.rule("KT-VOLK-07", "KT-FIGHT-07", "KT-VOLK-06")
def test_a_door_fight_with_an_assist_against_a_garrison() -> None:
    friend = Man("f", 0, 9.5 - 2 * RADIUS - 0.5, 16.5)
    match = at_the_door(enemy=16.5, others=(friend,), zone=market())
    play(match, "DOOR FIGHT")
    record = match.state.agenda[-1]
    assert isinstance(record, Fight)
    assert (record.opponent.who, record.opponent.assists, record.opponent.vs_assists, record.opponent.first) == (
        1,
        1,
        0,
        True,
    )
    assert match.decision.topic == "die of b", "wholly inside, against one who is not"
    play(match, CRITICAL, CRITICAL)
    assert (left(match, "a"), left(match, "b")) == (8, 8)


@pytest.mark.rule("KT-VOLK-07")
@pytest.mark.parametrize(("errata", "legal"), [(False, True), (True, False)])
def test_the_errata_want_the_enemy_on_the_floor(errata: bool, legal: bool) -> None:
    match = at_the_door(enemy=17.0, z=3.0, options={"core_errata": errata})
    assert ("DOOR FIGHT" in offered(match)) is legal
    assert "DOOR FIGHT" in offered(at_the_door(options={"core_errata": errata})), "on the floor it is legal in both"


@pytest.mark.rule("KT-VOLK-07", "KT-ACT-08")
def test_doors_are_fought_through_in_volkus_alone() -> None:
    zones = {kind: doored(kind) for kind in ("volkus", "gallowdark", "bheta_decima")}
    found = {kind: [entry.name for entry in possible(at_the_door(zone=zone).table, 0)] for kind, zone in zones.items()}
    assert {kind: "DOOR FIGHT" in names for kind, names in found.items()} == {
        "volkus": True,
        "gallowdark": False,
        "bheta_decima": False,
    }


@pytest.mark.rule("KT-VOLK-07", "KT-GEO-17")
def test_a_ruin_door_of_three_parts_is_one_door() -> None:
    # The south door of the real large ruin: x 9.4 to 10.8, y 1.5 to 1.8.
    men = [
        Man("a", 0, 10.1, 1.5 - RADIUS, weapons=BLADE, fields=MOVED),
        Man("b", 1, 10.1, 1.8 + 1.5 + RADIUS, weapons=BLADE),
    ]
    match = stage(men, [6, 1, 1, 1, 6, 1, 1, 1], active="a", zone=market())
    assert "DOOR FIGHT" in offered(match)
    play(match, "DOOR FIGHT", CRITICAL)
    assert left(match, "b") == 8


# -- fights in general -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-FIGHT-01")
@pytest.mark.parametrize(("gap", "conceal", "legal"), [(1.01, False, False), (1.0, True, True), (1.0, False, True)])
def test_a_fight_wants_an_enemy_in_control_range_whatever_the_order(gap: float, conceal: bool, legal: bool) -> None:
    men = [Man("a", 0, 10, 10, weapons=BLADE, conceal=conceal, fields=MOVED), Man("b", 1, 10 + 2 * RADIUS + gap, 10)]
    match = stage(men, [6, 1, 1, 1], active="a")
    assert ("FIGHT" in offered(match)) is legal
    if legal:
        play(match, "FIGHT", CRITICAL)
        assert left(match, "b") == 8, "the active player is the attacker"


@pytest.mark.rule("KT-FIGHT-07")
@pytest.mark.parametrize(("second", "assists"), [(None, 1), (0.9, 0), (1.1, 1)])
def test_who_has_a_second_enemy_near_does_not_assist(second: float | None, assists: int) -> None:
    wide = 2 * RADIUS
    men = [Man("a", 0, 10 - wide - 0.5, 10), Man("b", 1, 10, 10), Man("f", 0, 10 + wide + 0.9, 10)]
    if second is not None:
        men.append(Man("c", 1, 10 + wide + 0.9 + wide + second, 10))
    t = laid(men)
    assert universal.assisting(t, 0, 1) == assists
