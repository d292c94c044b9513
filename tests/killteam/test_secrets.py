"""Selections stay secret until they are revealed: nothing that reaches the other seat depends on them (KT-OPS-20)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fireteam
from fireteam.core.chronicle import Chronicle
from fireteam.core.match import Match
from fireteam.games.killteam.ops.secrets import possible_tac_ops
from fireteam.games.killteam.setup.rosters import DRAFTS, draft_of, may_lead, words
from tests.killteam.battles import QUICK, answer, begun, keys, reach, setting
from tests.kit.watching import Watcher

TEAMS = ("cinder-vigil", "veilrunners")


def prepared(**wishes: Any) -> Match:
    """The second player has initiative, so that it selects first."""
    match = begun(1, 6, teams=TEAMS, crit_op="triangulate", **wishes)
    answer(match, "initiative 1", "drop zone A")
    return match


def secret_of(match: Match, what: str) -> str:
    """What the second player has selected, or is about to."""
    found: str = match.table.selected(1, what) or match.table.selected(1, draft_of(what))
    return found


def locked(match: Match, what: str) -> dict[str, tuple[str, ...]]:
    """What the draft of the second player comes to."""
    draft = DRAFTS[what]
    return {name: words(choice) for name, choice in draft.result(match.setting, 1, words(secret_of(match, what)))}


def differ_in(one: Match, other: Match, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    """The second player answers differently in the two matches; what the first sees is the same all the time
    afterwards."""
    watchers = [(Watcher(one, seat), Watcher(other, seat)) for seat in (0, None)]
    answer(one, *first)
    answer(other, *second)
    for here, there in watchers:
        assert here.look() == there.look()


# -- nothing leaks -----------------------------------------------------------------------------------------------------

ROSTERS = (
    ("the default roster",),
    (
        "take vr-matron",
        "take vr-duellist",
        "take vr-duellist",
        *["take vr-runner"] * 5,
        "take vr-netter",
        "take vr-echo",
    ),
    ("take vr-matron", *["take vr-runner"] * 5, "take vr-piper", "take vr-needle", "take vr-netter", "take vr-echo"),
)


@pytest.mark.rule("KT-OPS-03", "KT-OPS-20")
@pytest.mark.parametrize("place", [1, 2])
def test_a_roster_is_hidden_until_both_are_locked(place: int) -> None:
    one, other = prepared(), prepared()
    differ_in(one, other, ROSTERS[0], ROSTERS[place])
    assert secret_of(one, "roster") != secret_of(other, "roster")
    for match in (one, other):
        assert match.decision.seat == 0
        answer(match, "take cv-prior")
    assert Watcher(one, 0).look() == Watcher(other, 0).look()
    assert Watcher(one, 1).look() != Watcher(other, 1).look(), "the second player knows its own"
    for match in (one, other):
        answer(match, *["take cv-sentinel"] * 5)
    assert Watcher(one, 0).look() != Watcher(other, 0).look(), "revealed"


@pytest.mark.rule("KT-OPS-04", "KT-OPS-20")
@pytest.mark.parametrize(
    "other_choice",
    [
        ("done",),
        ("the default equipment", "2 frag"),
        ("utility_grenades", "explosive_grenades", "mines", "vr-e1", "2 smoke", "2 krak"),
    ],
)
def test_equipment_is_hidden_until_both_are_locked(other_choice: tuple[str, ...]) -> None:
    one, other = prepared(rosters="default"), prepared(rosters="default")
    differ_in(one, other, ("mines", "ladders", "done"), other_choice)
    for match in (one, other):
        assert match.decision.seat == 0
        answer(match, "done")
    assert Watcher(one, 0).look() != Watcher(other, 0).look(), "revealed"


@pytest.mark.rule("KT-OPS-09", "KT-OPS-20")
def test_scouting_is_hidden_until_both_are_locked() -> None:
    wishes = {"rosters": "default", "equipment": ((), ()), "tac_ops": ("clean-house", "eyes-on")}
    one, other = (reach(prepared(**wishes), "scouting") for _ in range(2))
    differ_in(one, other, ("equip",), ("reposition",))
    for match in (one, other):
        answer(match, "play")
    assert Watcher(one, 0).look() != Watcher(other, 0).look(), "revealed"


def walk_together(one: Match, other: Match, rng: random.Random, questions: int) -> int:
    """Both matches get the same answers wherever both offer them, while what the first player sees is compared."""
    watchers = [(Watcher(one, seat), Watcher(other, seat)) for seat in (0, None)]
    for place in range(questions):
        if one.over or {(1, "tac_op"), (1, "primary")} & set(one.state.revealed + other.state.revealed):
            return place
        for here, there in watchers:
            if place % 7 == 0:
                assert here.look() == there.look(), (place, one.decision)
        question, twin = one.decision, other.decision
        assert (question.seat, question.topic, one.answered) == (twin.seat, twin.topic, other.answered)
        common = [option.key for option in question.options if twin.find(option.key) is not None]
        if question.seat == 0:
            assert question.keys() == twin.keys(), place
        key = rng.choice(common)
        one.answer(key)
        other.answer(key)
    return questions


@pytest.mark.rule("KT-OPS-05", "KT-OPS-20")
@pytest.mark.parametrize(
    ("first", "second"), [("eyes-on", "beacon-line"), ("tagged", "proof-of-the-deed"), ("listening-post", "eyes-on")]
)
def test_a_tac_op_does_not_show_before_it_is_revealed(first: str, second: str) -> None:
    wishes = {**QUICK, "primary": ("crit", "kill")}
    one, other = (begun(1, 6, seed=5, teams=TEAMS, tac_ops=("clean-house", op), **wishes) for op in (first, second))
    assert walk_together(one, other, random.Random(first), 90) > 40


@pytest.mark.rule("KT-OPS-15", "KT-OPS-20")
def test_a_primary_op_does_not_show_before_the_end() -> None:
    one, other = (begun(1, 6, seed=6, teams=TEAMS, tac_ops=("clean-house", "eyes-on"), **QUICK) for _ in range(2))
    for match, choice in ((one, "crit"), (other, "tac")):
        while not (match.decision.topic == "primary op" and match.decision.seat == 1):
            topic, offered = match.decision.topic, keys(match)
            match.answer("primary op" if topic == "gambit" and "primary op" in offered else offered[0])
        match.answer(next(key for key in keys(match) if choice in key))
    assert secret_of(one, "primary") != secret_of(other, "primary")
    walk_together(one, other, random.Random(8), 40)


@pytest.mark.rule("KT-OPS-20")
def test_the_view_of_the_other_holds_no_tac_op() -> None:
    match = reach(begun(1, 6, teams=TEAMS, tac_ops=("clean-house", "eyes-on"), **QUICK), "deployment")
    assert "eyes-on" in str(match.view(1)) and "clean-house" in str(match.view(0))
    for seat in (0, None):
        assert "eyes-on" not in str(match.view(seat))
    for seat in (1, None):
        assert "clean-house" not in str(match.view(seat))


# -- logs --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-20")
def test_the_owner_reads_its_selection_and_the_others_that_there_is_one() -> None:
    match = prepared()
    answer(match, *ROSTERS[1])
    chronicle = Chronicle(match)
    chronicle.follow()
    own = [line["text"] for line in chronicle.reading(1).lines]
    theirs = [line["text"] for line in chronicle.reading(0).lines]
    assert sum(text.startswith("Take ") for text in own) == 10
    assert not any("Take" in text for text in theirs)
    assert theirs[-1] == "Veilrunners of the Ninth Quay has selected its operatives."
    assert [line["text"] for line in chronicle.log] == theirs
    assert not any("shows" in line for line in chronicle.reading(1).lines if line.get("code") == "take")
    shown = [[line["shows"] for line in chronicle.reading(seat).lines if "shows" in line] for seat in (0, 1, None)]
    assert shown[0] and shown[0] == shown[1] == shown[2], "whatever is seen is seen by all"


# -- worlds ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-20")
def test_imagined_rosters_are_legal_and_differ() -> None:
    match = prepared()
    answer(match, *ROSTERS[1])
    rng, seen = random.Random(2), set()
    for _ in range(60):
        world = match.imagine(0, rng)
        roster = locked(world, "roster")["roster"]
        assert may_lead(setting(match).teams[1], list(roster))
        assert world.view(0) == match.view(0) and world.decision.keys() == keys(match)
        seen.add(roster)
    assert len(seen) > 10
    assert secret_of(match.imagine(1, rng), "roster") == secret_of(match, "roster"), "the own one is known"


@pytest.mark.rule("KT-OPS-20")
def test_an_imagined_selection_half_made_has_as_many_answers() -> None:
    match = prepared()
    answer(match, *ROSTERS[1][:4])
    world = match.imagine(0, random.Random(3))
    assert len(words(secret_of(world, "roster"))) == 4
    assert (world.decision.seat, world.decision.topic) == (1, "operative 5")


@pytest.mark.rule("KT-OPS-20")
def test_imagined_equipment_and_scouting_are_drawn_afresh() -> None:
    match = prepared(rosters="default")
    answer(match, "utility_grenades", "done", "2 stun")
    rng = random.Random(2)
    worlds = [match.imagine(0, rng) for _ in range(80)]
    assert len({secret_of(world, "equipment") for world in worlds}) > 20
    for world in worlds:
        taken, grenades = locked(world, "equipment").values()
        assert len(taken) <= 4 and len(set(taken)) == len(taken)
        assert len(grenades) == 2 * ("utility_grenades" in taken) + 2 * ("explosive_grenades" in taken)
    wishes = {"rosters": "default", "equipment": ((), ()), "tac_ops": ("clean-house", "eyes-on")}
    match = reach(prepared(**wishes), "scouting")
    answer(match, "play")
    assert {secret_of(match.imagine(0, rng), "scouting") for _ in range(60)} == {"equip", "play", "reposition"}


@pytest.mark.rule("KT-OPS-05", "KT-OPS-20")
def test_imagined_tac_ops_fit_what_everybody_has_seen() -> None:
    wishes = {"rosters": "default", "equipment": ((), ()), "primary": ("crit", "kill")}
    match = prepared(tac_ops=(None, "eyes-on"), **wishes)
    assert match.decision.topic == "tac op"
    every = {"tagged", "eyes-on", "listening-post", "proof-of-the-deed", "lost-cargo", "beacon-line"}
    rng = random.Random(2)
    assert {secret_of(match.imagine(0, rng), "tac_op") for _ in range(150)} == every
    answer(match, "clean-house")
    reach(match, "scouting")
    worlds = [match.imagine(0, rng) for _ in range(150)]
    assert {secret_of(world, "tac_op") for world in worlds} == every - {"lost-cargo"}, "crates would have been set up"
    assert {secret_of(world, "primary") for world in worlds} == {"crit", "kill", "tac"}
    assert {world.table.selected(0, "tac_op") for world in worlds} == {"clean-house"}
    state = match.state.copy()
    state.deeds = (("set-beacon", 1, 3, "", 2),)
    assert possible_tac_ops(match.setting, state, 1) == ["beacon-line"]


@pytest.mark.rule("KT-OPS-20")
def test_a_revealed_tac_op_is_the_same_in_every_world() -> None:
    match = reach(prepared(rosters="default", equipment=((), ()), tac_ops=("clean-house", "lost-cargo")), "op_markers")
    assert (1, "tac_op") in match.state.revealed and match.decision.seat == 1
    assert {secret_of(match.imagine(0, random.Random(number)), "tac_op") for number in range(30)} == {"lost-cargo"}
    reach(match, "deployment")
    assert [marker.kind for marker in match.state.markers.values() if marker.seat == 1] == ["crate"] * 3


def test_a_bot_that_imagines_never_meets_a_world_that_cannot_be() -> None:
    match = begun(seed=9, teams=TEAMS)
    rng = random.Random(9)
    for _ in range(80):
        if match.over:
            break
        seat = match.decision.seat
        world = match.imagine(seat, rng)
        assert world.decision.keys() == keys(match)
        match.answer(rng.choice(match.decision.options))


def test_a_save_handed_to_a_seat_holds_no_seed() -> None:
    match = fireteam.new("killteam", seed=12345, teams=TEAMS)
    assert "12345" not in match.save(0)
