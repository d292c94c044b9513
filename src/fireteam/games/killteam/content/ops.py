"""The ops of a pack as they are written in YAML: mission actions, and what scores victory points when (KT-OPS-16).

Everything is judged for each player in turn, who is `me`; an op gives a player at most 6 VP.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from fireteam.games.killteam.content.parts import ActionName, Archetype, Distance, OpName, Order
from fireteam.kit.content.models import OneKey, Part, Positive, Slug, Text, Yes

Player = Literal["me", "enemy"]
Half = Literal["own", "enemy"]
TurningPoint = Annotated[int, Field(strict=True, ge=1, le=4)]
Landmark = Literal["centre", "centreline", "own_drop_zone", "enemy_drop_zone", "op_marker"]
Measure = Literal[
    "objectives",  # objective markers that fit the filter
    "operatives",  # operatives that fit
    "apl",  # their summed current APL
    "kills",  # enemies incapacitated by me that fit
    "kill_grade",  # the grade of the kill op's table
    "points",  # op points on the objectives that fit
    "markers",  # markers of the op, or features marked strategic, that fit
    "actions",  # how often the named op action was performed
]
PointMeasure = Literal[
    "kill_grade_gained",  # grades newly reached by this kill
    "points_on_one_chosen_objective",  # my points on one objective that I pick
    "points_on_controlled_objectives",  # all points on objectives I control
    "objectives_with_my_points",  # objectives with at least one of my points
    "objectives_where_i_have_more_points",  # objectives where my points outnumber the enemy's
    "kills_by_champion",  # kills of this turning point by the tagged operative
    "one_chosen_proof_marker",  # one controlled proof marker that I pick
    "such_crates",  # crates that fit the condition
    "strategic_worth",  # worth of the strategic features that fit the condition
]
AUTOMATIC_TAGS = (
    "was_enemy_controlled_at_activation_start",  # the enemy controlled the objective when the present activation began
    "killed_in_enemy_territory_this_tp",  # the operative made a kill this turning point while wholly in enemy territory
    "was_carried_by_me",  # one of my operatives has carried the marker during the battle
)
"""Tags that the rules set without an action."""
Moment = Literal[
    "end_of_tp", "end_of_battle", "on_action", "on_kill", "on_activation_end", "on_enemy_action_end", "gambit"
]
Once = Literal["per_tp", "per_battle", "per_objective", "per_objective_per_tp", "per_operative"]


class Near(Part):
    """A distance from a landmark."""

    inches: Distance
    of: Landmark


class Filter(Part):
    """What is counted; everything given must hold."""

    side: Player | None = None
    controlled_by: Literal["me", "enemy", "nobody"] | None = None
    contested_by: Player | None = None
    not_contested_by: Player | None = None
    territory: Literal["own", "enemy", "centre"] | None = None
    wholly_in: Half | None = None
    within: Near | None = None
    beyond: Near | None = None
    wholly_within: Near | None = None
    tag: Slug | None = None
    not_tag: Slug | None = None
    order: Order | None = None
    tp: Literal["this", "any"] | None = None
    victim_wounds_min: Positive | None = None
    killer_tag: Slug | None = None
    killer_wholly_in: Half | None = None
    carried_by: Player | None = None
    kind: Slug | None = None
    owner: Player | None = None
    points_of: Player | None = None
    action: Slug | None = None
    portable: Yes | None = None
    other_than_op_active: Yes | None = None
    """Other than the operative that has just acted."""


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
    cmp: Literal[">=", ">", "==", "<=", "<"] | None = None
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


ActionCondition = Literal[
    "controls", "contests", "in_own_territory", "in_enemy_territory", "on_centreline_or_enemy", "not_tagged",
    "order_conceal", "visible_enemy_target", "within_inches", "tp_min", "beyond_own_drop_zone", "beyond_same_kind",
]  # fmt: skip


class ActionEffect(OneKey):
    """What an op action does: exactly one of these."""

    tag: Slug | None = None
    untag_others: Slug | None = None
    add_point: Positive | None = None
    clear_enemy_points: Literal["all"] | None = None
    make_portable: Literal[True, "last_searched"] | None = None
    place_marker: Slug | None = None


class ActionDistances(Part):
    """How far from the own drop zone and from markers of the same kind."""

    own_drop_zone: Distance
    same_kind: Distance


class OpAction(Part):
    """A mission action of an op (KT-ACT-08); not in turning point 1 and not in enemy control range, unless `forbid`
    says otherwise."""

    id: Slug
    ap: Annotated[int, Field(strict=True, ge=0, le=2)]
    target: Literal["objective", "enemy", "marker", "self"]
    conditions: tuple[ActionCondition, ...] = Field(default=(), alias="if")
    effects: tuple[ActionEffect, ...] = Field(alias="do", min_length=1)
    once: Once | None = None
    tps: tuple[TurningPoint, ...] = ()
    forbid: tuple[Literal["turning_point_1", "enemy_in_control_range"], ...] = (
        "turning_point_1",
        "enemy_in_control_range",
    )
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
        if ("within_inches" in self.conditions) != (self.within is not None):
            raise ValueError("the condition within_inches goes with the key within")
        beyond = "beyond_own_drop_zone" in self.conditions or "beyond_same_kind" in self.conditions
        if beyond != (self.inches is not None):
            raise ValueError("the conditions beyond_own_drop_zone and beyond_same_kind go with the key inches")
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
    where: tuple[
        Literal[
            "on_centreline", "within_2_of_own_territory_edge", "beyond_6_of_own_territory", "where_the_victim_stood"
        ],
        ...,
    ] = Field(min_length=1)
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
