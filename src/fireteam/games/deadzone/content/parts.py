"""The parts of a Deadzone pack that are cards: units, weapons, equipment, orders and factions, as written in YAML."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator

from fireteam.core.errors import SetupError
from fireteam.core.scene import Role as Silhouette
from fireteam.games.deadzone.cards import KEYWORDS, Bearer, words
from fireteam.games.deadzone.cards import word as keyword_of
from fireteam.kit.content.models import OneKey, Part, Positive, Slug, Text, Whole, Yes

Role = Literal["Leader", "Troop", "Specialist", "Support"]
ItemName = Literal[
    "Ammo",
    "Adrenaline Shot",
    "AP Ammo",
    "Booby Trap",
    "Combat Blades",
    "Frag Grenade",
    "Intel",
    "Medi-Pack",
    "Shock Baton",
    "Smoke Grenade",
    "Stimulants",
    "Stun Grenade",
]
Result = Literal["+1 model", "Dice", "Advance", "Shoot", "Assault", "Special"]
Moment = Literal[
    "before_survive_dice", "activation_start", "after_attack", "activation_end", "after_command_rerolls", "on_death"
]

Dash = Literal["-"]
Target = Annotated[int, Field(strict=True, ge=2, le=8)]
"""A target number: 5 for 5+."""
Points = Annotated[int, Field(strict=True, ge=1, le=999)]
Size = Annotated[int, Field(strict=True, ge=1, le=4)]
Number = Annotated[float, Field(ge=-99, le=99, allow_inf_nan=False)]


def keyword(text: str) -> str:
    """A keyword in its usual spelling; what is wrong with it is said in words."""
    try:
        return str(keyword_of(text))
    except SetupError as error:
        raise ValueError(str(error)) from None


Keyword = Annotated[
    str,
    AfterValidator(keyword),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": "^(" + "|".join(name for name in KEYWORDS if "(" not in name) + r")( \(.+\))?$",
        }
    ),
]
"""Such as `Tough`, `Resilient (2)`, `Grenade (Frag (3))`."""


def priced(text: str) -> str:
    """A keyword of the table without its number, or one that has a price of its own."""
    return text if text in KEYWORDS else keyword(text)


PricedKeyword = Annotated[str, AfterValidator(priced)]


def on_card(texts: Iterable[str], on: Bearer) -> None:
    """The keywords may all stand on such a card, each once."""
    try:
        words(texts, on)
    except SetupError as error:
        raise ValueError(str(error)) from None


class PackInfo(Part):
    """What the pack is. A complete one shows every keyword and every kind of item."""

    id: Slug
    title: Text
    complete: Yes = False


# -- teams by points ---------------------------------------------------------------------------------------------------


class TeamRules(Part):
    """How strike teams are chosen (see DZ-SETUP-02)."""

    leaders: Positive
    specialists_per_troop: Whole
    """How many Specialists every Troop admits."""
    troops_per_support: Positive
    """How many Troops admit one Support."""
    limits: tuple[Points, ...] = Field(min_length=1)
    """The usual sizes of a team, in points."""
    slack: Whole
    """How many points a ready roster may stay below its size."""


class Pricing(Part):
    """What a unit costs: its points are reckoned from its card, so that a slip of the pen is found.

    body + SURVIVE and ARMOUR for every HP + HP above two + FIGHT + RANGED + SPEED above 1-2 + weapons + keywords, and
    for leaders their order and RECON, rounded half up. The price of a weapon is for a stat of 5+ and grows with it;
    that of a keyword with a number is for each.
    """

    stat: dict[Dash | Target, Number]
    body: Number
    survive_per_hp: Number
    armour_per_hp: Number
    extra_hp: Number
    fight: Number
    ranged: Number
    advance: Number
    sprint: Number
    immobile: Number
    order: Number
    recon: dict[Target, Number]
    minimum: Points
    points_per_vp: Positive
    """A model is worth one VP for so many points."""
    most_vp: Positive
    keyword: dict[PricedKeyword, Number]


# -- cards -------------------------------------------------------------------------------------------------------------


class Weapon(Part):
    """A weapon: RANGE in cubes or CC, AP and keywords (see DZ-CORE-07)."""

    name: Text
    range: Literal["CC"] | Annotated[int, Field(strict=True, ge=0, le=12)] | None = None
    """0: the own cube, for Invigorate; a grenade need not give it (see DZ-AB-GRENADE-04)."""
    ap: Annotated[int, Field(strict=True, ge=0, le=9)] = Field(default=0, alias="AP")
    keywords: tuple[Keyword, ...] = ()
    one_use: Annotated[bool, Field(strict=True)] | None = None
    """`false` for a grenade that is not used up (see DZ-AB-GRENADE-04)."""
    cost: Number | None = None
    """Its part in the points of who carries it, at a stat of 5+."""

    @model_validator(mode="after")
    def fitting(self) -> Self:
        on_card(self.keywords, "weapon")
        if self.range is None and not any(keyword_of(text).name == "Grenade" for text in self.keywords):
            raise ValueError("a weapon that is no grenade needs a range, in cubes or CC (DZ-CORE-07)")
        return self


class Unit(Part):
    """The card of a model (see DZ-CORE-07); a dash is a value it does not have (see DZ-DICE-07)."""

    id: Slug
    name: Text
    role: Role
    speed: Dash | tuple[Positive, Positive] = Field(alias="SP")
    ranged: Dash | Target = Field(alias="RA")
    fight: Dash | Target = Field(alias="FI")
    survive: Dash | Target = Field(alias="SV")
    armour: Annotated[int, Field(strict=True, ge=0, le=4)] = Field(alias="AR")
    health: Annotated[int, Field(strict=True, ge=1, le=9)] = Field(alias="HP")
    size: Size
    keywords: tuple[Keyword, ...] = ()
    weapons: tuple[Slug, ...] = ()
    recon: Target | None = Field(default=None, alias="RECON")
    order: Slug | None = None
    points: Points
    victory_points: Whole = Field(alias="VP")
    flavour: str = ""
    silhouette: Silhouette = Field(default="rifleman", exclude=True)
    """What it looks like on a table: no part of the content that a save asks for."""

    @model_validator(mode="after")
    def fitting(self) -> Self:
        on_card(self.keywords, "unit")
        return self


class Equipment(Part):
    """What an item costs that is bought with the team; what it does is the book's (DZ-ITEM-10 to DZ-ITEM-21)."""

    points: Points


class RosterEntry(Part):
    """So many models of a unit, each with this item."""

    unit: Slug
    count: Positive = 1
    item: ItemName | None = None


class Roster(Part):
    """A team that is ready to play."""

    limit: Points
    total: Points
    models: tuple[RosterEntry, ...] = Field(min_length=1)


class Faction(Part):
    """A force list: units, the equipment that they may buy, and ready rosters (see DZ-SETUP-02)."""

    id: Slug
    name: Text
    flavour: str = ""
    equipment: tuple[ItemName, ...] = ()
    units: tuple[Unit, ...] = Field(min_length=1)
    rosters: tuple[Roster, ...] = ()


# -- orders ------------------------------------------------------------------------------------------------------------


class Near(Part):
    """The model is of this size or smaller, or so many cubes or fewer from a friend that is."""

    size: Size
    cubes: Positive


class GrantKeyword(Part):
    """The model whose test or activation it is has this keyword for so long."""

    keyword: Keyword
    near: Near | None = None


class PushTarget(Part):
    """The target goes so many cubes directly away, as by Knockback (see DZ-AB-KNOCKBACK-01)."""

    cubes: Positive


class LeaveSmoke(Part):
    """A smoke marker in the cube of the active model; more than one has no room there (see DZ-MEET-08)."""

    markers: Literal[1]


class MoveFriends(Part):
    """Up to so many other unactivated, unpinned friends move as with ADVANCE, not into or out of cubes with enemies;
    they stay unactivated."""

    models: Positive
    cubes: Positive


class DiscardDice(Part):
    """So many unspent command dice of the enemy, who chooses them."""

    dice: Positive


class RecoverHealth(Part):
    """HP for one injured friend within so many cubes of the dead model, but no Construct, Vehicle or Walker."""

    hp: Positive
    within: Positive


class OrderEffect(OneKey):
    """What an order does: exactly one of these."""

    grant: GrantKeyword | None = None
    push: PushTarget | None = None
    smoke: LeaveSmoke | None = None
    move_friends: MoveFriends | None = None
    discard_dice: DiscardDice | None = None
    recover: RecoverHealth | None = None


class Order(Part):
    """A special order (see DZ-CMD-12)."""

    id: Slug
    name: Text
    text: Text
    moment: Moment
    turn: Literal["own", "either"]
    limit: Literal["test", "activation", "round"]
    """It may be given once in each."""
    effect: OrderEffect


# -- what lies beside the board ----------------------------------------------------------------------------------------


class Items(Part):
    """The pool of item tokens, of which so many are placed (see DZ-SETUP-09)."""

    placed: Literal[8]
    tokens: dict[ItemName, Positive]


class MoveModels(Part):
    """So many own models move so many cubes, not into a cube with any other model; they are not marked activated."""

    models: Positive
    cubes: Positive


class ReconEffect(OneKey):
    """What a row of the recon table does: exactly one of these."""

    peek_tokens: Positive | None = None
    move_models: MoveModels | None = None
    relocate_tokens: Positive | None = None
    command_dice: Positive | None = None
    """More command dice in round 1."""


class ReconRow(Part):
    """What the winner of the recon test gets for a margin of at least this (see DZ-SETUP-11)."""

    margin: Positive
    name: Text
    effect: ReconEffect
    text: Text
