"""What is on offer: a search may say yes, only a bound says no, and what stays open can be given up at no cost."""

from __future__ import annotations

import random
from math import cos, pi, sin
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.games.killteam.markers import drop_marker, within_control
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.moving.moves import Destinations, destinations, gait_of
from fireteam.games.killteam.state import ACTIVE, ENGAGE
from fireteam.games.killteam.table import Table
from fireteam.kit.plane import rooms
from fireteam.kit.plane.places import NoRoom, OpenRoom
from fireteam.kit.plane.places import Place as Spot
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.model import base
from fireteam.space.plane.paths import Move
from fireteam.space.plane.proofs import Open
from tests.killteam.crowds import on_map, wrongly_refused
from tests.killteam.kit import lay, man, marker, table
from tests.space.plane.reference import rectangle

RADIUS = base(32)
Place = tuple[float, float]


def standing(killzone: str, places: dict[str, Place]) -> Match:
    """A battle in which they stand there and the sentinel acts."""
    return on_map(killzone, {name: (round(x * 100), round(y * 100)) for name, (x, y) in places.items()})


def keys(match: Match) -> list[str]:
    decision = match.decision
    assert decision is not None
    return list(decision.keys())


def region_of(t: Table, action: str, who: int = 0) -> Destinations:
    return destinations(t, t.ground, who, action, gait_of(t))


CROWDED = {
    "shellmarket": (
        "FALL BACK",
        "to 29.32,16.62",
        {"cv-prior": (29.26, 19.03), "cv-lamplighter": (26.7, 20.88), "cv-sentinel": (29.08, 20.29),
         "cv-breaker": (26.47, 19.44), "vr-matron": (27.93, 19.26), "vr-wirecutter": (27.96, 21.0)},
    ),
    "derelict-spine": (
        "CHARGE",
        "to 9.28,21.61",
        {"cv-prior": (11.26, 21.31), "cv-lamplighter": (10.38, 22.61), "cv-sentinel": (13.23, 20.69),
         "cv-breaker": (10.56, 18.73), "vr-netter": (12.54, 18.13), "vr-needle": (9.54, 20.03),
         "vr-matron": (13.74, 18.67), "vr-wirecutter": (10.24, 17.47)},
    ),
}  # fmt: skip
"""No half-inch cell is in reach, and yet there is a straight move."""


@pytest.mark.rule("KT-ACT-07", "KT-GEO-18")
@pytest.mark.parametrize("killzone", CROWDED)
def test_a_straight_move_between_the_cells_of_the_search_is_on_offer(killzone: str) -> None:
    action, key, places = CROWDED[killzone]
    match = standing(killzone, places)
    assert action in keys(match)
    match.answer(action)
    found = keys(match)
    assert found and "give up" not in found, "a move is known"
    assert match.decision is not None and match.decision.find(key) is not None
    match.answer(found[0])
    assert [event.code for event in match.log].count("moves") == 1


@pytest.mark.rule("KT-GEO-15", "KT-REPO-03")
@pytest.mark.parametrize("enemy", [(8.0, 18.0), (10.0, 18.9)])
def test_nobody_drops_through_a_control_range_half_way_down(enemy: Place) -> None:
    above = (round(enemy[0] * 100), round(enemy[1] * 100), 300)
    match = on_map("shellmarket", {"cv-sentinel": (800, 1820, 600), "vr-netter": above})
    assert match.decision is not None
    t = match.table
    refusal = region_of(t, "REPOSITION", t.number("cv-sentinel")).refusal("straight to 8.00,19.70 up 0.00")
    assert refusal is not None and refusal.decisive.rule == "KT-REPO-03"


def pocket(draw: random.Random) -> tuple[Match, list[str]]:
    """Somebody in a dead end with an enemy at its mouth, and the keys of places farther in."""
    x, y = round(draw.uniform(5, 6), 2), round(draw.uniform(5, 6), 2)
    gap, room, half = draw.choice((0.85, 0.9, 0.95, 0.99)), draw.uniform(0.03, 0.6), RADIUS + draw.uniform(0.02, 0.15)
    end, south, north = round(x + RADIUS + room, 2), round(y - half, 2), round(y + half, 2)
    walls = (
        rectangle("w-n", (0.1, north, end + 1, round(north + 1, 2)), (0, 7), "Heavy"),
        rectangle("w-s", (0.1, round(south - 1, 2), end + 1, south), (0, 7), "Heavy"),
        rectangle("w-e", (end, south, end + 1, north), (0, 7), "Heavy"),
    )
    steps = [f"straight to {x + step / 100:.2f},{y:.2f}" for step in range(1, int(room * 100) + 1)]
    return lay(man(x, y, readiness=ACTIVE), man(x - 2 * RADIUS - gap, y, seat=1), terrain=walls), steps


@pytest.mark.rule("KT-ACT-07", "KT-FALL-01")
def test_no_way_out_of_a_pocket_is_overlooked() -> None:
    draw, legal = random.Random(1), 0
    for number in range(24):
        match, steps = pocket(draw)
        assert match.decision is not None
        region = region_of(match.table, "FALL BACK")
        known = any(region.find(key) for key in steps)
        legal += known
        assert "FALL BACK" in keys(match) or not known, number
        some = region.some()
        assert isinstance(some, Move) or not known, number
        if isinstance(some, Move):
            assert region.suggest(3), number
    assert legal > 12


@pytest.mark.rule("KT-ACT-07")
def test_a_move_that_cannot_be_made_is_refused_with_what_makes_it_impossible() -> None:
    near = 5 + 2 * RADIUS + 0.5
    walls = tuple(
        rectangle(name, box, (0, 7), "Heavy")
        for name, box in (
            ("w-n", (0.1, 5 + RADIUS, 9, 6.7)),
            ("w-s", (0.1, 3, 9, 5 - RADIUS)),
            ("w-w", (3.3, 4.3, 5 - RADIUS, 5.7)),
        )
    )
    shut = lay(man(5, 5, readiness=ACTIVE), man(near, 5, seat=1), terrain=walls)
    assert "FALL BACK" not in keys(shut)
    refusal = shut.why_not("FALL BACK")
    assert refusal is not None and refusal.decisive.rule == "KT-ACT-07"
    assert refusal.decisive.text == (
        "FALL BACK can be completed: a way of 6\" leads out of every enemy's control range"
    )
    far = lay(man(5, 5, readiness=ACTIVE), man(20, 5, seat=1))
    refusal = far.why_not("CHARGE")
    assert refusal is not None
    assert refusal.decisive.text == 'CHARGE can be completed: an enemy is within 9": the nearest is 13.7" away'


def undecided() -> Match:
    """A crowd in a corner: whether cv-sentinel can FALL BACK at all stays open."""
    places = {
        "cv-prior": (194, 1979, 0), "vr-netter": (258, 2136, 0), "cv-sentinel": (94, 2120, 0),
        "vr-needle": (154, 1825, 0), "vr-matron": (304, 1889, 0), "cv-breaker": (408, 1989, 0),
        "cv-lamplighter": (505, 2111, 0),
    }  # fmt: skip
    return on_map("quenchworks", dict(places))


def encircled() -> Match:
    """Somebody among six enemies without a gap, and a crate not far away: whoever stood on it could step over them."""
    ring = [
        man(10 + 1.3 * cos(number * pi / 3), 10 + 1.3 * sin(number * pi / 3), seat=1, order=ENGAGE)
        for number in range(6)
    ]
    crate = rectangle("crate", (15, 9.5, 16, 10.5), (0, 1.5), "Heavy")
    return lay(man(10, 10, readiness=ACTIVE, move=6), *ring, terrain=(crate,), dice=(2,) * 60)


@pytest.mark.rule("KT-ACT-07")
def test_nobody_steps_over_enemies_from_a_crate_that_they_keep_him_from() -> None:
    match = encircled()
    assert "FALL BACK" not in keys(match)
    refusal = match.why_not("FALL BACK")
    assert refusal is not None and refusal.decisive.text == (
        "FALL BACK can be completed: a way of 6\" leads out of every enemy's control range"
    )


@pytest.mark.rule("KT-ACT-07")
def test_what_stays_open_is_on_offer_and_given_up_at_no_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "prove", lambda *asked: Open(1))
    match = encircled()
    assert "FALL BACK" in keys(match)
    before = match.table.operative(0).copy()
    assert isinstance(region_of(match.table, "FALL BACK").some(), Open)
    match.answer("FALL BACK")
    assert keys(match) == ["give up"], "nobody knows a place"
    match.answer("give up")
    now = match.table.operative(0)
    assert (now.ap, now.actions, now.x, now.y, now.guard) == (before.ap, before.actions, 1000, 1000, before.guard)
    assert [event.code for event in match.log][-1] == "given_up"
    assert "FALL BACK" not in keys(match), "else it would be tried for ever"
    refusal = match.why_not("FALL BACK")
    assert refusal is not None and refusal.decisive.text == "FALL BACK was not given up just now"
    match.answer("FIGHT")
    while "end" not in keys(match):
        match.answer(keys(match)[0])
    assert "given_up" not in [effect.what for effect in match.table.operative(0).effects]


@pytest.mark.rule("KT-ACT-07")
def test_whoever_knows_a_place_names_it_though_it_is_open() -> None:
    action, key, places = CROWDED["shellmarket"]
    match = standing("shellmarket", places)
    assert match.decision is not None
    region = region_of(match.table, action, match.state.active)
    region.proof = lambda: Open(0)  # type: ignore[method-assign]
    assert [option.key for option in region.suggest(3)] == ["give up"]
    assert region.find("give up") is not None and region.find(key) is not None
    region.proof = lambda: Refused("no", "KT-ACT-07")  # type: ignore[method-assign]
    assert region.suggest(3) == [] and region.find("give up") is None


@pytest.mark.rule("KT-ACT-07", "KT-GEO-15", "KT-GEO-18")
@pytest.mark.parametrize("first", range(0, 36, 12))
def test_in_a_crowd_no_move_is_refused_that_the_judge_would_accept(first: int) -> None:
    for seed in range(first, first + 12):
        wrong, _ = wrongly_refused(seed)
        assert wrong == []


# -- room for a marker -------------------------------------------------------------------------------------------------


def in_a_slot(mouth: float, **fields: Any) -> Match:
    """Somebody who carries an objective, 40 mm across, in a slot that is narrower; it opens at that x."""
    walls = tuple(
        rectangle(name, box, (0, 3), "Heavy")
        for name, box in (
            ("north-a", (6, 5.65, mouth, 8)), ("south-a", (6, 2, mouth, 4.35)), ("west-a", (5, 2, 6, 8)),
        )
    )  # fmt: skip
    prize = marker("objective", 0, 0, seat=-1, name="prize", tags=("portable",))._replace(carrier=0)
    return lay(man(10, 5, carries=("prize",)), man(25, 20, seat=1), terrain=walls, markers=(prize,), **fields)


@pytest.mark.rule("KT-PLAC-01", "KT-GEO-18")
def test_room_for_a_marker_is_found_between_the_places_that_are_tried_first() -> None:
    match = in_a_slot(11.2)
    region = within_control(match.table or table(match), 0, "objective")
    assert not any(region.judge(place) is None for place in region.tries())
    found = region.some()
    assert isinstance(found, Spot) and 1164 <= found.x <= 1242
    assert "PLACE MARKER" in keys(match)
    match.answer("PLACE MARKER")
    match.answer(keys(match)[0])
    assert match.state.operatives[0].carries == () and match.state.markers["prize"].x == found.x


@pytest.mark.rule("KT-PLAC-01", "KT-ACT-07")
def test_without_room_a_marker_is_not_placed_and_the_refusal_says_what_is_in_the_way() -> None:
    match = in_a_slot(12.0)
    assert isinstance(within_control(table(match), 0, "objective").some(), NoRoom)
    assert "PLACE MARKER" not in keys(match)
    refusal = match.why_not("PLACE MARKER")
    assert refusal is not None and refusal.decisive.rule == "KT-PLAC-01"
    assert all(name in refusal.decisive.text for name in ("control range", "north-a", "south-a"))


@pytest.mark.rule("KT-PLAC-01", "KT-ACT-07")
def test_a_marker_for_which_room_is_open_is_on_offer_and_given_up_at_no_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST", 5)
    match = in_a_slot(11.2)
    assert within_control(table(match), 0, "objective").some() == OpenRoom(5)
    match.answer("PLACE MARKER")
    assert keys(match) == ["give up"]
    fork = match.fork()
    fork.answer("at 11.80,5.00")
    assert fork.state.markers["prize"].x == 1180, "whoever knows a place names it"
    match.answer("give up")
    operative = match.state.operatives[0]
    assert (operative.carries, operative.ap, operative.actions) == (("prize",), 0, ())
    assert "PLACE MARKER" not in keys(match)


@pytest.mark.rule("KT-PLAC-02")
@pytest.mark.parametrize("mouth, most, asked", [(11.2, 6000, True), (12.0, 6000, False), (11.2, 5, True)])
def test_what_a_casualty_drops_is_put_at_its_feet_only_where_no_room_is_known(
    mouth: float, most: int, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST", most)
    t = table(in_a_slot(mouth))
    dropping = drop_marker(t, 0, "prize")
    question = next(dropping, None)
    assert (question is not None) is asked
    if isinstance(question, Choose):
        assert (question.find("give up") is not None) is (most == 5)
        with pytest.raises(StopIteration):
            dropping.send(question.options[0])
    feet = not asked or most == 5
    assert ((t.state.markers["prize"].x, t.state.markers["prize"].y) == (1000, 500)) is feet


@pytest.mark.rule("KT-ACT-07")
@pytest.mark.parametrize(("seed", "answer"), [(306, "Move"), (660, "Refused")])
def test_what_turns_and_narrow_gaps_decide_does_not_stay_open(seed: int, answer: str) -> None:
    wrong, said = wrongly_refused(seed)
    assert wrong == [] and said == [answer]
