"""Scouting: a secret choice, Equip, Play, Reposition, the wheel and the first initiative (KT-OPS-09 to KT-OPS-14,
KT-INIT-01)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fireteam
from fireteam.games.killteam.positions import base_radius
from fireteam.games.killteam.setup.scouting import FREE_PLOY, scouting_winner
from fireteam.space.plane.measure import wholly_within_of_area
from fireteam.space.plane.model import Body
from tests.killteam.battles import KILLZONES, QUICK, answer, begun, codes, keys, reach, setting


def at_scouting(seed: int = 1, **wishes: Any) -> fireteam.Match:
    """The first player has initiative and drop zone A; everybody is set up."""
    given = {"teams": ("cinder-vigil", "veilrunners"), "tac_ops": ("clean-house", "beacon-line"), **QUICK, **wishes}
    match = begun(6, 1, seed=seed, **given)
    answer(match, "initiative 0", "drop zone A")
    return reach(match, "scouting")


@pytest.mark.rule("KT-OPS-09")
def test_both_choices_are_hidden_until_both_are_locked() -> None:
    match = at_scouting()
    assert (match.decision.seat, keys(match)) == (0, ["equip", "play", "reposition"])
    answer(match, "play")
    assert (match.decision.seat, keys(match)) == (1, ["equip", "play", "reposition"])
    assert not [entry for entry in match.state.revealed if entry[1] == "scouting"]
    answer(match, "reposition")
    told = [event.params for event in match.log if event.code == "revealed" and event.params["what"] == "scouting"]
    assert told == [
        {"seat": 0, "what": "scouting", "choice": "play"},
        {"seat": 1, "what": "scouting", "choice": "reposition"},
    ]


@pytest.mark.rule("KT-OPS-09")
def test_the_player_with_initiative_resolves_first() -> None:
    match = at_scouting()
    answer(match, "reposition", "equip")
    assert (match.decision.seat, match.decision.topic) == (0, "operative to reposition")
    answer(match, "nobody")
    assert (match.decision.seat, match.decision.topic) == (1, "additional equipment")


# -- Equip -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-10")
def test_equip_adds_a_fifth_option_that_is_set_up_at_once() -> None:
    four = ("cv-e1", "cv-e2", "cv-e3", "comms_device")
    match = at_scouting(equipment=(four, ()))
    answer(match, "equip", "play")
    offered = keys(match)
    assert not set(offered) & set(four) and "light_barricades" in offered and "cv-e4" in offered
    answer(match, "light_barricades")
    assert match.table.selected(0, "equipment").split(",") == [*four, "light_barricades"]
    assert (match.decision.seat, match.decision.topic) == (0, "item to set up")
    left = [key for key in keys(match) if key.startswith("set up")]
    assert len(left) == 2, "its two items, one by one; the comms device was left out before the battle"
    answer(match, left[0])
    answer(match, next(key for key in keys(match) if key.startswith("at ")))
    assert len(match.state.pieces) == 1
    answer(match, "no more items")
    assert "plays" in codes(match), "it is the other player's turn"
    assert match.decision.topic == "who has initiative"


@pytest.mark.rule("KT-OPS-10")
def test_equip_chooses_grenades_at_once() -> None:
    match = at_scouting(equipment=(("utility_grenades",), ()), grenades=(("smoke", "smoke"), None))
    answer(match, "equip", "play", "explosive_grenades", "1 frag and 1 krak")
    assert match.table.selected(0, "grenades") == "smoke,smoke,frag,krak"
    assert match.table.selected(0, "equipment") == "utility_grenades,explosive_grenades"
    assert match.decision.topic == "who has initiative"


# -- Play --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-11")
def test_play_gives_a_strategy_ploy_for_nothing_in_the_first_strategy_phase() -> None:
    match = at_scouting()
    answer(match, "play", "reposition", "nobody", "initiative 0")
    assert (0, FREE_PLOY) in match.state.settled and (1, FREE_PLOY) not in match.state.settled
    ploys = [ploy.id for ploy in setting(match).teams[0].strategy_ploys]
    points: list[int] = []
    while match.state.phase == "gambit" and len(points) < 2:
        question = match.decision
        ploy = next((option.key for option in question.options if question.seat == 0 and option.key in ploys), None)
        if ploy is None:
            match.answer("pass" if "pass" in keys(match) else question.options[0].key)
            continue
        match.answer(ploy)
        points.append(match.state.cp[0])
    assert points == [3, 2], "3 CP before and after the free ploy; the next one costs its CP"


# -- Reposition --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-12")
def test_reposition_ends_wholly_within_three_inches_of_the_drop_zone() -> None:
    match = at_scouting()
    answer(match, "reposition", "play")
    prior = next(o for o in match.state.operatives if o.name == "cv-prior")
    assert "reposition cv-prior" in keys(match)
    answer(match, "reposition cv-prior")
    assert match.decision.topic == "REPOSITION of cv-prior"
    zone = setting(match).zone.drop_zones[0]
    suggestions = match.decision.options
    assert suggestions
    for option in suggestions:
        assert wholly_within_of_area(_body(match, prior, *option.args[:3]), zone, 3), option.key
    farthest = max(suggestions, key=lambda option: option.args[0])
    match.answer(farthest.key)
    moved = next(o for o in match.state.operatives if o.name == "cv-prior")
    assert (moved.x, moved.y) == farthest.args[:2]
    assert moved.order == 0 and match.state.turning_point == 0
    assert match.decision.topic == "who has initiative"


def _body(match: fireteam.Match, operative: Any, x: int, y: int, z: int) -> Any:
    card = setting(match).cards[operative.card]
    return Body(x, y, z, base_radius(card.radius), card.height)


@pytest.mark.rule("KT-OPS-12")
def test_a_move_that_ends_too_far_out_is_refused_with_its_rule() -> None:
    match = begun(6, 1, teams=("veilrunners", "cinder-vigil"), tac_ops=("beacon-line", "clean-house"), **QUICK)
    answer(match, "initiative 0", "drop zone A", "set up vr-matron", "at 4.30,6.00")
    reach(match, "scouting")
    answer(match, "reposition", "play", "reposition vr-matron")
    radius = _body(match, match.state.operatives[0], 0, 0, 0).radius
    legal = 8 - radius
    assert match.decision.find(f"to {legal - 0.01:.2f},6.00") is not None
    out = f"to {legal + 0.2:.2f},6.00"
    assert match.decision.find(out) is None, 'partly 3.2" out'
    assert match.decision.region.refusal(out).decisive.rule == "KT-OPS-12"


@pytest.mark.rule("KT-OPS-12")
@pytest.mark.parametrize("killzone", KILLZONES)
def test_somebody_can_reposition_in_every_killzone(killzone: str) -> None:
    match = at_scouting(scenario=killzone)
    answer(match, "reposition", "reposition")
    answer(match, match.decision.options[0].key)
    assert match.decision.options
    match.answer(random.Random(3).choice(match.decision.options))
    assert match.decision.seat == 1 and match.decision.topic == "operative to reposition"


# -- the wheel ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-13")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("play", "equip", 1), ("equip", "play", 0), ("play", "reposition", 0), ("reposition", "play", 1),
        ("reposition", "equip", 0),
        ("equip", "reposition", 1), ("equip", "equip", None), ("play", "play", None), ("reposition", "reposition",
        None),
    ],
)  # fmt: skip
def test_the_wheel(first: str, second: str, winner: int | None) -> None:
    assert scouting_winner(first, second) == winner


@pytest.mark.rule("KT-OPS-14", "KT-INIT-01")
def test_the_winner_decides_and_no_dice_are_rolled_in_turning_point_one() -> None:
    match = at_scouting()
    answer(match, "reposition", "play", "nobody")
    assert (match.decision.seat, keys(match)) == (1, ["initiative 1", "initiative 0"])
    rolls = sum(isinstance(entry, tuple) for entry in match.answers())
    answer(match, "initiative 0")
    assert (match.state.turning_point, match.state.initiative) == (1, 0)
    assert sum(isinstance(entry, tuple) for entry in match.answers()) == rolls == 2


@pytest.mark.rule("KT-OPS-14")
def test_on_a_tie_who_lacked_initiative_decides() -> None:
    match = at_scouting()
    answer(match, "play", "play")
    assert (match.decision.seat, match.decision.topic) == (1, "who has initiative")
    assert "scouting_tied" in codes(match)
