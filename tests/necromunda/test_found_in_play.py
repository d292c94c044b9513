"""What whole games at random have once broken, each as small as it can be laid."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.arena import fighter
from fireteam.games.necromunda.movement.regions import Walks
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.free.plan import Plan
from fireteam.space.plane.free.shapes import BLOCKS, Other, Others
from fireteam.space.plane.free.walking import Walker
from fireteam.space.plane.model import Body
from tests.necromunda.ground import thing
from tests.necromunda.scene import lay


@pytest.mark.rule("NE-TRT-34")
def test_a_well_over_the_edge_of_the_table_is_difficult_as_far_as_the_table_goes() -> None:
    found = []
    for wells in ([], [thing("w1", "well", 29.5, 0, number=150), thing("w2", "well", -30, -30, number=150)]):
        match = lay([fighter("A")], [fighter("E")], {"A": (25, 0), "E": (0, 5)}, active="A", things=wells)
        match.answer("move")
        found.append([match.decision.find(key) is not None for key in ("to 58.00,30.00", "to 59.40,30.00")])
    assert found == [[True, True], [True, False]]


@pytest.mark.rule("NE-MOV-01")
def test_who_cannot_even_stay_is_told_why() -> None:
    """Squeezed into another base it may neither go nor stand; that is said of no leg, for it has made none."""
    here = Body(3000, 3000, 0, 0.5, 160)
    others = Others([Other(here._replace(x=3050), BLOCKS)])
    region = Walks(Plan(6000, 6000).under(), Walker(here, 0.0), others, ["Tamper"], ("NE-ENG-04",))
    refused = region.judge(region.stay)
    assert isinstance(refused, Refused)
    assert (refused.reason, refused.rule, refused.leg) == ("nobody stands there: Tamper", "NE-MOV-01", 0)
