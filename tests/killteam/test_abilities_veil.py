"""What the Veilrunners bring along, outside of shooting and fighting."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.games.killteam import markers
from fireteam.games.killteam.abilities.words.markers import setup_markers
from fireteam.games.killteam.abilities.words.permissions import hatch_ap, operated_hatch
from fireteam.games.killteam.actions.universal import may_retaliate
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.state import CONCEAL, EXPENDED
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.firefight import may_counteract
from fireteam.space.plane.model import Part
from tests.killteam.warband import actions, begin, effect, keys, laid, man, marker, on_to, play, told, topic, why_not
from tests.space.plane.reference import features_of

ENEMY = {"cv-sentinel": (20.0, 5.0)}
CHOSEN = (("primary op", 0), ("primary op", 1))
HIDDEN = {"order": CONCEAL}


def box(name: str, x0: int, y0: int, x1: int, y1: int, low: int, top: int, *traits: str) -> Part:
    """A block between two heights."""
    return typed(name, name.partition("-")[0], ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), low, top, frozenset(traits))


def reaches(t: Table, name: str, action: str, key: str) -> bool:
    """Whether a move may go there."""
    return moves.destinations(t, t.ground, t.number(name), action, moves.gait_of(t)).find(key) is not None


# -- Slip Away ---------------------------------------------------------------------------------------------------------


def slipping(order: int = CONCEAL, enemy: tuple[float, float] = (20.0, 5.0)) -> Match:
    match = begin(
        {"vr-runner": (5.0, 5.0)},
        {"cv-sentinel": enemy},
        active="vr-runner",
        operatives={"vr-runner": {"order": order}},
    )
    return play(match, "end")


def test_slip_away_moves_an_inch_at_the_end_of_an_activation() -> None:
    match = slipping()
    play(match, "use vr-slip with vr-runner")
    assert topic(match) == "move of vr-runner"
    assert "do not move" in keys(match)
    with pytest.raises(IllegalAnswer):
        match.answer("to 6.10,5.00")
    play(match, "to 6.00,5.00")
    assert (man(match, "vr-runner").x, man(match, "vr-runner").readiness) == (600, EXPENDED)


def test_slip_away_may_be_declined_and_does_not_end_next_to_an_enemy() -> None:
    match = slipping()
    play(match, "no more")
    assert man(match, "vr-runner").x == 500
    near = slipping(enemy=(8.0, 5.0))
    play(near, "use vr-slip with vr-runner")
    with pytest.raises(IllegalAnswer):
        near.answer("to 6.00,5.00")
    play(near, "to 5.50,5.00")
    assert man(near, "vr-runner").x == 550


@pytest.mark.parametrize(("order", "enemy"), [(1, (20.0, 5.0)), (CONCEAL, (6.5, 5.0))])
def test_slip_away_wants_a_conceal_order_and_no_enemy_near(order: int, enemy: tuple[float, float]) -> None:
    assert topic(slipping(order, enemy)).startswith("order of cv-sentinel")


# -- cards -------------------------------------------------------------------------------------------------------------


def test_hand_signs_hide_a_friend_and_let_it_dash() -> None:
    match = begin(
        {"vr-matron": (5.0, 5.0), "vr-runner": (5.0, 9.0), "vr-needle": (5.0, 20.0)}, ENEMY, active="vr-matron"
    )
    play(match, "end", "use vr-a1 with vr-matron")
    assert topic(match) == "DASH of vr-runner"
    assert man(match, "vr-runner").order == CONCEAL
    play(match, "to 8.00,9.00")
    assert man(match, "vr-runner").x == 800
    assert man(match, "vr-matron").readiness == EXPENDED
    assert man(match, "vr-needle").order != CONCEAL


def test_hand_signs_want_a_friend_that_can_dash() -> None:
    crew = {"vr-matron": (5.0, 5.0), "vr-runner": (5.0, 9.0)}
    match = begin(crew, ENEMY, active="vr-matron", operatives={"vr-runner": {"effects": (effect("dash", "forbid"),)}})
    play(match, "end")
    assert topic(match).startswith("order of cv-sentinel")


@pytest.mark.rule("KT-BASE-18")
@pytest.mark.parametrize(("face", "held"), [(3, True), (2, False)])
def test_short_out_keeps_an_enemy_from_dashing_and_counteracting(face: int, held: bool) -> None:
    match = begin({"vr-arcweaver": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, [face], active="vr-arcweaver")
    play(match, "vr-a4")
    found = man(match, "cv-sentinel").effects
    assert [(one.what, one.name, one.until) for one in found] == (
        [("forbid", "counteract", "turning point"), ("forbid", "dash", "turning point")] if held else []
    )
    t = laid(
        {"cv-sentinel": (10.0, 5.0)},
        {"vr-arcweaver": (5.0, 5.0)},
        active="cv-sentinel",
        operatives={"cv-sentinel": {"effects": found}},
    )
    assert ("DASH" in actions(t, "cv-sentinel")) is not held
    waiting = {"effects": found, "readiness": EXPENDED}
    t = laid({"cv-sentinel": (10.0, 5.0)}, {"vr-arcweaver": (5.0, 5.0)}, operatives={"cv-sentinel": waiting})
    assert may_counteract(t, 0) is not held


def test_short_out_wants_a_visible_enemy_within_reach() -> None:
    t = laid({"vr-arcweaver": (5.0, 5.0)}, {"cv-sentinel": (13.0, 5.0)}, active="vr-arcweaver")
    assert why_not(t, "vr-arcweaver", "vr-a4").rule == "KT-ACT-07"
    wall = box("wall-1", 700, 300, 720, 700, 0, 400, "Heavy")
    t = laid(
        {"vr-arcweaver": (5.0, 5.0)}, {"cv-sentinel": (9.0, 5.0)}, active="vr-arcweaver", features=features_of((wall,))
    )
    assert why_not(t, "vr-arcweaver", "vr-a4").rule == "KT-ACT-07"


@pytest.mark.rule("KT-EQ-17", "KT-EQ-18")
def test_fog_reed_lays_smoke_for_the_turning_point() -> None:
    match = begin({"vr-piper": (5.0, 5.0)}, ENEMY, active="vr-piper")
    play(match, "vr-a5")
    with pytest.raises(IllegalAnswer):
        match.answer("at 13.00,5.00")
    play(match, "at 10.00,5.00")
    (smoke,) = match.state.markers.values()
    assert (smoke.kind, smoke.seat, smoke.x, smoke.until) == ("smoke", 0, 1000, "turning point")
    engaged = laid({"vr-piper": (5.0, 5.0)}, {"cv-sentinel": (6.5, 5.0)}, active="vr-piper")
    assert why_not(engaged, "vr-piper", "vr-a5").rule == "vr-a5"


@pytest.mark.rule("KT-GALL-08")
def test_crossed_wires_open_a_hatchway_for_nothing_once_a_turning_point() -> None:
    t = laid({"vr-wirecutter": (5.0, 5.0), "vr-runner": (5.0, 9.0)}, ENEMY, active="vr-wirecutter")
    assert (hatch_ap(t, 0), hatch_ap(t, 1)) == (0, 1)
    operated_hatch(t, 0)
    assert hatch_ap(t, 0) == 1
    t.start_turning_point(2)
    assert hatch_ap(t, 0) == 0


def test_the_echo_is_set_up_again_wholly_within_six_inches() -> None:
    match = begin(
        {"vr-echo": (5.0, 5.0)}, {"cv-sentinel": (5.0, 12.0)}, active="vr-echo", operatives={"vr-echo": HIDDEN}
    )
    play(match, "vr-a7")
    for place in ("at 11.10,5.00", "at 5.00,10.50", "at 0.20,5.00"):
        with pytest.raises(IllegalAnswer):
            match.answer(place)
    play(match, "at 11.00,5.00")
    assert man(match, "vr-echo").x == 1100
    assert "vr-a7" not in keys(match)


def test_the_echo_wants_a_conceal_order_and_no_enemy_near() -> None:
    assert why_not(laid({"vr-echo": (5.0, 5.0)}, ENEMY, active="vr-echo"), "vr-echo", "vr-a7").rule == "vr-a7"
    near = laid({"vr-echo": (5.0, 5.0)}, {"cv-sentinel": (6.5, 5.0)}, active="vr-echo", operatives={"vr-echo": HIDDEN})
    assert why_not(near, "vr-echo", "vr-a7").rule == "vr-a7"


HITS = [4, 4, 1, 1, 1, 1, 1]
"""Two hits, no saves."""


def test_reel_in_drags_a_target_that_was_hurt_two_inches() -> None:
    match = begin({"vr-netter": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, HITS, active="vr-netter")
    play(match, "SHOOT")
    on_to(match, "abilities after SHOOT of vr-netter")
    play(match, "use vr-a8 with vr-netter")
    assert (man(match, "cv-sentinel").x, man(match, "cv-sentinel").y) == (800, 500)
    assert told(match, "moved")[0]["who"] == "cv-sentinel"


def test_reel_in_stops_at_bases_and_terrain() -> None:
    match = begin(
        {"vr-netter": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0), "cv-prior": (8.2, 5.0)}, HITS, active="vr-netter"
    )
    play(match, "SHOOT", "shoot cv-sentinel")
    on_to(match, "abilities after SHOOT of vr-netter")
    play(match, "use vr-a8 with vr-netter")
    assert man(match, "cv-sentinel").x == 946, "two bases of 32 mm are 1.26 inches apart"
    blocked = begin(
        {"vr-netter": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, HITS, active="vr-netter",
        features=features_of((box("wall-1", 850, 300, 870, 700, 0, 50, "Light"),)),
    )  # fmt: skip
    play(blocked, "SHOOT")
    on_to(blocked, "abilities after SHOOT of vr-netter")
    play(blocked, "use vr-a8 with vr-netter")
    assert man(blocked, "cv-sentinel").x == 870 + 63, "it does not climb"


def test_reel_in_wants_damage_and_the_net_gun() -> None:
    match = begin({"vr-netter": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, [1] * 7, active="vr-netter")
    play(match, "SHOOT")
    assert topic(match) == "action of vr-netter"
    assert man(match, "cv-sentinel").x == 1000


LEDGE = features_of((box("ledge-1", 700, 300, 1200, 700, 0, 100, "Heavy", "Vantage"),))


@pytest.mark.rule("KT-TM-03")
def test_light_footed_runners_climb_at_the_real_height() -> None:
    """Move 7" and a ledge 1" high: the runner has 6" left to walk, the piper 5"."""
    crew = {"vr-runner": (5.0, 4.0), "vr-piper": (5.0, 6.0)}
    t = laid(crew, ENEMY, features=LEDGE)
    assert reaches(t, "vr-runner", "REPOSITION", "to 11.00,4.00")
    assert not reaches(t, "vr-piper", "REPOSITION", "to 11.00,6.00")
    assert reaches(t, "vr-piper", "REPOSITION", "to 10.00,6.00")


GANTRY = features_of((box("gantry-1", 700, 300, 1200, 700, 350, 370, "Accessible", "Vantage"),))


@pytest.mark.rule("KT-TM-02")
@pytest.mark.parametrize(("gear", "climbs"), [(("vr-e1",), True), ((), False)])
def test_grapple_lines_reach_four_inches_up(gear: tuple[str, ...], climbs: bool) -> None:
    t = laid({"vr-runner": (6.6, 5.0)}, ENEMY, gear=gear, features=GANTRY)
    assert reaches(t, "vr-runner", "REPOSITION", "to 8.00,5.00 up 3.70") is climbs


# -- ploys -------------------------------------------------------------------------------------------------------------


def test_through_the_ducts_moves_one_operative_three_inches() -> None:
    match = begin({"vr-runner": (5.0, 5.0), "vr-needle": (5.0, 9.0)}, ENEMY, phase="gambit", played=CHOSEN, cp=(1, 1))
    play(match, "vr-s2", "for vr-needle")
    with pytest.raises(IllegalAnswer):
        match.answer("to 8.10,9.00")
    play(match, "to 8.00,9.00")
    assert man(match, "vr-needle").x == 800
    assert match.decision.seat == 1
    assert match.state.cp == (0, 1)


@pytest.mark.rule("KT-PICK-02", "KT-PLOY-02", "KT-BASE-18")
@pytest.mark.parametrize("ploys", [("vr-s3",), ()])
def test_quick_hands_pick_up_next_to_an_enemy_and_carry_two(ploys: tuple[str, ...]) -> None:
    relic = marker("relic", 5.4, 5.0, tags=("portable",))
    t = laid({"vr-matron": (5.0, 5.0)}, {"sl-conscript": (5.0, 3.4)}, active="vr-matron", ploys=ploys, markers=[relic])
    assert ("PICK UP MARKER" in actions(t, "vr-matron")) is bool(ploys)
    assert markers.most_carried(t, 0) == (2 if ploys else 1)
    laden = {"vr-matron": {"carries": ("other",)}}
    lying = [relic, marker("relic", 5.0, 5.0, name="other", tags=("portable",))._replace(carrier=0)]
    alone = laid({"vr-matron": (5.0, 5.0)}, ENEMY, active="vr-matron", ploys=ploys, markers=lying, operatives=laden)
    assert ("PICK UP MARKER" in actions(alone, "vr-matron")) is bool(ploys)


@pytest.mark.rule("KT-PLOY-03", "KT-ACT-09")
def test_gone_already_falls_back_up_to_four_inches() -> None:
    match = begin({"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (10.0, 5.0)}, active="cv-sentinel", cp=(0, 1))
    play(match, "CHARGE", "to 8.50,5.00")
    assert keys(match) == ["use vr-f1 with vr-runner", "no more"]
    play(match, "use vr-f1 with vr-runner")
    assert topic(match) == "FALL BACK of vr-runner"
    with pytest.raises(IllegalAnswer):
        match.answer("to 14.10,5.00")
    play(match, "to 14.00,5.00")
    assert man(match, "vr-runner").x == 1400
    assert topic(match) == "action of cv-sentinel"
    assert match.state.cp == (0, 0)


def test_gone_already_wants_the_enemy_that_acted_next_to_it() -> None:
    far = begin({"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (15.0, 5.0)}, active="cv-sentinel", cp=(0, 1))
    play(far, "DASH", "to 6.00,5.00")
    assert topic(far) == "action of cv-sentinel"
    other = begin(
        {"cv-sentinel": (5.0, 5.0), "cv-prior": (13.5, 5.0)}, {"vr-runner": (15.0, 5.0)}, active="cv-sentinel", cp=(0,
        1)
    )  # fmt: skip
    play(other, "DASH", "to 6.00,5.00")
    assert topic(other) == "action of cv-sentinel"


@pytest.mark.rule("KT-CHRG-04")
def test_silent_lunge_charges_with_a_conceal_order() -> None:
    given: dict[str, Any] = {
        "phase": "activation_start",
        "active": "vr-runner",
        "operatives": {"vr-runner": HIDDEN},
        "cp": (1, 0),
    }
    match = begin({"vr-runner": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, **given)
    play(match, "use vr-f2 with vr-runner")
    assert "CHARGE" in keys(match)
    without = begin({"vr-runner": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, **given)
    play(without, "no more")
    assert "CHARGE" not in keys(without)
    engaged = begin(
        {"vr-runner": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, phase="activation_start", active="vr-runner", cp=(1, 0)
    )
    assert topic(engaged) == "action of vr-runner"


# -- equipment ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-REPO-06")
def test_glass_caltrops_cost_two_inches_of_move_where_a_move_starts_or_ends() -> None:
    caltrops = marker("caltrops", 5.0, 6.5, seat=0)
    t = laid({"vr-runner": (20.0, 20.0)}, {"cv-sentinel": (5.0, 5.0), "cv-prior": (12.0, 6.5)}, markers=[caltrops])
    assert reaches(t, "cv-sentinel", "REPOSITION", "to 9.00,5.00")
    assert not reaches(t, "cv-sentinel", "REPOSITION", "to 9.10,5.00")
    assert reaches(t, "cv-prior", "REPOSITION", "to 18.00,6.50")
    assert not reaches(t, "cv-prior", "REPOSITION", "to 6.50,6.50"), "five and a half inches, four left"
    assert reaches(t, "cv-prior", "REPOSITION", "to 7.50,6.50")
    assert reaches(t, "cv-sentinel", "DASH", "to 8.00,5.00"), "a DASH does not hang on Move"
    friend = laid({"vr-runner": (5.0, 5.0)}, ENEMY, markers=[caltrops])
    assert reaches(friend, "vr-runner", "REPOSITION", "to 12.00,5.00")
    assert setup_markers(laid({"vr-runner": (5.0, 5.0)}, ENEMY, gear=("vr-e2",)), 0) == [("vr-e2", "caltrops", 1)]


@pytest.mark.rule("KT-FIGHT-03")
@pytest.mark.parametrize(("face", "held"), [(4, True), (3, False)])
def test_painted_masks_keep_an_enemy_from_retaliating(face: int, held: bool) -> None:
    match = begin(
        {"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (10.0, 5.0)}, [face], active="cv-sentinel", gear=("vr-e3",)
    )
    play(match, "REPOSITION", "to 6.50,5.00", "use vr-e3 with vr-runner")
    found = man(match, "cv-sentinel").effects
    assert bool(found) is held
    t = laid({"cv-sentinel": (6.5, 5.0)}, {"vr-runner": (10.0, 5.0)}, operatives={"cv-sentinel": {"effects": found}})
    assert may_retaliate(t, 0) is not held
    assert ("vr-e3", 1, 1, 1, 1) in match.state.used


def test_painted_masks_want_the_enemy_within_three_inches() -> None:
    match = begin({"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (12.0, 5.0)}, active="cv-sentinel", gear=("vr-e3",))
    play(match, "REPOSITION", "to 6.50,5.00")
    assert topic(match) == "action of cv-sentinel"
