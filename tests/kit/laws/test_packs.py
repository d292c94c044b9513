"""Laws of packs: those that come with Fireteam pass every check, also those that a start leaves out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import fireteam


def bundled() -> Iterator[tuple[str, str]]:
    """Every game with the name of each of its packs."""
    for game in fireteam.game_names():
        packs = fireteam.game(game).packs()
        for name in packs.names() if packs is not None else ():
            yield game, name


@pytest.mark.parametrize(("game", "name"), list(bundled()))
def test_a_pack_that_comes_with_fireteam_passes_every_check(game: str, name: str) -> None:
    packs = fireteam.game(game).packs()
    assert packs is not None
    pack = packs.load(name)
    assert pack.info.id == name
    assert all(packs.contents(pack).values())
