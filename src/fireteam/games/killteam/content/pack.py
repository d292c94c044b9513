"""A Kill Team pack as it is written in YAML, and how it is checked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fireteam.core.yamlfile import Lines
from fireteam.games.killteam.abilities.vocabulary import MarkerKind, Token
from fireteam.games.killteam.content.check import check_pack
from fireteam.games.killteam.content.check_killzones import check_killzones
from fireteam.games.killteam.content.equipment import UniversalEquipment
from fireteam.games.killteam.content.killzones import Killzone
from fireteam.games.killteam.content.ops import CritOp, KillOp, QuickStart, TacOp
from fireteam.games.killteam.content.parts import Envelope, Length, PackInfo
from fireteam.games.killteam.content.teams import Team
from fireteam.kit.content.models import BasePack, Positive, Slug


class Pack(BasePack):
    """A whole pack. One that `extends` another adds to its lists, replaces entries of the same id, and takes over the
    rest."""

    format: Literal["killteam-content/2"]
    info: PackInfo = Field(alias="pack")
    extends: Slug | None = None
    stat_envelope: Envelope
    body_height_by_base: dict[Positive, Length]
    """From the diameter of a base in millimetres to the height of the body on it (see KT-GEO-01)."""
    tokens: dict[Slug, Token] = Field(default_factory=dict)
    marker_kinds: dict[Slug, MarkerKind] = Field(default_factory=dict)
    universal_equipment: UniversalEquipment
    teams: tuple[Team, ...] = Field(min_length=1)
    kill_op: KillOp
    crit_ops: tuple[CritOp, ...] = Field(min_length=1)
    tac_ops: tuple[TacOp, ...] = Field(min_length=1)
    killzones: tuple[Killzone, ...] = Field(min_length=1)
    quick_start: tuple[QuickStart, ...] = ()

    def check(self, lines: Lines, file: str) -> None:
        """The parts fit together."""
        check_pack(self, lines, file)

    def check_closely(self, lines: Lines, file: str) -> None:
        """Battles can be fought in the killzones."""
        check_killzones(self.killzones, lines, file)
