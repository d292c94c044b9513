"""The twelve tac ops of the pack: what they score, what they reveal, what stays hidden."""

from __future__ import annotations

import pytest

from fireteam.core.dice import Given
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import deeds_of
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.ops import mission
from fireteam.games.killteam.ops.actions import Errand, places
from fireteam.games.killteam.state import CONCEAL, ENGAGE, Effect
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Landmark
from fireteam.kit.arena import match_at
from fireteam.kit.plane.places import Place
from fireteam.space.plane.model import Feature
from tests.killteam.opfield import (
    BREAKER,
    CENTRE,
    MATRON,
    MENDER,
    NEEDLE,
    PIPER,
    PRIOR,
    act,
    end_battle,
    end_turning_point,
    field,
    kill,
    next_turning_point,
    offered,
    open_zone,
    play,
    refused,
    stand,
    told,
    vp,
)
from tests.killteam.writing import write

pytestmark = pytest.mark.rule("KT-OPS-16", "KT-OPS-20")


def hidden(t: Table, seat: int = 0) -> bool:
    """Whether the tac op of a seat is still secret."""
    return (seat, "tac_op") not in t.state.revealed


# -- Seek & Destroy ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GAMB-04")
def test_one_of_ours() -> None:
    t = field(
        {PRIOR: (700, 300), MENDER: (700, 600), MATRON: (2300, 300), NEEDLE: (2300, 600), PIPER: (2300, 900)},
        tac=("one-of-ours", ""),
        tp=1,
    )
    assert [gambit.name for gambit in mission.gambits(t, 0)] == ["primary op"], "no champion in the first turning point"
    next_turning_point(t)
    (gambit,) = mission.gambits(t, 0)
    assert gambit.name == "one-of-ours" and gambit.cp == 0 and not gambit.compulsory
    assert mission.gambits(t, 1) == []
    play(gambit.use(t, 0), "name cv-prior")
    assert not hidden(t) and told(t, "named") == [{"who": PRIOR, "tag": "champion"}]
    kill(t, MENDER, PIPER)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (0, 0), "the champion did not do it"
    kill(t, PRIOR, NEEDLE)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (1, 0)
    kill(t, PRIOR, MATRON)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (2, 0)
    next_turning_point(t)
    assert not t.operative(t.number(PRIOR)).tags, "another one may be named"


def test_one_of_ours_counts_big_game_double_but_two_at_most() -> None:
    t = field({PRIOR: (700, 300), MENDER: (700, 600), MATRON: (2300, 300)}, tac=("", "one-of-ours"))
    (gambit,) = mission.gambits(t, 1)
    play(gambit.use(t, 1))
    kill(t, MATRON, PRIOR)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (0, 2), "15 wounds"
    kill(t, MATRON, MENDER)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (0, 2), "no more in this turning point"


def test_past_their_line() -> None:
    t = field(
        {PRIOR: (1700, 300), MENDER: (1490, 600), MATRON: (2300, 300), NEEDLE: (2300, 600), PIPER: (2300, 900)},
        tac=("past-their-line", ""),
    )
    kill(t, MENDER, NEEDLE)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (0, 0) and hidden(t), "on the centreline is not wholly in enemy territory"
    kill(t, PRIOR, PIPER)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (1, 0) and not hidden(t)
    kill(t, PRIOR, MATRON)
    play(mission.judge_kills(t))
    assert vp(t, "tac") == (1, 0), "once in a turning point"
    end_turning_point(t)
    assert vp(t, "tac") == (2, 0), "APL 3 is still there"


def test_past_their_line_needs_three_apl_of_such_killers_at_the_end() -> None:
    t = field(
        {PRIOR: (700, 300), MATRON: (1300, 300), NEEDLE: (1300, 600), MENDER: (700, 900)}, tac=("", "past-their-line")
    )
    kill(t, NEEDLE, MENDER)
    play(mission.judge_kills(t))
    end_turning_point(t)
    assert vp(t, "tac") == (0, 1), "the killer has APL 2; APL 3 beside it has not killed"
    next_turning_point(t)
    kill(t, NEEDLE, PRIOR)
    play(mission.judge_kills(t))
    stand(t, NEEDLE, 2000, 300)
    end_turning_point(t)
    assert vp(t, "tac") == (0, 2)


def test_take_it_off_them() -> None:
    t = field({PRIOR: (1500, 1900), MENDER: (300, 300), MATRON: (1500, 1200)}, tac=("take-it-off-them", ""))
    mission.activation_start(t, t.number(PRIOR))
    assert t.state.markers[CENTRE].tags == ("was_enemy_controlled_at_activation_start:0",)
    stand(t, PRIOR, 1500, 1000)
    play(mission.activation_end(t, t.number(PRIOR)))
    assert vp(t, "tac") == (0, 0), "3 APL against 3"
    stand(t, PRIOR, 1500, 1900)
    mission.activation_start(t, t.number(PRIOR))
    stand(t, PRIOR, 1500, 1000)
    kill(t, PRIOR, MATRON)
    play(mission.activation_end(t, t.number(PRIOR)))
    assert vp(t, "tac") == (1, 0) and not hidden(t)
    assert t.state.markers[CENTRE].tags == ("was_enemy_controlled_at_activation_start:0", "stormed:0")
    end_turning_point(t)
    assert vp(t, "tac") == (2, 0)
    next_turning_point(t)
    mission.activation_start(t, t.number(PRIOR))
    assert t.state.markers[CENTRE].tags == ("was_enemy_controlled_at_activation_start:1",), (
        "nothing of the storm is left"
    )
    play(mission.activation_end(t, t.number(PRIOR)))
    end_turning_point(t)
    assert vp(t, "tac") == (2, 0)


def test_take_it_off_them_in_enemy_territory() -> None:
    t = field({PRIOR: (2300, 1200), MATRON: (300, 300)}, tac=("take-it-off-them", ""))
    mission.activation_start(t, t.number(MATRON))
    play(mission.activation_end(t, t.number(MATRON)))
    assert vp(t, "tac") == (0, 0), "by an own activation"
    play(mission.activation_end(t, t.number(PRIOR)))
    assert vp(t, "tac") == (1, 0)


def test_activations_leave_the_same_tags_whatever_the_tac_op_is() -> None:
    found = []
    for tac in ("", "take-it-off-them", "clean-house"):
        t = field({PRIOR: (1500, 1900), MATRON: (1500, 1200)}, tac=("", tac))
        mission.activation_start(t, t.number(PRIOR))
        found.append(t.state.markers)
    assert found[0] == found[1] == found[2]


# -- Security ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "points"), [(2300, 2), (1446, 2), (1444, 1), (1146, 1), (1144, 0)])
def test_clean_house(x: int, points: int) -> None:
    t = field({PRIOR: (700, 300), NEEDLE: (x, 300)}, tac=("clean-house", ""))
    end_turning_point(t)
    # The base has a radius of 0.551": wholly in the western half up to x = 14.45, wholly within 6" of the drop zone up
    # to 11.45.
    assert vp(t, "tac") == (points, 0) and hidden(t) == (points == 0)


def test_own_the_middle() -> None:
    t = field(
        {PRIOR: (1200, 1100), MATRON: (1500, 1400), NEEDLE: (1550, 300)}, tac=("own-the-middle", "own-the-middle")
    )
    end_turning_point(t)
    assert vp(t, "tac") == (0, 1), "3 against 3 near the centre; 2 against none along the rest of the centreline"
    next_turning_point(t)
    t.affect(t.number(MATRON), Effect("stun", "apl", -1, "turning point", "KT-WR-26"))
    stand(t, NEEDLE, 1560, 300)
    end_turning_point(t)
    assert vp(t, "tac") == (1, 1), "3 against 2 as APL is now; 0.05 inch off the line is beside it"


def test_own_the_middle_is_measured_flat() -> None:
    t = field({PRIOR: (1200, 1100, 300), MATRON: (1900, 1100)}, tac=("own-the-middle", "own-the-middle"), anywhere=True)
    end_turning_point(t)
    assert vp(t, "tac") == (1, 0), 'from the base 2.37" in plan on one side, 3.45" on the other'


def test_ground_gained() -> None:
    fort = Landmark("fort-b", "stronghold", 1, 2, ((2000, 200), (2600, 200), (2600, 800), (2000, 800)))
    ruin = Landmark("ruin-b", "large_ruin", 1, 1, ((2000, 1400), (2400, 1400), (2400, 1800), (2000, 1800)))
    own = Landmark("ruin-a", "large_ruin", 0, 1, ((400, 1400), (800, 1400), (800, 1800), (400, 1800)))
    zone = open_zone((fort, ruin, own, fort._replace(id="rubble", worth=0)))
    t = field({PRIOR: (2200, 500), MENDER: (600, 1600), MATRON: (2450, 500)}, tac=("ground-gained", ""), zone=zone)
    end_turning_point(t)
    assert vp(t, "tac") == (0, 0), "3 against 3; the own side does not count"
    next_turning_point(t)
    stand(t, MATRON, 2560, 500)
    end_turning_point(t)
    assert vp(t, "tac") == (2, 0), "not wholly within"
    next_turning_point(t)
    stand(t, MENDER, 2200, 1600)
    stand(t, MATRON, 2450, 500)
    end_turning_point(t)
    assert vp(t, "tac") == (3, 0), "the ruin alone"


@pytest.mark.parametrize("is_open", [False, True])
def test_ground_gained_at_an_access_point(is_open: bool) -> None:
    setting, state = arena.battle(
        killzone="derelict-spine", placed={PRIOR: (1740, 1780), MATRON: (600, 600)}, phase="firefight", turning_point=2,
        selections=[(0, "tac_op", "ground-gained")], hatches=frozenset({"hatch-1-b"} if is_open else ()),
    )  # fmt: skip
    t = setting.table(state, True)
    # The access point reaches to x = 16.06, y from 17.00 to 18.60; the base has a radius of 0.63": 0.71" away.
    end_turning_point(t)
    assert vp(t, "tac") == (1, 0)
    write(t, vp=(), scored=())
    stand(t, PRIOR, 1775, 1780)
    end_turning_point(t)
    assert vp(t, "tac") == (0, 0), '1.06" away'


# -- Infiltration ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-ACT-08")
def test_tagged() -> None:
    t = field({PRIOR: (1500, 300), MATRON: (2000, 300), NEEDLE: (2400, 300)}, tac=("tagged", ""))
    prior, matron, needle = t.number(PRIOR), t.number(MATRON), t.number(NEEDLE)
    option = mission.instead_of_success(t, prior, matron)
    assert option is not None and option.key == "PLANT TRACKER instead"
    assert mission.instead_of_success(t, prior, needle) is None, 'more than 6" away'
    assert mission.instead_of_success(t, matron, prior) is None, "not the op of that side"
    play(mission.instead(t, prior, matron))
    assert vp(t, "tac") == (1, 0) and not hidden(t)
    assert mission.instead_of_success(t, prior, matron) is None, "one tracker for each"
    stand(t, NEEDLE, 1700, 300)
    play(mission.instead(t, prior, needle))
    assert vp(t, "tac") == (1, 0), "once in a turning point; in enemy control range too"
    end_turning_point(t)
    assert vp(t, "tac") == (2, 0)
    next_turning_point(t)
    kill(t, PRIOR, MATRON)
    end_turning_point(t)
    assert vp(t, "tac") == (3, 0), "one of them still lives"
    next_turning_point(t)
    kill(t, PRIOR, NEEDLE)
    end_turning_point(t)
    assert vp(t, "tac") == (3, 0)


def test_tagged_is_not_possible_in_the_first_turning_point() -> None:
    t = field({PRIOR: (1500, 300), MATRON: (2000, 300)}, tac=("tagged", ""), tp=1)
    assert mission.instead_of_success(t, t.number(PRIOR), t.number(MATRON)) is None


WALL = Feature(
    "wall",
    "heavy_rubble",
    (typed("wall/part", "wall", ((2150, 0), (2180, 0), (2180, 2200), (2150, 2200)), 0, 400, frozenset({"Heavy"})),),
)


@pytest.mark.rule("KT-ACT-08")
def test_eyes_on() -> None:
    t = field(
        {PRIOR: (1700, 300), MATRON: (2300, 300), NEEDLE: (1900, 900)},
        tac=("eyes-on", ""),
        operatives={MATRON: {"order": ENGAGE}},
    )
    assert offered(t, PRIOR, "OBSERVE")
    t.set_order(t.number(PRIOR), ENGAGE, "KT-ORD-01")
    assert refused(t, PRIOR, "OBSERVE").text == "cv-prior has a Conceal order"
    t.set_order(t.number(PRIOR), CONCEAL, "KT-ORD-01")
    stand(t, PRIOR, 1550, 300)
    assert refused(t, PRIOR, "OBSERVE").text == "cv-prior is wholly in enemy territory"
    stand(t, PRIOR, 1700, 300)
    act(t, PRIOR, "OBSERVE")
    assert vp(t, "tac") == (1, 0) and not hidden(t)
    t.set_order(t.number(PRIOR), ENGAGE, "KT-ORD-01")
    end_turning_point(t)
    assert vp(t, "tac") == (1, 0), "it is found"
    next_turning_point(t)
    t.set_order(t.number(PRIOR), CONCEAL, "KT-ORD-01")
    end_turning_point(t)
    assert vp(t, "tac") == (1, 0), "it did not observe in this turning point"
    act(t, PRIOR, "OBSERVE")
    end_turning_point(t)
    assert vp(t, "tac") == (3, 0)


def test_eyes_on_needs_somebody_to_watch() -> None:
    t = field({PRIOR: (1700, 300), MATRON: (2300, 300)}, tac=("eyes-on", ""), zone=open_zone(features=(WALL,)))
    assert refused(t, PRIOR, "OBSERVE").text == "cv-prior sees an enemy that is a valid target"
    stand(t, MATRON, 2000, 300)
    assert offered(t, PRIOR, "OBSERVE")


@pytest.mark.rule("KT-PLAC-01")
def test_listening_post() -> None:
    t = field({PRIOR: (1700, 300), MATRON: (2300, 1500), NEEDLE: (2300, 1900)}, tac=("listening-post", ""))
    act(t, PRIOR, "LEAVE RECORDER", "at 18.00,3.00")
    assert not hidden(t) and vp(t, "tac") == (0, 0)
    assert t.state.markers["recorder-1"][:6] == ("recorder-1", "recorder", 0, 1800, 300, 0)
    assert refused(t, PRIOR, "LEAVE RECORDER").text == "the side has not performed LEAVE RECORDER in this turning point"
    stand(t, PRIOR, 300, 2000)
    stand(t, NEEDLE, 2090, 300)
    act(t, NEEDLE, "DASH", "to 20.90,3.00")
    assert vp(t, "tac") == (0, 0), "the one that acts does not count"
    act(t, MATRON, "DASH", "to 23.00,15.00")
    assert vp(t, "tac") == (1, 0), 'another one stands 1.96" from the recorder'
    act(t, MATRON, "DASH", "to 23.00,15.00")
    assert vp(t, "tac") == (1, 0), "once in a turning point"
    end_turning_point(t)
    assert vp(t, "tac") == (1, 0), "it has a Conceal order"
    t.set_order(t.number(NEEDLE), ENGAGE, "KT-ORD-01")
    end_turning_point(t)
    assert vp(t, "tac") == (2, 0)
    next_turning_point(t)
    assert "recorder-1" not in t.state.markers, "it lies until the next Ready step"


# -- Recon -------------------------------------------------------------------------------------------------------------


def test_proof_of_the_deed() -> None:
    t = field(
        {PRIOR: (1200, 300), MENDER: (1200, 900), NEEDLE: (1340, 300), MATRON: (1340, 900), PIPER: (2300, 900)},
        tac=("proof-of-the-deed", ""),
    )
    kill(t, PRIOR, NEEDLE)
    play(mission.judge_kills(t))
    assert hidden(t) and [marker for marker in t.state.markers if marker.startswith("proof")] == [], (
        "nothing on the table gives it away"
    )
    end_turning_point(t, "score nothing")
    kill(t, MENDER, MATRON)
    play(mission.judge_kills(t))
    end_turning_point(t, "score proof-vr-needle")
    assert vp(t, "tac") == (1, 0) and not hidden(t)
    assert [marker for marker in t.state.markers if marker.startswith("proof")] == ["proof-vr-matron"], (
        "one is used up, the other lies there"
    )
    assert t.state.markers["proof-vr-matron"][3:6] == (1340, 900, 0)
    next_turning_point(t)
    stand(t, PIPER, 1300, 1000)
    end_turning_point(t)
    assert vp(t, "tac") == (1, 0), "an enemy contests it"
    kill(t, MENDER, PIPER)
    play(mission.judge_kills(t))
    assert t.state.markers["proof-vr-piper"][3:6] == (1300, 1000, 0), "laid at once since the op is known"
    end_turning_point(t, "score proof-vr-matron")
    assert vp(t, "tac") == (2, 0)


def test_proof_of_big_game_is_worth_two() -> None:
    t = field(
        {PRIOR: (1200, 300), MENDER: (1200, 900), NEEDLE: (1340, 300), MATRON: (1340, 900)},
        tac=("", "proof-of-the-deed"),
    )
    kill(t, NEEDLE, PRIOR)
    play(mission.judge_kills(t))
    end_turning_point(t, "score proof-cv-prior")
    assert vp(t, "tac") == (0, 2)


@pytest.mark.rule("KT-PICK-01", "KT-MARK-01")
def test_lost_cargo() -> None:
    t = field({PRIOR: (1500, 1600), MENDER: (1500, 300), MATRON: (2300, 300)}, tac=("lost-cargo", ""), tp=4)
    wheres = ["on_centreline", "within_2_of_own_territory_edge", "beyond_6_of_own_territory"]
    crates = mission.markers_to_set_up(t, 0)
    assert [(crate.kind, crate.where) for crate in crates] == [("crate", where) for where in wheres]
    assert mission.markers_to_set_up(t, 1) == []
    legal = {
        "on_centreline": ((1539, 1700), (1541, 1700)),
        wheres[1]: ((1261, 300), (1259, 300)),
        wheres[2]: ((2141, 800), (2138, 800)),
    }
    for crate in crates:
        good, bad = legal[crate.where]
        region = crate.places(t)
        assert region.judge(Place(*good, 0)) is None
        check = region.judge(Place(*bad, 0))
        assert check is not None and check.rule == "KT-BASE-14"
        assert region.suggest(4)
        crate.set_up(t, Place(*good, 0))
    assert not hidden(t) and mission.markers_to_set_up(t, 0) == []
    assert crates[1].places(t).judge(Place(300, 100, 0)) is not None, "the edge of the killzone is not meant"
    act(t, PRIOR, "PICK UP MARKER")
    assert t.state.markers["crate-a1"].carrier == t.number(PRIOR)
    stand(t, MENDER, 1261, 400)
    end_battle(t)
    assert vp(t, "tac") == (2, 0), "the second crate is controlled, but was never carried"


def test_a_crate_the_enemy_took_does_not_count() -> None:
    t = field({PRIOR: (1500, 1600), MATRON: (2300, 300)}, tac=("lost-cargo", ""), tp=4)
    mission.markers_to_set_up(t, 0)[0].set_up(t, Place(1500, 1700, 0))
    act(t, PRIOR, "PICK UP MARKER")
    act(t, PRIOR, "PLACE MARKER", "at 15.00,17.00")
    stand(t, PRIOR, 300, 300)
    stand(t, MATRON, 1500, 1800)
    act(t, MATRON, "PICK UP MARKER")
    end_battle(t)
    assert vp(t, "tac") == (0, 0)


ROOF = Feature(
    "roof",
    "large_ruin",
    (
        typed(
            "roof/level",
            "roof",
            ((1600, 1600), (2000, 1600), (2000, 2000), (1600, 2000)),
            280,
            300,
            frozenset({"Vantage"}),
        ),
    ),
)


@pytest.mark.rule("KT-PLAC-01", "KT-ACT-08")
def test_beacon_line() -> None:
    zone = open_zone(features=(ROOF,))
    t = field(
        {PRIOR: (1100, 300), MENDER: (1800, 300), BREAKER: (1800, 1800), MATRON: (2700, 300)},
        tac=("beacon-line", ""),
        zone=zone,
    )
    act(t, PRIOR, "SET BEACON", "at 11.00,3.00")
    assert vp(t, "tac") == (1, 0) and not hidden(t)
    act(t, MENDER, "SET BEACON", "at 18.00,3.00")
    assert vp(t, "tac") == (2, 0)
    assert refused(t, PRIOR, "SET BEACON").rule == "KT-PLAC-01", (
        "everything in reach is within 6 inches of the first one"
    )
    assert refused(t, BREAKER, "SET BEACON").rule == "KT-PLAC-01", "under a Vantage level"
    stand(t, BREAKER, 700, 1800)
    assert refused(t, BREAKER, "SET BEACON").rule == "KT-PLAC-01", "within 4 inches of the own drop zone"
    stand(t, BREAKER, 1200, 1800)
    act(t, BREAKER, "SET BEACON", "at 12.00,18.00")
    assert vp(t, "tac") == (2, 0), "once at home in a turning point"
    next_turning_point(t)
    stand(t, BREAKER, 1500, 1200)
    act(t, BREAKER, "SET BEACON", "at 15.00,11.00")
    assert vp(t, "tac") == (2, 0), "on the centreline it lies in neither half"
    stand(t, BREAKER, 2300, 1200)
    act(t, BREAKER, "SET BEACON", "at 23.00,12.00")
    assert vp(t, "tac") == (3, 0), "older ones at home do not count again"


def test_beacon_distances_are_exact() -> None:
    t = field({PRIOR: (1100, 300), MATRON: (2700, 300)}, tac=("beacon-line", ""))
    op = mission.tac_op(t, 0)
    assert op is not None
    region = places(Errand(op, op.data.actions[0]), t, t.number(PRIOR))  # type: ignore[union-attr]
    # The drop zone ends at x = 6; the marker has a radius of 0.394".
    assert region.judge(Place(1040, 300, 0)) is None
    check = region.judge(Place(1039, 300, 0))
    assert check is not None and check.text == 'more than 4" from the own drop zone: 4.00"'


# -- secrecy -----------------------------------------------------------------------------------------------------------


def test_actions_of_a_tac_op_are_open_to_its_owner_alone() -> None:
    t = field({PRIOR: (1100, 300), MATRON: (2700, 300)}, tac=("beacon-line", "eyes-on"))
    ours = [deed.name for deed in deeds_of(t, t.number(PRIOR))]
    theirs = [deed.name for deed in deeds_of(t, t.number(MATRON))]
    assert "SET BEACON" in ours and "SET BEACON" not in theirs
    assert "OBSERVE" in theirs and "OBSERVE" not in ours
    assert "SET SEAL" in ours and "SET SEAL" in theirs


def test_a_tracker_takes_the_place_of_damage() -> None:
    setting, state = arena.battle(
        killzone=open_zone(), placed={MENDER: (1500, 300), MATRON: (1900, 300)}, phase="activation", turning_point=2,
        active=4, operatives={MENDER: {"order": ENGAGE, "readiness": 1}, MATRON: {"order": ENGAGE}},
        selections=[(0, "tac_op", "tagged")], cp=(0, 0),
    )  # fmt: skip
    match = match_at(setting, state, Given([6, 6, 1, 1, 1, 1, 1]))
    match.answer("SHOOT")
    seen: list[str] = []
    keys = match.decision.keys()
    while "end" not in keys:
        seen += keys
        match.answer("PLANT TRACKER instead" if "PLANT TRACKER instead" in keys else keys[0])
        keys = match.decision.keys()
    assert "PLANT TRACKER instead" in seen
    matron = next(operative for operative in match.state.operatives if operative.name == MATRON)
    assert matron.wounds == 11 - 4, "one critical success is left"
    assert matron.tags == ("tracked:0",) and ("tac", 0, 1) in match.state.vp
