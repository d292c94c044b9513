"""Abilities, ploys and equipment of the bundled pack inside shooting and fighting: what each does, and when it does
not."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.odds import odds_here
from fireteam.games.killteam import arena
from fireteam.games.killteam.abilities.grants import Change, Keep, Raise, Reroll, change, is_granted, reroll
from fireteam.games.killteam.abilities.words.dice import AddRule
from fireteam.games.killteam.actions import universal
from fireteam.games.killteam.cards import Target, WeaponRule
from fireteam.games.killteam.fighting.sequence import fight
from fireteam.games.killteam.positions import OBJECTIVE
from fireteam.games.killteam.shooting.sequence import shoot
from fireteam.games.killteam.shooting.targets import armed
from fireteam.games.killteam.state import ACTIVE, CONCEAL, EXPENDED, NOBODY, Effect, Frame, Marker
from fireteam.games.killteam.weapons import windows_of
from tests.killteam.skirmish import duel, keys, needs, play, rolled, shot, stage, told, wounds
from tests.killteam.writing import write
from tests.space.plane.boards import features_of, part

NEAR, FAR = (9, 11), (20, 11)
HERE = (5, 11)
MISSES = [1, 1, 1, 1]


def rerolls(match: Match) -> set[str]:
    """What dice may be re-rolled with now."""
    return {key.split(" by ")[1] for key in keys(match) if " by " in key}


# -- shooting ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-09", "KT-PLOY-03")
def test_patient_eye_rerolls_one_attack_die_at_a_far_target() -> None:
    match = shot(
        stage({"cv-longwatch": HERE}, {"vr-runner": FAR}),
        "cv-longwatch",
        "long-rifle",
        "vr-runner",
        [1, 2, 2, 2, 5, 1, 1, 1],
    )
    assert rerolls(match) == {"Patient Eye"}
    play(match, "re-roll 1 by Patient Eye")
    assert match.over and told(match, "retained")[0]["normals"] == 4, "one die, once"
    near = shot(
        stage({"cv-longwatch": HERE}, {"vr-runner": NEAR}),
        "cv-longwatch",
        "long-rifle",
        "vr-runner",
        [1, 2, 2, 2, 1, 1, 1],
    )
    assert near.over, "within 9 inches nobody is asked"
    other = shot(
        stage({"cv-sentinel": HERE}, {"vr-runner": FAR}),
        "cv-sentinel",
        "sentinel-carbine",
        "vr-runner",
        [*MISSES, 1, 1, 1],
    )
    assert other.over, "it is the Longwatch's"


@pytest.mark.rule("KT-PLOY-03", "KT-WR-02")
def test_a_spare_power_cell_makes_the_flare_balanced_once_in_a_battle() -> None:
    t = stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}, gear=["cv-e4"])
    match = shot(t, "cv-sunlancer", "sunlance-flare", "vr-runner", [1, 1, 3, 3, 3, 1, 6], "use cv-e4")
    assert rerolls(match) == {"Balanced"}
    play(match, "re-roll 1 by Balanced")
    assert match.over and told(match, "retained")[0]["normals"] == 3
    assert match.state.used == (("cv-e4", 0, 0, 1, 1),)
    spent = stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}, gear=["cv-e4"], used=match.state.used)
    again = shot(spent, "cv-sunlancer", "sunlance-flare", "vr-runner", [1, 1, 3, 3, 1, 6])
    assert again.over, "once per battle"
    held = shot(stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}, gear=["cv-e4"]), "cv-sunlancer", "sunlance-held",
    "vr-runner",
                [*MISSES, 1, 1])  # fmt: skip
    assert held.over, "the other profile has none"
    bare = shot(
        stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}),
        "cv-sunlancer",
        "sunlance-flare",
        "vr-runner",
        [*MISSES, 1, 6],
    )
    assert bare.over, "equipment that was not selected is not there"


@pytest.mark.rule("KT-PLOY-03")
def test_an_offered_entry_may_be_declined() -> None:
    t = stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}, gear=["cv-e4"])
    match = shot(t, "cv-sunlancer", "sunlance-flare", "vr-runner", [*MISSES, 1, 6])
    assert (match.decision.seat, match.decision.topic, keys(match)) == (
        0,
        "shot of cv-sunlancer at vr-runner",
        ["use cv-e4", "no more"],
    )
    play(match, "no more")
    assert match.over and match.state.used == ()


@pytest.mark.rule("KT-WR-01", "KT-PLOY-03")
def test_rank_fire_needs_a_friend_at_hand() -> None:
    friends = {"sl-conscript-1": HERE, "sl-conscript-2": (5, 13)}
    match = shot(stage(friends, {"vr-runner": NEAR}), "sl-conscript-1", "old-rifle", "vr-runner", [1, 1, 1, 1, 1, 1])
    assert keys(match) == ["keep 1 unrolled", "keep 0 unrolled"]
    play(match, "keep 1 unrolled")
    assert wounds(match, "vr-runner") == 8 - 2
    alone = {"sl-conscript-1": HERE, "sl-conscript-2": (5, 16)}
    assert shot(stage(alone, {"vr-runner": NEAR}), "sl-conscript-1", "old-rifle", "vr-runner", [*MISSES, 1, 1, 1]).over


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-19")
def test_extra_powder_adds_to_critical_damage_twice_in_a_battle() -> None:
    t = stage({"sl-sapper": HERE}, {"vr-runner": NEAR}, gear=["sl-e4"])
    match = shot(t, "sl-sapper", "old-rifle", "vr-runner", [6, 6, 4, 1, 1, 1, 1], "use sl-e4")
    assert wounds(match, "vr-runner") == 0 and told(match, "hurt")[0]["points"] == 2 * 4 + 2, (
        "used once, not offered again"
    )
    plain = shot(stage({"sl-sapper": HERE}, {"vr-runner": NEAR}, gear=["sl-e4"]), "sl-sapper", "old-rifle", "vr-runner",
                 [6, 6, 4, 1, 1, 1, 1], "no more")  # fmt: skip
    assert wounds(plain, "vr-runner") == 0 and told(plain, "hurt")[0]["points"] == 2 * 3 + 2
    spent = stage(
        {"sl-sapper": HERE}, {"vr-runner": NEAR}, gear=["sl-e4"], used=(("sl-e4", 0, 0, 1, 1), ("sl-e4", 0, 0, 1, 1))
    )
    assert shot(spent, "sl-sapper", "old-rifle", "vr-runner", [*MISSES, 1, 1, 1]).over


BARRIER = features_of((part("barrier", (8.1, 9, 8.3, 13), 0, 1, "Light"),))


@pytest.mark.rule("KT-WR-22", "KT-SHOOT-05")
def test_drift_shot_sees_past_light_cover_when_targets_are_selected() -> None:
    def needle(order: int) -> Any:
        orders = {"vr-needle": {"order": order}, "cv-sentinel": {"order": CONCEAL}}
        return stage({"vr-needle": HERE}, {"cv-sentinel": NEAR}, operatives=orders, features=BARRIER)

    hidden, open_ = needle(1), needle(CONCEAL)
    who = open_.number("vr-needle")
    assert "Seek Light" in armed(open_, who, open_.weapon(who, "needle-rifle")).rules
    assert "Seek Light" not in armed(hidden, who, hidden.weapon(who, "needle-rifle")).rules
    assert "Seek Light" not in armed(open_, who, open_.weapon(who, "quay-knife-s")).rules
    assert universal.may_shoot_now(open_, who, "activation", None)
    assert not universal.may_shoot_now(hidden, who, "activation", None)


@pytest.mark.rule("KT-WR-23", "KT-PLOY-01", "KT-PLOY-04")
def test_weak_point_costs_a_command_point_and_reaches_six_inches() -> None:
    t = stage({"vr-runner": HERE}, {"cv-sentinel": NEAR}, cp=(1, 0))
    match = shot(t, "vr-runner", "runner-carbine", "cv-sentinel", [3, 3, 1, 1, 1, 1, 1], "use vr-f3")
    assert keys(match) == ["change a rolled normal", "no change"]
    play(match, "change a rolled normal")
    assert match.state.cp == (0, 0) and match.state.ploys == (("vr-f3", 0),)
    assert wounds(match, "cv-sentinel") == 11 - 7
    far = shot(
        stage({"vr-runner": HERE}, {"cv-sentinel": FAR}, cp=(1, 0)),
        "vr-runner",
        "runner-carbine",
        "cv-sentinel",
        [3, 3, 1, 1],
    )
    assert far.decision.topic.startswith("re-roll"), "only the Command Re-roll is left for the point"
    used = stage({"vr-runner": HERE}, {"cv-sentinel": NEAR}, cp=(1, 0), turning_point=2)
    write(used, ploys=(("vr-f3", 0),))
    assert shot(used, "vr-runner", "runner-carbine", "cv-sentinel", [3, 3, 1, 1]).decision.topic.startswith("re-roll")
    poor = stage({"vr-runner": HERE}, {"cv-sentinel": NEAR})
    assert shot(poor, "vr-runner", "runner-carbine", "cv-sentinel", [3, 3, 1, 1, 1, 1, 1]).over


@pytest.mark.rule("KT-PLOY-02", "KT-WR-06")
def test_open_the_dampers_gives_ceaseless_against_what_is_near() -> None:
    t = stage({"cv-sentinel": HERE}, {"vr-runner": NEAR}, ploys=["cv-s2"])
    match = shot(t, "cv-sentinel", "sentinel-carbine", "vr-runner", [1, 1, 2, 3, 3, 3, 1, 1, 1])
    assert rerolls(match) == {"Ceaseless"}
    play(match, "re-roll 1 by Ceaseless")
    assert keys(match) == ["keep the dice", "re-roll 1 by Ceaseless"]
    play(match, "re-roll 1 by Ceaseless")
    assert match.over and told(match, "retained")[0]["normals"] == 3
    far = stage({"cv-sentinel": HERE}, {"vr-runner": FAR}, ploys=["cv-s2"])
    assert shot(far, "cv-sentinel", "sentinel-carbine", "vr-runner", [1, 1, 2, 3, 1, 1, 1]).over


@pytest.mark.rule("KT-PLOY-02", "KT-WR-02")
def test_mark_the_range_gives_balanced_against_what_is_far() -> None:
    t = stage({"sl-sapper": HERE}, {"vr-runner": FAR}, ploys=["sl-s3"])
    assert rerolls(shot(t, "sl-sapper", "old-rifle", "vr-runner", [*MISSES])) == {"Balanced"}
    near = stage({"sl-sapper": HERE}, {"vr-runner": NEAR}, ploys=["sl-s3"])
    assert shot(near, "sl-sapper", "old-rifle", "vr-runner", [*MISSES, 1, 1, 1]).over


def under(choice: str) -> dict[str, Any]:
    """An operative that has been given an order of the Reeve's."""
    return {
        "effects": (
            Effect("order", "token", 0, "turning point", "sl-orders"),
            Effect(choice, "choice", 0, "turning point", "sl-orders"),
        )
    }


@pytest.mark.rule("KT-GAMB-04", "KT-BASE-09")
def test_the_order_to_level_rerolls_an_attack_die_at_far_targets() -> None:
    t = stage({"sl-sapper": HERE}, {"vr-runner": FAR}, operatives={"sl-sapper": under("level")})
    assert rerolls(shot(t, "sl-sapper", "old-rifle", "vr-runner", [*MISSES])) == {"Shouted Orders"}
    near = stage({"sl-sapper": HERE}, {"vr-runner": NEAR}, operatives={"sl-sapper": under("level")})
    assert shot(near, "sl-sapper", "old-rifle", "vr-runner", [*MISSES, 1, 1, 1]).over
    other = stage({"sl-sapper": HERE}, {"vr-runner": FAR}, operatives={"sl-sapper": under("move")})
    assert shot(other, "sl-sapper", "old-rifle", "vr-runner", [*MISSES, 1, 1, 1]).over


# -- shot at -----------------------------------------------------------------------------------------------------------

COVERED: dict[str, Any] = {"cover_from": ("wall",)}


def runner_at(
    target: str,
    place: tuple[float, float] = NEAR,
    dice: tuple[int, ...] = (1, 1, 1),
    *answers: str,
    at: Any = None,
    **given: Any,
) -> Match:
    """The shot of a Runner at somebody, with a hit that is not critical."""
    t = stage({"vr-runner": HERE}, {target: place}, **given)
    return shot(t, "vr-runner", "runner-carbine", target, [3, 1, 1, 1, *dice], *answers, **(at or {}))


@pytest.mark.rule("KT-BASE-19", "KT-SHOOT-22")
def test_anchored_saves_better_after_an_activation_without_a_reposition() -> None:
    still = runner_at("cv-sunlancer", operatives={"cv-sunlancer": {"readiness": EXPENDED, "activation": ("SHOOT",)}})
    assert needs(still)[1] == 2
    moved = runner_at(
        "cv-sunlancer", operatives={"cv-sunlancer": {"readiness": EXPENDED, "activation": ("REPOSITION",)}}
    )
    assert needs(moved)[1] == 3
    assert needs(runner_at("cv-sunlancer"))[1] == 3, "not activated yet"


@pytest.mark.rule("KT-BASE-19", "KT-SHOOT-21")
def test_sandbagged_saves_better_in_cover() -> None:
    covered = runner_at("sl-repeater", NEAR, (1, 1, 1), "roll all dice", at=COVERED)
    assert needs(covered)[1] == 4
    assert needs(runner_at("sl-repeater"))[1] == 5
    moved = {"sl-repeater": {"readiness": EXPENDED, "activation": ("REPOSITION",)}}
    assert needs(runner_at("sl-repeater", NEAR, (1, 1, 1), "roll all dice", at=COVERED, operatives=moved))[1] == 5


@pytest.mark.rule("KT-SHOOT-05", "KT-PLOY-03")
def test_the_bulwark_becomes_the_target_and_cover_stays_as_judged_for_its_friend() -> None:
    friends = {"cv-mender": NEAR, "cv-bulwark": (9, 13)}
    t = stage({"vr-runner": HERE}, friends)
    match = shot(t, "vr-runner", "runner-carbine", "cv-mender", [3, 3, 3, 3, 1, 1], **COVERED)
    assert (match.decision.seat, match.decision.topic, keys(match)) == (
        1,
        "target instead of cv-mender",
        ["use cv-a6", "no more"],
    )
    play(match, "use cv-a6")
    assert keys(match) == ["cover save", "roll all dice"], "the Mender's cover"
    play(match, "cover save")
    assert needs(match)[1] == 2, "the Bulwark's own SAVE"
    assert wounds(match, "cv-mender") == 11 and wounds(match, "cv-bulwark") == 15 - 9


@pytest.mark.rule("KT-PLOY-03")
@pytest.mark.parametrize("bulwark", [(9, 16), (9, 13)])
def test_the_bulwark_stays_out_of_it_if_it_is_far_or_has_an_enemy_near(bulwark: tuple[int, int]) -> None:
    enemies = {"vr-runner": HERE, "vr-netter": (9, 14.5)}
    t = stage(enemies, {"cv-mender": NEAR, "cv-bulwark": bulwark})
    match = shot(t, "vr-runner", "runner-carbine", "cv-mender", [*MISSES, 1, 1, 1])
    assert match.over


@pytest.mark.rule("KT-PLOY-03")
def test_nobody_steps_in_for_a_shot_of_its_own_side_or_twice() -> None:
    friends = {"cv-mender": NEAR, "cv-bulwark": (9, 13)}
    t = stage({"vr-runner": HERE}, friends, used=(("cv-a6", 1, 2, 1, 1),))
    assert shot(t, "vr-runner", "runner-carbine", "cv-mender", [*MISSES, 1, 1, 1]).over, "once per turning point"
    elsewhere = stage({"vr-runner": HERE}, {"cv-mender": NEAR, "cv-bulwark": (9, 16), "cv-sentinel": (9, 18.5)})
    assert shot(elsewhere, "vr-runner", "runner-carbine", "cv-mender", [*MISSES, 1, 1, 1]).over, (
        "it stands near somebody else"
    )
    own = stage({"cv-sentinel": HERE, **friends}, {"vr-runner": FAR})
    assert shot(own, "cv-sentinel", "sentinel-carbine", "cv-mender", [*MISSES, 1, 1, 1]).over, "a Blast of its own side"
    fallen = stage({"vr-runner": HERE}, friends, operatives={"cv-bulwark": {"wounds": 0}})
    assert shot(fallen, "vr-runner", "runner-carbine", "cv-mender", [*MISSES, 1, 1, 1]).over, (
        "incapacitated in this action"
    )


@pytest.mark.rule("KT-PLOY-03", "KT-SHOOT-22")
def test_ash_cloud_keeps_a_defence_die_against_a_far_shooter() -> None:
    match = runner_at("cv-sentinel", FAR, (1, 1), "use cv-f3", "keep 1 unrolled", cp=(0, 1))
    assert len(rolled(match)[1]) == 2 and wounds(match, "cv-sentinel") == 11, "the kept die blocks the hit"
    near = runner_at("cv-sentinel", NEAR, (1, 1, 1), cp=(0, 1))
    assert near.decision.topic.startswith("re-roll of defence"), "nothing but the Command Re-roll"


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-19")
def test_duck_saves_better_against_blast_and_torrent() -> None:
    def spray(weapon: str, shooter: str, *answers: str) -> Match:
        t = stage({shooter: HERE}, {"sl-sapper": NEAR}, cp=(0, 1))
        return shot(t, shooter, weapon, "sl-sapper", [1] * 8, *answers)

    assert needs(spray("lamp-projector", "cv-lamplighter", "use sl-f2"))[1] == 3
    assert spray("sentinel-carbine", "cv-mender").decision.topic.startswith("re-roll")


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-09")
def test_waxed_coats_reroll_a_defence_die_in_cover_against_a_far_shooter() -> None:
    match = runner_at("sl-sapper", FAR, (1, 1, 4), "use sl-e1", "roll all dice", gear=["sl-e1"], at=COVERED)
    assert rerolls(match) == {"Waxed Coats"}
    assert runner_at("sl-sapper", FAR, gear=["sl-e1"]).over, "not in cover"
    assert runner_at("sl-sapper", NEAR, (1, 1, 1), "roll all dice", gear=["sl-e1"], at=COVERED).over, "not from near"


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-09")
def test_a_decoy_cloak_rerolls_any_defence_dice_in_cover() -> None:
    def at(place: tuple[int, int], *answers: str, **cover: Any) -> Match:
        t = stage({"cv-sentinel": HERE}, {"vr-runner": place}, cp=(0, 1))
        return shot(
            t, "cv-sentinel", "sentinel-carbine", "vr-runner", [3, 1, 1, 1, 1, 1, 1, 4, 4, 4], *answers, **cover
        )

    match = at(NEAR, "use vr-f4", "roll all dice", "re-roll 1 by Decoy Cloak", "re-roll 1 by Decoy Cloak", **COVERED)
    assert keys(match) == ["keep the dice", "re-roll 1 by Decoy Cloak"]
    assert rerolls(at(NEAR)) == {"Command Re-roll"}


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-19")
def test_hide_like_iron_saves_better_against_a_near_shooter() -> None:
    assert needs(runner_at("ir-thornbow", NEAR, (1, 1, 1), "use ir-f2", cp=(0, 1)))[1] == 4
    assert runner_at("ir-thornbow", FAR, cp=(0, 1)).decision.topic.startswith("re-roll")


@pytest.mark.rule("KT-PLOY-02", "KT-BASE-15")
def test_hold_the_threshold_and_rotting_ground_ask_in_whose_territory_it_stands() -> None:
    east, west = (20, 11), (9, 11)
    assert rerolls(runner_at("cv-sentinel", east, ploys=["cv-s1"])) == {"Hold the Threshold"}
    assert runner_at("cv-sentinel", west, ploys=["cv-s1"]).over
    assert rerolls(runner_at("ir-thornbow", west, ploys=["ir-s2"])) == {"Rotting Ground"}
    assert runner_at("ir-thornbow", east, ploys=["ir-s2"]).over


@pytest.mark.rule("KT-PLOY-02", "KT-SHOOT-21")
def test_stand_in_the_mud_keeps_one_further_die_in_cover() -> None:
    match = runner_at("sl-sapper", NEAR, (1,), "cover save", ploys=["sl-s1"], at=COVERED)
    assert keys(match) == ["keep 1 unrolled", "keep 0 unrolled"]
    play(match, "keep 1 unrolled")
    assert len(rolled(match)[1]) == 1
    assert len(rolled(runner_at("sl-sapper", NEAR, ploys=["sl-s1"]))[1]) == 3


@pytest.mark.rule("KT-PLOY-02", "KT-SHOOT-22")
def test_lights_out_keeps_a_die_of_a_concealed_target_far_away() -> None:
    def at(place: tuple[int, int], order: int) -> Match:
        t = stage(
            {"cv-sentinel": HERE}, {"vr-runner": place}, ploys=["vr-s1"], operatives={"vr-runner": {"order": order}}
        )
        return shot(t, "cv-sentinel", "sentinel-carbine", "vr-runner", [3, 1, 1, 1, 1, 1, 1])

    assert keys(at(FAR, CONCEAL)) == ["keep 1 unrolled", "keep 0 unrolled"]
    assert at(NEAR, CONCEAL).over and at(FAR, 1).over


@pytest.mark.rule("KT-GAMB-04", "KT-BASE-09")
def test_the_order_to_dig_in_rerolls_a_defence_die_in_cover() -> None:
    given = {"sl-sapper": under("dig_in")}
    assert rerolls(runner_at("sl-sapper", NEAR, (1, 1, 1), "roll all dice", at=COVERED, operatives=given)) == {
        "Shouted Orders"
    }
    assert runner_at("sl-sapper", NEAR, operatives=given).over


@pytest.mark.rule("KT-WR-14", "KT-BASE-18")
def test_a_living_wall_lets_those_near_it_ignore_piercing_from_afar() -> None:
    def at(shooter: tuple[float, float], wall: tuple[float, float]) -> Match:
        t = stage({"cv-prior": shooter}, {"ir-thornbow": NEAR, "ir-barkshield": wall})
        return shot(t, "cv-prior", "kiln-pistol", "ir-thornbow", [3, 1, 1, 1, 1, 1, 1])

    close = (9, 12.8)
    assert len(rolled(at((1, 11), close))[1]) == 3
    assert len(rolled(at((4, 11), close))[1]) == 2, "within 6 inches"
    assert len(rolled(at((1, 11), (9, 15)))[1]) == 2, "nobody near"


@pytest.mark.rule("KT-EQ-13")
@pytest.mark.parametrize(("who", "better", "needed"), [("sl-sapper", 1, 3), ("cv-bulwark", 1, 2), ("sl-sapper", 0, 4)])
def test_protective_cover_improves_the_save_but_not_beyond_two(who: str, better: int, needed: int) -> None:
    assert needs(runner_at(who, NEAR, at={"protected": better}))[1] == needed


# -- fighting ----------------------------------------------------------------------------------------------------------

BESIDE = (6.7, 11)
CHARGED: dict[str, Any] = {"readiness": ACTIVE, "actions": ("CHARGE", "FIGHT")}


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-09")
def test_hammer_falls_twice_after_a_charge() -> None:
    t = stage({"cv-breaker": HERE}, {"vr-runner": BESIDE}, cp=(1, 0), operatives={"cv-breaker": CHARGED})
    match = duel(t, "cv-breaker", "vr-runner", [1, 1, 1, 1, 1, 1, 1, 4, 4], "use cv-f4")
    assert rerolls(match) == {"Hammer Falls Twice"}
    play(match, "re-roll 1 by Hammer Falls Twice", "re-roll 1 by Hammer Falls Twice")
    assert rerolls(match) == {"Hammer Falls Twice"}, "any of the dice"
    t = stage({"cv-breaker": HERE}, {"vr-runner": BESIDE}, cp=(1, 0))
    assert rerolls(duel(t, "cv-breaker", "vr-runner", [1] * 7)) == {"Command Re-roll"}


@pytest.mark.rule("KT-BASE-09")
def test_press_in_needs_a_friend_within_an_inch() -> None:
    t = stage({"sl-eeler": HERE, "sl-sapper": (5, 12.8)}, {"vr-runner": BESIDE})
    assert rerolls(duel(t, "sl-eeler", "vr-runner", [1] * 7)) == {"Press In"}
    t = stage({"sl-eeler": HERE, "sl-sapper": (5, 14)}, {"vr-runner": BESIDE})
    assert duel(t, "sl-eeler", "vr-runner", [1] * 7).over
    t = stage({"vr-runner": BESIDE}, {"sl-eeler": HERE, "sl-sapper": (5, 12.8)})
    assert duel(t, "vr-runner", "sl-eeler", [1] * 7).over, "retaliating it does not"


@pytest.mark.rule("KT-BASE-19", "KT-FIGHT-11")
def test_the_tusker_runs_down_whom_it_charged() -> None:
    def first_strike(**given: Any) -> Match:
        t = stage({"ir-tusker": HERE}, {"cv-sentinel": (7, 11)}, **given)
        return duel(t, "ir-tusker", "cv-sentinel", [4, 1, 1, 1, 1, 1, 1], "keep 1 unrolled", "strike with a normal")

    assert wounds(first_strike(operatives={"ir-tusker": CHARGED}), "cv-sentinel") == 11 - 5
    assert wounds(first_strike(), "cv-sentinel") == 11 - 4


@pytest.mark.rule("KT-PLOY-03", "KT-ACT-02")
def test_maul_gives_balanced_and_one_more_fight_after_a_kill() -> None:
    def maul(place: tuple[float, float], left: int, *answers: str) -> Match:
        t = stage(
            {"ir-tusker": HERE, "ir-hound": place}, {"vr-runner": (7, 11)}, cp=(1, 0),
            operatives={"vr-runner": {"wounds": left}, "ir-tusker": {"readiness": ACTIVE, "actions": ("FIGHT",)}},
        )  # fmt: skip
        return duel(t, "ir-tusker", "vr-runner", [4, 1, 1, 1, 1, 1], *answers)

    alone = maul((5, 17), 3, "use ir-f4", "keep 1 unrolled")
    assert rerolls(alone) == {"Balanced"}
    play(alone, "keep the dice", "strike with a normal")
    assert [(found.name, found.what) for found in alone.state.operatives[0].effects if found.what == "again"] == [
        ("FIGHT", "again")
    ]
    spared = maul(
        (5, 17), 8, "use ir-f4", "keep 1 unrolled", "keep the dice", "strike with a normal", "strike with a normal"
    )
    assert wounds(spared, "vr-runner") == 0
    alive = stage(
        {"ir-tusker": HERE}, {"vr-netter": (7, 11)}, cp=(1, 0), operatives={"ir-tusker": {"readiness": ACTIVE}}
    )
    lived = duel(
        alive, "ir-tusker", "vr-netter", [4, 1, 1, 1, 1, 1, 1], "use ir-f4", "keep 1 unrolled", "keep the dice"
    )
    play(lived, "strike with a normal", "strike with a normal")
    assert lived.over and wounds(lived, "vr-netter") == 2
    assert not [found for found in lived.state.operatives[0].effects if found.what == "again"], (
        "without a kill there is no further fight"
    )
    assert keys(maul((5, 13.5), 3)) == ["keep 1 unrolled", "keep 0 unrolled"], "a friend within 3 inches"


@pytest.mark.rule("KT-WR-26", "KT-PLOY-03")
def test_numbing_resin_stuns_in_one_fight() -> None:
    t = stage({"vr-runner": HERE}, {"cv-sentinel": BESIDE}, gear=["vr-e4"])
    match = duel(t, "vr-runner", "cv-sentinel", [6, 1, 1, 1, 1, 1, 1], "use vr-e4")
    assert [found.name for found in match.state.operatives[1].effects] == ["stun"]
    t = stage({"vr-runner": HERE}, {"cv-sentinel": BESIDE}, gear=["vr-e4"])
    assert not duel(t, "vr-runner", "cv-sentinel", [6, 1, 1, 1, 1, 1, 1], "no more").state.operatives[1].effects
    t = stage({"cv-sentinel": HERE}, {"vr-runner": BESIDE}, gear=["vr-e4"])
    assert duel(t, "cv-sentinel", "vr-runner", [1] * 7).over, "not when it retaliates"


@pytest.mark.rule("KT-WR-01", "KT-MARK-03")
def test_condemned_ground_is_where_an_objective_is_contested() -> None:
    def at(objective: tuple[int, int]) -> Match:
        t = stage({"cv-sentinel": HERE}, {"vr-runner": BESIDE}, ploys=["cv-s4"])
        write(t, markers={"there": Marker("there", OBJECTIVE, NOBODY, *objective, 0, NOBODY, "", ())})
        return duel(t, "cv-sentinel", "vr-runner", [1] * 7)

    assert keys(at((500, 1250))) == ["keep 1 unrolled", "keep 0 unrolled"]
    assert at((500, 2000)).over


@pytest.mark.rule("KT-WR-06", "KT-PLOY-02")
def test_weight_of_numbers_needs_another_one_within_two_inches() -> None:
    def at(place: tuple[float, float]) -> Match:
        t = stage({"sl-sapper": HERE, "sl-reeve": place}, {"vr-runner": BESIDE}, ploys=["sl-s4"])
        return duel(t, "sl-sapper", "vr-runner", [1] * 6)

    assert rerolls(at((5, 13.5))) == {"Ceaseless"}
    assert at((5, 16)).over
    t = stage({"vr-runner": BESIDE}, {"sl-sapper": HERE, "sl-reeve": (5, 13.5)}, ploys=["sl-s4"])
    assert rerolls(duel(t, "vr-runner", "sl-sapper", [1] * 6)) == {"Ceaseless"}, "also for one that retaliates"


@pytest.mark.rule("KT-WR-19", "KT-PLOY-02")
def test_knives_low_rend_concealed_enemies() -> None:
    def at(order: int) -> Match:
        t = stage(
            {"vr-runner": HERE}, {"cv-sentinel": BESIDE}, ploys=["vr-s4"], operatives={"cv-sentinel": {"order": order}}
        )
        return duel(t, "vr-runner", "cv-sentinel", [6, 3, 1, 1, 1, 1, 1])

    assert keys(at(CONCEAL)) == ["raise a normal", "no raise"]
    assert at(1).decision.topic == "die of vr-runner"


@pytest.mark.rule("KT-WR-12", "KT-PLOY-02", "KT-DMG-04")
def test_feeding_hour_is_lethal_against_the_injured() -> None:
    def at(left: int) -> Match:
        t = stage(
            {"ir-thornbow": HERE},
            {"cv-sentinel": BESIDE},
            ploys=["ir-s3"],
            operatives={"cv-sentinel": {"wounds": left}},
        )
        return duel(t, "ir-thornbow", "cv-sentinel", [5, 1, 1, 1, 1, 1, 1])

    assert told(at(5), "retained")[0]["criticals"] == 1
    assert told(at(6), "retained")[0]["criticals"] == 0


@pytest.mark.rule("KT-SHOOT-12", "KT-PLOY-03")
def test_riposte_turns_a_normal_success_into_a_critical_when_retaliating() -> None:
    t = stage({"cv-sentinel": HERE}, {"vr-duellist": BESIDE})
    match = duel(t, "cv-sentinel", "vr-duellist", [1, 1, 1, 1, 3, 3, 1, 1, 1], "use vr-a3", "keep the dice")
    assert (told(match, "retained")[1]["normals"], told(match, "retained")[1]["criticals"]) == (1, 1)
    t = stage({"cv-sentinel": HERE}, {"vr-duellist": BESIDE})
    none = duel(t, "cv-sentinel", "vr-duellist", [1, 1, 1, 1, 3, 3, 1, 1, 1], "no more", "keep the dice")
    assert (told(none, "retained")[1]["normals"], told(none, "retained")[1]["criticals"]) == (2, 0)
    t = stage({"vr-duellist": HERE}, {"cv-sentinel": BESIDE})
    assert "use vr-a3" not in keys(duel(t, "vr-duellist", "cv-sentinel", [3, 3, 1, 1, 1, 1, 1, 1, 1])), (
        "not when it attacks"
    )
    t = stage({"cv-sentinel": HERE}, {"vr-duellist": BESIDE}, used=(("vr-a3", 1, 1, 1, 1),))
    assert "use vr-a3" not in keys(duel(t, "cv-sentinel", "vr-duellist", [1, 1, 1, 1, 3, 3, 1, 1, 1])), (
        "once per turning point"
    )


# -- each target for itself, instead of damage, odds -------------------------------------------------------------------


@pytest.mark.rule("KT-WR-06", "KT-WR-27")
def test_conditions_about_the_target_are_judged_for_each_target() -> None:
    t = stage({"cv-lamplighter": HERE}, {"vr-runner-1": NEAR, "vr-runner-2": (14, 11)}, ploys=["cv-s2"])
    shoot(t, 0, "lamp-projector", [Target(1), Target(2)])
    match = play(arena.match_over(t, Given([2, 2, 2, 1, *[1] * 3, 2, 2, 2, 1, *[1] * 3])), "shoot vr-runner-1")
    assert rerolls(match) == {"Ceaseless"}
    play(match, "keep the dice")
    assert match.over, "the other one is more than 6 inches away"


@pytest.mark.rule("KT-PLOY-03", "KT-WR-27")
def test_what_was_used_against_one_target_is_offered_again_against_the_next() -> None:
    t = stage({"sl-sapper": HERE}, {"vr-runner-1": NEAR, "vr-runner-2": (9, 13)}, gear=["sl-e4"])
    shoot(t, 0, "old-rifle", [Target(1), Target(2)])
    match = play(arena.match_over(t, Given([6, 1, 1, 1, 1, 1, 1] * 2)), "shoot vr-runner-1", "use sl-e4")
    assert wounds(match, "vr-runner-1") == 8 - 4 and keys(match) == ["use sl-e4", "no more"]
    play(match, "no more")
    assert match.over and wounds(match, "vr-runner-2") == 8 - 3, "what was gained before is over"


def with_tracker(*places: Any, **given: Any) -> Any:
    t = stage(*places, **{"turning_point": 2, **given})
    t.select(0, "tac_op", "tagged")
    return t


@pytest.mark.rule("KT-ACT-08", "KT-SHOOT-25")
def test_a_success_of_a_shot_may_be_given_up_for_a_mission_action() -> None:
    t = with_tracker({"vr-runner": HERE}, {"cv-sentinel": NEAR})
    match = shot(t, "vr-runner", "runner-carbine", "cv-sentinel", [3, 6, 1, 1, 1, 1, 1])
    assert match.decision.seat == 0 and len(keys(match)) == 2
    tracked = play(match.fork(Given([1])), keys(match)[0])
    assert wounds(tracked, "cv-sentinel") == 11 - 4, "the normal success is given up"
    assert [deed[0] for deed in tracked.state.deeds] == ["plant-tracker"]
    assert wounds(play(match, "inflict damage with all"), "cv-sentinel") == 11 - 7
    blocked = with_tracker({"vr-runner": HERE}, {"cv-sentinel": NEAR})
    assert shot(blocked, "vr-runner", "runner-carbine", "cv-sentinel", [3, 1, 1, 1, 3, 1, 1]).over, (
        "no unblocked success"
    )
    far = with_tracker({"vr-runner": HERE}, {"cv-sentinel": FAR})
    assert shot(far, "vr-runner", "runner-carbine", "cv-sentinel", [3, 1, 1, 1, 1, 1, 1]).over, (
        "more than 6 inches away"
    )
    other = stage({"vr-runner": HERE}, {"cv-sentinel": NEAR}, turning_point=2)
    assert shot(other, "vr-runner", "runner-carbine", "cv-sentinel", [3, 1, 1, 1, 1, 1, 1]).over, "another tac op"


@pytest.mark.rule("KT-ACT-08", "KT-FIGHT-11")
def test_a_die_of_a_fight_may_be_given_up_for_a_mission_action() -> None:
    t = with_tracker({"vr-runner": HERE}, {"cv-sentinel": BESIDE})
    match = duel(t, "vr-runner", "cv-sentinel", [6, 3, 1, 1, 1, 1, 1])
    assert keys(match)[:2] == ["strike with a critical", "block nothing with a critical"] and keys(match)[-1].endswith(
        "instead"
    )
    play(match, keys(match)[-1])
    assert [deed[0] for deed in match.state.deeds] == ["plant-tracker"]
    assert keys(match) == ["strike with a critical", "block nothing with a critical"], (
        "the normal die is gone, and once is enough"
    )


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-09")
@pytest.mark.parametrize(
    ("mine", "theirs", "weapon", "given"),
    [
        (
            "sl-sapper",
            "cv-sentinel",
            "old-rifle",
            {"gear": ["sl-e4", "cv-e1"], "cp": (0, 1), "operatives": {"cv-sentinel": {"wounds": 4}}},
        ),
        (
            "vr-runner",
            "ir-thornbow",
            "runner-carbine",
            {"gear": ["ir-e1"], "cp": (0, 1), "operatives": {"ir-thornbow": {"wounds": 6}}},
        ),
        (
            "cv-sentinel",
            "sl-sapper",
            "sentinel-carbine",
            {"ploys": ["sl-s1"], "cp": (0, 1), "operatives": {"sl-sapper": {"wounds": 3}}},
        ),
    ],
)
def test_odds_of_shots_with_entries_are_exact(mine: str, theirs: str, weapon: str, given: dict[str, Any]) -> None:
    t = stage({mine: HERE}, {theirs: NEAR}, **given)
    shoot(t, 0, weapon, [Target(1, cover_from=("wall",))])
    match = arena.match_over(t, None, events=False)
    with_memo, without = (odds_here(match, 0, aim="damage", budget=300_000, memo=memo) for memo in (True, False))
    assert with_memo.exact and without.exact and with_memo.value == without.value
    assert with_memo.chances == without.chances and with_memo.nodes < without.nodes


@pytest.mark.rule("KT-PLOY-03", "KT-BASE-11")
def test_odds_of_a_fight_with_entries_are_exact() -> None:
    t = stage(
        {"cv-sentinel": HERE},
        {"vr-runner": BESIDE},
        gear=["vr-e4", "cv-e1"],
        cp=(1, 0),
        operatives={"cv-sentinel": {"wounds": 3}},
    )
    who = t.number("cv-sentinel")
    t.set_active(t.number("vr-runner"))
    fight(t, 1, [universal.opponent(t, 1, who)])
    match = arena.match_over(t, None, events=False)
    with_memo = odds_here(match, 1, aim="damage", budget=300_000)
    unused = stage({"cv-sentinel": HERE}, {"vr-runner": BESIDE}, operatives={"cv-sentinel": {"wounds": 3}})
    fight(unused, 1, [universal.opponent(unused, 1, who)])
    plain = odds_here(arena.match_over(unused, None, events=False), 1, aim="damage", budget=300_000)
    assert with_memo.exact and plain.exact
    assert with_memo.mean("incapacitated cv-sentinel") < plain.mean("incapacitated cv-sentinel"), (
        "Unquenched and Slag Plates save it"
    )


# -- the parts ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-00")
def test_a_gained_rule_is_for_all_weapons_for_a_type_or_for_one() -> None:
    rifle, knife = arena.weapon(4, 3, 3, 4, name="rifle"), arena.weapon(4, 3, 3, 4, ranged=False, name="knife")
    assert [AddRule(weapons=name).concerns(rifle) for name in ("all", "ranged", "melee", "rifle", "knife")] == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert [AddRule(weapons=name).concerns(knife) for name in ("all", "ranged", "melee", "rifle", "knife")] == [
        True,
        False,
        True,
        False,
        True,
    ]


@pytest.mark.rule("KT-BASE-09", "KT-BASE-19")
def test_what_is_granted_is_one_object_that_dice_know_by_its_text() -> None:
    assert reroll(2, "X") == ("reroll one: X", "reroll one: X (2)")
    assert reroll("one_number", "X") == ("reroll number: X",)
    assert Reroll("any", "X").rerolls().dice == "any"
    assert Keep(1, "X", critical=True).unrolled() == (0, 1) and Keep(1, "X").unrolled() == (1, 0)
    assert Change("dmg_crit", -1, "X").changes("dmg_crit") == -1
    assert Change("hit", 1, "X").changes("save") == 0
    assert repr(Raise(1, "X")) == "<raise 1: X>" and Raise(1, "X").raises() == (1, "X")
    assert windows_of((change("hit", 1, "X"),))[WeaponRule.changes][0]("hit") == 1
    assert is_granted("reroll one: X") and not is_granted("Balanced")


def test_a_sequence_with_entries_is_saved_and_read_again() -> None:
    t = stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}, gear=["cv-e4"])
    match = shot(t, "cv-sunlancer", "sunlance-flare", "vr-runner", [1, 1, 3, 3], "use cv-e4")
    record = match.table.state.agenda[-1]
    data = {"kind": record.kind, **record.dump()}
    assert Frame.load(data).key() == record.key() == record.copy().key()
    assert record.gained == ("Balanced",) and record.played == ("cv-e4",)
