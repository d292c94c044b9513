"""The ops of a pack as they are written in YAML: mission actions, and what scores victory points when (KT-OPS-16).

Everything is judged for each player in turn, who is `me`; an op gives a player at most 6 VP.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias, get_type_hints

from pydantic import Field, create_model, model_validator
from pydantic_core import CoreSchema, core_schema

from fireteam.games.killteam.content.parts import ActionName, Archetype, Distance, OpName, Order
from fireteam.games.killteam.markers import WAS_CARRIED
from fireteam.games.killteam.ops import action_conditions, action_effects, filters, measures, points
from fireteam.games.killteam.ops.markers import Where
from fireteam.games.killteam.ops.origins import Origin
from fireteam.games.killteam.ops.scoring import ONCE
from fireteam.games.killteam.ops.things import KILLED_AWAY, WAS_ENEMY_CONTROLLED
from fireteam.games.killteam.ops.words import Word
from fireteam.kit.content.models import OneKey, Part, Positive, Slug, Text, Yes

Player = Literal["me", "enemy"]
Half = Literal["own", "enemy"]
TurningPoint = Annotated[int, Field(strict=True, ge=1, le=4)]
AUTOMATIC_TAGS = (WAS_ENEMY_CONTROLLED, KILLED_AWAY, WAS_CARRIED)
"""Tags that the rules set without an action."""
Moment = Literal[
    "end_of_tp", "end_of_battle", "on_action", "on_kill", "on_activation_end", "on_enemy_action_end", "gambit"
]


# -- the words, as their classes list them -----------------------------------------------------------------------------


class OneOf:
    """One of the words of a family, as if they were listed here."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = list(known)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.literal_schema(self.known)


Place = Annotated[str, OneOf(Where.known)]
Landmark = Annotated[str, OneOf(Origin.known)]
Measure = Annotated[str, OneOf(measures.Measure.known)]
PointMeasure = Annotated[str, OneOf(points.PointMeasure.known)]
Comparison = Annotated[str, OneOf(measures.COMPARE)]
Once = Annotated[str, OneOf(ONCE)]
ActionTarget = Annotated[str, OneOf(action_conditions.TARGETS)]
ActionCondition = Annotated[str, OneOf(action_conditions.ActionCondition.known)]
ForbiddenWhen = Annotated[str, OneOf(action_conditions.Forbidden.known)]


class Near(Part):
    """A distance from a landmark."""

    inches: Distance
    of: Landmark


TAKEN = {
    "Half": Half, "Near": Near, "Order": Order, "Player": Player, "Positive": Positive, "Slug": Slug, "Yes": Yes,
}  # fmt: skip
"""What words may take, by the names that their classes give."""


def keyed(name: str, base: type[Part], words: Mapping[str, type[Word]], text: str) -> type[Part]:
    """A part with a key for each word, which takes what the class of the word says."""
    hints = {word: get_type_hints(cls, localns=TAKEN, include_extras=True) for word, cls in words.items()}
    fields: dict[str, Any] = {word: (hint["value"] | None, None) for word, hint in hints.items()}
    return create_model(name, __base__=base, __doc__=text, __module__=__name__, **fields)


if TYPE_CHECKING:
    Filter: TypeAlias = Part
    ActionEffect: TypeAlias = OneKey
else:
    Filter = keyed("Filter", Part, filters.Limit.known, "What is counted; everything given must hold.")
    ActionEffect = keyed(
        "ActionEffect", OneKey, action_effects.ActionEffect.known, "What an op action does: exactly one of these."
    )


class Count(Part):
    """A number of things."""

    measure: Measure
    filter: Filter = Filter()


class OpCondition(Part):
    """A comparison of a number with another, or several conditions under `all` or `any`."""

    all_of: tuple[OpCondition, ...] | None = Field(default=None, alias="all", min_length=1)
    any_of: tuple[OpCondition, ...] | None = Field(default=None, alias="any", min_length=1)
    measure: Measure | None = None
    filter: Filter = Filter()
    cmp: Comparison | None = None
    value: Annotated[int, Field(strict=True, ge=0)] | None = None
    than: Count | None = None

    @model_validator(mode="after")
    def one_shape(self) -> Self:
        if self.measure is None:
            if (self.all_of is None) == (self.any_of is None) or self.model_fields_set - {"all_of", "any_of"}:
                raise ValueError("a condition has a measure, or exactly one of all and any")
        elif self.all_of is not None or self.any_of is not None:
            raise ValueError("a condition has a measure, or exactly one of all and any")
        elif self.cmp is None or (self.value is None) == (self.than is None):
            raise ValueError("a measure needs cmp, and either value or than")
        return self


class Points(Part):
    """How many VP: a number, `{sum: ...}`, `{per: ..., value: 1}` or `{by_order: [1, 2, 1]}`."""

    flat: Annotated[int, Field(strict=True, ge=1, le=2)] | None = None
    sum: PointMeasure | None = None
    per: PointMeasure | None = None
    value: Positive | None = None
    value_in_enemy_territory: Positive | None = None
    value_if_victim_wounds_12: Positive | None = None
    by_order: tuple[Positive, ...] | None = None

    @model_validator(mode="before")
    @classmethod
    def read(cls, data: object) -> object:
        """Accept a bare number."""
        return {"flat": data} if isinstance(data, int) else data

    @model_validator(mode="after")
    def one_shape(self) -> Self:
        if sum(given is not None for given in (self.flat, self.sum, self.per, self.by_order)) != 1:
            raise ValueError("vp is a number, or has exactly one of sum, per and by_order")
        if (self.per is None) != (self.value is None):
            raise ValueError("per and value go together")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """A bare number, or the mapping."""
        return {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 2}, handler(core_schema)]}


class Scoring(Part):
    """What scores when; at the end of a turning point never in the first."""

    id: Annotated[str, Field(pattern=r"^[A-Z]\d$")]
    when: Moment
    tps: tuple[TurningPoint, ...] = ()
    condition: OpCondition = Field(alias="if")
    vp: Points
    max_per_tp: Positive | None = None
    """How many VP the op as a whole may give a player in one turning point."""
    once: Once | None = None
    tags: Slug | None = None
    """The objectives it scored for get this tag."""
    note: str = ""

    @model_validator(mode="after")
    def not_at_first(self) -> Self:
        if self.when == "end_of_tp" and (not self.tps or 1 in self.tps):
            raise ValueError("scoring at the end of a turning point names tps, and not the first")
        return self


class ActionDistances(Part):
    """How far from the own drop zone and from markers of the same kind."""

    own_drop_zone: Distance
    same_kind: Distance


class OpAction(Part):
    """A mission action of an op (KT-ACT-08); not in turning point 1 and not in enemy control range, unless `forbid`
    says otherwise."""

    id: Slug
    ap: Annotated[int, Field(strict=True, ge=0, le=2)]
    target: ActionTarget
    conditions: tuple[ActionCondition, ...] = Field(default=(), alias="if")
    effects: tuple[ActionEffect, ...] = Field(alias="do", min_length=1)
    once: Once | None = None
    tps: tuple[TurningPoint, ...] = ()
    forbid: tuple[ForbiddenWhen, ...] = tuple(action_conditions.Forbidden.known)
    needs_tag: Slug | None = None
    within: Distance | None = None
    inches: ActionDistances | None = None
    instead_of: Literal["one_unblocked_success"] | None = None
    lasts: Literal["next_ready_step"] | None = None
    """How long the tag or marker stays that it leaves; None: to the end of the battle."""
    not_under_vantage: Yes = False
    note: str = ""

    @model_validator(mode="after")
    def parameters(self) -> Self:
        for key, words in action_conditions.with_keys().items():
            if (getattr(self, key) is not None) != any(word in self.conditions for word in words):
                conditions, go = ("conditions", "go") if len(words) > 1 else ("condition", "goes")
                raise ValueError(f"the {conditions} {' and '.join(words)} {go} with the key {key}")
        return self


class SetupEachTurningPoint(Part):
    """Something is picked and tagged in each of these turning points."""

    tps: tuple[TurningPoint, ...] = Field(min_length=1)
    chooser: Literal["me", "alternate_starting_without_initiative"]
    pick: Literal["objective_not_surged_before", "friendly_operative"]
    tag: Slug
    moment: Literal["gambit"] | None = Field(default=None, alias="as")


class SetupMarkers(Part):
    """Markers set up before the battle, or where a victim stood."""

    place_marker: Slug
    count: Positive = 1
    where: tuple[Place, ...] = Field(min_length=1)
    portable: Yes = False


class Carrier(Part):
    """What carrying the op's objective does to the carrier."""

    hit: Annotated[int, Field(strict=True, ge=-2, le=2)]
    forbid: tuple[ActionName, ...]


class Op(Part):
    """What crit and tac ops share."""

    id: Slug
    name: Text
    text: Text
    actions: tuple[OpAction, ...] = ()
    setup_each_tp: SetupEachTurningPoint | None = None
    setup: SetupMarkers | None = None
    setup_on_kill: SetupMarkers | None = None
    scoring: tuple[Scoring, ...] = Field(min_length=1)


class CritOp(Op):
    """A crit op: both players score from it (see KT-OPS-01)."""

    carrier: Carrier | None = None


class TacOp(Op):
    """A tac op of an archetype, secret until it is revealed (see KT-OPS-05 and KT-OPS-20)."""

    archetype: Archetype
    reveal: Literal["first_use", "first_score", "setup"]


class KillOp(Part):
    """The kill op: by the number of enemies at the start, how many must be incapacitated for grades 1 to 5."""

    id: Slug
    name: Text
    table: dict[int, tuple[Positive, Positive, Positive, Positive, Positive]]
    scoring: tuple[Scoring, ...] = Field(min_length=1)


class QuickStart(Part):
    """A ready-made game; the first team's player has initiative during setup."""

    id: Slug
    killzone: Slug
    crit_op: Slug
    teams: tuple[Slug, Slug]
    tac_ops: tuple[Slug, Slug]
    primary: tuple[OpName, OpName]
