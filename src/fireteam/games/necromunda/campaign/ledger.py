"""The ledger of a campaign: gangs, members, and every change as a line with its rule and dice (NE-CAMP-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.errors import SetupError
from fireteam.core.questions import Roll
from fireteam.games.necromunda.content import parts
from fireteam.games.necromunda.content.deck import cost_of, found
from fireteam.games.necromunda.stats import PLAIN, within_limits
from fireteam.kit.campaign import Line, Step

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.campaign import Figures
    from fireteam.games.necromunda.content.pack import Pack

READY, RECOVERING, CRITICAL, DEAD = "ready", "recovering", "critical", "dead"
"""The states of members (see NE-CAMP-01)."""
WRITE_OFF, RATTLE, UNRELIABLE = "write-off", "rattle", "unreliable"
"""Lasting damage of a vehicle that is no characteristic (see NE-INJ-05)."""


class Item(NamedTuple):
    """A weapon, a piece of armour or of wargear, and the profiles of it that have been used up."""

    id: str
    struck: tuple[str, ...] = ()


@dataclass
class Fellow:
    """A fighter, or the crew of a vehicle."""

    name: str
    type: str
    role: str
    crew: bool = False
    gear: list[Item] = field(default_factory=list)
    skills: list[str] = field(default_factory=list)
    experience: int = 0
    earned: int = 0
    """All the Experience it has ever gained."""
    advances: list[str] = field(default_factory=list)
    injuries: list[str] = field(default_factory=list)
    changes: dict[str, int] = field(default_factory=dict)
    """What advances and injuries add to the printed numbers of its characteristics."""
    state: str = READY
    since: int = 0
    """The battle of its gang after which it began to recover."""

    @property
    def alive(self) -> bool:
        """Whether it is still with its gang."""
        return self.state != DEAD


@dataclass
class Engine:
    """A vehicle; without a crew it stands in the stash (see NE-CAMP-17)."""

    name: str
    type: str
    crew: Fellow | None
    slots: dict[str, str] = field(default_factory=dict)
    racks: list[str] = field(default_factory=list)
    damage: list[str] = field(default_factory=list)
    at_home: bool = False
    """It did not start for this battle (see NE-CAMP-24)."""


@dataclass
class Gang:
    """A gang of the campaign."""

    number: int
    id: str
    gang: str
    title: str
    credits: int = 0
    reputation: int = 0
    stash: list[Item] = field(default_factory=list)
    fellows: list[Fellow] = field(default_factory=list)
    engines: list[Engine] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    record: list[str] = field(default_factory=list)
    battles: int = 0
    rested: int = 0
    points: int = 0
    grudges: list[tuple[int, str]] = field(default_factory=list)
    """Enemies it has not forgiven, by gang and name (see NE-CAMP-25)."""
    hired: bool = False
    """Whether it has hired somebody since its last battle (see NE-CAMP-26)."""

    def members(self) -> Iterator[Fellow]:
        """Fighters and crews."""
        yield from self.fellows
        yield from (engine.crew for engine in self.engines if engine.crew is not None)

    def named(self, name: str) -> Fellow | None:
        """The fighter of that name, or the crew of the vehicle of that name."""
        for fellow in self.fellows:
            if fellow.name == name:
                return fellow
        return next((engine.crew for engine in self.engines if engine.name == name), None)

    def engine(self, name: str) -> Engine | None:
        """The vehicle of that name."""
        return next((engine for engine in self.engines if engine.name == name), None)

    @property
    def leader(self) -> Fellow | None:
        """Its leader, if it lives."""
        return next((fellow for fellow in self.fellows if fellow.role == "leader" and fellow.alive), None)


class Book:
    """The ledger: every change is one line with its rule id and dice (NE-CAMP-01)."""

    def __init__(self, pack: Pack) -> None:
        if pack.campaign is None:
            raise SetupError(f"the pack {pack.info.id!r} has no campaign (NE-CAMP-01)")
        self.pack = pack
        self.figures: Figures = pack.campaign
        self.gangs: list[Gang] = []
        self.lines: list[Line] = []
        self.met = Counter[tuple[int, int]]()
        self.last_scenario: dict[tuple[int, int], str] = {}
        self.winners: tuple[int, ...] | None = None
        """The gangs that have won, once it is over."""

    def write(self, rule: str, gang: Gang, text: str, dice: Sequence[int] = ()) -> None:
        """Write a line."""
        self.lines.append(Line(rule, gang.title, text, tuple(dice)))

    # -- credits and reputation ----------------------------------------------------------------------------------------

    def affords(self, gang: Gang, price: int) -> bool:
        """Credits never fall below 0: what cannot be paid is not offered (NE-CAMP-31)."""
        return gang.credits >= price

    def pay(self, gang: Gang, price: int, rule: str, text: str, dice: Sequence[int] = ()) -> None:
        """A gang pays."""
        if not self.affords(gang, price):
            raise SetupError(f"{gang.title} has {gang.credits} credits, not {price} (NE-CAMP-31)")
        gang.credits -= price
        self.write(rule, gang, f"{text}: -{price} credits, {gang.credits} left", dice)

    def earn(self, gang: Gang, credits: int, rule: str, text: str, dice: Sequence[int] = ()) -> None:
        """A gang gets credits."""
        gang.credits += credits
        self.write(rule, gang, f"{text}: +{credits} credits, {gang.credits} in all", dice)

    def esteem(self, gang: Gang, amount: int, rule: str, text: str, dice: Sequence[int] = ()) -> None:
        """Reputation rises or falls, never below its least."""
        gang.reputation = max(self.figures.reputation.least, gang.reputation + amount)
        self.write(rule, gang, f"{text}: {amount:+} Reputation, {gang.reputation} in all", dice)

    def teach(self, gang: Gang, who: Fellow, amount: int, rule: str, text: str, dice: Sequence[int] = ()) -> None:
        """Somebody gains Experience."""
        who.experience += amount
        who.earned += amount
        self.write(rule, gang, f"{who.name}, {text}: +{amount} Experience, {who.experience} in all", dice)

    # -- members -------------------------------------------------------------------------------------------------------

    def printed(self, gang: Gang, who: Fellow) -> Any:
        """The entry of the pack that a member is of."""
        if who.crew:
            return found(self.pack.crews, who.type, "crew")
        return found(found(self.pack.gangs, gang.gang, "gang").fighters, who.type, "fighter")

    def stat(self, gang: Gang, who: Fellow, stat: str) -> int:
        """A characteristic of a member as advances and injuries have left it."""
        return int(getattr(self.printed(gang, who), stat)) + who.changes.get(stat, 0)

    def shift(self, gang: Gang, who: Fellow, stat: str, better: int) -> bool:
        """A characteristic gets better or worse, within its limits; whether it changed (see NE-CHAR-05)."""
        now = self.stat(gang, who, stat)
        after = within_limits(stat, now + (better if stat in PLAIN else -better))
        if after != now:
            who.changes[stat] = who.changes.get(stat, 0) + after - now
        return after != now

    def known_skills(self, gang: Gang, who: Fellow) -> tuple[str, ...]:
        """All the skills of a member."""
        return (*self.printed(gang, who).skills, *who.skills)

    def gear_cost(self, item: Item) -> int:
        """The list price of an item."""
        return cost_of(self.pack, item.id)

    def thing_name(self, item: Item) -> str:
        """What an item is called."""
        thing = found((*self.pack.weapons, *self.pack.armour, *self.pack.wargear), item.id, "thing")
        return f"{thing.name} without {', '.join(item.struck)}" if item.struck else str(thing.name)

    def member(self, who: Fellow, gear: Sequence[Item] | None = None) -> parts.Member:
        """A fighter as a battle takes it, with its gear or with other gear."""
        carried = who.gear if gear is None else gear
        met = Counter[str]()
        struck = []
        for item in carried:
            met[item.id] += 1
            id = item.id if met[item.id] == 1 else f"{item.id} {met[item.id]}"
            struck += [f"{id}/{profile}" for profile in item.struck]
        return parts.Member.model_validate(
            {
                "type": who.type,
                "name": who.name,
                "gear": tuple(item.id for item in carried),
                "skills": tuple(who.skills),
                "role": who.role,
                "changes": {stat: change for stat, change in who.changes.items() if change},
                "struck": tuple(struck),
            }
        )

    def driven(self, engine: Engine) -> parts.Driven:
        """A vehicle with its crew as a battle takes it."""
        crew = engine.crew
        assert crew is not None, "a vehicle without a crew takes no part"
        worn = {stat: engine.damage.count(stat) * (1 if stat == "hnd" else -1) for stat in ("hnd", "m", "t", "w")}
        changes = {**worn, **crew.changes}
        return parts.Driven.model_validate(
            {
                "type": engine.type,
                "name": engine.name,
                "crew": crew.type,
                "crew_gear": tuple(item.id for item in crew.gear),
                "crew_skills": tuple(crew.skills),
                "slots": dict(engine.slots),
                "racks": tuple(engine.racks),
                "changes": {stat: change for stat, change in changes.items() if change},
            }
        )


# -- dice --------------------------------------------------------------------------------------------------------------


def roll(gang: Gang, about: str, count: int = 1, sides: int = 6) -> Step[tuple[int, ...]]:
    """Dice of a gang."""
    faces = yield Roll(gang.number, about, count, sides=sides, ordered=True)
    return tuple(int(face) for face in faces)


def roll_d3(gang: Gang, about: str) -> Step[tuple[int, tuple[int, ...]]]:
    """A D3 and the die behind it (see NE-DICE-01)."""
    faces = yield from roll(gang, about)
    return (faces[0] + 1) // 2, faces
