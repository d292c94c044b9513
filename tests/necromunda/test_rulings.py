"""Rulings where the book is silent, one by one: heights, lines, distances, edges, who counts."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, profile, rifle, vehicle, weapon
from fireteam.games.necromunda.blasts import strikes_under
from fireteam.games.necromunda.close_combat.fight import Fight, hit_modifiers
from fireteam.games.necromunda.positions import body, engaged, engaged_with, eye
from fireteam.games.necromunda.shooting.targets import stand_of, targets
from fireteam.games.necromunda.sight import OPEN, PARTIAL, UNSEEN, Eye, cover, cover_from, eye_of, hidden_points
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING
from fireteam.space.plane.free.blasts import under
from fireteam.space.plane.free.plan import DIFFICULT, IMPASSABLE, OBSTACLE, OPAQUE, SOLID, Block, Floor, Patch
from fireteam.space.plane.model import Body
from tests.necromunda.ground import thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place
from tests.necromunda.test_movement import block, corners, may, moving, platform

WALL = IMPASSABLE | SOLID | OPAQUE


def wall(west: float, south: float, east: float, north: float, top: float = 4, bits: int = WALL) -> Block:
    """A wall."""
    return Block("wall", corners(west, south, east, north), 0, round(100 * top), bits)


def table_of(match: Match) -> Any:
    """The table at a position."""
    return match.setting.table(match.checkpoint.state, False)


# -- bodies and lines --------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-MEAS-03", "NE-STAT-03")
def test_how_tall_fighters_are_and_how_high_their_eyes() -> None:
    match = lay(
        [fighter("A"), fighter("M", mounted=True, radius=0.8)], [fighter("E"), fighter("I")],
        {"A": (0, 0), "M": (0, 5), "E": (9, 0), "I": (9, 5)}, active="A",
        models={"E": {"stance": PINNED}, "I": {"stance": INJURED}},
    )  # fmt: skip
    table = table_of(match)
    found = [(body(table, who).height, eye(table, who)[2]) for who in range(4)]
    assert found == [(160, 150), (220, 200), (50, 40), (50, 40)]


@pytest.mark.rule("NE-SHT-02", "NE-SHT-06")
def test_friends_in_contact_with_the_shooter_hide_nobody() -> None:
    for x, found in ((1.0, OPEN), (1.1, PARTIAL)):
        match = lay([fighter("A"), fighter("B")], [fighter("E")], {"A": (0, 0), "B": (x, 0), "E": (10, 0)}, active="A")
        assert (cover(table_of(match), 0, 2) == OPEN) is (found == OPEN)
    match = lay([fighter("A")], [fighter("E"), fighter("F")], {"A": (0, 0), "F": (1, 0), "E": (10, 0)}, active="A")
    assert cover(table_of(match), 0, 1) != OPEN, "enemies do"


@pytest.mark.rule("NE-SHT-06")
@pytest.mark.parametrize("top", [round(0.1 * step, 1) for step in range(1, 17)])
def test_a_single_hidden_point_is_partial_cover_and_thirteen_are_full(top: float) -> None:
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (-10, 0), "E": (2, 0)}, active="A",
        on=field(wall(1, -0.2, 1.4, 3, top, OBSTACLE | OPAQUE)),
    )  # fmt: skip
    table = table_of(match)
    count = hidden_points(table, eye_of(table, 0), 1)
    assert cover(table, 0, 1) == (0 if not count else 1 if count < 13 else 2 if count < 25 else 3)


@pytest.mark.rule("NE-TRT-11")
@pytest.mark.parametrize(("height", "seen"), [(2.4, False), (4.2, True)])
def test_smoke_is_two_and_a_half_inches_high(height: float, seen: bool) -> None:
    # The line from eye to eye passes the cloud on the ground 2.4 + 1.5 or 4.2 + 1.5 inches up: over it or not.
    decks = (platform("west", -12, -2, -4, 2, height - 1.5), platform("east", 4, -2, 12, 2, height - 1.5))
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (-6, 0, height - 1.5), "E": (6, 0, height - 1.5)}, active="A",
        on=field(*decks), things=[thing("s1", "smoke", 0, 0)],
    )  # fmt: skip
    assert (cover(table_of(match), 0, 1) != UNSEEN) is seen


@pytest.mark.rule("NE-BLS-04")
def test_cover_against_a_blast_is_judged_from_half_an_inch() -> None:
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (-9, 0), "E": (1.2, 0)}, active="A",
        on=field(wall(0.2, -3, 0.4, 3, 0.6, OBSTACLE | OPAQUE)),
    )  # fmt: skip
    table = table_of(match)
    assert cover_from(table, Eye(3000, 3000, 150), 1) == OPEN, "an eye of 1.5 inches sees all of it"
    pot = profile("pot", traits=("Blast (3)",), strength=3)
    assert [(strike.on, strike.cover) for strike in strikes_under(table, (3000, 3000, 0), pot, "pot", 0)] == [(1, 2)]


@pytest.mark.rule("NE-BLS-02", "NE-BLS-05")
def test_how_far_up_and_down_blasts_and_templates_reach() -> None:
    plain = field().under()
    for z, hit in ((150, True), (151, False)):
        assert under(plain, (3000, 3000, z), 1.5, Body(3000, 3000, 0, 0.5, 160)) is hit
    flamer = weapon("flamer", "Template", template=True, strength=3)
    for height, hit in ((1.2, True), (1.3, False)):
        match = lay(
            [fighter("A", flamer)], [fighter("E")], {"A": (0, 0), "E": (4, 0, height)}, [1] if hit else [], active="A",
            on=field(Floor("deck", corners(2, -3, 8, 3), round(100 * height))),
        )  # fmt: skip
        answer(match, "lay the template of flamer", "flame 0")
        assert (model(match, "E").stance == PINNED) is hit and all_dice_used(match)


@pytest.mark.rule("NE-BLS-05")
def test_a_template_minds_neither_smoke_nor_the_dark() -> None:
    flamer = weapon("flamer", "Template", template=True, strength=3)
    match = lay(
        [fighter("A", flamer)], [fighter("E")], {"A": (0, 0), "E": (6, 0)}, [1], active="A", event="lights-out",
        event_since=1, things=[thing("s1", "smoke", 0, 0)],
    )  # fmt: skip
    answer(match, "lay the template of flamer", "flame 0")
    assert model(match, "E").stance == PINNED and all_dice_used(match)


# -- who is shot at, and who is at risk --------------------------------------------------------------------------------


@pytest.mark.rule("NE-SHT-03")
def test_the_closest_counts_in_range_or_not_and_prone_is_no_reason() -> None:
    short = weapon("gun", short=4, long=6, strength=3)
    # E is out of range, F farther off: still a Cool test; the range is not known.
    match = lay(
        [fighter("A", short)], [fighter("E"), fighter("F")], {"A": (0, 0), "E": (9, 0), "F": (12, 3)}, [4, 3],
        active="A",
    )  # fmt: skip
    answer(match, "shoot F with gun")
    assert all_dice_used(match)
    # E lies in the open, which is -1 at long range only: not harder to hit, so F wants the test.
    match = lay(
        [fighter("A", rifle())], [fighter("E"), fighter("F")], {"A": (0, 0), "E": (9, 0), "F": (12, 3)},
        [4, 3, 4, 2, 1], active="A", models={"E": {"stance": PINNED}},
    )  # fmt: skip
    answer(match, "shoot F with rifle")
    assert model(match, "F").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-SHT-11")
def test_who_lies_by_the_line_of_a_shot_is_at_risk_too() -> None:
    match = lay(
        [fighter("A", rifle()), fighter("B")], [fighter("E")], {"A": (0, 0), "E": (10, 0), "B": (6, 1.2)},
        [2, 2, 2, 4, 1], active="A", models={"B": {"stance": PINNED}},
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    assert model(match, "B").flesh == 1 and all_dice_used(match)


@pytest.mark.rule("NE-STAT-02", "NE-SHT-10", "NE-SHT-07")
def test_who_is_engaged_with_a_vehicle_alone_is_pinned_and_no_harder_to_hit() -> None:
    match = lay(
        [fighter("A", rifle()), vehicle("V")], [fighter("E")], {"A": (-10, 0), "V": (4, 0, 0, 180), "E": (0.5, 0)},
        [3, 2, 1], active="A",
    )  # fmt: skip
    table = table_of(match)
    assert engaged_with(table, 2) == [1] and not engaged(table, 2)
    assert [one.harder for one in targets(table, stand_of(table, 0))] == [0]
    answer(match, "shoot E with rifle")  # 4+ and +1 at short range: a 3 hits
    assert model(match, "E").stance == PINNED and all_dice_used(match)


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-MEAS-02", "NE-MOV-02")
def test_an_inch_from_an_enemy_is_not_measured_through_a_wall() -> None:
    at = {"E": (3, 1.3)}
    assert not may(moving(at=at), "straight to 35.00,30.00")
    assert may(moving(wall(-2, 0.6, 8, 0.7), at=at), "straight to 35.00,30.00")


@pytest.mark.rule("NE-MOV-02")
def test_enemy_vehicles_keep_nobody_an_inch_away() -> None:
    match = lay([fighter("A")], [vehicle("V")], {"A": (0, 0), "V": (2.2, 1.9, 0, 0)}, active="A")
    answer(match, "move")
    assert may(match, "straight to 34.00,30.00"), "0.15 inches past the hull"


@pytest.mark.rule("NE-MOV-05")
def test_difficult_ground_counts_by_the_middle_of_the_base() -> None:
    assert may(moving(Patch("rubble", corners(1, 0.1, 10, 3), 0, DIFFICULT)), "straight to 35.00,30.00")
    assert not may(moving(Patch("rubble", corners(1, -0.1, 10, 3), 0, DIFFICULT)), "straight to 35.00,30.00")


@pytest.mark.rule("NE-MOV-13")
def test_ramps_cost_the_length_of_their_slope() -> None:
    ramp = Floor("ramp", corners(0, -3, 4, 3), -2250, 0.75, 0.0, 0, SOLID)  # 3 inches up over 4: 5 inches long
    match = moving(ramp, platform("deck", 4, -3, 9, 3, 3))
    assert may(match, "to 34.00,30.00 up 3.00") and not may(match, "to 34.10,30.00 up 3.00")


@pytest.mark.rule("NE-MOV-08")
@pytest.mark.parametrize(("gap", "rise", "dice"), [(0.9, 0, []), (2, 0.4, [4])])
def test_a_gap_narrower_than_the_base_needs_no_leap(gap: float, rise: float, dice: list[int]) -> None:
    near, far = platform("near", -3, -2, 2, 2, 5), platform("far", 2 + gap, -2, 9, 2, 5 + rise)
    match = moving(near, far, at={"A": (0.5, 0, 5)}, dice=dice)
    answer(match, f"to 34.80,30.00 up {5 + rise:.2f}" + (" leap" if gap > 1 else ""))
    assert place(match, "A") == (4.8, 0) and all_dice_used(match)


@pytest.mark.rule("NE-MOV-08")
def test_nobody_leaps_half_an_inch_up() -> None:
    near, far = platform("near", -3, -2, 2, 2, 5), platform("far", 4, -2, 9, 2, 5.8)
    assert not may(moving(near, far, at={"A": (0.5, 0, 5)}), "to 34.80,30.00 up 5.80 leap")


@pytest.mark.rule("NE-ENG-04")
def test_who_cannot_get_an_inch_away_goes_as_far_as_it_can() -> None:
    # Two inches to run in a lane closed at its end by Y: between X and Y no place is an inch from both.
    lane = (wall(-2, 0.6, 6, 0.8), wall(-2, -0.8, 6, -0.6))
    match = lay(
        [fighter("R")], [fighter("X"), fighter("Y")], {"R": (0, 0), "X": (-1, 0, 0, 180), "Y": (2.6, 0)}, [4, 2],
        active="R", on=field(*lane),
    )  # fmt: skip
    answer(match, "retreat", "nobody strikes")
    assert may(match, "to 30.80,30.00"), "0.8 inches from both"
    assert not may(match, "to 30.30,30.00") and not may(match, "to 31.40,30.00")


@pytest.mark.rule("NE-STD-08")
def test_a_charge_reaches_a_vehicle_an_inch_from_its_hull() -> None:
    # M5 and D3 = 1: 6 inches to a gap of 1.
    match = lay([fighter("A")], [vehicle("V")], {"A": (0, 0, 0, 0), "V": (10, 0, 0, 0)}, [2], active="A")
    answer(match, "charge")
    assert may(match, "to 36.00,30.00 up 0.00") and not may(match, "to 35.90,30.00 up 0.00")
    match = lay(
        [fighter("A")], [vehicle("V")], {"A": (0, 0, 0, 0), "V": (10, 0, 0, 0)}, [2], active="A",
        on=field(wall(6.6, -9, 6.8, 9)),
    )  # fmt: skip
    answer(match, "charge")
    assert match.decision is None or match.decision.topic != "charge of A" or not may(match, "to 36.00,30.00 up 0.00")


# -- forced moves and edges --------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-ENG-08", "NE-COND-01")
def test_an_obstacle_stops_who_is_hurled_and_not_who_burns() -> None:
    low = block(2.5, -9, 2.9, 9, 1, OBSTACLE | OPAQUE)
    match = lay(
        [fighter("A", skills=("hurl",))], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (1, 0), "F": (0, 25)},
        [3, 5, 1], active="A", on=field(*low),
    )  # fmt: skip
    answer(match, "hurl E", "face 0")
    assert place(match, "E") == (2, 0)
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 25)}, [2, 2, 3, 360, 4], active="A", on=field(*low),
        models={"A": {"conditions": frozenset({"blaze"})}},
    )  # fmt: skip
    answer(match, "lie down")
    assert place(match, "A") == (4, 0) and all_dice_used(match), "5 inches, one of them over the obstacle"


@pytest.mark.rule("NE-TRT-03", "NE-ENG-08")
@pytest.mark.parametrize(("face", "z"), [(4, 400), (3, 0)])
def test_knocked_back_with_the_rim_of_the_base_over_an_edge(face: int, z: int) -> None:
    ram = weapon("gun", "Knockback", "Gas", short=12, long=24, strength=None, damage=None)  # Gas Pins nobody
    match = lay(
        [fighter("A", ram)], [fighter("E"), fighter("F")],
        {"A": (-6, 0, 4), "E": (0.7, 0, 4, 180), "F": (0, 25)}, [4, face, *([1] if z == 0 else []), 2], active="A",
        on=field(platform("deck", -8, -3, 2, 3, 4)),
    )  # fmt: skip
    answer(match, "shoot E with gun")  # an inch on, its base is 0.2 inches over the edge, its middle is not
    assert model(match, "E").z == z and all_dice_used(match)


@pytest.mark.rule("NE-FALL-02")
def test_a_faller_lands_on_the_highest_floor_below() -> None:
    pieces = (platform("deck", -2, -2, 2, 2, 8), platform("mid", 1, -4, 6, 4, 5), platform("low", 1, -4, 9, 4, 2))
    match = lay(
        [fighter("A", rifle())], [fighter("E")], {"A": (-10, 0, 8), "E": (1.1, 0, 8)}, [4, 2, 3, 1, 1], active="A",
        on=field(platform("west", -14, -2, -8, 2, 8), *pieces),
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    (fall,) = [event.params["height"] for event in match.log if event.code == "falls"]
    assert (fall, model(match, "E").z) == (3.0, 500) and all_dice_used(match)


# -- close combat ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-CC-07")
def test_only_who_touches_the_target_assists() -> None:
    whip = weapon("whip", "Melee", "Versatile", category="close", melee=True, long=2, strength=0, of_user=True)
    for x, reasons in ((2.0, ["B assists"]), (2.5, [])):
        at = {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "B": (x, 0, 0, 180)}
        match = lay([fighter("A"), fighter("B", whip)], [fighter("E")], at, active="A")
        assert [part.reason for part in hit_modifiers(table_of(match), Fight(0), 2)] == reasons


@pytest.mark.rule("NE-CC-01")
def test_a_charger_faces_its_target_free() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0, 0, 90), "E": (6, 0.6, 0, 180)}, [2, 4, 1, 1], active="A")
    answer(match, "charge", "to 35.20,30.00 up 0.00", "fight with knife")
    assert model(match, "A").facing == 37, "towards E, not the way it went"
    assert [event.params["bonus"] for event in match.log if event.code == "fight_roll"] == [0], "and no -1 for turning"


@pytest.mark.rule("NE-MNT-03")
def test_a_rider_strikes_where_its_way_comes_nearest() -> None:
    match = lay(
        [fighter("A", mounted=True, radius=0.8, m=8)], [fighter("E")], {"A": (0, 0, 0, 0), "E": (4, 2.1)}, [1],
        active="A",
    )  # fmt: skip
    answer(match, "ride by E", "to 37.00,29.00 via 36.00,30.00")
    assert match.decision is not None and match.decision.topic == "answer of E to A"
    assert place(match, "A") == (4, 0), "abreast of E"
    answer(match, "let it pass")
    assert place(match, "A") == (7, -1) and model(match, "E").stance == STANDING
    assert "ride_by" not in offers(match)


@pytest.mark.rule("NE-MNT-03")
def test_a_rider_strikes_in_passing_on_a_charge_and_fights_at_its_end() -> None:
    # D3 = 1; a die in passing, answered by one; then the free Fight: A1 and one for the charge.
    match = lay(
        [fighter("A", mounted=True, radius=0.8, m=8)], [fighter("E"), fighter("F")],
        {"A": (0, 0, 0, 0), "E": (4, 2.1, 0, 270), "F": (9, 0, 0, 180)}, [2, 4, 1, 2, 1, 1], active="A",
    )  # fmt: skip
    answer(match, "charge past E", "to 37.70,30.00 up 0.00")
    assert place(match, "A") == (4, 0)
    answer(match, "strike at the rider")
    assert place(match, "A") == (7.7, 0)
    answer(match, "fight with knife")
    rolls = [(event.params["target"], len(event.params["shown"])) for event in match.log if event.code == "fight_roll"]
    assert rolls == [("E", 1), ("A", 1), ("F", 2)] and all_dice_used(match)
