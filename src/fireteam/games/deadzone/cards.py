"""Cards of units, weapons, items and orders, and how keywords are written on them: "Tough", "Energy Shield (2)",
"Grenade (Trap (Frag (3)))"."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from fireteam.core.errors import SetupError
from fireteam.games.deadzone.windows import Keyword
from fireteam.kit.supplements import Supplement, Windows

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.parts import Unit as UnitData
    from fireteam.games.deadzone.content.parts import Weapon as WeaponData

Bearer = Literal["unit", "weapon", "item"]
MOST = 9
"""The greatest number a keyword may have."""
GRENADE_RANGE = 3
LONGEST = 80
"""The most letters of a keyword with all that stands in its brackets."""

# -- the keywords ------------------------------------------------------------------------------------------------------


class Form(NamedTuple):
    """How a keyword is written, which cards may have it, and its rule."""

    rule: str
    on: tuple[Bearer, ...]
    number: Literal["none", "may", "must"] = "none"
    inner: tuple[str, ...] = ()
    """Keywords of which one stands in its brackets."""
    variants: tuple[str, ...] = ()
    """Words of which one may stand in its brackets."""


_UNIT: tuple[Bearer, ...] = ("unit",)
_WEAPON: tuple[Bearer, ...] = ("weapon",)
_ARMS: tuple[Bearer, ...] = ("weapon", "item")
_SHOTS: tuple[Bearer, ...] = ("unit", "weapon")
_ALL: tuple[Bearer, ...] = ("unit", "weapon", "item")
_EFFECTS = ("Frag", "Blast", "Smoke", "Stun", "Gas Cloud")
"""What can happen to a cube when a grenade lands or a trap goes off (see DZ-AB-GRENADE-05)."""

KEYWORDS: dict[str, Form] = {
    "Aerial Deployment": Form("DZ-AB-AERIAL-01", _UNIT),
    "Agile": Form("DZ-AB-AGILE-01", _UNIT),
    "AP": Form("DZ-AB-AP-01", _ALL, "must"),
    "Auxiliary Weapon": Form("DZ-AB-AUX-01", _WEAPON),
    "Beast": Form("DZ-AB-BEAST-01", _UNIT),
    "Bike": Form("DZ-AB-BIKE-01", _UNIT),
    "Blast": Form("DZ-AB-BLAST-01", _WEAPON),
    "BOOM!": Form("DZ-AB-BOOM-01", _UNIT, "must"),
    "Charged": Form("DZ-AB-CHARGED-01", _UNIT),
    "Cloaking Device": Form("DZ-AB-CLOAK-01", _UNIT),
    "Combat Team Training": Form("DZ-AB-CTT-01", _UNIT),
    "Comm-Link": Form("DZ-AB-COMM-01", _UNIT),
    "Communications Relay": Form("DZ-AB-RELAY-01", _UNIT),
    "Companion": Form("DZ-AB-COMPANION-01", _UNIT),
    "Construct": Form("DZ-AB-CONSTRUCT-01", _UNIT),
    "Defender Shield": Form("DZ-AB-DSHIELD-01", _UNIT, variants=("enlarged",)),
    "Dismantle": Form("DZ-AB-DISMANTLE-01", _UNIT),
    "Drop Suit": Form("DZ-AB-DROP-01", _UNIT),
    "Energy Shield": Form("DZ-AB-ESHIELD-01", _UNIT, "must"),
    "Engineer": Form("DZ-AB-ENGINEER-01", _UNIT),
    "Evade": Form("DZ-AB-EVADE-01", _UNIT),
    "Explosive": Form("DZ-AB-EXPLOSIVE-01", _WEAPON),
    "Fire Control": Form("DZ-AB-FIRECTRL-01", _UNIT),
    "Firing Platform": Form("DZ-AB-FPLAT-01", _WEAPON, "must"),
    "Flight": Form("DZ-AB-FLIGHT-01", _UNIT),
    "Frag": Form("DZ-AB-FRAG-01", _WEAPON, "must"),
    "Frenzy": Form("DZ-AB-FRENZY-01", _ALL, "must"),
    "Gas Cloud": Form("DZ-AB-GAS-01", _SHOTS, inner=("Smoke", "Toxic")),
    "Gas Cloud (Smoke)": Form("DZ-AB-GAS-02", _SHOTS),
    "Gas Cloud (Toxic)": Form("DZ-AB-GAS-03", _SHOTS),
    "Grenade": Form("DZ-AB-GRENADE-01", _ARMS, inner=(*_EFFECTS, "Trap")),
    "Hacker": Form("DZ-AB-HACKER-01", _UNIT),
    "Headstrong": Form("DZ-AB-HEADSTRONG-01", _UNIT),
    "Heavy": Form("DZ-AB-HEAVY-01", _WEAPON),
    "Holo-Sight": Form("DZ-AB-HOLO-01", _SHOTS),
    "Honourable": Form("DZ-AB-HONOUR-01", _UNIT),
    "Horde": Form("DZ-AB-HORDE-01", _UNIT),
    "Indirect": Form("DZ-AB-INDIRECT-01", _WEAPON, "may"),
    "Ink Sac": Form("DZ-AB-INK-01", _UNIT),
    "Invigorate": Form("DZ-AB-INVIGORATE-01", _WEAPON),
    "It Burns!": Form("DZ-AB-BURN-01", _WEAPON),
    "Jump Pack": Form("DZ-AB-JUMP-01", _UNIT),
    "Knockback": Form("DZ-AB-KNOCKBACK-01", _ALL),
    "Life Drain": Form("DZ-AB-LDRAIN-01", _WEAPON),
    "Life Support": Form("DZ-AB-LSUPPORT-01", _UNIT),
    "Medic": Form("DZ-AB-MEDIC-01", _UNIT),
    "One-Use": Form("DZ-AB-ONEUSE-01", _ARMS),
    "Prey": Form("DZ-AB-PREY-01", _WEAPON),
    "Psychic": Form("DZ-AB-PSYCHIC-01", _SHOTS),
    "Rampage": Form("DZ-AB-RAMPAGE-01", _UNIT),
    "Rapid Fire": Form("DZ-AB-RAPID-01", _WEAPON),
    "Remote": Form("DZ-AB-REMOTE-01", _UNIT),
    "Resilient": Form("DZ-AB-RESILIENT-01", _UNIT, "must"),
    "Scout": Form("DZ-AB-SCOUT-01", _UNIT),
    "Shield Generator": Form("DZ-AB-SHIELDGEN-01", _UNIT, "must"),
    "Smash": Form("DZ-AB-SMASH-01", _ALL, "must"),
    "Smoke": Form("DZ-AB-SMOKE-01", _WEAPON),
    "Sniper Scope": Form("DZ-AB-SNIPER-01", _WEAPON),
    "Solid": Form("DZ-AB-SOLID-01", _UNIT),
    "Stealthy": Form("DZ-AB-STEALTHY-01", _UNIT),
    "Stun": Form("DZ-AB-STUN-01", _ARMS),
    "Suppression": Form("DZ-AB-SUPPRESS-01", _WEAPON),
    "Tactician": Form("DZ-AB-TACTICIAN-01", _UNIT, "must"),
    "Teleport": Form("DZ-AB-TELEPORT-01", _UNIT),
    "Tenacious": Form("DZ-AB-TENACIOUS-01", _UNIT),
    "Thermal Mines": Form("DZ-AB-THERMAL-01", _UNIT),
    "Tough": Form("DZ-AB-TOUGH-01", _UNIT),
    "Toxic": Form("DZ-AB-TOXIC-01", _ARMS, "must"),
    "Trap": Form("DZ-AB-TRAP-01", _WEAPON, inner=_EFFECTS),
    "Trip Mine": Form("DZ-AB-TRIP-01", _UNIT),
    "Under Control": Form("DZ-AB-CONTROL-01", ("unit", "item")),
    "Vehicle": Form("DZ-AB-VEHICLE-01", _UNIT),
    "Walker": Form("DZ-AB-WALKER-01", _UNIT),
    "Weight of Fire": Form("DZ-AB-WOF-01", _SHOTS, "must"),
}
"""The 74 keywords of the book. The two gas clouds have rows of their own, but are written as "Gas Cloud" and what is in
it."""

_SPELT = {name.lower(): name for name, form in KEYWORDS.items() if "(" not in name}
_TEXT = re.compile(r"([^()]+?)(?:\s*\((.*)\))?")


@dataclass(frozen=True, slots=True)
class Word:
    """A keyword as a card has it; `str` writes it down as it is read."""

    name: str
    number: int = 0
    """Its number; 0 where it has none."""
    inner: Word | None = None
    variant: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Its rows of the table and those of the keywords inside it: "Grenade", "Gas Cloud", "Gas Cloud (Smoke)",
        "Smoke"."""
        if self.inner is None:
            return (self.name,)
        own = (self.name, f"{self.name} ({self.inner.name})")
        return (*(name for name in own if name in KEYWORDS), *self.inner.names)

    @property
    def rule(self) -> str:
        """The rule of the most special row of the table that it is."""
        special = f"{self.name} ({self.inner.name})" if self.inner is not None else self.name
        return KEYWORDS[special if special in KEYWORDS else self.name].rule

    def __str__(self) -> str:
        inside = self.variant or (str(self.inner) if self.inner is not None else str(self.number or ""))
        return f"{self.name} ({inside})" if inside else self.name


@lru_cache(maxsize=512)
def word(text: str) -> Word:
    """A keyword as it is written: "Tough", "Resilient (2)", "Gas Cloud (Toxic (1))"; SetupError says what is wrong."""
    plain = " ".join(text.split())
    found = _TEXT.fullmatch(plain) if len(plain) <= LONGEST else None
    if found is None or plain.count("(") != plain.count(")"):
        raise SetupError(f"{plain[:LONGEST]!r} is no keyword: a name, and brackets that match")
    name, inside = _SPELT.get(found[1].lower()), found[2]
    if name is None:
        raise SetupError(f"unknown keyword {found[1]!r}{_near(found[1])}")
    form = KEYWORDS[name]
    if inside in form.variants:
        return Word(name, variant=inside)
    if form.inner:
        held = word(inside) if inside else None
        if held is None or held.name not in form.inner:
            raise SetupError(
                f"keyword {name} holds one of {', '.join(form.inner)}, not {str(held or 'nothing')!r} ({form.rule})"
            )
        return Word(name, inner=held)
    if inside is None:
        if form.number == "must":
            raise SetupError(f"keyword {name} needs a number: {name} (1) ({form.rule})")
        return Word(name)
    if form.number == "none":
        allowed = f"nothing but {', '.join(form.variants)}" if form.variants else "nothing"
        raise SetupError(f"keyword {name} takes {allowed} in brackets, not {inside!r} ({form.rule})")
    if not inside.isdecimal() or not 1 <= int(inside) <= MOST:
        raise SetupError(f"keyword {name} takes a whole number from 1 to {MOST}, not {inside!r} ({form.rule})")
    return Word(name, int(inside))


def _near(name: str) -> str:
    close = difflib.get_close_matches(name.lower(), _SPELT, 1)
    return f"; did you mean {_SPELT[close[0]]!r}?" if close else f"; there are {', '.join(_SPELT.values())}"


def words(texts: Iterable[str], on: Bearer) -> tuple[Word, ...]:
    """The keywords of a card: each may stand on such a card, and stands there once."""
    found: dict[str, Word] = {}
    for text in texts:
        read = word(text)
        form = KEYWORDS[read.name]
        if on not in form.on:
            raise SetupError(f"keyword {read.name} is for {' and '.join(form.on)} cards, not for a {on} ({form.rule})")
        if read.name in found:
            raise SetupError(f"keyword {read.name} stands on the card twice ({form.rule})")
        found[read.name] = read
    return tuple(found.values())


# -- keywords as objects -----------------------------------------------------------------------------------------------

_CLASSES: dict[str, type[Supplement]] = {}
S = TypeVar("S", bound=type[Supplement])


def keyword(cls: S) -> S:
    """Enter the class of a keyword under its name, which is one of the table; each has one class."""
    if cls.name not in _SPELT.values():
        raise ValueError(f"{cls.__name__} is no keyword of the table: {cls.name!r}")
    if cls.name in _CLASSES:
        raise ValueError(f"keyword {cls.name} has two classes: {_CLASSES[cls.name].__name__} and {cls.__name__}")
    _CLASSES[cls.name] = cls
    return cls


def supplement(read: Word) -> Supplement:
    """The object of a keyword, made from its word by the class that was entered for it."""
    if read.name not in _CLASSES:
        raise SetupError(f"keyword {read.name} has no class ({KEYWORDS[read.name].rule})")
    make: Any = _CLASSES[read.name]
    made: Supplement = make(read)
    return made


# -- cards -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class Card:
    """What has keywords."""

    id: str
    name: str
    keywords: tuple[Word, ...] = ()

    @cached_property
    def windows(self) -> Windows:
        """Its keywords as objects, by window."""
        return Windows(Keyword, [supplement(read) for read in self.keywords])

    def has(self, *names: str) -> bool:
        """Whether one of its keywords, or of those inside them, has one of these names."""
        return any(name in names for found in self.keywords for name in found.names)

    @property
    def text(self) -> tuple[str, ...]:
        """Its keywords as they are written."""
        return tuple(map(str, self.keywords))


@dataclass(frozen=True, kw_only=True, eq=False)
class Weapon(Card):
    """A weapon for close combat, or with a RANGE in cubes (see DZ-CORE-07); RANGE 0 is the own cube."""

    close: bool
    range: int
    ap: int
    one_use: bool
    """A grenade is, unless the pack says otherwise (see DZ-AB-GRENADE-04)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Item(Card):
    """A kind of item: found as a token or bought as equipment."""

    rule: str
    close: bool = False
    range: int | None = None
    """Of a grenade, in cubes; None where it is not thrown."""
    one_use: bool = True
    sold: bool = True
    """Whether it can be bought as equipment."""

    @property
    def ap(self) -> int:
        """As a weapon it has none of its own."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Order:
    """A leader's special order: when it may be given, how often, and what it does (see DZ-CMD-12)."""

    id: str
    name: str
    text: str
    moment: str
    turn: str
    """Whose turn it may be given in: `own` or `either`."""
    limit: str
    """Once per this: `test`, `activation` or `round`."""
    effect: str
    """What it does, one of the words of the pack's vocabulary, with these numbers."""
    numbers: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Unit(Card):
    """The profile of a model (DZ-CORE-07). A value of 0 stands for the dash (DZ-CORE-08, see DZ-DICE-07)."""

    faction: str
    role: str
    speed: tuple[int, int]
    """Cubes of ADVANCE and SPRINT; (0, 0) for the dash (see DZ-MOVE-04)."""
    ranged: int
    fight: int
    survive: int
    armour: int
    health: int
    size: int
    points: int
    victory_points: int
    weapons: tuple[Weapon, ...]
    recon: int = 0
    order: Order | None = None
    flavour: str = ""
    silhouette: str = "rifleman"

    @cached_property
    def vehicle(self) -> bool:
        """Bikes and Walkers follow the rules of Vehicles (DZ-MEET-12)."""
        return self.has("Vehicle", "Bike", "Walker")

    @property
    def machine(self) -> bool:
        """Whether healers do nothing for it (see DZ-MEET-30)."""
        return self.vehicle or self.has("Construct")


def _item(name: str, rule: str, *texts: str, **fields: Any) -> Item:
    return Item(id=name.lower().replace(" ", "_"), name=name, rule=rule, keywords=words(texts, "item"), **fields)


ITEMS: dict[str, Item] = {
    item.name: item
    for item in (
        _item("Ammo", "DZ-ITEM-10"),
        _item("Adrenaline Shot", "DZ-ITEM-11"),
        _item("AP Ammo", "DZ-ITEM-12"),
        _item("Booby Trap", "DZ-ITEM-13", sold=False),
        _item("Combat Blades", "DZ-ITEM-14", "Frenzy (1)", "One-Use", close=True),
        _item("Frag Grenade", "DZ-ITEM-15", "Grenade (Frag (3))", "One-Use", range=3),
        _item("Intel", "DZ-ITEM-16", sold=False),
        _item("Medi-Pack", "DZ-ITEM-17"),
        _item("Shock Baton", "DZ-ITEM-18", "Knockback", "Under Control", close=True, one_use=False),
        _item("Smoke Grenade", "DZ-ITEM-19", "Grenade (Smoke)", "One-Use", range=3),
        _item("Stimulants", "DZ-ITEM-20"),
        _item("Stun Grenade", "DZ-ITEM-21", "Grenade (Stun)", "One-Use", range=3),
    )
}
"""The twelve kinds of items of the book, by name."""


# -- the cards of a pack -----------------------------------------------------------------------------------------------


class Deck(NamedTuple):
    """All cards of a pack, by id."""

    weapons: Mapping[str, Weapon]
    orders: Mapping[str, Order]
    units: Mapping[str, Unit]


def deck(pack: Pack) -> Deck:
    """The cards of a pack that was checked."""
    weapons = {id: weapon_card(id, data) for id, data in pack.weapons.items()}
    orders = {
        data.id: Order(
            id=data.id,
            name=data.name,
            text=data.text,
            moment=data.moment,
            turn=data.turn,
            limit=data.limit,
            effect=data.effect.kind,
            numbers=_numbers(data.effect.value),
        )
        for data in pack.orders
    }
    units = {
        data.id: unit_card(data, faction.id, weapons, orders) for faction in pack.factions for data in faction.units
    }
    return Deck(weapons, orders, units)


def _numbers(value: Any) -> Mapping[str, Any]:
    """What an effect of an order is written with; a kept pack has plain parts, a checked one models."""
    names = getattr(type(value), "model_fields", None) or vars(value)
    return {name: getattr(value, name) for name in names}


def weapon_card(id: str, data: WeaponData) -> Weapon:
    """A weapon of a pack; a grenade is used up and reaches 3 cubes unless it says otherwise (see DZ-AB-GRENADE-04)."""
    found = words(data.keywords, "weapon")
    grenade = any("Grenade" in one.names for one in found)
    once = any(one.name == "One-Use" for one in found) or (grenade and data.one_use is not False)
    close = data.range == "CC"
    reach = GRENADE_RANGE if data.range is None else 0 if data.range == "CC" else data.range
    return Weapon(id=id, name=data.name, keywords=found, close=close, range=reach, ap=data.ap, one_use=once)


def unit_card(data: UnitData, faction: str, weapons: Mapping[str, Weapon], orders: Mapping[str, Order]) -> Unit:
    """A unit of a faction of a pack."""
    return Unit(
        id=data.id,
        name=data.name,
        keywords=words(data.keywords, "unit"),
        faction=faction,
        role=data.role,
        speed=(0, 0) if data.speed == "-" else data.speed,
        ranged=_value(data.ranged),
        fight=_value(data.fight),
        survive=_value(data.survive),
        armour=data.armour,
        health=data.health,
        size=data.size,
        points=data.points,
        victory_points=data.victory_points,
        weapons=tuple(weapons[id] for id in data.weapons),
        recon=data.recon or 0,
        order=orders[data.order] if data.order is not None else None,
        flavour=data.flavour,
        silhouette=data.silhouette,
    )


def _value(printed: int | Literal["-"]) -> int:
    return 0 if printed == "-" else printed
