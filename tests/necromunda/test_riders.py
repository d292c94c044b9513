"""Fighters and loot aboard vehicles: boarding, holding on, falling off, guns on the deck."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, knife, rifle, vehicle
from fireteam.games.necromunda.cards import Card
from fireteam.games.necromunda.state import LEFT, OUT, PINNED, PLAY, STANDING
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement
from tests.necromunda.driving import AWAY, FAR, SMALL, drive, gun, keys, refused
from tests.necromunda.ground import thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place
from tests.necromunda.test_collisions import hits

ABOARD = {"R": {"aboard": 0, "berth": (0, 0)}}


def carry(dice: list[Any], *, deck: int = 200, **more: Any) -> Match:
    """A vehicle with a fighter on its deck is activated."""
    places = {"R": (0, 0, deck / 100), **more.pop("places", AWAY)}
    return drive(dice, friends=[fighter("R")], deck=deck, places=places,
                 models={**ABOARD, **more.pop("models", {})}, **more)  # fmt: skip


# -- holding on --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-31", "NE-FALL-02")
def test_who_does_not_hold_on_falls_an_inch_away_in_a_random_direction() -> None:
    """I 4+ and a 2. The deck is 3" high: an S3 hit. At 90 degrees it comes down beside the hull where that halts."""
    match = carry([2, 90, 1], deck=300)
    answer(match, "move", "drive 5.00")
    assert place(match, "R") == (5, 1 + 1 + 0.5) and model(match, "R").z == 0
    assert model(match, "R").stance == PINNED and model(match, "R").aboard == -1
    assert hits(match) == [("R", 3, 3)] and all_dice_used(match)
    match = carry([2, 360], deck=200)
    answer(match, "move", "drive 5.00")
    assert place(match, "R") == (5 + 2 + 1 + 0.5, 0) and model(match, "R").stance == PINNED
    assert not hits(match) and all_dice_used(match), "under 3 inches there is no hit, but Pinned in any case"


@pytest.mark.rule("NE-VEH-31")
def test_once_in_an_activation_and_not_for_standing_still() -> None:
    match = carry([4])
    answer(match, "maneuver forward", "drive 0.00")
    assert not all_dice_used(match), "it has not moved"
    answer(match, "move", "left 90 drive 3.00")
    assert all_dice_used(match) and place(match, "R") == (0, 3)
    match = carry([4])
    answer(match, "move", "drive 3.00", "maneuver forward", "drive 2.00")
    assert place(match, "R") == (5, 0) and all_dice_used(match), "one test in two moves"


@pytest.mark.rule("NE-VEH-31", "NE-VLOC-02")
def test_and_once_more_when_it_loses_control() -> None:
    """Handling 7+ fails, Swerve to the left: a second test, then the first one, which is for the turn."""
    match = carry([3, 3, 1, 1, 4, 4])
    answer(match, "spin", "left 90")
    assert model(match, "V").facing == 135 and model(match, "R").aboard == 0 and all_dice_used(match)


@pytest.mark.rule("NE-VEH-31", "NE-VEH-35")
def test_who_is_seated_never_tests() -> None:
    match = carry([], transport=1, models={"R": {"aboard": 0, "seated": True}})
    answer(match, "move", "drive 5.00")
    assert place(match, "R") == (5, 0) and all_dice_used(match)


# -- loot --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-31", "NE-LOOT-03")
@pytest.mark.parametrize(("dice", "lies"), [([4], (3400, 3000, 200)), ([1, 360, 180], (3150, 3000, 0))])
def test_loose_loot_falls_off_unless_somebody_holds_it_who_holds_on(dice: list[Any], lies: tuple[int, ...]) -> None:
    """The casket touches the base of who stands on the deck; it falls in a direction of its own, to the west."""
    match = carry(dice, things=[thing("box", "casket", -1, 0, 200)])
    answer(match, "move", "drive 5.00")
    box = match.state.things["box"]
    assert (box.x, box.y, box.z) == lies and all_dice_used(match)


@pytest.mark.rule("NE-VEH-31")
def test_loot_that_nobody_holds_falls_at_once() -> None:
    match = drive([90], things=[thing("box", "ammo-cache", 0, 0, 200)])
    answer(match, "move", "drive 5.00")
    box = match.state.things["box"]
    assert (box.x, box.y, box.z) == (3500, 3250, 0) and all_dice_used(match)
    assert any("falls off V at 90 degrees" in line for line in match.told)


# -- boarding ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-35", "NE-VEH-31", "NE-MOV-05")
def test_a_fighter_climbs_a_deck_and_takes_a_place_or_stays_on_it() -> None:
    """M6: 0.6" to the hull, 2" up at double cost, and on."""
    for answered, seated in (("take a transport place", True), ("stay on the deck", False)):
        match = lay(
            [fighter("R", m=6), vehicle("V", **SMALL, transport=1)], [FAR],
            {"R": (0, 2, 0, 270), "V": (0, 0, 0, 0), **AWAY}, active="R",
        )  # fmt: skip
        answer(match, "move", "to 30.00,30.80 up 2.00", answered)
        m = model(match, "R")
        assert (m.aboard, m.seated, m.z, m.berth) == (1, seated, 200, (0, 80))


@pytest.mark.rule("NE-VEH-31", "NE-VEH-35")
def test_there_are_no_more_places_than_the_vehicle_has() -> None:
    red: list[Card] = [fighter("R", m=6), vehicle("V", **SMALL, transport=1), fighter("S")]
    match = lay(
        red, [FAR], {"R": (0, 2, 0, 270), "V": (0, 0, 0, 0), "S": (-1, 0, 2), **AWAY}, active="R",
        models={"S": {"aboard": 1, "seated": True}},
    )  # fmt: skip
    answer(match, "move", "to 30.00,30.80 up 2.00")
    assert model(match, "R").aboard == 1 and not model(match, "R").seated


@pytest.mark.rule("NE-MNT-05", "NE-VEH-31")
def test_a_rider_of_a_mount_does_not_climb_a_vehicle() -> None:
    match = lay(
        [fighter("R", m=8, mounted=True), vehicle("V", **SMALL)], [FAR],
        {"R": (0, 2.4, 0, 270), "V": (0, 0, 0, 0), **AWAY}, active="R",
    )  # fmt: skip
    answer(match, "move")
    assert match.decision is not None and match.decision.find("to 30.00,30.80 up 2.00") is None


@pytest.mark.rule("NE-VEH-35")
def test_a_passenger_shoots_without_a_penalty_however_far_it_was_driven() -> None:
    match = lay(
        [fighter("R", rifle()), vehicle("V", **SMALL)], [fighter("E")],
        {"R": (0, 0, 2, 0), "V": (0, 0, 0, 0), "E": (20, 0)}, [4, 2, 1], active="R",
        models={"R": {"aboard": 1}, "V": {"moved": 2100, "ready": False}},
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    assert model(match, "E").stance == PINNED and all_dice_used(match), "BS 4+ and a 4"


@pytest.mark.rule("NE-VEH-35", "NE-CC-06", "NE-STD-08")
def test_who_has_boarded_an_enemy_vehicle_fights_it_where_it_is_weakest() -> None:
    """It is Engaged with it, not locked; two Location dice; the lowest of Toughness 8 7 6."""
    match = lay(
        [fighter("R", knife(), s=6)], [vehicle("V", **SMALL)], {"R": (1.5, 0, 2, 0), "V": (0, 0, 0, 0)}, [3, 1],
        active="R", models={"R": {"aboard": 1}},
    )  # fmt: skip
    assert {"move", "fight"} <= set(offers(match)) and "retreat" not in offers(match)
    answer(match, "fight", "fight with knife")
    assert hits(match) == [("V", 6, 6)] and all_dice_used(match), "WS 4+ at +1 against a vehicle"


@pytest.mark.rule("NE-VEH-30", "NE-STD-08", "NE-STAT-02")
def test_who_is_beside_a_vehicle_walks_off_without_a_test_and_is_not_struck() -> None:
    match = lay(
        [fighter("R")], [vehicle("V", **SMALL)], {"R": (3, 0, 0, 180), "V": (0, 0, 0, 0)}, active="R",
    )  # fmt: skip
    assert "fight" in offers(match) and "retreat" not in offers(match)
    answer(match, "move", "to 38.00,30.00")
    assert place(match, "R") == (8, 0) and all_dice_used(match)


# -- guns on the deck --------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-33")
def test_arcs_lie_between_the_diagonals_of_the_hull() -> None:
    """A gun to the left of a hull of 4 by 2: from 26.6 to 153.4 degrees off the nose."""
    for x, y, seen in ((10, 5.1, True), (10, 4.9, False), (0, -10, False), (-10, 5.1, True), (-10, 4.9, False)):
        match = drive(None, gun(arcs=("left",)), foes=[fighter("E")], places={"E": (x, y)})
        answer(match, "fire all")
        assert ("shoot E with hull gun" in keys(match)) is seen, (x, y)


@pytest.mark.rule("NE-VEH-33")
@pytest.mark.parametrize(("berth", "able"), [((-0.5, 0), True), ((-0.51, 0), False)])
def test_a_passenger_works_a_gun_within_an_inch(berth: tuple[float, float], able: bool) -> None:
    """The gun is 1" ahead of the middle; the base of the passenger is half an inch wide."""
    deck = gun("deck gun", by_passenger=True, mount=(100, 0), long=30)
    match = lay(
        [fighter("R", knife(), bs=3), vehicle("V", deck, **SMALL, bs=6)], [fighter("E")],
        {"R": (*berth, 2, 90), "V": (0, 0, 0, 0), "E": (20, 0)}, [3, 2, 1], active="R",
        models={"R": {"aboard": 1, "berth": tuple(round(100 * value) for value in berth)}},
    )  # fmt: skip
    if not able:
        assert refused(match, "man gun")[0] == "NE-VEH-33" and "man_gun" not in offers(match)
        return
    answer(match, "fire deck gun from the deck")
    assert model(match, "E").stance == PINNED and all_dice_used(match), "by the passenger's own BS"
    assert "gun deck-gun" in model(match, "V").used
    assert "man_gun" not in offers(match), "once in a round"


@pytest.mark.rule("NE-VEH-33", "NE-VEH-06")
def test_a_gun_that_has_been_fired_is_fired_by_nobody_else_this_round() -> None:
    deck = gun("deck gun", by_passenger=True, mount=(0, 0), long=30)
    match = lay(
        [fighter("R", knife()), vehicle("V", deck, **SMALL)], [fighter("E")],
        {"R": (0, 0, 2, 0), "V": (0, 0, 0, 0), "E": (20, 0)}, active="R",
        models={"R": {"aboard": 1}, "V": {"used": frozenset({"gun deck-gun"})}},
    )  # fmt: skip
    assert "man_gun" not in offers(match) and refused(match, "man gun")[0] == "NE-VEH-33"


# -- abandoned ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-END-03", "NE-VHIT-11")
def test_who_is_aboard_gets_off_a_vehicle_that_is_abandoned() -> None:
    match = lay(
        [vehicle("V", **SMALL, transport=1), fighter("R")], [FAR], {"V": (0, 0, 0, 0), "R": (0, 0, 2), **AWAY},
        [1, 1, 6, 6, 1, 1], acting=0, ready=[], bottled=1, models={"R": {"aboard": 0, "seated": True}},
    )  # fmt: skip
    answer(match, "V tests", "at 31.00,33.20")
    assert model(match, "V").status == OUT and place(match, "R") == (1, 3.2)
    assert model(match, "R").stance == STANDING and not model(match, "R").seated and model(match, "R").aboard == -1


# -- leaving -----------------------------------------------------------------------------------------------------------


class OpenRoad(Supplement):
    """The east edge is open to both sides."""

    name = "open road"

    def open_edges(self, t: Table, seat: int) -> tuple[str, ...]:
        return ("east",)


@pytest.mark.rule("NE-MOV-14", "NE-VEH-31")
def test_a_vehicle_drives_off_with_all_that_is_aboard() -> None:
    """With its nose over the edge it is still there; when its tail is across it is gone."""
    aboard = {"R": {"aboard": 0, "seated": True}}
    match = lay(
        [vehicle("V", **SMALL, m=7, hnd=7, transport=1), fighter("R")], [FAR],
        {"V": (26, 0, 0, 0), "R": (26, 0, 2), **AWAY}, active="V", models=aboard, more=[OpenRoad()],
        things=[thing("box", "casket", 25.5, 0, 200)],
    )  # fmt: skip
    answer(match, "maneuver forward", "drive 3.00")
    assert model(match, "V").status == PLAY and place(match, "V") == (29, 0)
    answer(match, "move", "drive 7.00")
    assert model(match, "V").status == LEFT and model(match, "R").status == LEFT
    assert "box" not in match.state.things and any(line.what == "casket-off" for line in match.state.ledger)


@pytest.mark.rule("NE-MOV-14", "NE-VCOL-05")
def test_who_is_run_over_by_a_vehicle_that_drives_off_is_set_aside() -> None:
    """When that is resolved the hull is over the edge with all of it, and nothing to stand on any more."""
    match = lay(
        [vehicle("V", **SMALL, m=9, hnd=7)], [fighter("Q", w=3), FAR],
        {"V": (25, 0, 0, 0), "Q": (29, 0.9), **AWAY}, [1, 1, 1], active="V", more=[OpenRoad()],
    )  # fmt: skip
    answer(match, "move", "drive 9.00")
    assert model(match, "V").status == LEFT and model(match, "Q").status == PLAY
    assert abs(place(match, "Q")[1]) >= 1.5


@pytest.mark.rule("NE-VEH-35", "NE-FALL-01")
@pytest.mark.parametrize("seated", [True, False])
def test_who_is_shot_off_a_deck_is_aboard_no_more_and_who_is_seated_stays(seated: bool) -> None:
    """R stands 0.4" from the side of the hull; an Initiative test of 3 fails. To shoot past the hull at who sits in it
    wants a Cool test."""
    dice = [4, 4, 6, 2, 1] if seated else [6, 2, 3, 1]
    aboard = {"R": {"aboard": 0, "berth": (0, 10), "seated": seated}}
    match = lay(
        [vehicle("V", **SMALL, transport=1), fighter("R")], [fighter("Q", rifle())],
        {"V": (0, 0, 0, 0), "R": (0, 0.1, 2), "Q": (0, 12, 0, 270)}, dice, active="Q",
        models=aboard,
    )  # fmt: skip
    answer(match, "shoot R with rifle")
    r = model(match, "R")
    assert (r.aboard, r.seated, r.z, r.stance) == ((0, True, 200, PINNED) if seated else (-1, False, 0, PINNED))
