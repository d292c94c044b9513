"""Positions laid by hand: fighters and vehicles on a field, for odds that are typed in, puzzles and tests. Every
mistake is a PositionError that names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.games.necromunda.activation import Activation
from fireteam.games.necromunda.cards import (
    GANGER,
    STATS,
    Armour,
    Card,
    Fighter,
    Gear,
    Profile,
    Vehicle,
    Weapon,
    read_trait,
)
from fireteam.games.necromunda.game import GAME, supplements
from fireteam.games.necromunda.positions import shape
from fireteam.games.necromunda.round import Round, take_turn
from fireteam.games.necromunda.setting import Setting
from fireteam.games.necromunda.sound import faults
from fireteam.games.necromunda.state import NOBODY, PLAY, Frame, Model, State, Thing
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.arena import PositionError, known, match_at, naming, once, state_of, within
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.plan import Piece, Plan
from fireteam.space.plane.free.shapes import Hull, Shape
from fireteam.space.plane.model import INCH

PLAIN = {"m": 5, "ws": 4, "bs": 4, "s": 3, "t": 3, "w": 1, "i": 4, "a": 1, "ld": 7, "cl": 7, "wil": 7, "int": 7}
"""The characteristics of a fighter of whom nothing else is said."""
MIDDLE = (3000, 3000)
"""Where positions given in inches from the middle lie on a bare field, in hundredths."""
HAIR = 0.01
"""Inches by which bases that touch may reach over their rims: places are whole hundredths."""
HULL = {"m": 7, "w": 3, "hnd": 6, "sv": 5, "bs": 4, "ld": 8, "cl": 5, "wil": 6, "int": 5}


def field(*pieces: Piece, width: int = 60, height: int = 60, **more: Any) -> Plan:
    """A table of so many inches with these pieces on it, in hundredths."""
    with naming():
        return Plan(width * INCH, height * INCH, tuple(pieces), **more)


def profile(name: str = "standard", *, traits: Sequence[str] = (), **figures: Any) -> Profile:
    """A way to use a weapon; traits as packs write them."""
    with naming():
        return Profile(name, traits=tuple(map(read_trait, traits)), **figures)


def weapon(
    name: str, *traits: str, category: str = "basic", profiles: Sequence[Profile] = (), **figures: Any
) -> Weapon:
    """A weapon with one profile of these figures, or with several."""
    id = name.lower().replace(" ", "-")
    mounted = {key: figures.pop(key) for key in ("arcs", "mount", "by_passenger") if key in figures}
    made = tuple(profiles) or (profile(traits=traits, **figures),)
    return Weapon(id, name, category, made, **mounted)


def knife() -> Weapon:
    """A knife: Strength of the user, Damage 1."""
    return weapon("knife", "Melee", category="close", melee=True, strength=0, of_user=True)


def rifle() -> Weapon:
    """A rifle: 18/24", +1/0, S3, D1, Ammo 2+, Plentiful."""
    return weapon("rifle", "Plentiful", short=18, long=24, accuracy=(1, 0), strength=3, ammo=2)


def fighter(
    name: str,
    *weapons: Weapon,
    armour: Sequence[Armour] = (),
    gear: Sequence[Gear] = (),
    skills: Sequence[str] = (),
    role: str = GANGER,
    mounted: bool = False,
    radius: float = 0.5,
    **stats: int,
) -> Fighter:
    """A fighter with these characteristics; M5 4+ 4+ S3 T3 W1 4+ A1 7+ if nothing else is said, with a knife if no
    weapon is given."""
    known("characteristic", stats, STATS)
    for stat, value in stats.items():
        within(f"{stat} of {name}", value, 1, 12)
    carried = weapons or (knife(),)
    own = (*skills, "mounted") if mounted else tuple(skills)
    return Fighter(
        name, "own", role, "own", {**PLAIN, **stats}, tuple(carried), tuple(armour), tuple(gear), own, mounted, radius
    )


def vehicle(
    name: str,
    *weapons: Weapon,
    toughness: tuple[int, int, int] = (8, 7, 6),
    length: float = 5.0,
    width: float = 2.5,
    height: int = 250,
    deck: int = 200,
    locomotion: str = "wheeled",
    transport: int = 0,
    skills: Sequence[str] = (),
    **stats: int,
) -> Vehicle:
    """A vehicle with its crew: M7 W3 Hnd6+ Sv5+ BS4+ if nothing else is said."""
    known("characteristic", stats, HULL)
    return Vehicle(
        name, "own", "own", {**HULL, **stats}, toughness, length, width, height, deck, locomotion, transport,
        tuple(weapons), tuple(skills),
    )  # fmt: skip


def setting_for(
    sides: Sequence[Sequence[Card]],
    *,
    on: Plan | None = None,
    things: Sequence[Thing] = (),
    options: Mapping[str, Any] | None = None,
    more: Sequence[Supplement] = (),
) -> Setting:
    """A setting for the cards of both sides on a field, without a scenario: nothing is scored."""
    cards = [card for side in sides for card in side]
    once("card", [card.name for card in cards])
    with naming():
        return Setting(
            GAME,
            on or field(),
            cards,
            [seat for seat, side in enumerate(sides) for _ in side],
            GAME.checked_options(dict(options or {})),
            names=[card.name for card in cards],
            things=things,
            supplements=[*supplements(things), *more],
        )


def prepare(
    map: str | None = None,
    gangs: Sequence[str] | None = None,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    pack: str | None = None,
) -> Setting:
    """A setting of a pack to lay positions in: map and gangs by id."""
    with naming():
        setup = {key: value for key, value in {"map": map, "gangs": gangs}.items() if value is not None}
        found: Setting = GAME.prepare(scenario=scenario, options=options, pack=pack, setup=setup)
        return found


def table_at(
    setting: Setting,
    at: Mapping[str, Sequence[float]],
    *frames: Frame,
    models: Mapping[str, Mapping[str, Any]] | None = None,
    **fields: Any,
) -> Table:
    """A table over a position: `at` has x, y, and perhaps z in inches and the facing in degrees of each model; `frames`
    are what is under way, the first one first."""
    given = models or {}
    known("model", (*at, *given), setting.numbers)
    crew: list[Model] = []
    for number, name in enumerate(setting.names):
        card = setting.cards[number]
        own: dict[str, Any] = {"wounds": card.stats["w"]}
        if name in at:
            place = [*at[name]]
            if not 2 <= len(place) <= 4:
                raise PositionError(f"{name}: a place is x, y, and perhaps a height and a facing; got {place!r}")
            x, y = (round(value * INCH) for value in place[:2])
            z = round(place[2] * INCH) if len(place) > 2 else 0
            facing = round(place[3]) % 360 if len(place) > 3 else 0
            if not (0 <= x <= setting.battlefield.width and 0 <= y <= setting.battlefield.height):
                raise PositionError(f"{name} stands off the table")
            own |= {"status": PLAY, "x": x, "y": y, "z": z, "facing": facing}
        more = dict(given.get(name, {}))
        known("field of a model", more, Model.FIELDS)
        crew.append(Model(number, setting.sides[number], **{**own, **more}))
    base = State(phase="round", round=1, things=dict(setting.things))
    state = state_of(setting, base, {"phase": "round", "models": crew, **fields})
    table: Table = setting.table(state, False)
    table.begin(*frames)
    return table


def lay(
    setting: Setting,
    dice: Dice | None,
    at: Mapping[str, Sequence[float]],
    *,
    active: str = "",
    acting: int = 0,
    models: Mapping[str, Mapping[str, Any]] | None = None,
    ready: Sequence[str] | None = None,
    under_way: Sequence[Frame] = (),
    events: bool = True,
    checkpoints: int = CHECKPOINT_AFTER,
    room: bool = True,
    **fields: Any,
) -> Match:
    """A match in the middle of a round: with `active` that model is being activated, else the `acting` seat chooses
    whom to activate. Models are whole, Standing, and Ready but for `active`, unless `ready` names those that are;
    `models` has further fields of a model, and whatever else is named is a field of the state. Without `room` nobody
    looks whether all of them can stand there."""
    known("model", (*filter(None, [active]), *(ready or ())), setting.numbers)
    within("the acting seat", acting, 0, 1)
    waiting = [name for name in at if name != active] if ready is None else list(ready)
    given = {
        name: {"ready": name in waiting, **(models or {}).get(name, {})}
        for name in dict.fromkeys((*at, *(models or {})))
    }
    frames = list(under_way)
    if active:
        if active not in at:
            raise PositionError(f"{active} does not stand on the table")
        number = setting.numbers[active]
        frames.append(Activation(number))
        acting = 1 - setting.sides[number]
    strength = fields.pop("strength", tuple(setting.sides.count(seat) for seat in (0, 1)))
    table = table_at(
        setting, at, *frames, Round().placed(take_turn), models=given, acting=acting, strength=strength, **fields
    )
    if room:
        fits(table)
    return match_at(table.setting, table.snapshot(), dice, events=events, checkpoints=checkpoints)


def fits(t: Table) -> None:
    """Everybody on the table has a floor, and stands in nobody; what no battle brings is a mistake as well."""
    for what in faults(t.setting, t.state):
        raise PositionError(what)
    there = [m for m in t.state.models if m.status == PLAY and not m.hatch]
    for m in there:
        floors = [z / INCH for z in t.surfaces(m.x, m.y)]
        if m.aboard == NOBODY and not m.climb and all(abs(z - m.z / INCH) > HAIR for z in floors):
            heights = ", ".join(f"{z:g}" for z in floors) or "nothing"
            raise PositionError(f'{t.name(m.index)}: there is no floor at {m.z / INCH:g}"; there is {heights}')
    for one, other in combinations(there, 2):
        if NOBODY in (one.aboard, other.aboard) and one.index != other.aboard and other.index != one.aboard:
            if gap(slim(t, one.index), slim(t, other.index)) <= 0:
                raise PositionError(f"{t.name(one.index)} stands in {t.name(other.index)}")


def slim(t: Table, who: int) -> Shape:
    """A model, by a hair less wide: places are rounded."""
    own = shape(t, who)
    if isinstance(own, Hull):
        return own._replace(length=own.length - 2 * HAIR, width=own.width - 2 * HAIR)
    return own._replace(radius=own.radius - HAIR)
