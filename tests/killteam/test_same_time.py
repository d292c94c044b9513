"""What happens at the same time: the player with initiative decides the order, wherever that can change anything."""

from __future__ import annotations

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.cards import Target
from fireteam.games.killteam.shooting.sequence import shoot
from fireteam.games.killteam.state import NOBODY, Marker, Operative
from tests.killteam.stage import Man, play, stage
from tests.killteam.warband import begin, keys, topic

R32 = 0.63
SURVIVE = "use cv-f1"
"""Unquenched: on 4 or more an operative of the Vigil stays with 1 wound."""
NEXT = "who suffers damage next"


def mine(x: float, y: float, name: str = "mine-1") -> Marker:
    return Marker(name, "mine", 1, round(x * 100), round(y * 100), 0, NOBODY, "", ())


def of(match: Match, name: str) -> Operative:
    found: Operative = next(one for one in match.state.operatives if one.name == name)
    return found


VIGIL = {"cv-prior": (10.0, 11.0), "cv-mender": (11.6, 11.0), "cv-sentinel": (20.0, 3.0)}
FOES = {"vr-netter": (25.0, 20.0)}


def mined(dice: list[int], *laid: Marker, left: tuple[int, int] = (4, 4), holder: int = 0) -> Match:
    """Two of the Vigil stand beside mines that a move of a third one, far away, brings to attention."""
    men = {"cv-prior": {"wounds": left[0]}, "cv-mender": {"wounds": left[1]}}
    match = begin(VIGIL, FOES, dice, active="cv-sentinel", operatives=men, markers=laid, initiative=holder, cp=(3, 3))
    return play(match, "DASH", "to 20.00,3.50")


# -- mines -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-INIT-04", "KT-EQ-05")
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("first, second", [("cv-prior", "cv-mender"), ("cv-mender", "cv-prior")])
def test_the_player_with_initiative_says_under_whom_a_mine_goes_off_first(holder: int, first: str, second: str) -> None:
    # One ploy in the turning point: whoever suffers first may be saved by it, and the other falls.
    match = mined([1, 4, 1], mine(10.8, 11), holder=holder)
    assert (match.decision.seat, topic(match)) == (holder, NEXT)
    assert keys(match) == ["cv-prior next", "cv-mender next"]
    play(match, f"{first} next", SURVIVE)
    assert of(match, first).wounds == 1
    assert of(match, second).wounds == 0


@pytest.mark.rule("KT-INIT-04", "KT-EQ-05")
def test_nobody_is_asked_where_nobody_can_fall() -> None:
    match = mined([5, 1], mine(10.8, 11), left=(7, 7))
    assert topic(match) != NEXT
    assert (of(match, "cv-prior").wounds, of(match, "cv-mender").wounds) == (1, 3)


@pytest.mark.rule("KT-EQ-05", "KT-INIT-04")
def test_mines_that_are_met_at_the_same_moment_all_go_off() -> None:
    """One near both, one near the Prior alone: though the first fells the Prior the second is gone as well."""
    match = mined([1, 1], mine(10.8, 11), mine(9.5, 11, "mine-2"))
    assert keys(match) == ["cv-prior next", "cv-mender next"]
    play(match, "cv-prior next", "no more")
    assert topic(match) == "cv-mender would be incapacitated", "the second mine has nobody to hurt"
    play(match, "no more")
    assert not any(marker.kind == "mine" for marker in match.state.markers.values())
    assert (of(match, "cv-prior").wounds, of(match, "cv-mender").wounds) == (0, 0)


@pytest.mark.rule("KT-EQ-05", "KT-INIT-04")
def test_two_mines_on_the_way_at_one_place_are_both_gone() -> None:
    """They are alike: nobody is asked for their order, and both go off although the first one fells the mover."""
    men = (Man("a", 0, 5, 11, wounds=8, left=4), Man("e", 1, 25, 20))
    laid = {name: mine(8, y, name) for name, y in (("mine-1", 10.5), ("mine-2", 11.5))}
    match = stage(men, [5] * 10, active="a", markers=laid, turning_point=2)
    play(match, "REPOSITION", "to 9.00,11.00")
    assert of(match, "a").wounds == 0
    assert not match.state.markers
    assert [event.rule for event in match.log if event.code == "d3"] == ["KT-BASE-17"], "no die for the fallen"


@pytest.mark.rule("KT-EQ-05")
def test_mines_at_two_places_of_a_way_go_off_one_after_the_other() -> None:
    men = (Man("a", 0, 5, 11, wounds=8, left=4), Man("e", 1, 25, 20))
    laid = {name: mine(x, 11.8, name) for name, x in (("mine-1", 7.5), ("mine-2", 9.5))}
    match = stage(men, [5] * 10, active="a", markers=laid, turning_point=2)
    play(match, "REPOSITION", "to 9.00,11.00")
    assert list(match.state.markers) == ["mine-2"], "it never came near that one"


# -- Devastating -------------------------------------------------------------------------------------------------------


def devastated(dice: list[int], holder: int = 1) -> Match:
    """One critical of a Devastating with a distance: the Prior is the target, the Mender near it."""
    setting, state = arena.battle(
        killzone="shellmarket", teams=("cinder-vigil", "veilrunners"), phase="activation", turning_point=2,
        placed={"cv-prior": (1000, 1100), "cv-mender": (1160, 1100), "vr-netter": (1600, 1100)},
        operatives={"cv-prior": {"wounds": 2}, "cv-mender": {"wounds": 2}}, initiative=holder, cp=[3, 3],
    )  # fmt: skip
    t = arena.table_over(setting, state)
    number = {one.name: one.index for one in state.operatives}
    weapon = t.card(number["vr-netter"]).weapons[0]
    shoot(
        t, number["vr-netter"], weapon.id, [Target(number["cv-prior"], near=(number["cv-mender"],))],
        rules=('1" Devastating 2',),
    )  # fmt: skip
    return arena.match_over(t, Given(dice))


@pytest.mark.rule("KT-INIT-04", "KT-WR-08")
@pytest.mark.parametrize("holder, first, second", [(0, "cv-mender", "cv-prior"), (1, "cv-prior", "cv-mender")])
def test_the_player_with_initiative_says_whom_devastating_hurts_first(holder: int, first: str, second: str) -> None:
    match = devastated([6, 1, 1, 1, 6, 1, 1, 1], holder)
    while topic(match) != NEXT:
        match.answer(next(key for key in keys(match) if key in ("no more", "keep the dice")))
    assert match.decision.seat == holder
    assert keys(match) == ["cv-prior next", "cv-mender next"]
    play(match, f"{first} next", SURVIVE)
    assert (of(match, first).wounds, of(match, second).wounds) == (1, 0)


# -- markers that are dropped ------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-INIT-04", "KT-PLAC-02")
def test_markers_of_both_sides_are_put_down_in_the_order_of_the_player_with_initiative() -> None:
    gun = arena.weapon(4, 2, 5, 5, 'Blast 4"', name="gun")
    carried = (("c1", 1), ("c2", 2), ("c3", 3))
    crates = {name: Marker(name, "crate", -1, 0, 0, 0, who, "", ("portable",)) for name, who in carried}
    men = (
        Man("a", 0, 5, 5, weapons=(gun,)), Man("e", 1, 12, 5, left=1, fields=(("carries", ("c1",)),)),
        Man("f", 0, 12, 6.2 + 2 * R32, left=1, fields=(("carries", ("c2",)),)),
        Man("g", 1, 13.6, 5, left=1, fields=(("carries", ("c3",)),)),
    )  # fmt: skip
    match = stage(men, ([5] * 4 + [1] * 3) * 3, active="a", markers=crates, initiative=0)
    play(match, "SHOOT", "shoot e")
    while topic(match) != "marker that is put down next":
        match.answer(match.decision.options[0].key)
    assert keys(match) == ["c1 next", "c2 next", "c3 next"]
    match.answer("c3 next")
    assert (match.decision.seat, topic(match)) == (1, "place for c3 of g")
    match.answer(match.decision.options[0].key)
    assert keys(match) == ["c1 next", "c2 next"]
    match.answer("c2 next")
    assert (match.decision.seat, topic(match)) == (0, "place for c2 of f")
    match.answer(match.decision.options[0].key)
    assert (match.decision.seat, topic(match)) == (1, "place for c1 of e"), "one side's alone: nobody is asked"


# -- both fighters -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-INIT-04", "KT-WR-07")
def test_the_player_with_initiative_says_whose_devastating_comes_first() -> None:
    blade = arena.weapon(3, 3, 2, 3, "Devastating 1, Devastating 2", ranged=False)
    match = arena.duel(arena.card("a", blade), arena.card("e", blade), Given([6, 1, 1] * 2), initiative=1)
    assert (match.decision.seat, match.decision.topic) == (1, "whose criticals hurt first")
    match.answer("seat 1 first")
    assert (match.decision.seat, match.decision.topic) == (1, "Devastating that e uses")
    match.answer("Devastating 1")
    assert (match.decision.seat, match.decision.topic) == (0, "Devastating that a uses")
    plain = arena.weapon(3, 3, 2, 3, "Devastating 2", ranged=False)
    match = arena.duel(arena.card("a", plain), arena.card("e", plain), Given([6, 1, 1] * 2), initiative=1)
    assert match.decision.topic == "die of a", "both lose 2 in any order"
