"""Markers: size, contesting, control, carrying, picking up and putting down."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.questions import Choose
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import Action, deed, start
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.markers import (
    PORTABLE,
    contesting,
    contests,
    controller,
    controls,
    may_take,
    rests,
    stronger,
    within_control,
)
from fireteam.games.killteam.positions import body_of, radius_of, spot_of
from fireteam.games.killteam.state import ENGAGE, NOBODY, REMOVED, Effect, Frame, Marker
from fireteam.games.killteam.table import Table
from fireteam.kit.arena import match_at
from fireteam.space.plane.measure import straight
from fireteam.space.plane.model import Feature, Part, Spot
from tests.killteam.opfield import (
    CENTRE,
    MATRON,
    MENDER,
    NEEDLE,
    PRIOR,
    act,
    field,
    offered,
    open_zone,
    play,
    refused,
    stand,
)


def part(name: str, west: int, south: int, east: int, north: int, heights: tuple[int, int], trait: str) -> Part:
    """A box of terrain."""
    return typed(
        f"{name}/part", name, ((west, south), (east, south), (east, north), (west, north)), *heights, frozenset({trait})
    )


BLOCK = Feature("block", "heavy_rubble", (part("block", 1100, 500, 1130, 900, (0, 400), "Heavy"),))
LEVEL = Feature("level", "large_ruin", (part("level", 1600, 100, 2000, 500, (280, 300), "Vantage"),))


def with_marker(
    t: Table, x: int, y: int, z: int = 0, *, kind: str = "crate", tags: tuple[str, ...] = (PORTABLE,)
) -> Marker:
    """A marker that may be picked up."""
    marker = Marker(kind, kind, NOBODY, x, y, z, NOBODY, "", tags)
    t.lay(marker, "KT-MARK-01")
    return marker


# -- placing and size --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-MARK-02")
def test_objectives_are_40_mm_and_all_others_20() -> None:
    assert round(radius_of("objective"), 3) == 0.787
    assert round(radius_of("crate"), 3) == round(radius_of("mine"), 3) == 0.394


@pytest.mark.rule("KT-MARK-01")
def test_markers_lie_only_where_they_can() -> None:
    t = field({PRIOR: (1500, 1500), MATRON: (1800, 300)}, zone=open_zone(features=(BLOCK, LEVEL)))

    def why(x: int, y: int, z: int = 0) -> str:
        checks: list[Check] = []
        return "" if rests(t, Spot(x, y, z, radius_of("crate")), checks) else checks[-1].text

    assert why(1500, 1500) == "" and why(1800, 300) == "", "under an own base and under an enemy's"
    assert why(39, 300) == "the whole marker is inside the killzone" and why(40, 300) == ""
    assert why(1115, 700) == "no part of the marker lies inside terrain (block/part)"
    assert why(1800, 300, 300) == "" and why(1800, 300, 200) == 'there is a surface at 2.00"'


# -- contesting and control --------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-MARK-03")
def test_an_operative_contests_what_is_in_its_control_range() -> None:
    # The radii are 0.63" and 0.394": at 2.02" between centres the base is 1.0" from the edge of the marker.
    t = field({PRIOR: (1000, 300)})
    marker = with_marker(t, 1202, 300)
    assert contests(t, t.number(PRIOR), marker) and contesting(t, marker) == [t.number(PRIOR)]
    assert not contests(t, t.number(PRIOR), marker._replace(x=1204))


@pytest.mark.rule("KT-MARK-03")
def test_nobody_contests_through_a_wall() -> None:
    t = field({PRIOR: (1020, 700)}, zone=open_zone(features=(BLOCK,)))
    assert not contests(t, t.number(PRIOR), with_marker(t, 1170, 700))
    assert contests(t, t.number(PRIOR), with_marker(t, 1020, 550))


@pytest.mark.rule("KT-MARK-04")
def test_the_higher_apl_controls() -> None:
    t = field({PRIOR: (1500, 1200), MATRON: (1400, 1000), NEEDLE: (1600, 1000)})
    marker = t.state.markers[CENTRE]
    assert controller(t, marker) == 1, "2 + 3 against 3"
    stand(t, NEEDLE, 2500, 300)
    assert controller(t, marker) == NOBODY, "3 against 3"
    t.affect(t.number(MATRON), Effect("stun", "apl", -1, "turning point", "KT-WR-26"))
    assert controller(t, marker) == 0, "APL as it is now"
    stand(t, PRIOR, 300, 300)
    assert controller(t, marker) == 1
    stand(t, MATRON, 300, 900)
    assert controller(t, marker) == NOBODY


@pytest.mark.rule("KT-MARK-04")
def test_an_operative_controls_if_it_contests_and_its_side_controls() -> None:
    t = field({PRIOR: (1500, 1200), MENDER: (300, 300), MATRON: (1400, 1000)})
    marker = t.state.markers[CENTRE]
    checks: list[Check] = []
    assert not controls(t, t.number(PRIOR), marker, checks) and checks[-1].rule == "KT-MARK-04"
    stand(t, MATRON, 300, 900)
    assert controls(t, t.number(PRIOR), marker)
    checks = []
    assert not controls(t, t.number(MENDER), marker, checks) and checks[-1].rule == "KT-MARK-03"


@pytest.mark.rule("KT-MARK-05")
def test_control_does_not_change_during_an_action() -> None:
    t = field({PRIOR: (1500, 1300), MATRON: (2000, 300)})
    marker = t.state.markers[CENTRE]
    who = t.number(PRIOR)
    t.start_acting(who)
    start(t, who, deed(t, who, "DASH"))
    t.affect(who, Effect("stun", "apl", -1, "turning point", "KT-WR-26"))
    stand(t, MATRON, 1500, 900)
    assert stronger(t, marker) == 1 and controller(t, marker) == 0, "as it was when the action began"
    record = t.state.agenda[-1]
    assert isinstance(record, Action)
    again = Frame.load({"kind": record.kind, **record.dump()})
    assert again.key() == record.key() and record.held == ((CENTRE, 0),)
    play(t.state.agenda[-1].go_on(t), "to 15.00,13.00")
    assert controller(t, marker) == 0, "the move is made, the action is not over"
    while record.held is not None:
        play(t.state.agenda[-1].go_on(t))
    assert t.state.agenda and controller(t, marker) == 1, "recalculated when it ends, before what follows it"


@pytest.mark.rule("KT-MARK-05")
def test_a_charge_past_a_marker_changes_nothing() -> None:
    t = field({PRIOR: (1320, 1100), MATRON: (1700, 1500), MENDER: (1700, 650)}, operatives={MATRON: {"order": ENGAGE}})
    act(t, MATRON, "CHARGE", "to 17.00,8.00")
    assert controller(t, t.state.markers[CENTRE]) == 0


@pytest.mark.rule("KT-MARK-06", "KT-BASE-16")
def test_a_carried_marker_belongs_to_its_carrier_alone() -> None:
    t = field({PRIOR: (1000, 300), MATRON: (1400, 300)})
    with_marker(t, 1000, 400)
    act(t, PRIOR, "PICK UP MARKER")
    marker = t.state.markers["crate"]
    assert marker.carrier == t.number(PRIOR) and PORTABLE in marker.tags
    stand(t, MATRON, 1130, 300)
    assert contesting(t, marker) == [t.number(PRIOR)] and controller(t, marker) == 0
    stand(t, MATRON, 1319, 300)
    base = spot_of(t, marker)
    # Centres 3.19" apart, radii 0.63" and 0.55".
    assert round(straight(base, body_of(t, t.number(MATRON))), 2) == 2.01, "as far as its carrier"


# -- picking up --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-PICK-01")
def test_two_friends_control_what_one_of_them_picks_up() -> None:
    # APL 2 and 2 against 3, which stands where neither of them is in its control range.
    t = field({NEEDLE: (1000, 450), "vr-piper": (1000, 150), PRIOR: (1190, 300)})
    with_marker(t, 1000, 300)
    assert offered(t, NEEDLE, "PICK UP MARKER")
    act(t, NEEDLE, "PICK UP MARKER")
    assert t.state.markers["crate"].carrier == t.number(NEEDLE) and t.operative(t.number(NEEDLE)).carries == ("crate",)


@pytest.mark.rule("KT-PICK-01")
def test_what_may_be_picked_up() -> None:
    t = field({PRIOR: (1000, 300), MATRON: (1000, 500)})
    marker = with_marker(t, 1000, 400, tags=())
    who = t.number(PRIOR)

    def why(found: Marker) -> str:
        checks: list[Check] = []
        return "" if may_take(t, who, found, checks) else checks[-1].text

    assert why(marker) == "crate may be picked up"
    portable = marker._replace(tags=(PORTABLE,))
    assert why(portable._replace(carrier=t.number(MATRON))) == "nobody carries crate"
    assert why(portable) == "the side of cv-prior controls crate"
    stand(t, MATRON, 2000, 500)
    assert why(portable) == ""


@pytest.mark.rule("KT-PICK-02")
def test_not_near_an_enemy_and_not_with_full_hands() -> None:
    t = field({PRIOR: (1000, 300), MENDER: (1000, 500), NEEDLE: (1150, 200)})
    with_marker(t, 1000, 400)
    assert refused(t, PRIOR, "PICK UP MARKER").rule == "KT-PICK-02"
    stand(t, NEEDLE, 2000, 300)
    act(t, PRIOR, "PICK UP MARKER")
    with_marker(t, 1000, 350, kind="proof")
    refusal = refused(t, PRIOR, "PICK UP MARKER")
    assert (refusal.rule, refusal.text) == ("KT-PICK-02", "cv-prior carries no marker yet")
    assert offered(t, MENDER, "PICK UP MARKER")


# -- putting down ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-PLAC-01")
def test_it_is_put_down_within_control_range() -> None:
    t = field({PRIOR: (1000, 700), NEEDLE: (1000, 850)}, zone=open_zone(features=(BLOCK,)))
    region = within_control(t, t.number(PRIOR), "crate")
    # Centres 2.02" apart: 1.0" from edge to edge. 2.22": 1.2".
    assert region.find("at 10.00,4.98") is not None and region.find("at 10.00,4.78") is None
    refusal = region.refusal("at 10.00,4.78")
    assert refusal is not None and refusal.decisive.rule == "KT-PLAC-01" and "1.20" in refusal.decisive.text
    assert region.find("at 11.70,7.00") is None, "behind the block it is not visible"
    assert region.find("at 10.00,8.50") is not None, "under an enemy it is legal"
    with_marker(t, 1000, 700)
    t.pick_up(t.number(PRIOR), "crate", "KT-PICK-01")
    act(t, PRIOR, "PLACE MARKER", "at 10.00,8.50")
    assert t.state.markers["crate"][3:7] == (1000, 850, 0, NOBODY), "enemies near do not prevent it"


@pytest.mark.rule("KT-PLAC-03")
def test_not_in_the_activation_in_which_it_was_picked_up() -> None:
    t = field({PRIOR: (1000, 300)})
    with_marker(t, 1000, 400)
    assert refused(t, PRIOR, "PLACE MARKER").rule == "KT-PLAC-01", "it carries nothing"
    act(t, PRIOR, "PICK UP MARKER")
    who = t.number(PRIOR)
    checks: list[Check] = []
    assert not deed(t, who, "PLACE MARKER").may(t, who, "activation", checks)
    assert checks[-1].rule == "KT-PLAC-03"
    assert offered(t, PRIOR, "PLACE MARKER"), "in the next one it may"


def shot_down(*dice: int) -> Any:
    """The carrier of a marker is shot in the enemy's activation, in the turning point in which it picked the marker
    up."""
    setting, state = arena.battle(
        killzone=open_zone(), placed={MENDER: (1500, 300), NEEDLE: (1900, 300)}, phase="activation", turning_point=2,
        active=4, cp=(0, 0), markers={"crate": Marker("crate", "crate", NOBODY, 0, 0, 0, 7, "", (PORTABLE,))},
        operatives={
            MENDER: {"order": ENGAGE, "readiness": 1},
            NEEDLE: {"order": ENGAGE, "wounds": 1, "carries": ("crate",), "actions": ("PICK UP MARKER",)},
        },
    )  # fmt: skip
    match = match_at(setting, state, Given(list(dice)))
    match.answer("SHOOT")
    return match


@pytest.mark.rule("KT-PLAC-02", "KT-PLAC-03", "KT-VER-11", "KT-DMG-02")
def test_a_carrier_that_falls_puts_down_what_it_carries() -> None:
    match = shot_down(6, 6, 6, 6, 1, 1, 1, 1)
    while match.decision.topic != "place for crate of vr-needle":
        match.answer(match.decision.keys()[0])
    assert match.decision.seat == 1, "its player is asked before the model leaves, pick up in this activation or not"
    assert match.state.operatives[7].wounds == 0 and match.state.operatives[7].status != REMOVED
    match.answer("at 19.00,4.50")
    assert match.state.operatives[7].status == REMOVED and match.state.operatives[7].carries == ()
    assert match.state.markers["crate"][3:7] == (1900, 450, 0, NOBODY)


@pytest.mark.rule("KT-PLAC-02")
def test_whoever_falls_places_even_if_something_forbids_it() -> None:
    t = field({PRIOR: (1000, 300), NEEDLE: (1130, 300)})
    with_marker(t, 1000, 400)
    who = t.number(PRIOR)
    t.pick_up(who, "crate", "KT-PICK-01")
    t.affect(who, Effect("place marker", "forbid", 0, "battle", "KT-BASE-18"))
    assert refused(t, PRIOR, "PLACE MARKER").rule == "KT-BASE-18"
    t.hurt(who, 99, "KT-DMG-01")
    rule = remove_casualties(t)
    question = next(rule)
    assert isinstance(question, Choose) and question.seat == 0
    with pytest.raises(StopIteration):
        rule.send(question.find("at 10.00,3.00"))
    assert t.state.markers["crate"].carrier == NOBODY and t.operative(who).status == REMOVED
