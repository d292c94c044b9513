"""Positions laid by hand: `prepare` and `lay` for people, `shot` and `duel` for odds that are typed in, `position` and
`battle` for whoever wants the state alone. Places and terrain are in hundredths of an inch, as everywhere in the state;
every mistake is a PositionError that names it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, cast

from fireteam.core.dice import Dice
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.games.killteam.cards import Datacard, Weapon
from fireteam.games.killteam.content import terrain
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.fighting.sequence import Opponent, fight
from fireteam.games.killteam.game import GAME
from fireteam.games.killteam.geometry import stands, terrain_fault
from fireteam.games.killteam.killzones.kinds import KINDS
from fireteam.games.killteam.positions import OBJECTIVE, body_of, place_of
from fireteam.games.killteam.setting import Setting, setting_of
from fireteam.games.killteam.setup.rosters import ROSTER, crew, picks
from fireteam.games.killteam.shooting.sequence import Target, shoot
from fireteam.games.killteam.state import (
    ACTIVE,
    CONCEAL,
    ENGAGE,
    EXPENDED,
    KILLZONE,
    NOBODY,
    ORDERS,
    READINESS,
    READY,
    REMOVED,
    RESERVE,
    STATUS,
    Marker,
    Operative,
    State,
)
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.turning_point import LAST
from fireteam.games.killteam.weapon_rules import read_rules
from fireteam.games.killteam.zone import Objective, Zone, bare_zone, zone_of
from fireteam.kit.arena import PositionError, known, match_at, naming, numbers, once, state_of, within
from fireteam.space.plane.model import Body, Feature, Part, Polygon, TerrainError, check_part
from fireteam.space.plane.placing import overlap

Place = tuple[int, ...]
"""x, y and perhaps z, in hundredths of an inch."""
MOST = 99
"""The largest number of a card, as in packs."""
BY_HAND = "laid by hand"
"""The digest of content that stands in no file: a save of it is refused by it."""

# -- own cards and own terrain -----------------------------------------------------------------------------------------


def weapon(
    atk: int, hit: int, damage: int, critical_damage: int, rules: str = "", *, ranged: bool = True, name: str = "weapon"
) -> Weapon:
    """A weapon with these numbers; its rules as one types them: "Lethal 5+, Rending"."""
    with naming():
        found = Weapon(name, name, ranged, atk, hit, damage, critical_damage, read_rules(rules))
    check_weapon(found)
    return found


def card(
    name: str, *weapons: Weapon, save: int = 4, wounds: int = 12, apl: int = 2, move: int = 6, base: int = 32,
    height: int = 140,
) -> Datacard:  # fmt: skip
    """A datacard with these numbers; its base in millimetres across, its body in hundredths of an inch."""
    within(f"the base of {name}", base, 1, MOST)
    found = Datacard(name, name, apl, move, save, wounds, weapons, round(base * 100 / 50.8), height)
    check_card(found)
    return found


def check_card(found: Datacard) -> None:
    """A datacard has numbers that can be, and no weapon twice."""
    for what, number, least, most in (
        ("SAVE", found.save, 2, 6), ("number of wounds", found.wounds, 1, MOST), ("APL", found.apl, 1, MOST),
        ("move", found.move, 1, MOST),
    ):  # fmt: skip
        within(f"the {what} of {found.id}", number, least, most)
    once(f"{found.id}: weapon", [one.id for one in found.weapons])


def check_weapon(found: Weapon) -> None:
    """A weapon has numbers that can be, and rules that there are (see KT-WR-00)."""
    for what, number, least, most in (
        ("ATK", found.atk, 1, MOST), ("HIT", found.hit, 2, 6), ("damage", found.damage, 0, MOST),
        ("critical damage", found.critical_damage, 0, MOST),
    ):  # fmt: skip
        within(f"the {what} of {found.id}", number, least, most)
    read_rules(", ".join(found.rules))


def part(name: str, corners: Sequence[tuple[int, int]], top: int, *types: str, bottom: int = 0) -> Part:
    """A part of terrain from its bottom to its top, of these terrain types (KT-GEO-01, see KT-TT-00).

    Two corners are the opposite ones of a rectangle, more go round a convex footprint counter-clockwise. "ruin/floor"
    is a part of the feature "ruin".
    """
    polygon: Polygon = tuple((x, y) for x, y in (numbers(f"a corner of {name}", corner, (2,)) for corner in corners))
    if len(polygon) == 2:
        (west, east), (south, north) = (sorted(axis) for axis in zip(*polygon, strict=True))
        polygon = ((west, south), (east, south), (east, north), (west, north))
    known("terrain type", types, terrain.TYPES)
    try:
        found = terrain.part(name, name.partition("/")[0], polygon, bottom, top, frozenset(types))
        check_part(found)
        terrain.check_types(found)
    except TerrainError as error:
        raise PositionError(terrain_fault(error)) from error
    return found


def zone(
    *parts: Part, width: int = 3000, height: int = 2200, kind: str = "", objectives: Mapping[str, Place] | None = None
) -> Zone:
    """A killzone of one's own, cut in two halves west and east: these parts, and objectives by their names. With a
    `kind` the rules of that kind of killzone hold."""
    known("kind of killzone", filter(None, [kind]), KINDS)
    features = tuple(
        Feature(name, "block", tuple(one for one in parts if one.feature == name))
        for name in dict.fromkeys(one.feature for one in parts)
    )
    try:
        found = bare_zone(width, height, features, kind)
    except TerrainError as error:
        raise PositionError(terrain_fault(error)) from error
    for name, place in (objectives or {}).items():
        found.objectives += (Objective(name, *_place(name, place), NOBODY),)
    return found


def _place(name: str, place: Place) -> tuple[int, int, int]:
    """x, y and z; the floor goes without saying."""
    x, y, z = (*numbers(f"the place of {name} in hundredths of an inch", place, (2, 3)), 0)[:3]
    return x, y, z


# -- positions for people ----------------------------------------------------------------------------------------------


def prepare(
    killzone: str | Zone | None = None,
    teams: Sequence[str] | Sequence[Sequence[Datacard]] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    pack: str | None = None,
    **wishes: Any,
) -> Setting:
    """A setting to lay positions in: a killzone of the pack by its id or one's own, two kill teams of the pack by their
    ids or the datacards of either side, and match options. Further wishes, such as `rosters`, are those of a match.

    Without a killzone it is the first of the pack, or a bare board for one's own cards. What stands in no file cannot
    be opened from a save.
    """
    own = _own_cards(teams)
    with naming():
        if own is None:
            setup = {"teams": teams, **wishes}
            scenario = None if isinstance(killzone, Zone) else killzone
            found: Setting = GAME.prepare(scenario=scenario, options=options, pack=pack, setup=setup)
            if not isinstance(killzone, Zone):
                return found
            pair = (found.team(0).id, found.team(1).id)
            found = setting_of(content(pack), killzone, pair, found.options, GAME, **found.wishes)
            found.digest = BY_HAND
            return found
        if wishes:
            raise PositionError(f"{next(iter(wishes))} are chosen for kill teams of a pack, not for cards of one's own")
        chosen = killzone if isinstance(killzone, Zone) else _zone_named(killzone, pack)
        cards = (*own[0], *own[1])
        once("datacard", [one.id for one in cards])
        for one in cards:
            check_card(one)
            for arm in one.weapons:
                check_weapon(arm)
        return _own_setting(cards, (0,) * len(own[0]) + (1,) * len(own[1]), options, chosen)


def _own_cards(teams: Any) -> Sequence[Sequence[Datacard]] | None:
    """The datacards of both sides; None where kill teams of a pack are meant."""
    both = list(teams) if isinstance(teams, list | tuple) else []
    if teams is None or (len(both) == 2 and all(isinstance(team, str) for team in both)):
        return None
    if len(both) != 2 or any(
        not isinstance(team, list | tuple) or not all(isinstance(one, Datacard) for one in team) for team in both
    ):
        raise PositionError("teams are two ids of a pack, or two lists of datacards")
    return cast("Sequence[Sequence[Datacard]]", teams)


def _zone_named(killzone: str | None, pack: str | None) -> Zone | None:
    """A killzone of a pack; None: a bare board."""
    if killzone is None:
        return None
    killzones = {entry.id: entry for entry in content(pack).killzones}
    known("killzone", [killzone], killzones)
    return zone_of(killzones[killzone])


def _own_setting(
    cards: Sequence[Datacard], seats: Sequence[int], options: Mapping[str, Any] | None, where: Zone | None
) -> Setting:
    with naming():
        found = Setting(GAME, cards, seats, GAME.checked_options(dict(options)) if options else {}, where)
    found.digest = BY_HAND
    return found


def lay(
    setting: Setting,
    dice: Dice | None,
    at: Mapping[str, Place],
    *,
    active: str = "",
    acting: int = 0,
    orders: Mapping[str, str] | None = None,
    wounds: Mapping[str, int] | None = None,
    expended: Collection[str] = (),
    removed: Collection[str] = (),
    markers: Iterable[Marker] = (),
    carries: Mapping[str, str] | None = None,
    turning_point: int = 1,
    phase: str = "",
    operatives: Mapping[str, Mapping[str, Any]] | None = None,
    events: bool = True,
    checkpoints: int = CHECKPOINT_AFTER,
    **fields: Any,
) -> Match:
    """A match in the middle of a turning point. `at` says where operatives stand, in hundredths of an inch: x, y and
    perhaps z. Who is not named is not set up.

    With `active` that operative is being activated; else the `acting` seat chooses whom to activate (or `phase` says
    what comes next). Operatives are whole and ready and have Engage orders but for what `wounds` (those left),
    `expended` and `orders` ("engage", "conceal") say; those `removed` are incapacitated and gone. `markers` lie beside
    the objectives of the killzone, and `carries` gives some of them to operatives. `operatives` has further fields of
    an operative, and whatever else is named is a field of the state, such as `cp`. What cannot be is a PositionError
    that names it.
    """
    crew_now = _mustered(setting, setting.wishes.get(ROSTER, (None, None)))
    by_name = {one.name: one for one in crew_now}
    orders, wounds, carries, more = orders or {}, wounds or {}, carries or {}, operatives or {}
    named = (*at, *orders, *wounds, *expended, *removed, *carries, *more, *filter(None, [active]))
    known("operative", named, by_name)
    known("order", orders.values(), ORDERS)
    within("the acting seat", acting, 0, 1)
    lying = {one.id: one for one in (*_objectives(setting.zone), *markers)}
    known("marker", carries.values(), lying)
    for name in removed:
        if name in at:
            raise PositionError(f"{name} stands in the killzone and is removed")
    for name in filter(None, [active, *carries]):
        if name not in at:
            raise PositionError(f"{name} does not stand in the killzone")
    given = []
    for one in crew_now:
        told: dict[str, Any] = {"order": ORDERS.index(orders.get(one.name, "engage"))}
        if one.name in at:
            told |= zip(("x", "y", "z"), _place(one.name, at[one.name]), strict=True)
            told |= {"status": KILLZONE, "wounds": wounds.get(one.name, one.wounds)}
            within(f"the number of wounds of {one.name}", told["wounds"], 1, one.wounds)
        elif one.name in removed:
            told |= {"status": REMOVED, "wounds": 0}
        told["readiness"] = ACTIVE if one.name == active else EXPENDED if one.name in expended else READY
        if one.name in carries:
            told["carries"] = (carries[one.name],)
        given.append({**told, **more.get(one.name, {})})
    for number, one in enumerate(crew_now):
        if one.name in carries:
            lying[carries[one.name]] = lying[carries[one.name]]._replace(carrier=number)
    laid: dict[str, Any] = {
        "phase": phase or ("activation" if active else "firefight"), "turning_point": turning_point, "initiative": 0,
        "acting": by_name[active].seat if active else acting, "zones": (0, 1), "markers": lying,
        "active": crew_now.index(by_name[active]) if active else NOBODY, "activations": 1 if active else 0,
        "crit_op": setting.wishes.get("crit_op", ""), **fields,
    }  # fmt: skip
    state = _state(setting, crew_now, given, laid)
    return match_at(setting, state, dice, events=events, checkpoints=checkpoints)


def _objectives(where: Zone) -> list[Marker]:
    """The objective markers of a killzone where they lie at the start."""
    return [
        Marker(entry.id, OBJECTIVE, NOBODY, entry.x, entry.y, entry.z, NOBODY, "", ()) for entry in where.objectives
    ]


def _mustered(setting: Setting, rosters: Sequence[Sequence[str] | None]) -> list[Operative]:
    """The operatives of both seats, not set up: those of the rosters, or one for each card that is one's own."""
    if setting.teams is None:
        return [
            Operative(number, one.id, seat, number, RESERVE, 0, 0, 0, CONCEAL, READY, one.wounds)
            for number, (one, seat) in enumerate(zip(setting.cards, setting.card_seats, strict=True))
        ]
    found: list[Operative] = []
    for seat, team in enumerate(setting.teams):
        roster = picks(tuple(rosters[seat] or team.default_roster))
        known(f"operative of {team.id}", roster, [one.id for one in team.operatives])
        found += crew(setting, seat, tuple(roster))
    return found


def _state(
    setting: Setting, crew_now: Sequence[Operative], given: Sequence[Mapping[str, Any]], fields: Mapping[str, Any],
    anywhere: bool = False,
) -> State:  # fmt: skip
    """A state with these operatives as told; those that have been given a place can stand there, or are `anywhere`."""
    for number, (one, told) in enumerate(zip(crew_now, given, strict=True)):
        known("field of an operative", told, Operative.FIELDS)
        for field, value in {"index": number, **told}.items():
            setattr(one, field, value)
        within(f"the number of wounds of {one.name}", one.wounds, 0, setting.cards[one.card].wounds)
        for what, number_of, words in (
            ("status", one.status, STATUS), ("order", one.order, ORDERS), ("readiness", one.readiness, READINESS),
        ):  # fmt: skip
            within(f"the {what} of {one.name}", number_of, 0, len(words) - 1)
    state: State = state_of(setting, State(phase="setup"), {**fields, "operatives": list(crew_now)})
    within("the turning point", state.turning_point, 0, LAST)
    within("the active operative", state.active, NOBODY, len(crew_now) - 1)
    for what, seat in (("initiative", state.initiative), ("acting seat", state.acting)):
        within(f"the {what}", seat, NOBODY, 1)
    for seat, points in enumerate(state.cp):
        within(f"the CP of {GAME.seats[seat]}", points, 0, MOST)
    if setting.pack is not None and state.crit_op:
        known("crit op", [state.crit_op], [op.id for op in setting.pack.crit_ops])
    for marker in state.markers.values():
        within(f"the x of {marker.id}", marker.x, 0, setting.zone.terrain.width)
        within(f"the y of {marker.id}", marker.y, 0, setting.zone.terrain.height)
    if not anywhere:
        try:
            _standing(setting.table(state, False), [number for number, told in enumerate(given) if "x" in told])
        except TerrainError as error:
            raise PositionError(terrain_fault(error)) from error
    return state


def _standing(t: Table, placed: Iterable[int]) -> None:
    """Everybody who has been given a place in the killzone can stand there, beside one another (see KT-GEO-13)."""
    bodies: dict[str, Body] = {}
    for who in placed:
        if t.operative(who).status != KILLZONE:
            continue
        name, body = t.name(who), body_of(t, who)
        check = stands(t.ground, body, bodies.values())
        if check is not None:
            other = next((other for other, there in bodies.items() if overlap(body, there)), "")
            both = f"{other} and {name}" if other else name
            raise PositionError(f"{both} at {place_of(t, who)}: this does not hold: {check.text} ({check.rule})")
        bodies[name] = body


# -- sequences and states ----------------------------------------------------------------------------------------------


def position(
    cards: Sequence[Datacard], seats: Sequence[int], *, wounds: Mapping[int, int] | None = None,
    operatives: Mapping[int, Mapping[str, Any]] | None = None, options: Mapping[str, Any] | None = None,
    zone: Zone | None = None, anywhere: bool = False, **fields: Any,
) -> tuple[Setting, State]:  # fmt: skip
    """A setting with one operative for each card, and a state in which they are in the killzone; whole unless `wounds`
    says what is left.

    Those who are given no place by `operatives` are nowhere in particular: enough for a sequence. With `anywhere`
    nobody asks whether the others could stand where they do: measures also hold in positions that never come about.
    """
    setting = _own_setting(cards, seats, options, zone)
    known("number of an operative", map(str, operatives or ()), [str(number) for number in range(len(cards))])
    given = []
    for number, one in enumerate(cards):
        told = (operatives or {}).get(number, {})
        given.append({"wounds": (wounds or {}).get(number, one.wounds), **told})
    crew_now = [
        Operative(number, cards[number].id, seat, number, KILLZONE, 400 * number, 0, 0, ENGAGE, EXPENDED, 0)
        for number, seat in enumerate(seats)
    ]
    laid = {"phase": "over", "turning_point": 1, "initiative": 0, "zones": (0, 1), **fields}
    return setting, _state(setting, crew_now, given, laid, anywhere)


def battle(
    *, killzone: str | Zone = "shellmarket", teams: tuple[str, str] = ("cinder-vigil", "veilrunners"),
    placed: Mapping[str, Place] | None = None, rosters: tuple[Sequence[str], Sequence[str]] | None = None,
    options: Mapping[str, Any] | None = None, operatives: Mapping[str, Mapping[str, Any]] | None = None,
    anywhere: bool = False, **fields: Any,
) -> tuple[Setting, State]:  # fmt: skip
    """Two kill teams of the bundled pack in one of its killzones or one's own, at the beginning of turning point 1
    unless `fields` say otherwise.

    `placed` says where operatives stand; those not named are not set up. Ready with a Conceal order, but for what
    `operatives` gives by name. Rosters need not follow the selection rules; `anywhere` is that of `position`.
    """
    setting = prepare(killzone, teams, options=options)
    crew_now = _mustered(setting, rosters or (None, None))
    known("operative", (*(placed or {}), *(operatives or {})), [one.name for one in crew_now])
    given = []
    for one in crew_now:
        told: dict[str, Any] = {}
        if one.name in (placed or {}):
            told |= zip(("x", "y", "z"), _place(one.name, (placed or {})[one.name]), strict=True)
            told["status"] = KILLZONE
        given.append({**told, **(operatives or {}).get(one.name, {})})
    laid: dict[str, Any] = {
        "phase": "initiative", "turning_point": 0, "initiative": 0, "acting": 0, "zones": (0, 1), "cp": (2, 2),
        "crit_op": "plant-the-seals", "markers": {one.id: one for one in _objectives(setting.zone)}, **fields,
    }  # fmt: skip
    return setting, _state(setting, crew_now, given, laid, anywhere)


def table_over(setting: Setting, state: State) -> Table:
    """A table to begin a sequence on."""
    return setting.table(state, False)


def match_over(t: Table, dice: Dice | None, *, events: bool = True, checkpoints: int = CHECKPOINT_AFTER) -> Match:
    """A match at the position of a table, with the sequences that have begun on it."""
    return match_at(t.setting, t.snapshot(), dice, events=events, checkpoints=checkpoints)


def shot(
    attacker: Datacard,
    target: Datacard,
    dice: Dice | None,
    *,
    at: Target | None = None,
    weapon_id: str = "",
    events: bool = True,
    **given: Any,
) -> Match:
    """A match at the beginning of one shot: the first operative of the first seat at the second seat's."""
    t = table_over(*position((attacker, target), (0, 1), **given))
    shoot(t, 0, weapon_id or attacker.weapons[0].id, [at or Target(1)])
    return match_over(t, dice, events=events)


def duel(
    attacker: Datacard,
    defender: Datacard,
    dice: Dice | None,
    *,
    against: Opponent | None = None,
    events: bool = True,
    **given: Any,
) -> Match:
    """A match at the beginning of one fight: the first seat's operative against the second seat's."""
    t = table_over(*position((attacker, defender), (0, 1), **given))
    fight(t, 0, [against or Opponent(1)])
    return match_over(t, dice, events=events)
