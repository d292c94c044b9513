"""The nine crit ops of the pack: actions, control, exact points."""

from __future__ import annotations

import pytest

from fireteam.games.killteam.markers import PORTABLE
from fireteam.games.killteam.stats import hit_parts
from tests.killteam.opfield import (
    BREAKER,
    CENTRE,
    MATRON,
    MENDER,
    NEEDLE,
    PRIOR,
    A,
    B,
    act,
    end_battle,
    end_turning_point,
    field,
    next_turning_point,
    offered,
    refused,
    stand,
    told,
    vp,
)

pytestmark = pytest.mark.rule("KT-OPS-16")


def test_plant_the_seals() -> None:
    t = field({PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (2300, 1200)})
    act(t, PRIOR, "SET SEAL")
    act(t, MENDER, "SET SEAL")
    act(t, MATRON, "SET SEAL")
    end_turning_point(t)
    assert vp(t, "crit") == (2, 1), "both have a seal, the first player has more"
    # A seal stays when its owner walks away; the enemy breaks it by setting its own.
    next_turning_point(t)
    stand(t, MENDER, 1500, 300)
    stand(t, MATRON, 1500, 1200)
    act(t, MATRON, "SET SEAL")
    assert t.state.markers[CENTRE].tags == ("sealed:1",)
    end_turning_point(t)
    assert vp(t, "crit") == (3, 3), "one seal against two"


def test_strip_the_stores() -> None:
    t = field(
        {PRIOR: (700, 1200), MENDER: (1500, 1200), BREAKER: (2300, 1200), MATRON: (2300, 300)}, crit="strip-the-stores"
    )
    act(t, PRIOR, "STRIP")
    assert vp(t, "crit") == (1, 0)
    assert refused(t, PRIOR, "STRIP").text == "objective-a is not yet stripped_this_tp"
    act(t, MENDER, "STRIP")
    act(t, BREAKER, "STRIP")
    assert vp(t, "crit") == (2, 0), "two in a turning point at most"
    end_turning_point(t)
    next_turning_point(t)
    assert t.state.markers[A].tags == ()
    stand(t, BREAKER, 2300, 300)
    stand(t, MATRON, 2300, 1200)
    act(t, MATRON, "STRIP")
    act(t, PRIOR, "STRIP")
    assert vp(t, "crit") == (3, 1)


def test_keep_the_carrier_wave() -> None:
    t = field({PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (2300, 1200)}, crit="keep-the-carrier-wave")
    act(t, PRIOR, "SWITCH ON")
    act(t, MATRON, "SWITCH ON")
    end_turning_point(t)
    assert vp(t, "crit") == (1, 1), "one each: nobody has more; the centre does not send"
    next_turning_point(t)
    assert not t.state.markers[A].tags, "it sends until the next turning point starts"
    act(t, PRIOR, "SWITCH ON")
    stand(t, PRIOR, 700, 300)
    end_turning_point(t)
    assert vp(t, "crit") == (1, 1), "nobody stays beside it"
    next_turning_point(t)
    act(t, MENDER, "SWITCH ON")
    stand(t, MENDER, 1500, 300)
    stand(t, MATRON, 1500, 1200)
    end_turning_point(t)
    assert vp(t, "crit") == (1, 3), "whoever controls it then scores, whoever switched it on"


def test_bank_the_signal() -> None:
    t = field({PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (2300, 1200)}, crit="bank-the-signal")
    act(t, PRIOR, "CHARGE UP")
    assert refused(t, PRIOR, "CHARGE UP").text == "the side has not performed CHARGE UP there before"
    act(t, MENDER, "CHARGE UP")
    end_turning_point(t, "score nothing")
    assert vp(t, "crit") == (0, 0) and list(t.state.points) == [(A, 0, 1), (CENTRE, 0, 1)]
    next_turning_point(t)
    act(t, PRIOR, "CHARGE UP")
    end_turning_point(t, "score objective-a")
    assert vp(t, "crit") == (2, 0) and list(t.state.points) == [(CENTRE, 0, 1)], "what is cashed is gone"
    next_turning_point(t)
    act(t, PRIOR, "CHARGE UP")
    stand(t, MENDER, 1500, 300)
    stand(t, MATRON, 1500, 1200)
    act(t, MATRON, "CHARGE UP")
    assert list(t.state.points) == [(A, 0, 1), (CENTRE, 1, 1)], "the enemy wipes what lies there"
    end_turning_point(t, "score objective-centre")
    assert vp(t, "crit") == (2, 1), "an objective is cashed once in a battle: the first player has nothing to pick"


def test_loose_papers() -> None:
    t = field({PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (2300, 1200)}, crit="loose-papers", tp=3)
    assert refused(t, PRIOR, "PICK UP MARKER").rule == "KT-PICK-01", "without papers nothing can be carried"
    act(t, PRIOR, "SORT")
    act(t, MATRON, "SORT")
    act(t, PRIOR, "PICK UP MARKER")
    next_turning_point(t)
    stand(t, MENDER, 2300, 1330)
    stand(t, PRIOR, 2300, 700)
    end_battle(t)
    assert vp(t, "crit") == (1, 1), "each the bundle it holds: at objective-b 2 APL stand against 3"


def test_loose_papers_counts_all_points_on_what_is_controlled() -> None:
    t = field({PRIOR: (2300, 1000), MENDER: (2300, 1250), MATRON: (700, 1200)}, crit="loose-papers", tp=4)
    t.add_points(B, 0, 2, "KT-ACT-08")
    t.add_points(B, 1, 3, "KT-ACT-08")
    t.add_points(CENTRE, 0, 4, "KT-ACT-08")
    end_battle(t)
    assert vp(t, "crit") == (5, 0)


@pytest.mark.rule("KT-PICK-01", "KT-PICK-02", "KT-BASE-18")
def test_find_and_fetch() -> None:
    t = field(
        {PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (2300, 1200), NEEDLE: (2300, 300)}, crit="find-and-fetch"
    )
    act(t, PRIOR, "SEARCH")
    assert vp(t, "crit") == (1, 0), "the first one is worth 1"
    act(t, MATRON, "SEARCH")
    assert vp(t, "crit") == (1, 2), "the second one is worth 2"
    assert not any(PORTABLE in marker.tags for marker in t.state.markers.values())
    end_turning_point(t)
    assert vp(t, "crit") == (1, 2), "nothing is portable yet"
    next_turning_point(t)
    assert refused(t, PRIOR, "SEARCH").text == "objective-a is not yet searched", "searched once, whoever did it"
    act(t, MENDER, "SEARCH")
    assert vp(t, "crit") == (2, 2)
    assert [marker.id for marker in t.state.markers.values() if PORTABLE in marker.tags] == [CENTRE], (
        "the last one holds the prize"
    )
    act(t, MENDER, "PICK UP MARKER")
    mender = t.number(MENDER)
    carbine = t.weapon(mender, "sentinel-carbine")
    assert sum(part.amount for part in hit_parts(t, mender, carbine)) == carbine.hit + 1
    assert refused(t, MENDER, "DASH").rule == "KT-BASE-18" and refused(t, MENDER, "CHARGE").rule == "KT-BASE-18"
    assert offered(t, MENDER, "REPOSITION")
    end_turning_point(t)
    assert vp(t, "crit") == (3, 2)
    next_turning_point(t)
    end_turning_point(t)
    assert vp(t, "crit") == (5, 2), "2 in the last turning point"
    act(t, MENDER, "PLACE MARKER", "at 15.00,12.00")
    assert sum(part.amount for part in hit_parts(t, mender, carbine)) == carbine.hit
    assert offered(t, MENDER, "DASH")


def test_break_their_pumps() -> None:
    t = field(
        {PRIOR: (2300, 1000), MENDER: (700, 1200), BREAKER: (1500, 1200), MATRON: (2300, 300)}, crit="break-their-pumps"
    )
    assert refused(t, MENDER, "WRECK").text == "objective-a is in enemy territory"
    act(t, PRIOR, "WRECK")
    assert vp(t, "crit") == (1, 0)
    assert refused(t, PRIOR, "WRECK").text == "the side has not performed WRECK in this turning point"
    end_turning_point(t)
    assert vp(t, "crit") == (2, 0), "own and centre would be 2 more, but the op gives 2 in a turning point"
    next_turning_point(t)
    end_turning_point(t)
    assert vp(t, "crit") == (4, 0)
    next_turning_point(t)
    stand(t, BREAKER, 1500, 300)
    stand(t, PRIOR, 2300, 2000)
    stand(t, MATRON, 700, 1000)
    stand(t, MENDER, 300, 300)
    act(t, MATRON, "WRECK")
    stand(t, MATRON, 2300, 1200)
    stand(t, MENDER, 700, 1200)
    end_turning_point(t)
    assert vp(t, "crit") == (4, 2), "the own pump was wrecked in this turning point; the enemy keeps its own running"


def test_rolling_surge() -> None:
    t = field(
        {PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (2300, 1200)}, crit="rolling-surge", tp=1, initiative=0
    )
    next_turning_point(t, B)
    assert told(t, "objective_named") == [{"seat": 1, "marker": B, "tag": "surging"}], (
        "the player without initiative begins"
    )
    assert refused(t, PRIOR, "TAP").text == "objective-a is surging"
    act(t, MATRON, "TAP")
    end_turning_point(t)
    assert vp(t, "crit") == (1, 2), "1 for the tap, 1 for holding it; the first player controls more objectives"
    next_turning_point(t, CENTRE)
    assert told(t, "objective_named")[-1]["seat"] == 0, "then in turn, whoever has initiative"
    assert t.state.markers[B].tags == () and t.state.markers[CENTRE].tags == ("surging:0",)
    act(t, MENDER, "TAP")
    end_turning_point(t)
    assert vp(t, "crit") == (3, 2), "2 in a turning point at most"
    next_turning_point(t)
    assert t.state.markers[A].tags == ("surging:1",), "only one is left that has not surged"


def test_triangulate() -> None:
    t = field({PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (2300, 1200)}, crit="triangulate")
    act(t, PRIOR, "BEARING")
    act(t, MENDER, "BEARING")
    act(t, MATRON, "BEARING")
    next_turning_point(t)
    stand(t, PRIOR, 2300, 2000)
    stand(t, MATRON, 700, 1200)
    stand(t, MENDER, 2300, 1200)
    act(t, MENDER, "BEARING")
    act(t, MATRON, "BEARING")
    end_turning_point(t)
    assert vp(t) == (0, 0)
    end_battle(t)
    # First: A 1, centre 1, B 2; more points at the centre alone. Second: A 2, B 1; more nowhere.
    assert vp(t, "crit") == (5, 3)
