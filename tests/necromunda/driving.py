"""Scenes of driving: a vehicle in the middle of a table, and what it is refused."""

from __future__ import annotations

from typing import Any

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, vehicle, weapon
from fireteam.games.necromunda.cards import Weapon
from tests.necromunda.scene import lay

SMALL: dict[str, Any] = {"length": 4.0, "width": 2.0}
"""The hull of most scenes."""
FAR = fighter("E")
"""An enemy that is there because there must be one."""
AWAY = {"E": (-25, 25)}


def gun(name: str = "hull gun", *traits: str, **more: Any) -> Weapon:
    """A gun worked by the crew: 12/24", S4, D1; other traits make it another gun."""
    figures = {"short": 12, "long": 24, "accuracy": (0, 0), "strength": 4, "ammo": 4, "arcs": ("front",), **more}
    return weapon(name, *(traits or ("Crew Weapon",)), category="vehicle", **figures)


def drive(dice: list[Any] | None = None, *guns: Weapon, at: tuple[float, ...] = (0, 0, 0, 0), **more: Any) -> Match:
    """A vehicle of 4" by 2", M7 and Handling 7+, in the middle, with its activation before it."""
    card: dict[str, Any] = {**SMALL, "m": 7, "hnd": 7}
    for key in ("m", "hnd", "locomotion", "w", "sv", "toughness", "length", "width", "deck", "transport", "skills"):
        if key in more:
            card[key] = more.pop(key)
    friends, foes = more.pop("friends", []), more.pop("foes", [FAR])
    places = {"V": at, **more.pop("places", AWAY)}
    return lay([vehicle("V", *guns, **card), *friends], foes, places, dice or [], active="V", **more)


def keys(match: Match) -> list[str]:
    """What is on offer."""
    assert match.decision is not None
    return list(match.decision.keys())


def refused(match: Match, key: str) -> tuple[str, str]:
    """The rule and the words by which a key is refused; it is not offered."""
    assert match.decision is not None and match.decision.find(key) is None, f"{key!r} is offered"
    refusal = match.why_not(key)
    assert refusal is not None, f"no reason for {key!r}"
    assert not refusal.decisive.passed
    return refusal.decisive.rule, str(refusal)
