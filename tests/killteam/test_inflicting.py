"""Damage about to be inflicted: what lessens it, who survives it, what comes first and what follows (KT-DMG-01,
KT-DMG-02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.refusals import Modifier
from fireteam.games.killteam import arena
from fireteam.games.killteam.abilities.words.damage import ReduceDamage
from fireteam.games.killteam.cards import Target
from fireteam.games.killteam.damage import inflict
from fireteam.games.killteam.damage.inflict import Blow, Hits
from fireteam.games.killteam.shooting.sequence import shoot
from fireteam.games.killteam.state import ACTIVE, KILLZONE, REMOVED, Effect, Frame
from fireteam.games.killteam.table import Table
from fireteam.kit.arena import match_at
from tests.killteam.skirmish import duel, keys, play, shot, stage, told, wounds

HERE, NEAR, FAR = (5, 11), (9, 11), (20, 11)
BESIDE = (6.7, 11)
SAVES = [1, 1, 1]


def points(match: Match) -> list[int]:
    """The damage of each blow that was suffered."""
    return [found["points"] for found in told(match, "hurt")]


def status(match: Match, name: str) -> int:
    return int(next(found.status for found in match.state.operatives if found.name == name))


# -- less damage -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-DMG-01")
def test_dice_are_reduced_one_by_one_and_not_below_the_minimum() -> None:
    dice = [("normal", 3), ("normal", 1), ("critical", 5)]
    assert ReduceDamage(by=1, min=2).reduced(dice) == [("normal", 2), ("normal", 1), ("critical", 4)], (
        "1 is not raised to 2"
    )
    assert ReduceDamage(by=2, min=1, dice=1).reduced(dice) == [("normal", 3), ("normal", 1), ("critical", 3)]
    assert ReduceDamage(by=2, min=1, of="normal", dice=1).reduced(dice) == [
        ("normal", 1),
        ("normal", 1),
        ("critical", 5),
    ]
    assert ReduceDamage(by=1, min=1, of="normal").reduced(dice) == [("normal", 2), ("normal", 1), ("critical", 5)]
    assert Hits(2, 3, 1, 5).points == 11


@pytest.mark.rule("KT-DMG-01", "KT-SHOOT-25")
def test_the_colossus_suffers_less_from_every_die_but_two() -> None:
    t = stage({"cv-sentinel": HERE}, {"ir-colossus": NEAR})
    match = shot(t, "cv-sentinel", "sentinel-carbine", "ir-colossus", [3, 3, 6, 1, 1, 1])
    assert points(match) == [2 + 2 + 3]
    assert told(match, "hurt")[0]["parts"][-1] == Modifier(-3, "Lumbering", "ir-a2")
    t = stage({"sl-sapper": HERE}, {"ir-colossus": NEAR})
    assert points(shot(t, "sl-sapper", "old-rifle", "ir-colossus", [4, 4, 4, 1, *SAVES])) == [6], "2 stays 2"
    t = stage({"cv-sentinel": HERE}, {"ir-thornbow": NEAR})
    assert points(shot(t, "cv-sentinel", "sentinel-carbine", "ir-thornbow", [3, 3, 1, 1, *SAVES])) == [6], (
        "it is the Colossus's"
    )


@pytest.mark.rule("KT-DMG-01", "KT-WR-07")
def test_what_is_no_attack_die_is_not_lessened() -> None:
    t = stage({"cv-longwatch": HERE}, {"ir-colossus": NEAR})
    match = shot(t, "cv-longwatch", "long-rifle", "ir-colossus", [6, 2, 1, 1, *SAVES])
    assert points(match) == [3, 2 + 2], "Devastating in full, then a critical and a normal that inflict 3 each, less 1"


@pytest.mark.rule("KT-DMG-01", "KT-PLOY-03")
def test_slag_plates_lessen_normal_successes_for_a_whole_sequence() -> None:
    t = stage({"vr-runner": HERE}, {"cv-sentinel": NEAR}, gear=["cv-e1"])
    match = shot(t, "vr-runner", "runner-carbine", "cv-sentinel", [3, 3, 6, 1, *SAVES])
    assert (match.decision.seat, match.decision.topic, keys(match)) == (
        1,
        "damage of 3+3+4 to cv-sentinel",
        ["use cv-e1", "no more"],
    )
    play(match, "use cv-e1")
    assert points(match) == [2 + 2 + 4] and not match.state.operatives[1].effects, "over with the sequence"
    only_critical = stage({"vr-runner": HERE}, {"cv-sentinel": NEAR}, gear=["cv-e1"])
    assert shot(only_critical, "vr-runner", "runner-carbine", "cv-sentinel", [6, 1, 1, 1, *SAVES]).over, (
        "nothing to lessen"
    )
    spent = stage({"vr-runner": HERE}, {"cv-sentinel": NEAR}, gear=["cv-e1"], used=(("cv-e1", 1, 0, 1, 1),))
    assert shot(spent, "vr-runner", "runner-carbine", "cv-sentinel", [3, 3, 1, 1, *SAVES]).over, (
        "once per turning point"
    )


@pytest.mark.rule("KT-DMG-01", "KT-FIGHT-11")
def test_slag_plates_last_for_all_strikes_of_a_fight() -> None:
    t = stage({"vr-runner": HERE}, {"cv-sentinel": BESIDE}, gear=["cv-e1"])
    match = duel(
        t,
        "vr-runner",
        "cv-sentinel",
        [3, 3, 6, 1, 1, 1, 1],
        "strike with a normal",
        "use cv-e1",
        "strike with a normal",
    )
    play(match, *(["strike with a critical"] if not match.over else []))
    assert points(match) == [2, 2, 4] and not match.state.operatives[1].effects


@pytest.mark.rule("KT-PLOY-03", "KT-DMG-01")
def test_stubborn_takes_two_from_one_die_for_a_command_point() -> None:
    t = stage({"vr-runner": HERE}, {"sl-sapper": NEAR}, cp=(0, 1))
    match = shot(t, "vr-runner", "runner-carbine", "sl-sapper", [3, 6, 1, 1, *SAVES], "keep the dice", "use sl-f4")
    assert points(match) == [3 + 2] and match.state.cp == (0, 0), "the critical die loses most"
    t = stage({"vr-runner": HERE}, {"sl-sapper": NEAR})
    assert points(shot(t, "vr-runner", "runner-carbine", "sl-sapper", [3, 6, 1, 1, *SAVES])) == [7]


@pytest.mark.rule("KT-PLOY-03", "KT-DMG-01")
def test_tallow_armour_takes_two_from_one_critical() -> None:
    t = stage({"vr-runner": HERE}, {"ir-thornbow": NEAR}, gear=["ir-e1"])
    match = shot(t, "vr-runner", "runner-carbine", "ir-thornbow", [6, 6, 1, 1, *SAVES], "use ir-e1")
    assert points(match) == [2 + 4]
    t = stage({"vr-runner": HERE}, {"ir-thornbow": NEAR}, gear=["ir-e1"])
    assert shot(t, "vr-runner", "runner-carbine", "ir-thornbow", [3, 3, 1, 1, *SAVES]).over, "no critical"
    t = stage({"vr-runner": HERE}, {"ir-thornbow": NEAR}, gear=["ir-e1"], used=(("ir-e1", 1, 1, 0, 0),))
    assert shot(t, "vr-runner", "runner-carbine", "ir-thornbow", [6, 1, 1, 1, *SAVES]).over, "once per battle"


# -- would be incapacitated --------------------------------------------------------------------------------------------


def dying(
    who: str,
    dice: list[int],
    *answers: str,
    others: Mapping[str, tuple[float, float]] | None = None,
    left: int = 3,
    **given: Any,
) -> Match:
    """A hit of 3 on somebody with 3 wounds left."""
    given = {"cp": (0, 1), **given}
    effects = given.pop("effects", ())
    t = stage(
        {"vr-runner": HERE},
        {who: NEAR, **(others or {})},
        operatives={who: {"wounds": left, "effects": effects}},
        **given,
    )
    return shot(t, "vr-runner", "runner-carbine", who, [3, 1, 1, 1, *dice], *answers)


@pytest.mark.rule("KT-DMG-02", "KT-PLOY-03")
def test_unquenched_stays_with_one_wound_on_a_four() -> None:
    match = dying("cv-sentinel", [*SAVES, 4], "keep the dice")
    assert (match.decision.seat, match.decision.topic, keys(match)) == (
        1,
        "cv-sentinel would be incapacitated",
        ["use cv-f1", "no more"],
    )
    play(match, "use cv-f1")
    assert wounds(match, "cv-sentinel") == 1 and status(match, "cv-sentinel") == KILLZONE and not match.state.kills
    failed = dying("cv-sentinel", [*SAVES, 3], "keep the dice", "use cv-f1")
    assert wounds(failed, "cv-sentinel") == 0 and status(failed, "cv-sentinel") == REMOVED and failed.state.cp == (0, 0)
    assert dying("cv-sentinel", SAVES, cp=(0, 0)).state.kills == ((0, 1, 1),), "without a command point"
    alive = dying("cv-sentinel", SAVES, "keep the dice", left=4)
    assert alive.over and wounds(alive, "cv-sentinel") == 1, "not asked while wounds are left"


@pytest.mark.rule("KT-DMG-02", "KT-FIGHT-10")
def test_unquenched_lets_a_fight_go_on() -> None:
    t = stage({"vr-runner": HERE}, {"cv-sentinel": BESIDE}, cp=(0, 1), operatives={"cv-sentinel": {"wounds": 3}})
    match = duel(
        t, "vr-runner", "cv-sentinel", [3, 3, 1, 4, 1, 1, 1, 5], "keep the dice", "strike with a normal", "use cv-f1"
    )
    assert match.decision.topic == "die of cv-sentinel" and wounds(match, "cv-sentinel") == 1
    play(match, "strike with a normal", "strike with a normal")
    assert match.over and wounds(match, "vr-runner") == 5 and status(match, "cv-sentinel") == REMOVED


@pytest.mark.rule("KT-DMG-02", "KT-WR-11")
def test_one_that_would_fall_to_its_own_hot_weapon_may_survive_as_well() -> None:
    t = stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}, cp=(1, 0), operatives={"cv-sunlancer": {"wounds": 2}})
    match = shot(t, "cv-sunlancer", "sunlance-flare", "vr-runner", [1, 1, 1, 1, 1, 1, 4], "keep the dice", "use cv-f1")
    assert match.over and wounds(match, "cv-sunlancer") == 1


@pytest.mark.rule("KT-DMG-02", "KT-ACT-04")
def test_the_sawbones_patches_a_friend_once() -> None:
    match = dying("sl-sapper", SAVES, others={"sl-sawbones": (9, 13)}, cp=(0, 0))
    assert keys(match) == ["use sl-a6", "no more"]
    play(match, "use sl-a6")
    found = {(effect.name, effect.what, effect.amount, effect.until) for effect in match.state.operatives[1].effects}
    assert found == {("patched", "token", 0, "battle"), ("Grog and Bandages", "apl", -1, "next activation")}
    assert wounds(match, "sl-sapper") == 1 and match.state.used == (("sl-a6", 1, 2, 1, 1),)
    patched = (Effect("patched", "token", 0, "battle", "sl-a6"),)
    assert dying("sl-sapper", SAVES, others={"sl-sawbones": (9, 13)}, cp=(0, 0), effects=patched).over, "patched before"
    assert dying("sl-sapper", SAVES, others={"sl-sawbones": (9, 16)}, cp=(0, 0)).over, "too far"
    assert dying("sl-sawbones", SAVES, cp=(0, 0)).over, "not itself"
    assert dying("sl-sapper", SAVES, others={"sl-sawbones": (9, 13)}, cp=(0, 0), used=(("sl-a6", 1, 2, 1, 1),)).over, (
        "once per turning point"
    )


@pytest.mark.rule("KT-DMG-02", "KT-BASE-17", "KT-DMG-06")
def test_a_short_fuse_hurts_everybody_round_it() -> None:
    others = {"sl-conscript": (9, 13), "sl-reeve": (9, 16)}
    match = dying("sl-bomber", [*SAVES, 4, 5], others=others, cp=(0, 0))
    assert wounds(match, "sl-bomber") == 0 and wounds(match, "sl-conscript") == 7 - 3 and wounds(match, "sl-reeve") == 9
    dud = dying("sl-bomber", [*SAVES, 3], others=others, cp=(0, 0))
    assert dud.over and wounds(dud, "sl-conscript") == 7
    alive = dying("sl-bomber", SAVES, others=others, cp=(0, 0), left=4)
    assert alive.over and wounds(alive, "sl-bomber") == 1, "only when it is incapacitated"
    saved = dying("sl-bomber", SAVES, "use sl-a6", others={"sl-sawbones": (9, 13)}, cp=(0, 0))
    assert saved.over and wounds(saved, "sl-bomber") == 1, "whoever survives does not go off"


@pytest.mark.rule("KT-DMG-02", "KT-DMG-06")
def test_a_blast_may_set_off_the_next_one() -> None:
    t = stage(
        {"vr-runner": HERE}, {"sl-bomber": NEAR, "sl-conscript-1": (9, 13), "sl-conscript-2": (9, 15)},
        operatives={"sl-bomber": {"wounds": 3}, "sl-conscript-1": {"wounds": 1}},
    )  # fmt: skip
    match = shot(t, "vr-runner", "runner-carbine", "sl-bomber", [3, 1, 1, 1, *SAVES, 6, 2])
    assert [status(match, name) for name in ("sl-bomber", "sl-conscript-1", "sl-conscript-2")] == [
        REMOVED,
        REMOVED,
        KILLZONE,
    ]
    assert match.state.kills == ((0, 1, 1), (1, 2, 1))


@pytest.mark.rule("KT-ACT-09", "KT-PLOY-03", "KT-DMG-02")
def test_the_next_man_dashes_when_the_sequence_is_over() -> None:
    match = dying("sl-sapper", SAVES, "keep the dice", "no more", others={"sl-conscript": (9, 13)})
    assert (match.decision.topic, keys(match)) == ("sl-sapper is incapacitated", ["use sl-f1", "no more"])
    play(match, "use sl-f1")
    assert (
        match.decision.topic == "DASH of sl-conscript"
        and status(match, "sl-sapper") == REMOVED
        and match.state.cp == (0, 0)
    )
    play(match, "to 9.00,15.00")
    assert match.over and match.state.operatives[2].y == 1500
    assert dying("sl-sapper", SAVES, "keep the dice", "no more", others={"sl-conscript": (9, 16)}).over, (
        "nobody within 3 inches"
    )
    assert dying("sl-sapper", SAVES, others={"sl-conscript": (9, 13)}, cp=(0, 0)).over, "no command point"


@pytest.mark.rule("KT-ACT-09", "KT-DMG-06")
def test_the_next_man_stays_if_the_same_action_fells_him() -> None:
    t = stage(
        {"vr-runner": HERE}, {"sl-sapper": NEAR, "sl-conscript": (9, 13)}, cp=(0, 1),
        operatives={"sl-sapper": {"wounds": 3}, "sl-conscript": {"wounds": 3}},
    )  # fmt: skip
    shoot(t, 0, "runner-carbine", [Target(1), Target(2)])
    match = arena.match_over(t, Given([3, 1, 1, 1, *SAVES, 3, 1, 1, 1, *SAVES]))
    play(match, "shoot sl-sapper", "keep the dice", "no more", "use sl-f1")
    assert match.over and [status(match, name) for name in ("sl-sapper", "sl-conscript")] == [REMOVED, REMOVED]
    assert not told(match, "moves")


# -- something comes first ---------------------------------------------------------------------------------------------


def throes(dice: list[int], *answers: str, at: tuple[float, float] = BESIDE, hound: int = 4, **given: Any) -> Match:
    """A keg that bursts beside a Hound in the middle of a fight, with 3 points left to suffer."""
    t = stage(
        {"sl-bomber": (5, 2), "sl-conscript": HERE, "sl-reeve": (5, 8)}, {"ir-hound": at}, cp=(0, 1),
        operatives={"ir-hound": {"wounds": hound}, "sl-bomber": {"readiness": ACTIVE}}, active=0, **given,
    )  # fmt: skip
    shoot(t, 0, "keg-toss", [Target(t.number("ir-hound"))])
    return play(arena.match_over(t, Given(dice)), *answers)


@pytest.mark.rule("KT-ACT-09", "KT-DMG-02", "KT-FIGHT-01")
def test_a_beast_fights_before_a_ranged_weapon_fells_it() -> None:
    match = throes([4, 4, 1, 1, *SAVES, 3, 3, 1, 1, 1, 1, 1], "keep the dice")
    assert keys(match) == ["use ir-f1", "no more"]
    play(match, "use ir-f1")
    assert wounds(match, "ir-hound") == 4, "the damage waits"
    kinds = [record.kind for record in match.state.agenda]
    assert kinds == ["shooting", "damage", "action", "fight"]
    again = match_at(match.setting, match.setting.load_state(match.state.dump()), Given([1]))
    assert again.decision.topic == match.decision.topic, "all of it is in the state"
    play(match, "keep the dice", "strike with a normal", "strike with a normal")
    assert match.over and wounds(match, "sl-conscript") == 7 - 6
    assert wounds(match, "ir-hound") == 0 and status(match, "ir-hound") == REMOVED
    assert match.state.kills == ((0, 3, 1),), "felled by the keg"
    codes = [event.code for event in match.log]
    assert codes.index("strikes") < codes.index("incapacitated") < codes.index("removed")


@pytest.mark.rule("KT-ACT-09", "KT-DMG-02")
def test_a_beast_that_has_nobody_to_fight_or_no_such_foe_falls_at_once() -> None:
    assert throes([4, 4, 1, 1, *SAVES], "keep the dice", at=NEAR).over, "nobody in control range"
    t = stage({"sl-eeler": HERE}, {"ir-hound": BESIDE}, cp=(0, 1), operatives={"ir-hound": {"wounds": 3}})
    match = duel(t, "sl-eeler", "ir-hound", [3, 1, 1, 1, 1, 1, 1, 1], "keep the dice", "strike with a normal")
    assert match.over and status(match, "ir-hound") == REMOVED, "a melee weapon"
    warden = stage(
        {"sl-bomber": (5, 2), "sl-conscript": HERE},
        {"ir-thornbow": BESIDE},
        cp=(0, 1),
        operatives={"ir-thornbow": {"wounds": 3}},
    )
    shoot(warden, 0, "keg-toss", [Target(2)])
    assert play(arena.match_over(warden, Given([4, 1, 1, 1, *SAVES])), "keep the dice").over, "no BEAST"


@pytest.mark.rule("KT-DMG-02", "KT-WR-07", "KT-SHOOT-25")
def test_a_shot_goes_on_after_a_fight_in_the_middle_of_it() -> None:
    """Devastating fells the beast before its defence dice: it fights, then the rest of the shot is resolved."""
    t = stage(
        {"cv-longwatch": (5, 5), "cv-sentinel": HERE}, {"ir-hound": BESIDE}, cp=(0, 1),
        operatives={"ir-hound": {"wounds": 3}},
    )  # fmt: skip
    shoot(t, 0, "long-rifle", [Target(2)])
    match = arena.match_over(t, Given([6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, *SAVES]))
    play(match, "use ir-f1", "keep the dice")
    assert match.over and status(match, "ir-hound") == REMOVED
    assert points(match) == [3] and len(told(match, "rolled")) == 4


@pytest.mark.rule("KT-DMG-06", "KT-SHOOT-26")
def test_casualties_of_a_shot_stay_until_it_is_over_whatever_comes_between() -> None:
    t = stage(
        {"sl-bomber": (5, 2), "sl-conscript": HERE}, {"ir-hound-1": BESIDE, "ir-hound-2": (20, 11)}, cp=(0, 1),
        operatives={"ir-hound-1": {"wounds": 3}, "ir-hound-2": {"wounds": 3}},
    )  # fmt: skip
    shoot(t, 0, "keg-toss", [Target(3), Target(2)])
    match = arena.match_over(t, Given([4, 1, 1, 1, *SAVES, 4, 1, 1, 1, *SAVES, 4, 1, 1, 1, 1, 1, 1]))
    play(match, "keep the dice", "keep the dice", "use ir-f1")
    while not match.over:
        play(match, next(key for key in keys(match) if key.startswith(("keep", "strike"))))
    codes = [event.code for event in match.log if event.code in ("strikes", "incapacitated", "removed")]
    assert codes == ["incapacitated", "strikes", "incapacitated", "removed", "removed"]


@pytest.mark.rule("KT-FIGHT-10", "KT-ACT-09", "KT-DMG-02")
def test_a_fight_goes_on_after_a_fight_in_the_middle_of_it() -> None:
    """A rule that lets a beast fight back before any weapon fells it, melee weapons included."""
    t = stage({"cv-sentinel": HERE}, {"ir-hound": BESIDE}, cp=(0, 1), operatives={"ir-hound": {"wounds": 3}})
    book = t.setting.book
    for entry in book.by_when[1, "incapacitated"]:
        entry.conditions = ()
    mine, theirs = [3, 3, 1, 1], [1, 1, 1, 1]
    match = duel(t, "cv-sentinel", "ir-hound", [*mine, *theirs, 4, 1, 1, 1, 1, 1, 1, 1], "keep the dice")
    play(match, "strike with a normal", "use ir-f1")
    assert [record.kind for record in match.state.agenda] == ["fight", "damage", "action", "fight"]
    while not match.over:
        play(match, next(key for key in keys(match) if key.startswith(("keep", "strike"))))
    assert wounds(match, "cv-sentinel") == 11 - 3 and status(match, "ir-hound") == REMOVED
    assert len(told(match, "strikes")) == 2, "the second die of the first fight is not needed any more"


@pytest.mark.rule("KT-DMG-02")
def test_a_blow_that_waits_is_saved_and_read_again() -> None:
    blow = Blow(3, 5, "KT-SHOOT-25", (Modifier(5, "1 critical", "KT-SHOOT-25"),), 1, "keg-toss", ("ir-f1",))
    again = Frame.load({"kind": blow.kind, **blow.dump()})
    assert isinstance(again, Blow) and again.dump() == blow.dump() and again.key() == blow.key() == blow.copy().key()


@pytest.mark.rule("KT-DMG-01")
def test_without_entries_damage_is_one_verb() -> None:
    t: Table = arena.table_over(*arena.position((arena.card("one"), arena.card("two")), (0, 1)))
    assert list(inflict.inflict(t, 1, Hits(1, 3, 1, 5), "KT-DMG-01", by=0)) == []
    assert t.operative(1).wounds == 4
    assert list(inflict.inflict(t, 1, 9, "KT-DMG-01")) == [] and t.state.kills == ((-1, 1, 1),)
