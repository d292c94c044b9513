"""The sixteen skills, one by one."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, MOVEMENT, OUT
from tests.escape.scene import happened, keys, play, scene, where, who

OPEN_FLOOR: dict[str, Any] = {"shut": 0}
"""A board without walls and doors."""


def values(match: Match, name: str) -> tuple[int, int, int]:
    """The current Mvt, Cbt and Int of a character."""
    c = who(match, name)
    return c.mvt, c.cbt, c.int


def left(match: Match, name: str) -> tuple[int, int, int]:
    """The actions a character has left this turn."""
    c = who(match, name)
    return c.left(MOVEMENT), c.left(COMBAT), c.left(INTELLECT)


def offered(match: Match, name: str, beginning: str = "") -> list[str]:
    """What the active character is offered; fails if its activation is over."""
    assert match.decision.topic == f"action of {name}"
    return keys(match, beginning)


def last_total(match: Match, code: str = "attack_total") -> int:
    """The total of the latest attack, or of the latest hack."""
    found: int = happened(match, code)[-1].params["total"]
    return found


def pack_with(directory: Path, **skills: str) -> str:
    """A pack like the bundled one, but for the skills of some characters."""
    text = (PACKS.folder / "sublevel_zero.yaml").read_text(encoding="utf-8")
    for name, wanted in skills.items():
        text, changes = re.subn(rf"(id: {name},.*skills: )\[.*\]}}", rf"\1[{wanted}]}}", text)
        assert changes == 1
    file = directory / "changed.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


# -- Seasoned veteran --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-01")
def test_the_veteran_rerolls_once_a_turn() -> None:
    """Used in attack, it is gone for the Dodge; next turn it is there again."""
    match = scene({"ashton": (6, 9), "bailiff": (7, 9)}, dice=[1, 4, 2, 2, 6, 1, 3, 4, 1], active="ashton")
    play(match, "attack bailiff", "no dodge", "reroll as veteran")
    assert last_total(match) == 4
    play(match, "no push", "end", "attack ashton", "dodge")
    assert match.decision.topic == "action of bailiff"  # no second reroll
    assert last_total(match) == 0
    play(match, "end", "start resistance", "attack bailiff", "no dodge")
    assert match.state.turn == 3
    assert keys(match) == ["keep", "reroll as veteran"]


@pytest.mark.rule("ES-SKILL-01")
def test_the_veteran_rerolls_a_dodge_and_the_new_face_stands() -> None:
    """A 5 becomes a 1, and that counts; the attack die is not his."""
    match = scene({"ashton": (6, 9), "magnes": (7, 9)}, dice=[3, 5, 1], active="magnes")
    play(match, "attack ashton", "dodge")
    assert match.decision.topic == "reroll dodge die of ashton"
    play(match, "reroll as veteran")
    assert match.decision.topic == "action of magnes"
    assert last_total(match) == 3 + 2 - 1 - 3
    assert who(match, "ashton").damage == 1


@pytest.mark.rule("ES-SKILL-01")
def test_the_veteran_rerolls_nothing_but_combat_rolls(tmp_path: Path) -> None:
    """Neither an undodged attack on him, nor a hack, nor the bare die of a drill."""
    attacked = play(scene({"ashton": (6, 9), "magnes": (7, 9)}, dice=[3], active="magnes"), "attack ashton", "no dodge")
    assert attacked.decision.topic == "action of magnes"
    hacking = play(scene({"ashton": (7, 3)}, dice=[1], active="ashton"), "hack A11")
    assert hacking.decision.topic == "action of ashton"
    driller = scene(
        {"bruno": (3, 4)}, dice=[2], active="bruno", pack=pack_with(tmp_path, bruno="Drill, Seasoned veteran")
    )
    play(driller, "drill 3,4|4,4")
    assert driller.decision.topic == "action of bruno"


# -- Armor -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-02")
def test_armor_swallows_a_crate_and_its_penalty() -> None:
    """One point less one is none: no damage, no lost Movement."""
    match = scene({"bruno": (5, 5), "bailiff": (7, 5)}, dice=[2], active="bruno", crates=[(5, 5)])
    play(match, "throw c1 at bailiff", "no dodge")
    assert last_total(match) == 1
    assert who(match, "bailiff").damage == 0
    assert values(match, "bailiff") == (4, 3, 1)


@pytest.mark.rule("ES-SKILL-02")
def test_armor_works_against_every_source_each_time() -> None:
    """Two hits of 2 are 1 each, and 2 of a Nitro vial are 1."""
    match = scene({"solenne": (6, 9), "bailiff": (7, 9)}, dice=[3, 3], active="solenne")
    play(match, "attack bailiff", "no dodge", "attack bailiff", "no dodge")
    assert who(match, "bailiff").damage == 2
    vial = scene(
        {"tilt": (6, 9), "bailiff": (7, 9)},
        dice=[1],
        active="bailiff",
        holds={"tilt": "nitro_vial"},
        damage={"tilt": 4},
        used={"tilt": {"cbt": 1}},
    )
    play(vial, "attack tilt")
    assert who(vial, "tilt").status == OUT
    assert who(vial, "bailiff").damage == 1


# -- Attraction --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-03")
@pytest.mark.parametrize(
    ("bruno", "metric", "legal"),
    [
        ((7, 8), "orthogonal", True),
        ((8, 8), "orthogonal", False),
        ((8, 8), "chebyshev", True),
        ((7, 9), "chebyshev", False),
    ],
)
def test_attraction_reaches_two_squares(bruno: tuple[int, int], metric: str, legal: bool) -> None:
    """Measured as the match measures distances, with line of sight."""
    match = scene({"magnes": (7, 6), "bruno": bruno}, active="magnes", options={"distance_metric": metric})
    assert offered(match, "magnes", "attract") == (["attract bruno"] if legal else [])


@pytest.mark.rule("ES-SKILL-03")
def test_attraction_needs_sight_an_opponent_and_the_skill() -> None:
    """No pull through a wall or over somebody, on an ally, or by anybody else."""
    assert offered(scene({"magnes": (4, 4), "bruno": (5, 4)}, active="magnes"), "magnes", "attract") == []
    assert (
        offered(scene({"magnes": (7, 6), "static": (7, 7), "bruno": (7, 8)}, active="magnes"), "magnes", "attract")
        == []
    )
    assert offered(scene({"ubume": (7, 6), "bruno": (7, 8)}, active="ubume"), "ubume", "attract") == []


@pytest.mark.rule("ES-SKILL-03")
@pytest.mark.parametrize(("faces", "total", "place"), [((4, 4), 1, (7, 7)), ((4, 5), 0, (7, 8)), ((1, 5), -3, (7, 8))])
def test_attraction_against_a_counter_measure(faces: tuple[int, int], total: int, place: tuple[int, int]) -> None:
    """Int 2 against Bruno's 1: the higher total wins, a tie fails; both have used an Intellect action."""
    match = scene({"magnes": (7, 6), "bruno": (7, 8)}, dice=faces, active="magnes")
    play(match, "attract bruno", "counter-measure")
    assert last_total(match, "hack_result") == total
    assert where(match, "bruno") == place
    assert left(match, "magnes")[INTELLECT] == 1
    assert left(match, "bruno")[INTELLECT] == 0


@pytest.mark.rule("ES-SKILL-03")
def test_each_attraction_costs_an_intellect_action() -> None:
    """Against Solenne's Int of 3 a 1 is enough for a total of 3; with two actions used the skill is not offered."""
    match = scene({"magnes": (7, 6), "solenne": (7, 8)}, dice=[1], active="magnes", used={"magnes": {"int": 1}})
    play(match, "attract solenne", "no counter-measure")
    assert last_total(match, "hack_result") == 3
    assert where(match, "solenne") == (7, 7)
    assert left(match, "magnes")[INTELLECT] == 0
    assert offered(match, "magnes", "attract") == []


@pytest.mark.rule("ES-SKILL-04")
def test_attraction_pulls_next_to_its_owner() -> None:
    """Of the squares beside the target only the one between lies in the owner's periphery; the target's Movement
    stays."""
    match = scene({"magnes": (7, 6), "bruno": (7, 8)}, dice=[1], active="magnes")
    play(match, "attract bruno", "no counter-measure")
    assert where(match, "bruno") == (7, 7)
    assert left(match, "bruno") == (4, 2, 1)


@pytest.mark.rule("ES-SKILL-04")
def test_a_neighbour_is_shifted_or_nothing_happens() -> None:
    """Beside the owner there are two squares to choose from; occupied, nothing happens and the action is spent."""
    free = play(
        scene({"magnes": (7, 6), "bruno": (7, 7)}, dice=[1], active="magnes"), "attract bruno", "no counter-measure"
    )
    assert keys(free) == ["pull to 6,7", "pull to 8,7"]
    play(free, "pull to 8,7")
    assert where(free, "bruno") == (8, 7)

    places = {"magnes": (7, 6), "bruno": (7, 7), "tilt": (6, 7), "static": (8, 7)}
    stuck = play(scene(places, dice=[1], active="magnes"), "attract bruno", "no counter-measure")
    assert len(happened(stuck, "no_effect")) == 1
    assert where(stuck, "bruno") == (7, 7)
    assert left(stuck, "magnes")[INTELLECT] == 1


@pytest.mark.rule("ES-SKILL-04")
def test_nobody_is_pulled_through_a_wall_or_along_a_diagonal() -> None:
    """In the corridor both side squares lie behind walls; at a two-square diagonal no square is near enough."""
    corridor = play(
        scene({"magnes": (4, 8), "bruno": (4, 7)}, dice=[1], active="magnes"), "attract bruno", "no counter-measure"
    )
    assert where(corridor, "bruno") == (4, 7)
    assert len(happened(corridor, "no_effect")) == 1
    diagonal = scene(
        {"magnes": (6, 6), "bruno": (8, 8)}, dice=[1], active="magnes", options={"distance_metric": "chebyshev"}
    )
    play(diagonal, "attract bruno", "no counter-measure")
    assert where(diagonal, "bruno") == (8, 8)
    assert len(happened(diagonal, "no_effect")) == 1


# -- Digging arm -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-05")
def test_a_swallowed_hit_still_pushes_and_a_miss_does_not() -> None:
    """Attack total 1 against Armor 1 hurts nobody but succeeds; a total of 0 does not."""
    match = scene({"ashton": (6, 9), "bailiff": (7, 9)}, dice=[1, 2, 2], active="ashton")
    play(match, "attack bailiff", "no dodge", "keep")
    assert who(match, "bailiff").damage == 0
    assert match.decision.topic == "push of bailiff"
    play(match, "push to 8,9")
    assert where(match, "bailiff") == (8, 9)
    assert left(match, "bailiff")[MOVEMENT] == 4
    play(match, "step 7,9", "attack bailiff", "dodge", "keep")
    assert last_total(match) == 0
    assert match.decision.topic == "action of ashton"


@pytest.mark.rule("ES-SKILL-05")
def test_by_option_a_thrown_crate_does_not_push() -> None:
    """The arm must touch its target."""
    options = {"push_in_attack": "hand_to_hand"}
    match = scene({"ashton": (6, 9), "magnes": (7, 9)}, dice=[2], active="ashton", crates=[(6, 9)], options=options)
    play(match, "throw c1 at magnes", "no dodge", "keep")
    assert who(match, "magnes").damage == 3
    assert match.decision.topic == "action of ashton"


@pytest.mark.rule("ES-SKILL-06")
@pytest.mark.parametrize(
    ("ubume", "squares"),
    [
        ((5, 4), ["4,3", "5,3", "6,3"]),
        ((6, 4), ["6,3", "7,3", "7,4"]),
        ((5, 6), ["4,7", "5,7", "6,7"]),
        ((6, 5), ["7,4", "7,5", "7,6"]),
        ((4, 5), ["3,4", "3,5", "3,6"]),
        ((4, 6), ["3,6", "3,7", "4,7"]),
    ],
)
def test_the_three_squares_on_the_far_side(ubume: tuple[int, int], squares: list[str]) -> None:
    """On open floor, for straight and for diagonal hits."""
    match = scene({"ashton": (5, 5), "ubume": ubume}, dice=[2], active="ashton", **OPEN_FLOOR)
    play(match, "attack ubume", "no dodge", "keep")
    assert keys(match) == ["no push", *(f"push to {square}" for square in squares)]
    play(match, f"push to {squares[1]}")
    assert where(match, "ubume") == tuple(map(int, squares[1].split(",")))


@pytest.mark.rule("ES-SKILL-06")
def test_pushes_need_a_free_square_without_a_wall() -> None:
    """Occupied squares fall out, characters on the flanks do not matter, and in a corner nothing is asked."""
    taken = scene({"ashton": (7, 7), "ubume": (7, 6), "tilt": (7, 5), "static": (6, 5)}, dice=[2], active="ashton")
    play(taken, "attack ubume", "no dodge", "keep")
    assert keys(taken) == ["no push", "push to 8,5"]
    flanked = scene({"ashton": (7, 7), "ubume": (7, 6), "tilt": (8, 6), "bruno": (7, 5)}, dice=[2], active="ashton")
    play(flanked, "attack ubume", "no dodge", "keep")
    assert keys(flanked) == ["no push", "push to 6,5", "push to 8,5"]
    cornered = scene({"ashton": (6, 5), "ubume": (5, 4)}, dice=[2], active="ashton")
    play(cornered, "attack ubume", "no dodge", "keep")
    assert who(cornered, "ubume").damage == 3
    assert cornered.decision.topic == "action of ashton"
    edge = scene({"ashton": (1, 0), "ubume": (0, 0)}, dice=[2], active="ashton")
    play(edge, "attack ubume", "no dodge", "keep")
    assert edge.decision.topic == "action of ashton"


# -- Scrambler ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-07")
@pytest.mark.parametrize(
    ("bailiff", "targets"),
    [((5, 6), ["attack static"]), ((6, 6), ["attack bailiff", "attack static"])],
    ids=["beside", "diagonal"],
)
def test_the_neighbour_of_a_scrambler_is_no_target(bailiff: tuple[int, int], targets: list[str]) -> None:
    """Four sides, not the corners, and not the owner itself."""
    match = scene({"static": (5, 5), "bailiff": bailiff, "ashton": (6, 5)}, active="ashton")
    assert offered(match, "ashton", "attack") == targets


@pytest.mark.rule("ES-SKILL-07")
def test_the_scrambler_stops_ranged_attacks_too() -> None:
    """Neither a crate nor a grenade may be aimed at the neighbour."""
    match = scene(
        {"static": (5, 5), "bailiff": (5, 6), "jimmy": (7, 6)},
        active="jimmy",
        crates=[(7, 6)],
        holds={"jimmy": "em_grenade"},
    )
    assert offered(match, "jimmy", "throw") == ["throw c1 at static"]
    assert "grenade at static" in keys(match)
    assert "grenade at bailiff" not in keys(match)


@pytest.mark.rule("ES-SKILL-07")
def test_walls_do_not_cut_the_scrambler_off() -> None:
    """A locked door lies between the two, and still the neighbour is protected."""
    match = scene({"static": (4, 6), "bailiff": (5, 6), "ashton": (6, 6)}, active="ashton")
    assert offered(match, "ashton", "attack") == []
    alone = scene({"static": (4, 5), "bailiff": (5, 6), "ashton": (6, 6)}, active="ashton")
    assert offered(alone, "ashton", "attack") == ["attack bailiff"]


@pytest.mark.rule("ES-SKILL-07")
def test_a_scrambler_does_not_protect_opponents_or_stop_hacks(tmp_path: Path) -> None:
    """With a Scrambler on the other side: two of them protect each other, and Attraction on an ally stays legal."""
    beside_enemy = scene({"static": (5, 5), "ashton": (5, 6), "tilt": (5, 7), "magnes": (6, 6)}, active="magnes")
    assert offered(beside_enemy, "magnes", "attack") == ["attack ashton", "attack tilt"]
    pack = pack_with(tmp_path, tilt="Scrambler", bruno="Scrambler")
    match = scene({"tilt": (5, 5), "ashton": (5, 6), "magnes": (6, 6)}, active="magnes", pack=pack)
    assert offered(match, "magnes", "attack") == ["attack tilt"]
    assert offered(match, "magnes", "attract") == ["attract ashton", "attract tilt"]
    both = scene({"tilt": (5, 5), "bruno": (5, 6), "magnes": (6, 6)}, active="magnes", pack=pack)
    assert offered(both, "magnes", "attack") == []


# -- Anti-gravity field, Burrowing -------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-08")
def test_the_field_steps_diagonally() -> None:
    """All eight squares for one Movement action each; somebody without the skill has four."""
    match = scene({"ubume": (4, 4)}, active="ubume", **OPEN_FLOOR)
    assert len(offered(match, "ubume", "step")) == 8
    play(match, "step 5,5")
    assert where(match, "ubume") == (5, 5)
    assert left(match, "ubume")[MOVEMENT] == 4
    assert len(offered(scene({"magnes": (4, 4)}, active="magnes", **OPEN_FLOOR), "magnes", "step")) == 4


@pytest.mark.rule("ES-SKILL-08")
def test_the_field_needs_one_open_side() -> None:
    """Both sides walled: no; one side open: yes, whoever stands there; an occupied goal: no."""
    match = scene({"ubume": (10, 4), "ashton": (10, 3)}, active="ubume")
    assert offered(match, "ubume", "step") == ["step 9,3", "step 10,5"]
    occupied = scene({"ubume": (10, 4), "ashton": (9, 3)}, active="ubume")
    assert offered(occupied, "ubume", "step") == ["step 10,3", "step 10,5"]


@pytest.mark.rule("ES-SKILL-08")
def test_the_field_opens_doors_only_from_beside() -> None:
    """A door at the corner of the square is out of reach."""
    assert offered(scene({"ubume": (6, 3)}, active="ubume"), "ubume", "open") == []
    assert offered(scene({"ubume": (7, 3)}, active="ubume"), "ubume", "open") == ["open A01", "open A11"]


@pytest.mark.rule("ES-SKILL-11")
def test_burrowing_through_wall_and_reinforced_wall() -> None:
    """One Movement action each; diagonals are not part of it."""
    match = scene({"mamushi": (3, 4)}, active="mamushi")
    play(match, "step 4,4", "step 5,4")
    assert where(match, "mamushi") == (5, 4)
    assert left(match, "mamushi")[MOVEMENT] == 4
    assert offered(match, "mamushi", "step") == ["step 5,3", "step 4,4", "step 6,4", "step 5,5"]


@pytest.mark.rule("ES-SKILL-11")
def test_burrowing_leaves_doors_board_and_people_alone() -> None:
    """An occupied square and the edge of the board stop it, a shut door does not and stays shut, and sight is not
    changed."""
    match = scene({"mamushi": (7, 3), "tilt": (8, 3)}, active="mamushi")
    assert offered(match, "mamushi", "step") == ["step 7,2", "step 6,3", "step 7,4"]
    play(match, "step 7,4")
    assert match.state.opened == 0
    assert match.state.locks & match.table.ground.board.door("A11").edge
    assert offered(scene({"mamushi": (0, 0)}, active="mamushi"), "mamushi", "step") == ["step 1,0", "step 0,1"]
    assert offered(scene({"mamushi": (3, 4), "bruno": (4, 4)}, active="mamushi"), "mamushi", "attack") == []


# -- Leadership --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-09")
@pytest.mark.parametrize(
    "solenne", [(6, 3), (6, 2), (8, 4)], ids=["beside", "behind a wall", "at a corner behind a wall"]
)
def test_a_leader_lends_its_int(solenne: tuple[int, int]) -> None:
    """D6 and 3 opens the lock of 8 with a 5; Bruno still has one Intellect action only."""
    match = scene({"bruno": (7, 3), "solenne": solenne}, dice=[5], active="bruno")
    play(match, "hack A11")
    assert keys(match) == ["own Int", "Int of solenne"]
    play(match, "Int of solenne")
    assert last_total(match, "hack_result") == 8
    assert match.state.opened == match.table.ground.board.door("A11").edge
    assert left(match, "bruno")[INTELLECT] == 0
    assert left(match, "solenne")[INTELLECT] == 3


@pytest.mark.rule("ES-SKILL-09")
def test_leadership_is_optional_near_and_current() -> None:
    """Own Int may be used; two squares away nothing is lent; a lowered leader lends the lowered value."""
    own = play(scene({"bruno": (7, 3), "solenne": (6, 3)}, dice=[5], active="bruno"), "hack A11", "own Int")
    assert last_total(own, "hack_result") == 6
    far = play(scene({"bruno": (7, 3), "solenne": (5, 3)}, dice=[5], active="bruno"), "hack A11")
    assert last_total(far, "hack_result") == 6
    low = scene(
        {"bruno": (7, 3), "solenne": (6, 3)},
        dice=[5],
        active="bruno",
        penalties={"solenne": [(INTELLECT, -1, "ES-SKILL-18")]},
    )
    play(low, "hack A11", "Int of solenne")
    assert last_total(low, "hack_result") == 7


@pytest.mark.rule("ES-SKILL-09")
def test_leadership_helps_no_dodge_under_hypnosis() -> None:
    """The Dodge with Int uses Bruno's own 1, and nobody is asked for a leader."""
    match = scene({"ubume": (7, 9), "bruno": (6, 9), "solenne": (5, 9)}, dice=[3, 3], active="ubume")
    play(match, "attack bruno", "dodge", "dodge with Int")
    assert match.decision.topic == "action of ubume"
    assert last_total(match) == 3 + 2 - 3 - 1


# -- Robot and Pilot ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-10", "ES-SKILL-16")
def test_a_robot_has_its_own_actions_and_the_pilots() -> None:
    """8 Movement, 3 Combat and 2 Intellect actions, however far the Pilot is."""
    match = scene(
        {"rivet": (7, 3), "jimmy": (0, 12), "mamushi": (8, 3)},
        dice=[1, 1, 1, 1, 1],
        active="rivet",
        used={"mamushi": {"cbt": 2}},
    )
    for step in ("step 6,3", "step 7,3") * 4:
        assert offered(match, "rivet", step) == [step]
        play(match, step)
        if match.decision.topic == "rivet pays Mvt":
            assert keys(match) == ["own action", "action of jimmy"]
            play(match, "own action")
    assert offered(match, "rivet", "step") == []
    assert left(match, "jimmy") == (0, 1, 2)
    play(match, "attack mamushi", "action of jimmy", "attack mamushi", "attack mamushi")
    assert offered(match, "rivet", "attack") == []
    assert left(match, "jimmy") == (0, 0, 2)
    assert left(match, "rivet") == (0, 0, 0)
    play(match, "hack A11")
    assert left(match, "jimmy") == (0, 0, 1)
    play(match, "hack A11")
    assert left(match, "jimmy") == (0, 0, 0)
    assert match.decision.topic == "action of mamushi"  # nothing was left to do


@pytest.mark.rule("ES-SKILL-10")
@pytest.mark.parametrize(("face", "opened"), [(5, False), (6, True)])
def test_a_robot_rolls_with_its_own_values(face: int, opened: bool) -> None:
    """Int 0 against a lock of 6: only a 6 will do, whatever the Pilot's Int."""
    match = scene({"rivet": (10, 3), "jimmy": (0, 12)}, dice=[face], active="rivet")
    play(match, "hack A04")
    assert last_total(match, "hack_result") == face
    assert bool(match.state.opened) is opened
    assert left(match, "jimmy") == (5, 1, 1)


@pytest.mark.rule("ES-SKILL-10")
def test_a_pilot_serves_after_its_own_activation_with_what_is_left() -> None:
    """Jimmy has walked four squares himself: one step remains for the Robot."""
    match = scene(
        {"rivet": (7, 3), "jimmy": (0, 12), "magnes": (5, 3)},
        active="rivet",
        used={"jimmy": {"mvt": 4}, "rivet": {"mvt": 3}},
        activated=("jimmy",),
    )
    play(match, "step 6,3")
    assert left(match, "jimmy")[MOVEMENT] == 0
    assert offered(match, "rivet") == ["end", "attack magnes"]


@pytest.mark.rule("ES-SKILL-10", "ES-SKILL-16")
def test_one_pilot_per_activation(tmp_path: Path) -> None:
    """Either of two Pilots at first; once one has been drawn on, the other is no choice any more."""
    pack = pack_with(tmp_path, tilt="Pilot")
    match = scene({"rivet": (7, 3), "jimmy": (0, 12), "tilt": (0, 0)}, active="rivet", pack=pack)
    play(match, "step 6,3")
    assert keys(match) == ["own action", "action of jimmy", "action of tilt"]
    play(match, "action of tilt", "step 7,3")
    assert keys(match) == ["own action", "action of tilt"]


@pytest.mark.rule("ES-SKILL-16")
@pytest.mark.parametrize("where_to", ["out", "left"])
def test_an_absent_pilot_helps_nobody(where_to: str) -> None:
    """Taken out or off the board: the Robot has its own 3/2/0."""
    absent: dict[str, Any] = {where_to: ("jimmy",)}
    match = scene(
        {"rivet": (7, 3), "solenne": (0, 0), "mamushi": (8, 3)},
        dice=[1, 1],
        active="rivet",
        used={"mamushi": {"cbt": 2}},
        **absent,
    )
    assert offered(match, "rivet", "hack") == []
    play(match, "step 6,3", "step 7,3", "attack mamushi")
    assert left(match, "rivet") == (1, 1, 0)
    play(match, "attack mamushi")
    assert offered(match, "rivet") == ["end", "step 6,3", "open A01"]
    play(match, "step 6,3")
    assert match.decision.topic == "action of mamushi"  # nothing was left to do


@pytest.mark.rule("ES-SKILL-16")
def test_only_robots_draw_on_a_pilot() -> None:
    """Tilt pays her own steps."""
    match = play(scene({"tilt": (7, 3), "jimmy": (0, 12)}, active="tilt"), "step 6,3")
    assert match.decision.topic == "action of tilt"
    assert left(match, "jimmy")[MOVEMENT] == 5


# -- Elusive -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-12")
def test_elusive_dodges_after_seeing_the_die() -> None:
    """A total of 5 would be 4 points and the end; a Dodge of 4 leaves 1, for one Combat action; the attack die
    stays."""
    match = scene({"ashton": (6, 9), "static": (7, 9)}, dice=[2, 3], active="ashton")
    play(match, "attack static", "no dodge", "keep")
    assert keys(match) == ["no dodge", "dodge"]
    play(match, "dodge", "keep", "no push")
    assert who(match, "static").damage == 1
    assert left(match, "static")[COMBAT] == 0
    undodged = scene({"ashton": (6, 9), "static": (7, 9)}, dice=[2], active="ashton")
    play(undodged, "attack static", "no dodge", "keep", "no dodge")
    assert who(undodged, "static").status == OUT


@pytest.mark.rule("ES-SKILL-12")
def test_elusive_may_declare_early_and_others_may_not_wait() -> None:
    """An early Dodge is the only one; who is not Elusive is asked before the roll only."""
    early = play(
        scene({"ashton": (6, 9), "static": (7, 9)}, dice=[2, 3], active="ashton"), "attack static", "dodge", "keep"
    )
    assert early.decision.topic == "push of static"
    assert left(early, "static")[COMBAT] == 0
    other = play(
        scene({"ashton": (6, 9), "magnes": (7, 9)}, dice=[2], active="ashton"), "attack magnes", "no dodge", "keep"
    )
    assert other.decision.topic == "push of magnes"


@pytest.mark.rule("ES-SKILL-12")
def test_elusive_waits_with_a_token_but_not_with_a_shield() -> None:
    """The Revolution token serves after the roll; the shield must be announced before it."""
    match = scene(
        {"tilt": (6, 9), "magnes": (7, 9)},
        dice=[4, 4],
        active="magnes",
        used={"tilt": {"cbt": 1}},
        holds={"tilt": "improvised_shield"},
        revolution=1,
    )
    play(match, "attack tilt")
    assert keys(match) == ["no dodge", "dodge with a revolution token", "dodge with the shield"]
    play(match, "no dodge")
    assert keys(match) == ["no dodge", "dodge with a revolution token"]
    play(match, "dodge with a revolution token")
    assert who(match, "tilt").damage == 1
    assert match.state.revolution == 0
    assert who(match, "tilt").holds


# -- Drill -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-13")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_bare_die_of_a_drill(face: int) -> None:
    """1 breaks the drill, 2 and 3 do nothing, 4 to 6 destroy the wall; another try only after 2 and 3."""
    match = play(scene({"bruno": (4, 7)}, dice=[face], active="bruno"), "drill 3,7|4,7")
    assert who(match, "bruno").drill_broken is (face == 1)
    assert match.state.broken.bit_count() == (face >= 4)
    assert ("step 3,7" in offered(match, "bruno")) is (face >= 4)
    assert left(match, "bruno")[COMBAT] == 1
    assert offered(match, "bruno", "drill") == (["drill 3,7|4,7"] if face in (2, 3) else [])


@pytest.mark.rule("ES-SKILL-13")
def test_a_second_try_uses_the_second_combat_action() -> None:
    """Die 3, then die 4: the wall is gone and so are both actions."""
    match = play(scene({"bruno": (3, 4)}, dice=[3, 4], active="bruno"), "drill 3,4|4,4", "drill 3,4|4,4")
    assert match.state.broken.bit_count() == 1
    assert left(match, "bruno")[COMBAT] == 0


@pytest.mark.rule("ES-SKILL-13")
def test_two_tries_succeed_two_times_in_three() -> None:
    """Over all 36 pairs of faces: half at once, and half of the third that may try again."""
    through = 0
    for pair in product(range(1, 7), repeat=2):
        match = play(scene({"bruno": (3, 4)}, dice=pair, active="bruno"), "drill 3,4|4,4")
        if "drill 3,4|4,4" in offered(match, "bruno"):
            play(match, "drill 3,4|4,4")
        through += match.state.broken.bit_count()
    assert through == 24


@pytest.mark.rule("ES-SKILL-13")
def test_a_broken_drill_stays_broken_and_a_good_one_rests_a_turn() -> None:
    """Next turn the broken drill is not offered, the other one is."""
    for face, later in ((1, []), (4, ["drill 3,3|4,3", "drill 3,2|3,3"])):
        match = scene({"bruno": (3, 4), "static": (14, 0)}, dice=[face, 6, 1, 3, 4], active="bruno")
        play(match, "drill 3,4|4,4", "step 3,3")
        assert offered(match, "bruno", "drill") == []
        play(match, "end", "end", "start resistance")
        assert match.state.turn == 3
        assert offered(match, "bruno", "drill") == later


@pytest.mark.rule("ES-SKILL-13")
def test_what_can_be_drilled() -> None:
    """Walls of the own square, not reinforced ones, not doors, not the edge of the board, and only by the owner."""
    assert offered(scene({"bruno": (4, 4)}, active="bruno"), "bruno", "drill") == ["drill 3,4|4,4"]
    assert offered(scene({"bruno": (4, 5)}, active="bruno"), "bruno", "drill") == []
    assert offered(scene({"bruno": (0, 0)}, active="bruno"), "bruno", "drill") == []
    assert offered(scene({"ashton": (4, 4)}, active="ashton"), "ashton", "drill") == []
    assert offered(scene({"bruno": (4, 4)}, active="bruno", used={"bruno": {"cbt": 2}}), "bruno", "drill") == []


# -- Otaku -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-14")
@pytest.mark.parametrize(("face", "opened"), [(5, False), (6, True)])
def test_an_otaku_hacks_across_the_room(face: int, opened: bool) -> None:
    """Two squares from the door, in sight of its square: a lock of 8 needs a 6, and then the door stands open."""
    match = play(scene({"jimmy": (5, 3)}, dice=[face], active="jimmy"), "hack A11")
    edge = match.table.ground.board.door("A11").edge
    assert bool(match.state.opened & edge) is opened
    assert bool(match.state.locks & edge) is not opened
    assert left(match, "jimmy")[INTELLECT] == 1


@pytest.mark.rule("ES-SKILL-14")
def test_an_otaku_needs_the_room_and_the_sight() -> None:
    """From another room, past somebody in the way, or without the skill: no; from either room of the door: yes."""

    def hacks(name: str, place: tuple[int, int], **others: tuple[int, int]) -> bool:
        return "hack A11" in offered(scene({name: place, **others}, active=name), name)

    assert hacks("jimmy", (5, 3))
    assert hacks("jimmy", (7, 3))
    assert hacks("jimmy", (7, 7))
    assert hacks("jimmy", (5, 3), tilt=(7, 3))
    assert not hacks("jimmy", (5, 3), tilt=(6, 3))
    assert not hacks("jimmy", (7, 2))
    assert not hacks("jimmy", (4, 4))
    assert not hacks("bruno", (6, 3))


# -- Armless -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-15")
@pytest.mark.parametrize(("name", "foe"), [("mamushi", "tilt"), ("rivet", "static")])
def test_without_arms_no_equipment_and_no_crates(name: str, foe: str) -> None:
    """Nothing is picked up and nothing thrown; an ally with arms could do both."""
    places = {name: (7, 5), foe: (7, 7)}
    tokens: dict[str, Any] = {"crates": [(7, 5)], "equipment": [((7, 5), "radio")]}
    match = scene(places, active=name, **tokens)
    assert offered(match, name, "pick up") == []
    assert offered(match, name, "throw") == []
    able = scene({"magnes": (7, 5), "tilt": (7, 7)}, active="magnes", **tokens)
    assert offered(able, "magnes", "pick up") == ["pick up e2"]
    assert offered(able, "magnes", "throw") == ["throw c1 at tilt"]


@pytest.mark.rule("ES-SKILL-15")
def test_without_arms_no_gifts_but_objectives() -> None:
    """By option Equipment cannot be handed over to it; an Objective it picks up and is handed."""
    giving = scene(
        {"bailiff": (7, 5), "mamushi": (7, 6), "static": (7, 4)},
        active="bailiff",
        holds={"bailiff": "datadisk"},
        options={"armless_receives": False},
    )
    assert offered(giving, "bailiff", "give") == ["give to static"]
    on_crate = scene({"mamushi": (7, 5)}, dice=["2"], active="mamushi", scenario="data-heist", crates=[(7, 5)])
    assert offered(on_crate, "mamushi", "pick up") == ["pick up c1"]
    play(on_crate, "pick up c1")
    assert on_crate.state.tokens[who(on_crate, "mamushi").holds].objective
    handed = scene(
        {"bailiff": (7, 5), "mamushi": (7, 6)}, active="bailiff", scenario="data-heist", holds={"bailiff": "2"}
    )
    assert offered(handed, "bailiff", "give") == ["give to mamushi"]


# -- Hypnosis ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-17")
def test_hypnosis_makes_a_dodge_use_int() -> None:
    """Ashton dodges with 1 instead of 3, and has still used a Combat action."""
    match = scene({"ubume": (7, 9), "ashton": (6, 9)}, dice=[3, 3], active="ubume")
    play(match, "attack ashton", "dodge")
    assert (match.decision.seat, keys(match)) == (1, ["dodge with Cbt", "dodge with Int"])
    play(match, "dodge with Int", "keep")
    assert last_total(match) == 3 + 2 - 3 - 1
    assert who(match, "ashton").damage == 1
    assert left(match, "ashton") == (4, 2, 1)


@pytest.mark.rule("ES-SKILL-17")
def test_hypnosis_may_be_declined() -> None:
    """Solenne's Int is higher than her Cbt: she dodges with 2."""
    match = scene({"ubume": (7, 9), "solenne": (6, 9)}, dice=[4, 3], active="ubume")
    play(match, "attack solenne", "dodge", "dodge with Cbt")
    assert last_total(match) == 4 + 2 - 3 - 2


@pytest.mark.rule("ES-SKILL-17")
def test_hypnosis_is_about_dodges_only_but_at_any_range() -> None:
    """An undodged attack is measured against Cbt, with no question; a thrown crate may hypnotise; other attackers may
    not."""
    undodged = play(scene({"ubume": (7, 9), "ashton": (6, 9)}, dice=[3], active="ubume"), "attack ashton", "no dodge")
    assert undodged.decision.topic == "action of ubume"
    assert last_total(undodged) == 3 + 2 - 3
    crate = scene({"ubume": (7, 9), "solenne": (5, 9)}, dice=[3, 1], active="ubume", crates=[(7, 9)])
    play(crate, "throw c1 at solenne", "dodge", "dodge with Int")
    assert last_total(crate) == 3 + 2 - 1 - 3
    magnes = play(scene({"magnes": (7, 9), "solenne": (6, 9)}, dice=[3, 1], active="magnes"), "attack solenne", "dodge")
    assert magnes.decision.topic == "action of magnes"
    assert last_total(magnes) == 3 + 2 - 1 - 2


# -- Electric bludgeon -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-18")
def test_the_bludgeon_lowers_everything_until_the_end_of_the_turn() -> None:
    """Twice hit: 4/3/1 is 2/1/0, and next turn 4/3/1 again."""
    match = scene({"bailiff": (7, 9), "ashton": (6, 9)}, dice=[1, 1, 6, 1, 3, 4], active="bailiff")
    play(match, "attack ashton", "no dodge")
    assert values(match, "ashton") == (3, 2, 0)
    play(match, "attack ashton", "no dodge")
    assert values(match, "ashton") == (2, 1, 0)
    assert who(match, "ashton").damage == 1 + 2
    assert left(match, "ashton") == (2, 1, 0)
    play(match, "end", "end", "start resistance")
    assert match.state.turn == 3
    assert values(match, "ashton") == (4, 3, 1)
    assert who(match, "ashton").damage == 3


@pytest.mark.rule("ES-SKILL-18")
def test_the_bludgeon_needs_damage_and_contact() -> None:
    """A point that Armor swallows does nothing; a thrown crate lowers Movement by its own rule only."""
    armored = scene({"bailiff": (7, 9), "rivet": (6, 9)}, dice=[1, 1], active="bailiff")
    play(armored, "attack rivet", "dodge")
    assert last_total(armored) == 3 + 1 - 1 - 2
    assert who(armored, "rivet").damage == 0
    assert values(armored, "rivet") == (3, 2, 0)
    crate = scene({"bailiff": (7, 9), "ashton": (5, 9)}, dice=[2], active="bailiff", crates=[(7, 9)])
    play(crate, "throw c1 at ashton", "no dodge")
    assert who(crate, "ashton").damage == 2
    assert values(crate, "ashton") == (2, 3, 1)
    assert who(crate, "ashton").status == BOARD
