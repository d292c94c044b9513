"""Moves, hatchways, guards and equipment laid on purpose."""

from __future__ import annotations

from typing import Any

from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.state import EXPENDED, NOBODY, READY, REMOVED, Marker, Piece
from fireteam.space.plane.model import base
from tests.killteam.kit import lay, man, marker, piece
from tests.killteam.stage import Man, stage, zone_with
from tests.killteam.staging import Staged, staged
from tests.killteam.test_gallowdark import WALL_OPEN, hold
from tests.killteam.test_offers import undecided
from tests.killteam.test_same_time import mine, mined
from tests.space.plane.reference import rectangle

GUN, BLADE = arena.weapon(4, 3, 3, 4, name="gun"), arena.weapon(4, 3, 3, 4, ranged=False, name="blade")
WIDE = 2 * base(32)
FAR_ENEMY = Man("z", 1, 25, 2)
HATCHWAY = "to 9.20,9.80 hatch h"
SHIELD = piece("portable_barricade", 10, 5, turned=90)
DOOR = rectangle("ruin-door", (14, 2, 14.3, 8), (0, 2.8), "Accessible Heavy")
HAZARD = ((800, 300), (1000, 300), (1000, 700), (800, 700))
GUARDING = (("guard", True), ("readiness", EXPENDED))


def before(*actions: str, **fields: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of an operative that has performed these actions in its activation."""
    return (("actions", actions), *fields.items())


def by_the_hatchway(x: float, *others: Man, **fields: Any) -> Match:
    """One in the middle of its activation west of the hatchway."""
    return stage((Man("a", 0, x, 9.8, conceal=True, apl=3), *others, FAR_ENEMY), active="a", zone=hold(), **fields)


def watched(*, guarding: bool = True) -> Match:
    """One about to charge an enemy that is on guard."""
    watch = Man("g", 1, 10 + WIDE + 4, 10, weapons=(GUN, BLADE), fields=GUARDING if guarding else ())
    men = (Man("e", 0, 10, 10, weapons=(GUN, BLADE), apl=3), watch)
    return stage(men, [3] * 200, active="e", zone=zone_with(kind="gallowdark"))


def alone(
    *, conceal: bool = False, fields: tuple[tuple[str, Any], ...] = (), others: tuple[Man, ...] = (), **more: Any
) -> Match:
    """One in the middle of its activation, the enemy far away."""
    men = (Man("a", 0, 5, 5, weapons=(GUN, BLADE), conceal=conceal, apl=3, fields=fields), *others, FAR_ENEMY)
    return stage(men, [3] * 40, active="a", **more)


def with_barricade(**more: Any) -> Match:
    """One connected to the inside of a portable barricade."""
    return lay(man(10.73, 5), man(25, 20, seat=1), pieces=(SHIELD,), **more)


def counteracting() -> Match:
    """One of two has counteracted already, and an enemy is ready."""
    men = (man(5, 5, counteracted=True), man(5, 9), man(5, 13, conceal=True), man(25, 20, seat=1, readiness=READY))
    return lay(*men, phase="firefight", active=NOBODY, acting=0)


def carrying(*done: str) -> Match:
    """One with a marker, which it has perhaps just picked up."""
    crate = Marker("crate", "crate", NOBODY, 0, 0, 0, 0, "", ("portable",))
    return alone(fields=before(*done, carries=("crate",)), markers={"crate": crate})


def grenadier(*grenades: str, far: float = 5.0, used: tuple[tuple[str, int, int, int, int], ...] = ()) -> Match:
    """One with grenades, so far from an enemy."""
    men = man(5, 5), man(5 + WIDE + far, 5, seat=1)
    return lay(*men, selections=((0, "grenades", ",".join(grenades)),), used=used, dice=(3,) * 60)


def engaged() -> Match:
    """One in its activation with an enemy beside it."""
    return alone(others=(Man("b", 1, 6.8, 5),))


def lost_one() -> Match:
    """A side of three to activate: one of them has left the killzone."""
    men = (
        man(5, 5, readiness=READY),
        man(5, 9, readiness=READY),
        man(5, 13, status=REMOVED),
        man(25, 20, seat=1, readiness=READY),
    )
    return lay(*men, phase="firefight", active=NOBODY, acting=0)


def at_a_blocked_hatch(x: int, y: int, *opened: str) -> Match:
    """One beside a hatchway, with a heavy barricade where its hatch would be turned to."""
    men = [Man("a", 0, 9.0, 9.8, conceal=True, apl=3), Man("z", 1, 25, 2)]
    pieces = {"hb": Piece("hb", "heavy_barricade", 0, x, y, 0, 0)}
    options = {"rules_version": "2024-11"}
    return stage(men, active="a", zone=hold(), options=options, pieces=pieces, hatches=frozenset(opened))


BESIDE_THE_WAY = (Man("b", 1, 8, 6.8), Man("c", 1, 14, 5))
"""A charge straight at the second leads past the first."""

HATCHES: dict[str, Staged] = {
    "deed: OPERATE HATCH; option: open_hatch; event: hatch_open": staged(lambda: by_the_hatchway(9), "OPERATE HATCH"),
    "option: close_hatch; event: hatch_closed": staged(lambda: by_the_hatchway(9, hatches=WALL_OPEN), "OPERATE HATCH"),
    "option: move_hatch": staged(lambda: by_the_hatchway(7.2), "REPOSITION", HATCHWAY),
    "event: move_ends": staged(
        lambda: by_the_hatchway(7.2, Man("b", 1, 9.2 + WIDE + 0.9, 9.8)), "REPOSITION", HATCHWAY
    ),
    "option: put_back; event: put_back": staged(lambda: by_the_hatchway(9, Man("b", 1, 11, 9.3)), "OPERATE HATCH"),
    "option: put_at; refusal: KT-GALL-06": staged(
        lambda: by_the_hatchway(9, Man("b", 1, 11, 8.9)), "OPERATE HATCH", refused=("at 11.50,9.63",)
    ),
    "refusal: KT-GALL-08": staged(lambda: by_the_hatchway(5), refused=("OPERATE HATCH",)),
}

CHARGED = ("CHARGE", "to 13.50,10.00")
GUARDS: dict[str, Staged] = {
    "deed: GUARD; event: guard": staged(lambda: watched(guarding=False), "GUARD"),
    "refusal: KT-GUARD-01": staged(lambda: alone(conceal=True, zone=zone_with(kind="gallowdark")), refused=("GUARD",)),
    "option: interrupt; event: interrupts; event: action.interrupt": staged(
        watched, *CHARGED, "interrupt with g", "SHOOT"
    ),
    "refusal: KT-GUARD-03": staged(watched, *CHARGED, "interrupt with g", refused=("GUARD",)),
    "option: no_interrupt; event: guard_ends": staged(watched, *CHARGED, "no interrupt"),
    "refusal: KT-GALL-05": staged(lambda: at_a_blocked_hatch(1300, 890), refused=("OPERATE HATCH",)),
    "refusal: KT-GALL-04": staged(lambda: at_a_blocked_hatch(1140, 980, "h"), refused=("OPERATE HATCH",)),
}

EQUIPMENT: dict[str, Staged] = {
    "deed: MOVE WITH BARRICADE; event: piece_gone": staged(with_barricade, "MOVE WITH BARRICADE"),
    "event: barricade_lost": staged(
        lambda: lay(man(10.6, 5, mm=25), man(25, 20, seat=1), terrain=(DOOR,), pieces=(SHIELD,)),
        "MOVE WITH BARRICADE", "to 12.51,5.00"
    ),
    "refusal: KT-EQ-15": staged(lambda: lay(man(5, 5), man(25, 20, seat=1), pieces=(SHIELD,)),
    refused=("MOVE WITH BARRICADE",)),
    "deed: AMMO RESUPPLY": staged(lambda: lay(man(5, 5), man(25, 20, seat=1), markers=(marker("ammo_cache", 5, 6),)),
    "AMMO RESUPPLY"),
    "refusal: KT-EQ-02": staged(
        lambda: lay(man(5, 5), man(6.5, 5, seat=1), markers=(marker("ammo_cache", 5, 6),)), refused=("AMMO RESUPPLY",)
    ),
}  # fmt: skip

MOVES: dict[str, Staged] = {
    "refusal: KT-BHETA-03": staged(
        lambda: alone(zone=zone_with(kind="bheta_decima", hazards=(HAZARD,))),
        "REPOSITION",
        refused=("straight to 9.00,5.00",),
    ),
    "refusal: KT-CHRG-01": staged(
        lambda: alone(others=(Man("b", 1, 11, 5), Man("c", 1, 5, 20))), "CHARGE", refused=("to 5.00,18.50",)
    ),
    "refusal: KT-CHRG-03": staged(lambda: alone(others=BESIDE_THE_WAY), "CHARGE", refused=("straight to 12.50,5.00",)),
    "refusal: KT-DASH-01": staged(alone, "DASH", refused=("to 15.00,5.00",)),
    "refusal: KT-CTR-04": staged(counteracting, refused=("counteract m0",)),
    "refusal: KT-PLAC-03": staged(lambda: carrying("PICK UP MARKER"), refused=("PLACE MARKER",)),
}

GRENADES: dict[str, Staged] = {
    "deed: SMOKE GRENADE; equipment: SMOKE GRENADE; option: smoke; equipment: smoke": staged(
        lambda: grenadier("smoke"), "SMOKE GRENADE", "at 8.00,5.00"
    ),
    "refusal: KT-EQ-17": staged(lambda: grenadier("smoke"), "SMOKE GRENADE", refused=("at 20.00,5.00",)),
    "deed: STUN GRENADE; equipment: STUN GRENADE; option: stun; event: stun_test": staged(
        lambda: grenadier("stun"), "STUN GRENADE"
    ),
    "refusal: KT-EQ-20": staged(lambda: grenadier("stun", far=15), refused=("STUN GRENADE",)),
    "refusal: KT-EQ-23": staged(
        lambda: grenadier("smoke", used=(("smoke grenade", 0, 0, 1, 1),)), refused=("SMOKE GRENADE",)
    ),
    "equipment: frag": staged(lambda: grenadier("frag"), "SHOOT", "use frag"),
    "equipment: krak": staged(lambda: grenadier("krak"), "SHOOT", "use krak"),
}

MORE_MOVES: dict[str, Staged] = {
    "refusal: KT-REPO-01": staged(alone, "REPOSITION", refused=("to 15.00,5.00",)),
    "refusal: KT-REPO-03": staged(
        lambda: alone(others=(Man("b", 1, 8, 6.8),)), "REPOSITION", refused=("straight to 10.90,5.00",)
    ),
    "refusal: KT-FALL-01": staged(engaged, "FALL BACK", refused=("to 5.00,15.00",)),
    "refusal: KT-BASE-03": staged(
        lambda: alone(others=(Man("b", 1, 9, 5),)), "CHARGE", refused=("straight to 10.50,5.00",)
    ),
    "deed: PLACE MARKER; event: put_down": staged(carrying, "PLACE MARKER", "at 6.00,5.00"),
    "option: comes_next": staged(lambda: mined([1, 4, 1, *[3] * 40], mine(10.8, 11)), "cv-mender next"),
    "option: no_counteract": staged(counteracting, "no counteract"),
    "event: action.counteract": staged(counteracting, "counteract m1", "DASH"),
    "refusal: KT-CTR-02": staged(counteracting, refused=("counteract m2",)),
    "option: give_up; event: given_up; refusal: KT-ACT-07": staged(
        undecided, "FALL BACK", "give up", refused=("FALL BACK",)
    ),
    "refusal: KT-FIRE-05": staged(lost_one, refused=("activate m2",)),
}

STAGED: dict[str, Staged] = {
    **HATCHES,
    **GUARDS,
    **EQUIPMENT,
    **MOVES,
    **GRENADES,
    **MORE_MOVES,
}
