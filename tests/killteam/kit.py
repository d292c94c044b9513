"""Positions for the tests of universal equipment: operatives, markers and pieces laid by hand, in either rules
version."""

from __future__ import annotations

from typing import Any

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import deeds_of, may_act, possible
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.equipment.set_up import Item
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, EXPENDED, KILLZONE, NOBODY, READY, Marker, Piece
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import bare_zone
from fireteam.kit.arena import match_at
from fireteam.kit.plane.places import Place
from fireteam.space.plane.model import Part
from tests.space.plane.reference import features_of

OLD, NEW = "2024-11", "2025-09"
VERSIONS = (OLD, NEW)
GUN = arena.weapon(4, 3, 3, 4, name="gun")
FISTS = arena.weapon(3, 4, 2, 3, ranged=False, name="fists")


def man(
    x: float, y: float, z: float = 0.0, *, seat: int = 0, conceal: bool = False, mm: int = 32, **more: Any
) -> dict[str, Any]:
    """An operative that stands there, expended, with an Engage order; more: fields of the operative or numbers of its
    card."""
    place = {"x": round(x * 100), "y": round(y * 100), "z": round(z * 100)}
    return {"seat": seat, "mm": mm, "order": CONCEAL if conceal else ENGAGE, "readiness": EXPENDED, **place, **more}


def marker(
    kind: str,
    x: float,
    y: float,
    z: float = 0.0,
    *,
    seat: int = 0,
    name: str = "",
    until: str = "",
    tags: tuple[str, ...] = (),
) -> Marker:
    """A marker that lies there."""
    return Marker(
        name or f"{kind}-{seat}", kind, seat, round(x * 100), round(y * 100), round(z * 100), NOBODY, until, tags
    )


def piece(kind: str, x: float, y: float, z: float = 0.0, *, seat: int = 0, turned: int = 0, name: str = "") -> Piece:
    """A piece of equipment that stands there."""
    return Piece(name or f"{kind}-{seat}", kind, seat, round(x * 100), round(y * 100), round(z * 100), turned)


CARD = ("save", "wounds", "apl", "move")


def lay(
    *men: dict[str, Any], version: str = NEW, terrain: tuple[Part, ...] = (), kind: str = "", markers: tuple[Marker,
    ...] = (),
    pieces: tuple[Piece, ...] = (), weapons: tuple[Weapon, ...] = (GUN, FISTS), options: dict[str, Any] | None = None,
    dice: tuple[int, ...] = (), kinds: dict[str, str] | None = None, **fields: Any,
) -> Match:  # fmt: skip
    """A match in which they stand, named m0, m1, ...; the first acts unless `fields` say otherwise."""
    cards, operatives = [], {}
    for number, one in enumerate(men):
        card = arena.card(
            f"m{number}", *weapons, **{name: one[name] for name in CARD if name in one and name != "wounds"}
        )
        card = card._replace(radius=round(one["mm"] * 100 / 50.8))
        cards.append(card)
        operatives[number] = {
            name: value for name, value in one.items() if name not in ("seat", "mm", "save", "apl", "move")
        }
    given: dict[str, Any] = {"phase": "activation", "active": 0, "acting": 0, "activations": 1, **fields}
    if given["phase"] == "activation" and given["active"] == 0:
        operatives[0]["readiness"] = ACTIVE
    setting, state = arena.position(
        cards, [one["seat"] for one in men], operatives=operatives, options={"rules_version": version,
        **(options or {})},
        zone=bare_zone(features=features_of(terrain, kinds), kind=kind), markers={one.id: one for one in markers},
        pieces={one.id: one for one in pieces}, **given,
    )  # fmt: skip
    return match_at(setting, state, Given(dice))


def table(match: Match) -> Table:
    """A table over the position, to ask predicates and to use verbs; a match that nobody has looked at yet stays
    asleep."""
    setting: Any = match.setting
    return arena.table_over(setting, match.checkpoint.state if match.table is None else match.state)


def keys(match: Match) -> list[str]:
    """What is on offer."""
    return list(match.decision.keys())


def play(match: Match, *answers: str) -> Match:
    """Give these answers one after the other."""
    for answer in answers:
        match.answer(answer)
    return match


def may(t: Table, who: int, action: str) -> bool:
    """Whether an operative may perform an action now."""
    return any(deed.name == action for deed in possible(t, who))


def why_not(t: Table, who: int, action: str) -> Check:
    """The check for which an operative may not perform an action."""
    deed = next(deed for deed in deeds_of(t, who) if deed.name == action)
    checks: list[Check] = []
    assert not may_act(t, who, deed, why=checks)
    return checks[-1]


def codes(match: Match, code: str) -> list[dict[str, Any]]:
    """What the events of a code say."""
    return [dict(event.params) for event in match.log if event.code == code]


def at(x: float, y: float, z: float = 0.0, turned: int = 0) -> Place:
    """A place in inches."""
    return Place(round(x * 100), round(y * 100), round(z * 100), turned)


def an_item(kind: str, seat: int = 0, option: str = "") -> Item:
    """An item of equipment."""
    return Item(f"{option or kind}-{seat}-1", option or kind, kind, seat)


__all__ = [
    "ACTIVE", "CONCEAL", "ENGAGE", "EXPENDED", "FISTS", "GUN", "KILLZONE", "NEW", "OLD", "READY", "VERSIONS", "an_item",
    "at", "codes", "keys", "lay", "man", "marker", "may", "piece", "play", "table", "why_not",
]  # fmt: skip
