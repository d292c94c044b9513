"""Badzones, scavenging, specials of scenarios, leaving and arriving (NE-EVT, NE-BAD-01 to NE-BAD-03, NE-MOV-14,
NE-RND-09)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.content.packs import content
from fireteam.games.necromunda.scenarios import Mission
from fireteam.games.necromunda.state import LEFT, PINNED, PLAY, RESERVE, STANDING, Casualty, Line
from fireteam.space.plane.free.plan import Rail
from tests.necromunda.ground import at, block, give, ground, platform, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, offers

MODULE = {"badzone_events": True}


def mission(scenario: str, *specials: str, map: str = "kettleworks", **changes: Any) -> Mission:
    """A scenario of the pack, perhaps with other specials."""
    pack = content(None)
    found = copy(next(entry for entry in pack.scenarios if entry.id == scenario))
    vars(found).update({"specials": (*found.specials, *specials), **changes})
    return Mission(found, next(entry for entry in pack.maps if entry.id == map))


def with_mission(match: Match, given: Mission) -> Match:
    """The same match with a scenario."""
    give(match, given)
    return match


# -- the cycle of events -----------------------------------------------------------------------------------------------


def next_round(dice: list[Any], **more: Any) -> Match:
    """The end of a round, and the start of the next one up to its first activation."""
    options: Mapping[str, Any] = more.pop("options", MODULE)
    return lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": more.pop("where", (0, 0)), "E": (-20, 20)},
        dice,
        ready=[],
        options=options,
        **more,
    )


@pytest.mark.rule("NE-EVT-04")
def test_the_first_round_rolls_the_place_and_the_event() -> None:
    match = next_round([4, 3, 6, 1], round=0)
    assert (match.state.environment, match.state.event, match.state.event_since) == ("foundry", "old-cache", 1)
    assert all_dice_used(match)
    assert "scavenge" in offers(match)


@pytest.mark.rule("NE-EVT-04")
def test_without_the_module_nothing_is_rolled() -> None:
    match = next_round([6, 1], round=0, options={})
    assert (match.state.environment, match.state.event) == ("", "") and all_dice_used(match)
    assert "scavenge" not in offers(match)


@pytest.mark.rule("NE-EVT-04")
@pytest.mark.parametrize(
    ("event", "since", "dice", "after"),
    [
        ("lights-out", 1, [3, 6, 1], "lights-out"),
        ("lights-out", 1, [4, 1, 6, 1], ""),
        ("old-cache", 1, [3, 5, 6, 1], "restless"),
        ("old-cache", 1, [2, 6, 1], "old-cache"),
        ("restless", 3, [3, 6, 1], "restless"),
    ],
)
def test_an_event_is_discarded_by_its_die(event: str, since: int, dice: list[int], after: str) -> None:
    match = next_round(dice, round=since, event=event, event_since=since, environment="plain")
    assert match.state.event == after and all_dice_used(match)


@pytest.mark.rule("NE-EVT-04")
def test_no_event_lasts_longer_than_three_rounds() -> None:
    match = next_round([4, 6, 1], round=3, event="restless", event_since=1, environment="plain")
    assert match.state.event == "lights-out" and match.state.event_since == 4 and all_dice_used(match)


@pytest.mark.rule("NE-EVT-04", "NE-FALL-01")
@pytest.mark.parametrize(("railed", "height"), [(True, 400), (False, 0)])
def test_a_tremor_shakes_whoever_is_at_an_edge(railed: bool, height: int) -> None:
    edge = [Rail("rail", *at(3, -3), *at(3, 3), 400)] if railed else []
    dice = [6, 3, *([] if railed else [3]), 6, 1]
    match = next_round(
        dice, where=(2.2, 0, 4), round=0, environment="plain", on=ground(platform("p", -3, -3, 3, 3, 400), *edge)
    )
    assert model(match, "A").z == height and match.state.event == "" and all_dice_used(match)
    assert model(match, "A").stance == (STANDING if railed else PINNED)


@pytest.mark.rule("NE-EVT-04", "NE-TER-10")
def test_restless_works_switch_on_by_a_four() -> None:
    vent = thing("vent", "smoke-vent", 1, 0, state="off")
    on = ground(block("vent", "smoke-vent", 0, -1, 2, 1, top=600))
    match = next_round(
        [4, 3, 6, 1], where=(-9, 0), event="restless", event_since=1, environment="plain", things=[vent], on=on
    )
    assert match.state.things["vent"].state == "on" and all_dice_used(match)


@pytest.mark.rule("NE-TER-17")
def test_bad_air_switches_vents_on_by_a_four() -> None:
    vent = thing("vent", "smoke-vent", 1, 0, state="off")
    on = ground(block("vent", "smoke-vent", 0, -1, 2, 1, top=600))
    for face, state in ((4, "on"), (3, "off")):
        match = lay(
            [fighter("A")], [fighter("E")], {"A": (-9, 0), "E": (-20, 20)}, [face, 6, 1], active="A", ready=[],
            things=[vent], on=on,
        )  # fmt: skip
        answer(with_mission(match, mission("tollgate", "bad-air")), "end the activation")
        assert match.state.things["vent"].state == state


# -- the Old Cache -----------------------------------------------------------------------------------------------------


GRENADE = weapon("bomb", "Grenade", "Blast (3)", category="grenade", thrown=3, strength=3, ammo=4)


def searching(dice: list[Any], card: Any = None, **more: Any) -> Match:
    """A while the Old Cache is in play."""
    where = {"A": (0, 0), "E": (-20, 20), **more.pop("at", {})}
    friends = [fighter(name) for name in where if name not in ("A", "E")]
    own = card or fighter("A")
    return lay([own, *friends], [fighter("E")], where, dice, active="A", event="old-cache", event_since=1, **more)


@pytest.mark.rule("NE-EVT-01")
def test_while_the_old_cache_lasts_grenades_are_reloaded() -> None:
    empty = {"A": {"empty": frozenset({"bomb"})}}
    match = searching([3, 4], fighter("A", GRENADE), models=empty)
    answer(match, "reload bomb", "roll again")
    assert not model(match, "A").empty and all_dice_used(match)
    match = searching([3], fighter("A", GRENADE), models=empty)
    answer(match, "reload bomb", "let it stand")
    assert model(match, "A").empty == {"bomb"}
    quiet = lay([fighter("A", GRENADE)], [fighter("E")], {"A": (0, 0), "E": (-20, 20)}, [], active="A", models=empty)
    assert "reload" not in offers(quiet)


@pytest.mark.rule("NE-EVT-01", "NE-EVT-04")
@pytest.mark.parametrize(("options", "dice", "environment"), [({}, [], ""), (MODULE, [5], "haunted")])
def test_where_the_scenario_has_the_old_cache_it_stays(
    options: Mapping[str, Any], dice: list[int], environment: str
) -> None:
    """Without the module no die is rolled for the place; with it the Old Cache is the event all the same."""
    given = mission("casket-run", "old-cache")
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (-20, 20)}, [*dice, 6, 1, 6, 1], active="A", ready=[],
        things=[thing("box", "casket", 9, 9, number=2)], options=options,
    )  # fmt: skip
    answer(with_mission(match, given), "end the activation")
    assert (match.state.event, match.state.environment, match.state.round) == ("old-cache", environment, 2)
    answer(match, "end the activation", "end the activation")
    assert (match.state.event, match.state.event_since, match.state.round) == ("old-cache", 2, 3)
    assert all_dice_used(match)


@pytest.mark.rule("NE-BAD-01")
@pytest.mark.parametrize(("face", "found"), [(4, True), (3, False)])
def test_friends_help_to_scavenge(face: int, found: bool) -> None:
    match = searching([face], at={"B": (6.9, 0), "C": (0, -5), "D": (0, 7.1)}, environment="plain")
    answer(match, "scavenge", *(["at 31.00,30.00"] if found else []))
    assert [thing.kind for thing in match.state.things.values()] == (["casket"] if found else [])
    if found:
        (casket,) = match.state.things.values()
        assert (casket.x, casket.y, casket.number) == (3100, 3000, 2)


@pytest.mark.rule("NE-BAD-02")
def test_in_an_old_foundry_a_four_finds_a_casket() -> None:
    match = searching([4], environment="foundry")
    answer(match, "scavenge", "at 31.00,30.00")
    assert len(match.state.things) == 1
    match = searching([4], environment="plain")
    answer(match, "scavenge")
    assert not match.state.things


@pytest.mark.rule("NE-BAD-03", "NE-EVT-02")
@pytest.mark.parametrize(("dice", "insane"), [([5, 3, 3], True), ([5, 4, 3], False)])
def test_in_a_haunted_place_searching_is_dangerous(dice: list[int], insane: bool) -> None:
    match = searching(dice, environment="haunted")
    answer(match, "scavenge")
    assert ("insane" in model(match, "A").conditions) is insane and all_dice_used(match)


@pytest.mark.rule("NE-EVT-02")
def test_in_a_haunted_place_broken_nerve_is_madness() -> None:
    for environment, insane in (("haunted", True), ("plain", False)):
        match = lay(
            [fighter("D"), fighter("F")], [fighter("E")], {"D": (0, 0), "F": (25, 25), "E": (-20, 0)},
            [3, 3, 1, 1, 90], active="E", environment=environment,
            casualties=(Casualty(1, 3100, 3000, 0, out=True),),
        )  # fmt: skip
        answer(match, "end the activation")
        assert "broken" in model(match, "D").conditions
        assert ("insane" in model(match, "D").conditions) is insane


# -- arming ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-BAD-10")
def test_side_a_may_arm_a_bomb_once_a_round() -> None:
    def laid(dice: list[int], first_side: int, **more: Any) -> Match:
        egg = thing("egg", "ordnance", 2, 0, number=1)
        match = lay(
            [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (-20, 20)}, dice, active="A", things=[egg],
            first_side=first_side, **more,
        )  # fmt: skip
        return with_mission(match, mission("cold-fuse"))

    match = laid([4, 3], 0)
    answer(match, "arm egg by intelligence")
    assert match.state.things["egg"].number == 2
    assert "arm" not in offers(laid([], 1))
    assert "arm" not in offers(laid([], 0, settled=frozenset({"armed egg in round 1"})))


# -- leaving -----------------------------------------------------------------------------------------------------------


def at_edge(where: tuple[float, float], first_side: int = 0, **more: Any) -> Match:
    """A fighter near the south edge, which is open to side a."""
    given = mission("casket-run")
    match = lay(
        [fighter("A"), fighter("F")], [fighter("E")], {"A": where, "F": (20, 20), "E": (-20, 20)}, [], active="A",
        first_side=first_side, more=[given], **more,
    )  # fmt: skip
    return with_mission(match, given)


@pytest.mark.rule("NE-MOV-14")
def test_who_crosses_its_own_edge_with_a_casket_takes_it_along() -> None:
    box = thing("box", "casket", 1.7, -26, number=2)
    match = at_edge((0, -26), things=[box, thing("other", "casket", 20, 0, number=2)])
    answer(match, "carry box", "leave by the south edge")
    assert model(match, "A").status == LEFT and list(match.state.things) == ["other"]
    assert [(line.what, line.seat) for line in match.state.ledger] == [("left by an exit", 0), ("casket-off", 0)]
    assert match.state.points == (4, 0)


@pytest.mark.rule("NE-MOV-14")
def test_the_whole_base_must_cross_an_open_edge() -> None:
    things = [thing("other", "casket", 20, 0, number=2)]
    for south, leaves in ((-25.5, True), (-25.4, False)):  # 5" take the middle half an inch over the edge, or not
        match = at_edge((0, south), things=things)
        answer(match, "move")
        assert ("leave_table" in offers(match)) is leaves
    match = at_edge((0, -26), first_side=1, things=things)
    answer(match, "move")
    assert "leave_table" not in offers(match)
    assert match.decision.find("to 30.00,0.40") is None


# -- reinforcements ----------------------------------------------------------------------------------------------------


def held_back() -> Mission:
    """A scenario whose side b sets up in the west and has models in reserve."""
    given = mission("cold-fuse")
    deployment = copy(given.scenario.deployment)
    vars(deployment).update({"b": "west"})
    return mission("cold-fuse", deployment=deployment)


def waiting(dice: list[Any], round: int, at: tuple[float, float] = (20, 0), **more: Any) -> Match:
    """Side b, the second seat, with two in reserve, at the end of a round."""
    given = held_back()
    match = lay(
        [fighter("A")], [fighter("E"), fighter("X"), fighter("Y")], {"A": at, "E": (20, 5)}, dice, active="A",
        round=round, ready=[], more=[given], things=[thing("egg", "ordnance", 29, 29, number=-9)],
        models={"X": {"status": RESERVE}, "Y": {"status": RESERVE}}, **more,
    )  # fmt: skip
    answer(with_mission(match, given), "end the activation")
    return match


@pytest.mark.rule("NE-RND-09", "NE-END-10")
@pytest.mark.parametrize(("face", "seat"), [(3, 1), (2, 0)])
def test_reinforcements_are_drawn_and_placed_in_their_zone(face: int, seat: int) -> None:
    match = waiting(["Y", face, 6, 1], 2)
    assert match.decision.seat == seat and match.decision.topic == "place of Y"
    answer(match, "at 2.00,20.00")
    arrived = model(match, "Y")
    assert arrived.status == PLAY and arrived.stance == STANDING and model(match, "X").status == RESERVE
    assert match.state.strength == (1, 3) and all_dice_used(match)
    assert [(line.what, line.who) for line in match.state.ledger] == [("arrived", number(match, "Y"))]


@pytest.mark.rule("NE-RND-09")
def test_reinforcements_may_touch_their_own_edge() -> None:
    match = waiting(["Y", 3], 2)
    assert match.decision.find("at 0.50,55.00") is not None and match.decision.find("at 5.00,55.00") is None


@pytest.mark.rule("NE-RND-09")
def test_nobody_arrives_early_or_for_a_bottled_side() -> None:
    match = waiting([6, 1], 1)
    assert model(match, "Y").status == RESERVE and match.state.round == 2
    match = waiting([6, 6, 6, 1], 2, bottled=2)
    assert {model(match, "X").status, model(match, "Y").status} == {LEFT}


@pytest.mark.rule("NE-RND-09")
def test_reinforcements_keep_six_inches_from_enemies_if_they_can() -> None:
    match = waiting(["Y", 3], 2, (-28, -10))
    assert match.decision.find("at 2.00,13.10") is None or match.decision.find("at 2.00,26.90") is None
    assert match.decision.find("at 2.00,26.90") is None and match.decision.find("at 2.00,27.10") is not None


@pytest.mark.rule("NE-RND-09")
def test_after_the_last_one_nobody_else_comes() -> None:
    lines = tuple(Line("arrived", 1, 1) for _ in range(3))
    match = waiting([6, 1], 2, ledger=lines)
    assert {model(match, "X").status, model(match, "Y").status} == {LEFT}
