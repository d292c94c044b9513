"""Tables laid out for tests that ask a predicate and play nothing: no choices are listed for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fireteam.games.killteam import arena
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, READY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Zone, bare_zone
from tests.killteam.stage import Man

MOVED = (("actions", ("REPOSITION",)),)
"""The fields of a man who has moved in his activation: where he could charge is looked for no more."""


def laid(men: Iterable[Man], zone: Zone | None = None, options: dict[str, Any] | None = None, **fields: Any) -> Table:
    """A table on which they stand in the middle of the activation of the first."""
    crew = tuple(men)
    cards = [
        arena.card(man.name, *man.weapons, save=man.save, wounds=man.wounds, apl=man.apl, move=man.move) for man in crew
    ]
    operatives = {
        number: {
            "x": round(man.x * 100), "y": round(man.y * 100), "z": round(man.z * 100),
            "order": CONCEAL if man.conceal else ENGAGE,
            "readiness": READY if number else ACTIVE, **dict(man.fields),
        }
        for number, man in enumerate(crew)
    }  # fmt: skip
    given = {"phase": "activation", "active": 0, "acting": crew[0].seat, "activations": 1, **fields}
    seats = [man.seat for man in crew]
    return arena.table_over(
        *arena.position(cards, seats, operatives=operatives, options=options, zone=zone or bare_zone(), **given)
    )
