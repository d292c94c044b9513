"""Traps: laid, set off, defused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.forced import Throw
from tests.deadzone.battlefield import GUN, acts, lying, token, turn
from tests.deadzone.battlefield import model as a
from tests.deadzone.battlefield import placed as where
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import possible as offered

LAUNCHER = arena.weapon("Launcher", 4, 2, ["Trap (Frag (2))"])
FAR = {"a": "1,1,1", "b": "8,8,1"}
STEP = ("advance", "step to 2,1,1")
SET_OFF = "detonate trap-0"


def onto(card: Unit, *answers: str, dice: Any = (), owner: int = 1, label: str = "Frag (3)", **more: Any) -> Match:
    """Blue a steps on a trap."""
    cards = {"a": (0, replace(card, weapons=(GUN,))), "b": (1, arena.unit("B")), **more.pop("others", {})}
    tokens = more.pop("tokens", None) or token("trap", "2,1,1", label, owner=owner)
    at = {**FAR, **more.pop("at", {})}
    return turn(cards, at, dice, *STEP, *answers, tokens=tokens, **more)


@pytest.mark.rule("DZ-AB-TRAP-01", "DZ-MEET-34")
def test_a_trap_is_shot_into_place_with_a_test_and_keeps_its_ap() -> None:
    cards = {"a": (0, arena.unit("A", LAUNCHER)), "b": (1, arena.unit("B"))}
    at = {"a": "1,1,1", "b": "4,1,1"}
    assert lying(turn(cards, at, [5, 1, 1], "shoot 4,1,1 with Launcher"), "trap") == [("Frag (2)", "4,1,1", 2)]
    assert lying(turn(cards, at, [1, 1, 1, 3], "shoot 4,1,1 with Launcher"), "trap") == [("Frag (2)", "5,1,1", 2)]


@pytest.mark.rule("DZ-AB-TRIP-01")
def test_a_trip_mine_is_thrown_once_four_cubes_far() -> None:
    cards = {"a": (0, arena.unit("A", keywords=["Trip Mine"])), "b": (1, arena.unit("B"))}
    start = turn(cards, FAR)
    assert "shoot 5,1,1 with Trip Mine" in offered(start) and "shoot 6,1,1 with Trip Mine" not in offered(start)
    match = turn(cards, FAR, [5, 1, 1], "shoot 5,1,1 with Trip Mine")
    assert lying(match, "trap") == [("Frag (3)", "5,1,1", 0)] and a(match, "a").spent == {"trip_mine"}


@pytest.mark.rule("DZ-AB-TRAP-02")
def test_an_enemy_that_comes_in_may_set_a_trap_off_and_its_activation_is_over() -> None:
    asked = onto(arena.unit("A"))
    assert offered(asked) == {SET_OFF, "let it lie"} and asked.decision.seat == 1
    match = onto(arena.unit("A"), SET_OFF, dice=[*(4, 4, 1), *(5, 1, 1), 1])
    assert (a(match, "a").damage, where(match, "a"), a(match, "a").pinned) == (1, "2,2,1", True)
    assert lying(match, "trap") == [] and not acts(match) and a(match, "a").activated
    left = onto(arena.unit("A"), "let it lie")
    assert len(lying(left, "trap")) == 1 and where(left, "a") == "2,1,1" and acts(left)


@pytest.mark.rule("DZ-AB-TRAP-01")
def test_each_of_several_traps_has_its_turn() -> None:
    second = {"trap-1": token("trap", "2,1,1", "Blast", owner=1)["trap-0"]._replace(id="trap-1")}
    match = onto(arena.unit("A"), "let it lie", tokens=token("trap", "2,1,1", "Blast", owner=1) | second)
    assert offered(match) == {"detonate trap-1", "let it lie"}


@pytest.mark.rule("DZ-AB-TRAP-02")
def test_friends_of_the_trap_walk_over_it_and_who_is_thrown_in_sets_it_off() -> None:
    assert len(lying(onto(arena.unit("A"), owner=0), "trap")) == 1
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B"))}
    at = {"a": "1,1,1", "b": "3,3,1"}
    trap = token("trap", "4,3,1", "Blast", owner=0)
    match = turn(cards, at, first=Throw(1, 1, 0, pins=False), tokens=trap)
    assert offered(match) == {SET_OFF, "let it lie"} and match.decision.seat == 0


@pytest.mark.rule("DZ-AB-TRAP-02")
def test_a_trap_comes_before_the_fight_and_who_is_thrown_out_fights_nobody() -> None:
    match = onto(arena.unit("A"), SET_OFF, dice=[1, 1, 1, 1, 1, 1, 1, 1, 1], at={"b": "2,1,1"})
    assert offered(match) == {"fling a", "fling b"} and match.decision.seat == 1


@pytest.mark.rule("DZ-AB-ENGINEER-01", "DZ-AB-TRAP-03")
def test_an_engineer_defuses_traps_of_both_sides_and_is_done() -> None:
    engineer = arena.unit("A", keywords=["Engineer"])
    for owner in (0, 1):
        match = onto(engineer, owner=owner)
        assert lying(match, "trap") == [] and (a(match, "a").damage, where(match, "a")) == (0, "2,1,1")
        assert not acts(match)
    choice = {"engineer_own_trap": "choice"}
    asked = onto(engineer, owner=0, options=choice)
    assert offered(asked) == {"walk over it", "defuse trap-0"}
    assert len(lying(play(asked, "walk over it"), "trap")) == 1 and acts(asked)


@pytest.mark.rule("DZ-AB-ENGINEER-01")
def test_an_engineer_that_is_not_active_ends_its_move_alone() -> None:
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B", keywords=["Engineer"]))}
    trap = token("trap", "4,3,1", "Blast", owner=0)
    match = turn(cards, {"a": "1,1,1", "b": "3,3,1"}, first=Throw(1, 1, 0, pins=False), tokens=trap)
    assert lying(match, "trap") == [] and where(match, "b") == "4,3,1" and not a(match, "b").pinned


@pytest.mark.rule("DZ-MOVE-16")
def test_who_is_stopped_where_it_may_not_stay_ends_where_it_last_could() -> None:
    crowd = {"c": (0, arena.unit("C", size=2)), "d": (0, arena.unit("D", size=2))}
    at = {"c": "2,1,1", "d": "2,1,1"}
    fast: dict[str, Any] = {"speed": (2, 3)}
    match = onto(arena.unit("A", keywords=["Engineer"], **fast), others=crowd, at=at)
    assert where(match, "a") == "1,1,1" and lying(match, "trap") == [] and not acts(match)
    solid = onto(arena.unit("A", keywords=["Solid"], **fast), SET_OFF, others=crowd, at=at, dice=[1] * 12)
    assert offered(solid) == {"fling c", "fling d"}


@pytest.mark.rule("DZ-MOVE-16", "DZ-MEET-26")
def test_who_cannot_be_thrown_suffers_the_trap_and_goes_back_if_it_must() -> None:
    crowd = {"c": (0, arena.unit("C", size=4, keywords=["Solid"]))}
    solid = arena.unit("A", keywords=["Solid"], speed=(2, 3))
    match = onto(solid, SET_OFF, others=crowd, at={"c": "2,1,1"}, dice=[*(4, 1, 1), *(1,) * 6])
    assert (a(match, "a").damage, a(match, "c").damage, where(match, "a")) == (1, 1, "1,1,1")
    assert not a(match, "a").pinned and not acts(match)
    alone = onto(arena.unit("A", keywords=["Walker"], size=3), SET_OFF, dice=[*(4, 1, 1), *(1, 1, 1)])
    assert (a(alone, "a").damage, where(alone, "a")) == (1, "2,1,1") and not acts(alone)


@pytest.mark.rule("DZ-MEET-26")
def test_smoke_and_stun_traps_act_likewise() -> None:
    match = onto(arena.unit("A"), SET_OFF, label="Smoke")
    assert lying(match, "smoke") == [("", "2,1,1", 0)] and not acts(match)
    high = arena.field(floors={(2, 1, 2): "full", (1, 1, 2): "full"})
    above = turn(
        {"a": (0, arena.unit("A")), "b": (1, arena.unit("B"))},
        {"a": "1,1,2", "b": "8,8,1"},
        (),
        "advance",
        "step to 2,1,2",
        on=high,
        tokens=token("trap", "2,1,1", "Smoke", owner=1),
    )
    assert len(lying(above, "trap")) == 1


@pytest.mark.rule("DZ-MEET-26")
def test_owners_count_for_traps_not_who_controls() -> None:
    for owner, answers in ((1, {SET_OFF, "let it lie"}), (0, None)):
        cards = {"a": (0, arena.unit("A", GUN, keywords=["Rampage"], health=4)), "b": (1, arena.unit("B"))}
        trap = token("trap", "2,1,1", "Blast", owner=owner)
        hurt = {"a": {"damage": 1}}
        match = turn(cards, FAR, [2], "take control of a", *STEP, tokens=trap, models=hurt)
        assert match.state.controller == 1
        assert offered(match) == answers if answers else acts(match)
