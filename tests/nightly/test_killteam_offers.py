"""Five thousand crowds: no move is refused that the judge of paths would accept for any of 500 destinations."""

from __future__ import annotations

import pytest

from fireteam.space.plane.warm import use_compiled
from tests.killteam.crowds import wrongly_refused
from tests.kit.many import play_all

CROWDS = 5_000


def look_at(seed: int) -> list[str]:
    """What is wrong in one crowd."""
    use_compiled()  # where numba is installed; the same answers either way
    return wrongly_refused(seed)[0]


@pytest.mark.nightly
def test_no_move_is_refused_in_five_thousand_crowds(capsys: pytest.CaptureFixture[str]) -> None:
    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    assert play_all(look_at, CROWDS, tell) == []
