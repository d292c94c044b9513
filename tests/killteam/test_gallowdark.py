"""Killzone Gallowdark: hatchways opened and closed, within moves too, who is in their way, fights through them
(KT-GALL, KT-HATCH)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import deed, may_act, possible
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.killzones import doorways, hatches
from fireteam.games.killteam.killzones.hatch_moves import Ways, split_key
from fireteam.games.killteam.positions import body_of
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.state import ACTIVE, ENGAGE, EXPENDED
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Zone
from fireteam.kit.arena import match_at
from fireteam.space.plane.model import Feature, Terrain, base
from fireteam.space.plane.placing import stands
from fireteam.space.plane.sight import in_control
from tests.killteam.laying import MOVED, laid
from tests.killteam.stage import Man, left, play, stage, zone_with
from tests.space.plane.reference import rectangle

GUN = (arena.weapon(4, 3, 3, 4, name="gun"),)
BLADE = (arena.weapon(4, 3, 3, 4, ranged=False, name="blade"),)
RADIUS = base(32)
HATCH = "hatch-1-a"
OPEN = frozenset({HATCH})
CRITICAL = "strike with a critical"


def spine() -> Zone:
    """The real map: hatch-1-a has its access point at x 7.8 to 8.1, y 9.08 to 10.68; open, its leaf is at 8.1, 8.88 to
    9.7, 9.08."""
    return arena.battle(killzone="derelict-spine")[0].zone


def hold() -> Zone:
    """A wall across the board at x 9.85 to 10.15, a hatchway in it at y 9 to 10.6 whose leaf opens to the east, at y
    8.8 to 9."""
    closed = frozenset({"Heavy", "Wall"})
    opening = ((985, 900), (1015, 900), (1015, 1060), (985, 1060))
    leaf = ((1015, 880), (1175, 880), (1175, 900), (1015, 900))
    parts = (
        rectangle("h-south", (9.85, 0, 10.15, 9), (0, 4), "Heavy Wall"),
        rectangle("h-north", (9.85, 10.6, 10.15, 22), (0, 4), "Heavy Wall"),
        typed("h-shut", "h", opening, 0, 400, closed, hatch="h", open=False),
        typed(
            "h-open",
            "h",
            opening,
            0,
            400,
            frozenset({"Accessible", "Exposed", "Insignificant"}),
            opaque=False,
            hatch="h",
            open=True,
        ),
        typed("h-leaf", "h", leaf, 0, 400, closed, hatch="h", open=True),
    )
    zone = zone_with(kind="gallowdark")
    zone.terrain = Terrain(3000, 2200, (Feature("h", "hatch_wall", parts),))
    return zone


WALL_OPEN = frozenset({"h"})


def keys(match: Match) -> list[str]:
    return [option.key for option in match.decision.options]


def allowed(t: Table, name: str, mode: str = "activation") -> bool:
    return may_act(t, 0, deed(t, 0, name), mode)


def why_not(t: Table, name: str, mode: str = "activation") -> Check:
    """The check that refuses an action to the first operative."""
    checks: list[Check] = []
    assert not may_act(t, 0, deed(t, 0, name), mode, checks)
    assert all(check.passed for check in checks[:-1])
    return checks[-1]


def place(match: Match, who: int = 0) -> tuple[int, int]:
    return match.state.operatives[who].x, match.state.operatives[who].y


# -- the real map: shots, control range and moves through hatchways ----------------------------------------------------


@pytest.mark.rule("KT-GALL-04", "KT-GALL-05", "KT-GALL-01")
def test_on_the_real_map_a_hatchway_hides_or_shows_what_is_behind_it() -> None:
    men = [Man("a", 0, 7.1, 9.9, weapons=GUN), Man("b", 1, 8.9, 9.9), Man("c", 1, 11, 9.9)]
    closed, opened = laid(men, spine()), laid(men, spine(), hatches=OPEN)
    assert hatches.access_points(closed.board)[HATCH] != hatches.access_points(opened.board)[HATCH]
    for t, expected in ((closed, False), (opened, True)):
        assert targets.sees(t, t.board, 0, 2) is expected
        assert targets.valid_target(t, t.board, 0, 2, GUN[0]) is expected
        assert targets.in_control_range(t, t.board, 0, 1) is expected
    assert targets.distance(closed, closed.board, 0, 1) > 3, "round the end of the wall"
    assert targets.distance(opened, opened.board, 0, 1) == pytest.approx(1.8 - 2 * RADIUS)


@pytest.mark.rule("KT-GALL-05", "KT-GALL-04", "KT-GEO-17")
def test_on_the_real_map_a_move_through_an_open_hatchway_costs_an_inch_more() -> None:
    men = [Man("a", 0, 7, 9.9, conceal=True), Man("b", 1, 20, 2)]
    match = play(stage(men, active="a", zone=spine(), hatches=OPEN), "REPOSITION")
    through = match.decision.find("to 9.00,9.90")
    assert through is not None
    assert through.args[3] == 3
    standing = match.decision.find("to 7.95,9.90")
    assert standing is not None, "an open access point may be stood in"
    match = play(stage(men, active="a", zone=spine()), "REPOSITION")
    assert match.decision.find("to 9.00,9.90") is None


@pytest.mark.rule("KT-GALL-08", "KT-GALL-05", "KT-ACT-01")
def test_on_the_real_map_open_a_hatchway_on_the_way_and_shoot_through_it() -> None:
    setting, state = arena.battle(
        killzone="derelict-spine",
        placed={"cv-prior": (400, 990), "vr-needle": (1450, 990)},
        operatives={"cv-prior": {"readiness": ACTIVE, "order": ENGAGE}, "vr-needle": {"readiness": EXPENDED,
        "order": ENGAGE, "wounds": 6}},
        phase="activation", active=0, acting=0, turning_point=1, activations=1, initiative=0,
    )  # fmt: skip
    match = match_at(setting, state, Given([4, 4, 1, 1, 1, 1, 1, 3, 4]))
    assert "SHOOT" not in keys(match)
    play(match, "REPOSITION", f"to 7.00,9.90 hatch {HATCH}")
    assert match.state.hatches == OPEN
    assert match.decision.topic == "rest of the REPOSITION of cv-prior"
    play(match, "to 7.00,9.90", "SHOOT")
    operative = match.state.operatives[0]
    assert (operative.ap, operative.actions, place(match)) == (3, ("REPOSITION", "OPERATE HATCH", "SHOOT"), (700, 990))
    needle = match.table.number("vr-needle")
    while match.decision is not None and match.state.agenda:
        match.answer("keep the dice" if "keep the dice" in keys(match) else keys(match)[-1])
    assert match.state.operatives[needle].wounds == 0, "two normals of 3 damage"


# -- OPERATE HATCH -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GALL-08", "KT-ACT-08")
@pytest.mark.parametrize(("gap", "legal"), [(0.0, True), (1.0, True), (1.02, False)])
def test_the_access_point_is_in_control_range(gap: float, legal: bool) -> None:
    t = laid([Man("a", 0, 9.85 - RADIUS - gap, 9.8), Man("b", 1, 20, 2)], hold())
    assert allowed(t, "OPERATE HATCH") is legal
    if not legal:
        assert why_not(t, "OPERATE HATCH").text == "the access point of a hatchway is in control range of a"


@pytest.mark.rule("KT-GALL-08")
def test_a_hatchway_is_opened_and_closed() -> None:
    men = [Man("a", 0, 9, 9.8, conceal=True), Man("b", 1, 20, 2, conceal=True, fields=(("readiness", EXPENDED),))]
    match = play(stage(men, active="a", zone=hold()), "OPERATE HATCH")
    assert match.state.hatches == {"h"}
    assert match.state.operatives[0].ap == 1
    assert "OPERATE HATCH" not in keys(match), "once in an activation"
    match = play(stage(men, active="a", zone=hold(), hatches=WALL_OPEN), "OPERATE HATCH")
    assert match.state.hatches == frozenset()


@pytest.mark.rule("KT-GALL-08", "KT-ACT-08")
def test_hatchways_are_operated_in_gallowdarks_alone() -> None:
    names = {}
    for kind in ("gallowdark", "volkus", "bheta_decima"):
        zone = hold()
        zone.kind = kind
        names[kind] = [
            entry.name for entry in possible(laid([Man("a", 0, 9, 9.8, conceal=True), Man("b", 1, 20, 2)], zone), 0)
        ]
    assert {kind: "OPERATE HATCH" in found for kind, found in names.items()} == {
        "gallowdark": True,
        "volkus": False,
        "bheta_decima": False,
    }


@pytest.mark.rule("KT-GALL-08")
def test_not_with_an_enemy_in_control_range() -> None:
    t = laid([Man("a", 0, 9, 9.8), Man("b", 1, 9, 9.8 + 2 * RADIUS + 0.9)], hold())
    check = why_not(t, "OPERATE HATCH")
    assert (check.rule, check.text) == ("KT-GALL-08", "no enemy is in control range of a: b")


@pytest.mark.rule("KT-GALL-08")
@pytest.mark.parametrize(("gap", "legal"), [(0.9, False), (1.1, True)])
def test_an_open_hatchway_is_not_closed_while_an_enemy_has_its_access_point(gap: float, legal: bool) -> None:
    men = [Man("a", 0, 9.85 - RADIUS - 0.5, 9.8), Man("b", 1, 10.15 + RADIUS + gap, 9.8)]
    t = laid(men, hold(), hatches=WALL_OPEN)
    assert not in_control(t.board, body_of(t, 0), body_of(t, 1))
    assert allowed(t, "OPERATE HATCH") is legal
    if not legal:
        assert why_not(t, "OPERATE HATCH").text == "no enemy has the access point of h in control range: b"
    assert allowed(laid(men, hold()), "OPERATE HATCH"), "a closed one may be opened all the same"


# -- within a move -----------------------------------------------------------------------------------------------------


def mover(x: float = 6.0, **more: Any) -> Match:
    """One with a Conceal order west of the hatchway, in the middle of its activation, and whoever else is given."""
    men = [
        Man("a", 0, x, 9.8, conceal=True, apl=more.pop("apl", 3), fields=tuple(more.pop("fields", {}).items())),
        *more.pop("others", (Man("b", 1, 25, 2),)),
    ]
    return stage(men, active="a", zone=hold(), **more)


@pytest.mark.rule("KT-GALL-08", "KT-ACT-01", "KT-ACT-02")
def test_three_inches_a_hatchway_and_three_inches() -> None:
    match = play(mover(apl=2), "REPOSITION")
    assert match.decision.region.outline()["inches"] == 6
    match.answer("to 9.00,9.80 hatch h")
    assert match.decision.topic == "rest of the REPOSITION of a"
    assert match.decision.region.outline()["inches"] == 3
    assert match.decision.find("to 11.00,9.80 hatch h") is None, "only once"
    rest = match.decision.region.refusal("to 12.00,9.80")
    assert rest is not None
    assert rest.decisive.rule == "KT-REPO-01"
    match.answer("to 11.00,9.80")
    assert place(match) == (1100, 980)
    operative = match.state.operatives[0]
    assert operative.readiness == EXPENDED, "both AP are spent, and the activation is over"
    assert operative.activation == ("REPOSITION", "OPERATE HATCH")


@pytest.mark.rule("KT-GALL-08", "KT-DASH-01")
def test_within_a_dash() -> None:
    match = play(mover(8), "DASH", "to 9.00,9.80 hatch h")
    assert match.decision.region.outline()["inches"] == 2
    match.answer("to 9.00,9.80")
    assert match.state.operatives[0].ap == 2


@pytest.mark.rule("KT-GALL-08")
def test_the_key_of_a_hatchway_is_refused_with_the_reason() -> None:
    region = play(mover(), "REPOSITION").decision.region
    assert isinstance(region, Ways)

    def reason(key: str) -> tuple[str, str]:
        refusal = region.refusal(key)
        assert refusal is not None
        assert refusal.action == key
        assert region.find(key) is None
        return refusal.decisive.rule, refusal.decisive.text

    assert reason("to 7.00,9.80 hatch h") == (
        "KT-GALL-08",
        'it cannot operate h there; this does not hold: the access point of h is in control range: 2.22" away',
    )
    assert reason("to 9.00,9.80 hatch door")[1].startswith("there is no hatchway 'door'")
    assert reason("to 14.00,9.80 hatch h")[0] != "KT-GALL-08", "the move itself comes first"
    assert reason("somewhere hatch h")[0] == "KT-GEO-18"
    assert split_key("to 1.00,2.00 via 3.00,4.00 hatch h-1") == ("to 1.00,2.00 via 3.00,4.00", "h-1")
    way = region.find("to 9.00,9.80 via 7.00,9.00 hatch h")
    assert way is not None
    assert (way.key, way.kind, way.args[-1]) == ("to 9.00,9.80 via 7.00,9.00 hatch h", "move_hatch", "h")


@pytest.mark.rule("KT-GALL-08", "KT-ACT-01", "KT-CTR-03")
@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"apl": 1}, "KT-ACT-01"),
        ({"apl": 2, "fields": {"ap": 1}}, "KT-ACT-01"),
        ({"fields": {"actions": ("OPERATE HATCH",), "ap": 0}}, "KT-ACT-02"),
    ],
    ids=["APL 1", "no AP left", "operated before"],
)
def test_the_price_is_paid_in_the_same_activation(given: dict[str, Any], rule: str) -> None:
    match = play(mover(**given), "REPOSITION")
    refusal = match.decision.region.refusal("to 9.00,9.80 hatch h")
    assert refusal is not None
    assert refusal.decisive.rule == rule
    assert not any("hatch" in key for key in keys(match))


@pytest.mark.rule("KT-GALL-08", "KT-CTR-03")
def test_a_counteraction_is_one_action_without_a_hatchway() -> None:
    men = [Man("a", 0, 8.5, 9.8, fields=(("readiness", EXPENDED),)), Man("b", 1, 25, 2)]
    match = play(stage(men, zone=hold(), phase="firefight", acting=0), "counteract a", "DASH")
    assert match.decision.region.refusal("to 9.00,9.80 hatch h") is not None
    assert match.decision.region.find("to 9.00,9.80") is not None


@pytest.mark.rule("KT-GALL-08")
def test_no_hatchway_in_a_charge_or_fall_back() -> None:
    men = [Man("a", 0, 8.0, 9.8), Man("b", 1, 8.0, 13)]
    match = play(stage(men, active="a", zone=hold()), "CHARGE")
    assert not isinstance(match.decision.region, Ways)
    assert match.decision.find("to 9.00,11.70 hatch h") is None
    near = Man("b", 1, 9, 9.8 + 2 * RADIUS + 0.5)
    match = play(stage([Man("a", 0, 9, 9.8), near], active="a", zone=hold()), "FALL BACK")
    assert match.decision.find("to 8.00,8.00 hatch h") is None
    assert match.decision.find("to 8.00,8.00") is not None


@pytest.mark.rule("KT-GALL-08")
def test_the_suggestions_hold_a_way_to_the_hatchway() -> None:
    found = [option for option in play(mover(), "REPOSITION").decision.options if option.kind == "move_hatch"]
    assert found
    assert len(found) <= 2
    for option in found:
        match = play(mover(), "REPOSITION", option.key)
        assert match.state.hatches == {"h"}


@pytest.mark.rule("KT-GALL-07")
def test_opening_into_the_enemy_ends_the_move() -> None:
    enemy = Man("b", 1, 9.2 + 2 * RADIUS + 0.9, 9.8)
    match = play(mover(7.2, others=(enemy,)), "REPOSITION", "to 9.20,9.80 hatch h")
    assert match.decision.topic == "action of a", "the other four inches are lost"
    assert place(match) == (920, 980)
    assert [event.rule for event in match.log if event.code == "move_ends"] == ["KT-GALL-07"]
    far = Man("b", 1, 9.2 + 2 * RADIUS + 1.1, 9.8)
    match = play(mover(7.2, others=(far,)), "REPOSITION", "to 9.20,9.80 hatch h")
    assert match.decision.topic == "rest of the REPOSITION of a"


@pytest.mark.rule("KT-GALL-07", "KT-REPO-04")
def test_who_may_move_in_that_control_range_goes_on() -> None:
    enemy = Man("b", 1, 9.2 + 2 * RADIUS + 0.9, 9.8)
    friend = Man("f", 0, enemy.x + 2 * RADIUS + 0.5, 9.8)
    match = play(mover(7.2, others=(enemy, friend)), "REPOSITION", "to 9.20,9.80 hatch h")
    assert match.decision.topic == "rest of the REPOSITION of a"
    assert match.decision.find("to 9.20,9.80") is None, "it may pass through it, not end there"
    assert match.decision.find("to 7.20,9.80") is not None


@pytest.mark.rule("KT-GALL-08")
def test_no_inches_left_no_rest() -> None:
    match = play(mover(3.0), "REPOSITION", "to 9.00,9.80 hatch h")
    assert match.decision.topic == "action of a"
    assert match.state.hatches == {"h"}


# -- in the way of the hatch -------------------------------------------------------------------------------------------


def opening(*others: Man, options: dict[str, Any] | None = None, **fields: Any) -> Match:
    """One west of the hatchway opens it."""
    men = [Man("a", 0, 9, 9.8, conceal=True), *others]
    return play(stage(men, active="a", zone=hold(), options=options, **fields), "OPERATE HATCH")


@pytest.mark.rule("KT-GALL-06", "KT-GALL-05")
def test_who_stands_where_the_leaf_goes_is_put_back_as_near_as_can_be() -> None:
    match = opening(Man("b", 1, 11, 9.3))
    assert place(match, 1) == (1100, 963), "9.0 and the radius of its base"
    match = opening(Man("b", 1, 11, 9.7))
    assert place(match, 1) == (1100, 970), "in the swing of the leaf, not where it ends: back to the same place"


@pytest.mark.rule("KT-GALL-06")
def test_of_equally_near_places_its_owner_picks_one() -> None:
    for wanted in ((1100, 963), (1100, 817)):
        match = opening(Man("b", 1, 11, 8.9))
        assert (match.decision.seat, match.decision.topic) == (1, "where b is put back")
        assert sorted(keys(match)) == ["at 11.00,8.17", "at 11.00,9.63"]
        assert match.decision.find("at 11.50,9.63") is None
        match.answer(f"at {wanted[0] / 100:.2f},{wanted[1] / 100:.2f}")
        assert place(match, 1) == wanted


@pytest.mark.rule("KT-GALL-06")
def test_it_stays_in_the_control_range_of_an_enemy() -> None:
    match = opening(Man("b", 1, 11, 8.9), Man("f", 0, 11, 8.17 - 2 * RADIUS - 0.1))
    t = match.table
    assert place(match, 1) == (1100, 817), "north of the leaf it would be out of it"
    assert targets.in_control_range(t, t.board, 1, 2)
    match = opening(Man("b", 1, 11, 9.05), Man("f", 0, 11, 7.75))
    t = match.table
    assert place(match, 1) != (1100, 963), "near enough as the crow flies, but the leaf would be between them"
    assert targets.in_control_range(t, t.board, 1, 2)
    assert stands(t.ground, body_of(t, 1), (body_of(t, 0), body_of(t, 2))) is None


@pytest.mark.rule("KT-GALL-06")
@pytest.mark.parametrize("initiative", [0, 1])
def test_several_are_put_back_in_the_order_the_player_with_initiative_sets(initiative: int) -> None:
    others = (Man("b", 1, 11, 9.6), Man("c", 1, 11.2, 8.2))
    match = opening(*others, initiative=initiative)
    assert (match.decision.seat, match.decision.topic) == (initiative, "who is put back first from h")
    play(match, "put back c")
    assert (place(match, 1), place(match, 2)) == ((1100, 963), (1120, 817))


@pytest.mark.rule("KT-GALL-06")
@pytest.mark.parametrize(("errata", "kept"), [(False, True), (True, False)])
def test_guard_is_kept_unless_the_errata_end_it(errata: bool, kept: bool) -> None:
    guard = Man("b", 1, 11.2, 9.6, fields=(("guard", True), ("readiness", EXPENDED)))
    match = opening(guard, options={"core_errata": errata})
    assert match.state.operatives[1].guard is kept
    assert place(match, 1) == (1120, 963)


@pytest.mark.rule("KT-GALL-06", "KT-GALL-04")
def test_who_stands_in_the_opening_is_put_out_when_it_is_closed() -> None:
    men = [Man("a", 0, 8.4, 9.8, conceal=True), Man("b", 0, 10.1, 9.8)]
    match = play(stage(men, active="a", zone=hold(), hatches=WALL_OPEN), "OPERATE HATCH")
    assert place(match, 1) == (1078, 980), "to the nearer side"


# -- condensed environment ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GALL-09")
@pytest.mark.parametrize(("kind", "expected"), [("gallowdark", 12 - 5), ("bheta_decima", 12 - 2)])
def test_a_five_of_a_frag_grenade_is_critical(kind: str, expected: int) -> None:
    frag = (arena.weapon(1, 4, 2, 5, "Blast 2", name="frag"),)
    men = [Man("a", 0, 5, 5, weapons=frag, fields=MOVED), Man("b", 1, 12, 5)]
    match = play(stage(men, [5, 1, 1, 1], active="a", zone=zone_with(kind=kind)), "SHOOT")
    assert left(match, "b") == expected


# -- fights through hatchways ------------------------------------------------------------------------------------------


def at_the_hatch(
    beyond: float = 1.9, hatches_open: frozenset[str] = WALL_OPEN, gap: float = 0.0, *others: Man, **more: Any
) -> Table:
    men = [
        Man("a", 0, 9.85 - RADIUS - gap, 9.8, weapons=BLADE),
        Man("b", 1, 10.15 + RADIUS + beyond, 9.8, weapons=BLADE),
        *others,
    ]
    return laid(men, hold(), hatches=hatches_open, **more)


@pytest.mark.rule("KT-HATCH-01", "KT-GEO-14")
def test_a_fight_through_an_open_hatchway() -> None:
    assert allowed(at_the_hatch(), "HATCHWAY FIGHT")
    assert allowed(at_the_hatch(2.0), "HATCHWAY FIGHT")
    checks: list[Check] = []
    assert not doorways.fightable(at_the_hatch(2.1), 0, 1, doorways.HATCHWAY, checks)
    assert checks[-1].text == 'b is within 2" of it: 2.10"'
    assert why_not(at_the_hatch(hatches_open=frozenset()), "HATCHWAY FIGHT").text == (
        "the base of a touches the access point of an open hatchway"
    )
    assert not allowed(at_the_hatch(gap=0.1), "HATCHWAY FIGHT")


@pytest.mark.rule("KT-HATCH-01")
def test_an_enemy_on_the_same_side_or_near_is_not_fought_through_it() -> None:
    same = Man("c", 1, 9.85 - RADIUS - 1.9, 9.8 + 1.5)
    t = at_the_hatch(1.9, WALL_OPEN, 0.0, same)
    assert not targets.controlled_by(t, t.board, 0, 1)
    assert doorways.enemies_beyond(t, 0, doorways.HATCHWAY) == [1]
    near = Man("c", 1, 9.85 - RADIUS, 9.8 + 2 * RADIUS + 0.5)
    assert why_not(at_the_hatch(1.9, WALL_OPEN, 0.0, near), "HATCHWAY FIGHT").rule == "KT-HATCH-01"


@pytest.mark.rule("KT-HATCH-01", "KT-GEO-14")
def test_an_enemy_behind_the_wall_or_the_leaf_is_not_fought_through_it() -> None:
    behind_wall = Man("c", 1, 10.15 + RADIUS, 11.8)
    t = at_the_hatch(1.9, WALL_OPEN, 0.0, behind_wall)
    assert doorways.enemies_beyond(t, 0, doorways.HATCHWAY) == [1, 2], (
        "just round the jamb is beyond the access point too"
    )
    behind_leaf = Man("c", 1, 11, 8.8 - RADIUS)
    t = at_the_hatch(1.9, WALL_OPEN, 0.0, behind_leaf)
    assert doorways.enemies_beyond(t, 0, doorways.HATCHWAY) == [1]


@pytest.mark.rule("KT-HATCH-01", "KT-ACT-03", "KT-FIGHT-03")
def test_a_hatchway_fight_is_a_fight_in_which_the_enemy_retaliates() -> None:
    men = [
        Man("a", 0, 9.85 - RADIUS, 9.8, weapons=BLADE, fields=MOVED),
        Man("b", 1, 10.15 + RADIUS + 1.9, 9.8, weapons=BLADE),
    ]
    match = stage(men, [6, 1, 1, 1, 6, 1, 1, 1], active="a", zone=hold(), hatches=WALL_OPEN)
    play(match, "HATCHWAY FIGHT", CRITICAL, CRITICAL)
    assert (left(match, "a"), left(match, "b")) == (8, 8)
    assert match.state.operatives[0].actions == ("REPOSITION", "FIGHT")
    t = at_the_hatch()
    t.perform(0, "FIGHT", 1)
    assert why_not(t, "HATCHWAY FIGHT").rule == "KT-ACT-02"


@pytest.mark.rule("KT-HATCH-01")
def test_on_the_real_map_a_fight_through_a_hatchway() -> None:
    men = [
        Man("a", 0, 7.8 - RADIUS, 9.9, weapons=BLADE, fields=MOVED),
        Man("b", 1, 8.1 + RADIUS + 1.5, 9.9, weapons=BLADE),
    ]
    match = stage(men, [6, 1, 1, 1, 1, 1, 1, 1], active="a", zone=spine(), hatches=OPEN)
    play(match, "HATCHWAY FIGHT", CRITICAL)
    assert left(match, "b") == 8


@pytest.mark.rule("KT-GUARD-03", "KT-HATCH-01")
def test_a_guard_at_a_hatchway_interrupts_with_a_hatchway_fight() -> None:
    guarding = (("guard", True), ("readiness", EXPENDED))
    men = [
        Man("e", 0, 9.85 - RADIUS - 1.5, 9.8, weapons=BLADE, apl=3, fields=MOVED),
        Man("g", 1, 10.15 + RADIUS, 9.8, weapons=BLADE, fields=guarding),
    ]
    match = stage(men, [6, 1, 1, 1, 1, 1, 1, 1], active="e", zone=hold(), hatches=WALL_OPEN)
    play(match, "DASH", f"to {men[0].x:.2f},9.80", "interrupt with g")
    play(match, CRITICAL)
    assert left(match, "e") == 8
    assert not match.state.operatives[1].guard


@pytest.mark.rule("KT-GUARD-03", "KT-GALL-08")
def test_a_hatchway_on_the_way_opens_no_window_of_its_own() -> None:
    guarding = (("guard", True), ("readiness", EXPENDED))
    match = mover(7.2, others=(Man("g", 1, 14, 9.8, weapons=GUN, fields=guarding),))
    play(match, "REPOSITION", "to 9.00,9.80 hatch h")
    assert match.decision.topic == "rest of the REPOSITION of a"
    play(match, "to 11.00,9.80")
    assert (match.decision.seat, match.decision.topic) == (1, "interrupt of a"), "once the whole move is over"


@pytest.mark.rule("KT-GALL-08", "KT-GALL-06")
@pytest.mark.parametrize("checkpoints", [1, 50])
def test_a_move_that_is_broken_off_survives_a_fork_and_any_checkpoint(checkpoints: int) -> None:
    men = [Man("a", 0, 6, 9.8, conceal=True, apl=3), Man("b", 1, 11, 8.9), Man("c", 1, 25, 2)]
    match = stage(men, active="a", zone=hold())
    again = match_at(match.setting, match.state.copy(), Given([]), checkpoints=checkpoints)
    for key in ("REPOSITION", "to 9.00,9.80 hatch h", "at 11.00,8.17", "to 9.00,9.80"):
        match.answer(key)
        again.answer(key)
        assert again.fork().state.dump() == match.state.dump()
    assert place(match, 1) == (1100, 817)


@pytest.mark.rule("KT-GALL-08")
def test_an_ability_makes_a_hatchway_cheap_once() -> None:
    setting, state = arena.battle(
        killzone="derelict-spine", placed={"vr-wirecutter": (700, 990), "cv-prior": (2200, 200)},
        operatives={"vr-wirecutter": {"readiness": ACTIVE}, "cv-prior": {"readiness": EXPENDED}}, phase="activation",
        acting=1, turning_point=1, activations=1, initiative=0, active=11,
    )  # fmt: skip
    t = arena.table_over(setting, state)
    who = t.number("vr-wirecutter")
    t.set_active(who)
    assert deed(t, who, "OPERATE HATCH").ap == 0
    list(hatches.operate(t, who, HATCH))
    assert t.state.hatches == OPEN
    assert deed(t, who, "OPERATE HATCH").ap == 1, "once in a turning point"
