"""What a page offers whoever starts a game of ESCAPE: sides, scenarios and options, each explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.games.escape.game import with_pack
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.state import SIDES
from fireteam.kit.startform import options_form

if TYPE_CHECKING:
    from fireteam.games.escape.content.pack import Pack
    from fireteam.games.escape.content.scenarios import Scenario
    from fireteam.games.escape.game import Escape


def start_form(game: Escape, pack: Pack) -> dict[str, Any]:
    """Sides, scenarios and options as plain JSON data (ES-GEN-01, ES-SETUP-01)."""
    chosen = with_pack(pack, None)
    return {
        "name": game.name,
        "title": game.title,
        "sides": [{"id": side, "name": name} for side, name in zip(SIDES, say.SIDE_LABELS, strict=True)],
        "scenarios": [
            {"id": entry.id, "name": entry.name, "text": scenario_text(pack, entry)} for entry in pack.scenarios
        ],
        "options": [
            {**option, "default": chosen.get(option["id"], option["default"])}
            for option in options_form(game.rulebook(), say.OPTION_TITLES, say.OPTION_VALUES)
        ],
        "seats": list(game.seats),
    }


def scenario_text(pack: Pack, entry: Scenario) -> str:
    """A scenario in one paragraph: where, how long, and how each side wins."""
    victory = entry.victory
    specials = "; ".join(special.text for special in entry.special)
    return say.SCENARIO.format(
        map=pack.maps[entry.map].title,
        turns=entry.turns,
        resistance=victory.resistance,
        isc=victory.isc,
        early=say.EARLY_END.format(early_end=victory.early_end) if victory.early_end else "",
        specials=say.SPECIALS.format(specials=specials) if specials else "",
    )
