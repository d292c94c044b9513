"""Cards: fighters, vehicles with their crews, weapons with their profiles, and what is written on them (NE-CHAR-01 to
NE-CHAR-03)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.necromunda.windows import Quality, Trait
from fireteam.kit.supplements import Windows

if TYPE_CHECKING:
    from fireteam.kit.supplements import Supplement

STATS = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "cl", "wil", "int")
"""The characteristics of a fighter, in the order of its card."""
MENTAL = ("ld", "cl", "wil", "int")
LEADER, CHAMPION, SPECIALIST, GANGER, YOUTH, BRUTE, CREW = (
    "leader", "champion", "specialist", "ganger", "youth", "brute", "crew",
)  # fmt: skip
"""The roles of models in a gang."""
DRIVEN = "driven"
"""What every vehicle is: its driver may be hurt (see NE-VHIT-07)."""
_TRAIT = re.compile(r"(?P<name>[A-Za-z][A-Za-z' -]*?)\s*(?:\((?P<number>\d+)\))?")


class Word(NamedTuple):
    """A trait as a profile has it: its name, and the number in brackets, 0 where it has none."""

    name: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.name} ({self.number})" if self.number else self.name


class Form(NamedTuple):
    """How a trait is written, and the class of it."""

    make: Callable[[Word], Trait]
    numbered: bool = False


TRAITS: dict[str, Form] = {}
"""The traits of the book by name: each module of `traits` adds its own."""
QUALITIES: dict[str, Callable[[], Quality]] = {}
"""Skills, conditions and what gear does, by the name that cards and packs use."""


def trait(name: str, *, numbered: bool = False) -> Callable[[type[Trait]], type[Trait]]:
    """Makes a class the trait of that name."""

    def known(made: type[Trait]) -> type[Trait]:
        if name in TRAITS:
            raise ValueError(f"two traits are called {name!r}")
        made.name = name
        TRAITS[name] = Form(made, numbered)
        return made

    return known


def quality(name: str) -> Callable[[type[Quality]], type[Quality]]:
    """Makes a class the skill, the condition or the gear of that name."""

    def known(made: type[Quality]) -> type[Quality]:
        if name in QUALITIES:
            raise ValueError(f"two qualities are called {name!r}")
        made.name = name
        QUALITIES[name] = made
        return made

    return known


def read_trait(text: str) -> Word:
    """A trait as it is written: "Rapid Fire (2)"; anything else is a SetupError that names it."""
    found = _TRAIT.fullmatch(text.strip())
    name = found["name"] if found else text
    form = TRAITS.get(name)
    if found is None or form is None:
        raise SetupError(f"no weapon trait {text!r}{suggestion(name, TRAITS)}")
    number = int(found["number"] or 0)
    if bool(number) is not form.numbered:
        wanted = "a number in brackets" if form.numbered else "no number"
        raise SetupError(f"{text!r}: {name} has {wanted}")
    return Word(name, number)


def qualities(names: Iterable[str]) -> list[Supplement]:
    """The objects behind names of skills and gear; one that nobody knows is a SetupError."""
    found: list[Supplement] = []
    for name in names:
        if name not in QUALITIES:
            raise SetupError(f"no skill or gear {name!r}{suggestion(name, QUALITIES)}")
        found.append(QUALITIES[name]())
    return found


@dataclass(frozen=True)
class Profile:
    """One way to use a weapon (NE-CHAR-03)."""

    name: str
    short: int = 0
    """Short and long range in inches; 0: there is none."""
    long: int = 0
    melee: bool = False
    """Range E: only against whom one is Engaged with; `long` is then the reach of a Versatile weapon."""
    template: bool = False
    """Range T: the Flame template."""
    thrown: int = 0
    """Long range is so many times the thrower's Strength."""
    accuracy: tuple[int, int] = (0, 0)
    """What short and long range add to the hit roll."""
    strength: int | None = None
    """A number, or what is added to the user's Strength; None: there is no wound roll."""
    of_user: bool = False
    ap: int = 0
    """Negative or 0: what it takes off saves."""
    damage: int | None = 1
    """None: it takes no Wounds."""
    ammo: int = 0
    """What an Ammo test needs; 0: it never runs out."""
    traits: tuple[Word, ...] = ()

    @cached_property
    def windows(self) -> Windows:
        """The windows in which its traits hang."""
        return Windows(Trait, [TRAITS[word.name].make(word) for word in self.traits])

    def has(self, name: str) -> bool:
        """Whether it has a trait."""
        return any(word.name == name for word in self.traits)

    def number(self, name: str) -> int:
        """The number of a trait, 0 where it has none."""
        return next((word.number for word in self.traits if word.name == name), 0)


@dataclass(frozen=True)
class Weapon:
    """A weapon that somebody carries, or a gun of a vehicle."""

    id: str
    """Told apart from others of the same kind on its bearer: "snub", "snub 2"."""
    name: str
    category: str
    profiles: tuple[Profile, ...]
    arcs: tuple[str, ...] = ()
    """Of a vehicle's gun: where it can shoot (NE-VEH-33)."""
    mount: tuple[int, int] = (0, 0)
    """Of a vehicle's gun: where it stands, from the middle of the hull, in hundredths."""
    by_passenger: bool = False

    @property
    def grenade(self) -> bool:
        """Whether it is thrown (NE-TRT-05)."""
        return self.category == "grenade"


@dataclass(frozen=True)
class Armour:
    """What saves its wearer (NE-HIT-08)."""

    id: str
    name: str
    kind: str
    """standard, combined (a bonus), field (instead of the armour save, unmodifiable)."""
    save: int = 7
    save_bonus: int = 0
    against_blasts: int = 0
    """The save against Blasts and templates, if it is another one."""
    burns_out: int = 0
    """The face of its save that ends it for the battle."""
    initiative: int = 0
    movement: int = 0
    """By how much it worsens Initiative and Movement."""


@dataclass(frozen=True)
class Gear:
    """A piece of wargear: what the rules call it, and what a pack says of it."""

    id: str
    name: str
    implements: str
    profile: Profile | None = None
    """Of a trap: what its blast does."""


@dataclass(frozen=True)
class Fighter:
    """A fighter's card (NE-CHAR-01)."""

    name: str
    type: str
    role: str
    gang: str
    stats: Mapping[str, int]
    weapons: tuple[Weapon, ...] = ()
    armour: tuple[Armour, ...] = ()
    gear: tuple[Gear, ...] = ()
    skills: tuple[str, ...] = ()
    mounted: bool = False
    radius: float = 0.5
    cost: int = 0
    vehicle: ClassVar[bool] = False

    @property
    def tall(self) -> bool:
        """Whether it is as tall as a brute or a rider (NE-MEAS-03)."""
        return self.mounted or self.role == BRUTE

    @cached_property
    def windows(self) -> Windows:
        """The windows in which its skills and its gear hang."""
        named = [name for name in (*self.skills, *(item.implements for item in self.gear)) if name in QUALITIES]
        return Windows(Quality, qualities(dict.fromkeys(named)))

    def carries(self, implements: str) -> Sequence[Gear]:
        """Its gear of that sort."""
        return [item for item in self.gear if item.implements == implements]


@dataclass(frozen=True)
class Vehicle:
    """A vehicle and its crew: one model (NE-CHAR-02)."""

    name: str
    type: str
    gang: str
    stats: Mapping[str, int]
    """m, w, hnd, sv of the vehicle; bs, ld, cl, wil, int of the crew."""
    toughness: tuple[int, int, int]
    """Front, side, rear."""
    length: float
    width: float
    height: int
    """In hundredths, as its deck."""
    deck: int
    locomotion: str
    transport: int = 0
    weapons: tuple[Weapon, ...] = ()
    """Guns, and the crew's sidearms."""
    skills: tuple[str, ...] = ()
    cost: int = 0
    gear: tuple[Gear, ...] = field(default=())
    armour: tuple[Armour, ...] = field(default=())
    role: ClassVar[str] = CREW
    vehicle: ClassVar[bool] = True
    mounted: ClassVar[bool] = False
    radius: ClassVar[float] = 0.0

    @cached_property
    def windows(self) -> Windows:
        """The windows in which its driver and the skills of its crew hang."""
        return Windows(Quality, qualities((DRIVEN, *self.skills)))


Card = Fighter | Vehicle
