"""Lasting injuries and damage, succumbing, recovery (NE-INJ-04, NE-INJ-05, NE-CAMP-08, NE-CAMP-09, NE-CAMP-23)."""

from __future__ import annotations

from collections.abc import Sequence

from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.ledger import (
    CRITICAL,
    DEAD,
    RATTLE,
    READY,
    RECOVERING,
    UNRELIABLE,
    WRITE_OFF,
    Book,
    Engine,
    Fellow,
    Gang,
    roll,
    roll_d3,
)
from fireteam.kit.campaign import Step

LESSON, OUT_COLD, GRIEVOUS, DIES = "lesson", "out cold", "grievous", "dies"
HUMILIATED, HEAD, EYE = ("ld", "cl"), ("int", "wil"), ("bs",)
WORSE: dict[int, tuple[str, ...]] = {
    46: HUMILIATED, 51: HEAD, 52: EYE, 53: ("ws",), 54: ("m",), 55: ("s",), 56: ("t",),
}  # fmt: skip
"""The characteristics that get worse by a row of the table of fighters (see NE-INJ-04)."""
CREW_WORSE: dict[int, tuple[str, ...]] = {
    51: HUMILIATED, 52: HUMILIATED, 53: HEAD, 54: HEAD, 55: EYE, 56: EYE,
}  # fmt: skip
CREW_STABILISED = {1: HUMILIATED, 2: HEAD, 3: EYE}
"""The rows of crews (see NE-INJ-05, NE-CAMP-15)."""
DAMAGE = {1: RATTLE, 2: "hnd", 3: UNRELIABLE, 4: "m", 5: "t", 6: "w"}
"""Lasting damage by the die (see NE-INJ-05)."""


def injury_row(shown: int, *, crew: bool) -> str:
    """The row of a D66: a lesson, out cold, grievous, a characteristic, critical, dead (NE-INJ-04)."""
    if shown == 11:
        return LESSON
    if shown <= 26:
        return OUT_COLD
    if shown <= (46 if crew else 45):
        return GRIEVOUS
    if shown == 66:
        return DIES
    return CRITICAL if shown > 60 else "worse"


def succumb(book: Book, battle: Battle, gang: Gang) -> Step[list[str]]:
    """A fighter Seriously Injured at the end, or that fled so, is unharmed on 3 or more; else it counts as Out of
    Action. No kill is credited, and webbed fighters do not roll (NE-CAMP-09)."""
    fallen = []
    for fate, who in battle.fates(gang):
        if fate.injured and not fate.out and not fate.webbed and not fate.vehicle:
            faces = yield from roll(gang, f"does {who.name} succumb")
            safe = faces[0] >= 3
            book.write("NE-CAMP-09", gang, f"{who.name} {'is unharmed' if safe else 'succumbs'}", faces)
            fallen += [] if safe else [who.name]
    return fallen


def lasting_injuries(book: Book, battle: Battle, gang: Gang, succumbed: Sequence[str]) -> Step[None]:
    """Each fighter that went Out of Action, and each crew of a wreck, rolls once; who fled, was webbed or left does not
    (NE-CAMP-08)."""
    for fate, who in battle.fates(gang):
        if fate.out or who.name in succumbed:
            tens, units = yield from roll(gang, f"lasting injury of {who.name}", 2)
            shown = 10 * tens + units
            dice: tuple[int, ...] = (tens, units)
            if fate.haunted:
                tens, units = yield from roll(gang, f"second lasting injury of {who.name}", 2)
                shown, dice = max(shown, 10 * tens + units), (*dice, tens, units)
            yield from suffer(book, battle, gang, who, shown, dice, fate.by)


def suffer(
    book: Book, battle: Battle, gang: Gang, who: Fellow, shown: int, dice: tuple[int, ...], by: str | None
) -> Step[None]:
    """What a lasting injury does (see NE-INJ-04); a characteristic at its limit stays, the absence does not
    (see NE-CAMP-08)."""
    rule = "NE-INJ-05" if who.crew else "NE-INJ-04"
    row = injury_row(shown, crew=who.crew)
    if row == OUT_COLD:
        book.write(rule, gang, f"{who.name}: {shown}, out cold, no lasting effect", dice)
        return
    if row == DIES:
        die(book, battle, gang, who, rule, f"{shown}, dead", dice)
        teach_killer(book, battle, gang, by)
        return
    if row == CRITICAL:
        who.state = CRITICAL
        book.write(rule, gang, f"{who.name}: {shown}, critical", dice)
        return
    if row == "worse":
        hurt(book, gang, who, (CREW_WORSE if who.crew else WORSE)[shown], rule, f"{shown}", dice)
    elif row == GRIEVOUS:
        book.write(rule, gang, f"{who.name}: {shown}, grievous, misses the next battle", dice)
    else:
        amount, faces = yield from roll_d3(gang, f"lesson of {who.name}")
        book.teach(gang, who, amount, rule, f"{shown}, a lesson, misses the next battle", (*dice, *faces))
    rest(gang, who)


def hurt(
    book: Book, gang: Gang, who: Fellow, stats: Sequence[str], rule: str, text: str, dice: tuple[int, ...]
) -> None:
    """Characteristics get one worse, within their limits (see NE-INJ-04)."""
    who.injuries += stats
    now = []
    for stat in stats:
        book.shift(gang, who, stat, -1)
        now.append(f"{stat} {book.stat(gang, who, stat)}")
    book.write(rule, gang, f"{who.name}: {text}, {', '.join(now)}, misses the next battle", dice)


def rest(gang: Gang, who: Fellow) -> None:
    """Somebody misses the next battle; several results at once are one absence (see NE-CAMP-23)."""
    who.state, who.since = RECOVERING, gang.battles


def die(book: Book, battle: Battle, gang: Gang, who: Fellow, rule: str, text: str, dice: tuple[int, ...] = ()) -> None:
    """Somebody dies; it is struck off later (see NE-CAMP-17)."""
    who.state = DEAD
    battle.dead.append((battle.seat(gang), who.name))
    book.write(rule, gang, f"{who.name}: {text}", dice)


def teach_killer(book: Book, battle: Battle, gang: Gang, by: str | None) -> None:
    """Whoever killed somebody gains Experience (see NE-INJ-04)."""
    foes = battle.pair[1 - battle.seat(gang)]
    killer = foes.named(by) if by is not None else None
    if killer is not None and killer.alive:
        book.teach(foes, killer, book.figures.experience.killed, "NE-INJ-04", "a kill")


def vehicle_damage(book: Book, battle: Battle, gang: Gang) -> Step[None]:
    """A wreck rolls a D6 for lasting damage, +1 for each rattle: a rattle, Handling, an unreliable engine, Movement,
    Toughness, Wounds, from 7 on a write-off (NE-INJ-05)."""
    for fate, _ in battle.fates(gang):
        engine = gang.engine(fate.name) if fate.vehicle else None
        for _ in range(fate.damage if engine is not None else 0):
            assert engine is not None
            faces = yield from roll(gang, f"lasting damage of {engine.name}")
            shown = faces[0] + engine.damage.count(RATTLE)
            damage(book, gang, engine, DAMAGE.get(shown, WRITE_OFF), shown, faces)


def damage(book: Book, gang: Gang, engine: Engine, what: str, shown: int, dice: tuple[int, ...]) -> None:
    """A vehicle takes lasting damage (see NE-INJ-05)."""
    engine.damage.append(what)
    words = f"{what} one worse" if what in ("hnd", "m", "t", "w") else what
    book.write("NE-INJ-05", gang, f"{engine.name}: {shown}, {words}", dice)


def recover(book: Book, gang: Gang) -> None:
    """Who recovered through this battle is ready again in its step 13 (NE-CAMP-23)."""
    for who in gang.members():
        if who.state == RECOVERING and who.since < gang.battles:
            who.state = READY
            book.write("NE-CAMP-23", gang, f"{who.name} is ready again")
