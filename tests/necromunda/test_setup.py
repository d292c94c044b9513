"""Setting up battles, scenarios and their points, the pack."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import copy
from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.errors import PackError, SetupError
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.arena import fighter, vehicle
from fireteam.games.necromunda.content.deck import roster_price
from fireteam.games.necromunda.content.gangs import faults
from fireteam.games.necromunda.content.packs import PACKS
from fireteam.games.necromunda.game import GAME
from fireteam.games.necromunda.positions import riders
from fireteam.games.necromunda.scenarios import Mission
from fireteam.games.necromunda.setup import Setup, deploy, zone_places
from fireteam.games.necromunda.state import LEFT, NOBODY, PINNED, PLAY, RESERVE
from fireteam.games.necromunda.table import Table
from fireteam.kit.plane.places import Place
from fireteam.space.plane.free.warm import use_compiled
from tests.necromunda.ground import block, ground, thing
from tests.necromunda.scene import answer, lay, setting


def drawn(match: Match, seed: int, until: str = "") -> None:
    """Answer at random until a topic comes, or the battle is over."""
    use_compiled()  # where numba is installed; the same battles either way
    rng = random.Random(seed)
    while not match.over and match.decision is not None and (not until or match.decision.topic != until):
        match.answer(match.decision.draw(rng.random))


@pytest.mark.rule("NE-RND-08")
def test_a_battle_is_set_up_in_order() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(3))
    assert match.decision is not None and match.decision.topic == "which side to play"
    drawn(match, 1, "which model is activated")
    sides = setting(match).sides
    assert all(m.status == PLAY for m in match.state.models)
    assert match.state.strength == (sides.count(0), sides.count(1)) and match.state.round == 1
    mission = setting(match).mission
    assert mission is not None
    zones = {seat: mission.side_of(match.setting.table(match.state, False), seat) for seat in (0, 1)}
    for m in match.state.models:
        low, high = (50, 550) if zones[m.side] == "a" else (3050, 3550)
        assert low <= m.x <= high


# -- zones -------------------------------------------------------------------------------------------------------------


def field_of(
    cards: tuple[list[Any], list[Any]], at: Mapping[str, tuple[float, ...]], *zone: float, **more: Any
) -> Table:
    """A table on which side a sets up in a zone from x, y to x, y, in inches from the middle; side b anywhere."""
    given = mission_at(*zone)
    match = lay(*cards, at, [], active="E", more=[given], **more)
    setting(match).mission = given
    table: Table = match.setting.table(match.state, False)
    return table


def mission_at(*zone: float) -> Mission:
    """Tollgate, of which the west zone lies from x, y to x, y, in inches from the middle."""
    pack = PACKS.load()
    scenario = next(one for one in pack.scenarios if one.id == "tollgate")
    map = copy(next(one for one in pack.maps if one.id == "lockside"))
    west, south, east, north = (number + 30 for number in zone)
    own = copy(map.zones["west"])
    vars(own).update(poly=((west, south), (east, south), (east, north), (west, north)))
    vars(map).update(zones={**map.zones, "west": own})
    return Mission(scenario, map)


def refused(match: Match, key: str) -> str:
    """Why a key is no legal place; empty: it is one."""
    decision: Any = match.decision
    found = decision.region.refusal(key)
    return "" if found is None else str(found.checks[-1].text)


def judged(t: Table, name: str, x: float, y: float, turned: int = 0, z: float = 0.0) -> str:
    """Why a model may not be set up at a place in inches from the middle; empty: it may."""
    place = Place(round(100 * x) + 3000, round(100 * y) + 3000, round(100 * z), turned)
    refused = zone_places(t, t.number(name), 0).judge(place)
    return "" if refused is None else refused.text


@pytest.mark.rule("NE-RND-08")
def test_a_base_stands_wholly_in_its_zone_to_the_hundredth() -> None:
    t = field_of(
        ([fighter("A")], [fighter("E")]), {"E": (20, 0)}, -6, -6, 6, 6, models={"A": {"status": RESERVE}},
        on=ground(block("hut", "hut", 0, 0, 4, 4, top=250)),
    )  # fmt: skip
    zone = "it stands wholly in its zone, where there is room"
    for x, y, wrong in (
        (-5.5, 0, ""), (-5.51, 0, zone), (5.5, -5.5, ""), (5.51, -5.5, zone), (5.5, -5.51, zone), (0, 5.5, ""),
        (-0.5, 2, ""), (-0.45, 2, zone), (-3, 5.51, zone),
    ):  # fmt: skip
        assert judged(t, "A", x, y) == wrong, (x, y)
    assert judged(t, "A", 2, 2, z=2.5) == zone, "the roof is no surface of the zone's height"


@pytest.mark.rule("NE-RND-08")
def test_nobody_is_set_up_within_an_inch_of_an_enemy() -> None:
    t = field_of(
        ([fighter("A"), fighter("F"), vehicle("V", length=4.0, width=2.0)], [fighter("E")]),
        {"E": (0, 0), "F": (0, 5)}, -9, -9, 9, 9,
        models={"A": {"status": RESERVE}, "V": {"status": RESERVE}},
    )  # fmt: skip
    crowd = 'nobody is there, and no enemy within 1"'
    assert [judged(t, "A", x, 0) for x in (2.0, 1.99, -2.0, -1.99)] == ["", crowd, "", crowd]
    assert [judged(t, "A", x, 5) for x in (1.0, 0.97)] == ["", crowd], "friends may be touched, not overlapped"
    assert [judged(t, "V", 3.5, 0), judged(t, "V", 3.49, 0)] == ["", 'no enemy is within 1"']
    assert [judged(t, "V", 2.5, 0, 90), judged(t, "V", 2.49, 0, 90)] == ["", 'no enemy is within 1"']


@pytest.mark.rule("NE-RND-08")
def test_a_hull_stands_wholly_in_its_zone_and_on_nothing() -> None:
    """Also where no corner of it meets anything."""
    t = field_of(
        ([vehicle("V", length=4.0, width=2.0), fighter("F")], [fighter("E")]), {"E": (20, 0), "F": (-4, -4)},
        -6, -6, 6, 6, models={"V": {"status": RESERVE}}, on=ground(block("post", "drums", 3, 3, 3.4, 3.4, top=150)),
    )  # fmt: skip
    assert [judged(t, "V", x, 0) for x in (-4.0, -4.01)] == ["", "it stands wholly in its zone"]
    assert [judged(t, "V", 5.0, y, 90) for y in (-4.0, -4.01)] == ["", "it stands wholly in its zone"]
    assert [judged(t, "V", x, 3.2) for x in (3.2, 1.2, 0.9)] == ["nothing is in the way"] * 2 + [""]
    assert [judged(t, "V", -4, y) for y in (-4, -3, -2.4)] == ["nothing is in the way"] * 2 + [""]


@pytest.mark.rule("NE-RND-08", "NE-RND-09")
def test_vehicles_that_may_not_be_picked_stay_out_also_where_fighters_are_kept_back() -> None:
    match = Match(GAME.prepare(scenario="cold-fuse", setup={"gangs": ["choir-haul", "couriers-raid"]}), Seeded(3))
    drawn(match, 1, "who is set up next")
    table = match.setting.table(match.state, False)
    assert list(table.vehicles()) == []
    driven = [m for m in match.state.models if setting(match).cards[m.index].vehicle]
    assert driven and {m.status for m in driven} == {LEFT}
    assert any(m.side == 1 and m.status == RESERVE for m in match.state.models)


@pytest.mark.rule("NE-RND-08", "NE-VEH-31")
def test_fighters_may_be_set_up_aboard_up_to_the_transport_places() -> None:
    truck = vehicle("V", length=4.0, width=2.0, deck=200, transport=2)
    waiting: dict[str, Any] = {"status": RESERVE}
    red: list[Any] = [truck, fighter("A"), fighter("B"), fighter("C"), fighter("R", mounted=True, radius=0.8)]
    foes: list[Any] = [vehicle("W", length=4.0, width=2.0, deck=200, transport=2), fighter("E")]
    about = arena.setting_for((red, foes))
    about.mission = mission_at(-6, -6, 6, 6)
    begun = Setup(crews=((0, 1, 2, 3, 4), (5, 6)), picking=2)
    match = arena.lay(
        about, Given([]), {"V": (28, 30, 0, 90), "W": (50, 30), "E": (50, 39)}, room=False, ready=[], first_side=0,
        under_way=[begun.placed(deploy)], models=dict.fromkeys("ABCR", waiting),
    )  # fmt: skip
    answer(match, "set up A")
    assert match.decision is not None
    assert [refused(match, f"at {x},{y} up 2.00") for x, y in ((28, 30), (28, 32), (27, 28))] == ["", "", ""]
    assert refused(match, "at 50.00,30.00 up 2.00") == "it stands wholly in its zone, where there is room"
    answer(match, "at 28.00,31.50 up 2.00", "set up B")
    answer(match, "at 28.00,29.00 up 2.00")
    table: Table = match.setting.table(match.state, False)
    assert [table.model(who).aboard for who in (1, 2)] == [0, 0] and all(table.model(who).seated for who in (1, 2))
    assert table.model(1).berth == (150, 0), "in the frame of the hull, which looks north"
    answer(match, "set up C")
    assert refused(match, "at 28.00,30.25 up 2.00") != "", "no place is left"
    answer(match, "at 31.00,31.00")
    assert table.model(3).aboard == NOBODY and list(riders(table, 0)) == [1, 2]


@pytest.mark.rule("NE-RND-08")
def test_sides_set_up_in_turn_and_the_larger_one_its_last_two() -> None:
    waiting: dict[str, Any] = {"status": RESERVE}
    about = arena.setting_for(([fighter(name) for name in "ABCD"], [fighter("E"), fighter("F")]))
    about.mission = mission_at(-6, -6, 6, 6)
    begun = Setup(crews=((0, 1, 2, 3), (4, 5)), picking=2, turn=1).placed(deploy)
    match = arena.lay(
        about, Given([6, 1]), {}, room=False, ready=[], first_side=0, under_way=[begun],
        models=dict.fromkeys("ABCDEF", waiting),
    )  # fmt: skip
    seats = []
    while match.decision is not None and match.decision.topic.startswith(("who is set up", "place of")):
        if match.decision.topic.startswith("place of"):
            seats.append(match.decision.seat)
        match.answer(match.decision.options[0])
    assert seats == [1, 0, 1, 0, 0, 0]


@pytest.mark.rule("NE-RND-10")
@pytest.mark.parametrize(("x", "points"), [(20.0, 2), (19.99, 0), (40.0, 2), (40.01, 0)])
def test_the_middle_third_holds_its_own_edges(x: float, points: int) -> None:
    """Of a table of 60 by 60 inches it is 20 to 40 across, by the middle of the base."""
    t = field_of(([fighter("A")], [fighter("E")]), {"A": (x - 30, 25), "E": (29, 0)}, -6, -6, 6, 6)
    mission = setting_of(t)
    mission.last_points(t)
    assert t.state.points == (points, 0)


@pytest.mark.rule("NE-RND-10")
@pytest.mark.parametrize(
    ("at", "lies", "model", "held"),
    [
        ((-6, 0), (-4.0, 0), {}, 1),  # 2" between the middles leave 1" between the rims
        ((-6, 0), (-3.99, 0), {}, 0),
        ((-6.01, 0), (-5, 0), {}, 0),  # the middle of the base is out of its own zone
        ((-6, 0), (-4.0, 0), {"stance": PINNED}, 0),
        ((-6, 0), (-7.5, 0), {}, 1),  # where the casket itself lies does not matter
    ],
)
def test_a_casket_is_held_by_an_active_fighter_in_its_own_zone(
    at: tuple[float, float], lies: tuple[float, float], model: dict[str, Any], held: int
) -> None:
    t = field_of(
        ([fighter("A")], [fighter("E")]), {"A": at, "E": (20, 0)}, -6, -6, 6, 6, models={"A": model},
        things=[thing("box", "casket", *lies, number=2)],
    )  # fmt: skip
    assert setting_of(t).at_end(t, "casket-held", 0) == held


def setting_of(t: Table) -> Mission:
    """The scenario of a table."""
    mission = t.setting.mission
    assert mission is not None
    return mission


@pytest.mark.rule("NE-RND-01")
def test_rounds_go_on_to_the_limit() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(5))
    drawn(match, 2)
    assert match.over and match.result is not None
    assert match.state.round <= 6
    rounds = [event.params["number"] for event in match.log if event.code == "round"]
    assert rounds == list(range(1, match.state.round + 1))


@pytest.mark.rule("NE-RND-10", "NE-RND-07")
def test_points_of_the_scenario() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(3))
    drawn(match, 1, "which model is activated")
    table = match.setting.table(match.state, False)
    leader = next(
        who for who, card in enumerate(setting(match).cards) if card.role == "leader" and setting(match).sides[who] == 1
    )
    table.take_out(leader, "NE-HIT-04", 0)
    assert table.state.points == (3, 0)
    table.bottle_out(1)
    assert table.state.points == (6, 0)


@pytest.mark.rule("NE-RND-07")
def test_a_side_with_nobody_left_has_lost_the_field() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(3))
    drawn(match, 1, "which model is activated")
    table = match.setting.table(match.state, False)
    for m in list(table.state.models):
        if m.side == 1:
            table.flee(m.index, "NE-END-03")
    table.check_end()
    assert table.state.ending == "side-down" and table.state.winner == 0


@pytest.mark.rule("NE-CHAR-01", "NE-CHAR-02")
def test_a_pack_is_checked_with_file_and_line() -> None:
    text = (PACKS.folder / "kettle_deep.yaml").read_text()
    PACKS.parse(text)
    for wrong, word in (
        (text.replace("int: 7, cost: 115", "cost: 115", 1), "int"),
        (text.replace("Blaze]", "Blazing]", 1), "Blaz"),
        (text.replace("[[11.5, 0], [12.5, 0]", "[[11.5, -0.5], [12.5, 0]", 1), "edge"),
    ):
        with pytest.raises(PackError) as caught:
            PACKS.parse(wrong, "mine.yaml")
        assert word in str(caught.value) and "mine.yaml" in str(caught.value) and caught.value.line > 0


def test_ready_made_gangs_are_gangs_that_could_be_built() -> None:
    pack = PACKS.load()
    assert [faults(pack, roster) for roster in pack.rosters] == [[]] * len(pack.rosters)
    assert all(roster_price(pack, roster) <= 1000 for roster in pack.rosters)
    assert sum(len(gang.fighters) for gang in pack.gangs) == 30


def test_wrong_wishes_are_named() -> None:
    for wish in ({"map": "moon"}, {"gangs": ["choir-1000"]}, {"gangs": ["choir-1000", "nobody"]}):
        with pytest.raises(SetupError):
            GAME.prepare(scenario="tollgate", setup=wish)
    with pytest.raises(SetupError):
        GAME.prepare(scenario="casket-run", setup={"map": "causeway"})


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("tollgate", 11), ("casket-run", 11), ("cold-fuse", 11), ("break-the-convoy", 12), ("break-the-convoy", 37)],
)
def test_random_battles_end(scenario: str, seed: int) -> None:
    match = Match(GAME.prepare(scenario=scenario), Seeded(seed))
    drawn(match, seed)
    assert match.over
