"""A Kill Team pack as it is written in YAML: the whole, and how packs are found, extended, loaded and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from fireteam.core.packfiles import PackFiles
from fireteam.core.packmodel import Part, Positive, Slug, content_digest
from fireteam.core.yamlfile import Lines, line_of, read_yaml, validate
from fireteam.games.killteam.abilities.vocabulary import MarkerKind, Token
from fireteam.games.killteam.content.check import check_pack
from fireteam.games.killteam.content.check_killzones import check_killzones
from fireteam.games.killteam.content.equipment import UniversalEquipment
from fireteam.games.killteam.content.killzones import Killzone
from fireteam.games.killteam.content.ops import CritOp, KillOp, QuickStart, TacOp
from fireteam.games.killteam.content.parts import Envelope, Length, PackInfo
from fireteam.games.killteam.content.teams import Team

PACKS = Path(__file__).parents[1] / "packs"
BUNDLED = "four-lamps"


class Pack(Part):
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

    @property
    def digest(self) -> str:
        """SHA-256 of the content. Reckoned whenever a save asks for it."""
        return content_digest(self)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a pack file, for editors: a pack that extends another need not hold everything."""
    schema = Pack.model_json_schema(by_alias=True)
    whole = schema.pop("required")
    return schema | {"anyOf": [{"required": whole}, {"required": ["format", "pack", "extends"]}]}


def _checked(data: object, lines: Lines, file: str) -> Pack:
    if isinstance(data, dict) and isinstance(data.get("extends"), str):
        base, _ = read_yaml(FILES.bundled_file(data["extends"], file, line_of(lines, ("extends",))))
        assert isinstance(base, dict)
        data = extended(data, base)
    pack = validate(Pack, data, lines, file)
    check_pack(pack, lines, file)
    check_killzones(pack.killzones, lines, file)
    return pack


def extended(data: dict[Any, Any], base: dict[Any, Any]) -> dict[Any, Any]:
    """A pack's data with all that it does not give itself; its own entries come first, so that their places stay those
    of its file."""
    whole = dict(data)
    for key, there in base.items():
        here = data.get(key)
        if here is None:
            whole[key] = there
        elif key in ("tokens", "marker_kinds") and isinstance(here, dict):
            whole[key] = {**there, **here}
        elif isinstance(here, list) and isinstance(there, list):
            own = [entry.get("id") for entry in here if isinstance(entry, dict)]
            whole[key] = [*here, *(entry for entry in there if entry["id"] not in own)]
    return whole


def _contents(pack: Pack) -> dict[str, int | list[str]]:
    return {key: [entry.id for entry in getattr(pack, key)] for key in ("teams", "killzones", "crit_ops", "tac_ops")}


FILES = PackFiles(PACKS, BUNDLED, _checked, form="killteam-content", schema=json_schema, contents=_contents)
load_pack = FILES.load
parse_pack = FILES.parse
bundled_packs = FILES.names
