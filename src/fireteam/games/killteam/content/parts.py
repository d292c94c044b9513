"""The small parts of a Kill Team pack as they are written in YAML: inches, weapon rules, weapons and the envelope of
numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, model_validator

from fireteam.core.yamlfile import suggestion
from fireteam.kit.content.models import Part, Positive, Slug, Text, Whole, Yes

Order = Literal["engage", "conceal"]
WeaponType = Literal["ranged", "melee"]
Archetype = Literal["Infiltration", "Recon", "Security", "Seek & Destroy"]
OpName = Literal["crit", "kill", "tac"]
Version = Literal["2024-11", "2025-09"]
VERSIONS: tuple[Version, ...] = ("2024-11", "2025-09")
ActionName = Literal[
    "SHOOT",
    "FIGHT",
    "CHARGE",
    "DASH",
    "REPOSITION",
    "FALL BACK",
    "PICK UP MARKER",
    "PLACE MARKER",
    "GUARD",
    "OPERATE HATCH",
]
MoveAction = Literal["DASH", "REPOSITION", "CHARGE", "FALL BACK"]
Keyword = Annotated[str, Field(pattern=r"^[A-Z]+( [A-Z]+)*$")]
Distance = Annotated[int, Field(strict=True, ge=0, le=30)]
"""Whole inches, as the book and the cards give reaches."""


def hundredths(value: object) -> int:
    """Inches with two decimals as whole hundredths, which positions and heights are kept in
    (see KT-GEO-01 and KT-GEO-02)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"must be a number of inches, not {value!r}")
    nearest = round(value * 100)
    if abs(value * 100 - nearest) > 1e-6:
        raise ValueError(f"{value} inches is finer than a hundredth of an inch (KT-GEO-01)")
    return nearest


Inches = Annotated[int, BeforeValidator(hundredths), WithJsonSchema({"type": "number"})]
"""Written in inches with up to two decimals, kept in hundredths."""
Length = Annotated[
    int, BeforeValidator(hundredths), Field(gt=0), WithJsonSchema({"type": "number", "exclusiveMinimum": 0})
]
Point = tuple[Inches, Inches]
Polygon = Annotated[tuple[Point, ...], Field(min_length=3)]


def both_versions(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Whatever differs between the versions is given for each of them (KT-VER-01)."""
    missing = [version for version in VERSIONS if version not in value]
    if missing:
        raise ValueError(f"nothing is given for version {' and '.join(missing)} (KT-VER-01)")
    return value


BothVersions = AfterValidator(both_versions)


class RuleForm(NamedTuple):
    """How a weapon rule is written: alone, or with a parameter within bounds; and which rule of the catalogue it is."""

    rule: str
    parameter: Literal["none", "number", "action", "area"] = "none"
    least: int = 0
    most: int = 0


WEAPON_RULES: dict[str, RuleForm] = {
    "Accurate": RuleForm("KT-WR-01", "number", 1, 2),
    "Balanced": RuleForm("KT-WR-02"),
    "Blast": RuleForm("KT-WR-03", "number", 1, 3),
    "Brutal": RuleForm("KT-WR-05"),
    "Ceaseless": RuleForm("KT-WR-06"),
    "Devastating": RuleForm("KT-WR-07", "number", 1, 4),
    "Devastating area": RuleForm("KT-WR-08", "area", 1, 4),
    "Heavy": RuleForm("KT-WR-09"),
    "Heavy only": RuleForm("KT-WR-10", "action"),
    "Hot": RuleForm("KT-WR-11"),
    "Lethal": RuleForm("KT-WR-12", "number", 2, 5),
    "Limited": RuleForm("KT-WR-13", "number", 1, 3),
    "Piercing": RuleForm("KT-WR-14", "number", 1, 2),
    "Piercing Crits": RuleForm("KT-WR-15", "number", 1, 2),
    "Punishing": RuleForm("KT-WR-16"),
    "Range": RuleForm("KT-WR-17", "number", 3, 12),
    "Relentless": RuleForm("KT-WR-18"),
    "Rending": RuleForm("KT-WR-19"),
    "Saturate": RuleForm("KT-WR-20"),
    "Seek": RuleForm("KT-WR-21"),
    "Seek Light": RuleForm("KT-WR-22"),
    "Severe": RuleForm("KT-WR-23"),
    "Silent": RuleForm("KT-WR-24"),
    "Shock": RuleForm("KT-WR-25"),
    "Stun": RuleForm("KT-WR-26"),
    "Torrent": RuleForm("KT-WR-27", "number", 1, 3),
}
"""Every weapon rule a card may have; distances are whole inches."""

WIDEST_AREA = 3
HEAVY_MOVES = ("DASH", "REPOSITION", "CHARGE")


def known_rule(name: object) -> str:
    """The name of a weapon rule, or an error that names the nearest one."""
    if not isinstance(name, str) or name not in WEAPON_RULES:
        raise ValueError(f"unknown weapon rule {name!r}{suggestion(name, WEAPON_RULES)}")
    return name


WeaponRuleName = Annotated[str, AfterValidator(known_rule), WithJsonSchema({"enum": list(WEAPON_RULES)})]
WeaponRuleNames = Annotated[
    tuple[WeaponRuleName, ...], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)
]
"""One weapon rule, or a list of them."""


class WeaponRule(Part):
    """A weapon rule of a card: `Balanced`, `{Lethal: 5}`, `{Heavy only: DASH}`, `{Devastating area: {x: 2, within: 1}}`
    (KT-WR-00)."""

    name: str
    x: int | None = None
    within: int | None = None
    action: MoveAction | None = None

    @model_validator(mode="before")
    @classmethod
    def read(cls, data: object) -> object:
        """Accept the forms that cards are written in."""
        if isinstance(data, str):
            form = WEAPON_RULES[known_rule(data)]
            if form.parameter != "none":
                raise ValueError(f"weapon rule {data!r} needs a value ({form.rule})")
            return {"name": data}
        if not isinstance(data, dict) or len(data) != 1:
            raise ValueError("a weapon rule is a name or a mapping with one key")
        name, value = next(iter(data.items()))
        return {"name": name, **_parameters(known_rule(name), value)}

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """As cards are written, which is shorter than what is kept."""
        plain = [name for name, form in WEAPON_RULES.items() if form.parameter == "none"]
        keys = {name: _parameter_schema(form) for name, form in WEAPON_RULES.items() if form.parameter != "none"}
        mapping = {
            "type": "object",
            "properties": keys,
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }
        return {"anyOf": [{"enum": plain}, mapping]}


def _parameters(name: str, value: object) -> dict[str, object]:
    form = WEAPON_RULES[name]
    match form.parameter:
        case "none":
            raise ValueError(f"weapon rule {name!r} takes no value ({form.rule})")
        case "number":
            return {"x": _number(name, value, form.least, form.most)}
        case "action":
            if value not in HEAVY_MOVES:
                raise ValueError(
                    f"weapon rule {name!r} names one of {', '.join(HEAVY_MOVES)}, not {value!r} ({form.rule})"
                )
            return {"action": value}
        case "area":
            if not isinstance(value, dict) or set(value) != {"x", "within"}:
                raise ValueError(f"weapon rule {name!r} needs exactly the keys x and within ({form.rule})")
            return {
                "x": _number(name, value["x"], form.least, form.most),
                "within": _number(name, value["within"], 1, WIDEST_AREA),
            }


def _number(name: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(
            f"weapon rule {name!r} takes a whole number from {least} to {most}, not {value!r} "
            f"({WEAPON_RULES[name].rule})"
        )
    return value


def _parameter_schema(form: RuleForm) -> dict[str, Any]:
    if form.parameter == "action":
        return {"enum": list(HEAVY_MOVES)}
    number = {"type": "integer", "minimum": form.least, "maximum": form.most}
    if form.parameter == "number":
        return number
    within = {"type": "integer", "minimum": 1, "maximum": WIDEST_AREA}
    return {
        "type": "object",
        "properties": {"x": number, "within": within},
        "required": ["x", "within"],
        "additionalProperties": False,
    }


class Weapon(Part):
    """A weapon profile: dice, the roll needed, normal and critical damage, weapon rules (KT-SHOOT-02, KT-SHOOT-25,
    KT-FIGHT-04)."""

    id: Slug
    name: Text
    type: WeaponType
    attack: Positive = Field(alias="atk")
    hit: Annotated[int, Field(strict=True, ge=2, le=6)]
    damage: tuple[Positive, Positive] = Field(alias="dmg")
    rules: tuple[WeaponRule, ...] = ()


DICE_AMOUNT = re.compile(r"(D3|D6)(?:\+([1-9]))?")


class Amount(Part):
    """An amount of damage or healing: `2`, `D3`, `D6`, `D3+1` (see KT-BASE-17)."""

    sides: Literal[0, 3, 6] = 0
    plus: Whole = 0

    @model_validator(mode="before")
    @classmethod
    def read(cls, data: object) -> object:
        """Accept a number, or dice as they are written on cards."""
        if type(data) is int and data > 0:
            return {"plus": data}
        found = DICE_AMOUNT.fullmatch(data) if isinstance(data, str) else None
        if found is None:
            raise ValueError(f"an amount is a whole number, D3, D6 or such as D3+1, not {data!r}")
        return {"sides": int(found[1][1:]), "plus": int(found[2] or 0)}

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """As cards are written."""
        return {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": f"^{DICE_AMOUNT.pattern}$"}]}


class Bounds(Part):
    """The least and the greatest value that a card may have: `[4, 8]`."""

    least: Whole
    most: Whole

    @model_validator(mode="before")
    @classmethod
    def read(cls, data: object) -> object:
        """Accept a pair."""
        if not isinstance(data, list) or len(data) != 2:
            raise ValueError("bounds are written as a pair: [least, most]")
        return {"least": data[0], "most": data[1]}

    @model_validator(mode="after")
    def rising(self) -> Self:
        if self.least > self.most:
            raise ValueError(f"the least value {self.least} is more than the most {self.most}")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """As it is written."""
        return {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}


class Envelope(Part):
    """Between which numbers the cards of this pack lie; a slip of the pen is found thereby."""

    apl: Bounds
    move: Bounds
    save: Bounds
    wounds: Bounds
    base_mm: tuple[Positive, ...] = Field(min_length=1)
    ranged_attack: Bounds = Field(alias="ranged_atk")
    melee_attack: Bounds = Field(alias="melee_atk")
    hit: Bounds
    damage_normal: Bounds = Field(alias="dmg_normal")
    damage_critical: Bounds = Field(alias="dmg_crit")
    team_size: Bounds


class PackInfo(Part):
    """What the pack is. A complete one shows every weapon rule, effect, archetype and kind of killzone."""

    id: Slug
    title: Text
    complete: Yes = False
