"""The closed vocabulary of effects: what abilities, ploys and equipment of a pack are composed of. Anything else is an
error at load.

An entry says when it works, for whom, if what holds, and what it does; all conditions must hold and the effects run in
order. Conditions are about the operative that triggers the entry; with `friendlies` or `enemies` each operative covered
is looked at. Lasting effects of a gambit work for the operatives covered until the turning point ends; others (heal,
move, cp) happen at once.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self, get_type_hints

from pydantic import Field, create_model, model_validator

from fireteam.games.killteam.abilities import conditions, word, words  # noqa: F401  # all words enter themselves
from fireteam.games.killteam.abilities.word import Until, Word
from fireteam.games.killteam.content import parts
from fireteam.games.killteam.content.parts import ActionName, Distance, Keyword
from fireteam.kit.content import models
from fireteam.kit.content.models import OneKey, Part, Positive, Slug, Text, Yes

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
Limit = Literal["once_per_activation", "once_per_tp", "once_per_battle", "twice_per_battle"]


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


class Given(Part):
    """What a pack gives a word: the fields of its class, which judges whether they go together."""

    judge: ClassVar[type[Word]]

    @model_validator(mode="after")
    def sound(self) -> Self:
        self.judge(**dict(self)).sound()
        return self


def given(kind: type[Word]) -> Any:
    """What a pack writes after a word: the type of its one value, or a part with its fields."""
    names = {**vars(word), **vars(models), **vars(parts), **getattr(sys.modules.get(kind.__module__), "__dict__", {})}
    types = {name: _bounded(hint) for name, hint in get_type_hints(kind, names, include_extras=True).items()}
    if kind.fields == ("value",):
        return types["value"]
    fields: dict[str, Any] = {
        name: (types[name], Field(default=getattr(kind, name, ...), alias=name.rstrip("_"))) for name in kind.fields
    }
    part = create_model(kind.__name__, __base__=Given, __doc__=kind.__doc__, **fields)
    part.judge = kind
    return part


def _bounded(kind: Any) -> Any:
    """A type as packs are checked by it: a number with a range lies in it."""
    bounds = next((found for found in getattr(kind, "__metadata__", ()) if isinstance(found, range)), None)
    return kind if bounds is None else Annotated[int, Field(strict=True, ge=bounds[0], le=bounds[-1])]


def one_of(name: str, known: Mapping[str, type[Word]], doc: str) -> Any:
    """A part that has exactly one of these words as its key."""
    fields: dict[str, Any] = {key: (given(kind) | None, None) for key, kind in known.items()}
    return create_model(name, __base__=OneKey, __doc__=doc, **fields)


if TYPE_CHECKING:

    class Condition(OneKey):
        """One condition of an entry."""

    class Effect(OneKey):
        """One thing that an entry does."""
else:
    Condition = one_of("Condition", word.Condition.known, "One condition of an entry: exactly one of these.")
    Effect = one_of("Effect", word.Effect.known, "One thing that an entry does: exactly one of these.")

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
