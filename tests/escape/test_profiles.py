"""Profiles: what the numbers, skills, gauges and ranks of a card mean (ES-PROF)."""

from __future__ import annotations

from typing import Any

import pytest

import fireteam
from fireteam.core.errors import PackError, SetupError
from fireteam.core.game import Result
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, MOVEMENT, OUT
from tests.escape.scene import happened, keys, play, scene, table, who

GOOD = (PACKS.folder / "sublevel_zero.yaml").read_text(encoding="utf-8")


@pytest.mark.rule("ES-PROF-01")
def test_a_card_gives_three_values() -> None:
    match = scene({"jimmy": (1, 1)}, active="jimmy")
    card = table(match).card(who(match, "jimmy"))
    assert (card.mvt, card.cbt, card.int) == (5, 1, 2)
    jimmy = who(match, "jimmy")
    assert [jimmy.value(statistic) for statistic in (MOVEMENT, COMBAT, INTELLECT)] == [5, 1, 2]


@pytest.mark.rule("ES-PROF-01")
@pytest.mark.parametrize("statistic", ["mvt: 5, ", "cbt: 1, ", "int: 2, "])
def test_a_card_without_one_of_them_is_rejected(statistic: str) -> None:
    card = "rank: 2, mvt: 5, cbt: 1, int: 2, life: 5, skills: [Otaku"
    with pytest.raises(PackError, match=f"lacks the key '{statistic[:3]}'"):
        PACKS.parse(GOOD.replace(card, card.replace(statistic, "")))


@pytest.mark.rule("ES-PROF-02")
def test_a_value_caps_the_actions_of_a_turn() -> None:
    match = scene({"ashton": (1, 1), "bailiff": (2, 1)}, active="ashton", dice=[1, 1, 1])
    for _ in range(3):
        play(match, "attack bailiff", "no dodge", "keep", "no push")
    assert who(match, "ashton").left(COMBAT) == 0
    assert keys(match, "attack") == []
    assert who(match, "bailiff").damage == 0  # 1 + 3 - 3 = 1, which the Armor takes


@pytest.mark.rule("ES-PROF-02")
def test_a_value_is_added_to_its_roll() -> None:
    match = scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton", dice=[4])
    play(match, "attack mamushi", "no dodge", "keep")
    (event,) = happened(match, "attack_total")
    die, value, difficulty = event.params["parts"]
    assert (die.amount, value.amount, difficulty.amount) == (4, 3, -2)
    assert die.amount + value.amount == 7


@pytest.mark.rule("ES-PROF-02")
def test_movement_and_intellect_are_caps_too() -> None:
    match = scene({"ashton": (0, 0), "mamushi": (4, 1)}, active="ashton")
    play(match, "step 1,0", "step 2,0", "step 3,0", "step 4,0")
    assert keys(match) == ["end", "attack mamushi"]
    match = scene({"ashton": (10, 2), "mamushi": (14, 0)}, active="ashton", dice=[1])
    play(match, "hack A04")
    assert keys(match, "hack") == []


@pytest.mark.rule("ES-PROF-03")
@pytest.mark.parametrize(("used", "left"), [(3, 0), (1, 2)])
def test_counters_start_full_every_turn(used: int, left: int) -> None:
    match = scene(
        {"ashton": (1, 1), "jimmy": (0, 1)},
        active="ashton",
        used={"ashton": {"cbt": used}},
        activated=["jimmy"],
        dice=[6, 1],
    )
    assert who(match, "ashton").left(COMBAT) == left
    play(match, "end")
    assert match.state.turn == 3
    assert who(match, "ashton").left(COMBAT) == 3


@pytest.mark.rule("ES-PROF-03")
def test_each_action_takes_one_from_its_own_counter() -> None:
    match = scene({"jimmy": (7, 3), "mamushi": (8, 3)}, active="jimmy", dice=[1, 1])
    jimmy = who(match, "jimmy")
    play(match, "step 6,3")
    assert (jimmy.left(MOVEMENT), jimmy.left(COMBAT), jimmy.left(INTELLECT)) == (4, 1, 2)
    play(match, "hack A11")
    assert (jimmy.left(MOVEMENT), jimmy.left(COMBAT), jimmy.left(INTELLECT)) == (4, 1, 1)
    play(match, "step 7,3", "attack mamushi", "no dodge")
    assert (jimmy.left(MOVEMENT), jimmy.left(COMBAT), jimmy.left(INTELLECT)) == (3, 0, 1)


@pytest.mark.rule("ES-PROF-04")
@pytest.mark.parametrize(("used", "left"), [(2, 0), (1, 1)])
def test_a_penalty_lowers_value_and_cap(used: int, left: int) -> None:
    match = scene({"bailiff": (1, 1), "ashton": (2, 1)}, active="bailiff", used={"ashton": {"cbt": used}}, dice=[1])
    play(match, "attack ashton", "no dodge")
    ashton = who(match, "ashton")
    assert (ashton.cbt, ashton.left(COMBAT)) == (2, left)


@pytest.mark.rule("ES-PROF-04")
def test_penalties_add_up_and_lower_the_actions() -> None:
    crate, gas = (MOVEMENT, -2, "ES-EQ-02"), (MOVEMENT, -1, "ES-EQ-08")
    match = scene({"solenne": (0, 0), "mamushi": (2, 1)}, active="solenne", penalties={"solenne": [crate, gas]})
    assert who(match, "solenne").mvt == 2
    play(match, "step 1,0", "step 2,0")
    assert keys(match) == ["end", "attack mamushi"]
    parts = table(match).value_parts(who(match, "solenne"), MOVEMENT)
    assert [(part.amount, part.rule) for part in parts] == [(5, "ES-PROF-02"), (-2, "ES-EQ-02"), (-1, "ES-EQ-08")]


@pytest.mark.rule("ES-PROF-04")
def test_a_value_never_drops_below_nought() -> None:
    match = scene({"bailiff": (1, 1), "jimmy": (2, 1)}, active="bailiff", dice=[1], used={"jimmy": {"cbt": 1}})
    live, jimmy = table(match), who(match, "jimmy")
    live.penalise(jimmy, COMBAT, -1, "ES-EQ-07")
    live.penalise(jimmy, COMBAT, -1, "ES-EQ-07")
    assert (jimmy.cbt, jimmy.left(COMBAT)) == (0, 0)
    assert sum(part.amount for part in live.value_parts(jimmy, COMBAT)) == 0


@pytest.mark.rule("ES-PROF-04")
def test_penalties_end_before_the_next_initiative() -> None:
    match = scene(
        {"ashton": (1, 1), "solenne": (0, 1)},
        active="ashton",
        activated=["solenne"],
        penalties={"solenne": [(INTELLECT, -3, "ES-SKILL-18")]},
        dice=[1, 4],
    )
    assert who(match, "solenne").int == 0
    play(match, "end")
    assert who(match, "solenne").int == 3
    assert [event.params["total"] for event in happened(match, "initiative_total")] == [1 + 1 + 3, 4]


@pytest.mark.rule("ES-PROF-05")
def test_a_skill_without_a_timing_works_while_passive() -> None:
    match = scene({"ashton": (1, 1), "bailiff": (2, 1)}, active="ashton", dice=[3])
    play(match, "attack bailiff", "no dodge", "keep")
    (event,) = happened(match, "attack_total")
    assert event.params["total"] == 3
    assert who(match, "bailiff").damage == 2


@pytest.mark.rule("ES-PROF-05")
def test_a_skill_of_the_own_activation_is_not_offered_while_passive() -> None:
    match = scene({"ashton": (1, 1), "bruno": (0, 0), "magnes": (2, 1), "ubume": (4, 0)}, active="ashton")
    assert keys(match, "attract") == []
    assert match.decision.seat == 0
    play(match, "end")
    assert match.decision.seat == 1
    play(match, "activate magnes")
    assert keys(match, "attract") == ["attract ashton"]  # Bruno stands 3 away


@pytest.mark.rule("ES-PROF-06")
def test_damage_points_lie_on_the_card() -> None:
    match = scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton", dice=[2])
    play(match, "attack mamushi", "no dodge", "keep", "no push")
    mamushi = who(match, "mamushi")
    assert (mamushi.damage, table(match).card(mamushi).life - mamushi.damage, mamushi.status) == (3, 3, BOARD)


@pytest.mark.rule("ES-PROF-07")
@pytest.mark.parametrize(("die", "damage", "status"), [(1, 5, BOARD), (2, 6, OUT), (3, 7, OUT)])
def test_a_full_gauge_takes_out_at_once(die: int, damage: int, status: int) -> None:
    match = scene(
        {"ashton": (1, 1), "mamushi": (2, 1), "ubume": (14, 0)}, active="ashton", damage={"mamushi": 3}, dice=[die]
    )
    play(match, "attack mamushi", "no dodge", "keep")
    if status == BOARD:
        play(match, "no push")
    mamushi = who(match, "mamushi")
    assert (mamushi.damage, mamushi.status) == (damage, status)
    assert (mamushi.square >= 0) == (status == BOARD)
    assert ("step 2,1" in keys(match)) == (status == OUT)  # its square is free from this moment
    assert len(happened(match, "taken_out")) == (status == OUT)


def squads(**wish: Any) -> fireteam.Match:
    """A new match with squads of the players' own."""
    return fireteam.new("escape", scenario="evasion", seed=1, **wish)


@pytest.mark.rule("ES-PROF-08")
def test_full_squads_have_equal_rank() -> None:
    pack = PACKS.load()
    rank = {card.id: card.rank for card in pack.characters}
    assert sum(rank[name] for name in pack.squads.resistance) == sum(rank[name] for name in pack.squads.isc) == 12
    assert len(squads(rank_total=12).state.characters) == 11
    with pytest.raises(SetupError, match=r"rank 12, more than the agreed 11 \(ES-PROF-08\)"):
        squads(rank_total=11)


@pytest.mark.rule("ES-PROF-08")
def test_squads_are_built_up_to_the_agreed_rank() -> None:
    isc = ["ubume", "bailiff"]
    match = squads(squads={"resistance": ["ashton", "solenne"], "isc": isc}, rank_total=6)
    assert [card.id for card in table(match).ground.cards] == ["ashton", "solenne", "ubume", "bailiff"]
    with pytest.raises(SetupError, match="the resistance squad has rank 7, more than the agreed 6"):
        squads(squads={"resistance": ["ashton", "solenne", "tilt"], "isc": isc}, rank_total=6)
    with pytest.raises(SetupError, match="names a character twice"):
        squads(squads={"resistance": ["ashton", "ashton"], "isc": isc}, rank_total=6)
    with pytest.raises(SetupError, match="the isc squad is empty"):
        squads(squads={"resistance": ["ashton"], "isc": []}, rank_total=6)
    with pytest.raises(SetupError, match="'ubume' is not a character of the resistance"):
        squads(squads={"resistance": ["ubume"], "isc": isc}, rank_total=6)


@pytest.mark.rule("ES-PROF-08")
@pytest.mark.parametrize(
    ("squad", "left", "over"),
    [
        (["ashton", "jimmy", "bruno", "tilt"], ["jimmy", "tilt"], True),  # three are more than half of four
        (["ashton", "jimmy", "bruno", "tilt"], ["jimmy"], False),
        (None, ["jimmy", "tilt"], False),  # three are only half of six
        (None, ["jimmy", "tilt", "rivet"], True),
    ],
)
def test_a_smaller_squad_needs_fewer_to_escape(squad: list[str] | None, left: list[str], over: bool) -> None:
    match = scene(
        {"ashton": (6, 0), "bruno": (1, 1), "mamushi": (14, 0)},
        active="ashton",
        left=left,
        activated=["bruno", "mamushi"],
        setup={"squads": {"resistance": squad}} if squad else {},
        dice=[6, 1],
    )
    play(match, "leave by 1")
    assert match.over == over


@pytest.mark.rule("ES-PROF-08")
@pytest.mark.parametrize(
    ("members", "out", "over"), [(3, 1, False), (3, 2, True), (4, 1, False), (4, 2, True), (5, 2, False), (5, 3, True)]
)
def test_half_of_a_smaller_squad_taken_out_loses_the_escape(members: int, out: int, over: bool) -> None:
    squad = ["ashton", "jimmy", "bruno", "tilt", "rivet"][:members]
    at = {name: (n, 1) for n, name in enumerate(squad[out:])} | {"mamushi": (14, 0)}
    fallen = dict.fromkeys(squad[:out], 1)
    match = scene(at, phase="turn_end", out=fallen, setup={"squads": {"resistance": squad}}, dice=[6, 1, 1, 6])
    assert match.over == over
    assert match.result == (Result(1, "victory", "ES-RES-01") if over else None)


@pytest.mark.rule("ES-PROF-08")
@pytest.mark.parametrize(("members", "inside", "winner"), [(1, 1, 0), (1, 0, 1), (5, 0, 1), (5, 1, 0)])
def test_one_of_a_squad_of_any_size_holds_the_bastion(members: int, inside: int, winner: int) -> None:
    squad = ["ashton", "jimmy", "bruno", "tilt", "rivet"][:members]
    room, corner = [(6, 4), (7, 4)][:inside], [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]
    at = dict(zip(squad, [*room, *corner], strict=False)) | {"mamushi": (14, 0)}
    match = scene(at, scenario="last-bastion", turn=5, phase="turn_end", setup={"squads": {"resistance": squad}})
    assert match.result == Result(winner, "victory", "ES-RES-01")


@pytest.mark.rule("ES-PROF-08")
@pytest.mark.parametrize("squad", [["ashton", "jimmy"], ["ashton", "jimmy", "bruno", "tilt", "rivet"]])
def test_an_empty_bastion_is_empty_for_squads_of_any_size(squad: list[str]) -> None:
    for place, result in (((6, 4), None), ((0, 0), Result(1, "victory", "ES-RES-01"))):
        at = {"ashton": place, "jimmy": (1, 0), "mamushi": (14, 0)}
        setup = {"squads": {"resistance": squad}}
        match = scene(at, scenario="last-bastion", turn=3, phase="turn_end", setup=setup, dice=[6, 1, 1, 6])
        assert match.result == result


@pytest.mark.rule("ES-PROF-09")
def test_a_token_gives_an_attack_at_a_value_of_nought() -> None:
    lowered = {"bruno": [(COMBAT, -2, "ES-SKILL-18")]}
    match = scene({"bruno": (1, 1), "mamushi": (2, 1)}, active="bruno", penalties=lowered, revolution=1, dice=[3])
    assert who(match, "bruno").cbt == 0
    play(match, "attack mamushi", "no dodge")
    (event,) = happened(match, "attack_total")
    assert [part.amount for part in event.params["parts"]] == [3, 0, -2]
    assert (who(match, "mamushi").damage, match.state.revolution) == (1, 0)
    assert keys(match, "attack") == []


@pytest.mark.rule("ES-PROF-09")
def test_a_dodge_with_the_shield_leaves_the_own_actions() -> None:
    match = scene(
        {"bailiff": (1, 1), "jimmy": (2, 1)}, active="bailiff", holds={"jimmy": "improvised_shield"}, dice=[1, 6]
    )
    play(match, "attack jimmy")
    assert keys(match) == ["no dodge", "dodge", "dodge with the shield"]
    play(match, "dodge with the shield")
    jimmy = who(match, "jimmy")
    assert (jimmy.left(COMBAT), jimmy.holds, jimmy.damage) == (1, "", 0)
    assert happened(match, "attack_total")[0].params["total"] == 1 + 3 - 6 - 1


@pytest.mark.rule("ES-PROF-09")
def test_an_extra_action_first_leaves_all_normal_ones() -> None:
    match = scene(
        {"bailiff": (1, 1), "ashton": (2, 1), "bruno": (1, 2)},
        active="bailiff",
        holds={"bailiff": "datadisk"},
        dice=[1, 1, 1, 1],
    )
    play(match, "attack ashton")
    assert keys(match) == ["own action", "datadisk"]
    play(match, "datadisk", "no dodge")
    assert who(match, "bailiff").left(COMBAT) == 3
    play(match, "attack ashton", "no dodge", "attack bruno", "no dodge", "attack bruno", "no dodge")
    assert len(happened(match, "attack_total")) == 4
    assert who(match, "bailiff").left(COMBAT) == 0
    assert keys(match, "attack") == []


@pytest.mark.rule("ES-PROF-09")
def test_an_extra_action_lifts_no_ban() -> None:
    match = scene({"bruno": (1, 1), "mamushi": (2, 1)}, active="bruno", revolution=1, dark="A")
    assert keys(match, "attack") == []
    match = scene({"bailiff": (1, 1), "bruno": (2, 1)}, active="bailiff", revolution=1, dark="A")
    assert keys(match, "attack") == []
    match = scene({"bailiff": (1, 1), "bruno": (2, 1)}, active="bailiff", revolution=1, used={"bruno": {"cbt": 2}})
    play(match, "attack bruno")
    assert keys(match) == ["no dodge", "dodge with a revolution token"]
