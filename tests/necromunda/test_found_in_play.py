"""What whole games at random have once broken, each as small as it can be laid."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.arena import fighter
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
