"""Intellect actions: hacking doors, terminals and characters (rulebook 6.c)."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.core.match import Match
from fireteam.games.escape import arena
from fireteam.games.escape.state import INTELLECT, MOVEMENT
from tests.escape.scene import happened, keys, play, scene, table, where, who

RESISTANCE, ISC = 0, 1
PACK = Path(arena.__file__).parent / "packs" / "sublevel_zero.yaml"


def opened(match: Match, door: str) -> bool:
    """Whether a door stands open and its lock is gone."""
    state, edge = match.state, table(match).ground.board.door(door).edge
    return bool(state.opened & edge) and not state.shut & edge and not state.locks & edge


def result(match: Match) -> tuple[int, int, bool]:
    """Total, difficulty and success of the last hack."""
    params = happened(match, "hack_result")[-1].params
    return params["total"], params["difficulty"], params["success"]


@pytest.mark.rule("ES-INT-01")
def test_counter_measures_and_hacks_share_the_intellect_actions(tmp_path: Path) -> None:
    text = PACK.read_text(encoding="utf-8")
    plain = "skills: [Otaku, Pilot]"
    assert plain in text
    pack = tmp_path / "magnet.yaml"
    pack.write_text(text.replace(plain, "skills: [Otaku, Pilot, Attraction]"), encoding="utf-8")
    at = {"jimmy": (7, 5), "magnes": (7, 7), "bruno": (9, 7)}
    match = scene(at, dice=[1, 6, 1], active="jimmy", activated=["bruno"], pack=str(pack))
    play(match, "attract magnes", "counter-measure", "end")
    assert where(match, "magnes") == (7, 7)
    assert match.state.active == who(match, "magnes").index
    assert who(match, "magnes").left(INTELLECT) == 1
    play(match, "attract bruno", "no counter-measure")
    assert who(match, "magnes").left(INTELLECT) == 0
    assert not keys(match, "attract")


@pytest.mark.rule("ES-INT-01")
@pytest.mark.parametrize(("used", "attempts"), [(0, 2), (1, 1), (2, 0)])
def test_int_is_the_number_of_hacks(used: int, attempts: int) -> None:
    match = scene(
        {"magnes": (7, 6), "bruno": (7, 8)}, dice=[1, 6] * attempts, active="magnes", used={"magnes": {"int": used}}
    )
    for attempt in range(attempts):
        play(match, "attract bruno", *(["counter-measure"] if attempt == 0 else []))
        if keys(match, "pull"):
            play(match, keys(match, "pull")[0])
    assert match.state.active == who(match, "magnes").index
    assert not keys(match, "attract")


@pytest.mark.rule("ES-INT-01")
def test_a_character_without_intellect_hacks_nothing_of_its_own() -> None:
    alone = scene({"rivet": (7, 3)}, active="rivet")
    assert not keys(alone, "hack")
    assert "hack A11" in keys(scene({"bruno": (7, 3)}, active="bruno"))


@pytest.mark.rule("ES-INT-02", "ES-ROLL-03")
@pytest.mark.parametrize(("die", "success"), [(4, False), (5, True), (6, True)])
def test_equalling_the_difficulty_is_enough(die: int, success: bool) -> None:
    match = scene({"jimmy": (4, 8)}, dice=[die], active="jimmy")
    play(match, "hack A08")
    assert result(match) == (die + 2, 7, success)
    assert opened(match, "A08") is success
    assert who(match, "jimmy").left(INTELLECT) == 1  # it costs one either way


@pytest.mark.rule("ES-INT-02")
@pytest.mark.parametrize(("die", "hacked"), [(5, 0), (6, 1)])
def test_a_terminal_is_hacked_from_its_square_or_beside_it(die: int, hacked: int) -> None:
    match = scene({"jimmy": (2, 7)}, dice=[die], active="jimmy", scenario="infiltration", turn=2)
    play(match, "hack T1")
    assert result(match) == (die + 2, 8, bool(hacked))
    assert match.state.hacked == hacked
    assert ("hack T1" in keys(match)) is not bool(hacked)  # once each
    assert "hack T1" in keys(scene({"jimmy": (2, 8)}, active="jimmy", scenario="infiltration"))
    assert "hack T1" not in keys(scene({"jimmy": (3, 7)}, active="jimmy", scenario="infiltration"))


@pytest.mark.rule("ES-INT-03")
@pytest.mark.parametrize("die", range(1, 7))
def test_against_a_character_its_int_is_the_difficulty(die: int) -> None:
    match = scene({"magnes": (7, 6), "bruno": (7, 8)}, dice=[die], active="magnes")
    play(match, "attract bruno", "no counter-measure")
    assert result(match) == (die + 2, 1, True)
    assert where(match, "bruno") == (7, 7)


@pytest.mark.rule("ES-INT-03")
@pytest.mark.parametrize(
    ("penalty", "die", "difficulty", "success"), [(0, 1, 3, False), (0, 2, 3, True), (-1, 1, 2, True)]
)
def test_the_difficulty_is_the_current_int(penalty: int, die: int, difficulty: int, success: bool) -> None:
    penalties = {"magnes": [(INTELLECT, -1, "ES-SKILL-18")], "solenne": [(INTELLECT, penalty, "ES-SKILL-18")]}
    match = scene({"magnes": (7, 6), "solenne": (7, 8)}, dice=[die], active="magnes", penalties=penalties)
    play(match, "attract solenne", "no counter-measure")
    assert result(match) == (die + 1, difficulty, success)


@pytest.mark.rule("ES-INT-03", "ES-SKILL-09")
def test_leadership_does_not_change_the_difficulty() -> None:
    at = {"magnes": (7, 6), "bruno": (7, 8), "solenne": (8, 8)}
    match = scene(at, dice=[1], active="magnes", penalties={"magnes": [(INTELLECT, -1, "ES-SKILL-18")]})
    play(match, "attract bruno", "no counter-measure")
    assert result(match) == (2, 1, True)


@pytest.mark.rule("ES-INT-03")
@pytest.mark.parametrize(("door", "place", "difficulty"), [("A11", (7, 3), 8), ("A13", (4, 6), 7), ("A04", (10, 3), 6)])
def test_against_a_door_its_number_is_the_difficulty(door: str, place: tuple[int, int], difficulty: int) -> None:
    match = scene({"solenne": place}, dice=[difficulty - 3], active="solenne")
    play(match, f"hack {door}")
    assert result(match) == (difficulty, difficulty, True)


@pytest.mark.rule("ES-INT-04")
@pytest.mark.parametrize("place", [(7, 3), (7, 4)])
def test_any_resistance_character_beside_a_locked_door_may_hack_it(place: tuple[int, int]) -> None:
    match = scene({"solenne": place}, dice=[4, 4, 5], active="solenne")
    play(match, "hack A11", "hack A11")
    assert not opened(match, "A11")
    play(match, "hack A11")
    assert opened(match, "A11")
    assert who(match, "solenne").left(INTELLECT) == 0
    assert who(match, "solenne").left(MOVEMENT) == 5


@pytest.mark.rule("ES-INT-04", "ES-SKILL-14")
def test_only_an_otaku_hacks_across_the_room() -> None:
    assert "hack A11" not in keys(scene({"solenne": (5, 3)}, active="solenne"))
    assert "hack A11" not in keys(scene({"solenne": (6, 3)}, active="solenne"))
    assert "hack A11" in keys(scene({"jimmy": (5, 3)}, active="jimmy"))
    assert "hack A11" not in keys(scene({"jimmy": (5, 3), "bruno": (6, 3)}, active="jimmy"))  # no sight
    assert "hack A11" not in keys(scene({"jimmy": (7, 2)}, active="jimmy"))  # another room


@pytest.mark.rule("ES-INT-04")
def test_only_locked_shut_doors_are_hacked() -> None:
    assert keys(scene({"solenne": (7, 3)}, active="solenne"), "hack") == ["hack A11"]  # A01 is only closed
    assert not keys(scene({"solenne": (7, 3)}, active="solenne", open_doors=["A11"]), "hack")
    assert not keys(scene({"solenne": (7, 3)}, active="solenne", unlocked=["A11"]), "hack")


@pytest.mark.rule("ES-INT-05", "ES-FAC-01")
def test_the_isc_opens_and_never_hacks_doors_and_terminals() -> None:
    for name in ("ubume", "magnes", "static"):
        match = scene({name: (7, 4)}, active=name)
        assert "open A11" in keys(match)
        assert not keys(match, "hack")
        refusal = match.why_not("hack A11")
        assert refusal is not None
        assert refusal.decisive.rule == "ES-INT-05"
    terminal = scene({"ubume": (2, 8)}, active="ubume", scenario="infiltration")
    assert not keys(terminal, "hack")


@pytest.mark.rule("ES-INT-05")
def test_attraction_is_the_one_hack_of_the_isc() -> None:
    for name in ("ubume", "mamushi", "bailiff", "magnes", "static"):
        match = scene({name: (7, 6), "bruno": (7, 8)}, active=name)
        assert ("attract bruno" in keys(match)) is (name == "magnes")
