"""The closed vocabulary of effects: what abilities, ploys and equipment of a pack are composed of. Anything else is an
error at load.

An entry says when it works, for whom, if what holds, and what it does; all conditions must hold and the effects run in
order. Conditions are about the operative that triggers the entry; with `friendlies` or `enemies` each operative covered
is looked at. Lasting effects of a gambit work for the operatives covered until the turning point ends; others (heal,
move, cp) happen at once.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from fireteam.games.killteam.content.parts import (
    ActionName,
    Amount,
    Distance,
    Keyword,
    Order,
    WeaponRule,
    WeaponRuleName,
    WeaponType,
)
from fireteam.kit.content.models import OneKey, Part, Positive, Slug, Text, Whole, Yes

When = Literal[
    "passive",  # always, while the owner is on the killzone
    "action",  # a unique action; costs `ap` (KT-ACT-08)
    "gambit",  # a strategic gambit (KT-GAMB-04, KT-PLOY-02)
    "setup",  # before the battle, when equipment is set up (KT-OPS-07)
    "activation_start",  # when the operative is activated, after its order is chosen (KT-ORD-01)
    "activation_end",  # when its activation is over (KT-FIRE-04)
    "after_action",  # after the operative has finished the action named in `if`
    "shooting",  # a SHOOT sequence in which it attacks, before dice are rolled
    "shot_at",  # a SHOOT sequence in which it is the target, before defence dice are rolled
    "fighting",  # a FIGHT sequence in which it attacks, before dice are rolled
    "retaliating",  # a FIGHT sequence in which it is the defender, before dice are rolled
    "damaged",  # damage is about to be inflicted on it (KT-DMG-01)
    "incapacitated",  # it would be incapacitated (KT-DMG-02)
    "kills",  # it incapacitates an enemy
    "enemy_activation_start",  # an enemy is activated; `target` is that enemy
    "enemy_action_end",  # an enemy within reach has finished an action
    "counteract",  # when its side could counteract (KT-CTR-01)
    "ready_step",  # in the Ready step (KT-READY-03)
]
Until = Literal[
    "end_of_sequence",
    "end_of_action",
    "end_of_activation",
    "end_of_tp",
    "start_of_next_tp",
    "end_of_next_activation",
    "end_of_battle",
]
Limit = Literal["once_per_activation", "once_per_tp", "once_per_battle", "twice_per_battle"]
Statistic = Literal["apl", "move", "save", "hit", "atk", "dmg_normal", "dmg_crit"]
Ignored = Literal[
    "injured_hit",  # being injured does not worsen HIT (KT-DMG-05)
    "injured_move",  # being injured does not reduce Move (KT-DMG-05)
    "piercing",  # Piercing and Piercing Crits do not reduce its defence dice (KT-WR-14)
    "climb_minimum",  # a climb costs its real height (KT-TM-03)
    "vertical",  # vertical distance is free when it moves, and no climb or drop is needed
    "stun",  # Stun and stun grenades do not lower its APL (KT-WR-26, KT-EQ-20)
]
Allowed = Literal[
    "charge_with_conceal",  # CHARGE with a Conceal order (KT-CHRG-04)
    "fall_back_cheap",  # FALL BACK costs 1 AP (KT-FALL-01)
    "move_through_enemies",  # it may move through enemies but not end on them (KT-BASE-03)
    "counteract_any_order",  # it may counteract with either order (KT-CTR-02)
    "act_in_enemy_control",  # the named action is possible in enemy control range
    "extra_fight",  # after a kill in this fight, FIGHT once more in the activation for 1 AP (KT-ACT-02)
    "carry_two",  # it may carry two markers (KT-PICK-02)
]
Forbidden = Literal["counteract", "retaliate", "dash", "pick_up"]


class Selector(Part):
    """Which operatives are meant; everything given must hold."""

    within: Annotated[int, Field(strict=True, ge=0, le=9)] | None = None
    beyond: Distance | None = None
    visible: Yes = False
    keyword: Keyword | None = None
    not_self: Yes = False
    count: Positive = 1


class Who(OneKey):
    """Whom an entry concerns: `self`, `target`, `attacker`, or a selector; one of several is chosen by the owner when
    it starts."""

    itself: Literal[True] | None = Field(default=None, alias="self")
    """The operative itself."""
    target: Literal[True] | None = None
    """The operative attacked, the one the action chose, or the enemy whose activation opened the window."""
    attacker: Literal[True] | None = None
    """The operative attacking it."""
    friendly: Selector | None = None
    friendlies: Selector | None = None
    enemy: Selector | None = None
    enemies: Selector | None = None

    @model_validator(mode="before")
    @classmethod
    def read(cls, data: object) -> object:
        """Accept the bare words."""
        return {data: True} if isinstance(data, str) else data

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """The bare words, or one selector."""
        return {"anyOf": [{"enum": ["self", "target", "attacker"]}, handler(core_schema)]}


class FriendNear(Part):
    """Another friendly operative within a distance."""

    inches: Distance
    keyword: Keyword | None = None


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


class Condition(OneKey):
    """One condition of an entry: exactly one of these."""

    order: Order | None = None
    target_order: Order | None = None
    target_within: Distance | None = None
    target_beyond: Distance | None = None
    target_in_control_range: Yes | None = None
    attacker_within: Distance | None = None
    attacker_beyond: Distance | None = None
    friendly_within: FriendNear | None = None
    no_friendly_within: Distance | None = None
    enemy_in_control_range: Yes | None = None
    contests: Slug | None = None
    """`objective`, or a kind of marker."""
    in_territory: Literal["own", "enemy"] | None = None
    weapon_type: WeaponType | None = None
    weapon: Slug | None = None
    has_rule: Annotated[tuple[WeaponRuleName, ...] | None, BeforeValidator(_as_list)] = None
    """The weapon used against it has one of these rules."""
    dealt_damage: Yes | None = None
    did: ActionName | None = None
    """Performed in this activation; outside of it, in its activation of this turning point. So with `not_did`."""
    not_did: ActionName | None = None
    in_cover: Yes | None = None
    on_vantage: Yes | None = None
    injured: Literal["self", "target"] | None = None
    target_wounds_min: Positive | None = None
    tp_min: Annotated[int, Field(strict=True, ge=1, le=4)] | None = None
    expended: Yes | None = None
    roll: Annotated[int, Field(strict=True, ge=2, le=6)] | None = None
    """A D6 must show this or more."""


class AddRule(Part):
    """Weapons have a weapon rule for the sequence, or as long as the entry lasts: all, those of a type, or one by its
    id."""

    rule: WeaponRule
    weapons: Slug


class Modify(Part):
    """A statistic changes; more is better, so `save` and `hit` become easier (see KT-BASE-19)."""

    stat: Statistic
    by: Annotated[int, Field(strict=True, ge=-2, le=2)]
    until: Until

    @model_validator(mode="after")
    def some_change(self) -> Self:
        if self.by == 0:
            raise ValueError("by must not be 0")
        return self


class Reroll(Part):
    """Dice may be re-rolled: so many, all that show one number, or any (see KT-BASE-09)."""

    dice: Literal["attack", "defence"]
    count: Literal["one_number", "any"] | Positive


class Retain(Part):
    """Dice are kept without rolling; with `from: normal`, normal successes already retained become criticals."""

    dice: Literal["attack", "defence"]
    as_: Literal["normal", "critical"] = Field(alias="as")
    count: Annotated[int, Field(strict=True, ge=1, le=2)]
    from_: Literal["normal"] | None = Field(default=None, alias="from")


class Damage(Part):
    """Damage is inflicted, on everyone within `area` inches if given (KT-DMG-01)."""

    amount: Amount
    area: Distance | None = None


class Heal(Part):
    """Up to so many lost wounds are regained."""

    amount: Amount


class ReduceDamage(Part):
    """Each attack die inflicts less, not below `min`; only normal or critical ones, or only so many dice, if given."""

    by: Annotated[int, Field(strict=True, ge=1, le=2)]
    min: Positive
    of: Literal["normal", "critical"] | None = None
    dice: Positive | None = None


class Ignore(Part):
    """Something has no effect on the operative."""

    what: Ignored


class FreeAction(Part):
    """An action is performed for 0 AP (KT-ACT-09)."""

    action: ActionName
    max_move: Distance | None = None
    weapon: Slug | None = None


class Move(Part):
    """A further move that is not an action: a straight one, or taken up and set up again."""

    inches: Annotated[int, Field(strict=True, ge=1, le=6)]
    mode: Literal["straight", "set_up"]
    direction: Literal["toward_self"] | None = None
    not_in_enemy_control: Yes = False


class SetOrder(Part):
    """The order changes."""

    order: Order


class Allow(Part):
    """Something forbidden becomes possible."""

    what: Allowed
    action: ActionName | None = None
    until: Until | None = None

    @model_validator(mode="after")
    def action_named(self) -> Self:
        if (self.what == "act_in_enemy_control") != (self.action is not None):
            raise ValueError("action goes with act_in_enemy_control, and with nothing else")
        return self


class Forbid(Part):
    """Something possible becomes forbidden; one that cannot retaliate resolves no dice as defender (KT-FIGHT-03)."""

    what: Forbidden
    until: Until | None = None


class CommandPoints(Part):
    """Command points are gained."""

    by: Annotated[int, Field(strict=True, ge=1, le=2)]


class PlaceMarker(Part):
    """A 20 mm marker of a kind of this pack is placed (KT-MARK-02)."""

    kind: Slug
    within: Annotated[int, Field(strict=True, ge=0, le=6)]
    count: Positive = 1
    lasts: Until | None = None


class GiveToken(Part):
    """A token that other rules look at; its meaning is in `tokens`."""

    name: Slug
    until: Until | None = None


class ConcealFrom(Part):
    """With a Conceal order it is no valid target from farther away."""

    beyond: Distance


class Survive(Part):
    """It is not incapacitated and keeps so many wounds."""

    wounds: Positive


class Intercept(Part):
    """It becomes the target instead of a friend; valid target, cover and obscured stay as judged for the friend."""

    within: Distance


class OperateHatch(Part):
    """OPERATE HATCH for this cost (KT-GALL-08)."""

    ap: Whole


class Effect(OneKey):
    """One thing that an entry does: exactly one of these."""

    add_rule: AddRule | None = None
    modify: Modify | None = None
    reroll: Reroll | None = None
    retain: Retain | None = None
    damage: Damage | None = None
    heal: Heal | None = None
    reduce_damage: ReduceDamage | None = None
    ignore: Ignore | None = None
    free_action: FreeAction | None = None
    move: Move | None = None
    set_order: SetOrder | None = None
    allow: Allow | None = None
    forbid: Forbid | None = None
    cp: CommandPoints | None = None
    marker: PlaceMarker | None = None
    token: GiveToken | None = None
    conceal_from: ConcealFrom | None = None
    survive: Survive | None = None
    intercept: Intercept | None = None
    operate_hatch: OperateHatch | None = None


Conditions = tuple[Condition, ...]
Effects = Annotated[tuple[Effect, ...], Field(min_length=1)]


class Choice(Part):
    """One of several things that the owner picks from when the entry starts."""

    conditions: Conditions = Field(default=(), alias="if")
    effects: Effects = Field(alias="do")


class Ability(Part):
    """An entry: an ability of a card, a faction rule, or a piece of faction equipment."""

    id: Slug
    name: Text
    when: When
    ap: Annotated[int, Field(strict=True, ge=0, le=2)] | None = None
    user: Keyword | None = None
    """The keyword of those that may trigger it; the team's if not given."""
    by: tuple[Slug, ...] = ()
    """The operatives that may use it; the first of them that is still on the killzone does."""
    who: Who | None = None
    conditions: Conditions = Field(default=(), alias="if")
    effects: Effects = Field(alias="do")
    choices: dict[Slug, Choice] = Field(default_factory=dict)
    limit: Limit | None = None
    keyword: Literal["SUPPORT"] | None = None
    """A SUPPORT rule reaches farther with a comms device (KT-EQ-03)."""
    text: Text

    @model_validator(mode="after")
    def sound(self) -> Self:
        if (self.ap is not None) != (self.when == "action"):
            raise ValueError("ap goes with when: action, and with nothing else (KT-ACT-08)")
        if len(self.text.split()) < 6:
            raise ValueError("text must say in words what the entry does")
        return self


class StrategyPloy(Ability):
    """A ploy for the Gambit step (see KT-PLOY-02)."""

    cp: Annotated[int, Field(strict=True, ge=0, le=2)]

    @model_validator(mode="after")
    def is_gambit(self) -> Self:
        if self.when != "gambit":
            raise ValueError(f"a strategy ploy is a gambit, not {self.when!r} (KT-PLOY-02)")
        return self


class FirefightPloy(Ability):
    """A ploy for the Firefight phase, at the moment it names (see KT-PLOY-03)."""

    cp: Annotated[int, Field(strict=True, ge=0, le=2)]

    @model_validator(mode="after")
    def is_moment(self) -> Self:
        if self.when in ("gambit", "setup", "passive", "action", "ready_step"):
            raise ValueError(
                f"a firefight ploy is played at a moment of the Firefight phase, not {self.when!r} (KT-PLOY-03)"
            )
        return self


class Token(Part):
    """What a token means to the rules."""

    second_action: tuple[ActionName, ...] = ()
    """One of these may be performed twice in the activation."""
    second_action_ap: Positive | None = None
    forbids_after: tuple[ActionName, ...] = ()
    forbids_after_fall_back: tuple[ActionName, ...] = ()
    apl_for_control: Positive | None = None
    """The APL counts so much higher when markers are controlled (KT-MARK-04)."""
    choices_of: Slug | None = None
    """The entry whose choice is in force for those that have the token."""
    once_per_operative: Yes = False
    climb_reach: Distance | None = None
    """How far up terrain may begin that is climbed (KT-TM-02)."""
    shown_only: Yes = False


class MarkerWindow(Part):
    """What happens near a marker: within so many inches, to whom, how often."""

    within: Distance
    who: Literal["any", "friendly", "enemy"]
    once_per: Literal["action"] | None = None
    effects: tuple[Effect, ...] = Field(default=(), alias="do")
    extra_distance: Positive | None = None
    """A move there costs so many inches more."""

    @model_validator(mode="after")
    def something(self) -> Self:
        if not self.effects and self.extra_distance is None:
            raise ValueError("either do or extra_distance must be given")
        return self


class MarkerKind(Part):
    """A kind of 20 mm marker that entries place; it may work like a marker of the rulebook."""

    like: str | None = None
    duration_override: Until | None = None
    placed: Literal["visible"] | None = None
    setup: Literal["wholly_within_own_territory"] | None = None
    on_enter: MarkerWindow | None = None
    """Whoever moves near it, wherever the move started."""
    on_move: MarkerWindow | None = None
    """Where a move starts or ends; inches that it costs more are charged where it passes as well."""
    aura: MarkerWindow | None = None
