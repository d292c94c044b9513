"""The parts of a Necromunda pack that are cards: weapons, armour, wargear, fighters, vehicles, gangs, as written in
YAML."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from fireteam.core.errors import SetupError
from fireteam.games.necromunda.cards import read_trait
from fireteam.kit.content.models import Part, Positive, Slug, Text, Whole, Yes

Role = Literal["leader", "champion", "specialist", "ganger", "youth", "brute"]
Category = Literal["basic", "pistol", "special", "heavy", "close", "grenade", "vehicle"]
Inches = Annotated[float, Field(ge=0, le=120)]
Credits = Annotated[int, Field(strict=True, ge=0, le=1000, multiple_of=5)]
Target = Annotated[int, Field(strict=True, ge=2, le=6)]
Mental = Annotated[int, Field(strict=True, ge=3, le=12)]
Access = Literal["all"] | tuple[Slug, ...]
Name = Annotated[str, Field(min_length=1, max_length=80)]


def _known_trait(text: str) -> str:
    import fireteam.games.necromunda.traits  # noqa: F401 - makes traits known: packs may be read before anything else

    try:
        read_trait(text)
    except SetupError as error:
        raise ValueError(str(error)) from None
    return text


TraitText = Annotated[str, AfterValidator(_known_trait)]


class PackInfo(Part):
    """What a pack is called."""

    id: Slug
    title: Text
    budget: Credits = 1000
    """Credits of a gang."""
    blurb: str = ""


class RoleRules(Part):
    """How many of a role a gang has, and what goes with it (NE-RND-06, NE-END-04)."""

    count: tuple[Whole, Whole]
    free_skills: Whole = 0


class Profile(Part):
    """One way to use a weapon (NE-CHAR-03).

    `range` is [short, long], E (close combat), [E, n] (Versatile), T (template) or xN (thrown N times the Strength).
    """

    name: Text
    range: tuple[Whole, Whole] | tuple[Literal["E"], Positive] | Literal["E", "T", "x2", "x3"]
    acc: tuple[int | None, int] | None = None
    s: int | Literal["S", "S+1", "S+2", "S+3"] | None
    ap: Annotated[int, Field(strict=True, ge=-6, le=0)] = 0
    d: Annotated[int, Field(strict=True, ge=1, le=6)] | Literal["-"]
    ammo: Target | None = None
    traits: tuple[TraitText, ...] = ()


class Weapon(Part):
    """A weapon of the armoury."""

    id: Slug
    name: Text
    category: Category
    cost: Credits
    slots: Annotated[int, Field(strict=True, ge=0, le=2)] = 1
    access: Access = "all"
    profiles: tuple[Profile, ...] = Field(min_length=1)


class Armour(Part):
    """A piece of armour (NE-HIT-08)."""

    id: Slug
    name: Text
    cost: Credits
    kind: Literal["standard", "combined", "field"]
    save: Target | None = None
    save_bonus: Whole = 0
    vs_blast_template: Target | None = None
    i_penalty: Whole = 0
    m_penalty: Whole = 0
    burns_out_on: Annotated[int, Field(strict=True, ge=1, le=6)] | None = None
    access: Access = "all"


class TrapProfile(Part):
    """What the blast of a trap does (NE-TRAP-02)."""

    s: int | None
    ap: Annotated[int, Field(strict=True, ge=-6, le=0)] = 0
    d: Annotated[int, Field(strict=True, ge=1, le=6)] | Literal["-"]
    traits: tuple[TraitText, ...]


class Wargear(Part):
    """A piece of wargear; `implements` is what the rules call it."""

    id: Slug
    name: Text
    cost: Credits
    implements: Literal[
        "drop-rig", "grapnel", "bomb-rats", "cutting-beam", "viewer", "drink-1", "drink-2", "trap-frag", "trap-gas",
        "trap-melta", "night-sight", "breather", "ammo-cache", "mount",
    ]  # fmt: skip
    profile: TrapProfile | None = None
    m: Positive | None = None
    """Of a mount: the Movement that it gives."""
    ignores_difficult: Yes = False
    access: Access = "all"

    @model_validator(mode="after")
    def fits(self) -> Self:
        if (self.profile is not None) != self.implements.startswith("trap-"):
            raise ValueError("a profile goes with a trap, and with nothing else")
        if (self.m is not None) != (self.implements == "mount"):
            raise ValueError("m goes with a mount, and with nothing else")
        return self


class Fighter(Part):
    """A type of fighter (NE-CHAR-01)."""

    id: Slug
    name: Text
    role: Role
    m: Annotated[int, Field(strict=True, ge=1, le=8)]
    ws: Target
    bs: Target
    s: Annotated[int, Field(strict=True, ge=1, le=6)]
    t: Annotated[int, Field(strict=True, ge=1, le=6)]
    w: Annotated[int, Field(strict=True, ge=1, le=6)]
    i: Target
    a: Annotated[int, Field(strict=True, ge=1, le=10)]
    ld: Mental
    cl: Mental
    wil: Mental
    int: Mental
    cost: Credits
    buys: tuple[Category, ...]
    skills: tuple[Slug, ...] = ()
    mounted: Yes = False
    max: Positive | None = None


class Gang(Part):
    """A gang: whom it hires."""

    id: Slug
    name: Text
    blurb: str = ""
    crew: Slug
    fighters: tuple[Fighter, ...] = Field(min_length=1)


class Crew(Part):
    """The crew of a vehicle (NE-CHAR-02)."""

    id: Slug
    name: Text
    gang: Slug
    bs: Target
    ld: Mental
    cl: Mental
    wil: Mental
    int: Mental
    cost: Credits
    buys: tuple[Category, ...] = ()
    skills: tuple[Slug, ...] = ()


class GunPlace(Part):
    """A gun place of a vehicle (NE-VEH-33)."""

    id: Slug
    operated: Literal["crew", "passenger"]
    arcs: tuple[Literal["front", "left", "right", "rear"], ...] = Field(min_length=1)
    at: tuple[float, float]


class Vehicle(Part):
    """A type of vehicle (NE-CHAR-02)."""

    id: Slug
    name: Text
    cost: Credits
    m: Positive
    t: tuple[Positive, Positive, Positive]
    w: Positive
    hnd: Annotated[int, Field(strict=True, ge=2, le=10)]
    sv: Target
    locomotion: Literal["wheeled", "tracked", "skimmer", "walker"]
    size: tuple[Inches, Inches]
    height: Inches
    deck: Inches
    transport: Whole = 0
    slots: tuple[GunPlace, ...] = ()
    access: Access = "all"


Stat = Literal["m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "cl", "wil", "int", "hnd"]


class Member(Part):
    """A fighter of a gang."""

    type: Slug
    name: Name
    gear: tuple[Slug, ...] = ()
    skills: tuple[Slug, ...] = ()
    role: Role | None = None
    """The role it has come to in a campaign (NE-CAMP-14, NE-CAMP-18)."""
    changes: dict[Stat, int] = Field(default_factory=dict)
    """What a campaign has done to its characteristics (NE-CAMP-13, NE-INJ-04)."""
    struck: tuple[str, ...] = ()
    """Profiles it has used up in a campaign, as "weapon/profile" (NE-TRT-22)."""


class Driven(Part):
    """A vehicle of a gang."""

    type: Slug
    name: Name
    crew: Slug
    crew_gear: tuple[Slug, ...] = ()
    crew_skills: tuple[Slug, ...] = ()
    """What its crew has learnt in a campaign."""
    changes: dict[Stat, int] = Field(default_factory=dict)
    slots: dict[Slug, Slug] = Field(default_factory=dict)
    racks: tuple[Slug, ...] = ()


class Roster(Part):
    """A gang, ready-made or built by a player."""

    id: Slug
    gang: Slug
    title: Name
    members: tuple[Member, ...] = ()
    vehicles: tuple[Driven, ...] = ()
