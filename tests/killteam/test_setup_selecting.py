"""Secret selections: operatives, equipment, tac ops, and the wishes that settle them beforehand (KT-OPS-03, KT-OPS-04,
KT-OPS-05)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fireteam
from fireteam.games.killteam.content.equipment import UniversalEquipment
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.setup.rosters import DRAFTS, UNIVERSAL, may_lead, word_of, words
from tests.killteam.battles import TEAMS, answer, begun, codes, keys, setting


def team(name: str) -> Any:
    """A kill team of the bundled pack."""
    return next(entry for entry in content(None).teams if entry.id == name)


def at_operatives(*teams: str, **wishes: Any) -> fireteam.Match:
    """The first question of the first player's selection."""
    match = begun(6, 1, teams=teams, crit_op="triangulate", **wishes)
    answer(match, "initiative 0", "drop zone A")
    return match


def test_the_universal_options_are_those_of_packs() -> None:
    assert tuple(UniversalEquipment.model_fields) == UNIVERSAL


# -- operatives --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-03")
def test_the_default_roster_is_one_answer_and_both_reveal_at_once() -> None:
    match = at_operatives("cinder-vigil", "ironroot-menagerie")
    assert keys(match) == ["the default roster", "take cv-prior"]
    answer(match, "the default roster")
    assert (match.decision.seat, match.state.operatives, match.state.revealed) == (1, [], ())
    assert "revealed" not in codes(match)
    answer(match, "the default roster")
    assert match.state.revealed == ((0, "roster"), (1, "roster"))
    names = [o.name for o in match.state.operatives]
    assert names[:6] == ["cv-prior", "cv-lamplighter", "cv-sunlancer", "cv-breaker", "cv-mender", "cv-sentinel"]
    assert names[6:] == [
        "ir-warden", "ir-colossus", "ir-tusker", "ir-sporecaster", "ir-thornbow", "ir-bloomwitch", "ir-handler-1",
        "ir-handler-2", "ir-hound-1", "ir-hound-2",
    ]  # fmt: skip
    assert [o.index for o in match.state.operatives] == list(range(16))
    assert all(o.wounds == setting(match).cards[o.card].wounds for o in match.state.operatives)


@pytest.mark.rule("KT-OPS-03")
def test_only_picks_that_can_be_completed_are_offered() -> None:
    match = at_operatives("ironroot-menagerie", "cinder-vigil")
    answer(
        match,
        "take ir-warden",
        "take ir-tusker",
        "take ir-sporecaster",
        "take ir-thornbow",
        "take ir-hound",
        "take ir-hound",
    )
    answer(match, "take ir-hound", "take ir-hound", "take ir-handler", "take ir-handler")
    offered = keys(match)
    assert "take ir-hound" not in offered, "four hounds at most"
    assert "take ir-tusker" not in offered and "take ir-warden" not in offered
    assert "take ir-colossus" not in offered, "it takes two choices, and one is left"
    refused = {refusal.action: refusal for refusal in match.refusals()}
    assert refused["take ir-hound"].decisive.text == "ir-hound is taken fewer than 4 times"
    assert refused["take ir-colossus"].decisive.rule == "KT-OPS-03"
    with pytest.raises(fireteam.IllegalAnswer, match="fewer than 1 times"):
        match.answer("take ir-tusker")
    answer(match, "take ir-kite")
    assert match.decision.seat == 1
    answer(match, "the default roster")
    assert words(match.table.selected(0, "roster")) == (
        "ir-warden", "ir-tusker", "ir-sporecaster", "ir-thornbow", "ir-kite", "ir-handler", "ir-handler", "ir-hound",
        "ir-hound", "ir-hound", "ir-hound",
    )  # fmt: skip


@pytest.mark.rule("KT-OPS-03")
def test_a_colossus_makes_a_team_of_ten_with_as_many_answers() -> None:
    match = at_operatives("ironroot-menagerie", "ironroot-menagerie")
    before = match.answered
    answer(
        match,
        "take ir-warden",
        "take ir-colossus",
        *["take ir-hound"] * 4,
        "take ir-tusker",
        "take ir-kite",
        *["take ir-handler"] * 2,
    )
    assert match.decision.seat == 1
    first = match.answered - before
    answer(match, "the default roster")
    assert len(words(match.table.selected(0, "roster"))) == 10
    assert match.answered - before == 2 * first, "nobody learns from the number of answers what was selected"
    assert next(o.name for o in match.state.operatives if o.seat == 1) == "ir-warden-b"


@pytest.mark.rule("KT-OPS-03")
@pytest.mark.parametrize("name", TEAMS)
def test_every_way_through_the_picks_gives_a_legal_roster(name: str) -> None:
    battle = setting(begun(6, 1, teams=(name, name), crit_op="triangulate"))
    draft, rng, seen = DRAFTS["roster"], random.Random(4), set()
    for _ in range(300):
        made: tuple[str, ...] = ()
        while len(made) < draft.length(battle, 0):
            options = draft.options(battle, 0, made)
            made = (*made, word_of(rng.choice(options)))
        ((_, choice),) = draft.result(battle, 0, made)
        assert may_lead(team(name), list(words(choice))), choice
        seen.add(choice)
    assert ",".join(team(name).default_roster) in seen
    assert len(seen) > 10


@pytest.mark.rule("KT-OPS-03")
@pytest.mark.parametrize(
    ("roster", "reason"),
    [
        (["cv-prior"] * 6, "cv-prior is taken at most 1 times"),
        (["cv-prior", "cv-mender"], "1 of 5 choices"),
        (["vr-matron"], "vr-matron is an operative of cinder-vigil"),
        ([], "0 of 1 choices from cv-prior are taken"),
        ("cv-prior", "a list of ids"),
    ],
)
def test_a_wished_roster_is_checked(roster: Any, reason: str) -> None:
    with pytest.raises(fireteam.SetupError, match=reason):
        begun(teams=("cinder-vigil", "veilrunners"), rosters=(roster, None))


@pytest.mark.rule("KT-OPS-03")
def test_a_wished_roster_is_not_asked_for() -> None:
    roster = ["cv-prior", *["cv-sentinel"] * 5]
    match = at_operatives("cinder-vigil", "veilrunners", rosters=(roster, None))
    assert (match.decision.seat, match.decision.topic) == (1, "operative 1")
    answer(match, "the default roster")
    assert [o.name for o in match.state.operatives[:6]] == [
        "cv-prior",
        *(f"cv-sentinel-{number}" for number in range(1, 6)),
    ]


# -- equipment ---------------------------------------------------------------------------------------------------------


def at_equipment(*teams: str, **wishes: Any) -> fireteam.Match:
    """The first question about equipment."""
    return at_operatives(*teams, rosters="default", **wishes)


@pytest.mark.rule("KT-OPS-04")
def test_up_to_four_options_each_once() -> None:
    match = at_equipment("cinder-vigil", "veilrunners")
    offered = keys(match)
    assert offered[0] == "the default equipment" and offered[-1] == "done"
    assert set(offered[1:-1]) == {"cv-e1", "cv-e2", "cv-e3", "cv-e4", *UNIVERSAL}
    answer(match, "mines")
    assert "mines" not in keys(match) and "the default equipment" not in keys(match)
    with pytest.raises(fireteam.IllegalAnswer, match="mines is not selected yet"):
        match.answer("mines")
    answer(match, "ladders", "cv-e1", "utility_grenades")
    assert match.decision.topic == "utility grenades", "four at most; which grenades is asked at once"
    assert keys(match) == ["2 smoke", "1 smoke and 1 stun", "2 stun"]
    answer(match, "1 smoke and 1 stun")
    assert match.decision.seat == 1
    assert match.table.selected(0, "equipment") == "", "nothing can make use of it yet"
    assert match.state.revealed == ((0, "roster"), (1, "roster"))
    answer(match, "done")
    assert match.table.selected(0, "equipment") == "cv-e1,mines,ladders,utility_grenades"
    assert match.table.selected(0, "grenades") == "smoke,stun"
    assert match.table.selected(1, "equipment") == "", "no options at all are allowed"
    assert ((0, "equipment") in match.state.revealed) and ((1, "equipment") in match.state.revealed)


@pytest.mark.rule("KT-OPS-04")
def test_the_default_equipment_asks_for_its_grenades_alone() -> None:
    match = at_equipment("cinder-vigil", "veilrunners")
    answer(match, "the default equipment")
    assert (match.decision.seat, keys(match)) == (0, ["2 frag", "1 frag and 1 krak", "2 krak"])
    answer(match, "2 krak", "the default equipment", "2 frag")
    assert [match.table.selected(seat, "equipment") for seat in (0, 1)] == [
        "cv-e1,cv-e2,heavy_barricade,explosive_grenades",
        "vr-e1,vr-e4,ladders,explosive_grenades",
    ]
    assert [match.table.selected(seat, "grenades") for seat in (0, 1)] == ["krak,krak", "frag,frag"]


@pytest.mark.rule("KT-OPS-04")
@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (["mines", "ladders", "cv-e1", "cv-e2", "cv-e3"], "fewer than 4 options are selected"),
        (["mines", "mines"], "mines is not selected yet"),
        (["vr-e1"], "vr-e1 is universal or equipment of cinder-vigil"),
        (["utility_grenades"], "utility_grenades are 2 of smoke and stun; got smoke"),
    ],
)
def test_wished_equipment_is_checked(wish: list[str], reason: str) -> None:
    with pytest.raises(fireteam.SetupError, match=reason):
        begun(teams=("cinder-vigil", "veilrunners"), equipment=(wish, None), grenades=(["smoke"], None))


@pytest.mark.rule("KT-OPS-04")
def test_wished_equipment_is_not_asked_for() -> None:
    match = at_equipment(
        "cinder-vigil", "veilrunners", equipment=(["utility_grenades", "cv-e1"], ()), grenades=(["stun", "stun"], None)
    )
    assert match.state.phase == "tac_op"
    assert match.table.selected(0, "equipment") == "cv-e1,utility_grenades"
    assert match.table.selected(0, "grenades") == "stun,stun"
    assert match.table.selected(1, "equipment") == ""


# -- tac op ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-05")
def test_a_tac_op_is_of_an_archetype_of_the_team_and_stays_hidden() -> None:
    match = at_equipment("cinder-vigil", "veilrunners", equipment=((), ()))
    assert (match.decision.seat, match.decision.topic) == (0, "tac op")
    assert keys(match) == [
        "one-of-ours", "past-their-line", "take-it-off-them", "clean-house", "own-the-middle", "ground-gained",
    ]  # fmt: skip
    with pytest.raises(fireteam.IllegalAnswer, match=r"tagged \(Infiltration\) is of an archetype of cinder-vigil"):
        match.answer("tagged")
    answer(match, "own-the-middle", "eyes-on")
    assert match.table.selected(0, "tac_op") == "own-the-middle"
    assert not [entry for entry in match.state.revealed if entry[1] == "tac_op"]


@pytest.mark.rule("KT-OPS-05")
def test_a_wished_tac_op_is_checked() -> None:
    with pytest.raises(
        fireteam.SetupError, match="tagged is of Infiltration, which cinder-vigil has not; there is one-of-ours"
    ):
        begun(teams=("cinder-vigil", "veilrunners"), tac_ops=("tagged", None))
    match = at_equipment("cinder-vigil", "veilrunners", equipment=((), ()), tac_ops=("clean-house", None))
    assert (match.decision.seat, match.decision.topic) == (1, "tac op")
