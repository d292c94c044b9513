"""Positions in which the letter of the book decides against what a table might do out of habit."""

from __future__ import annotations

import pytest

from fireteam.core.dice import Given
from fireteam.games.killteam import arena, markers
from fireteam.games.killteam.equipment import mines
from fireteam.games.killteam.positions import body_of, radius_of
from fireteam.space.plane.model import Part, base
from tests.killteam.kit import at, lay, man, marker, may, table
from tests.space.plane.reference import rectangle as box

R32 = base(32)


@pytest.mark.rule("KT-FIGHT-05")
def test_both_fighters_say_what_they_keep_unrolled_before_any_die_falls() -> None:
    blade = arena.weapon(3, 3, 3, 4, "Accurate 1", ranged=False)
    match = arena.duel(arena.card("fighter", blade), arena.card("enemy", blade), Given([6, 6, 1, 1, 1]))
    asked = []
    for answer in ("keep 1 unrolled", "keep 0 unrolled"):
        asked.append((match.decision.seat, answer in list(match.decision.keys()), any(e.code == "rolled" for e in match.log)))
        match.answer(answer)
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
