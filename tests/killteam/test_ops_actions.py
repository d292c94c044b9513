"""Mission actions: every condition refused and allowed, effects, limits; vocabulary that the bundled pack does not
use."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import Action
from fireteam.games.killteam.content.ops import CritOp, OpCondition
from fireteam.games.killteam.ops import mission
from fireteam.games.killteam.ops.actions import Errand, deed_of, may
from fireteam.games.killteam.ops.measures import condition_of
from fireteam.games.killteam.ops.scoring import CRIT, crit_or_tac_op
from fireteam.games.killteam.ops.things import Moment, Scope, has_tag, tag_of
from fireteam.games.killteam.positions import OBJECTIVE
from fireteam.games.killteam.state import ENGAGE, NOBODY, Marker
from fireteam.games.killteam.table import Table
from tests.killteam.opfield import (
    CENTRE,
    MATRON,
    MENDER,
    NEEDLE,
    PRIOR,
    A,
    B,
    act,
    field,
    next_turning_point,
    offered,
    play,
    refused,
    stand,
    told,
)
from tests.killteam.writing import write

pytestmark = pytest.mark.rule("KT-ACT-08")

SCORING = {
    "id": "S1",
    "when": "end_of_tp",
    "tps": [2, 3, 4],
    "if": {"measure": "objectives", "cmp": ">=", "value": 1},
    "vp": 1,
}


def errand(**action: Any) -> Errand:
    """A mission action written by hand."""
    whole = {"id": "poke", "ap": 1, "target": "objective", "do": [{"tag": "poked"}], **action}
    op = CritOp.model_validate(
        {"id": "test-op", "name": "Test", "text": "Test.", "actions": [whole], "scoring": [SCORING]}
    )
    return Errand(crit_or_tac_op(CRIT, op), op.actions[0])


def why(found: Errand, t: Table, name: str = PRIOR) -> str:
    """Why an operative may not perform it; empty: it may."""
    checks: list[Check] = []
    return "" if may(found, t, t.number(name), "activation", checks) else checks[-1].text


# -- time and place ----------------------------------------------------------------------------------------------------


def test_not_in_the_first_turning_point_and_not_near_enemies() -> None:
    t = field({PRIOR: (700, 1200), NEEDLE: (700, 1350)}, tp=1)
    assert refused(t, PRIOR, "SET SEAL").text == "SET SEAL is possible in turning point 1"
    t.start_turning_point(2)
    assert "no enemy is in control range" in refused(t, PRIOR, "SET SEAL").text
    stand(t, NEEDLE, 2300, 300)
    assert offered(t, PRIOR, "SET SEAL")


def test_forbid_may_say_otherwise() -> None:
    t = field({PRIOR: (700, 1200), NEEDLE: (700, 1350)}, tp=1)
    assert why(errand(forbid=[], **{"if": ["contests"]}), t) == ""
    assert why(errand(forbid=["turning_point_1"], **{"if": ["contests"]}), t) == "POKE is possible in turning point 1"


@pytest.mark.parametrize(
    ("given", "possible"),
    [({"tps": [3, 4]}, (3, 4)), ({"tps": [3], "if": ["tp_min"]}, (3,)), ({"if": ["tp_min"]}, (2, 3, 4))],
)
def test_turning_points(given: dict[str, Any], possible: tuple[int, ...]) -> None:
    t = field({PRIOR: (700, 1200)})
    found = []
    for number in (1, 2, 3, 4):
        t.start_turning_point(number)
        found += [number] if not why(errand(**given), t) else []
    assert tuple(found) == possible


def test_it_costs_ap_and_is_done_once_in_an_activation() -> None:
    t = field({PRIOR: (700, 1200)})
    act(t, PRIOR, "SET SEAL")
    operative = t.operative(t.number(PRIOR))
    assert operative.ap == 1 and operative.actions == ("SET SEAL",)
    assert told(t, "mission") == [{"who": PRIOR, "mission": "set-seal", "target": A}]
    assert t.state.deeds == (("set-seal", 0, 0, A, 2),)


# -- the objective -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-MARK-03", "KT-MARK-04")
def test_controls_and_contests() -> None:
    t = field({PRIOR: (700, 1300), MATRON: (700, 900)})
    assert why(errand(**{"if": ["controls"]}), t) == "the side of cv-prior controls objective-a"
    assert why(errand(**{"if": ["contests"]}), t) == ""
    stand(t, PRIOR, 700, 1500)
    assert why(errand(**{"if": ["contests"]}), t) == "cv-prior contests objective-a"
    stand(t, MATRON, 2300, 300)
    stand(t, PRIOR, 700, 1300)
    assert why(errand(**{"if": ["controls"]}), t) == ""


def test_which_objective_is_asked_only_where_there_are_several() -> None:
    t = field({PRIOR: (700, 1200)})
    t.lay(Marker("spare", OBJECTIVE, NOBODY, 700, 1350, 0, NOBODY, "", ()), "KT-MARK-01")
    act(t, PRIOR, "SET SEAL", "spare")
    assert t.state.markers["spare"].tags == ("sealed:0",) and t.state.markers[A].tags == ()


@pytest.mark.parametrize(
    ("condition", "allowed"),
    [("in_own_territory", (A,)), ("in_enemy_territory", (B,)), ("on_centreline_or_enemy", (CENTRE, B))],
)
def test_territory_of_an_objective(condition: str, allowed: tuple[str, ...]) -> None:
    t = field({PRIOR: (300, 300)})
    found = []
    for name, marker in t.state.markers.items():
        stand(t, PRIOR, marker.x, marker.y + 100)
        found += [name] if not why(errand(**{"if": ["contests", condition]}), t) else []
    assert tuple(found) == allowed
    # The second player's own half is the other one.
    stand(t, PRIOR, 300, 300)
    t = field({MATRON: (700, 1200)})
    assert (why(errand(**{"if": ["contests", condition]}), t, MATRON) == "") == (condition != "in_own_territory")


@pytest.mark.parametrize(
    ("condition", "allowed"),
    [
        ("in_own_territory", (1430,)),
        ("in_enemy_territory", (1570,)),
        ("on_centreline_or_enemy", (1440, 1500, 1560, 1570)),
    ],
)
def test_territory_of_an_operative(condition: str, allowed: tuple[int, ...]) -> None:
    t = field({PRIOR: (300, 300)})
    found = []
    for x in (1430, 1440, 1500, 1560, 1570):
        stand(t, PRIOR, x, 300)
        found += [x] if not why(errand(target="self", **{"if": [condition]}), t) else []
    # The base has a radius of 0.63".
    assert tuple(found) == allowed


def test_tags_that_are_needed_or_must_not_be_there() -> None:
    t = field({PRIOR: (700, 1200)})
    assert why(errand(needs_tag="hot"), t) == "objective-a is hot"
    t.mark(A, tag_of("hot", 1))
    assert why(errand(needs_tag="hot"), t) == ""
    t.mark(A, tag_of("poked", 1))
    assert why(errand(**{"if": ["contests", "not_tagged"]}), t) == "objective-a is not yet poked"


@pytest.mark.parametrize(
    ("once", "again", "elsewhere", "later"),
    [
        (None, True, True, True),
        ("per_tp", False, False, True),
        ("per_battle", False, False, False),
        ("per_objective", False, True, False),
        ("per_objective_per_tp", False, True, True),
    ],
)
def test_how_often(once: str | None, again: bool, elsewhere: bool, later: bool) -> None:
    found = errand(once=once, **{"if": ["contests"]}) if once else errand(**{"if": ["contests"]})
    t = field({PRIOR: (700, 1200), MENDER: (1500, 1200), MATRON: (700, 900)})
    t.do_mission("poke", t.number(PRIOR), A)
    assert (why(found, t) == "") == again
    assert (why(found, t, MENDER) == "") == elsewhere
    assert why(found, t, MATRON) == "", "each side counts its own"
    next_turning_point(t)
    assert (why(found, t) == "") == later


# -- other objects -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-14")
def test_an_enemy_within_inches() -> None:
    found = errand(target="enemy", within=6, once="per_operative", **{"if": ["within_inches"]})
    t = field({PRIOR: (1000, 300), NEEDLE: (1719, 300)})
    # Radii 0.63" and 0.551": 6.01" from base to base.
    assert why(found, t) == 'vr-needle is within 6": 6.01"'
    stand(t, NEEDLE, 1718, 300)
    assert why(found, t) == ""
    deed = deed_of(found)
    play(deed.perform(t, Action(t.number(PRIOR), "POKE")))
    assert has_tag(t.operative(t.number(NEEDLE)).tags, "poked", 0)
    assert why(found, t) == "the side has not performed POKE there before"


def test_a_marker_of_the_op() -> None:
    found = errand(target="marker", **{"if": ["contests"]})
    found = Errand(found.op._replace(scope=found.op.scope._replace(kinds=("flag",))), found.data)
    t = field({PRIOR: (1000, 300)})
    assert why(found, t) == "there is something to POKE"
    t.lay(Marker("flag-1", "flag", 0, 1000, 800, 0, NOBODY, "", ()), "KT-MARK-01")
    assert why(found, t) == "cv-prior contests flag-1"
    stand(t, PRIOR, 1000, 650)
    assert why(found, t) == ""


def test_effects_on_an_operative() -> None:
    found = errand(target="self", do=[{"untag_others": "poked"}, {"tag": "prodded"}])
    t = field({PRIOR: (1000, 300)})
    t.tag(0, ("poked:1", "poked:0"))
    play(deed_of(found).perform(t, Action(0, "POKE")))
    assert t.operative(0).tags == ("poked:0", "prodded:0")


# -- counting ----------------------------------------------------------------------------------------------------------


def holds(t: Table, me: int = 0, *, kinds: tuple[str, ...] = (), **condition: Any) -> bool:
    """Whether a condition written by hand holds."""
    return condition_of(Scope("test-op", False, kinds), OpCondition.model_validate(condition)).holds(Moment(t, me))


def number(t: Table, measure: str, me: int = 0, *, kinds: tuple[str, ...] = (), **wanted: Any) -> int:
    """What a measure counts."""
    return next(
        value
        for value in range(100)
        if holds(t, me, kinds=kinds, measure=measure, filter=wanted, cmp="==", value=value)
    )


def test_what_objectives_are_counted() -> None:
    t = field({PRIOR: (700, 1200), NEEDLE: (2300, 1200), MATRON: (2300, 950)})
    t.mark(A, tag_of("sealed", 1))
    t.mark(B, "portable")
    assert number(t, "objectives") == 3
    assert [number(t, "objectives", controlled_by=player) for player in ("me", "enemy", "nobody")] == [1, 1, 1]
    assert number(t, "objectives", contested_by="enemy") == 1 and number(t, "objectives", not_contested_by="me") == 2
    assert [number(t, "objectives", me, territory="own", controlled_by="me") for me in (0, 1)] == [1, 1]
    assert number(t, "objectives", tag="sealed") == 1 and number(t, "objectives", tag="sealed", owner="me") == 0
    assert number(t, "objectives", not_tag="sealed") == 2 and number(t, "objectives", portable=True) == 1
    assert number(t, "objectives", within={"inches": 0, "of": "own_drop_zone"}) == 0
    assert number(t, "objectives", within={"inches": 1, "of": "own_drop_zone"}) == 1
    assert number(t, "objectives", wholly_in="enemy") == 1
    t.pick_up(t.number(NEEDLE), B, "KT-PICK-01")
    assert number(t, "objectives", carried_by="enemy") == 1 and number(t, "objectives", carried_by="me") == 0


def test_what_operatives_are_counted() -> None:
    t = field(
        {PRIOR: (1500, 1100), MENDER: (700, 300), MATRON: (1700, 1380), NEEDLE: (2300, 300)},
        operatives={MATRON: {"order": ENGAGE}},
    )
    assert number(t, "operatives", side="enemy") == 2 and number(t, "apl", side="enemy") == 5
    assert number(t, "operatives", order="engage") == 1
    assert number(t, "operatives", within={"inches": 3, "of": "centre"}) == 2
    assert number(t, "operatives", wholly_within={"inches": 3, "of": "centre"}) == 1, "the farther rim is what counts"
    assert number(t, "operatives", wholly_within={"inches": 1, "of": "centreline"}) == 1
    assert number(t, "operatives", beyond={"inches": 3, "of": "centre"}, wholly_in="own") == 1
    assert number(t, "operatives", within={"inches": 1, "of": "enemy_drop_zone"}) == 1
    t.lay(Marker("flag-1", "flag", 0, 700, 500, 0, NOBODY, "", ()), "KT-MARK-01")
    assert number(t, "operatives", kinds=("flag",), within={"inches": 2, "of": "op_marker"}) == 1
    assert number(t, "operatives", kinds=("flag",), wholly_within={"inches": 2, "of": "op_marker"}) == 0
    assert number(t, "operatives", within={"inches": 2, "of": "op_marker"}) == 0


def test_what_kills_markers_and_actions_are_counted() -> None:
    t = field({PRIOR: (1700, 300), MENDER: (700, 300), MATRON: (2300, 300), NEEDLE: (2300, 500)})
    matron, needle, prior, mender = (t.number(name) for name in (MATRON, NEEDLE, PRIOR, MENDER))
    write(
        t, kills=((prior, needle, 1), (mender, matron, 2), (matron, mender, 2), (NOBODY, prior, 2), (prior, mender, 2))
    )
    assert number(t, "kills") == 2 and number(t, "kills", tp="this") == 1 and number(t, "kills", 1) == 1
    assert number(t, "kills", victim_wounds_min=10) == 1 and number(t, "kills", killer_wholly_in="enemy") == 1
    t.tag(mender, (tag_of("champion", 0),))
    assert number(t, "kills", killer_tag="champion") == 1
    t.do_mission("poke", prior, A)
    t.do_mission("poke", matron, B)
    write(t, deeds=(*t.state.deeds, ("poke", 0, prior, A, 1)))
    assert number(t, "actions", action="poke") == 3 and number(t, "actions", action="poke", side="me", tp="this") == 1
    assert number(t, "actions", action="wave") == 0
    t.lay(Marker("flag-1", "flag", 1, 700, 500, 0, NOBODY, "", ()), "KT-MARK-01")
    assert number(t, "markers", kinds=("flag",)) == 1 and number(t, "markers", kinds=("flag",), owner="me") == 0
    assert number(t, "markers", kinds=("flag",), territory="own", kind="flag") == 1


def test_points_and_conditions_together() -> None:
    t = field({PRIOR: (700, 1200)})
    t.add_points(A, 0, 2, "KT-ACT-08")
    t.add_points(A, 1, 1, "KT-ACT-08")
    t.add_points(B, 0, 4, "KT-ACT-08")
    assert (
        number(t, "points") == 7
        and number(t, "points", points_of="me") == 6
        and number(t, "points", points_of="me", controlled_by="me") == 2
    )
    yes = {"measure": "objectives", "cmp": ">=", "value": 3}
    no = {"measure": "objectives", "cmp": "<", "value": 3}
    assert holds(t, any=[no, yes]) and not holds(t, all=[no, yes]) and holds(t, all=[yes, {"any": [yes, no]}])
    assert holds(
        t,
        measure="points",
        filter={"points_of": "me"},
        cmp=">",
        than={"measure": "points", "filter": {"points_of": "enemy"}},
    )
    assert holds(t, measure="objectives", cmp="<=", value=3) and not holds(t, measure="objectives", cmp=">", value=3)


def test_a_pack_without_ops_has_nothing_to_do() -> None:
    t = arena.table_over(*arena.position([arena.card("one"), arena.card("two")], (0, 1)))
    assert mission.deeds(t, 0) == () and mission.gambits(t, 0) == [] and mission.instead_of_success(t, 0, 1) is None
    play(mission.ready_step(t))
    assert play(mission.end_of_turning_point(t)) is False
    mission.activation_start(t, 0)
    play(mission.activation_end(t, 0))
    assert mission.markers_to_set_up(t, 0) == []
