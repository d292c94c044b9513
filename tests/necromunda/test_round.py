"""The round, activations, nerve, conditions and the End phase."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.end_phase import EndPhase, losses
from fireteam.games.necromunda.nerve import Nerve
from fireteam.games.necromunda.round import Round
from fireteam.games.necromunda.state import INJURED, OUT, PINNED, PLAY, STANDING, Thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place, setting


def with_condition(*names: str, **more: Any) -> dict[str, Any]:
    """A model under conditions."""
    return {"conditions": frozenset(names), **more}


# -- activations -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-ACT-01", "NE-ACT-03")
def test_two_actions_resolved_in_turn() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 20)}, active="A")
    answer(match, "move", "to 35.00,30.00")
    assert place(match, "A") == (5, 0) and match.state.active == 0
    answer(match, "move", "to 40.00,30.00")
    assert place(match, "A") == (10, 0) and match.state.active == 1


@pytest.mark.rule("NE-ACT-01")
def test_a_model_may_stop_early() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 20)}, active="A")
    answer(match, "end the activation")
    assert not model(match, "A").ready and match.state.active == 1


@pytest.mark.rule("NE-ACT-04")
def test_a_double_action_needs_both() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 20)}, active="A")
    assert "charge" in offers(match)
    answer(match, "move", "to 35.00,30.00")
    assert "charge" not in offers(match)


@pytest.mark.rule("NE-ACT-05", "NE-STAT-01", "NE-STAT-02")
def test_the_menu_goes_by_status() -> None:
    match = lay([fighter("A", rifle())], [fighter("E")], {"A": (0, 0), "E": (1, 0, 0, 180)}, active="A")
    assert set(offers(match)) == {"fight", "retreat", "turn", "end"}
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (8, 0)},
        active="A",
        models={"A": {"stance": PINNED}},
    )
    assert set(offers(match)) == {"stand_up", "crawl", "blind_fire", "end"}


@pytest.mark.rule("NE-SI-01", "NE-STAT-05")
def test_the_seriously_injured_only_crawl() -> None:
    match = lay(
        [fighter("A", rifle(), m=4)],
        [fighter("E")],
        {"A": (0, 0), "E": (8, 0)},
        active="A",
        models={"A": {"stance": INJURED}},
    )
    assert set(offers(match)) == {"crawl", "end"}
    answer(match, "crawl")
    assert match.decision is not None
    assert match.decision.find("to 32.00,30.00") is not None and match.decision.find("to 32.10,30.00") is None


@pytest.mark.rule("NE-STAT-02")
def test_contact_with_the_seriously_injured_engages_nobody() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (1, 0)},
        active="A",
        models={"E": {"stance": INJURED}},
    )
    assert {"move", "coup_de_grace"} <= set(offers(match)) and "fight" not in offers(match)


@pytest.mark.rule("NE-PIN-01", "NE-ACT-02")
def test_stand_up_then_shoot() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0)},
        [4, 2, 1],
        active="A",
        models={"A": {"stance": PINNED}},
    )
    answer(match, "stand up", "shoot E with rifle")
    assert model(match, "A").stance == STANDING and model(match, "E").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-PIN-03")
def test_the_pinned_crawl_half_their_movement() -> None:
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, active="A", models={"A": {"stance": PINNED}}
    )
    answer(match, "crawl", "to 30.00,32.50")
    assert place(match, "A") == (0, 2.5) and model(match, "A").stance == PINNED


@pytest.mark.rule("NE-STD-14")
def test_take_cover() -> None:
    match = lay([fighter("A", rifle())], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, active="A")
    answer(match, "take cover")
    assert match.decision is not None and match.decision.find("to 30.00,32.60") is None
    answer(match, "to 30.00,32.50")
    assert model(match, "A").stance == PINNED
    assert set(offers(match)) == {"stand_up", "end"}


@pytest.mark.rule("NE-STD-12")
def test_coup_de_grace_wants_arc_and_an_inch() -> None:
    places = {"A": (0, 0, 0, 0), "E": (1.8, 0), "F": (-1.8, 0)}
    down = {"E": {"stance": INJURED}, "F": {"stance": INJURED}}
    match = lay(
        [fighter("A")],
        [fighter("E"), fighter("F"), fighter("G")],
        {**places, "G": (0, 25)},
        [3, 4],
        active="A",
        models=down,
    )
    assert match.decision is not None
    assert match.decision.find("finish E") is not None and match.decision.find("finish F") is None
    answer(match, "finish E")
    assert model(match, "E").status == OUT
    assert "turn" not in offers(match), "an action ends the free turn of the start"
    match = lay(
        [fighter("A")],
        [fighter("F"), fighter("G")],
        {"A": (0, 0), "F": (-1.8, 0), "G": (0, 25)},
        [3, 4],
        active="A",
        models={"F": {"stance": INJURED}},
    )
    answer(match, "turn", "face 180", "finish F")
    assert model(match, "F").status == OUT


@pytest.mark.rule("NE-RND-05")
def test_turning_is_free_as_an_activation_begins() -> None:
    match = lay([fighter("A", rifle())], [fighter("E")], {"A": (0, 0, 0, 0), "E": (-10, 0)}, [4, 2, 1], active="A")
    answer(match, "turn to E and shoot with rifle")
    assert model(match, "A").facing == 180 and model(match, "E").stance == PINNED


# -- the round ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-RND-04", "NE-RND-03")
def test_sides_alternate_until_one_has_nobody_left() -> None:
    red, blue = [fighter(f"R{n}") for n in range(2)], [fighter(f"B{n}") for n in range(4)]
    places = {f"R{n}": (3 * n, 0) for n in range(2)} | {f"B{n}": (3 * n, 20) for n in range(4)}
    match = lay(red, blue, places)
    acted = []
    for _ in range(6):
        assert match.decision is not None
        if match.decision.topic == "which model is activated":
            match.answer(match.decision.options[0])
        acted.append(setting(match).sides[match.state.active])
        if len(acted) < 6:
            match.answer("end the activation")
    assert acted == [0, 1, 0, 1, 1, 1]


@pytest.mark.rule("NE-RND-02")
def test_priority_goes_to_the_higher_roll_and_changes_hands_on_a_tie() -> None:
    for dice, before, seat in (([5, 3], 0, 0), ([3, 5], 0, 1), ([4, 4], 0, 1), ([4, 4], 1, 0)):
        setting = arena.setting_for(([fighter("A")], [fighter("E")]))
        from fireteam.core.dice import Given

        table = arena.table_at(setting, {"A": (10, 10), "E": (30, 30)}, Round(), round=1, priority=before)
        from fireteam.kit.arena import match_at

        match = match_at(setting, table.snapshot(), Given(dice))
        assert match.decision is not None and match.state.priority == seat and match.state.round == 2


@pytest.mark.rule("NE-RND-06")
def test_a_leader_takes_others_along() -> None:
    match = lay(
        [fighter("A", role="leader"), fighter("B"), fighter("C")],
        [fighter("E"), fighter("F")],
        {"A": (0, 0), "B": (2, 0), "C": (0, 2), "E": (0, 20), "F": (3, 20)},
    )
    assert match.decision is not None
    assert {"activate A with B", "activate A with C", "activate A with B and C"} <= set(match.decision.keys())
    answer(match, "activate A with B and C", "end the activation")
    assert match.decision is not None and match.decision.keys() == ["B goes on", "C goes on"]


# -- nerve -------------------------------------------------------------------------------------------------------------


def down(friends: dict[str, tuple[float, float]], dice: list[int], **cards: Any) -> Match:
    """E is finished by A; friends of E stand about."""
    blue = [fighter("E", **cards.pop("E", {})), *(fighter(name, **cards.get(name, {})) for name in friends)]
    match = lay(
        [fighter("A")],
        blue,
        {"A": (0, 0, 0, 0), "E": (1.5, 0), **friends},
        dice,
        active="A",
        models={"E": {"stance": INJURED}},
    )
    answer(match, "finish E")
    return match


@pytest.mark.rule("NE-NRV-01")
def test_friends_within_three_inches_test() -> None:
    match = down({"F": (1.5, 4.0), "G": (1.5, -4.2)}, [3, 4])
    assert match.decision is not None
    assert all_dice_used(match) and "broken" not in model(match, "F").conditions


@pytest.mark.rule("NE-NRV-01")
def test_a_youth_that_goes_out_frightens_youths_alone() -> None:
    match = down({"F": (1.5, 3.0), "G": (1.5, -3.0)}, [3, 4], E={"role": "youth"}, G={"role": "youth"})
    assert all_dice_used(match)


@pytest.mark.rule("NE-NRV-02")
def test_steady_friends_help() -> None:
    match = down({"F": (1.5, 3.5), "G": (1.5, 6.0)}, [2, 4])
    assert "broken" not in model(match, "F").conditions and all_dice_used(match)


@pytest.mark.rule("NE-NRV-03", "NE-BRK-02", "NE-BRK-03")
def test_who_fails_runs_at_once() -> None:
    match = down({"F": (1.5, 3.0)}, [2, 3, 3, 4])
    assert "broken" in model(match, "F").conditions and not model(match, "F").ready
    assert match.decision is not None and match.decision.topic == "refuge of F"
    match.answer(match.decision.options[0])
    assert place(match, "F")[1] > 9 and all_dice_used(match)


@pytest.mark.rule("NE-MEAS-02")
def test_fear_does_not_go_through_walls() -> None:
    from fireteam.space.plane.free.plan import IMPASSABLE, OPAQUE, SOLID, Block

    wall = Block("wall", ((2600, 3150), (3700, 3150), (3700, 3170), (2600, 3170)), 0, 400, IMPASSABLE | SOLID | OPAQUE)
    match = lay(
        [fighter("A")], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (1.5, 0), "F": (1.5, 3.2)}, [],
        active="A", models={"E": {"stance": INJURED}}, on=arena.field(wall),
    )  # fmt: skip
    answer(match, "finish E")
    assert all_dice_used(match)


@pytest.mark.rule("NE-COND-03", "NE-BRK-01", "NE-NRV-04")
def test_the_broken_do_nothing_but_run() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (5, 0)},
        [3, 4],
        active="A",
        models={"A": with_condition("broken")},
    )
    assert match.decision is not None and match.decision.topic == "refuge of A"
    knife = weapon("knife", "Melee", category="close", melee=True, strength=0, of_user=True)
    match = lay(
        [fighter("A", knife)], [fighter("E")], {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180)}, [2, 5], active="A",
        models={"E": with_condition("broken")},
    )  # fmt: skip
    answer(match, "fight", "fight with knife", "E strikes back", "fight with knife")
    assert all_dice_used(match) and model(match, "A").wounds == 1  # 4+ at -2: a 5 misses


# -- conditions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-COND-01")
def test_who_burns_runs_and_may_put_it_out() -> None:
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 25)}, [2, 2, 3, 360, 4], active="A",
        models={"A": with_condition("blaze")},
    )  # fmt: skip
    answer(match, "lie down")
    assert place(match, "A") == (5, 0) and model(match, "A").stance == PINNED
    assert "blaze" not in model(match, "A").conditions and all_dice_used(match)


@pytest.mark.rule("NE-COND-01", "NE-COND-12")
def test_a_broken_burner_burns_and_stays_broken() -> None:
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 25)}, [2, 2, 3, 90, 5], active="A",
        models={"A": with_condition("blaze", "broken")},
    )  # fmt: skip
    answer(match, "stay up")
    assert place(match, "A") == (0, 5) and model(match, "A").conditions == {"blaze", "broken"} and all_dice_used(match)


@pytest.mark.rule("NE-COND-07")
def test_the_insane_may_be_led_by_the_other_side() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0)},
        [4],
        active="A",
        models={"A": with_condition("insane")},
    )
    assert match.decision is not None and match.decision.seat == 1
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0)},
        [1],
        active="A",
        models={"A": with_condition("insane", "broken")},
    )
    assert model(match, "A").status == OUT or match.decision is None
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0)},
        [5, 3, 4],
        active="A",
        models={"A": with_condition("insane")},
    )
    answer(match, "end the activation")
    assert "insane" not in model(match, "A").conditions and all_dice_used(match)


@pytest.mark.rule("NE-COND-02")
def test_a_ready_fighter_that_is_blinded_does_not_act() -> None:
    flash = weapon("lamp", "Flash", short=8, long=16, strength=None, damage=None)
    match = lay([fighter("A", flash)], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [4, 3], active="A")
    answer(match, "shoot E with lamp")
    assert not model(match, "E").ready and "blind" in model(match, "E").conditions


# -- the End phase -----------------------------------------------------------------------------------------------------


def end_phase(red: list[Any], blue: list[Any], at: Any, dice: list[int], **more: Any) -> Match:
    """The End phase begins; when it is over the dice of the next round are seeded."""
    return lay(red, blue, at, dice, under_way=[EndPhase()], ready=(), then=Seeded(1), **more)


@pytest.mark.rule("NE-END-02")
def test_a_side_bottles_out_by_its_losses() -> None:
    blue = [fighter(f"B{n}") for n in range(6)]
    at = {"A": (0, 0), **{f"B{n}": (4 * n, 20) for n in range(3)}}
    lost = {f"B{n}": {"status": OUT} for n in range(3, 6)}
    for face, bottled in ((3, 0), (4, 2)):
        match = end_phase([fighter("A")], blue, at, [face] + [6, 6] * 3 * (bottled > 0), models=lost, strength=(1, 6))
        assert match.decision is not None and match.decision.topic == "Bottle test of 1"
        answer(match, "take the Bottle test")
        assert match.state.bottled == bottled
    table = match.setting.table(match.state, False)
    assert losses(table, 1) == 3


@pytest.mark.rule("NE-END-01")
def test_the_end_phase_has_its_order() -> None:
    match = end_phase(
        [fighter("A")], [fighter("E"), fighter("F")], {"A": (0, 0), "E": (0, 20), "F": (9, 20)},
        [4, 3, 4, 4, 4, 4, 3, 4, 4], things=[Thing("s1", "smoke", 3900, 3900)],
        models={"E": {"stance": INJURED}, "F": with_condition("broken")},
    )  # fmt: skip
    assert match.decision is not None and match.decision.topic == "Bottle test of 1"
    assert "s1" not in match.state.things
    answer(match, "take the Bottle test", "E tests")
    rules = [event.rule for event in match.log if event.code in ("marker_roll", "bottle_roll", "injury_dice", "tested")]
    assert rules == ["NE-END-09", "NE-END-02", "NE-END-03", "NE-END-03", "NE-END-06", "NE-END-08"]


@pytest.mark.rule("NE-HRX-06")
def test_by_the_house_rule_giving_up_loses() -> None:
    match = end_phase(
        [fighter("A")], [fighter("E"), fighter("F")], {"A": (0, 0), "E": (0, 20)}, [], models={"F": {"status": OUT}},
        options={"hrx_voluntary_bottle_loses": True},
    )  # fmt: skip
    answer(match, "bottle out of free will")
    assert match.over and match.result is not None and match.result.winner == 0


@pytest.mark.rule("NE-END-03", "NE-END-04")
def test_bottled_models_flee_unless_their_leader_stands() -> None:
    at = {"A": (0, 0), "L": (0, 20), "E": (0, 29), "F": (0, 5)}
    match = end_phase(
        [fighter("A")], [fighter("L", role="leader"), fighter("E"), fighter("F")], at, [3, 4, 3, 2], bottled=2
    )
    answer(match, "L tests")
    assert model(match, "L").status == PLAY and model(match, "E").status == PLAY
    assert model(match, "F").status == OUT and all_dice_used(match)


@pytest.mark.rule("NE-END-06", "NE-END-07")
def test_recovery_with_help() -> None:
    at = {"A": (0, 0), "E": (0, 20), "F": (0, 21.5)}
    hurt = {"E": {"stance": INJURED, "wounds": 0}}
    match = end_phase([fighter("A")], [fighter("E"), fighter("F")], at, [1, 6, 1], models=hurt)
    answer(match, "take the Bottle test", "F helps", "keep Flesh Wound")
    assert model(match, "E").stance == PINNED and model(match, "E").flesh == 1 and all_dice_used(match)


@pytest.mark.rule("NE-END-08")
def test_rally() -> None:
    at = {"A": (0, 0), "E": (0, 20), "F": (0, 22), "G": (2, 20)}
    match = end_phase(
        [fighter("A")],
        [fighter("E", cl=8), fighter("F"), fighter("G")],
        at,
        [3, 3],
        models={"E": with_condition("broken")},
    )
    assert (match.decision is not None and all_dice_used(match)) or match.over
    assert "broken" not in model(match, "E").conditions


@pytest.mark.rule("NE-END-05")
def test_a_bottled_side_may_take_models_off() -> None:
    setting = arena.setting_for(([fighter("A")], [fighter("E"), fighter("F")]))
    from fireteam.core.dice import Given
    from fireteam.kit.arena import match_at

    table = arena.table_at(setting, {"A": (10, 10), "E": (11, 10), "F": (30, 30)}, Round(), round=1, bottled=2)
    match = match_at(setting, table.snapshot(), Given([6, 1, 2]))
    answer(match, "F leaves", "E leaves")
    assert model(match, "F").status == OUT and model(match, "E").stance == INJURED


def test_nerve_is_a_frame_of_its_own() -> None:
    assert Nerve.kind == "nerve"
