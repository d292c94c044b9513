"""What a page offers whoever starts a game of Kill Team: kill teams, killzones, ready-made games and options, each
explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.games.killteam.game import quick_title
from fireteam.kit.startform import options_form

if TYPE_CHECKING:
    from fireteam.games.killteam.content.killzones import Killzone
    from fireteam.games.killteam.content.ops import QuickStart
    from fireteam.games.killteam.content.pack import Pack
    from fireteam.games.killteam.game import KillTeam

KINDS = {
    "volkus": "Ruins of a city round a stronghold on each side, with floors to fire down from.",
    "bheta_decima": "Gantries above a floor of hazardous pools.",
    "gallowdark": "Corridors of a hulk: walls that nobody climbs, hatchways to open and shut.",
}
"""What each kind of killzone is like."""

OPTION_TITLES: dict[str, tuple[str, str]] = {
    "rules_version": (
        "Rules version",
        "Which edition of the universal equipment is used; everything else is the same in both.",
    ),
    "core_errata": ("Later errata", "Whether later public corrections of the core rules are used as well."),
    "merge_horizontal": ("Straight moves", "How the parts of a move are rounded to whole inches."),
    "climb_reach": ("Climbing", "Up to where the height of a climb is measured."),
    "razor_wire_climb": ("Razor wire", "How razor wire is crossed."),
    "operatives_block_visibility": ("Sight past operatives", "Whether other operatives stand in the line of sight."),
    "cover_at_crossing": ("Cover", "Which part of terrain between two operatives decides about cover and obscured."),
    "fire_step_obscures": ("Fire steps", "Whether a stronghold obscures from those on its fire steps."),
    "retained_once": ("Rending", "Which normal successes Rending may make critical."),
}
OPTION_VALUES: dict[str, dict[str, str]] = {
    "rules_version": {"2025-09": "Equipment of September 2025", "2024-11": "Equipment of November 2024"},
    "core_errata": {"true": "With them", "false": "Without them"},
    "merge_horizontal": {"true": "Horizontal parts are added up first", "false": "Each part is rounded up by itself"},
    "climb_reach": {"nearest_part": "To the part that is reached", "top_edge": "To the top edge of the terrain"},
    "razor_wire_climb": {"true": "Climbed over, at an extra cost", "false": "Walked through, at an extra cost"},
    "operatives_block_visibility": {"true": "They block it", "false": "They do not"},
    "cover_at_crossing": {
        "true": "Only the stretch that a line crosses",
        "false": "The whole part: near if any of it is within an inch",
    },
    "fire_step_obscures": {"true": "It does", "false": "It does not, as on any Vantage terrain"},
    "retained_once": {"true": "Not those kept unrolled or rescued from a fail", "false": "Any"},
}


def start_form(game: KillTeam, pack: Pack) -> dict[str, Any]:
    """Sides, scenarios and options as plain JSON data (KT-OPS-01, KT-VER-01)."""
    scenarios: list[dict[str, Any]] = [
        {"id": entry.id, "name": entry.title, "text": _killzone_text(entry)} for entry in pack.killzones
    ]
    scenarios += [_quick(pack, quick) for quick in pack.quick_start]
    return {
        "name": game.name,
        "title": game.title,
        "sides": [{"id": team.id, "name": team.name, "text": team.flavour} for team in pack.teams],
        "scenarios": scenarios,
        **({"first": pack.quick_start[0].id} if pack.quick_start else {}),
        "fields": [_crit_op(pack)],
        "options": options_form(game.rulebook(), OPTION_TITLES, OPTION_VALUES),
        "seats": list(game.seats),
    }


def _killzone_text(killzone: Killzone) -> str:
    return f"{KINDS[killzone.kind]} Four turning points; the crit op is drawn."


def _quick(pack: Pack, quick: QuickStart) -> dict[str, Any]:
    """A ready-made game: its kill teams and its crit op are settled."""
    return {
        "id": quick.id,
        "name": quick_title(pack, quick),
        "text": _quick_text(pack, quick),
        "sides": list(quick.teams),
        "settled": ["crit_op"],
    }


def _crit_op(pack: Pack) -> dict[str, Any]:
    """The crit op, if it is not to be drawn (KT-OPS-01)."""
    values = [{"value": entry.id, "text": entry.name} for entry in pack.crit_ops]
    return {
        "id": "crit_op",
        "title": "Crit op",
        "text": "The mission of both sides; left open, it is drawn.",
        "values": values,
    }


def _quick_text(pack: Pack, quick: QuickStart) -> str:
    crit_op = next(entry.name for entry in pack.crit_ops if entry.id == quick.crit_op)
    return f"A ready-made game. Crit op: {crit_op}. Each side has a tac op that the other does not know."
