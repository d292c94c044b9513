"""Equipment that moves meet: mines, razor wire, ladders, and the portable barricade that is moved (KT-EQ-05, 07, 12,
15, KT-VER-03, 09)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.killteam.equipment import items, mines, portable_barricade
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.positions import body_of
from fireteam.games.killteam.state import KILLZONE, READY, REMOVED, Piece
from fireteam.kit.plane import rooms
from fireteam.kit.plane.places import NoRoom, OpenRoom, Place
from fireteam.space.plane.paths import Move
from tests.killteam.kit import NEW, OLD, VERSIONS, codes, keys, lay, man, marker, may, piece, play, table, why_not
from tests.space.plane.reference import rectangle

MINE = marker("mine", 7, 11.5, seat=1)


def goes(match: Match, action: str, key: str) -> Any:
    """What a move of the first operative to a place is: its option, or the rule that refuses it."""
    t = table(match)
    where = moves.destinations(t, t.ground, 0, action, moves.gait_of(t))
    option = where.find(key)
    if option is not None:
        return option
    refusal = where.refusal(key)
    assert refusal is not None
    return refusal.decisive.rule


# -- mines -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-05", "KT-GEO-15")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("seat", [0, 1], ids=["own", "enemy"])
def test_passing_a_mine_sets_it_off_and_the_move_goes_on(version: str, seat: int) -> None:
    match = lay(
        man(5, 10), man(20, 20, seat=1), version=version, markers=(marker("mine", 7, 11.5, seat=seat),), dice=(5,)
    )
    play(match, "REPOSITION", "to 9.00,10.00")
    operative = match.state.operatives[0]
    assert (operative.x, operative.y, operative.wounds) == (900, 1000, 6), "D6 5 is D3 3, and 3 more"
    assert match.state.markers == {}
    assert codes(match, "hurt")[0]["points"] == 6


@pytest.mark.rule("KT-EQ-05")
def test_a_mine_farther_than_an_inch_or_out_of_sight_stays() -> None:
    far = lay(man(5, 10), man(20, 20, seat=1), markers=(marker("mine", 7, 12.04),))
    assert "mine-0" in play(far, "REPOSITION", "to 9.00,10.00").state.markers
    wall = rectangle("wall", (5, 10.8, 9, 11), (0, 3), "Heavy")
    hidden = lay(man(5, 10), man(20, 20, seat=1), terrain=(wall,), markers=(marker("mine", 7, 11.5),))
    assert "mine-0" in play(hidden, "REPOSITION", "to 9.00,10.00").state.markers


@pytest.mark.rule("KT-EQ-05", "KT-DMG-06")
def test_who_does_not_survive_a_mine_falls_where_it_went_off() -> None:
    match = lay(man(5, 10, wounds=4), man(20, 20, seat=1, readiness=READY), markers=(MINE,), dice=(1,))
    play(match, "REPOSITION", "to 9.00,10.00")
    operative = match.state.operatives[0]
    assert (operative.wounds, operative.status) == (0, REMOVED)
    # It comes within 1" where the middles are 2.02" apart: the first tested point after that.
    assert (operative.x, operative.y) == (565, 1000)
    assert match.state.kills == ((-1, 0, 1),)


@pytest.mark.rule("KT-VER-11", "KT-PLAC-03")
def test_who_dies_in_the_activation_in_which_it_picked_a_marker_up_puts_it_down() -> None:
    flag = marker("flag", 5, 10, seat=-1, name="flag", tags=("portable",))
    match = lay(man(5, 10, wounds=4), man(20, 20, seat=1, readiness=READY), markers=(MINE, flag), dice=(1,))
    play(match, "PICK UP MARKER", "REPOSITION", "to 9.00,10.00")
    assert match.decision.topic == "place for flag of m0"
    play(match, "at 6.50,10.00")
    assert match.state.markers["flag"][:7] == flag._replace(x=650)[:7]
    assert match.state.operatives[0].status == REMOVED


@pytest.mark.rule("KT-EQ-05")
def test_mines_go_off_in_the_order_of_the_way() -> None:
    late, early = marker("mine", 10, 11, name="late"), marker("mine", 7, 11, name="early")
    match = lay(man(5, 10, wounds=12), man(20, 20, seat=1), markers=(late, early), dice=(1, 6))
    play(match, "REPOSITION", "to 11.00,10.00")
    assert [entry["marker"] for entry in codes(match, "marker_gone")] == ["early", "late"]
    assert match.state.operatives[0].wounds == 12 - 4 - 6


@pytest.mark.rule("KT-EQ-05")
def test_a_mine_goes_off_under_each_who_has_it_near_at_the_same_moment() -> None:
    match = lay(
        man(5, 10), man(7, 10, seat=1), markers=(marker("mine", 6, 11, seat=0),), phase="ready", active=-1,
        turning_point=2, initiative=1, dice=(2, 5),
    )  # fmt: skip
    assert match.decision.topic == "order of m1", "nobody picks a victim"
    assert [operative.wounds for operative in match.state.operatives] == [12 - 4, 12 - 6]
    assert match.state.markers == {}


@pytest.mark.rule("KT-EQ-05")
def test_who_lays_a_mine_at_its_feet_by_an_ability_sets_it_off_only_when_it_comes_back() -> None:
    t = table(lay(man(5, 10), man(9, 10, seat=1)))
    items.lay_mine(t, 0, 600, 1000, 0, layer=0)
    assert list(t.state.markers) == ["mine-1"]
    assert mines.armed_for(t, 0) == []
    assert [mine.id for mine in mines.armed_for(t, 1)] == ["mine-1"]
    assert list(mines.sweep(t)) == []
    t.stand(0, 200, 200, 0)
    assert list(mines.sweep(t)) == []
    assert [mine.id for mine in mines.armed_for(t, 0)] == ["mine-1"]


@pytest.mark.rule("KT-EQ-05")
def test_a_mine_that_is_laid_near_others_goes_off_under_them() -> None:
    t = table(lay(man(5, 10), man(7, 10, seat=1)))
    items.lay_mine(t, 0, 600, 1000, 0, layer=0)
    (roll,) = (question for question in [next(mines.sweep(t))])
    assert roll.topic == "damage of the mine to m1", "its layer is spared"


# -- razor wire and ladders --------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-VER-03", "KT-EQ-07")
@pytest.mark.parametrize(("version", "two", "three"), [(OLD, 6, "KT-REPO-01"), (NEW, 5, 6)])
def test_crossing_wire_costs_the_climb_and_more(version: str, two: int, three: int | str) -> None:
    match = lay(man(5, 10), man(25, 20, seat=1), version=version, pieces=(piece("razor_wire", 5.84, 10, turned=90),))
    assert goes(match, "REPOSITION", "to 7,10").args[3] == two
    found = goes(match, "REPOSITION", "to 8,10")
    assert (found if isinstance(found, str) else found.args[3]) == three
    assert isinstance(goes(match, "DASH", "to 7,10"), str), "a DASH does not climb"
    wire = (piece("razor_wire", 5.84, 10, turned=90),)
    loose = lay(man(5, 10), man(25, 20, seat=1), version=version, pieces=wire, options={"razor_wire_climb": False})
    assert goes(loose, "REPOSITION", "to 7,10").args[3] == two - 2


@pytest.mark.rule("KT-EQ-07")
@pytest.mark.parametrize("version", VERSIONS)
def test_wire_neither_covers_nor_blocks_sight(version: str) -> None:
    match = lay(
        man(5, 10), man(9, 10, seat=1, conceal=True), version=version, pieces=(piece("razor_wire", 8.1, 10, turned=90),)
    )
    assert "SHOOT" in keys(match)


@pytest.mark.rule("KT-EQ-12")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_ladder_makes_a_high_climb_one_inch(version: str) -> None:
    block = rectangle("block", (8, 8, 12, 12), (0, 3), "Heavy Vantage")
    match = lay(
        man(7.2, 10),
        man(25, 20, seat=1),
        version=version,
        terrain=(block,),
        pieces=(piece("ladders", 7.95, 10, turned=90),),
    )
    assert goes(match, "REPOSITION", "to 8.2,10 up 3").args[2:4] == (300, 2)
    assert goes(match, "REPOSITION", "to 7.3,10") == "KT-EQ-12", "nobody ends on a ladder"
    bare = lay(man(7.2, 10), man(25, 20, seat=1), version=version, terrain=(block,))
    assert goes(bare, "REPOSITION", "to 8.2,10 up 3").args[3] == 4, "without it the whole height"


@pytest.mark.rule("KT-EQ-12")
def test_terrain_above_the_top_of_a_ladder_is_climbed_as_normal() -> None:
    ladder = (piece("ladders", 7.95, 10, turned=90),)
    for high, inches in ((4, 4), (6, 5), (6.8, 6)):
        block = rectangle("block", (8, 8, 12, 12), (0, high), "Heavy Vantage")
        match = lay(man(7.2, 10), man(25, 20, seat=1), terrain=(block,), pieces=ladder)
        assert goes(match, "REPOSITION", f"to 8.2,10 up {high}").args[3] == inches, "1 walked, 1 for the ladder"


@pytest.mark.rule("KT-EQ-12")
def test_the_ladder_is_kept_for_the_climb_that_the_player_picks() -> None:
    terrain = (
        rectangle("low-body", (8, 2, 8.4, 8), (0, 2.0), "Heavy"),
        rectangle("tower-body", (10.6, 2, 14, 8), (0, 4.8), "Heavy"),
        rectangle("tower-roof", (10.6, 2, 14, 8), (4.8, 5.0), "Vantage"),
    )
    ladders = (piece("ladders", 7.94, 5, turned=90, name="l1"), piece("ladders", 10.54, 5, turned=90, name="l2"))
    match = lay(man(7.2, 5, move=11), man(25, 20, seat=1), terrain=terrain, pieces=ladders)
    first = goes(match, "REPOSITION", "to 11.50,5.00 up 5.00 via 9.50,5.00")
    saved = goes(match, "REPOSITION", "to 11.50,5.00 up 5.00 via 9.50,5.00 unaided")
    assert first.args[3] == 11, "5 walked, 1 for the first ladder, 5 for the tower"
    assert saved.args[3] == 10, "5 walked, 2 for the wall, 1 for the second ladder and 2 above it"
    assert saved.key == "to 11.50,5.00 up 5.00 via 9.50,5.00 unaided"
    assert goes(match, "REPOSITION", saved.key).args == saved.args


@pytest.mark.rule("KT-EQ-12", "KT-GEO-18")
@pytest.mark.parametrize("move", [12, 13])
def test_the_cheapest_route_spends_the_ladder_where_it_saves_most(move: int) -> None:
    terrain = (
        rectangle("low-body", (8, 0, 8.4, 22), (0, 2.0), "Heavy"),
        rectangle("tower-body", (12.6, 0, 16, 22), (0, 4.8), "Heavy"),
        rectangle("tower-roof", (12.6, 0, 16, 22), (4.8, 5.0), "Vantage"),
    )
    ladders = (piece("ladders", 7.94, 5, turned=90, name="l1"), piece("ladders", 12.54, 5, turned=90, name="l2"))
    match = lay(man(7.2, 5, move=move), man(25, 20, seat=1), terrain=terrain, pieces=ladders)
    t = table(match)
    where = moves.destinations(t, t.ground, 0, "REPOSITION", moves.gait_of(t))
    route = where.judge("to 13.50,5.00 up 5.00")
    assert isinstance(route, Move)
    assert route.cost == 12, "7 walked, 2 for the wall, 1 for the second ladder and 2 above it"
    assert [step.ladder for step in route.steps] == [False, True], "the wall is climbed without it"
    charges = [(charge.kind, charge.inches) for leg in route.legs for charge in leg.charges]
    assert [one for one in charges if one[0] in {"climb", "ladder"}] == [("climb", 2), ("ladder", 1), ("climb", 2)]
    one = lay(man(7.2, 5, move=move), man(25, 20, seat=1), terrain=terrain, pieces=ladders[:1])
    if move == 12:
        assert goes(one, "REPOSITION", "to 13.50,5.00 up 5.00") in {"KT-REPO-01", "KT-GEO-18"}, "13 are too many"
    else:
        assert goes(one, "REPOSITION", "to 13.50,5.00 up 5.00").args[3] == 13, "7 walked, 1 for the ladder, 5 up"


# -- the portable barricade --------------------------------------------------------------------------------------------

SHIELD = piece("portable_barricade", 10, 5, turned=90)
"""Its outside looks west: an operative of 32 mm at x 10.73 is connected to the inside."""
FOE = man(25, 20, seat=1)
DOOR = rectangle("ruin-door", (14, 2, 14.3, 8), (0, 2.8), "Accessible Heavy")


def stands(match: Match) -> Piece | None:
    pieces: dict[str, Piece] = match.state.pieces
    return pieces.get("portable_barricade-0")


@pytest.mark.rule("KT-EQ-15")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("seat", [0, 1], ids=["own", "enemy's"])
def test_moving_with_the_barricade(version: str, seat: int) -> None:
    shield = piece("portable_barricade", 10, 5, turned=90, seat=seat, name="portable_barricade-0")
    match = lay(man(10.73, 5), FOE, version=version, pieces=(shield,))
    play(match, "MOVE WITH BARRICADE", "to 12.00,5.00")
    play(match, "at 11.27,5.30 turned 90")
    assert stands(match) == shield._replace(x=1127, y=530)
    operative = match.state.operatives[0]
    assert (operative.x, operative.y, operative.ap, operative.actions) == (1200, 500, 1, ("REPOSITION",))
    assert "REPOSITION" not in keys(match) and "MOVE WITH BARRICADE" not in keys(match), "treated as a REPOSITION"
    assert portable_barricade.carried(table(match), 0) is not None


@pytest.mark.rule("KT-VER-09", "KT-EQ-15")
def test_room_for_the_barricade_is_found_at_any_degree() -> None:
    """Three doors leave room for it at some odd angles only; with a fourth there is none."""
    boxes = ((11.74, 9.91, 11.94, 10.11), (11.52, 9.86, 11.72, 10.06), (9.05, 11.81, 9.25, 12.01))
    doors = tuple(rectangle(f"d{n}-a", box, (0, 2.8), "Accessible Heavy") for n, box in enumerate(boxes))
    t, shield = table(lay(man(10, 10), FOE, terrain=doors)), piece("portable_barricade", 10, 11)
    body = body_of(t, 0)
    found = portable_barricade.room(t, 0, shield, body)
    assert isinstance(found, Place) and found.turned % 15, "at none of the angles that are tried first"
    region = portable_barricade.beside(t, 0, shield, body)
    assert region.find(found.key) is not None
    assert region.some() == found and [option.key for option in region.suggest(8)] == [found.key]
    assert region.find("give up") is None, "a place is known"
    shut = (*doors, rectangle("d3-a", (8.4, 7.9, 8.6, 8.1), (0, 2.8), "Accessible Heavy"))
    t = table(lay(man(10, 10), FOE, terrain=shut))
    none = portable_barricade.room(t, 0, shield, body_of(t, 0))
    assert isinstance(none, NoRoom) and '2" from d3-a' in none.reason


@pytest.mark.rule("KT-EQ-15")
@pytest.mark.parametrize(("wounds", "inches"), [(12, 4), (5, 2)])
def test_it_goes_two_inches_less_than_the_move(wounds: int, inches: int) -> None:
    match = lay(man(10.73, 5, wounds=wounds), FOE, pieces=(SHIELD,))
    play(match, "MOVE WITH BARRICADE")
    region = match.decision.region
    assert region.find(f"to {10.73 + inches},5").args[3] == inches
    assert region.refusal(f"to {10.76 + inches},5").decisive.rule == "KT-EQ-15"


@pytest.mark.rule("KT-EQ-15", "KT-CTR-05")
def test_counteracting_with_it_goes_two_inches() -> None:
    match = lay(man(10.73, 5), FOE, pieces=(SHIELD,), phase="counteraction")
    play(match, "MOVE WITH BARRICADE")
    assert match.decision.region.find("to 12.73,5").args[3] == 2
    assert match.decision.region.find("to 12.76,5") is None
    active = table(lay(man(10.73, 5), FOE, pieces=(SHIELD,)))
    assert (portable_barricade.inches(active, 0), portable_barricade.inches(active, 0, most=3)) == (4, 3)


@pytest.mark.rule("KT-EQ-15", "KT-REPO-05")
@pytest.mark.parametrize("version", VERSIONS)
def test_who_may_not_move_with_it(version: str) -> None:
    def reason(*men: dict[str, Any]) -> str:
        return why_not(table(lay(*men, version=version, pieces=(SHIELD,))), 0, "MOVE WITH BARRICADE").rule

    assert may(table(lay(man(10.73, 5), FOE, version=version, pieces=(SHIELD,))), 0, "MOVE WITH BARRICADE")
    assert reason(man(10.73, 5, actions=("CHARGE",), ap=1), FOE) == "KT-REPO-05"
    assert reason(man(10.73, 5, actions=("FALL BACK",), apl=3, ap=2), FOE) == "KT-REPO-05"
    assert reason(man(10.73, 5, actions=("REPOSITION",), ap=1), FOE) == "KT-ACT-02"
    assert reason(man(10.73, 5), man(12.89, 5, seat=1)) == "KT-REPO-05", "an enemy 0.9 inches away"
    assert reason(man(9.27, 5), FOE) == "KT-EQ-15", "connected, but on the outside"
    assert reason(man(10.76, 5), FOE) == "KT-EQ-15", "0.03 inches are no contact"


@pytest.mark.rule("KT-EQ-15")
@pytest.mark.parametrize("version", VERSIONS)
def test_no_climb_drop_or_jump_with_it(version: str) -> None:
    crate = rectangle("crate", (11.5, 3, 12, 7), (0, 1), "Light")
    match = lay(man(10.73, 5, move=8), FOE, version=version, terrain=(crate,), pieces=(SHIELD,))
    play(match, "MOVE WITH BARRICADE")
    assert match.decision.region.find("to 12.7,5") is None
    high = rectangle("high", (5, 3, 12, 7), (0, 2), "Heavy Vantage")
    far = rectangle("far", (14, 3, 18, 7), (0, 2), "Heavy Vantage")
    shield = piece("portable_barricade", 10, 5, 2, turned=90)
    match = lay(man(10.73, 5, 2, move=8), FOE, version=version, terrain=(high, far), pieces=(shield,))
    play(match, "MOVE WITH BARRICADE")
    assert match.decision.region.find("to 11.5,5 up 2").args[3] == 1
    assert match.decision.region.refusal("to 12.7,5 up 0").decisive.rule == "KT-EQ-15"
    assert match.decision.region.refusal("to 14.2,5 up 2 jump").decisive.rule == "KT-EQ-15"


@pytest.mark.rule("KT-VER-09")
def test_a_small_base_near_a_door_loses_it_since_2025() -> None:
    men = (man(10.6, 5, mm=25), FOE)
    match = lay(*men, version=NEW, terrain=(DOOR,), pieces=(SHIELD,))
    play(match, "MOVE WITH BARRICADE", "to 12.51,5.00")
    assert stands(match) is None
    (lost,) = codes(match, "barricade_lost")
    assert lost["piece"] == "portable_barricade-0" and 'ranges of places are ruled out, by 2" from' in lost["reason"]
    assert match.state.operatives[0].x == 1251, "the move stands"
    assert "MOVE WITH BARRICADE" not in keys(match)


@pytest.mark.rule("KT-VER-09")
def test_a_larger_base_has_room_on_its_far_side() -> None:
    match = lay(man(10.73, 5), FOE, version=NEW, terrain=(DOOR,), pieces=(SHIELD,))
    play(match, "MOVE WITH BARRICADE", "to 12.37,5.00")
    refusal = match.decision.region.refusal("at 13.10,5.00 turned 270")
    assert refusal.decisive.rule == "KT-VER-09"
    assert match.decision.region.find("at 11.62,5.00 turned 90") is None, "0.02 inches farther than it must be"
    play(match, "at 11.64,5.00 turned 90")
    assert stands(match) == SHIELD._replace(x=1164)


@pytest.mark.rule("KT-VER-09")
def test_in_2024_it_is_placed_next_to_the_door() -> None:
    match = lay(man(10.6, 5, mm=25), FOE, version=OLD, terrain=(DOOR,), pieces=(SHIELD,))
    play(match, "MOVE WITH BARRICADE", "to 12.51,5.00", "at 13.11,5.00 turned 270")
    assert stands(match) == SHIELD._replace(x=1311, turned=270)


@pytest.mark.rule("KT-VER-09", "KT-ACT-07")
def test_without_any_room_the_move_is_no_move_in_2024() -> None:
    # A blind slot 1.3" wide whose mouth a friend fills.
    slot = (
        rectangle("north", (11, 5.65, 14.3, 8), (0, 3), "Heavy"),
        rectangle("south", (11, 2, 14.3, 4.35), (0, 3), "Heavy"), rectangle("end", (14.3, 2, 15, 8), (0, 3), "Heavy"),
    )  # fmt: skip
    shield = piece("portable_barricade", 9, 5, turned=90)
    men = (man(9.73, 5, move=8), FOE, man(12.2, 5))
    old, new = (lay(*men, version=version, terrain=slot, pieces=(shield,)) for version in VERSIONS)
    play(old, "MOVE WITH BARRICADE")
    refused = old.decision.region.refusal("to 13.6,5").decisive
    assert refused.rule == "KT-ACT-07" and "ranges of places are ruled out, by " in refused.text
    assert all(name in refused.text for name in ("north", "south", "end")), "the bound names what leaves no room"
    assert old.decision.region.find("to 10.3,5") is not None
    play(new, "MOVE WITH BARRICADE", "to 13.60,5.00")
    assert stands(new) is None and new.state.operatives[0].x == 1360


TIGHT = tuple(
    rectangle(f"d{number}-a", (x, y, x + 0.2, y + 0.2), (0, 2.8), "Accessible Heavy")
    for number, (x, y) in enumerate(((14.74, 9.91), (14.52, 9.86), (12.05, 11.81), (11.4, 7.9)))
)
"""Doors that leave no room for a barricade at somebody between them, at 13, 10."""
BEFORE_THEM = piece("portable_barricade", 10, 10, turned=90)


def undecided(monkeypatch: pytest.MonkeyPatch, most: int) -> Match:
    """Somebody about to go between the doors with a barricade, for which nobody looks longer than that."""
    match = lay(man(10.73, 10), FOE, terrain=TIGHT, pieces=(BEFORE_THEM,))
    monkeypatch.setattr(rooms, "MOST", most)
    return play(match, "MOVE WITH BARRICADE", "to 13.00,10.00")


@pytest.mark.rule("KT-VER-09", "KT-ACT-07")
def test_room_that_nobody_can_decide_is_asked_for_before_the_move_and_given_up_at_no_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = undecided(monkeypatch, 40)
    assert portable_barricade.room(table(match), 0, BEFORE_THEM, body_of(table(match), 0)._replace(x=1300)) == OpenRoom(
        40
    )
    assert keys(match) == ["give up"] and match.state.operatives[0].x == 1073, "nothing is done yet"
    assert match.decision.region.find("at 13.00,10.73 turned 0") is None, "a place that is named is judged"
    play(match, "give up")
    operative = match.state.operatives[0]
    assert (operative.x, operative.ap, operative.actions) == (1073, 0, ()), "nothing is spent"
    assert stands(match) == BEFORE_THEM
    assert codes(match, "given_up") == [{"who": "m0", "action": "MOVE WITH BARRICADE"}]
    assert why_not(table(match), 0, "MOVE WITH BARRICADE").rule == "KT-ACT-07", "not at once again"
    assert {"REPOSITION", "DASH"} <= set(keys(match))


@pytest.mark.rule("KT-VER-09", "KT-ACT-07")
def test_with_a_closer_look_the_same_place_is_known_to_have_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    match = undecided(monkeypatch, rooms.MOST)
    assert match.state.operatives[0].x == 1300 and stands(match) is None
    assert len(codes(match, "barricade_lost")) == 1


@pytest.mark.rule("KT-EQ-15", "KT-VER-09")
@pytest.mark.parametrize(("version", "fine"), [(OLD, True), (NEW, False)])
def test_the_new_place_keeps_clear_of_other_equipment_since_2025(version: str, fine: bool) -> None:
    other = piece("light_barricades", 12.5, 8, seat=1)
    match = lay(man(10.73, 5), FOE, version=version, pieces=(SHIELD, other))
    play(match, "MOVE WITH BARRICADE", "to 12.00,5.00")
    region = match.decision.region
    assert (region.find("at 12.00,5.73") is not None) is fine
    assert region.find("at 12.00,4.27 turned 180") is not None
    assert region.refusal("at 12.00,6.00").decisive.rule == "KT-EQ-15", "not connected"
    assert region.refusal("at 12.00,5.60").decisive.rule == "KT-BASE-01", "inside the base"
    assert all(region.find(option.key) is not None for option in region.suggest(12))


@pytest.mark.rule("KT-EQ-15", "KT-EQ-05")
def test_mines_go_off_on_this_move_too() -> None:
    match = lay(man(10.73, 5), FOE, pieces=(SHIELD,), markers=(marker("mine", 12.5, 6.5),), dice=(1,))
    play(match, "MOVE WITH BARRICADE", "to 12.00,5.00", "at 11.27,5.00 turned 90")
    assert match.state.operatives[0].wounds == 8
    assert stands(match) is not None and match.state.operatives[0].status == KILLZONE
