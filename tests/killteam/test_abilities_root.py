"""What the Ironroot Menagerie bring along, outside of shooting and fighting."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import IllegalAnswer
from fireteam.core.refusals import Check, total
from fireteam.games.killteam import stats
from fireteam.games.killteam.abilities.words.markers import setup_markers
from fireteam.games.killteam.actions.action import deed
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.overrides import AGAIN
from fireteam.games.killteam.shooting.targets import valid_target
from fireteam.games.killteam.state import CONCEAL, ENGAGE
from fireteam.games.killteam.table import Table
from fireteam.space.plane.model import Part
from tests.killteam.warband import actions, begin, effect, keys, laid, man, marker, on_to, play, told, topic, why_not
from tests.space.plane.reference import features_of

ENEMY = {"cv-sentinel": (20.0, 5.0)}
CHOSEN = (("primary op", 0), ("primary op", 1))


def box(name: str, x0: int, y0: int, x1: int, y1: int, top: int, *traits: str) -> Part:
    """A block that stands on the floor."""
    return typed(name, name.partition("-")[0], ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0, top, frozenset(traits))


def reaches(t: Table, name: str, action: str, key: str) -> bool:
    """Whether a move may go there."""
    return moves.destinations(t, t.ground, t.number(name), action, moves.gait_of(t)).find(key) is not None


# -- Blood Scent -------------------------------------------------------------------------------------------------------

KILL = [6, 6, 6, 6, 1, 1, 1]
"""Four critical hits and no saves."""


def test_blood_scent_moves_a_beast_after_a_kill() -> None:
    crew = {"ir-handler": (5.0, 5.0), "ir-hound": (5.0, 9.0), "ir-tusker": (5.0, 20.0)}
    match = begin(crew, {"vr-runner": (9.0, 5.0), "vr-needle": (8.5, 9.0)}, KILL, active="ir-handler")
    play(match, "SHOOT", "shoot vr-runner")
    on_to(match, "abilities after SHOOT of ir-handler")
    assert keys(match) == ["use ir-scent with ir-handler", "no more"]
    play(match, "use ir-scent with ir-handler")
    assert topic(match) == "move of ir-hound", "the tusker is too far away"
    with pytest.raises(IllegalAnswer):
        match.answer("to 5.00,11.20")
    play(match, "to 7.00,9.00")
    assert man(match, "ir-hound").x == 700, "next to the needle"
    assert topic(match) == "action of ir-handler"


def test_blood_scent_wants_a_kill() -> None:
    crew = {"ir-handler": (5.0, 5.0), "ir-hound": (5.0, 9.0)}
    match = begin(crew, {"vr-runner": (9.0, 5.0)}, [6, 1, 1, 1, 1, 1, 1], active="ir-handler")
    play(match, "SHOOT")
    on_to(match, "action of ir-handler")
    assert man(match, "vr-runner").wounds == 5
    assert told(match, "entry_used") == []


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-CHRG-04", "KT-ACT-09")
def test_sic_sends_a_beast_charging_up_to_four_inches_whatever_its_order() -> None:
    crew = {"ir-warden": (5.0, 5.0), "ir-hound": (5.0, 9.0)}
    foes = {"vr-runner": (10.0, 9.0), "vr-needle": (5.0, 15.0)}
    match = begin(crew, foes, active="ir-warden", operatives={"ir-hound": {"order": CONCEAL}})
    play(match, "ir-a1")
    assert topic(match) == "CHARGE of ir-hound"
    for place in ("to 5.00,10.00", "to 5.00,13.60"):
        with pytest.raises(IllegalAnswer):
            match.answer(place)
    play(match, "to 8.50,9.00")
    hound = man(match, "ir-hound")
    assert (hound.x, hound.order, hound.effects) == (850, CONCEAL, ())
    assert topic(match) == "action of ir-warden"


def test_sic_wants_an_enemy_that_four_inches_reach() -> None:
    crew = {"ir-warden": (5.0, 5.0), "ir-hound": (5.0, 9.0)}
    t = laid(crew, {"vr-runner": (13.0, 9.0)}, active="ir-warden")
    assert why_not(t, "ir-warden", "ir-a1").rule == "KT-ACT-07"
    assert reaches(t, "ir-hound", "CHARGE", "to 11.50,9.00")


def test_the_colossus_cannot_dash() -> None:
    t = laid({"ir-colossus": (5.0, 5.0)}, ENEMY, active="ir-colossus")
    assert why_not(t, "ir-colossus", "DASH").rule == "KT-BASE-18"
    assert "DASH" in actions(laid({"ir-tusker": (5.0, 5.0)}, ENEMY, active="ir-tusker"), "ir-tusker")


def test_choking_bloom_slows_whom_the_plume_has_hurt() -> None:
    match = begin(
        {"ir-sporecaster": (5.0, 5.0)}, {"vr-runner": (9.0, 5.0)}, [3, 3, 1, 1, 1, 1, 1, 1], active="ir-sporecaster"
    )
    play(match, "SHOOT", "use spore-plume")
    on_to(match, "abilities after SHOOT of ir-sporecaster")
    play(match, "use ir-a4 with ir-sporecaster")
    found = man(match, "vr-runner").effects
    assert [(one.what, one.amount, one.until) for one in found] == [
        ("token", 0, "next activation"),
        ("move", -1, "next activation"),
    ]
    t = laid({"vr-runner": (9.0, 5.0)}, {"ir-sporecaster": (5.0, 5.0)}, operatives={"vr-runner": {"effects": found}})
    assert total(stats.move_parts(t, 0)) == 6


def test_choking_bloom_wants_damage_by_the_plume() -> None:
    miss = begin({"ir-sporecaster": (5.0, 5.0)}, {"vr-runner": (9.0, 5.0)}, [1] * 8, active="ir-sporecaster")
    play(miss, "SHOOT", "use spore-plume")
    on_to(miss, "action of ir-sporecaster")
    pod = begin(
        {"ir-sporecaster": (5.0, 5.0)}, {"vr-runner": (9.0, 5.0)}, [4, 1, 1, 1, 1, 1, 1], active="ir-sporecaster"
    )
    play(pod, "SHOOT", "use burst-pod")
    on_to(pod, "action of ir-sporecaster")
    assert man(pod, "vr-runner").wounds == 5
    assert man(miss, "vr-runner").effects == man(pod, "vr-runner").effects == ()


@pytest.mark.rule("KT-SHOOT-05")
@pytest.mark.parametrize(("x", "done", "valid"), [(14.5, (), False), (14.5, ("DASH",), True), (12.0, (), True)])
def test_still_as_bark_hides_from_beyond_eight_inches(x: float, done: tuple[str, ...], valid: bool) -> None:
    """From a Vantage the low wall does not hide the thornbow; its ability does."""
    wall = box("wall-1", 560, 400, 580, 600, 100, "Light")
    tower = box("tower-1", round(100 * x) - 65, 400, round(100 * x) + 65, 600, 300, "Heavy", "Vantage")
    t = laid(
        {"ir-thornbow": (5.0, 5.0)}, {"vr-runner": (x, 5.0)}, features=features_of((wall, tower)),
        heights={"vr-runner": 3.0}, operatives={"ir-thornbow": {"order": CONCEAL, "activation": done}},
    )  # fmt: skip
    checks: list[Check] = []
    assert valid_target(t, t.board, 1, 0, t.weapon(1, "runner-carbine"), checks) is valid
    assert valid or checks[-1].rule == "ir-a5"


def test_still_as_bark_wants_cover() -> None:
    t = laid({"ir-thornbow": (5.0, 5.0)}, {"vr-runner": (16.0, 5.0)}, operatives={"ir-thornbow": {"order": CONCEAL}})
    assert valid_target(t, t.board, 1, 0, t.weapon(1, "runner-carbine"))


def test_graft_heals_a_friend_that_the_bloomwitch_sees() -> None:
    crew = {"ir-bloomwitch": (5.0, 5.0), "ir-hound": (5.0, 8.0)}
    match = begin(crew, ENEMY, [1], active="ir-bloomwitch", operatives={"ir-hound": {"wounds": 2}})
    play(match, "ir-a6")
    assert man(match, "ir-hound").wounds == 2 + 1 + 1
    far = laid(
        {"ir-bloomwitch": (5.0, 5.0), "ir-hound": (5.0, 12.0)},
        ENEMY,
        active="ir-bloomwitch",
        operatives={"ir-hound": {"wounds": 2}},
    )
    assert why_not(far, "ir-bloomwitch", "ir-a6").rule == "KT-ACT-07"


def test_quickening_moves_a_beast_farther_for_the_turning_point() -> None:
    crew = {"ir-bloomwitch": (5.0, 5.0), "ir-hound": (5.0, 9.0), "ir-tusker": (5.0, 20.0)}
    match = begin(crew, ENEMY, phase="ready_rules")
    play(match, "use ir-a7 with ir-bloomwitch")
    (given,) = man(match, "ir-hound").effects
    assert (given.what, given.amount, given.until) == ("move", 1, "turning point")
    assert man(match, "ir-tusker").effects == ()
    assert match.state.phase == "gambit"
    alone = begin({"ir-bloomwitch": (5.0, 5.0)}, ENEMY, phase="ready_rules")
    assert alone.state.phase == "gambit", "no BEAST is near"


@pytest.mark.rule("KT-BASE-03", "KT-TM-03")
def test_the_kite_flies_over_terrain_and_enemies_and_carries_nothing() -> None:
    tower = features_of((box("tower-1", 700, 300, 900, 700, 400, "Heavy", "Vantage"),))
    t = laid({"ir-kite": (5.0, 5.0), "ir-hound": (5.0, 10.0)}, {"vr-runner": (7.5, 10.0)}, features=tower)
    assert reaches(t, "ir-kite", "REPOSITION", "to 13.00,5.00 via 13.00,5.00")
    assert reaches(t, "ir-kite", "REPOSITION", "to 8.00,5.00 up 4.00")
    assert not reaches(t, "ir-hound", "REPOSITION", "to 11.00,5.00 via 11.00,5.00")
    over = laid({"ir-kite": (5.0, 5.0), "ir-hound": (5.0, 10.0)}, {"vr-runner": (7.5, 5.0), "vr-needle": (7.5, 10.0)})
    assert reaches(over, "ir-kite", "REPOSITION", "to 10.00,5.00")
    assert over.number("vr-runner") == 2
    straight = moves.destinations(over, over.ground, 0, "REPOSITION", moves.gait_of(over))
    assert len(straight.find("to 10.00,5.00").args[4]) == 1  # type: ignore[union-attr]
    assert not reaches(over, "ir-kite", "REPOSITION", "to 7.50,5.20")
    relic = marker("relic", 5.4, 5.0, tags=("portable",))
    carrier = laid({"ir-kite": (5.0, 5.0)}, ENEMY, active="ir-kite", markers=[relic])
    assert why_not(carrier, "ir-kite", "PICK UP MARKER").rule == "KT-BASE-18"


@pytest.mark.rule("KT-ACT-10")
def test_a_whistle_lets_a_beast_dash() -> None:
    match = begin({"ir-handler": (5.0, 5.0), "ir-hound": (5.0, 9.0)}, ENEMY, active="ir-handler")
    play(match, "ir-a10", "to 8.00,9.00")
    assert man(match, "ir-hound").x == 800
    heavy = laid({"ir-handler": (5.0, 5.0), "ir-colossus": (5.0, 9.0)}, ENEMY, active="ir-handler")
    assert why_not(heavy, "ir-handler", "ir-a10").rule == "KT-ACT-07", "the Colossus cannot DASH"


@pytest.mark.rule("KT-FALL-02")
def test_a_hound_worries_at_the_heels_of_who_falls_back() -> None:
    match = begin({"cv-prior": (5.0, 5.0)}, {"ir-hound": (6.5, 5.0)}, phase="activation_start", active="cv-prior")
    play(match, "no more")
    assert [one.name for one in man(match, "cv-prior").effects] == ["harried"]
    play(match, "FALL BACK", "to 1.00,5.00")
    assert "DASH" not in keys(match)
    free = begin({"cv-prior": (5.0, 5.0)}, {"ir-handler": (6.5, 5.0)}, phase="activation_start", active="cv-prior")
    play(free, "no more", "FALL BACK", "to 1.00,5.00")
    assert "DASH" in keys(free)


def test_a_hound_that_is_not_near_worries_nobody() -> None:
    match = begin({"cv-sentinel": (5.0, 5.0)}, {"ir-hound": (9.5, 5.0)}, phase="activation_start", active="cv-sentinel")
    play(match, "no more")
    assert man(match, "cv-sentinel").effects == ()


# -- ploys -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-PLOY-02")
def test_loose_the_leashes_is_for_beasts() -> None:
    match = begin({"ir-hound": (5.0, 5.0), "ir-handler": (5.0, 9.0)}, ENEMY, phase="gambit", played=CHOSEN, cp=(1, 1))
    play(match, "ir-s1")
    assert [(seat, one.name) for seat, one in match.state.standing] == [(0, "ir-s1")]
    t = laid({"ir-hound": (5.0, 5.0), "ir-handler": (5.0, 9.0)}, ENEMY, ploys=("ir-s1",))
    assert [total(stats.move_parts(t, who)) for who in (0, 1)] == [9, 6]
    assert total(stats.move_parts(laid({"ir-hound": (5.0, 5.0)}, ENEMY), 0)) == 8


def test_old_growth_heals_the_injured_at_once() -> None:
    crew = {"ir-hound": (5.0, 5.0), "ir-handler": (5.0, 9.0), "ir-tusker": (5.0, 13.0)}
    hurt = {"ir-hound": {"wounds": 3}, "ir-handler": {"wounds": 5}, "ir-tusker": {"wounds": 1}}
    match = begin(crew, ENEMY, phase="gambit", played=CHOSEN, cp=(1, 1), operatives=hurt)
    play(match, "ir-s4")
    assert [man(match, name).wounds for name in crew] == [4, 5, 2], "the handler is not injured"
    assert match.state.standing == ()
    whole = begin(crew, ENEMY, phase="gambit", played=CHOSEN, cp=(1, 1))
    assert "ir-s4" not in keys(whole)


@pytest.mark.rule("KT-FALL-01")
def test_tear_free_makes_falling_back_cheaper() -> None:
    match = begin(
        {"ir-handler": (5.0, 5.0)},
        {"cv-sentinel": (6.5, 5.0)},
        phase="activation_start",
        active="ir-handler",
        cp=(1, 0),
    )
    play(match, "use ir-f3 with ir-handler", "FALL BACK", "to 1.00,5.00")
    assert man(match, "ir-handler").ap == 1
    usual = laid({"ir-handler": (5.0, 5.0)}, {"cv-sentinel": (6.5, 5.0)}, active="ir-handler")
    assert deed(usual, 0, "FALL BACK").ap == 2
    given = {"ir-handler": {"effects": (effect("fall_back_cheap", "allow"),)}}
    cheap = laid({"ir-handler": (5.0, 5.0)}, {"cv-sentinel": (6.5, 5.0)}, active="ir-handler", operatives=given)
    assert deed(cheap, 0, "FALL BACK").ap == 1
    alone = begin({"ir-handler": (5.0, 5.0)}, ENEMY, phase="activation_start", active="ir-handler", cp=(1, 0))
    assert topic(alone) == "action of ir-handler"


@pytest.mark.rule("KT-ACT-02", "KT-BASE-18")
def test_after_a_kill_maul_allows_another_fight() -> None:
    """The hound kills the first needle; the second one stays next to it."""
    foes = {"vr-needle": (6.3, 5.0), "vr-runner": (5.0, 6.3)}
    match = begin(
        {"ir-hound": (5.0, 5.0)}, foes, [6, 6, 6, 6, 1, 1, 1], active="ir-hound", cp=(1, 0),
        operatives={"vr-needle": {"wounds": 4}}
    )  # fmt: skip
    play(match, "FIGHT", "fight vr-needle")
    while topic(match) != "action of ir-hound":
        found = keys(match)
        play(match, next((key for key in ("use ir-f4", "keep the dice", "no more") if key in found), found[0]))
    assert [one.what for one in man(match, "ir-hound").effects] == [AGAIN]
    assert "FIGHT" in keys(match)


def test_without_maul_or_without_a_kill_there_is_one_fight() -> None:
    done = {"actions": ("FIGHT",), "ap": 1}
    t = laid({"ir-hound": (5.0, 5.0)}, {"vr-runner": (6.3, 5.0)}, active="ir-hound", operatives={"ir-hound": done})
    assert why_not(t, "ir-hound", "FIGHT").rule == "KT-ACT-02"
    twice = {"actions": ("FIGHT", "FIGHT"), "ap": 1, "effects": (effect("FIGHT", AGAIN, 1),)}
    t = laid({"ir-hound": (5.0, 5.0)}, {"vr-runner": (6.3, 5.0)}, active="ir-hound", operatives={"ir-hound": twice})
    assert why_not(t, "ir-hound", "FIGHT").rule == "KT-ACT-02"


# -- equipment ---------------------------------------------------------------------------------------------------------


def test_raw_meat_heals_beasts_twice_in_a_battle() -> None:
    crew = {"ir-hound": (5.0, 5.0), "ir-handler": (5.0, 9.0)}
    hurt = {"ir-hound": {"wounds": 3}, "ir-handler": {"wounds": 3}}
    given: dict[str, Any] = {"phase": "activation_start", "gear": ("ir-e2",), "operatives": hurt}
    match = begin(crew, ENEMY, [3], active="ir-hound", **given)
    play(match, "use ir-e2 with ir-hound")
    assert man(match, "ir-hound").wounds == 5
    once = begin(crew, ENEMY, active="ir-hound", used=(("ir-e2", 0, 0, 1, 0),), **given)
    assert "use ir-e2 with ir-hound" in keys(once)
    twice = begin(crew, ENEMY, active="ir-hound", used=(("ir-e2", 0, 0, 1, 0),) * 2, **given)
    assert topic(twice) == "action of ir-hound"
    handler = begin(crew, ENEMY, active="ir-handler", **given)
    assert topic(handler) == "action of ir-handler", "no BEAST"
    engaged = begin(crew, {"cv-sentinel": (6.4, 5.0)}, active="ir-hound", **given)
    assert topic(engaged) == "action of ir-hound"


def test_the_bone_whistle_gives_all_beasts_an_engage_order() -> None:
    crew = {"ir-hound": (5.0, 5.0), "ir-tusker": (5.0, 13.0), "ir-handler": (5.0, 9.0)}
    match = begin(
        crew, ENEMY, phase="gambit", played=CHOSEN, gear=("ir-e3",),
        operatives={name: {"order": CONCEAL} for name in crew}
    )  # fmt: skip
    play(match, "ir-e3")
    assert [man(match, name).order for name in crew] == [ENGAGE, ENGAGE, CONCEAL]
    later = begin(
        crew, ENEMY, phase="gambit", played=CHOSEN, gear=("ir-e3",), used=(("ir-e3", 0, -1, 1, 1),), turning_point=2
    )
    assert "ir-e3" not in keys(later)


@pytest.mark.rule("KT-REPO-01")
def test_sticky_sap_costs_an_inch_more_for_both_sides() -> None:
    sap = marker("sap", 8.0, 6.2, seat=0)
    t = laid({"ir-handler": (5.0, 5.0)}, {"cv-sentinel": (5.0, 7.5), "cv-prior": (5.0, 15.0)}, markers=[sap])
    for name, y in (("ir-handler", 5.0), ("cv-sentinel", 7.5)):
        assert reaches(t, name, "REPOSITION", f"to 10.00,{y:.2f}")
        assert not reaches(t, name, "REPOSITION", f"to 11.00,{y:.2f} via 8.00,{y:.2f}")
    assert reaches(t, "cv-prior", "REPOSITION", "to 11.00,15.00")
    assert setup_markers(laid({"ir-handler": (5.0, 5.0)}, ENEMY, gear=("ir-e4",)), 0) == [("ir-e4", "sap", 1)]
