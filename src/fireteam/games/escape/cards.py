"""Cards: characters with their skills, and kinds of equipment (rulebook II, IX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from fireteam.games.escape.state import SIDES
from fireteam.games.escape.windows import Skill
from fireteam.kit.supplements import Windows

if TYPE_CHECKING:
    from fireteam.games.escape.content.parts import Character as CardData
    from fireteam.games.escape.content.parts import Equipment as EquipmentData


class Card:
    """A character card: three statistics, life, rank and skills (ES-PROF-01, ES-PROF-05, ES-PROF-06, ES-PROF-08)."""

    __slots__ = (
        "armor", "cbt", "id", "index", "int", "life", "mvt", "name", "ranged", "rank", "restrictions", "robot", "side",
        "silhouette", "skills", "thinker", "walker", "windows",
    )  # fmt: skip

    def __init__(
        self, index: int, data: CardData, skills: tuple[Skill, ...], ranged: tuple[Ranged, ...], armor: int
    ) -> None:
        self.index = index
        self.id: str = data.id
        self.name = data.name
        self.side = SIDES.index(data.faction)
        self.rank = data.rank
        self.mvt = data.movement
        self.cbt = data.combat
        self.int = data.intellect
        self.life = data.life
        self.silhouette = data.silhouette
        self.skills = skills
        self.ranged = ranged
        self.armor = armor
        self.windows = Windows(Skill, skills)
        self.restrictions = Windows(Skill, [skill for skill in skills if skill.restriction])
        """What stays of them where skills do not work (ES-EVT-12)."""
        # Which windows are worth a look when options are listed; whether they are open now is the table's business.
        self.walker = bool(self.windows[Skill.moves_diagonally] or self.windows[Skill.ignores_walls])
        self.robot = bool(self.windows[Skill.payments])
        self.thinker = bool(self.windows[Skill.actions] or self.windows[Skill.hacks_across_room])


class Ranged(NamedTuple):
    """A ranged weapon that is a skill of a card: Range and Power (ES-CBT-04)."""

    name: str
    range: int
    power: int


def card_of(index: int, data: CardData, skills: Mapping[str, Skill]) -> Card:
    """A card of a pack, with its place in the squads and the skills it names."""
    ranged = tuple(
        Ranged(skill.name, skill.range, skill.power or 0) for skill in data.skills if skill.range is not None
    )
    own = [skill for skill in data.skills if skill.range is None]
    armor = sum(skill.level or 0 for skill in own if skill.name == "Armor")
    return Card(index, data, tuple(skills[skill.name] for skill in own), ranged, armor)


class Equipment:
    """A kind of equipment: who may use it, when, and its numbers (ES-EQT-10, ES-EQ-11)."""

    __slots__ = (
        "extra_actions",
        "free_dodge",
        "grenade",
        "heal",
        "label",
        "name",
        "nitro",
        "penalty",
        "power",
        "radio",
        "range",
        "users",
    )

    def __init__(self, label: str, data: EquipmentData) -> None:
        effect = data.effect
        self.label = label
        self.name = label.replace("_", " ").capitalize().replace("Em ", "EM ")
        self.users = data.users
        self.range = data.range or 0
        self.power = data.power or 0
        self.grenade = data.may_target_free_square
        penalty = data.on_damage
        self.penalty: tuple[int, int, int] = (
            (penalty.movement, penalty.combat, penalty.intellect) if penalty else (0, 0, 0)
        )
        self.free_dodge = bool(effect and effect.free_dodge)
        self.extra_actions: tuple[str, ...] = effect.extra_action if effect else ()
        self.heal = (effect.heal or 0) if effect else 0
        self.nitro = (effect.damage or 0) if effect else 0
        self.radio = bool(effect and effect.activate_ally_now)
