"""Setting up a battle: mission, initiative, drop zones, equipment items, deployment (KT-OPS-01, KT-OPS-02, KT-OPS-06 to
KT-OPS-08)."""

from __future__ import annotations

from typing import Any

import pytest

import fireteam
from fireteam.core.questions import Roll
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.positions import OBJECTIVE, base_radius, radius_of
from fireteam.games.killteam.setup.deployment import third
from fireteam.games.killteam.state import CONCEAL, KILLZONE
from tests.killteam.battles import KILLZONES, QUICK, TEAMS, answer, begun, codes, keys, reach, setting

# -- mission -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-01")
def test_teams_killzone_crit_op_and_objectives_in_this_order() -> None:
    match = begun("loose-papers", 5, 2, teams=("veilrunners", "cinder-vigil"))
    told = [(event.code, *event.params.values()) for event in match.log[:7]]
    assert told[:4] == [
        ("kill_team", 0, "veilrunners"),
        ("kill_team", 1, "cinder-vigil"),
        ("killzone", "shellmarket"),
        ("crit_op", "loose-papers"),
    ]
    assert codes(match)[4:7] == ["marker"] * 3
    assert match.state.crit_op == "loose-papers"
    assert [(m.id, m.kind, m.x, m.y, m.z) for m in match.state.markers.values()] == [
        ("objective-a", OBJECTIVE, 850, 950, 0),
        ("objective-centre", OBJECTIVE, 1500, 1100, 0),
        ("objective-b", OBJECTIVE, 2150, 1250, 0),
    ]
    assert round(radius_of(OBJECTIVE) * 50.8) == 40, "objective markers are 40 mm across"


@pytest.mark.rule("KT-OPS-01")
def test_the_crit_op_is_drawn_from_all_of_the_pack_unless_it_is_wished_for() -> None:
    match = fireteam.new("killteam", dice="ask")
    roll = match.decision
    assert isinstance(roll, Roll) and roll.bag == tuple((op.id, 1) for op in content(None).crit_ops)
    match.answer("rolling-surge")
    assert match.state.crit_op == "rolling-surge"
    assert begun(5, 2, crit_op="triangulate").state.crit_op == "triangulate"


@pytest.mark.rule("KT-OPS-01")
@pytest.mark.parametrize("killzone", KILLZONES)
def test_objectives_lie_on_the_floor_outside_of_bheta_decima(killzone: str) -> None:
    match = begun(5, 2, scenario=killzone, crit_op="triangulate")
    lying = [marker for marker in match.state.markers.values() if marker.kind == OBJECTIVE]
    assert len(lying) >= 3
    if setting(match).zone.kind != "bheta_decima":
        assert all(marker.z == 0 for marker in lying)


# -- initiative and drop zones -----------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-08")
def test_equal_results_of_a_roll_off_are_rolled_again() -> None:
    match = begun(4, 4, 2, 5, crit_op="triangulate")
    assert (match.decision.seat, match.decision.topic) == (1, "who has initiative")
    assert [event.params for event in match.log if event.code == "roll_off"] == [
        {"first": 4, "second": 4},
        {"first": 2, "second": 5},
    ]


@pytest.mark.rule("KT-OPS-02")
def test_the_winner_may_give_initiative_to_the_other_who_picks_the_zone() -> None:
    match = begun(6, 1, crit_op="triangulate")
    assert (match.decision.seat, keys(match)) == (0, ["initiative 0", "initiative 1"])
    answer(match, "initiative 1")
    assert (match.decision.seat, keys(match)) == (1, ["drop zone A", "drop zone B"])
    answer(match, "drop zone A")
    assert (match.state.initiative, match.state.zones) == (1, (1, 0))


@pytest.mark.rule("KT-OPS-02")
def test_the_other_player_has_the_other_drop_zone() -> None:
    match = begun(6, 1, crit_op="triangulate")
    answer(match, "initiative 0", "drop zone B")
    assert (match.state.initiative, match.state.zones) == (0, (1, 0))
    assert [event.params for event in match.log if event.code == "drop_zone"] == [
        {"seat": 0, "zone": "B"},
        {"seat": 1, "zone": "A"},
    ]


# -- command points ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-06")
def test_both_start_with_two_command_points() -> None:
    match = begun(6, 1, **QUICK)
    assert match.state.cp == (0, 0)
    assert reach(match, "tac_op").state.cp == (2, 2)


# -- items of equipment ------------------------------------------------------------------------------------------------


def items_match(first: tuple[str, ...], second: tuple[str, ...]) -> fireteam.Match:
    """A match in which the first player has initiative and drop zone A, at the first item."""
    ops = ("clean-house", "beacon-line")
    wishes: dict[str, Any] = {
        "crit_op": "triangulate",
        "rosters": "default",
        "equipment": (first, second),
        "tac_ops": ops,
    }
    match = begun(6, 1, teams=("cinder-vigil", "veilrunners"), **wishes)
    answer(match, "initiative 0", "drop zone A")
    return match


@pytest.mark.rule("KT-OPS-07")
def test_items_are_set_up_one_by_one_in_turn_and_who_has_none_is_skipped() -> None:
    match = items_match(("light_barricades", "ammo_cache"), ("comms_device",))
    seats = []
    while match.state.phase == "items":
        question = match.decision
        if question.topic == "item to set up":
            seats.append(question.seat)
        match.answer(next(option for option in question.options if option.kind not in ("leave_out", "no_items")))
    assert seats == [0, 1, 0, 0], "two light barricades are two turns"
    assert len(match.state.pieces) == 2
    assert sorted(marker.seat for marker in match.state.markers.values() if marker.kind != OBJECTIVE) == [0, 1]


@pytest.mark.rule("KT-OPS-07", "KT-EQ-00")
def test_nobody_must_set_up_an_item() -> None:
    match = items_match(("mines", "ammo_cache"), ("mines",))
    mine = match.decision.options[0].key
    answer(match, mine)
    answer(match, next(key for key in keys(match) if key.startswith("leave out")))
    assert match.decision.seat == 1
    answer(match, "no more items")
    assert (match.decision.seat, match.decision.topic) == (0, "item to set up")
    assert mine not in keys(match), "what is left out stays out"
    answer(match, "no more items")
    assert match.state.phase == "deployment"
    assert not [marker for marker in match.state.markers.values() if marker.kind != OBJECTIVE]


# -- deployment --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-08")
def test_a_third_is_rounded_up() -> None:
    assert [third(size) for size in (10, 14, 7, 6)] == [4, 5, 3, 2]


@pytest.mark.rule("KT-OPS-08", "KT-OPS-21")
def test_thirds_are_set_up_in_turn_with_conceal_orders() -> None:
    match = begun(6, 1, teams=("saltmarsh-levy", "veilrunners"), tac_ops=("clean-house", "beacon-line"), **QUICK)
    answer(match, "initiative 1", "drop zone B")
    groups: list[list[int]] = []
    while match.state.phase == "deployment":
        question = match.decision
        if question.topic.startswith("place of"):
            if not groups or groups[-1][0] != question.seat:
                groups.append([question.seat, 0])
            groups[-1][1] += 1
        match.answer(question.options[0])
    assert groups == [[1, 4], [0, 5], [1, 4], [0, 5], [1, 2], [0, 4]]
    assert all((o.status, o.order) == (KILLZONE, CONCEAL) for o in match.state.operatives)


@pytest.mark.rule("KT-OPS-21")
def test_a_base_lies_wholly_within_its_own_drop_zone() -> None:
    match = begun(6, 1, teams=("cinder-vigil", "veilrunners"), tac_ops=("clean-house", "beacon-line"), **QUICK)
    answer(match, "initiative 0", "drop zone A", "set up cv-prior")
    prior = setting(match).cards[0]
    radius = base_radius(prior.radius)
    inside = 5 - radius
    assert match.decision.find(f"at {inside:.4f},11.00") is not None
    over = f"at {inside + 1 / 25.4:.4f},11.00"
    assert match.decision.find(over) is None, "1 mm over the line"
    with pytest.raises(fireteam.IllegalAnswer, match=r"KT-OPS-21"):
        match.answer(over)
    assert match.decision.find("at 28.00,11.00") is None, "the other drop zone"
    match.answer("at 2.00,11.00")
    assert [(o.x, o.y, o.z, o.status) for o in match.state.operatives if o.name == "cv-prior"] == [
        (200, 1100, 0, KILLZONE)
    ]
    match.answer(match.decision.options[0])
    with pytest.raises(fireteam.IllegalAnswer, match=r"KT-BASE-01"):
        match.answer("at 2.00,11.10")


@pytest.mark.parametrize("killzone", KILLZONES)
@pytest.mark.parametrize("teams", [(TEAMS[1], TEAMS[3]), (TEAMS[1], TEAMS[1])])
def test_the_places_that_are_suggested_are_legal_and_apart(killzone: str, teams: tuple[str, str]) -> None:
    match = reach(begun(6, 1, scenario=killzone, teams=teams, **QUICK), "deployment")
    number = 0
    while match.state.phase == "deployment":
        question = match.decision
        if question.topic.startswith("place of"):
            assert 1 <= len(question.options) <= 24
            assert all(question.find(key) is not None for key in keys(match))
            number += 1
            match.answer(question.options[number % len(question.options)])
        else:
            match.answer(question.options[0])
    assert number == len(match.state.operatives)
