"""Who can be shot, and what the killzone decides about the shot (KT-SHOOT-01 to KT-SHOOT-09, KT-VANT-01 to
KT-VANT-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from fireteam.core.refusals import Check, Refusal, Why, need
from fireteam.games.killteam.cards import Target, Weapon
from fireteam.games.killteam.content.terrain import LIGHT
from fireteam.games.killteam.positions import body_of, in_killzone, of_seat, place_of
from fireteam.games.killteam.state import CONCEAL, ENGAGE, KILLZONE, NOBODY, ORDERS
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import (
    concealed_use,
    has_range,
    hides,
    in_range,
    may_use,
    nearby,
    range_of,
    spreads,
)
from fireteam.games.killteam.windows import Supplement
from fireteam.space.plane.measure import between, within
from fireteam.space.plane.model import EPS, INCH, Board, Body, Spot, base
from fireteam.space.plane.shots import ALL_ORIGINS, Outcome, Shot, best, deciders, nudged_shots, surface
from fireteam.space.plane.shots import shot as shot_between
from fireteam.space.plane.sight import SOMEBODY, Sighting, in_control, sighting, visible

SMOKE = "smoke"
"""The kind of marker that smoke lies round, and the name by which it obscures (see KT-EQ-18)."""
SMOKE_RADIUS = base(20)
"""Of a smoke marker: 20 mm across (see KT-EQ-18)."""
VANTAGE_DROP = 200
"""How much lower a Conceal target stands, in hundredths, before Light terrain does not hide it from a Vantage
(see KT-VANT-02)."""
FAR = 10_000.0
"""More inches than any board has: where no way leads round the walls (see KT-GEO-12)."""


# -- operatives on the plane -------------------------------------------------------------------------------------------


def _places(t: Table, why: Why, *operatives: int) -> tuple[str, ...]:
    """Where operatives stand, if somebody asks why."""
    return () if why is None else tuple(place_of(t, who) for who in operatives)


def distance(t: Table, board: Board, one: int, other: int, limit: float = FAR) -> float:
    """From base to base in inches, round walls where there are any; beyond a limit that somebody asks for it may be
    more than it is, since nobody looks for the way then (KT-GEO-03, KT-GEO-12, KT-GALL-02, KT-BASE-12)."""
    return min(FAR, between(board, body_of(t, one), body_of(t, other), limit))


def sees(t: Table, board: Board, who: int, other: int) -> bool:
    """Whether an operative sees another; third ones are transparent unless the option says otherwise (KT-SHOOT-07); the
    plane sees which parts the lines cross (KT-GEO-04)."""
    return visible(board, body_of(t, who), body_of(t, other), bodies=_third_bodies(t, who, other))


def sighted(t: Table, board: Board, who: int, other: int) -> Sighting:
    """The same, with the line and the part that decide (KT-GEO-05, KT-SHOOT-07)."""
    found = sighting(board, body_of(t, who), body_of(t, other), bodies=_third_bodies(t, who, other))
    return found._replace(blocker="operative") if found.blocker == SOMEBODY else found


def _third_bodies(t: Table, who: int, other: int) -> tuple[Body, ...]:
    """The bodies that block sight between two operatives (see KT-SHOOT-07)."""
    if not t.setting.options.get("operatives_block_visibility", False):
        return ()
    return tuple(body_of(t, third) for third in in_killzone(t) if third not in (who, other))


def in_control_range(t: Table, board: Board, one: int, other: int) -> bool:
    """Whether two operatives are in each other's control range (KT-BASE-06, KT-BASE-07)."""
    return in_control(board, body_of(t, one), body_of(t, other))


def controlled_by(t: Table, board: Board, who: int, seat: int) -> list[int]:
    """The operatives of a seat that an operative has in its control range (see KT-BASE-07)."""
    body, found = body_of(t, who), []
    for other in t.state.operatives:
        if (
            other.seat == seat
            and other.status == KILLZONE
            and other.index != who
            and in_control(board, body, body_of(t, other.index))
        ):
            found.append(other.index)
    return found


def _nobody_near(t: Table, board: Board, who: int, seat: int, rule: str, text: str, why: Why) -> bool:
    """A check that an operative has nobody of a seat in its control range; says who is there, and how far away."""
    near = controlled_by(t, board, who, seat)
    found = (
        ""
        if why is None
        else ", ".join(f'{t.name(other)} {distance(t, board, who, other):.2f}" away' for other in near)
    )
    return need(why, not near, rule, text, t.name(who), f": {found}" if near else "", at=_places(t, why, who, *near))


# -- who may shoot -----------------------------------------------------------------------------------------------------


def may_shoot(
    t: Table, board: Board, shooter: int, weapon: Weapon, why: Why = None, *, point_blank: bool = False
) -> bool:
    """Whether an operative may SHOOT with a weapon: order, enemies near it, the weapon itself (KT-SHOOT-01, KT-ORD-03,
    KT-ORD-04, KT-WR-24); in a point-blank shot enemies may be near (KT-GUARD-05)."""
    operative = t.operative(shooter)
    aims = operative.order != CONCEAL or concealed_use(weapon)
    rule = "KT-WR-24" if operative.order == CONCEAL and aims else "KT-SHOOT-01"
    return (
        need(why, operative.status == KILLZONE, "KT-SHOOT-01", "{} is in the killzone", t.name(shooter))
        and need(why, weapon.ranged, "KT-SHOOT-02", "{} is a ranged weapon", weapon.name)
        and need(
            why,
            aims,
            rule,
            "{} has an Engage order, or {} is Silent ({})",
            t.name(shooter),
            weapon.name,
            ORDERS[operative.order],
        )
        and (
            point_blank
            or _nobody_near(
                t, board, shooter, 1 - operative.seat, "KT-SHOOT-01", "{} has no enemy in its control range{}", why
            )
        )
        and may_use(t, shooter, weapon, why)
    )


def armed(t: Table, who: int, weapon: Weapon, target: int = NOBODY) -> Weapon:
    """A weapon with the rules it has gained: what decides whom it can be aimed at, such as Seek Light (KT-WR-22)."""
    rules = tuple([rule for gained in t.windows[Supplement.gained_rules] for rule in gained(t, who, weapon, target)])
    return weapon._replace(rules=(*weapon.rules, *rules)) if rules else weapon


def arms(t: Table, who: int) -> tuple[Weapon, ...]:
    """All weapons of an operative with the rules they have gained."""
    return tuple(armed(t, who, weapon) for weapon in t.weapons(who))


def weapons_to_shoot(t: Table, board: Board, shooter: int, weapons: Sequence[Weapon] | None = None) -> list[Weapon]:
    """The ranged weapons an operative may use now and that have a target (see KT-SHOOT-01 and KT-SHOOT-02); `weapons`:
    with the rules they have gained."""
    able = [
        weapon
        for weapon in (t.weapons(shooter) if weapons is None else weapons)
        if may_shoot(t, board, shooter, weapon)
    ]
    return [weapon for weapon in able if has_target(t, board, shooter, weapon)]


# -- the shot ----------------------------------------------------------------------------------------------------------


def shot(t: Table, board: Board, shooter: int, target: int) -> Shot:
    """What lies between two operatives, heights counted and smoke included; other operatives never intervene
    (KT-SHOOT-08, KT-SHOOT-09, KT-SHOOT-18, KT-SHOOT-19, KT-SHOOT-28, KT-EQ-18): the plane draws the lines (KT-GEO-08)
    and says what gives cover and obscures (KT-GEO-09, KT-GEO-10), of walls only corners and ends and open leaves count
    (KT-GALL-03, KT-GALL-10), and nobody is obscured by what he stands on (KT-VANT-04)."""
    return shot_between(board, body_of(t, shooter), body_of(t, target), smoke=_smoke(t), reading=t.setting.reading)


def nudged(t: Table, board: Board, shooter: int, target: int) -> Iterator[Shot]:
    """The same with either moved by 0.01" in each direction."""
    return nudged_shots(board, body_of(t, shooter), body_of(t, target), smoke=_smoke(t), reading=t.setting.reading)


def _smoke(t: Table) -> tuple[Spot, ...]:
    """The smoke that lies in the killzone: it obscures both ways, and is no terrain feature (KT-EQ-18, KT-EQ-24)."""
    lying = [marker for marker in t.state.markers.values() if marker.kind == SMOKE]
    return tuple(Spot(marker.x, marker.y, marker.z, SMOKE_RADIUS) for marker in lying)


def drop(t: Table, board: Board, shooter: int, target: int) -> int:
    """How much lower than a shooter on Vantage terrain a target stands, in hundredths; 0 from elsewhere
    (see KT-VANT-01 and KT-GEO-13)."""
    if surface(board, body_of(t, shooter)) < 0:
        return 0
    return max(0, t.operative(shooter).z - t.operative(target).z)


def hiding(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, outcome: Outcome) -> tuple[int, ...]:
    """The parts whose cover keeps a Conceal target from being selected; from a Vantage, Light ones do not (KT-VANT-02,
    see KT-SHOOT-05)."""
    if t.operative(target).order != CONCEAL:
        return ()
    above = drop(t, board, shooter, target) >= VANTAGE_DROP
    return _hiding(board, weapon, cover_but_light(board, outcome) if above else outcome.cover)


def cover_but_light(board: Board, outcome: Outcome) -> tuple[int, ...]:
    """The parts that still give cover when Light ones, Vantage included, do not count (see KT-VANT-02)."""
    return tuple(number for number in outcome.cover if not board.flags[number] & LIGHT)


def improved(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, outcome: Outcome) -> bool:
    """Whether only the shooter's Vantage uncovers a Conceal target: its cover save is better then (KT-VANT-03)."""
    conceal = t.operative(target).order == CONCEAL
    return (
        conceal
        and bool(_hiding(board, weapon, outcome.cover))
        and not hiding(t, board, shooter, target, weapon, outcome)
    )


def _hiding(board: Board, weapon: Weapon, cover: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the parts that hide somebody from a weapon; Seek and Seek Light look past some (KT-WR-21, KT-WR-22)."""
    return tuple(number for number in cover if hides(weapon, (board.parts[number].traits,)))


def outcomes(
    t: Table, board: Board, shooter: int, target: int, weapon: Weapon, found: Shot | None = None
) -> tuple[Outcome, ...]:
    """The best outcomes for the attacker: one that is taken, or several that it is asked about, since they differ in
    what follows; of the shot as they stand, or of one that was found otherwise (KT-SHOOT-17)."""
    # Once only those are left that make the target valid, Seek and Vantage see the same in every outcome with cover.
    every = (found or shot(t, board, shooter, target)).outcomes
    if len(every) == 1:
        return every
    origins = free_origins(t, board, shooter, target)
    chosen = best(
        every,
        lambda outcome: _from_any(outcome, origins) and not hiding(t, board, shooter, target, weapon, outcome),
        lambda outcome: (
            outcome.in_cover,
            outcome.is_obscured,
            protection_of(t, board, outcome),
            improved(t, board, shooter, target, weapon, outcome),
        ),
        # What a Blast copies from its primary target may be worth more than the best shot at that (KT-WR-04).
        ranked=not blast_targets(t, board, target, weapon),
    )
    return tuple(sorted(chosen, key=lambda outcome: (outcome.rank, protection_of(t, board, outcome))))


def protection_of(t: Table, board: Board, outcome: Outcome) -> int:
    """By how much the cover of an outcome makes the save of the target better (see KT-EQ-13)."""
    return sum([protection(t, board, outcome) for protection in t.windows[Supplement.protection]])


def _from_any(outcome: Outcome, origins: tuple[int, ...]) -> bool:
    """Whether an outcome can be had from an origin that nothing restricts (KT-BHETA-04, KT-BHETA-05)."""
    return any(origin in origins for origin in outcome.origins)


# -- who can be shot ---------------------------------------------------------------------------------------------------


def valid_target(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why = None) -> bool:
    """Whether an operative is a valid target by the order it has now: in Range, seen, not hidden (KT-SHOOT-04,
    KT-SHOOT-05, KT-SHOOT-06)."""
    if why is None and not sees(t, board, shooter, target):
        return False  # nobody asks which check fails first: sight takes far less than the way round walls
    return (
        _in_range(t, board, shooter, target, weapon, why)
        and _seen(t, board, shooter, target, why)
        and _unhindered(t, board, shooter, target, why)
        and (
            t.operative(target).order == ENGAGE
            or (
                _uncovered(t, board, shooter, target, weapon, why)
                and _unconcealed(t, board, shooter, target, weapon, why)
            )
        )
    )


def _in_range(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why) -> bool:
    """The check of Range, for weapons that have one (KT-WR-17)."""
    if not has_range(weapon):
        return True
    # Unless somebody asks why, nobody looks for the way round walls to a target that is too far off anyway.
    limit = range_of(weapon) + 1 if why is None else FAR
    # Rounded up, less the tolerance: 8.0004" is 8", and 8.0014" is more (KT-GEO-02).
    return in_range(weapon, ceil((distance(t, board, shooter, target, limit) - EPS) * INCH), why)


def _seen(t: Table, board: Board, shooter: int, target: int, why: Why) -> bool:
    """The check of sight, with what blocks it (see KT-SHOOT-04 and KT-SHOOT-07)."""
    seen, blocked = sees(t, board, shooter, target), ""
    if why is not None and not seen:
        blocked = f": blocked by {sighted(t, board, shooter, target).blocker}"
    places = _places(t, why, shooter, target)
    return need(why, seen, "KT-SHOOT-07", "{} sees {}{}", t.name(shooter), t.name(target), blocked, at=places)


def _unhindered(t: Table, board: Board, shooter: int, target: int, why: Why) -> bool:
    """The check that nothing in play keeps the target from being valid."""
    return not any(hinders(t, board, shooter, target, why) for hinders in t.windows[Supplement.hinders_shot])


def free_origins(t: Table, board: Board, shooter: int, target: int) -> tuple[int, ...]:
    """The origins from which everything in play lets the shot be made."""
    found = ALL_ORIGINS
    for origins in t.windows[Supplement.origins]:
        free = origins(t, board, shooter, target)
        found = found if free is None else tuple(origin for origin in found if origin in free)
    return found


def _uncovered(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why) -> bool:
    """The check that some origin leaves a Conceal target unhidden; else the part that hides it, and where
    (KT-SHOOT-05)."""
    found = shot(t, board, shooter, target).outcomes
    origins = free_origins(t, board, shooter, target)
    found = tuple(outcome for outcome in found if _from_any(outcome, origins))
    free = any(not hiding(t, board, shooter, target, weapon, outcome) for outcome in found)
    if why is None or free:
        return need(why, free, "KT-SHOOT-05", "no cover hides {}, which has a Conceal order", t.name(target))
    lines = deciders(board, body_of(t, shooter), body_of(t, target), found[0], t.setting.reading)
    hidden_by = hiding(t, board, shooter, target, weapon, found[0])
    line = next(line for line in lines if line.gives == "cover" and line.part in hidden_by)
    far, lower = distance(t, board, shooter, target), drop(t, board, shooter, target) / INCH
    above = f', {lower:.2f}" above it on Vantage' if lower else ""
    text = 'no cover hides {}, which has a Conceal order: {} does, {:.2f}" from it; the shot comes from {:.2f}" away{}'
    numbers = (t.name(target), board.parts[line.part].id, line.to_target, far, above)
    return need(why, False, "KT-SHOOT-05", text, *numbers, at=(f"{line.at[0]:.2f}, {line.at[1]:.2f}",))


def _unconcealed(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why) -> bool:
    """The check that nothing else in play hides a target with a Conceal order."""
    return not any(conceals(t, board, shooter, target, weapon, why) for conceals in t.windows[Supplement.conceals])


def covered_throughout(t: Table, board: Board, shooter: int, target: int, weapon: Weapon) -> bool:
    """Whether a target is in cover that hides it, from every origin from which it may be shot; Vantage does not help
    against it."""
    origins = free_origins(t, board, shooter, target)
    found = [outcome for outcome in shot(t, board, shooter, target).outcomes if _from_any(outcome, origins)]
    return all(_hiding(board, weapon, outcome.cover) for outcome in found)


def selectable(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why = None) -> bool:
    """Whether a target can be selected: an enemy, valid, and none of the attacker's side near it (KT-SHOOT-03)."""
    seat, other = t.operative(shooter).seat, t.operative(target)
    return (
        need(why, other.seat != seat, "KT-SHOOT-03", "{} is an enemy", t.name(target))
        and need(why, other.status == KILLZONE, "KT-SHOOT-03", "{} is in the killzone", t.name(target))
        and valid_target(t, board, shooter, target, weapon, why)
        and _nobody_near(
            t,
            board,
            target,
            seat,
            "KT-SHOOT-03",
            "{} has none of the attacker's operatives in its control range{}",
            why,
        )
    )


def targets(t: Table, board: Board, shooter: int, weapon: Weapon) -> list[int]:
    """The enemies that can be selected as target of a weapon (see KT-SHOOT-03)."""
    return [who for who in of_seat(t, 1 - t.operative(shooter).seat) if selectable(t, board, shooter, who, weapon)]


def has_target(t: Table, board: Board, shooter: int, weapon: Weapon) -> bool:
    """Whether some enemy can be selected as target of a weapon: the first that is found will do (see KT-SHOOT-03)."""
    return any(selectable(t, board, shooter, who, weapon) for who in of_seat(t, 1 - t.operative(shooter).seat))


def refusals(t: Table, board: Board, shooter: int, weapon: Weapon) -> list[Refusal]:
    """The enemies in the killzone that cannot be selected, each with the check that decides."""
    found: list[Refusal] = []
    for who in in_killzone(t):
        checks: list[Check] = []
        if t.operative(who).seat != t.operative(shooter).seat and not selectable(
            t, board, shooter, who, weapon, checks
        ):
            found.append(Refusal(f"shoot {t.name(who)}", tuple(checks)))
    return found


# -- what the killzone decides -----------------------------------------------------------------------------------------


def around(t: Table, board: Board, who: int, inches: int) -> tuple[int, ...]:
    """The other operatives, of either side, that an operative sees within a distance of it (KT-WR-03, KT-WR-08)."""
    others = [
        other for other in in_killzone(t) if other != who and within(distance(t, board, who, other, inches), inches)
    ]
    return tuple(other for other in others if sees(t, board, who, other))


def near_target(t: Table, board: Board, target: int, weapon: Weapon) -> tuple[int, ...]:
    """The operatives round a target that a Devastating with a distance hurts as well (KT-WR-08)."""
    inches = nearby(weapon)
    return around(t, board, target, inches) if inches else ()


def target_of(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, outcome: Outcome) -> Target:
    """A selected target with what the outcome of an origin gives it (KT-SHOOT-13, KT-VANT-01, KT-VANT-03,
    see KT-SHOOT-08)."""
    smoke = (SMOKE,) if outcome.smoke else ()
    return apart(t, board, shooter, target, weapon)._replace(
        cover_from=tuple(board.features[number].id for number in outcome.cover_terrain),
        obscured_from=(*(board.features[number].id for number in outcome.obscured_terrain), *smoke),
        improved=improved(t, board, shooter, target, weapon, outcome),
        protected=protection_of(t, board, outcome),
    )


def rules_against(t: Table, target: int, weapon: Weapon) -> tuple[str, ...]:
    """The weapon rules that the place of a target gives a weapon used against it (KT-VOLK-05, see KT-GALL-09)."""
    return tuple(rule for rules in t.windows[Supplement.rules_against] for rule in rules(t, target, weapon))


def vantage_rules(lower: int, engage: bool) -> tuple[str, ...]:
    """Accurate for a shooter on Vantage terrain, by how much lower, in hundredths, an Engage target stands
    (KT-VANT-01)."""
    if not engage or lower < 200:
        return ()
    return ("Accurate 2",) if lower >= 400 else ("Accurate 1",)


def apart(t: Table, board: Board, shooter: int, target: int, weapon: Weapon) -> Target:
    """All that does not hang on cover and obscured: what Blast does not copy from its primary target (KT-WR-04)."""
    return Target(
        target,
        rules=(
            *vantage_rules(drop(t, board, shooter, target), t.operative(target).order == ENGAGE),
            *rules_against(t, target, weapon),
        ),
        near=near_target(t, board, target, weapon),
        # A Blast may shoot the shooter: it is within 2" of itself, where smoke does nothing.
        no_piercing=target != shooter and shot(t, board, shooter, target).smoked,
    )


def blast_targets(t: Table, board: Board, primary: int, weapon: Weapon) -> tuple[int, ...]:
    """Everybody whom the primary target sees within the Blast, the shooter too: all are shot, whatever their order
    (KT-WR-03)."""
    inches = max((spread.inches for spread in spreads(weapon) if spread.everybody), default=0)
    return around(t, board, primary, inches) if inches else ()


def may_add(t: Table, board: Board, shooter: int, primary: int, target: int, weapon: Weapon, why: Why = None) -> bool:
    """Whether Torrent lets an attacker shoot a further target: one it could select, near the primary one (KT-WR-27)."""
    inches = max((spread.inches for spread in spreads(weapon) if not spread.everybody), default=0)
    far = distance(t, board, primary, target, FAR if why is not None else inches)
    places = _places(t, why, primary, target)
    return (
        need(why, inches > 0, "KT-WR-27", "{} has Torrent", weapon.name)
        and need(why, target != primary, "KT-WR-27", "{} is not the primary target", t.name(target))
        and need(
            why,
            within(far, inches),
            "KT-WR-27",
            '{:.2f}" from the primary target is within Torrent {}"',
            far,
            inches,
            at=places,
        )
        and selectable(t, board, shooter, target, weapon, why)
    )


def torrent_targets(t: Table, board: Board, shooter: int, primary: int, weapon: Weapon) -> tuple[int, ...]:
    """The further targets that Torrent lets an attacker choose from (KT-WR-27)."""
    return tuple(who for who in in_killzone(t) if may_add(t, board, shooter, primary, who, weapon))


def targets_of(
    t: Table, board: Board, shooter: int, weapon: Weapon, chosen: Sequence[tuple[int, Outcome]]
) -> tuple[Target, ...]:
    """The targets of a SHOOT action: the chosen ones, the primary first, each with its outcome, then those of a Blast
    (KT-WR-03, KT-WR-27)."""
    primary = chosen[0][0]
    selected = tuple(target_of(t, board, shooter, who, weapon, outcome) for who, outcome in chosen)
    named = [who for who, _ in chosen]
    others = [who for who in blast_targets(t, board, primary, weapon) if who not in named]
    return (*selected, *(apart(t, board, shooter, who, weapon) for who in others))
