"""What the Cinder Vigil bring along, outside of shooting and fighting."""

from __future__ import annotations

import pytest

from fireteam.core.errors import IllegalAnswer
from fireteam.games.killteam import arena, markers, stats
from fireteam.games.killteam.abilities.words.permissions import hatch_ap, operated_hatch
from fireteam.games.killteam.actions.action import deed
from fireteam.games.killteam.state import CONCEAL, EXPENDED
from tests.killteam.warband import actions, begin, effect, keys, laid, man, marker, play, told, topic, why_not

ENEMY = {"vr-runner": (20.0, 5.0)}
NEAR = {"vr-runner": (12.0, 5.0)}
MISS = [1, 1, 1, 1, 1, 1, 1]
"""A shot that hits nothing, and three defence dice."""


# -- Banked Fire -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-18", "KT-ACT-02")
def test_banked_fire_lets_an_operative_shoot_twice() -> None:
    more = {"cv-sentinel": {"effects": (effect("more", "apl", 1),)}}
    match = begin(
        {"cv-sentinel": (5.0, 5.0)}, NEAR, MISS * 2, phase="activation_start", active="cv-sentinel", operatives=more
    )
    play(match, "use cv-slow-fire with cv-sentinel", "SHOOT")
    assert "SHOOT" in keys(match)
    play(match, "SHOOT")
    assert man(match, "cv-sentinel").ap == 2
    assert "SHOOT" not in keys(match)
    assert "DASH" not in keys(match), "neither DASH nor CHARGE goes with it"
    assert "REPOSITION" in keys(match)


def test_without_banked_fire_there_is_one_shot() -> None:
    match = begin({"cv-sentinel": (5.0, 5.0)}, NEAR, MISS, phase="activation_start", active="cv-sentinel")
    play(match, "no more", "SHOOT")
    assert "SHOOT" not in keys(match)


def test_a_dash_voids_banked_fire() -> None:
    match = begin({"cv-sentinel": (5.0, 5.0)}, NEAR, MISS, phase="activation_start", active="cv-sentinel")
    play(match, "use cv-slow-fire with cv-sentinel", "DASH", "to 5.00,6.00", "SHOOT")
    assert "SHOOT" not in keys(match)


def test_banked_fire_gives_one_second_action_and_not_two() -> None:
    twice = {"actions": ("SHOOT", "SHOOT", "FIGHT"), "ap": 2, "effects": (effect("banked", "token"),)}
    t = laid(
        {"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (6.5, 5.0)}, active="cv-sentinel", operatives={"cv-sentinel": twice}
    )
    assert "FIGHT" not in actions(t, "cv-sentinel")
    once = {"actions": ("FIGHT",), "ap": 1, "effects": (effect("banked", "token"),)}
    t = laid(
        {"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (6.5, 5.0)}, active="cv-sentinel", operatives={"cv-sentinel": once}
    )
    assert "FIGHT" in actions(t, "cv-sentinel")


def test_banked_fire_ends_with_the_activation() -> None:
    match = begin(
        {"cv-sentinel": (5.0, 5.0), "cv-prior": (5.0, 9.0)}, NEAR, phase="activation_start", active="cv-sentinel"
    )
    play(match, "use cv-slow-fire with cv-sentinel", "end")
    assert man(match, "cv-sentinel").effects == ()


# -- cards -------------------------------------------------------------------------------------------------------------


def test_litany_of_embers_raises_apl_for_the_next_activation() -> None:
    crew = {"cv-prior": (5.0, 5.0), "cv-sentinel": (5.0, 9.0), "cv-mender": (7.0, 7.0), "cv-breaker": (5.0, 20.0)}
    match = begin(crew, ENEMY, phase="gambit", played=(("primary op", 0), ("primary op", 1)))
    play(match, "cv-a1")
    assert keys(match) == ["for cv-sentinel", "for cv-mender"], (
        "not the prior itself; the breaker is more than 6 inches away"
    )
    play(match, "for cv-sentinel")
    (given,) = man(match, "cv-sentinel").effects
    assert (given.what, given.amount, given.until) == ("apl", 1, "next activation")
    assert match.state.used == (("cv-a1", 0, 0, 1, 1),)
    t = laid(crew, ENEMY, operatives={"cv-sentinel": {"effects": (given,)}})
    assert stats.apl(t, t.number("cv-sentinel")) == 3


def test_the_litany_wants_the_prior() -> None:
    match = begin({"cv-sentinel": (5.0, 9.0)}, ENEMY, phase="gambit", played=(("primary op", 0), ("primary op", 1)))
    assert "cv-a1" not in keys(match)


def test_wall_of_flame_burns_who_moves_near_it_once_an_action() -> None:
    match = begin(
        {"cv-lamplighter": (5.0, 5.0)},
        {"vr-runner": (9.0, 5.0), "vr-needle": (20.0, 5.0)},
        [5],
        active="cv-lamplighter",
    )
    play(match, "cv-a2")
    with pytest.raises(IllegalAnswer, match=r'within 6": 6\.98" away'):
        match.answer("at 13.00,5.00")
    play(match, "at 9.00,8.00")
    assert "cv-a2" not in keys(match)
    play(match, "end")
    assert [found.kind for found in match.state.markers.values()] == ["flame"]
    play(match, "activate vr-runner", "engage", "REPOSITION", "to 9.00,10.00 via 9.00,9.00")
    assert man(match, "vr-runner").wounds == 8 - 3, "a five is a D3 of 3"
    assert len(told(match, "burns")) == 1


def test_wall_of_flame_does_nothing_to_who_stays_away_and_goes_with_the_turning_point() -> None:
    fire = marker("flame", 9.0, 8.0, seat=0, until="turning point")
    match = begin({"cv-lamplighter": (5.0, 5.0)}, {"vr-runner": (9.0, 5.0)}, active="vr-runner", markers=[fire])
    play(match, "REPOSITION", "to 12.00,5.00")
    assert man(match, "vr-runner").wounds == 8
    over = begin(
        {"cv-lamplighter": (5.0, 5.0)}, {"vr-runner": (9.0, 5.0)}, [1, 2], phase="turning_point_end", markers=[fire]
    )
    assert over.state.markers == {}


@pytest.mark.rule("KT-CHRG-01")
def test_battering_arrival_hurts_an_enemy_after_a_charge() -> None:
    match = begin({"cv-breaker": (5.0, 5.0)}, NEAR, [4], active="cv-breaker")
    play(match, "CHARGE", "to 10.50,5.00", "use cv-a4 with cv-breaker")
    assert man(match, "vr-runner").wounds == 8 - 2
    assert told(match, "hurt")[-1]["points"] == 2


def test_battering_arrival_wants_a_charge() -> None:
    match = begin({"cv-breaker": (5.0, 5.0)}, NEAR, active="cv-breaker")
    play(match, "REPOSITION", "to 7.00,5.00")
    assert topic(match) == "action of cv-breaker"


@pytest.mark.rule("KT-BASE-17")
def test_reseal_heals_a_friend_that_the_mender_sees() -> None:
    crew = {"cv-mender": (5.0, 5.0), "cv-sentinel": (5.0, 8.0), "cv-prior": (5.0, 12.0)}
    hurt = {"cv-sentinel": {"wounds": 4}, "cv-prior": {"wounds": 4}}
    match = begin(crew, ENEMY, [3], active="cv-mender", operatives=hurt)
    play(match, "cv-a7")
    assert man(match, "cv-sentinel").wounds == 4 + 2 + 2, "the prior is too far away: nobody was asked"
    assert man(match, "cv-mender").ap == 1
    assert "cv-a7" not in keys(match)


def test_reseal_stops_at_the_wounds_of_the_card_and_near_enemies() -> None:
    crew = {"cv-mender": (5.0, 5.0), "cv-sentinel": (5.0, 8.0)}
    match = begin(crew, ENEMY, [6], active="cv-mender", operatives={"cv-sentinel": {"wounds": 9}})
    play(match, "cv-a7")
    assert man(match, "cv-sentinel").wounds == 11
    t = laid(crew, {"vr-runner": (6.5, 5.0)}, active="cv-mender", operatives={"cv-sentinel": {"wounds": 4}})
    assert why_not(t, "cv-mender", "cv-a7").rule == "cv-a7"
    whole = laid(crew, ENEMY, active="cv-mender")
    assert why_not(whole, "cv-mender", "cv-a7").rule == "KT-ACT-07"


@pytest.mark.rule("KT-MARK-04", "KT-ACT-04")
def test_the_names_make_friends_that_contest_an_objective_steadfast() -> None:
    crew = {"cv-namebearer": (5.0, 5.0), "cv-sentinel": (7.0, 5.0), "cv-prior": (5.0, 7.0)}
    objective = marker("objective", 8.2, 5.0, name="objective-a")
    t = laid(crew, ENEMY, markers=[objective], operatives={"cv-sentinel": {"effects": (effect("stun", "apl", -1),)}})
    sentinel, prior = t.number("cv-sentinel"), t.number("cv-prior")
    assert markers.contests(t, sentinel, objective)
    assert stats.apl(t, sentinel) == 2, "Stun is ignored"
    assert markers.control_apl(t, sentinel) == 3
    assert markers.control_apl(t, prior) == 3, "it contests nothing"
    raised = laid(
        crew, ENEMY, markers=[objective], operatives={"cv-sentinel": {"effects": (effect("more", "apl", 1),)}}
    )
    assert markers.control_apl(raised, sentinel) == 3, "one more at most"


def test_the_names_do_nothing_for_who_is_too_far_away() -> None:
    crew = {"cv-namebearer": (5.0, 12.0), "cv-sentinel": (7.0, 5.0)}
    t = laid(
        crew, ENEMY, markers=[marker("objective", 8.2, 5.0)], operatives={"cv-sentinel": {"effects": (effect("stun",
        "apl", -1),)}}
    )  # fmt: skip
    assert stats.apl(t, t.number("cv-sentinel")) == 1
    assert markers.control_apl(t, t.number("cv-sentinel")) == 1


def test_duty_shift_improves_save_to_the_end_of_the_turning_point() -> None:
    match = begin({"cv-sentinel": (5.0, 5.0)}, ENEMY, active="cv-sentinel", markers=[marker("objective", 5.5, 5.0)])
    play(match, "end", "use cv-a9 with cv-sentinel")
    (given,) = man(match, "cv-sentinel").effects
    assert given.until == "turning point"
    t = laid({"cv-sentinel": (5.0, 5.0)}, ENEMY, operatives={"cv-sentinel": {"effects": (given,)}})
    assert sum(part.amount for part in stats.save_parts(t, 0)) == 2


def test_duty_shift_wants_an_objective() -> None:
    match = begin({"cv-sentinel": (5.0, 5.0)}, ENEMY, active="cv-sentinel", markers=[marker("objective", 9.5, 5.0)])
    play(match, "end")
    assert topic(match).startswith("order of vr-runner")


# -- ploys and equipment -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-DMG-05", "KT-PLOY-02")
@pytest.mark.parametrize(("ploys", "move", "hit"), [(("cv-s3",), 6, 3), ((), 4, 4)])
def test_measured_tread_takes_the_penalties_of_the_injured_away(ploys: tuple[str, ...], move: int, hit: int) -> None:
    t = laid({"cv-sentinel": (5.0, 5.0)}, ENEMY, ploys=ploys, operatives={"cv-sentinel": {"wounds": 5}})
    assert sum(part.amount for part in stats.move_parts(t, 0)) == move
    assert sum(part.amount for part in stats.hit_parts(t, 0, t.weapon(0, "sentinel-carbine"))) == hit


@pytest.mark.rule("KT-CTR-02")
def test_return_the_heat_lets_an_operative_counteract_with_a_conceal_order() -> None:
    waiting = {"cv-sentinel": {"readiness": EXPENDED, "order": CONCEAL}, "cv-prior": {"readiness": EXPENDED}}
    crew = {"cv-sentinel": (5.0, 5.0), "cv-prior": (5.0, 9.0)}
    match = begin(crew, ENEMY, operatives=waiting, cp=(1, 0))
    assert keys(match) == ["counteract cv-sentinel", "counteract cv-prior", "no counteract"]
    play(match, "counteract cv-sentinel")
    assert match.state.cp == (0, 0)
    assert match.state.ploys == (("cv-f2", 0),)
    assert "SHOOT" not in keys(match), "its weapon is not Silent"
    assert "DASH" in keys(match)


def test_return_the_heat_costs_nothing_with_an_engage_order_and_wants_its_point() -> None:
    waiting = {"cv-sentinel": {"readiness": EXPENDED, "order": CONCEAL}, "cv-prior": {"readiness": EXPENDED}}
    crew = {"cv-sentinel": (5.0, 5.0), "cv-prior": (5.0, 9.0)}
    poor = begin(crew, ENEMY, operatives=waiting, cp=(0, 0))
    assert "counteract cv-sentinel" not in keys(poor)
    rich = begin(crew, ENEMY, operatives=waiting, cp=(1, 0))
    play(rich, "counteract cv-prior")
    assert rich.state.cp == (1, 0)


def test_coal_censer_heals_once_in_a_battle() -> None:
    hurt = {"cv-sentinel": {"wounds": 6}, "cv-prior": {"wounds": 6}}
    crew = {"cv-sentinel": (5.0, 5.0), "cv-prior": (5.0, 9.0)}
    match = begin(crew, ENEMY, [6], phase="activation_start", active="cv-sentinel", gear=("cv-e2",), operatives=hurt)
    play(match, "use cv-e2 with cv-sentinel")
    assert man(match, "cv-sentinel").wounds == 9
    used = (("cv-e2", 0, 0, 1, 1),)
    later = begin(
        crew, ENEMY, phase="activation_start", active="cv-prior", gear=("cv-e2",), operatives=hurt, used=used,
        turning_point=2
    )  # fmt: skip
    assert "use cv-e2 with cv-prior" not in keys(later)
    whole = begin(crew, ENEMY, phase="activation_start", active="cv-prior", gear=("cv-e2",))
    assert "use cv-e2 with cv-prior" not in keys(whole)


@pytest.mark.rule("KT-GALL-08")
def test_iron_doorstops_open_a_hatchway_for_nothing_once_an_activation() -> None:
    t = laid({"cv-sentinel": (5.0, 5.0)}, ENEMY, active="cv-sentinel", gear=("cv-e3",))
    assert hatch_ap(t, 0) == 0
    operated_hatch(t, 0)
    assert hatch_ap(t, 0) == 1
    assert hatch_ap(laid({"cv-sentinel": (5.0, 5.0)}, ENEMY, active="cv-sentinel"), 0) == 1
    counteracting = laid(
        {"cv-sentinel": (5.0, 5.0)}, ENEMY, active="cv-sentinel", gear=("cv-e3",),
        operatives={"cv-sentinel": {"readiness": EXPENDED}}
    )  # fmt: skip
    assert hatch_ap(counteracting, 0) == 1, "a counteraction is an action of 1 AP"


@pytest.mark.rule("KT-GALL-08")
def test_iron_doorstops_on_the_real_map() -> None:
    placed = {"cv-sentinel": (880, 990), "vr-runner-1": (2000, 2500)}
    setting, state = arena.battle(
        killzone="derelict-spine", placed=placed, phase="activation", turning_point=1,
        selections=[(0, "equipment", "cv-e3")], operatives={"cv-sentinel": {"readiness": 1}},
    )  # fmt: skip
    t = setting.table(state, False)
    t.set_active(t.number("cv-sentinel"))
    assert deed(t, t.number("cv-sentinel"), "OPERATE HATCH").ap == 0
